// @ts-check
/**
 * The accessibility mirror: elements with ARIA over the canvas, seen by assistive technology and by nobody else.
 *
 * The instance computes what changes (src/mirror) and sends a list of steps; this applies them, keeps the page's focus
 * where the scene's is, and tells its own changes from a person's. It does not know roles or names.
 *
 * Steps, by first word: `new [id, tag]`, `attr [id, name, value | null]`, `text [id, text]`,
 * `box [id, x, y, width, height]` (CSS pixels from the parent's corner), `field [id, value, start, end]` (UTF-16),
 * `children [id, ids]` (0 is the mirror itself), `gone [id]`.
 */
import { adopt } from './style.js';

const CSS = `
.scumble-mirror { position: absolute; inset: 0; overflow: clip; opacity: 0; pointer-events: none; }
.scumble-mirror * { position: absolute; margin: 0; padding: 0; border: 0; background: none; box-sizing: border-box; overflow: clip; font: 14px/1.2 sans-serif; white-space: pre-wrap; resize: none; outline: none; pointer-events: none; }
`;

const LANDMARKS = 'main, nav, aside, [role=main], [role=region], [role=navigation], [role=complementary], section[aria-label], section[aria-labelledby]';

export class Mirror {
  /** @param {HTMLElement} host @param {any} enter @param {number} app */
  constructor(host, enter, app) {
    adopt(CSS);
    this.host = host;
    this.enter = enter;
    this.app = app;
    this.root = document.createElement('div');
    this.root.className = 'scumble-mirror';
    host.append(this.root);
    /** id -> { element, value, start, end } */
    this.nodes = new Map();
    /** element -> id */
    this.ids = new WeakMap();
    /** True while the mirror itself changes elements or focus, so that no event of that is taken for a person's. */
    this.quiet = false;
    /** Whether the page's focus is in this application. */
    this.inside = false;
    /** The element that holds the scene's focus; 0 for none. */
    this.focused = 0;
    this.composing = false;
    /** True while the scene is asked where Tab goes: if nowhere, the page's focus stays for the browser to move on. */
    this.leaving = false;
  }

  /** Name the application, and make it a landmark of its own where the page has not put it into one. */
  entitle(title) {
    if (this.host.closest(LANDMARKS) !== null) return;
    this.root.setAttribute('role', 'region');
    this.root.setAttribute('aria-label', title);
  }

  idOf(element) {
    return this.ids.get(element) ?? 0;
  }

  valueOf(id) {
    return this.nodes.get(id)?.value;
  }

  selectionOf(id) {
    const node = this.nodes.get(id);
    return node === undefined || node.value === undefined ? null : [node.start, node.end];
  }

  /** The field itself says what is selected in it. */
  noteSelection(id, start, end) {
    Object.assign(this.nodes.get(id) ?? {}, { start, end });
  }

  apply(steps) {
    const held = this.inside && this.root.contains(document.activeElement);
    this.silently(() => {
      for (const step of steps) this.step(step);
    });
    // An element that went took the page's focus with it: the application keeps it.
    if (held && !this.root.contains(document.activeElement)) this.place();
  }

  step([kind, id, a, b, c, d]) {
    const node = this.nodes.get(id);
    switch (kind) {
      case 'new': {
        const element = document.createElement(a);
        this.nodes.set(id, { element });
        this.ids.set(element, id);
        break;
      }
      case 'attr':
        if (b === null) node.element.removeAttribute(a);
        else node.element.setAttribute(a, b);
        break;
      case 'text':
        setText(node.element, a);
        break;
      case 'box': {
        const { style } = node.element;
        style.left = `${a}px`;
        style.top = `${b}px`;
        style.width = `${c}px`;
        style.height = `${d}px`;
        break;
      }
      case 'field':
        Object.assign(node, { value: a, start: b, end: c });
        this.restoreField(id);
        break;
      case 'children':
        arrange(id === 0 ? this.root : node.element, a.map((child) => this.nodes.get(child).element));
        break;
      case 'gone':
        node.element.remove();
        this.nodes.delete(id);
        break;
    }
  }

  /** Put the scene's text and selection into a field, unless an input method is at work in it. */
  restoreField(id) {
    const node = this.nodes.get(id);
    if (node?.value === undefined) return;
    const { element, value, start, end } = node;
    if (this.composing && document.activeElement === element) return;
    this.silently(() => {
      if (element.value !== value) element.value = value;
      const [from, to] = [Math.min(start, end), Math.max(start, end)];
      if (element.selectionStart !== from || element.selectionEnd !== to) {
        element.setSelectionRange(from, to, start <= end ? 'forward' : 'backward');
      }
    });
  }

  /** The scene's focus is now `id`'s. The page's follows, but is never taken from somewhere else on the page. */
  focus(id) {
    this.focused = id;
    if (id === 0 && this.leaving) return;
    const active = document.activeElement;
    if (this.inside || active === null || active === document.body || this.host.contains(active)) this.place();
  }

  /** A press on the canvas brings the page's focus here. */
  takeFocus() {
    if (!this.inside) {
      this.inside = true;
      this.enter((entry) => entry.pageFocus(this.app, true));
      this.place();
    }
  }

  place() {
    const target = this.nodes.get(this.focused)?.element ?? (this.inside ? this.host : null);
    if (target === null || target === document.activeElement) return;
    this.silently(() => target.focus({ preventScroll: true }));
    const before = this.inside;
    this.inside = this.host.contains(document.activeElement);
    // Told afterwards: this may have been called by the instance itself.
    if (this.inside && !before) queueMicrotask(() => this.enter((entry) => entry.pageFocus(this.app, true)));
    const field = this.nodes.get(this.focused);
    if (field?.value !== undefined) this.restoreField(this.focused);
  }

  silently(work) {
    const before = this.quiet;
    this.quiet = true;
    try {
      work();
    } finally {
      this.quiet = before;
    }
  }

  clear() {
    this.silently(() => this.root.replaceChildren());
    this.nodes.clear();
    this.focused = 0;
    this.composing = false;
  }

  remove() {
    this.clear();
    this.root.remove();
  }
}

/** Replace an element's own text and leave its child elements alone. */
function setText(element, text) {
  const first = element.firstChild;
  if (first?.nodeType === Node.TEXT_NODE) {
    if (text === '') first.remove();
    else first.data = text;
  } else if (text !== '') {
    element.prepend(text);
  }
}

/** Bring the children into order, moving none that stands right. */
function arrange(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const element of wanted) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
}
