// @ts-check
/**
 * Components drawn apart from the application: a second instance of the same module in a worker, compiled once and
 * kept warm. Whatever a component does there, a panic or a loop without end included, the page stays as it was: the
 * worker is ended and another takes its place. It does not know what is drawn.
 */

/** A component that has not finished drawing by then does not finish. */
const LIMIT_MS = 2000;
/** Starting an instance counts apart: a busy machine is not the component's fault. */
const START_MS = 15000;

let worker = null;
let queue = Promise.resolve();

/**
 * Draw what `request` (JSON) asks for. Resolves to the worker's `{ about, pixels }` or `{ error }`, or to
 * `{ failed: sentence, kind: "panicked" | "late" | "absent" }`.
 */
export function drawInWorker(host, request) {
  if (host?.workerUrl == null) return Promise.resolve(failed('Components are drawn by name only in a development build.', 'absent'));
  const result = queue.then(() => drawOne(host, request));
  // One frame at a time, so that a loop is the fault of the frame that is cut off.
  queue = result.then(() => undefined);
  return result;
}

/** End the worker; the next frame starts another. */
export function releaseWorker() {
  worker?.terminate();
  worker = null;
}

async function drawOne(host, request) {
  try {
    worker ??= await start(host);
  } catch (error) {
    releaseWorker();
    return failed(error.message, 'absent');
  }
  const current = worker;
  return new Promise((resolve) => {
    const finish = (answer) => {
      clearTimeout(limit);
      current.onmessage = null;
      current.onerror = null;
      // Whatever went wrong in it, its memory is not to be trusted with another frame.
      if (answer.failed !== undefined) releaseWorker();
      resolve(answer);
    };
    const late = `The component did not finish drawing within ${LIMIT_MS / 1000} s and was ended (a loop without end?).`;
    const limit = setTimeout(() => finish(failed(late, 'late')), LIMIT_MS);
    current.onmessage = ({ data }) => finish(data.failed === undefined ? data : failed(data.failed, 'panicked'));
    current.onerror = (event) => finish(failed(event.message ?? 'The worker failed.', 'panicked'));
    current.postMessage({ type: 'draw', request });
  });
}

function start(host) {
  return new Promise((resolve, reject) => {
    const fresh = new Worker(host.workerUrl, { type: 'module' });
    const limit = setTimeout(() => fail('The worker that draws components did not start.'), START_MS);
    const fail = (message) => {
      clearTimeout(limit);
      fresh.terminate();
      reject(new Error(message));
    };
    fresh.onerror = (event) => fail(`The worker that draws components did not start: ${event.message ?? 'it could not be loaded.'}`);
    fresh.onmessage = ({ data }) => {
      if (data.type !== 'ready') return fail(data.failed ?? 'The worker that draws components did not start.');
      clearTimeout(limit);
      fresh.onerror = null;
      fresh.onmessage = null;
      resolve(fresh);
    };
    fresh.postMessage({ type: 'start', module: host.module });
  });
}

function failed(sentence, kind) {
  return { failed: sentence, kind };
}
