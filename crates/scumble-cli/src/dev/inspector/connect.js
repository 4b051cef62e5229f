// @ts-check
/** How agents connect: the lines the terminal prints, each command ready to be copied. */

import { copier, el } from './dom.js';

const place = el('div', { class: 'connect' });

export const panel = () => place;

export function show({ name, mcp, url, lines }) {
  // What the terminal says beside its arrows is told here by name; what is left is to be run.
  const commands = lines.filter((line) => line !== '' && !line.startsWith('➜'));
  const shown = [
    el('dl', { class: 'facts wide' }, ...fact('Agents', mcp, true), ...fact('Known as', name), ...fact('Page', url)),
    commands.length > 0 && el('h3', { text: 'Add it to an agent' }),
    el('ul', { class: 'commands' }, ...commands.map((command) => el('li', {}, el('pre', { tabindex: '0', role: 'group', 'aria-label': command.split(' ')[0], text: command }), copier(command)))),
  ];
  place.replaceChildren(...shown.filter(Boolean));
}

const fact = (name, value, copies) => [el('dt', { text: name }), el('dd', {}, el('code', { text: value }), copies ? copier(value) : null)];
