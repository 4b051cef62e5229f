// @ts-check
/**
 * What of an application outlives a WebAssembly instance.
 *
 * A panic ends an instance, so everything a page holds on to lives here: the `App` objects that `createApp` gave out,
 * the promises of calls in flight, the registered tools and the questions a person is being asked. When an instance
 * ends, this module starts another, mounts every application again with its last settled values and answers what was
 * in flight. Every way into WebAssembly goes through `enter`, which is where an ending is noticed.
 *
 * It does not know what an application draws, which tools there are or what they answer: those are the instance's.
 *
 * Loaded in a worker too (by the frame worker), so nothing here touches the document while it loads.
 */
import { agentOptions, checkOptions } from './options.js';
import { View } from './view.js';
import { Tools, findModelContext } from './webmcp.js';
import { Consent } from './consent.js';
import { Badge } from './badge.js';
import { showNotice } from './notice.js';
import { drawInWorker, releaseWorker } from './frames.js';

/** An instance that panics again this soon after it was started again is left down. */
const RELAPSE_MS = 5000;

/** Given to the package's `createApp` to make a fresh instance register itself, without making an application. */
const REVIVE = Symbol.for('scumble.revive');

/** The stable codes of the failures that are made here, because no instance is left to make them. */
const CODES = { input: 'SC0102', panicked: 'SC0104', cancelled: 'SC0105', gone: 'SC0111' };

/** What the package's entry handed over: `{ glue, module, workerUrl, dev, build, reset }`, or null without an entry. */
let host = null;
/** The entry points of the live instance. */
let instance = null;
/** The live instance's stack pointer and where it began, to climb out of an overflow. */
let stack = null;
/** How many `enter`s are on the stack. */
let depth = 0;
/** What ended the instance, until it is recovered from: `{ message, place, state }`. */
let wreck = null;
/** Why nothing is running any more, once that is so. */
let down = null;
let lastEnd = -Infinity;
let timer = 0;
let timerAt = 0;
let running = false;
let nextApp = 1;
let nextCall = 1;

/** Every mounted application, by id. */
const mounted = new Map();
/** Every call in flight, by id. */
const calls = new Map();
/** Every question a person is being asked, by id. */
const questions = new Map();

// ---------------------------------------------------------------- the instance

/** Take what the package's entry knows and an instance cannot: how to make another instance, and where the worker is. */
export function attach(given) {
  host = given;
}

/** Whether the page was built for development. */
function isDev() {
  return host?.dev === true;
}

/** A fresh instance says how it is entered. */
export function register(entryPoints, exports) {
  instance = entryPoints;
  const pointer = exports?.__stack_pointer;
  stack = pointer instanceof WebAssembly.Global ? { pointer, top: pointer.value } : null;
}

/** Milliseconds on the page's clock. */
export function now() {
  return performance.now();
}

/**
 * Enter WebAssembly. Answers `otherwise` when no instance runs, or when it ended on the way.
 * @template T
 * @param {(entry: any) => T} work
 * @param {T} [otherwise]
 * @returns {T | undefined}
 */
export function enter(work, otherwise) {
  if (instance === null || down !== null) return otherwise;
  depth++;
  try {
    return work(instance);
  } catch (error) {
    if (!endsInstance(error)) throw error;
    noteEnd(error);
    // Frames of the dead instance are still on the stack: only the outermost entry may start another.
    if (depth > 1) throw error;
    return otherwise;
  } finally {
    depth--;
    if (depth === 0 && wreck !== null) recover();
  }
}

function endsInstance(error) {
  return wreck !== null || error instanceof WebAssembly.RuntimeError || isOverflow(error);
}

function isOverflow(error) {
  return (error instanceof RangeError && /call stack/i.test(error.message)) || /too much recursion/.test(String(error?.message));
}

/** A trap reached the page. A panic has told about itself by now; a stack overflow or another trap could not. */
function noteEnd(error) {
  if (wreck !== null) return;
  const overflow = isOverflow(error) || /out of bounds|stack/i.test(error.message);
  const message = overflow ? 'the stack overflowed (a function that calls itself without end?)' : error.message;
  wreck = { message, place: '', state: null };
  if (stack !== null) stack.pointer.value = stack.top;
  try {
    wreck.state = parse(instance.snapshot());
  } catch {
    // The values could not be read either: the application starts from its beginning.
  }
}

/** The panic hook: called before the trap. The values come in a call of their own, for reading them may fail as well. */
export function panicked(message, place) {
  if (wreck !== null) return;
  wreck = { message, place, state: null };
  if (typeof document === 'undefined') {
    // The frame worker has nothing to recover: it says what happened and is ended.
    globalThis.__scumble_last_panic = { message, place };
    return;
  }
  // A trap that no `enter` sees (a closure that the application gave to the browser itself) is recovered from all the same.
  queueMicrotask(() => {
    if (depth === 0 && wreck !== null) recover();
  });
}

/** The panic hook's second part: the last settled values of every application, as JSON. */
export function panicState(json) {
  if (wreck !== null) wreck.state = parse(json);
}

