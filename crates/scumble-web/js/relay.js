// @ts-check
/**
 * The applications of this package as the development server has them: what they offer, calls from there, and what
 * they leave when the page is loaded again. In development builds alone.
 *
 * The socket is the page's own script's (`__scumble_dev`), which is there only in a page the development server
 * serves. It does not know what a tool does.
 */
import { enter, mounted, setRelay } from './instance.js';

/** Set once the page's script is joined. */
let relay = null;

/** Every mounted application, in the order they were mounted. */
const applications = () => [...mounted.values()];

/** Calls of the server in flight: the runtime's number -> the server's. */
const running = new Map();
/** Questions to the client's person: the runtime's number of a call -> those that wait. */
const asked = new Map();

/** Join the page's socket, if there is one. Called by every instance; the first does it. */
export function begin() {
  const dev = globalThis.__scumble_dev;
  if (relay !== null || typeof dev?.join !== 'function') return;
  relay = new Relay(dev);
  setRelay(relay);
}

class Relay {
  constructor(dev) {
    this.dev = dev;
    /** Whether a server waits for what is offered. */
    this.wanted = false;
    this.asking = 0;
    this.telling = false;
    Object.assign(this, dev.join(this));
  }

  // -------------------------------------------------------- what the page's script asks

  /** A server is there: the agent part is fetched, whether or not the browser has tools of its own. */
  welcome() {
    this.wanted = true;
    for (const app of applications()) app.startAgent(null);
    if (this.asking > 0) this.say({ type: 'asking', asking: true });
    this.changed();
  }

  /** The server is gone, or this page's way to it: what it asked for is given up. */
  lost() {
    for (const call of [...running.values()]) call.controller.abort();
  }

  /** What all applications offer; null while one of them does not know yet. */
  catalogue() {
    const all = { tools: [], resources: [], templates: [], prompts: [] };
    for (const app of applications()) {
      const text = app.agent.live ? enter((entry) => entry.relayCatalogue(app.id)) : undefined;
      if (text === undefined) return null;
      const own = JSON.parse(text);
      const prefix = prefixOf(app);
      for (const tool of own.tools) all.tools.push({ ...tool, name: prefix + tool.name });
      for (const prompt of own.prompts) all.prompts.push({ ...prompt, name: prefix + prompt.name });
      for (const resource of own.resources) all.resources.push({ ...resource, uri: prefixed(prefix, resource.uri) });
      for (const template of own.templates) all.templates.push({ ...template, uriTemplate: prefixed(prefix, template.uriTemplate) });
    }
    // A page whose script has not mounted anything yet will.
    return applications().length === 0 ? null : all;
  }

  owns(message) {
    if (['call', 'read', 'prompt', 'complete'].includes(message.type)) return this.ownerOf(message) !== null;
    return [...running.values()].some((call) => call.id === message.id);
  }

  /** Whose a message is, and the message as that application has it: without its prefix. */
  ownerOf(message) {
    let found = null;
    for (const app of applications()) {
      const prefix = prefixOf(app);
      // The longest prefix that fits: that of the first application is empty.
      const own = unprefixed(prefix, message);
      if (own !== null && (found === null || prefix.length > found.prefix.length)) found = { app, prefix, own };
    }
    return found;
  }

  receive(message) {
    if (message.type === 'cancel') return this.cancel(message.id);
    if (message.type === 'asked') return this.answered(message);
    const owner = this.ownerOf(message);
    if (owner === null) return;
    const { app, prefix, own } = owner;
    const text = JSON.stringify(own);
    const name = message.tool ?? message.name ?? message.uri ?? message.of;
    const controller = new AbortController();
    let number = 0;
    const send = (entry, id) => {
      number = id;
      running.set(id, { id: message.id, controller });
      entry.relay(app.id, id, text);
    };
    app.run(name, controller.signal, send, message.type === 'read' || message.type === 'complete').then((answer) => {
      running.delete(number);
      asked.delete(number);
      // What was read is called as it was asked for.
      if (answer?.contents && prefix !== '') answer.contents.uri = message.uri;
      this.say({ type: 'answer', id: message.id, answer: answer?.isError === true ? { failed: answer.error } : answer });
    });
  }

  cancel(id) {
    for (const call of running.values()) if (call.id === id) call.controller.abort();
  }

  answered({ id, answer }) {
    for (const [number, call] of running) {
      if (call.id !== id) continue;
      asked.get(number)?.(JSON.stringify(answer));
      asked.delete(number);
    }
  }

  /** What each application leaves for itself after the page is loaded again, by name. */
  state() {
    const text = enter((entry) => entry.handover(), '{}');
    const states = JSON.parse(text ?? '{}');
    const left = {};
    for (const [index, app] of applications().entries()) if (states[app.id] !== undefined) left[`${app.name}#${index}`] = states[app.id];
    return left;
  }

  // -------------------------------------------------------- what the runtime says

  /** What an application left before the page was loaded again; null the second time. */
  takeState(app, index) {
    return this.dev.takeState(`${app.name}#${index}`);
  }

  /** What is offered is another, or known at last. One word for all that changes at once. */
  changed() {
    if (this.telling) return;
    this.telling = true;
    queueMicrotask(() => {
      this.telling = false;
      this.offer();
    });
  }

  /** A person is being asked (1), or no longer (-1). */
  askingMore(more) {
    this.asking += more;
    this.say({ type: 'asking', asking: this.asking > 0 });
  }

  /** Part of what was left did not fit any more. */
  reset(sentence) {
    this.say({ type: 'reset', sentences: [sentence] });
  }
}

/** How far the runtime's call `number` has come; `total` is NaN where that is not known. */
export function progress(number, at, total, message) {
  const call = running.get(number);
  if (call !== undefined) relay?.say({ type: 'progress', id: call.id, progress: at, total: Number.isNaN(total) ? null : total, message });
}

/** Have the client ask its person; both ways JSON. */
export function ask(number, question) {
  const call = running.get(number);
  if (call === undefined || relay === null) return Promise.resolve('{"answer":"noWay","reason":"The client is gone."}');
  return new Promise((resolve) => {
    asked.set(number, resolve);
    relay.say({ type: 'ask', id: call.id, question: JSON.parse(question) });
  });
}

/** What the resource of `app` at `uri` holds changed. */
export function updated(app, uri) {
  const owner = mounted.get(app);
  if (relay?.dev.subscribed === true && owner !== undefined) relay.say({ type: 'updated', uri: prefixed(prefixOf(owner), uri) });
}

/** What there is to read or ask for changed, and no tool. */
export function changed() {
  relay?.changed();
}

/** What stands before everything a later application of a page offers; nothing before what the first one does. */
function prefixOf(app) {
  return app.tools?.prefix ?? '';
}

/** An address as it is offered: the prefix stands behind its scheme. */
function prefixed(prefix, uri) {
  return uri.replace('://', `://${prefix}`);
}

/** A message as the application of this prefix has it, or null if it is not that one's. */
function unprefixed(prefix, message) {
  const key = { call: 'tool', read: 'uri', prompt: 'name', complete: 'of' }[message.type];
  const whole = message[key];
  // In an address the name stands behind the scheme.
  const start = key === 'uri' || (key === 'of' && whole.includes('://')) ? whole.indexOf('://') + 3 : 0;
  return whole.startsWith(prefix, start) ? { ...message, [key]: whole.slice(0, start) + whole.slice(start + prefix.length) } : null;
}
