// @ts-check
/**
 * Text entry. An editable control of the scene has a real `<input>` or `<textarea>` in the mirror that holds the
 * page's focus, so input methods, on-screen keyboards, spelling and assistive technology work as anywhere.
 *
 * What can be stopped (`beforeinput`) is stopped and given to the scene, whose text then comes back by the mirror.
 * What cannot (a composition, an automatic correction, a value set from outside) is let happen, and the difference is
 * given to the scene afterwards. It does not know how text is edited.
 */
import { isMac } from './platform.js';

const SHIFT = 1;
const CONTROL = 2;
const ALT = 4;
const META = 8;

/** Edits that are keys to the scene: [key, modifiers]. */
function keysFor(mac) {
  const word = mac ? ALT : CONTROL;
  const command = mac ? META : CONTROL;
  return {
    deleteContentBackward: ['Backspace', 0],
    deleteContentForward: ['Delete', 0],
    deleteWordBackward: ['Backspace', word],
    deleteWordForward: ['Delete', word],
    historyUndo: ['z', command],
    historyRedo: ['z', command | SHIFT],
    insertLineBreak: ['Enter', 0],
    insertParagraph: ['Enter', 0],
  };
}

/** Hand what is typed into the mirror's fields to the instance. */
export function listenToFields(view, on) {
  const { app, mirror } = view;
  const enter = view.enter;
  const keys = keysFor(isMac());
  let composing = false;

  /** Tell the scene of a selection that was made in the field itself; one the mirror wrote is no news. */
  const syncSelection = (id, field) => {
    const known = mirror.selectionOf(id);
    const { selectionStart: start, selectionEnd: end } = field;
    if (known === null || start === null || end === null || mirror.valueOf(id) !== field.value) return;
    if (start === Math.min(known[0], known[1]) && end === Math.max(known[0], known[1])) return;
    mirror.noteSelection(id, start, end);
    enter((entry) => entry.select(app, id, start, end));
  };

  on(mirror.root, 'beforeinput', (event) => {
    const id = mirror.idOf(event.target);
    if (id === 0) return;
    // The browser tells of a new selection later than of the text that is to replace it.
    if (!composing) syncSelection(id, event.target);
    // Nothing can stop a composition: the field shows it, and so does the scene.
    if (composing || !event.cancelable || event.inputType === 'insertCompositionText') return;
    const key = keys[event.inputType];
    if (key !== undefined) {
      event.preventDefault();
      enter((entry) => entry.key(app, true, key[0], key[1], false) && entry.key(app, false, key[0], key[1], false));
      return;
    }
    const text = event.data ?? event.dataTransfer?.getData('text/plain');
    if (event.inputType === 'insertText' && typeof text === 'string') {
      event.preventDefault();
      enter((entry) => entry.insertText(app, text));
    } else if ((event.inputType === 'insertFromPaste' || event.inputType === 'insertFromDrop') && typeof text === 'string') {
      event.preventDefault();
      enter((entry) => entry.paste(app, text));
    }
    // Anything else (a replacement by the spelling checker, say) happens in the field and is read from it.
  });

  on(mirror.root, 'compositionstart', () => {
    composing = true;
    mirror.composing = true;
  });
  on(mirror.root, 'compositionupdate', (event) => enter((entry) => entry.compose(app, event.data ?? '')));
  on(mirror.root, 'compositionend', (event) => {
    composing = false;
    mirror.composing = false;
    enter((entry) => entry.endComposition(app, event.data ?? ''));
    mirror.restoreField(mirror.idOf(event.target));
  });

  on(mirror.root, 'input', (event) => {
    const field = event.target;
    const id = mirror.idOf(field);
    if (id === 0 || composing || mirror.valueOf(id) === field.value) return;
    enter((entry) => entry.fieldChanged(app, id, field.value, field.selectionStart ?? field.value.length));
    // The scene may have refused a part of it (a limit, a read-only field): the field says what the scene says.
    mirror.restoreField(id);
  });

  on(document, 'selectionchange', () => {
    const field = document.activeElement;
    const id = mirror.idOf(field);
    if (id !== 0 && !composing && !mirror.quiet) syncSelection(id, field);
  });
}
