// @ts-check
/**
 * Asking the person whether an agent may do what it wants to do.
 *
 * The dialog is an element of the document, outside the canvas and the mirror, so nothing an agent can send through
 * the application's tools reaches it, and it takes only events the browser itself vouches for. Saying no is first and
 * is what Escape does. One question stands at a time; the others wait. It does not know what happens after a yes.
 */
import { adopt } from './style.js';

/** Nobody answered for this long: the question is withdrawn. */
const PATIENCE_MS = 5 * 60 * 1000;
/** A dialog that has just appeared under a finger or a key does not take that press as an answer. */
const SETTLE_MS = 300;
const LONG_VALUE = 600;

const CSS = `
.scumble-consent { color-scheme: light dark; box-sizing: border-box; width: min(30rem, calc(100vw - 2rem)); max-height: min(40rem, calc(100dvh - 2rem)); padding: 0; border: 1px solid light-dark(#d9dce1, #3a3f47); border-radius: 14px; background: light-dark(#ffffff, #1d2025); color: light-dark(#1b1f24, #eceef1); font: 15px/1.5 system-ui, sans-serif; box-shadow: 0 24px 64px rgb(0 0 0 / 0.28); overflow: hidden; }
.scumble-consent[open] { display: flex; flex-direction: column; }
.scumble-consent::backdrop { background: rgb(12 14 18 / 0.46); }
.scumble-consent .body { padding: 22px 24px 4px; overflow: auto; }
.scumble-consent .asking { margin: 0 0 6px; font-size: 13px; color: light-dark(#5b6470, #a4acb8); }
.scumble-consent h2 { margin: 0 0 8px; font-size: 18px; line-height: 1.35; font-weight: 650; }
.scumble-consent p { margin: 0 0 12px; }
.scumble-consent .danger { color: light-dark(#b3261e, #ff9c93); font-weight: 600; }
.scumble-consent dl { margin: 0 0 14px; padding: 10px 14px; border-radius: 10px; background: light-dark(#f4f5f7, #272b32); display: grid; grid-template-columns: max-content 1fr; gap: 4px 14px; font-size: 14px; }
.scumble-consent dt { color: light-dark(#5b6470, #a4acb8); }
.scumble-consent dd { margin: 0; font-family: ui-monospace, monospace; font-size: 13px; line-height: 1.6; overflow-wrap: anywhere; white-space: pre-wrap; max-height: 12em; overflow: auto; }
.scumble-consent .answers { display: flex; justify-content: flex-end; gap: 10px; padding: 14px 24px 20px; }
.scumble-consent button { font: inherit; font-weight: 600; min-height: 40px; padding: 0 18px; border-radius: 10px; border: 1px solid light-dark(#c3c8d0, #4a505a); background: light-dark(#ffffff, #2b3037); color: inherit; cursor: pointer; }
.scumble-consent button:hover { background: light-dark(#f0f1f4, #353b43); }
.scumble-consent button:focus-visible { outline: 3px solid light-dark(#2f6fed, #8ab4ff); outline-offset: 2px; }
.scumble-consent button.allow { border-color: transparent; background: light-dark(#1f5fe0, #7fabff); color: light-dark(#ffffff, #0d1420); }
.scumble-consent button.allow:hover { background: light-dark(#184fc0, #9abdff); }
.scumble-consent button.allow.danger { background: light-dark(#b3261e, #ff9c93); color: light-dark(#ffffff, #2a0705); }
.scumble-consent button.allow.danger:hover { background: light-dark(#921d17, #ffb3ac); }
`;

/** One after the other, over every application of this package. */
let queue = Promise.resolve();
let nextTitle = 1;

export class Consent {
  /** @param {undefined | 'window' | Function} way */
  constructor(way) {
    this.way = way;
  }

  /**
   * Ask. `withdraw(reason)` takes the question back; an answer after that counts for nothing.
   * @returns {{ promise: Promise<{ answer: string, reason?: string }>, withdraw: (reason: string) => void }}
   */
  ask(question, application) {
    let settle = (_answer) => {};
    let finished = false;
    const promise = new Promise((resolve) => {
      settle = (answer) => {
        if (finished) return;
        finished = true;
        resolve(answer);
      };
    });
    const withdrawn = new AbortController();
    const withdraw = (reason) => {
      settle({ answer: 'withdrawn', reason });
      withdrawn.abort();
    };
    const patience = setTimeout(() => withdraw('Nobody answered within 5 minutes.'), PATIENCE_MS);
    promise.then(() => clearTimeout(patience));

    if (typeof this.way === 'function') {
      this.#askApplication(question, settle);
    } else if (globalThis.__scumble_dev?.unattended === true) {
      settle({ answer: 'noWay', reason: 'The page was opened by --headless, so no person is in front of it.' });
    } else if (document.hidden) {
      settle({ answer: 'noWay', reason: 'The page is hidden, so no person is in front of it.' });
    } else if (this.way === 'window') {
      queue = queue.then(() => {
        if (!finished) settle({ answer: globalThis.confirm(plainText(question, application)) ? 'approved' : 'declined' });
      });
    } else {
      queue = queue.then(() => (finished ? undefined : showDialog(question, application, settle, withdrawn.signal)));
    }
    return { promise, withdraw };
  }

