// @ts-check
/** What came of a call: the failure, the pictures, the value, and the text as a model reads it. */

import { copier, el, fresh, json, took } from './dom.js';

/** The longest text that is shown at once, in characters. */
const LONGEST = 50_000;

/**
 * An answer, as `/__scumble/call` gives it.
 *
 * @param {{ ms: number, error: any, result: any }} answer
 */
export function show({ ms, error, result }) {
  const content = result.content ?? [];
  const images = content.filter((block) => block.type === 'image');
  const audio = content.filter((block) => block.type === 'audio');
  // A failure's first blocks say what the box above them says.
  const rest = content.filter((block) => !['image', 'audio'].includes(block.type)).slice(error ? 2 : 0);
  const views = [];
  if (result.structuredContent !== undefined) views.push(['Value', () => json(result.structuredContent)]);
  if (rest.length > 0) views.push(['Text', () => el('div', { class: 'texts' }, ...rest.map(block))]);
  views.push(['Message', () => json(shortened(result))]);
  // The box says all of a failure that is nothing but one.
  const more = error && views.length === 1 ? el('details', {}, el('summary', { text: 'Message' }), views[0][1]()) : switcher(views);
  return el(
    'section',
    { class: `answer ${error ? 'failed' : 'good'}`, 'aria-label': 'Answer' },
    el('p', { class: 'verdict' }, el('strong', { text: error ? error.code : 'ok' }), el('span', { text: took(ms) })),
    error && failure(error),
    ...images.map(picture),
    ...audio.map((one) => el('audio', { controls: true, src: `data:${one.mimeType};base64,${one.data}` })),
    more,
  );
}

/** A call that did not come to an answer. */
export function broken(sentence) {
  return el('section', { class: 'answer failed', 'aria-label': 'Answer' }, el('p', { class: 'verdict' }, el('strong', { text: 'No answer' })), el('p', { class: 'message', text: sentence }));
}

function failure({ message, fix, docs }) {
  return el('div', { class: 'failure' }, el('p', { class: 'message', text: message }), fix && el('p', { class: 'fix', text: fix }), docs && el('p', { class: 'docs', text: docs }));
}

function picture({ mimeType, data }) {
  const image = el('img', { alt: 'The image of the answer', src: `data:${mimeType};base64,${data}` });
  const caption = el('figcaption', { text: mimeType });
  image.addEventListener('load', () => (caption.textContent = `${image.naturalWidth} × ${image.naturalHeight} · ${mimeType}`));
  return el('figure', {}, image, caption);
}

function block(one) {
  if (one.type === 'text') {
    const text = one.text.length > LONGEST ? `${one.text.slice(0, LONGEST)}… (${one.text.length} characters)` : one.text;
    return el('pre', { class: 'text', tabindex: '0', role: 'group', 'aria-label': 'Text', text });
  }
  return json(one);
}

/** The message without what is drawn above it. */
function shortened(result) {
  const content = (result.content ?? []).map((one) => (one.data === undefined ? one : { ...one, data: `${one.data.length} characters of base64` }));
  return { ...result, content };
}

/** One view at a time; the first at first. */
function switcher(views) {
  const name = fresh('view');
  const slot = el('div', { class: 'view' });
  const choices = views.map(([title, make], index) => {
    const input = el('input', { type: 'radio', name, checked: index === 0, onchange: () => slot.replaceChildren(make()) });
    return el('label', {}, input, el('span', { text: title }));
  });
  slot.replaceChildren(views[0][1]());
  const copy = copier(() => slot.textContent ?? '');
  return el('div', { class: 'views-of' }, el('div', { class: 'row' }, el('div', { class: 'segments', role: 'radiogroup', 'aria-label': 'Show the answer as' }, ...choices), copy), slot);
}
