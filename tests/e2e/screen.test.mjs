// Acting on the screen: what is done and what is refused, exactly as for a person.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { application } from './lib/app.mjs';
import { control, press, see } from './lib/person.mjs';
import { call, execute, failure, lineOf, outline, refOf, screen } from './lib/tools.mjs';

describe('the screen tools', () => {
  const lab = application('tests/fixtures/lab');

  test('the outline names role, name, states, value and ref, and ends with the revision', async () => {
    const page = await lab.open();
    const text = await outline(page);
    assert.match(lineOf(text, 'checkbox', 'Agree'), /^\s*- checkbox "Agree".* \[e\d+\]/);
    assert.match(lineOf(text, 'button', 'Locked'), /\(disabled\)/);
    assert.match(text.trim().split('\n').at(-1), /^revision \d+$/);
  });

  test('a password’s value is nowhere', async () => {
    const page = await lab.open();
    await screen(page, 'ui_type', { role: 'textbox', name: 'Password', text: 'hunter2' });
    const text = await outline(page);
    assert.match(lineOf(text, 'textbox', 'Password'), /value="•+"/);
    assert.ok(!text.includes('hunter2'));
    const mirror = await page.evaluate(() => document.body.innerHTML);
    assert.ok(!mirror.includes('hunter2'));
  });

  test('a disabled control is refused', async () => {
    const page = await lab.open();
    const { message } = await failure(page, 'ui_press', { role: 'button', name: 'Locked' });
    assert.match(message, /button "Locked".*disabled/);
  });

  test('a covered control is refused, naming what covers it', async () => {
    const page = await lab.open();
    const before = await call(page, 'lab_view');
    const { message } = await failure(page, 'ui_press', { role: 'button', name: 'Underneath' });
    assert.match(message, /button "Underneath"/);
    assert.match(message, /cover/i);
    assert.equal((await call(page, 'lab_view')).count, before.count);
  });

  test('a control behind an open dialog is refused, naming the dialog', async () => {
    const page = await lab.open();
    await screen(page, 'ui_press', { role: 'button', name: 'Open dialog' });
    const ref = refOf(await outline(page), 'dialog', 'Unsaved changes');
    const { said } = await failure(page, 'ui_press', { role: 'button', name: 'Count' });
    assert.equal(said, `button "Count" is behind dialog "Unsaved changes" [${ref}]. Answer it first.`);
    for (const [tool, input] of [
      ['ui_type', { role: 'textbox', name: 'Name', text: 'x' }],
      ['ui_focus', { role: 'textbox', name: 'Name' }],
      ['ui_set', { role: 'checkbox', name: 'Agree', value: true }],
    ]) {
      assert.match((await failure(page, tool, input)).message, /behind dialog "Unsaved changes"/, tool);
    }
    await screen(page, 'ui_press', { role: 'button', name: 'Keep' });
    await screen(page, 'ui_press', { role: 'button', name: 'Count' });
    assert.equal((await call(page, 'lab_view')).count, 1);
  });

  test('Tab stays inside an open dialog and Escape answers it, for a tool as for a person', async () => {
    const page = await lab.open();
    await screen(page, 'ui_press', { role: 'button', name: 'Open dialog' });
    for (let step = 0; step < 6; step += 1) {
      await screen(page, 'ui_key', { key: 'Tab' });
      const text = await outline(page);
      const line = text.split('\n').find((line) => line.endsWith('(focused)'));
      assert.match(line, /"(Keep|Discard)"/);
    }
    await screen(page, 'ui_key', { key: 'Escape' });
    assert.ok(!(await outline(page)).includes('dialog "Unsaved changes"'));
  });

  test('a control that is scrolled away is scrolled to and pressed', async () => {
    const page = await lab.open();
    const before = (await call(page, 'lab_view')).count;
    await screen(page, 'ui_press', { role: 'button', name: 'Far away' });
    assert.equal((await call(page, 'lab_view')).count, before + 100);
    await see(page, 'button', 'Far away');
  });

  test('typing into what is not editable is refused, naming its role', async () => {
    const page = await lab.open();
    const { message } = await failure(page, 'ui_type', { role: 'button', name: 'Count', text: 'x' });
    assert.match(message, /button "Count"/);
    assert.match(message, /no text field; its role is button/);
  });

  test('what only the person may press is refused', async () => {
    const page = await lab.open();
    const { message } = await failure(page, 'ui_press', { role: 'button', name: 'Only you' });
    assert.match(message, /person/);
    await press(page, 'button', 'Only you');
    assert.equal((await call(page, 'lab_view')).count, 1);
  });

  test('a name that fits several is refused with the candidates, one that fits none with what there is', async () => {
    const page = await lab.open();
    const several = await failure(page, 'ui_press', { role: 'button', name: 'Twin' });
    assert.equal(several.said.match(/\[?e\d+\]?/g)?.length, 2, several.said);
    const none = await failure(page, 'ui_press', { role: 'button', name: 'Nowhere to be found' });
    assert.match(none.message, /Nowhere to be found/);
  });

  test('refs follow rows through a reversal, and one that is gone says what it was', async () => {
    const page = await lab.open();
    const ref = refOf(await outline(page), 'button', 'Take item 3');
    await call(page, 'lab_reverse');
    assert.equal(refOf(await outline(page), 'button', 'Take item 3'), ref);
    await call(page, 'lab_filter', { text: 'item 1' });
    const { said: message } = await failure(page, 'ui_press', { ref });
    assert.match(message, new RegExp(`${ref} was button "Take item 3"`));
    assert.match(message, /gone/);
  });

  test('a ref is never given to another control', async () => {
    const page = await lab.open();
    const refs = (text) => new Set([...text.matchAll(/button "(Take item \d+)".*?\[(e\d+)\]/g)].map(([, , ref]) => ref));
    const first = refs(await outline(page));
    await call(page, 'lab_renew');
    const second = refs(await outline(page));
    assert.ok(first.size > 0 && second.size > 0);
    for (const ref of second) assert.ok(!first.has(ref), `${ref} was given again`);
  });

  test('a checkbox is set to a value, and set twice it stays', async () => {
    const page = await lab.open();
    for (const checked of [true, true, false]) {
      await screen(page, 'ui_set', { role: 'checkbox', name: 'Agree', value: checked });
      assert.equal(/\[checked\]/.test(lineOf(await outline(page), 'checkbox', 'Agree')), checked);
    }
  });

  test('typing with submit presses Enter after', async () => {
    const page = await lab.open();
    await screen(page, 'ui_type', { role: 'textbox', name: 'Name', text: 'Ada', submit: true });
    assert.equal((await call(page, 'lab_view')).submitted, 'Ada');
  });

  test('an answer holds only the lines that changed; asked for, the whole outline', async () => {
    const page = await lab.open();
    const change = await screen(page, 'ui_press', { role: 'button', name: 'Count' });
    assert.ok(change.split('\n').length < 15, change);
    const whole = await screen(page, 'ui_press', { role: 'button', name: 'Count', full: true });
    assert.match(whole, /checkbox "Agree"/);
  });

  test('the difference since a revision is asked for by its number', async () => {
    const page = await lab.open();
    const revision = Number((await outline(page)).match(/revision (\d+)/)[1]);
    await press(page, 'button', 'Count');
    const difference = await outline(page, { since: revision });
    assert.match(difference, /^[~+-] .*1/m);
    assert.ok(!difference.includes('checkbox "Agree"'));
  });

  test('waiting for what never comes says so at its limit', async () => {
    const page = await lab.open();
    const answer = await execute(page, 'ui_wait', { text: 'Godot', timeoutMs: 200 });
    assert.match(answer, /Godot/);
  });

  test('the same words reach a control by the mirror and by the tools', async () => {
    const page = await lab.open();
    await control(page, 'checkbox', 'Agree').waitFor({ state: 'attached' });
    assert.match(lineOf(await outline(page), 'checkbox', 'Agree'), /checkbox/);
  });
});
