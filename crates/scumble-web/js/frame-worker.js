// @ts-check
/**
 * The worker that draws components by name: a second instance of the application's module, with nothing of the page.
 *
 * Messages in: `{ type: "start", module }` once, then `{ type: "draw", request }`. Messages out: `{ type: "ready" }`,
 * then `{ about, pixels }`, `{ error }` or `{ failed }` for each frame. After a failure the page ends this worker, so nothing here recovers.
 */
import * as glue from '__GLUE__';

/** Makes the package register its application in this instance without making one for a page. */
const REVIVE = Symbol.for('scumble.revive');

self.onmessage = ({ data }) => {
  try {
    if (data.type === 'start') {
      glue.initSync({ module: data.module });
      glue.createApp(REVIVE);
      self.postMessage({ type: 'ready' });
    } else {
      const answer = glue.__scumble_draw(data.request);
      self.postMessage(answer, answer.pixels === undefined ? [] : [answer.pixels.buffer]);
    }
  } catch (error) {
    self.postMessage({ failed: describe(error) });
  }
};

function describe(error) {
  const panic = self.__scumble_last_panic;
  if (panic !== undefined) return `It panicked${panic.place === '' ? '' : ` at ${panic.place}`}: ${panic.message}`;
  if (error instanceof RangeError) return 'The stack overflowed (a function that calls itself without end?).';
  return String(error?.message ?? error);
}
