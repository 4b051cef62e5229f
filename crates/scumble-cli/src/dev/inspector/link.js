// @ts-check
/**
 * The way to the server: calls, answers to what calls ask, and what happens, as lines of JSON on responses that last.
 *
 * Has the project's secret from the page and the token, where there is one, from the person; both go out in headers and
 * nowhere else, and the token is forgotten with the page.
 */

const secret = document.body.dataset.secret ?? '';
let token = '';

/** Why the server does not take what it was asked; `status` is HTTP's. */
export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** Whether the server wants a token and the person has not given one. */
export const lacksToken = () => document.body.dataset.needs === 'token' && token === '';

/** What the person gave. */
export function setToken(given) {
  token = given.trim();
}

async function ask(path, body, signal) {
  const headers = { 'content-type': 'application/json', 'x-scumble-secret': secret };
  if (token !== '') headers.authorization = `Bearer ${token}`;
  // Of the same origin and by POST: the browser names the page it comes from.
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal, cache: 'no-store' });
  if (!response.ok) throw new Refused(response.status, await response.text());
  return response;
}

/** The messages of a response, one after the other. */
async function* messages(response) {
  // The pieces of a line that has not ended yet: an answer of megabytes is put together once.
  let rest = [];
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const [first, ...more] = value.split('\n');
    rest.push(first);
    for (const next of more) {
      yield JSON.parse(rest.join(''));
      rest = [next];
    }
  }
}

/**
 * Calls a tool. `heard` is told of progress and questions; resolves to the answer.
 *
 * @param {string} tool
 * @param {object} args
 * @param {AbortSignal} signal ends the call
 * @param {(message: any) => void} heard
 */
export async function call(tool, args, signal, heard) {
  for await (const message of messages(await ask('/__scumble/call', { tool, arguments: args }, signal))) {
    if (message.type === 'answer') return message;
    heard(message);
  }
  throw new Error('The server ended before it answered; whether the call was carried out is not known.');
}

/** What the person said to a question of a call. */
export const answer = (question, answers) => ask('/__scumble/answer', { question, answers });

/** How long a server that is gone is left alone. */
const DELAY = 500;

/**
 * Gives what follows the server, for as long as the page can be seen and through its restarts. It ends when the server
 * refuses the page, and may be begun again.
 *
 * @param {(message: any) => void} told
 * @param {(state: 'connecting' | 'live' | 'lost' | 'refused', why?: Refused) => void} state
 */
export function follow(told, state) {
  let controller = new AbortController();
  let running = false;
  async function run() {
    if (running) return;
    running = true;
    while (!document.hidden) {
      controller = new AbortController();
      try {
        const response = await ask('/__scumble/live', {}, controller.signal);
        state('live');
        for await (const message of messages(response)) told(message);
      } catch (error) {
        if (error instanceof Refused) {
          state('refused', error);
          break;
        }
        if (controller.signal.aborted) break;
      }
      state('lost');
      await new Promise((done) => setTimeout(done, DELAY));
    }
    running = false;
  }
  // A browser has few connections for one server; a page nobody looks at keeps none.
  document.addEventListener('visibilitychange', () => (document.hidden ? controller.abort() : void run()));
  return run;
}
