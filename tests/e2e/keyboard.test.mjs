// The whole application by the keyboard alone: nothing here uses the mouse or a tool to act.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { rows } from './lib/agent_suite.mjs';
import { application } from './lib/app.mjs';
import { UI } from './lib/notes.mjs';
import { focused, see, tabTo } from './lib/person.mjs';
import { call } from './lib/tools.mjs';

describe('the notes by keyboard alone', () => {
  const notes = application('examples/notes');
  const view = (page) => call(page, 'notes_view');

  test('a note is created, written and saved', async () => {
    const page = await notes.open();
    const before = (await rows(page)).length;
    await tabTo(page, ...UI.create);
    await page.keyboard.press('Enter');
    await see(page, 'textbox', UI.title);
    await tabTo(page, 'textbox', UI.title);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Written by hand');
    await tabTo(page, 'textbox', UI.body);
    await page.keyboard.type('First line');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second line');
    const now = await view(page);
    assert.equal(now.rows.length, before + 1);
    assert.equal(now.open.title, 'Written by hand');
    assert.equal(now.open.body, 'First line\nSecond line');
    await tabTo(page, ...UI.save);
    await page.keyboard.press(' ');
  });

  test('the list is searched and a note in it opened', async () => {
    const page = await notes.open();
    const wanted = (await rows(page))[5];
    await tabTo(page, 'textbox', UI.search);
    await page.keyboard.type(wanted.title);
    await page.waitForTimeout(50);
    for (let step = 0; step < 12 && (await view(page)).open?.id !== wanted.id; step += 1) {
      await page.keyboard.press('Tab');
      if ((await focused(page))?.name.includes(wanted.title)) await page.keyboard.press('Enter');
    }
    assert.equal((await view(page)).open?.id, wanted.id);
  });

  test('editing keys move, select, cut, paste and undo', async () => {
    const page = await notes.open();
    await call(page, 'notes_create');
    await tabTo(page, 'textbox', UI.title);
    await page.keyboard.type('one two three');
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await page.keyboard.press('Delete');
    await page.waitForTimeout(30);
    assert.match((await view(page)).open.title, /^one ?three$/);
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(30);
    assert.equal((await view(page)).open.title, 'one two three');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+X');
    await page.waitForTimeout(30);
    assert.equal((await view(page)).open.title, '');
    await page.keyboard.press('Control+V');
    await page.waitForTimeout(30);
    assert.equal((await view(page)).open.title, 'one two three');
  });

  test('Tab comes in from the page, passes through everything once and goes out; Shift+Tab goes back the same way', async () => {
    const page = await notes.openFixture('between.html');
    const walk = async (from, key, to) => {
      await page.locator(from).focus();
      const stops = [];
      for (let step = 0; step < 120; step += 1) {
        await page.keyboard.press(key);
        const now = await focused(page);
        assert.ok(now, `focus was lost after ${stops.join(', ')}`);
        if (now.name === to) return stops;
        stops.push(`${now.role} ${now.name}`);
      }
      return assert.fail(`${key} never reached ${to}; it passed ${stops.join(', ')}`);
    };
    const forth = await walk('#before', 'Tab', 'After');
    assert.ok(forth.includes('button New note') && forth.includes('textbox Search'), forth.join(', '));
    assert.equal(new Set(forth).size, forth.length, 'nothing is passed twice');
    const back = await walk('#after', 'Shift+Tab', 'Before');
    assert.deepEqual(back, forth.toReversed());
  });
});
