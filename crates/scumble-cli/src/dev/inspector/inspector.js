// @ts-check
/** The page put together: what the server tells goes to the parts that show it; which view and which tool is open. */

import * as activity from './activity.js';
import * as build from './build.js';
import * as connect from './connect.js';
import { byId, el } from './dom.js';
import { follow, lacksToken, setToken } from './link.js';
import * as pages from './pages.js';
import * as tool from './tool.js';
import * as tools from './tools.js';

const state = { tools: [], pages: { pages: [], fixed: null }, build: { running: true, block: null, problems: [] }, about: { url: '/' } };

// ------------------------------------------------------------ views

/** On a wide screen the tools stand beside the others, and are no view of their own. */
const VIEWS = { tools: 'Tools', activity: 'Activity', pages: 'Pages', build: 'Build', connect: 'Connect' };
const panels = { activity: activity.panel(openNamed), pages: pages.panel(), build: build.panel(), connect: connect.panel() };
const wide = matchMedia('(min-width: 1200px)');
const tabs = {};
const counts = {};

for (const [view, title] of Object.entries(VIEWS)) {
  counts[view] = el('span', { class: 'count' });
  tabs[view] = el('button', { type: 'button', role: 'tab', id: `tab-${view}`, 'aria-controls': view === 'tools' ? 'tool' : `panel-${view}`, onclick: () => look(view) }, el('span', { text: title }), counts[view]);
  byId('views').append(tabs[view]);
  if (view === 'tools') continue;
  const panel = el('div', { role: 'tabpanel', id: `panel-${view}`, 'aria-labelledby': `tab-${view}`, tabindex: '0', class: 'panel' }, el('h2', { class: 'unseen', text: title }), panels[view]);
  byId('side').append(panel);
}
byId('views').addEventListener('keydown', (event) => {
  const shown = Object.values(tabs).filter((tab) => !tab.hidden);
  const at = shown.indexOf(document.activeElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  const next = shown[(to + shown.length) % shown.length];
  next.focus();
  next.click();
});

function look(view) {
  document.body.dataset.view = view;
  if (view === 'tools') document.body.classList.remove('opened');
  views();
}

function views() {
  tabs.tools.hidden = wide.matches;
  const asked = document.body.dataset.view;
  const view = wide.matches && asked === 'tools' ? 'activity' : asked;
  for (const name of Object.keys(VIEWS)) {
    tabs[name].setAttribute('aria-selected', String(name === view));
    tabs[name].tabIndex = name === view ? 0 : -1;
    if (name !== 'tools') byId(`panel-${name}`).hidden = name !== view;
  }
}
wide.addEventListener('change', views);
document.addEventListener('viewed', views);

// ------------------------------------------------------------ tools

function openNamed(name) {
  const found = state.tools.find((one) => one.name === name);
  if (found === undefined) return;
  if (!wide.matches) document.body.dataset.view = 'tools';
  document.body.classList.add('opened');
  views();
  history.replaceState(null, '', `#${name}`);
  tools.mark(name);
  tool.open(found);
}

tools.begin(openNamed);
tool.begin(() => {
  document.body.classList.remove('opened');
  /** @type {HTMLElement | null} */ (document.querySelector('#tools [aria-current]') ?? byId('filter')).focus();
});
addEventListener('hashchange', () => openNamed(location.hash.slice(1)));

// ------------------------------------------------------------ what the server tells

const link = byId('link');

function said(kind, text) {
  if (link.dataset.state === kind && link.textContent === text) return;
  link.dataset.state = kind;
  link.textContent = text;
}

let live = false;
function verdict() {
  const { state: kind, text } = build.verdict(state.build);
  if (live) said(kind, text);
}

const hear = {
  about(message) {
    state.about = message;
    byId('page').href = message.url;
    connect.show(message);
  },
  tools(message) {
    state.tools = message.tools;
    counts.tools.textContent = String(message.tools.length);
    tools.show(message.tools);
    tool.refresh(message.tools);
    const named = location.hash.slice(1);
    if (named !== '' && document.querySelector('#tool article') === null) openNamed(named);
  },
  pages(message) {
    state.pages = message;
    counts.pages.textContent = String(message.pages.length);
    pages.show(message, state.build.block?.summary.id, state.about.url);
    tool.asking(message.pages.some((page) => page.asking));
  },
  build(message) {
    state.build = message;
    const { failed = 0 } = message.block?.summary ?? {};
    counts.build.textContent = failed + message.problems.length > 0 ? String(failed + message.problems.length) : '';
    counts.build.classList.toggle('bad', failed + message.problems.length > 0);
    build.show(message);
    pages.show(state.pages, message.block?.summary.id, state.about.url);
    verdict();
  },
  activity(message) {
    counts.activity.textContent = String(activity.add(message));
  },
};

function followed(now, why) {
  live = now === 'live';
  if (now === 'lost') said('lost', 'The server is gone; waiting for it');
  if (now === 'refused') {
    said('lost', why.status === 401 ? 'The server needs its token' : 'The server refused this page');
    refused(why);
  }
}

const run = follow((message) => hear[message.type]?.(message), followed);

/** The server wants a token, or does not know this page. */
function refused(why) {
  if (why.status !== 401) {
    byId('tool').replaceChildren(el('div', { class: 'gate' }, el('p', { class: 'message', text: why.message }), el('button', { type: 'button', class: 'primary', text: 'Load it again', onclick: () => location.reload() })));
    return;
  }
  gate(why.message);
}

function gate(sentence) {
  const input = el('input', { id: 'token', type: 'password', autocomplete: 'off', required: true });
  const form = el('form', { class: 'gate' }, el('h2', { text: 'Token' }), el('p', { class: 'message', text: sentence }), el('label', { for: 'token', text: 'Token' }), input, el('p', { class: 'note', text: 'It is kept until this page is closed, and nowhere else.' }), el('button', { class: 'primary', text: 'Go on' }));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    setToken(input.value);
    tool.clear();
    void run();
  });
  document.body.dataset.view = 'tools';
  document.body.classList.add('opened');
  views();
  byId('tool').replaceChildren(form);
  input.focus();
}

views();
if (lacksToken()) {
  said('lost', 'The server needs its token');
  gate('This server needs its token. The terminal it was started in says it.');
} else {
  void run();
}
