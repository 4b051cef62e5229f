// @ts-check
/**
 * An application as a page holds it: made by `createApp`, mounted in an element, with its tools, its badge and its way
 * of asking the person. All of it outlives a WebAssembly instance; `start` and `pause` are what an instance's life does
 * to it. It does not know what it draws, which tools there are or what they answer.
 */
import { Badge } from './badge.js';
import { Consent } from './consent.js';
import { CODES, failure } from './failure.js';
import { releaseWorker } from './frames.js';
import { REVIVE, attempt, calls, enter, entryOf, isDev, isInside, live, mounted, questions, relay, settle, whyDown } from './instance.js';
import { showNotice } from './notice.js';
import { View } from './view.js';
import { Tools, findModelContext } from './webmcp.js';

let nextApp = 1;
let nextCall = 1;

/** What JavaScript holds of one application, mounted or not. */
class Application {
  constructor(options, crateName) {
    this.id = nextApp++;
    this.options = options;
    this.name = options.name ?? crateName;
    /** What the application calls itself, once it has been mounted. */
    this.title = this.name;
    this.view = null;
    this.consent = new Consent(options.confirm);
    this.badge = null;
    this.tools = null;
    this.context = undefined;
    this.session = '';
    /** The refs of an earlier page or instance, while no agent part has taken them. */
    this.refs = null;
    this.resetAgent();
  }

  /** Nobody has asked for this application's agent part yet, in this instance. */
  resetAgent() {
    const before = this.agent;
    const agent = (this.agent = { live: false, asked: false });
    agent.promise = new Promise((resolve, reject) => Object.assign(agent, { resolve, reject }));
    // Whoever waits for the tools waits for those of the next instance.
    if (before !== undefined) agent.promise.then(before.resolve, before.reject);
  }

  mount(target) {
    if (this.view !== null) throw new Error(`${this.name} is mounted already. Make another application with createApp() to show it twice.`);
    const down = whyDown();
    if (down !== null) throw new Error(`${this.name} cannot be mounted: the application panicked (${down.message}) and is not running any more. Load the page again.`);
    const element = findTarget(target);
    this.view = new View(element, this.id, enter);
    mounted.set(this.id, this);
    const { sentence, cause } = attempt(() => this.start(relay?.takeState(this, mounted.size - 1) ?? null));
    if (cause !== null) {
      // An application that cannot begin is not begun again; the others of this instance are.
      const where = cause.place === '' ? '' : ` at ${cause.place}`;
      this.remove();
      settle();
      throw new Error(`${this.name} could not start: it panicked${where}: ${cause.message}`);
    }
    if (sentence !== null) {
      this.remove();
      enter((entry) => entry.unmount(this.id));
      throw new Error(sentence);
    }
  }

  /** Mount in the live instance, with the values of an earlier one if there are any. */
  start(state) {
    const view = /** @type {View} */ (this.view);
    const left = state === null ? undefined : JSON.stringify(state);
    this.title = live().mount(this.id, view.canvas, this.options, view.measure(), left) || this.name;
    view.mirror.entitle(this.title);
    view.begin();
    this.startAgent(state);
  }

  /** Have the agent part fetched, if the page has tools to register or the development server asks for them. */
  startAgent(state) {
    if (this.agent.asked) return;
    const webmcp = this.options.webmcp ?? isDev();
    const offered = webmcp !== false && webmcp !== null;
    if (offered) this.context ??= findModelContext();
    const context = offered ? (this.context ?? null) : null;
    if (context === null && relay?.wanted !== true) {
      this.refs = state?.refs ?? null;
      return this.agent.resolve();
    }
    this.agent.asked = true;
    const options = webmcp === true || !offered ? {} : webmcp;
    if (this.tools === null) {
      this.tools = new Tools(context, this.name, options, (name, input, signal) => this.call(name, input, signal));
      this.session = `page-${Date.now().toString(36)}-${this.id}`;
      if (options.confirm !== undefined) this.consent.way = options.confirm;
      if (options.badge !== false) this.badge = new Badge(/** @type {View} */ (this.view).root);
    }
    live().startAgent(this.id, this.tools.prefix, this.session, isDev(), workerAvailable(), state?.refs ?? this.refs ?? undefined);
  }

  /** The instance's catalogue: what the page offers from now on. The person sees the application first. */
  catalogue(list) {
    const { agent, tools, view } = this;
    if (tools === null || view === null) return;
    agent.live = true;
    relay?.changed();
    view.shown.then(() => (this.tools === tools ? tools.update(list) : undefined)).then(agent.resolve);
  }

  /** The agent part cannot serve this application: it stops, as it would for an option that makes no sense. */
  agentFailed(sentence) {
    console.error(`[scumble] ${sentence}`);
    this.view?.end();
    if (this.view !== null) showNotice(this.view.root, `${this.title} cannot start`, sentence, '');
    this.tools?.removeAll();
    this.agent.reject(new Error(sentence));
    // The task that says so is one of those that end with the application: let it return first.
    queueMicrotask(() => enter((entry) => entry.unmount(this.id)));
  }

