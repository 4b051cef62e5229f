// @ts-check
/** One tool: what it is, its arguments as a form or as JSON, the call, and the answer. A tool keeps what was filled in. */

import { broken, show as answered } from './answer.js';
import { ask } from './ask.js';
import { byId, el, fresh, json, took } from './dom.js';
import { Unreadable, object } from './form.js';
import { Refused, answer, call } from './link.js';

const place = byId('tool');

/** What was opened, by name. */
const panels = new Map();
let current = null;
/** Whether a page asks the person something. */
let pageAsks = false;

/** Ends a look at a tool on a narrow screen; set by whoever has the list. */
let goBack = () => {};

export function begin(back) {
  goBack = back;
  clear();
  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]') || current === null) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      current.call();
    } else if (event.key === 'Escape' && current.running !== null && !(event.target instanceof Element && event.target.matches('#filter'))) {
      current.cancel();
    }
  });
}

/** No tool is open. */
export function clear() {
  current = null;
  place.replaceChildren(el('p', { class: 'empty', text: 'Choose a tool. Press / to find one by name.' }));
}

/** Opens a tool; what it is called with comes first. */
export function open(tool, { focus = true } = {}) {
  const known = panels.get(tool.name);
  const panel = known?.made === JSON.stringify(tool) ? known : new Panel(tool, known);
  panels.set(tool.name, panel);
  current = panel;
  place.replaceChildren(panel.element);
  place.scrollTop = 0;
  if (focus) panel.focus();
}

/** The open tool is offered no more, or otherwise. */
export function refresh(tools) {
  if (current === null) return;
  const now = tools.find((tool) => tool.name === current.tool.name);
  current.gone(now === undefined);
  if (now !== undefined && JSON.stringify(now) !== current.made && current.running === null) open(now, { focus: false });
}

/** Whether a page asks the person. */
export function asking(asks) {
  pageAsks = asks;
  for (const panel of panels.values()) panel.say();
}

class Panel {
  constructor(tool, before) {
    this.tool = tool;
    this.made = JSON.stringify(tool);
    /** @type {AbortController | null} */
    this.running = null;
    this.note = '';
    this.mode = before?.mode ?? 'form';
    this.form = object(tool.inputSchema);
    this.text = el('textarea', { class: 'code', rows: 6, spellcheck: 'false', autocomplete: 'off', 'aria-label': 'Arguments as JSON' });
    this.text.value = before?.text.value ?? '{}';
    this.wrong = el('p', { class: 'wrong', role: 'alert' });
    this.status = el('p', { class: 'status', role: 'status' });
    this.go = el('button', { type: 'button', class: 'primary', 'aria-keyshortcuts': 'Control+Enter', onclick: () => this.call() }, 'Call', el('kbd', { 'aria-hidden': 'true', text: 'Ctrl ↵' }));
    this.stop = el('button', { type: 'button', hidden: true, 'aria-keyshortcuts': 'Escape', onclick: () => this.cancel() }, 'Cancel', el('kbd', { 'aria-hidden': 'true', text: 'Esc' }));
    this.slot = el('div', { class: 'slot' });
    if (before) {
      this.slot.replaceChildren(...before.slot.childNodes);
      try {
        this.form.write(before.form.read());
      } catch {
        // Half typed: it does not fit the new form either.
      }
    }
    this.fields = el('div', { class: 'given' });
    this.missing = el('p', { class: 'wrong', hidden: true, text: 'This tool is not offered any more.' });
    this.element = el('article', { 'aria-labelledby': 'tool-name' }, this.head(), this.missing, this.ways(), this.fields, this.wrong, el('div', { class: 'actions' }, this.go, this.stop, this.status), this.slot, this.schemas());
    this.draw();
  }

  head() {
    const { name, title, description, annotations, source } = this.tool;
    const hints = [annotations.readOnly ? 'read' : annotations.destructive ? 'destructive' : 'acts'];
    if (annotations.idempotent && !annotations.readOnly) hints.push('idempotent');
    if (annotations.untrusted) hints.push('untrusted content');
    if (annotations.debugging) hints.push('debugging');
    const chips = el('ul', { class: 'chips', 'aria-label': 'Hints' }, ...hints.map((hint) => el('li', { class: hint.split(' ')[0], text: hint })), source && el('li', { class: 'source', text: source }));
    const back = el('button', { type: 'button', class: 'quiet back', text: 'All tools', onclick: () => goBack() });
    return el('header', {}, back, el('h2', { id: 'tool-name', text: name }), title !== name && el('p', { class: 'title', text: title }), chips, el('p', { class: 'about', text: description }));
  }

