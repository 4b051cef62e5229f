// @ts-check
/**
 * One application's place on the page: its element with the canvas and the accessibility mirror over it, its size,
 * the screen's scale and colour scheme, and when the next frame is drawn. The instance puts the pixels on the canvas
 * itself (`src/display.rs`); the element is made here, so that what was last shown outlives it.
 *
 * `requestAnimationFrame` is for painting alone. A hidden tab gets none, so the mirror is also brought up to date by a
 * timer, and an agent's call never waits for either. It does not know what is drawn.
 */
import { adopt } from './style.js';
import { listen } from './events.js';
import { Mirror } from './mirror.js';
import { isMac } from './platform.js';

const CSS = `
.scumble-root { position: relative; overflow: clip; outline: none; -webkit-tap-highlight-color: transparent; }
.scumble-root > canvas { position: absolute; inset: 0 auto auto 0; display: block; touch-action: none; user-select: none; -webkit-user-select: none; }
`;

/** The mirror follows at least this soon after a change when no frame is drawn. */
const REFLECT_MS = 100;

export class View {
  /** @param {HTMLElement} element @param {number} app @param {any} enter */
  constructor(element, app, enter) {
    adopt(CSS);
    this.root = element;
    this.app = app;
    this.enter = enter;
    this.before = { className: element.className, tabIndex: element.getAttribute('tabindex'), height: element.style.height, position: element.style.position };
    element.classList.add('scumble-root');
    if (getComputedStyle(element).position !== 'static') element.style.position = getComputedStyle(element).position;
    if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
    // An element nobody gave a height would show nothing: it fills the window instead.
    if (element.clientHeight === 0) element.style.height = '100dvh';

    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('aria-hidden', 'true');
    // Nothing to see until the first frame, rather than a black box.
    this.canvas.width = 0;
    this.canvas.height = 0;
    element.append(this.canvas);
    this.mirror = new Mirror(element, enter, app);

    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.listeners = null;
    this.frame = 0;
    this.reflection = 0;
    this.alarm = 0;
    /** Resolves when the person has been shown the application, or nobody looks. */
    this.shown = Promise.resolve();
    this.noteShown = null;
  }

  /** What the instance is told: the size in CSS pixels, device pixels to one, the colour scheme and the language. */
  measure() {
    return { width: this.root.clientWidth, height: this.root.clientHeight, ratio: globalThis.devicePixelRatio ?? 1, dark: this.dark.matches, language: navigator.language ?? 'en', mac: isMac() };
  }

  /** Follow the page for as long as the live instance lasts. */
  begin() {
    this.listeners = new AbortController();
    this.shown = new Promise((resolve) => {
      this.noteShown = resolve;
    });
    const { signal } = this.listeners;
    const { app, enter } = this;
    this.dark.addEventListener('change', () => enter((entry) => entry.followColours(app, this.dark.matches)), { signal });
    document.addEventListener('visibilitychange', () => this.requestFrame(), { signal });
    this.followScale(signal);
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.root);
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
    listen(this, signal);
    enter((entry) => entry.pageFocus(app, this.mirror.inside && document.hasFocus()));
    this.requestFrame();
  }

  followScale(signal) {
    const query = matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`);
    const changed = () => {
      this.resize();
      if (!signal.aborted) this.followScale(signal);
    };
    query.addEventListener('change', changed, { once: true, signal });
  }

  resize() {
    const { width, height, ratio } = this.measure();
    this.enter((entry) => {
      entry.resize(this.app, width, height, ratio);
      // In the same step as the page's own layout, or the old picture would be seen stretched for a frame.
      this.draw();
    });
  }

  /** Draw at the browser's next frame; the mirror follows soon even if there is none. */
  requestFrame() {
    if (this.listeners === null || this.listeners.signal.aborted) return;
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
    if (this.reflection === 0) {
      this.reflection = setTimeout(
        () => {
          this.reflection = 0;
          this.enter((entry) => entry.reflect(this.app));
          this.noteShown?.();
        },
        document.hidden ? 0 : REFLECT_MS,
      );
    }
  }

  draw() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.reflection);
    clearTimeout(this.alarm);
    this.frame = 0;
    this.reflection = 0;
    const wakeAt = this.enter((entry) => entry.frame(this.app), NaN);
    if (this.noteShown !== null) {
      // Behind what the browser itself has to do to show it.
      setTimeout(this.noteShown);
      this.noteShown = null;
    }
    if (wakeAt !== undefined && !Number.isNaN(wakeAt)) {
      this.alarm = setTimeout(() => this.requestFrame(), Math.max(0, wakeAt - performance.now()));
    }
  }

  /** The instance ended or the application goes: no event reaches it any more. */
  end() {
    this.listeners?.abort();
    this.listeners = null;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.reflection);
    clearTimeout(this.alarm);
    this.frame = 0;
    this.reflection = 0;
    this.mirror.clear();
  }

  /** Leave the element as it was found. */
  remove() {
    this.end();
    const { root, before } = this;
    this.canvas.remove();
    this.mirror.remove();
    for (const left of root.querySelectorAll(':scope > .scumble-notice, :scope > .scumble-badge')) left.remove();
    root.className = before.className;
    if (before.className === '') root.removeAttribute('class');
    if (before.tabIndex === null) root.removeAttribute('tabindex');
    root.style.height = before.height;
    root.style.position = before.position;
    if (root.getAttribute('style') === '') root.removeAttribute('style');
  }
}
