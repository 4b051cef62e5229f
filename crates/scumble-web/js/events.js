// @ts-check
/**
 * The browser's events, as plain numbers and words for the instance.
 *
 * The canvas takes the pointer; keys, text and the clipboard arrive at the mirror's elements, which hold the page's
 * focus, and bubble to the application's element. A default action is prevented only when the scene used the event.
 * It does not know what an event does.
 */
import { listenToFields } from './fields.js';

const MULTI_CLICK_MS = 500;
const MULTI_CLICK_PX = 5;
/** A finger that moved this far scrolls instead of pressing. */
const PAN_PX = 8;
const DEVICES = { mouse: 0, touch: 1, pen: 2 };
const KIND = { move: 0, down: 1, up: 2, leave: 3 };

/** Hand the events of one view to the instance until `signal` aborts. */
export function listen(view, signal) {
  const { app, canvas, root, mirror } = view;
  const enter = view.enter;
  const on = (target, type, handler, options = {}) => target.addEventListener(type, handler, { ...options, signal });
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  // ------------------------------------------------------------ pointer
  let clicks = { time: -Infinity, x: 0, y: 0, button: -1, count: 0 };
  let pan = null;
  const pointer = (kind, event, count) => {
    const [x, y] = place(event);
    return enter((entry) => entry.pointer(app, kind, x, y, event.button, modifiers(event), count, DEVICES[event.pointerType] ?? 0), false);
  };
  on(canvas, 'pointerdown', (event) => {
    const near = Math.abs(event.clientX - clicks.x) <= MULTI_CLICK_PX && Math.abs(event.clientY - clicks.y) <= MULTI_CLICK_PX;
    const again = near && event.button === clicks.button && event.timeStamp - clicks.time <= MULTI_CLICK_MS;
    clicks = { time: event.timeStamp, x: event.clientX, y: event.clientY, button: event.button, count: again ? clicks.count + 1 : 1 };
    // Not for a made-up event: capturing a pointer that is not there throws.
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    if (event.pointerType === 'touch') pan = { x: event.clientX, y: event.clientY, time: event.timeStamp, vx: 0, vy: 0, active: false };
    mirror.takeFocus();
    pointer(KIND.down, event, clicks.count);
  });
  on(canvas, 'pointermove', (event) => {
    if (pan !== null && event.pointerType === 'touch' && panned(event)) return;
    pointer(KIND.move, event, 0);
  });
  on(canvas, 'pointerup', (event) => {
    if (pan?.active) glide(pan);
    else pointer(KIND.up, event, clicks.count);
    pan = null;
  });
  on(canvas, 'pointercancel', (event) => {
    pan = null;
    pointer(KIND.leave, event, 0);
  });
  on(canvas, 'pointerleave', (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) pointer(KIND.leave, event, 0);
  });
  // The page's focus follows the scene's, not where the browser would put it for a press on a canvas.
  on(canvas, 'mousedown', (event) => event.preventDefault());
  on(canvas, 'contextmenu', (event) => {
    if (enter((entry) => entry.wantsContextMenu(app), false)) event.preventDefault();
  });

  const scroll = (event, dx, dy) => {
    const [x, y] = place(event);
    return enter((entry) => entry.wheel(app, x, y, dx, dy, modifiers(event)), false);
  };
  const panned = (event) => {
    const dx = pan.x - event.clientX;
    const dy = pan.y - event.clientY;
    if (!pan.active) {
      if (Math.hypot(dx, dy) < PAN_PX) return false;
      pan.active = true;
      pointer(KIND.leave, event, 0);
    }
    const time = Math.max(1, event.timeStamp - pan.time);
    pan = { ...pan, x: event.clientX, y: event.clientY, time: event.timeStamp, vx: dx / time, vy: dy / time, last: event };
    if (!scroll(event, dx, dy)) globalThis.scrollBy(dx, dy);
    return true;
  };
  /** Let a flicked list run on. */
  const glide = ({ vx, vy, last }) => {
    let before = performance.now();
    const step = (time) => {
      const dt = time - before;
      before = time;
      const slower = Math.exp(-dt / 325);
      vx *= slower;
      vy *= slower;
      if (signal.aborted || pan !== null || Math.hypot(vx, vy) < 0.02) return;
      if (scroll(last, vx * dt, vy * dt)) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  on(
    canvas,
    'wheel',
    (event) => {
      // A pinch, or ctrl with the wheel, is the browser's zoom.
      if (event.ctrlKey) return;
      const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? root.clientHeight : 1;
      const sideways = event.shiftKey && event.deltaX === 0;
      const dx = (sideways ? event.deltaY : event.deltaX) * unit;
      const dy = (sideways ? 0 : event.deltaY) * unit;
      if (scroll(event, dx, dy)) event.preventDefault();
    },
    { passive: false },
  );

  // ------------------------------------------------------------ keys
  const key = (event, down) => enter((entry) => entry.key(app, down, event.key, modifiers(event), event.repeat), false);
  on(root, 'keydown', (event) => {
    // While an input method composes, keys are its own; it says what came of them.
    if (event.isComposing || event.keyCode === 229) return;
    // The browser makes copy, cut and paste events of these.
    if ((event.ctrlKey || event.metaKey) && /^[cvx]$/i.test(event.key)) return;
    // A Tab the scene has no stop for goes on from where the page's focus is: it must not be moved meanwhile.
    mirror.leaving = event.key === 'Tab';
    if (key(event, true)) event.preventDefault();
    mirror.leaving = false;
  });
  on(root, 'keyup', (event) => {
    if (!event.isComposing && event.keyCode !== 229) key(event, false);
  });

  // ------------------------------------------------------------ clipboard
  const copy = (event, cut) => {
    const text = enter((entry) => entry.copy(app, cut));
    if (text === undefined || text === null) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  on(root, 'copy', (event) => copy(event, false));
  on(root, 'cut', (event) => copy(event, true));
  on(root, 'paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text !== '' && enter((entry) => entry.paste(app, text), false)) event.preventDefault();
  });

  // ------------------------------------------------------------ focus
  on(root, 'focusin', (event) => {
    if (mirror.quiet) return;
    const first = !mirror.inside;
    mirror.inside = true;
    if (first) enter((entry) => entry.pageFocus(app, true));
    const id = mirror.idOf(event.target);
    if (id !== 0 && id !== mirror.focused) {
      mirror.focused = id;
      enter((entry) => entry.act(app, id, 'focus'));
    }
  });
  on(root, 'focusout', (event) => {
    if (mirror.quiet || root.contains(event.relatedTarget)) return;
    mirror.inside = false;
    enter((entry) => entry.pageFocus(app, false));
  });
  on(globalThis, 'blur', () => mirror.inside && enter((entry) => entry.pageFocus(app, false)));
  on(globalThis, 'focus', () => mirror.inside && enter((entry) => entry.pageFocus(app, true)));

  // Assistive technology presses an element by clicking it; a pointer never reaches the mirror.
  on(mirror.root, 'click', (event) => {
    const id = mirror.idOf(event.target);
    if (id !== 0) enter((entry) => entry.act(app, id, 'press'));
  });

  listenToFields(view, on);
}

function modifiers(event) {
  return (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.altKey ? 4 : 0) | (event.metaKey ? 8 : 0);
}
