// @ts-check
/** The newest build: its verdict, what failed where, what it was made of, and what went wrong in the pages since. */

import { el, took } from './dom.js';

const place = el('div', { class: 'build' });

export const panel = () => place;

/** The verdict in a few words, and how it is to be taken. */
export function verdict({ running, block }) {
  if (block === null || block === undefined) return { state: 'running', text: 'Building' };
  if (running) return { state: 'running', text: 'Building' };
  const { failed } = block.summary;
  return failed > 0 ? { state: 'failed', text: failed === 1 ? '1 object failed' : `${failed} objects failed` } : { state: 'good', text: 'Build good' };
}

export function show(build) {
  const { running, block, problems } = build;
  const { state } = verdict(build);
  if (!block) {
    place.replaceChildren(el('p', { class: 'empty', text: 'The first build runs.' }));
    return;
  }
  const { id, built, failed, skipped, timestamp } = block.summary;
  const lead = failed > 0 ? 'failed' : 'is good';
  const open = new Set([...place.querySelectorAll('details[open]')].map((details) => details.dataset.kind));
  const kinds = { Module: 'Files', Package: 'Package', Crate: 'Crates' };
  const parts = Object.entries(kinds).map(([type, title]) => {
    const own = block.objects.filter((object) => object.type === type && object.status === 'ok');
    if (own.length === 0) return null;
    const details = el('details', { 'data-kind': type }, el('summary', { text: `${title} (${own.length})` }), el('ul', { class: 'objects' }, ...own.map(object)));
    details.open = open.has(type);
    return details;
  });
  const shown = [
    el('p', { class: `lead ${state}` }, el('strong', { text: `Build ${id.slice(0, 8)} ${lead}.` }), running && el('span', { text: ' It is of older sources; another runs.' })),
    el('dl', { class: 'facts' }, ...fact('Ended', new Date(timestamp).toLocaleTimeString([], { hour12: false })), ...fact('Built', built), ...fact('Failed', failed), ...fact('Fresh', skipped)),
    ...block.objects.filter((one) => one.status === 'error').map(failing),
    problems.length > 0 && el('section', { 'aria-label': 'Problems' }, el('h3', { text: 'In the pages since' }), el('ul', { class: 'problems' }, ...problems.map(problem))),
    ...notes(block),
    ...parts,
  ];
  place.replaceChildren(...shown.filter(Boolean));
}

const fact = (name, value) => [el('dt', { text: name }), el('dd', { text: String(value) })];

function object({ name, elapsedMs }) {
  return el('li', {}, el('code', { text: name }), el('span', { text: typeof elapsedMs === 'number' ? took(elapsedMs) : '' }));
}

function failing({ type, name, diagnostics }) {
  const errors = diagnostics.filter((one) => one.level === 'error');
  return el('section', { class: 'failing', 'aria-label': name }, el('h3', {}, el('code', { text: name }), el('span', { text: type.toLowerCase() })), ...errors.map((one) => diagnostic(name, one)));
}

function diagnostic(name, { line, column, code, level, msg }) {
  const place = line ? `${name}:${line}${column ? `:${column}` : ''}` : name;
  return el('div', { class: `diagnostic ${level}` }, el('p', { class: 'place' }, el('code', { text: place }), code && el('span', { text: code })), el('pre', { tabindex: '0', role: 'group', 'aria-label': place, text: msg }));
}

/** What is said beside errors. */
function notes(block) {
  const said = block.objects.flatMap((one) => (one.diagnostics ?? []).filter((each) => each.level !== 'error').map((each) => [one.name, each]));
  if (said.length === 0) return [];
  return [el('details', { 'data-kind': 'notes' }, el('summary', { text: `Warnings and notes (${said.length})` }), ...said.map(([name, each]) => diagnostic(name, each)))];
}

function problem({ kind, message, tab, times }) {
  return el('li', {}, el('p', { class: 'place' }, el('strong', { text: kind }), el('span', { text: times > 1 ? `${tab} · ${times} times` : tab })), el('pre', { tabindex: '0', role: 'group', 'aria-label': `${kind} in ${tab}`, text: message }));
}