  async #askApplication(question, settle) {
    try {
      const yes = await /** @type {Function} */ (this.way)(question);
      settle({ answer: yes === true ? 'approved' : 'declined' });
    } catch (error) {
      settle({ answer: 'noWay', reason: `The application could not ask: ${error?.message ?? error}` });
    }
  }
}

function who(question) {
  const client = question.caller?.client;
  return client?.name ? `${client.name}${client.version ? ` ${client.version}` : ''}` : 'An agent in this browser';
}

function plainText(question, application) {
  const called = question.channel ? `${question.channel}.${question.command}` : question.command;
  const parts = [`${who(question)} asks ${application}: ${called}`, question.description ?? ''];
  const fields = Object.entries(question.arguments ?? {});
  if (fields.length > 0) parts.push(fields.map(([name, value]) => `${name}: ${shown(value)}`).join('\n'));
  if (question.destructive) parts.push('This cannot be undone.');
  return parts.filter((part) => part !== '').join('\n\n');
}

function shown(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return text.length > LONG_VALUE ? `${text.slice(0, LONG_VALUE)}… (${text.length} characters)` : text;
}

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Show the dialog until it is answered or withdrawn. */
function showDialog(question, application, settle, signal) {
  adopt(CSS);
  return new Promise((closed) => {
    const number = nextTitle++;
    const dialog = /** @type {HTMLDialogElement} */ (make('dialog', 'scumble-consent'));
    // A tool of the application's own is in no channel.
    const where = question.channel ? ` in ${question.channel}` : '';
    const title = make('h2', '', `Allow “${question.command}”${where}?`);
    title.id = `scumble-consent-title-${number}`;
    const body = make('div', 'body');
    body.id = `scumble-consent-body-${number}`;
    body.append(make('p', 'asking', `${who(question)} asks ${application}`), title);
    if (question.description) body.append(make('p', '', question.description));
    const fields = Object.entries(question.arguments ?? {});
    if (fields.length > 0) {
      const list = make('dl', '');
      for (const [name, value] of fields) list.append(make('dt', '', name), make('dd', '', shown(value)));
      body.append(list);
    }
    if (question.destructive) body.append(make('p', 'danger', 'This cannot be undone.'));
    dialog.setAttribute('aria-labelledby', title.id);
    dialog.setAttribute('aria-describedby', body.id);

    const answers = make('div', 'answers');
    const decline = /** @type {HTMLButtonElement} */ (make('button', 'decline', 'Decline'));
    const allow = /** @type {HTMLButtonElement} */ (make('button', question.destructive ? 'allow danger' : 'allow', 'Allow'));
    decline.type = 'button';
    allow.type = 'button';
    decline.autofocus = true;
    answers.append(decline, allow);
    dialog.append(body, answers);

    const before = document.activeElement;
    const shownAt = performance.now();
    let over = false;
    const end = (answer) => {
      if (over) return;
      over = true;
      settle(answer);
      if (dialog.open) dialog.close();
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      closed(undefined);
    };
    decline.addEventListener('click', (event) => event.isTrusted && end({ answer: 'declined' }));
    allow.addEventListener('click', (event) => {
      if (event.isTrusted && performance.now() - shownAt >= SETTLE_MS) end({ answer: 'approved' });
    });
    // Escape; a script's own `close()` is no answer either way, so the person is asked again.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      if (event.isTrusted) end({ answer: 'declined' });
    });
    dialog.addEventListener('close', () => {
      if (!over && dialog.isConnected) dialog.showModal();
    });
    // What the dialog is told stays with it: the application's own shortcuts do not hear of it.
    for (const type of ['keydown', 'keyup', 'pointerdown', 'pointerup', 'click']) dialog.addEventListener(type, (event) => event.stopPropagation());
    signal.addEventListener('abort', () => end({ answer: 'withdrawn' }), { once: true });
    document.body.append(dialog);
    dialog.showModal();
    decline.focus();
  });
}
