// @ts-check
/** Elements, and nothing of what they are for. Text is always text: nothing here reads markup. */

/**
 * An element. `class` and `text` are what they say, `on…` listens, `false` and `undefined` leave an attribute out.
 *
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === 'text') element.textContent = value;
    else if (name === 'class') element.className = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

let count = 0;

/** An id no other element has. */
export const fresh = (name) => `${name}-${++count}`;

/** The element with an id; it is there. */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** What is read by eyes: JSON, each kind of value in its own colour. */
export function json(value) {
  const pre = el('pre', { class: 'json', tabindex: '0', role: 'group', 'aria-label': 'JSON' });
  const text = JSON.stringify(value, null, 2) ?? 'undefined';
  // Past this, a colour for each word costs more than it tells.
  if (text.length > 100_000) {
    pre.textContent = text;
    return pre;
  }
  let at = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g)) {
    pre.append(text.slice(at, token.index));
    const kind = token[1] !== undefined ? 'key' : token[0].startsWith('"') ? 'string' : /\d/.test(token[0]) ? 'number' : 'word';
    const word = kind === 'key' ? token[0].slice(0, -token[1].length) : token[0];
    pre.append(el('span', { class: kind, text: word }), token[1] ?? '');
    at = token.index + token[0].length;
  }
  pre.append(text.slice(at));
  return pre;
}

/** A button that copies a text; nothing where the browser does not let a page. */
export function copier(text, label = 'Copy') {
  if (navigator.clipboard === undefined) return null;
  const button = el('button', { type: 'button', class: 'quiet copy', text: label });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(typeof text === 'function' ? text() : text).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Not allowed'),
    );
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}

/** `12 B`, `3.4 kB`. */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `0.8 ms`, `12 ms`, `3.2 s`. */
export function took(ms) {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
