// Chromium by its own DevTools protocol over a pipe, with nothing between: playwright keeps its pages in focus, and a page
// in focus is not frozen. Knows targets and messages, and nothing of what is shown.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { executable, flags } from './browser.mjs';

/** Whether a badge is lit: of a page, or of whatever is in an element of it. */
const ACTING = `[document, ...[...document.querySelectorAll('*')].map((one) => one.shadowRoot)].some((root) => root?.querySelector('.scumble-badge.acting') != null)`;

/** Starts a browser with a profile of its own. */
export async function chromium() {
  const profile = await mkdtemp(path.join(tmpdir(), 'scumble-chromium-'));
  const child = spawn(executable, [...flags, '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const waiting = new Map();
  const crashed = new Map();
  let next = 1;
  let rest = '';
  child.stdio[4].setEncoding('utf8').on('data', (data) => {
    const messages = (rest + data).split('\0');
    rest = messages.pop();
    for (const text of messages) {
      const { id, result, error, method, sessionId } = JSON.parse(text);
      if (method === 'Inspector.targetCrashed') crashed.get(sessionId)?.();
      const call = waiting.get(id);
      if (call === undefined) continue;
      waiting.delete(id);
      if (error) call.reject(new Error(`${call.method}: ${error.message}`));
      else call.resolve(result);
    }
  });
  const send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { method, resolve, reject });
      child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });

  return {
    /** Opens a page in a tab of its own, in front. */
    async open(url) {
      const { targetId } = await send('Target.createTarget', { url });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      return {
        send: (method, params) => send(method, params, sessionId),
        /** The value of an expression of the page; of a promise, what it resolves to. */
        async evaluate(expression) {
          const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId);
          if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
          return result.value;
        },
        /** Loads it again, as the person's key does; a page that is just being loaded takes it a moment later. */
        async reload() {
          while (!(await send('Page.reload', {}, sessionId).then(() => true, () => false))) await new Promise((done) => setTimeout(done, 5));
        },
        /** Whether an agent's call runs in it, as its badge says. */
        acting: () => send('Runtime.evaluate', { expression: ACTING, returnByValue: true }, sessionId).then(({ result }) => result.value),
        bringToFront: () => send('Target.activateTarget', { targetId }),
        /** `frozen` or `active`, as the browser does it to a page it puts aside. */
        lifecycle: (state) => send('Page.setWebLifecycleState', { state }, sessionId),
        /** Ends the page's process; resolves once the browser has noticed. */
        async crash() {
          await send('Inspector.enable', {}, sessionId);
          const gone = new Promise((resolve) => crashed.set(sessionId, resolve));
          // It has nothing left to answer with.
          send('Page.crash', {}, sessionId).catch(() => {});
          await gone;
        },
        /** Closes it; again where the browser forgot that over a navigation. */
        async close() {
          for (;;) {
            await send('Target.closeTarget', { targetId });
            await new Promise((done) => setTimeout(done, 50));
            const { targetInfos } = await send('Target.getTargets');
            if (!targetInfos.some((target) => target.targetId === targetId)) return;
          }
        },
      };
    },
    async close() {
      send('Browser.close').catch(() => {});
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
