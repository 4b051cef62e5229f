// @ts-check
/** The open pages: which one answers, what it shows, and a way to choose another. */

import { el } from './dom.js';
import { call } from './link.js';

const list = el('ul', { class: 'pages', 'aria-label': 'Open pages' });
const none = el('p', { class: 'empty' });
const wrong = el('p', { class: 'wrong', role: 'alert' });

export function panel() {
  return el('div', {}, none, list, wrong);
}

/** These pages are open; `newest` is the newest build. */
export function show({ pages, fixed }, newest, url) {
  const focused = document.activeElement?.getAttribute('data-page');
  none.hidden = pages.length > 0;
  none.replaceChildren('No page is open. ', el('a', { href: url, target: '_blank', rel: 'noopener', text: 'Open the page' }), ', or start the server with --headless.');
  list.replaceChildren(...pages.map((page) => item(page, fixed, newest)));
  if (focused) list.querySelector(`[data-page="${CSS.escape(focused)}"]`)?.focus();
}

function item(page, fixed, newest) {
  const chips = [];
  if (page.answering) chips.push(['answers', fixed === page.id ? 'answers, fixed' : 'answers']);
  if (page.asking) chips.push(['asks', 'asks the person']);
  if (page.frozen) chips.push(['frozen', 'frozen']);
  else if (!page.visible) chips.push(['hidden', 'hidden']);
  if (newest && page.build !== newest) chips.push(['older', 'older build']);
  const use = (id) => async () => {
    wrong.textContent = '';
    const controller = new AbortController();
    try {
      const { error } = await call('tab_use', id === null ? {} : { id }, controller.signal, () => {});
      if (error) wrong.textContent = `${error.message} ${error.fix ?? ''}`;
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
    }
  };
  const free = fixed === page.id;
  return el(
    'li',
    { 'aria-current': page.answering ? 'true' : undefined },
    el('p', { class: 'title' }, el('strong', { text: page.title || 'Without a title' }), el('code', { text: page.id })),
    el('p', { class: 'url', text: page.url }),
    el('ul', { class: 'chips' }, ...chips.map(([kind, text]) => el('li', { class: kind, text })), page.build && el('li', { class: 'source', text: `build ${page.build.slice(0, 8)}` })),
    el('button', { type: 'button', 'data-page': page.id, onclick: use(free ? null : page.id), }, free ? 'Let it go' : 'Use this page', el('span', { class: 'unseen', text: ` ${page.id}` })),
  );
}
