// @ts-check
/** The activity log as it is written, the newest line first. */

import { el, size, took } from './dom.js';

/** As many as the server keeps. */
const MOST = 500;

const list = el('ol', { class: 'activity', 'aria-label': 'Calls, newest first' });
const none = el('p', { class: 'empty', text: 'Nothing was called yet. What agents do, and what is tried here, stands here line by line.' });

/** The panel. `chosen` is told which tool is wanted. */
export function panel(chosen) {
  open = chosen;
  return el('div', {}, none, list);
}

let open = (_tool) => {};

/** Lines were written, the last of them the newest; all there are, if it begins anew. */
export function add({ lines, begins }) {
  if (begins) list.replaceChildren();
  for (const line of lines) list.prepend(item(line));
  while (list.childElementCount > MOST) list.lastElementChild?.remove();
  none.hidden = list.childElementCount > 0;
  return list.childElementCount;
}

function item(line) {
  const { caller } = line;
  const when = new Date(line.atMs);
  const failed = line.outcome !== 'ok' && line.outcome !== 'running';
  const who = caller.client?.name || { mcp: 'An agent over MCP', webmcp: 'An agent in the browser', native: 'An agent' }[caller.door];
  const is = caller.door === 'native' && caller.session === 'inspector';
  const facts = [size(line.argumentBytes)];
  if (line.revisionAfter !== undefined) facts.push(line.revisionBefore === line.revisionAfter ? `revision ${line.revisionAfter}` : `revision ${line.revisionBefore} → ${line.revisionAfter}`);
  if (line.tab) facts.push(line.tab);
  const version = caller.client?.version ? ` ${caller.client.version}` : '';
  return el(
    'li',
    { class: failed ? 'failed' : line.outcome },
    el('div', { class: 'what' }, el('button', { type: 'button', class: 'link', text: line.tool, onclick: () => open(line.tool) }), el('span', { class: 'outcome', text: line.outcome }), el('span', { class: 'ms', text: took(line.ms) })),
    el(
      'div',
      { class: 'who' },
      el('time', { datetime: when.toISOString(), text: when.toLocaleTimeString([], { hour12: false }) }),
      el('span', { class: `caller c${is ? 'i' : caller.number % 5}`, title: `${who}${version} by ${caller.door}`, text: is ? who : `${who}${version} #${caller.number}` }),
      el('span', { class: 'rest', text: facts.join(' · ') }),
    ),
  );
}