function recover() {
  const cause = /** @type {any} */ (wreck);
  wreck = null;
  const time = performance.now();
  const relapse = time - lastEnd < RELAPSE_MS;
  lastEnd = time;
  clearTimeout(timer);
  timer = 0;
  running = false;
  for (const question of [...questions.values()]) question.withdraw('The application stopped while a person was being asked.');
  const inFlight = [...calls.values()];
  for (const app of mounted.values()) app.pause();

  const where = cause.place === '' ? '' : ` at ${cause.place}`;
  console.error(`[scumble] The application panicked${where}: ${cause.message}`);
  if (relapse) {
    fall(cause, 'It panicked again right after it had been started again.');
  } else if (typeof host?.reset !== 'function') {
    fall(cause, 'This package has no entry that can start it again; build it with `scumble build`.');
  } else {
    try {
      revive(cause.state);
    } catch (error) {
      fall(cause, `It could not be started again: ${error?.message ?? error}`);
    }
  }
  const answer = failure(
    CODES.panicked,
    `The application panicked${where}: ${cause.message}`,
    down === null
      ? 'It runs again with the values from before this call. Do not send the same call again unchanged.'
      : 'It is not running any more; the page has to be loaded again.',
  );
  for (const call of inFlight) call.finish(answer);
}

/** Start another instance and mount every application in it. */
function revive(state) {
  instance = null;
  host.reset();
  host.glue.createApp(REVIVE);
  if (instance === null) throw new Error('the new instance did not register itself.');
  for (const app of mounted.values()) {
    depth++;
    try {
      app.start(state?.[app.id] ?? null);
    } finally {
      depth--;
    }
    if (wreck !== null) {
      const again = /** @type {any} */ (wreck);
      wreck = null;
      throw new Error(again.message);
    }
  }
}

/** Leave it down: the tools go, the error stands over what was last drawn. */
function fall(cause, why) {
  down = { message: cause.message, why };
  instance = null;
  const where = cause.place === '' ? '' : `${cause.place}: `;
  for (const app of mounted.values()) app.fall(`${where}${cause.message}`, why);
}

// ---------------------------------------------------------------- the executor's clockwork

/** A task was woken: run what is ready once the browser's own work is done. */
export function wake() {
  if (running) return;
  running = true;
  queueMicrotask(() => {
    running = false;
    enter((entry) => entry.run());
  });
}

/**
 * The earliest timer is due at `at` now, in milliseconds of the page's clock. A browser timer that comes sooner is left
 * to come: it finds nothing due and the instance asks again, which costs less than another timer with every call.
 */
export function setTimer(at) {
  if (timer !== 0 && timerAt <= at) return;
  clearTimeout(timer);
  timerAt = at;
  const fire = () => {
    timer = 0;
    enter((entry) => entry.timers());
  };
  timer = setTimeout(fire, Math.max(0, at - performance.now()));
}

