// @ts-check
/**
 * What a WebAssembly instance asks of its page: everything `src/bridge.rs` names, in one place.
 *
 * Read on in instance.js for how an instance is entered and what happens when it ends, and in application.js for what
 * a page holds of an application. What is in these scripts survives an instance.
 *
 * Loaded in a worker too (by the frame worker), so nothing here touches the document while it loads.
 */
import { drawInWorker } from './frames.js';
import { calls, entryOf, mounted, questions, relay } from './instance.js';

export { createApp } from './application.js';
export { attach, panicState, panicked, register, setTimer, wake } from './instance.js';

/** Something changed that is not on the screen yet. */
export function requestFrame(app) {
  mounted.get(app)?.view?.requestFrame();
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

/** What of an earlier instance's state did not fit any more, for the development server. */
export function beganAnew(sentence) {
  relay?.reset(sentence);
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
  relay?.askingMore(1);
  return promise.then((result) => {
    questions.delete(id);
    relay?.askingMore(-1);
    return JSON.stringify(result);
  });
}

/** Whoever asked does not want to know any more. */
export function withdraw(id) {
  questions.get(id)?.withdraw('The call was cancelled.');
}

/** Draw a component in the worker's instance; see frames.js. */
export function drawFrame(request) {
  return drawInWorker(entryOf(), request);
}