  /** Run a tool for an agent of the browser. Always resolves. */
  call(tool, input, signal) {
    let text;
    try {
      text = JSON.stringify(typeof input === 'string' ? JSON.parse(input || '{}') : (input ?? {}));
    } catch {
      return Promise.resolve(failure(CODES.input, 'input must be an object that JSON can carry.', 'Send the arguments as a plain object.'));
    }
    return this.run(tool, signal, (entry, id) => entry.call(this.id, id, tool, text));
  }

  /** Run what `send` begins in the instance, once its agent part is there. Always resolves. */
  run(tool, signal, send, quiet = false) {
    return new Promise((resolve) => {
      const id = nextCall++;
      const done = quiet ? undefined : this.badge?.begin(tool);
      const onAbort = () => {
        enter((entry) => entry.cancel(id));
        call.finish(failure(CODES.cancelled, `${tool} was cancelled.`, undefined));
      };
      const call = {
        finish: (answer) => {
          if (!calls.delete(id)) return;
          signal?.removeEventListener('abort', onAbort);
          done?.();
          resolve(answer);
        },
        app: this,
      };
      calls.set(id, call);
      if (signal?.aborted) return onAbort();
      const begin = () => {
        if (calls.has(id)) enter((entry) => send(entry, id));
      };
      if (this.agent.live) begin();
      else this.agent.promise.then(begin, (error) => call.finish(failure(CODES.gone, error.message, undefined)));
      // Most calls have their answer by now.
      if (!calls.has(id)) return;
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** The instance ended: nothing of the page may enter it any more. */
  pause() {
    this.view?.end();
    this.resetAgent();
  }

  fall(message, why) {
    this.tools?.removeAll();
    this.badge?.remove();
    this.view?.end();
    if (this.view !== null) showNotice(this.view.root, `${this.title} has stopped`, message, why);
    this.agent.reject(new Error(message));
  }

  dispose() {
    if (this.view === null) return;
    if (isInside()) {
      // From inside a call into the instance (a `confirm` function, say): once that has returned.
      queueMicrotask(() => this.dispose());
      return;
    }
    for (const call of [...calls.values()]) {
      if (call.app === this) call.finish(failure(CODES.gone, `${this.name} was removed from the page.`, undefined));
    }
    this.remove();
    enter((entry) => entry.unmount(this.id));
    if (mounted.size === 0) releaseWorker();
  }

  remove() {
    this.tools?.removeAll();
    this.tools?.release();
    this.tools = null;
    relay?.changed();
    this.badge?.remove();
    this.badge = null;
    for (const question of [...questions.values()]) if (question.app === this) question.withdraw('The application was removed from the page.');
    this.view?.remove();
    this.view = null;
    mounted.delete(this.id);
    this.resetAgent();
  }
}

function findTarget(target) {
  if (typeof target === 'string') {
    let element = null;
    try {
      element = document.querySelector(target);
    } catch {
      throw new Error(`mount("${target}"): that is not a selector. Use one such as "#app", or give the element itself.`);
    }
    if (element === null) throw new Error(`mount("${target}"): nothing on the page matches that selector. Is the element there before the script runs?`);
    return element;
  }
  if (target instanceof HTMLElement) return target;
  throw new Error(`mount() needs an element or a selector, not ${target === null ? 'null' : typeof target}.`);
}

function workerAvailable() {
  return entryOf()?.workerUrl != null && typeof Worker === 'function';
}

/** The object `createApp` gives a page. */
class App {
  /** @type {Application} */ #inner;
  constructor(inner) {
    this.#inner = inner;
  }
  /** Show the application in an element, or in the first that a selector matches. */
  mount(target) {
    this.#inner.mount(target);
    return this;
  }
  /** Take it off the page, with every tool it registered. It may be mounted again. */
  dispose() {
    this.#inner.dispose();
  }
  /** Resolves once the tools are registered (at once when there are none to register); rejects with the sentence when they cannot be. */
  get ready() {
    return this.#inner.agent.promise;
  }
}

/** The object `createSyncApp` gives a page: the same, as a builder. */
class SyncApp extends App {
  #options;
  constructor(inner) {
    super(inner);
    this.#options = inner.options;
  }
  /** Offer the application to agents in the page; takes what `webmcp` of `createApp` takes. */
  useWebMcp(options = true) {
    enter((entry) => entry.checkWebMcp(options));
    this.#options.webmcp = options;
    return this;
  }
  /** Mount at once. */
  mountSync(target) {
    return this.mount(target);
  }
}

/** Make an application, not mounted yet, of options that were checked. `crateName` names it where they do not. */
export function createApp(options, crateName, sync) {
  if (options === REVIVE) return undefined;
  const inner = new Application({ ...options }, crateName);
  return sync ? new SyncApp(inner) : new App(inner);
}
