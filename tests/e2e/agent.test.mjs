// An agent works with the notes in front of the person: what it does by tools, the person sees in
// pixels and reads in the mirror.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { agentSuite, rows } from './lib/agent_suite.mjs';
import { application } from './lib/app.mjs';
import { UI } from './lib/notes.mjs';
import { control, fill, press, see } from './lib/person.mjs';
import { colours, difference, pixels } from './lib/pixels.mjs';
import { call } from './lib/tools.mjs';

/** Two frames later everything an action asked for has been painted. */
const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

describe('an agent and a person on one page', () => {
  const notes = application('examples/notes');

  agentSuite(notes.open, {
    async seen(page, act) {
      await painted(page);
      const before = await pixels(page);
      await act();
      await painted(page);
      assert.ok(difference(before, await pixels(page)), 'the person’s screen changed');
    },
  });

  test('the page is drawn, not blank', async () => {
    const page = await notes.open();
    await painted(page);
    assert.ok(colours(await pixels(page)) > 50);
    assert.deepEqual(page.problems, [], 'nothing is logged');
  });

  test('what an agent creates and writes stands in the mirror’s DOM', async () => {
    const page = await notes.open();
    await call(page, 'notes_create');
    await call(page, 'notes_set_title', { title: 'From the agent' });
    await see(page, 'textbox', UI.title);
    await page.waitForFunction(
      (name) => document.querySelector(`[aria-label=${JSON.stringify(name)}]`)?.value === 'From the agent',
      UI.title,
    );
  });

  test('what the person creates and types is in the agent’s next view', async () => {
    const page = await notes.open();
    const before = (await rows(page)).length;
    await press(page, ...UI.create);
    await see(page, 'textbox', UI.title);
    await fill(page, UI.title, 'From the person');
    await page.waitForTimeout(50);
    const view = await call(page, 'notes_view');
    assert.equal(view.rows.length, before + 1);
    assert.equal(view.open.title, 'From the person');
  });

  test('a search by the agent leaves fewer rows in the mirror', async () => {
    const page = await notes.open();
    const all = await rows(page);
    await see(page, 'listitem', all[1].title).catch(() => {});
    await call(page, 'notes_search', { query: all[0].title });
    await painted(page);
    const shown = await control(page, ...UI.list).getByRole('listitem').count().catch(() => 0);
    assert.ok(shown < all.length);
  });
});
