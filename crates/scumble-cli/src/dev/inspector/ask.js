// @ts-check
/**
 * What a call asks the person, where the page cannot: a dialog that takes only events the browser itself vouches for.
 * Saying no is first and is what Escape does. One question stands at a time.
 */

import { el, fresh } from './dom.js';
import { Unreadable, object } from './form.js';

/** A dialog that has just appeared under a finger or a key does not take that press as an answer. */
const SETTLE_MS = 300;

let queue = Promise.resolve();

/**
 * Asks, one after the other, and resolves to the results by key; to none when the call ends first.
 *
 * @param {{ key: string, message: string, schema: any }[]} asked
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, any> | null>}
 */
export async function ask(asked, signal) {
  const answers = {};
  for (const one of asked) {
    const turn = queue.then(() => (signal.aborted ? null : dialog(one, signal)));
    queue = turn.then(() => {});
    const answer = await turn;
    if (answer === null) return null;
    answers[one.key] = answer;
  }
  return answers;
}

function dialog({ message, schema }, signal) {
  const approves = Object.keys(schema?.properties ?? {}).join() === 'approve';
  const fields = object(approves ? {} : (schema ?? {}));
  const title = fresh('question');
  const [lead, ...more] = message.split('\n\n');
  const wrong = el('p', { class: 'wrong', role: 'alert' });
  const no = el('button', { type: 'button', autofocus: true, text: 'Decline' });
  const yes = el('button', { type: 'button', class: 'primary', text: approves ? 'Allow' : 'Answer' });
  const body = el('div', { class: 'body' }, el('p', { class: 'asking', text: 'A call of this inspector asks' }), el('h2', { id: title, text: lead }), ...more.map((text) => el('p', { class: 'more', text })), fields.element, wrong);
  const element = el('dialog', { class: 'question', 'aria-labelledby': title }, body, el('div', { class: 'answers' }, no, yes));
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (answer) => {
      signal.removeEventListener('abort', withdrawn);
      element.close();
      element.remove();
      resolve(answer);
    };
    const withdrawn = () => end(null);
    const counts = (event) => event.isTrusted && performance.now() - began > SETTLE_MS;
    no.addEventListener('click', (event) => counts(event) && end({ action: 'decline' }));
    yes.addEventListener('click', (event) => {
      if (!counts(event)) return;
      try {
        end({ action: 'accept', content: approves ? { approve: true } : fields.read() });
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        wrong.textContent = error.message;
      }
    });
    element.addEventListener('cancel', (event) => {
      event.preventDefault();
      if (counts(event)) end({ action: 'decline' });
    });
    signal.addEventListener('abort', withdrawn);
    document.body.append(element);
    element.showModal();
    no.focus();
  });
}