// ---------------------------------------------------------------- an application

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
    this.number = this.id;
    this.resetAgent();
  }

  /** Nobody has asked for this application's agent part yet, in this instance. */
  resetAgent() {
    const before = this.agent;
    const agent = (this.agent = { live: false });
    agent.promise = new Promise((resolve, reject) => Object.assign(agent, { resolve, reject }));
    // Whoever waits for the tools waits for those of the next instance.
    if (before !== undefined) agent.promise.then(before.resolve, before.reject);
  }

  mount(target) {
    if (this.view !== null) throw new Error(`${this.name} is mounted already. Make another application with createApp() to show it twice.`);
    if (down !== null) throw new Error(`${this.name} cannot be mounted: the application panicked (${down.message}) and is not running any more. Load the page again.`);
    const element = findTarget(target);
    this.view = new View(element, this.id, this.options, enter);
    mounted.set(this.id, this);
    depth++;
    let sentence = null;
    try {
      this.start(null);
    } catch (error) {
      sentence = endsInstance(error) ? (noteEnd(error), null) : String(error?.message ?? error);
    } finally {
      depth--;
    }
    const cause = /** @type {any} */ (wreck);
    if (cause !== null || sentence !== null) {
      this.remove();
      if (cause !== null) {
        // An application that cannot begin is not begun again; the others of this instance are.
        const where = cause.place === '' ? '' : ` at ${cause.place}`;
        sentence = `${this.name} could not start: it panicked${where}: ${cause.message}`;
        if (depth === 0) recover();
      } else {
        enter((entry) => entry.unmount(this.id));
      }
      throw new Error(/** @type {string} */ (sentence));
    }
  }

  /** Mount in the live instance, with the values of an earlier one if there are any. */
  start(state) {
    const view = /** @type {View} */ (this.view);
    const surroundings = { ...view.measure(), name: this.options.name ?? null, state };
    this.title = instance.mount(this.id, JSON.stringify(surroundings)) || this.name;
    view.mirror.entitle(this.title);
    view.begin();
    this.startAgent(state);
  }

  startAgent(state) {
    const webmcp = this.options.webmcp ?? isDev();
    if (webmcp === false || webmcp === null) return this.agent.resolve();
    this.context ??= findModelContext();
    if (this.context === null) return this.agent.resolve();
    const options = webmcp === true ? {} : webmcp;
    if (this.tools === null) {
      this.tools = new Tools(this.context, this.name, options, (name, input, signal) => this.call(name, input, signal));
      this.session = `page-${Date.now().toString(36)}-${this.id}`;
      if (options.confirm !== undefined) this.consent.way = options.confirm;
      if (options.badge !== false) this.badge = new Badge(/** @type {View} */ (this.view).root);
    }
    const wanted = { ...agentOptions(options), prefix: this.tools.prefix, dev: isDev(), frames: workerAvailable(), refs: state?.refs ?? null };
    instance.startAgent(this.id, JSON.stringify(wanted));
  }

  /** The instance's catalogue: what the page offers from now on. */
  catalogue(tools) {
    if (this.tools === null) return;
    const { agent } = this;
    agent.live = true;
    this.tools.update(tools).then(agent.resolve);
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

  /** Run a tool for an agent. Always resolves. */
  call(tool, input, signal) {
    return new Promise((resolve) => {
      const id = nextCall++;
      let text;
      try {
        text = JSON.stringify(typeof input === 'string' ? JSON.parse(input || '{}') : (input ?? {}));
      } catch {
        resolve(failure(CODES.input, 'input must be an object that JSON can carry.', 'Send the arguments as a plain object.'));
        return;
      }
      const done = this.badge?.begin(tool);
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
      signal?.addEventListener('abort', onAbort, { once: true });
      const caller = JSON.stringify({ session: this.session, number: this.number });
      const send = () => {
        if (calls.has(id)) enter((entry) => entry.call(this.id, id, tool, text, caller));
      };
      if (this.agent.live) send();
      else this.agent.promise.then(send, (error) => call.finish(failure(CODES.gone, error.message, undefined)));
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
    if (depth > 0) {
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
  return host?.workerUrl != null && typeof Worker === 'function';
}

// ---------------------------------------------------------------- what a page holds

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
    checkOptions({ webmcp: options });
    this.#options.webmcp = options;
    return this;
  }
  /** Mount at once. */
  mountSync(target) {
    return this.mount(target);
  }
}

/** Make an application, not mounted yet. `crateName` names it where the options do not. */
export function createApp(options, crateName, sync) {
  if (options === REVIVE) return undefined;
  const inner = new Application(checkOptions(options), crateName);
  return sync ? new SyncApp(inner) : new App(inner);
}

// ---------------------------------------------------------------- what an instance asks of the page

/** Something changed that is not on the screen yet. */
export function requestFrame(app) {
  mounted.get(app)?.view?.requestFrame();
}

/** Show the damaged rectangle of a frame. `pixels` is the instance's memory and is only read now. */
export function present(app, pixels, width, height, x, y, w, h) {
  mounted.get(app)?.view?.present(pixels, width, height, x, y, w, h);
}

/** The pointer's shape. */
export function setCursor(app, cursor) {
  mounted.get(app)?.view?.setCursor(cursor);
}

/** Change the accessibility mirror. `patch` is JSON, see mirror.js. */
export function patchMirror(app, patch) {
  mounted.get(app)?.view?.mirror.apply(JSON.parse(patch));
}

/** The scene's focus moved to the mirror's element `id`, or to none (0). */
export function moveFocus(app, id) {
  mounted.get(app)?.view?.mirror.focus(id);
}

/** Put text on the clipboard, outside a copy event (an application's own Copy button). */
export function writeClipboard(text) {
  navigator.clipboard?.writeText(text).catch((error) => console.warn(`[scumble] The browser refused to copy: ${error.message}`));
}

/** Say something on the console. */
export function warn(text) {
  console.warn(text);
}

/** The tools an application offers now, as JSON. */
export function setCatalogue(app, tools) {
  mounted.get(app)?.catalogue(JSON.parse(tools));
}

/** The agent part of an application could not start. */
export function agentFailed(app, sentence) {
  mounted.get(app)?.agentFailed(sentence);
}

/** The answer of a call, as JSON text of what its caller gets. */
export function answer(call, text) {
  calls.get(call)?.finish(JSON.parse(text));
}

/** Ask the person. Resolves to JSON `{ answer: "approved" | "declined" | "withdrawn" | "noWay", reason }`. */
export function ask(app, id, question) {
  const owner = mounted.get(app);
  if (owner === undefined) return Promise.resolve('{"answer":"noWay","reason":"The application is not on the page."}');
  const { promise, withdraw } = owner.consent.ask(JSON.parse(question), owner.title);
  questions.set(id, { withdraw, app: owner });
  return promise.then((result) => {
    questions.delete(id);
    return JSON.stringify(result);
  });
}

/** Whoever asked does not want to know any more. */
export function withdraw(id) {
  questions.get(id)?.withdraw('The call was cancelled.');
}

/** Draw a component in the worker's instance; see frames.js. */
export function drawFrame(request) {
  return drawInWorker(host, request);
}

function failure(code, message, fix) {
  const error = { code, message };
  if (fix !== undefined) error.fix = fix;
  return { isError: true, error };
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
