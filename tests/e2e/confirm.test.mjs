// A command that confirms is not run for an agent until a person said so, whichever way it was sent.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { rows } from './lib/agent_suite.mjs';
import { application } from './lib/app.mjs';
import { assertUnasked, consent, unasked } from './lib/consent.mjs';
import { UI } from './lib/notes.mjs';
import { press, see } from './lib/person.mjs';
import { call, execute, failure, outline, read } from './lib/tools.mjs';

const DECLINED = 'The person declined notes.delete. Do not send it again unless they ask.';

describe('asking the person', () => {
  const notes = application('examples/notes');

  /** A page, a note that may be deleted, and the running call that asks for it. */
  async function asked() {
    const page = await notes.open();
    const before = await rows(page);
    const note = before[2];
    const answer = execute(page, 'notes_delete', { id: note.id });
    const question = await consent(page);
    return { page, before, note, answer, question };
  }

  /** Opens a note and presses the application's own buttons, as an agent; gives the last press, running. */
  async function pressDelete(page, id) {
    await call(page, 'notes_open', { id });
    await call(page, 'ui_press', { role: UI.remove[0], name: UI.remove[1] });
    const [role, name] = UI.removeForGood;
    return { answer: execute(page, 'ui_press', { role, name }) };
  }

  test('names the channel, the command, the arguments and who asks, with Decline first', async () => {
    const { question, note, answer } = await asked();
    const text = await question.text();
    for (const word of ['notes', 'delete', String(note.id)]) assert.ok(text.includes(word), `${word} in ${text}`);
    assert.match(text, /agent/i);
    assert.match((await question.buttons())[0], /decline/i);
    const focus = await question.dialog.evaluate((dialog) => dialog.ownerDocument.activeElement.textContent);
    assert.match(focus, /decline/i, 'Decline has the keyboard');
    await question.decline();
    await answer;
  });

  test('nothing is deleted while it asks, and what is approved runs once', async () => {
    const { page, before, note, answer, question } = await asked();
    assert.deepEqual((await rows(page)).length, before.length, 'not yet');
    await question.approve();
    const view = read(await answer);
    assert.ok(!view.isError, JSON.stringify(view));
    assert.deepEqual(view.rows.map((row) => row.id), before.filter((row) => row.id !== note.id).map((row) => row.id));
    await unasked(page);
  });

  test('declined, it fails in the sentence and nothing happened', async () => {
    const { page, before, answer, question } = await asked();
    await question.decline();
    const { isError, error } = read(await answer);
    assert.equal(isError, true);
    assert.equal(error.message, DECLINED);
    assert.equal((await rows(page)).length, before.length);
  });

  test('Escape declines', async () => {
    const { page, before, answer } = await asked();
    await page.keyboard.press('Escape');
    assert.equal(read(await answer).error.message, DECLINED);
    assert.equal((await rows(page)).length, before.length);
  });

  test('Enter on the dialog as it opens declines', async () => {
    const { page, before, answer } = await asked();
    await page.keyboard.press('Enter');
    assert.equal(read(await answer).error.message, DECLINED);
    assert.equal((await rows(page)).length, before.length);
  });

  test('cancelling the call withdraws the question and deletes nothing', async () => {
    const page = await notes.open();
    const before = await rows(page);
    const outcome = execute(page, 'notes_delete', { id: before[0].id }, { abortAfter: 300 }).catch((error) => error);
    await consent(page);
    assert.match(String(await outcome), /abort/i);
    await unasked(page);
    assert.equal((await rows(page)).length, before.length);
  });

  test('approving one call approves no other', async () => {
    const { page, before, answer, question } = await asked();
    await question.approve();
    await answer;
    const second = execute(page, 'notes_delete', { id: before[0].id });
    await (await consent(page)).decline();
    assert.equal(read(await second).isError, true);
  });

  test('synthetic events neither approve nor decline', async () => {
    const { page, before, answer, question } = await asked();
    await question.dialog.evaluate((dialog) => {
      for (const button of dialog.querySelectorAll('button')) {
        button.click();
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
          button.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true }));
        }
        for (const key of ['Enter', ' ', 'Escape']) {
          button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          button.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, cancelable: true }));
        }
      }
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
      dialog.close('approved');
    });
    await page.waitForTimeout(100);
    assert.equal((await rows(page)).length, before.length, 'nothing was deleted');
    const still = await page.locator('dialog[open]').count();
    assert.equal(still, 1, 'it still asks');
    await question.decline();
    assert.equal(read(await answer).error.message, DECLINED);
  });

  test('no screen tool sees it or reaches it', async () => {
    const { page, before, answer, question } = await asked();
    const names = await question.buttons();
    const seen = await outline(page);
    for (const name of names) assert.ok(!seen.includes(`"${name}"`), `${name} is in the outline`);
    for (const name of names) {
      const error = await failure(page, 'ui_press', { role: 'button', name });
      assert.match(error.message, /no button|nothing/i);
    }
    for (const key of ['Enter', 'Escape', 'Tab']) await execute(page, 'ui_key', { key });
    assert.equal(await page.locator('dialog[open]').count(), 1, 'keys from a tool do not reach it');
    assert.equal((await rows(page)).length, before.length);
    await question.decline();
    await answer;
  });

  test('an agent’s press on the application’s own Delete asks too, and can be declined', async () => {
    const page = await notes.open();
    const before = await rows(page);
    const pressed = await pressDelete(page, before[1].id);
    const question = await consent(page);
    assert.match(await question.text(), /delete/i);
    await question.decline();
    assert.match(await pressed.answer, /declined/, 'the press says that it was declined');
    assert.equal((await rows(page)).length, before.length);
  });

  test('an agent’s press on the application’s own Delete goes through when approved', async () => {
    const page = await notes.open();
    const before = await rows(page);
    const pressed = await pressDelete(page, before[1].id);
    await (await consent(page)).approve();
    assert.ok(!read(await pressed.answer).isError);
    assert.ok(!(await rows(page)).some((row) => row.id === before[1].id));
  });

  test('the person’s own press does not ask', async () => {
    const page = await notes.open();
    const before = await rows(page);
    await call(page, 'notes_open', { id: before[1].id });
    await see(page, ...UI.remove);
    await press(page, ...UI.remove);
    await see(page, ...UI.removeForGood);
    await press(page, ...UI.removeForGood);
    await see(page, ...UI.removeForGood, { gone: true });
    await assertUnasked(page);
    assert.ok(!(await rows(page)).some((row) => row.id === before[1].id));
  });

  test('the application’s own way of asking is used instead when it has one', async () => {
    const page = await notes.openFixture('confirm.html');
    const before = await rows(page);
    await page.evaluate(() => { window.reply = false; });
    assert.equal((await failure(page, 'notes_delete', { id: before[0].id })).message, DECLINED);
    await page.evaluate(() => { window.reply = true; });
    const view = await call(page, 'notes_delete', { id: before[0].id });
    assert.equal(view.rows.length, before.length - 1);
    const questions = await page.evaluate(() => window.questions);
    assert.equal(questions.length, 2);
    assert.equal(questions[0].channel, 'notes');
    assert.equal(questions[0].command, 'delete');
    assert.deepEqual(questions[0].arguments, { id: before[0].id });
    await assertUnasked(page);
  });
});
