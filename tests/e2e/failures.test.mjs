// What goes wrong in an author's code: errors, panics, calls that are cancelled or never return.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { application } from './lib/app.mjs';
import { press, see } from './lib/person.mjs';
import { call, execute, failure, outline, read, untilNames, untilTool } from './lib/tools.mjs';

describe('when the author’s code fails', () => {
  const lab = application('tests/fixtures/lab');

  test('an error resolves with its code, sentence and fix', async () => {
    const page = await lab.open();
    const error = await failure(page, 'lab_fail', {});
    assert.equal(error.message, 'lab.fail failed: The beaker is cracked.');
    assert.equal(error.fix, 'Take another beaker.');
  });

  test('a panic answers its call with message and place, and the values from before it stay', async () => {
    const page = await lab.open();
    await call(page, 'lab_add', { amount: 3 });
    const error = await failure(page, 'lab_panic', { message: 'boom at noon' });
    assert.match(error.message, /boom at noon/);
    assert.match(error.message, /lib\.rs:\d+|channel\.rs:\d+/);
    await untilTool(page, 'lab_view');
    assert.equal((await call(page, 'lab_view')).count, 3);
  });

  test('after a panic the person keeps a working page', async () => {
    const page = await lab.open();
    await press(page, 'button', 'Count');
    assert.equal((await call(page, 'lab_view')).count, 1);
    await failure(page, 'lab_panic', { message: 'boom' });
    await see(page, 'button', 'Count');
    await press(page, 'button', 'Count');
    await page.getByText('Count is 2').waitFor({ state: 'attached' });
    assert.equal((await call(page, 'lab_view')).count, 2);
  });

  test('a panic while a value is being written keeps what was there before', async () => {
    const page = await lab.open();
    await call(page, 'lab_add', { amount: 5 });
    await failure(page, 'lab_panic_while_writing', {});
    await untilTool(page, 'lab_view');
    assert.equal((await call(page, 'lab_view')).count, 5);
  });

  test('refs hold across a panic where the key is the same', async () => {
    const page = await lab.open();
    const line = (text) => text.split('\n').find((line) => line.includes('button "Count"'));
    const before = line(await outline(page)).match(/\[(e\d+)\]/)[1];
    await failure(page, 'lab_panic', { message: 'boom' });
    await untilTool(page, 'lab_view');
    assert.equal(line(await outline(page)).match(/\[(e\d+)\]/)[1], before);
  });

  test('calls in flight are answered with the panic', async () => {
    const page = await lab.open();
    const waiting = execute(page, 'lab_slow', { steps: 100, each_ms: 50 });
    await page.waitForTimeout(100);
    await failure(page, 'lab_panic', { message: 'in the middle' });
    const answer = read(await waiting);
    assert.equal(answer.isError, true);
    assert.match(answer.error.message, /in the middle/);
  });

  test('a stack overflow is survived like a panic', async () => {
    const page = await lab.open();
    await call(page, 'lab_add', { amount: 7 });
    await failure(page, 'lab_overflow', {});
    await untilTool(page, 'lab_view');
    assert.equal((await call(page, 'lab_view')).count, 7);
  });

  test('a second panic within five seconds stays down: the error is shown and the tools are gone', async () => {
    const page = await lab.open();
    await failure(page, 'lab_panic', { message: 'first' });
    await untilTool(page, 'lab_view');
    await failure(page, 'lab_panic', { message: 'second' });
    await untilNames(page, (names) => names.length === 0);
    const text = await page.locator('body').innerText();
    assert.match(text, /second/);
  });

  test('a cancelled call stops its task', async () => {
    const page = await lab.open();
    const outcome = await execute(page, 'lab_slow', { steps: 200, each_ms: 20 }, { abortAfter: 150 }).catch(String);
    assert.match(outcome, /abort/i);
    const { done } = await call(page, 'lab_view');
    assert.ok(done > 0 && done < 200, `${done} steps`);
    await page.waitForTimeout(200);
    assert.equal((await call(page, 'lab_view')).done, done, 'no step was taken after it');
  });

  test('a command that never returns answers at its deadline, naming what runs', async () => {
    const page = await lab.open();
    const answer = read(await execute(page, 'lab_never', {}));
    assert.ok(!answer.isError, 'past the deadline it is a success');
    assert.ok(answer.$.running.length > 0);
    assert.match(answer.$.running.join(' '), /never/);
  });

});
