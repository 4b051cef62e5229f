// @ts-check
/** The list of tools: in groups as the surface orders them, filtered by what is typed, walked by keys. */

import { byId, el } from './dom.js';

const GROUPS = { page: 'Page', screen: 'Screen', look: 'Look', library: 'Library', build: 'Builds and pages' };

const list = byId('tools');
const filter = byId('filter');

let tools = [];
let opened = '';
let choose = (_name) => {};

/** `chosen` is told which tool is wanted. */
export function begin(chosen) {
  choose = chosen;
  filter.addEventListener('input', draw);
  filter.addEventListener('keydown', (event) => {
    const buttons = shown();
    if (event.key === 'Enter' && buttons.length > 0) buttons[0].click();
    else if (event.key === 'ArrowDown') buttons[0]?.focus();
    else if (event.key === 'ArrowUp') buttons.at(-1)?.focus();
    else if (event.key === 'Escape' && filter.value !== '') {
      filter.value = '';
      draw();
    } else return;
    event.preventDefault();
  });
  list.addEventListener('keydown', walk);
  document.addEventListener('keydown', (event) => {
    const types = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== '/' || types || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    document.body.dataset.view = 'tools';
    document.body.classList.remove('opened');
    document.dispatchEvent(new Event('viewed'));
    filter.focus();
    filter.select();
  });
}

/** There are these tools. */
export function show(listed) {
  tools = listed;
  draw();
}

/** This one is open. */
export function mark(name) {
  opened = name;
  for (const button of shown()) {
    if (button.dataset.tool === name) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
  rove();
}

const shown = () => /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll('button[data-tool]')]);

/** One stop for Tab: the open tool, else the first. */
function rove(to) {
  const buttons = shown();
  const stop = to ?? buttons.find((button) => button.dataset.tool === opened) ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

function walk(event) {
  const buttons = shown();
  const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  if (to < 0) {
    filter.focus();
    return;
  }
  const next = buttons[Math.min(to, buttons.length - 1)];
  rove(next);
  next.focus();
}

function draw() {
  const words = filter.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const fits = (tool) => {
    const text = `${tool.name} ${tool.title} ${tool.source} ${tool.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  // By name before by what else is said of it.
  const named = (tool) => words.length > 0 && words.every((word) => tool.name.toLowerCase().includes(word));
  const focused = document.activeElement?.closest?.('button[data-tool]')?.getAttribute('data-tool');
  const found = tools.filter(fits);
  const sections = [];
  for (const [group, title] of Object.entries(GROUPS)) {
    const own = found.filter((tool) => tool.group === group);
    own.sort((one, other) => Number(named(other)) - Number(named(one)));
    if (own.length === 0) continue;
    sections.push({ best: own.some(named), element: el('section', { 'aria-label': title }, el('h3', { text: title }), el('ul', {}, ...own.map(item))) });
  }
  sections.sort((one, other) => Number(other.best) - Number(one.best));
  list.replaceChildren(...sections.map((section) => section.element));
  if (found.length === 0) {
    const why = tools.length === 0 ? 'No tools yet.' : 'No tool has these words.';
    list.append(el('p', { class: 'empty', text: why }));
  }
  mark(opened);
  if (focused) shown().find((button) => button.dataset.tool === focused)?.focus();
}

function item(tool) {
  const hint = tool.annotations.readOnly ? 'read' : tool.annotations.destructive ? 'destructive' : '';
  const name = el('span', { class: 'name', text: tool.name });
  const button = el('button', { type: 'button', 'data-tool': tool.name, title: tool.title, onclick: () => choose(tool.name) }, name);
  if (hint !== '') button.append(el('span', { class: `hint ${hint}`, text: hint }));
  return el('li', {}, button);
}