  /** The choice between a form and JSON; none where there is nothing to fill in. */
  ways() {
    const name = fresh('mode');
    const way = (mode, title) => el('label', {}, el('input', { type: 'radio', name, checked: this.mode === mode, onchange: () => this.turn(mode) }), el('span', { text: title }));
    this.modes = el('div', { class: 'segments', role: 'radiogroup', 'aria-label': 'Give the arguments as' }, way('form', 'Form'), way('json', 'JSON'));
    return el('div', { class: 'row arguments' }, el('h3', { text: 'Arguments' }), this.modes);
  }

  schemas() {
    const schema = (title, of) => of && el('details', { class: 'schema' }, el('summary', { text: title }), json(of));
    return el('div', { class: 'schemas' }, schema('Input schema', this.tool.inputSchema), schema('Output schema', this.tool.outputSchema));
  }

  /** What is filled in goes along, as far as it can be read. */
  turn(mode) {
    this.wrong.textContent = '';
    try {
      if (mode === 'json') this.text.value = JSON.stringify(this.form.read(), null, 2);
      else this.form.write(this.given());
    } catch (error) {
      this.wrong.textContent = `${/** @type {Error} */ (error).message} It was not taken over.`;
    }
    this.mode = mode;
    this.draw();
  }

  draw() {
    if (this.mode === 'json') this.fields.replaceChildren(this.text);
    else this.fields.replaceChildren(this.form.isEmpty ? el('p', { class: 'empty', text: 'It takes none.' }) : this.form.element);
    this.say();
  }

  focus() {
    const first = this.mode === 'json' ? this.text : (this.form.element.querySelector('input, textarea, select') ?? this.go);
    first.focus({ preventScroll: true });
  }

  gone(is) {
    this.missing.hidden = !is;
  }

  /** The arguments as they stand. */
  given() {
    if (this.mode === 'form') return this.form.read();
    try {
      const value = this.text.value.trim() === '' ? {} : JSON.parse(this.text.value);
      if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Unreadable('The arguments are one JSON object.');
      return value;
    } catch (error) {
      throw error instanceof Unreadable ? error : new Unreadable(`The arguments are no JSON: ${/** @type {Error} */ (error).message}.`);
    }
  }

  async call() {
    if (this.running !== null) return;
    this.wrong.textContent = '';
    let given;
    try {
      given = this.given();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.wrong.textContent = error.message;
      return;
    }
    const controller = new AbortController();
    this.running = controller;
    this.note = '';
    this.slot.classList.add('old');
    this.say();
    let said = '';
    try {
      const got = await call(this.tool.name, given, controller.signal, (message) => this.hear(message, controller.signal));
      this.slot.replaceChildren(answered(got));
      this.reveal();
      said = got.error ? `Failed after ${took(got.ms)}` : `Answered in ${took(got.ms)}`;
    } catch (error) {
      const cancelled = controller.signal.aborted;
      const sentence = cancelled ? 'The call was cancelled.' : error instanceof Refused ? error.message : `${/** @type {Error} */ (error).message}`;
      this.slot.replaceChildren(broken(sentence));
      said = cancelled ? 'Cancelled' : 'No answer';
    }
    controller.abort();
    this.running = null;
    this.slot.classList.remove('old');
    this.note = said;
    this.say();
  }

  cancel() {
    this.running?.abort();
  }

  async hear(message, signal) {
    if (message.type === 'progress') {
      const of = message.total ? ` of ${message.total}` : '';
      this.note = message.message || `${message.progress}${of}`;
      this.say();
    } else if (message.type === 'ask') {
      const answers = await ask(message.asked, signal);
      if (answers !== null) await answer(message.question, answers).catch((error) => (this.wrong.textContent = error.message));
    }
  }

  /** The answer stands where it can be seen, without taking more of the arguments away than that needs. */
  reveal() {
    const [own, all] = [this.slot.getBoundingClientRect(), place.getBoundingClientRect()];
    if (own.top > all.bottom - Math.min(own.height, 200)) this.slot.scrollIntoView({ block: own.height > all.height ? 'start' : 'end' });
  }

  say() {
    const runs = this.running !== null;
    this.go.disabled = runs;
    // A hidden button loses focus to nowhere.
    if (!runs && document.activeElement === this.stop) this.go.focus();
    this.stop.hidden = !runs;
    const waits = pageAsks ? 'A page asks the person. Answer there.' : this.note || 'Runs';
    this.status.textContent = runs ? waits : this.note;
    this.status.classList.toggle('runs', runs);
  }
}
