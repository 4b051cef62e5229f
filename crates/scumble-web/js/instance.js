// @ts-check
/**
 * The live WebAssembly instance: the one way into it, what keeps its clock, and what happens when it ends.
 *
 * A panic or a stack overflow ends an instance. `enter` notices, and once none of its frames are on the stack another
 * is started: every application is mounted again with its last settled values, and what was in flight is answered. It
 * does not know what an application is, only that it can be paused, started and given up.
 */
import { CODES, failure } from './failure.js';

/** An instance that panics again this soon after it was started again is left down. */
const RELAPSE_MS = 5000;

/** Given to the package's `createApp` to make a fresh instance register itself, without making an application. */
export const REVIVE = Symbol.for('scumble.revive');

/** What the package's entry handed over: `{ glue, module, workerUrl, dev, build, reset }`, or null without an entry. */
let host = null;
/** The entry points of the live instance. */
let instance = null;
/** The live instance's stack pointer and where it began, to climb out of an overflow. */
let stack = null;
/** How many entries are on the stack. */
let depth = 0;
/** What ended the instance, until it is recovered from: `{ message, place, state, stack }`. */
let wreck = null;
/** Why nothing is running any more, once that is so. */
let down = null;
let lastEnd = -Infinity;
let timer = 0;
let timerAt = 0;
let running = false;

/** The way to the development server (relay.js), where there is one. */
export let relay = null;

/** Every mounted application, by number. */
export const mounted = new Map();
/** Every call in flight, by number. */
export const calls = new Map();
/** Every question a person is being asked, by number. */
export const questions = new Map();

/** Take what the package's entry knows and an instance cannot: how to make another instance, and where the worker is. */
export function attach(given) {
  host = given;
}

/** Take the way to the development server. */
export function setRelay(given) {
  relay = given;
}

/** What the entry handed over, or null without one. */
export function entryOf() {
  return host;
}

/** Whether the page was built for development. */
export function isDev() {
  return host?.dev === true;
}

/** A fresh instance says how it is entered. */
export function register(entryPoints, exports) {
  instance = entryPoints;
  const pointer = exports?.__stack_pointer;
  stack = pointer instanceof WebAssembly.Global ? { pointer, top: pointer.value } : null;
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
    settle();
  }
}

/**
 * Enter to begin something. What it throws comes back as a sentence, and what ended the instance as `cause`: who begins
 * decides what follows, and calls `settle` at the end.
 */
export function attempt(work) {
  let sentence = null;
  depth++;
  try {
    work(instance);
  } catch (error) {
    if (endsInstance(error)) noteEnd(error);
    else sentence = String(error?.message ?? error);
  } finally {
    depth--;
  }
  return { sentence, cause: wreck };
}

/** Recover if the instance ended and none of its frames are on the stack any more. */
export function settle() {
  if (depth === 0 && wreck !== null) recover();
}

/** The entry points of the live instance, for what is begun by `attempt`. */
export function live() {
  return instance;
}

/** Whether a call into the instance is on the stack. */
export function isInside() {
  return depth > 0;
}

/** Why nothing runs any more, or null. */
export function whyDown() {
  return down;
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
  wreck = { message, place: '', state: null, stack: error.stack };
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
  // The way there, while it is known; the development server makes names of it.
  wreck = { message, place, state: null, stack: isDev() ? new Error().stack : undefined };
  if (typeof document === 'undefined') {
    // The frame worker has nothing to recover: it says what happened and is ended.
    globalThis.__scumble_last_panic = { message, place };
    return;
  }
  // A trap that no `enter` sees (a closure that the application gave to the browser itself) is recovered from all the same.
  queueMicrotask(settle);
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
  const stack = isDev() && cause.stack ? `\n${cause.stack.slice(cause.stack.indexOf('\n') + 1)}` : '';
  console.error(`[scumble] The application panicked${where}: ${cause.message}${stack}`);
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
    const { sentence, cause } = attempt(() => app.start(state?.[app.id] ?? null));
    if (cause !== null) {
      wreck = null;
      throw new Error(cause.message);
    }
    if (sentence !== null) throw new Error(sentence);
  }
}

/** Leave it down: the tools go, the error stands over what was last drawn. */
function fall(cause, why) {
  down = { message: cause.message, why };
  instance = null;
  const where = cause.place === '' ? '' : `${cause.place}: `;
  for (const app of mounted.values()) app.fall(`${where}${cause.message}`, why);
}

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

function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
