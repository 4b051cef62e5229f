// The shapes of Chrome 149, 154 and 160 in place of the native object.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { application } from './lib/app.mjs';
import { chrome149, chrome154, chrome160 } from './lib/standins.mjs';

describe('other versions of Chrome', () => {
  const notes = application('examples/notes');
  const lab = application('tests/fixtures/lab');

  for (const shape of [chrome149, chrome154, chrome160]) {
    test(`${shape.name}: tools are registered, calls work, failures resolve`, async () => {
      const page = await notes.open({ init: shape, ready: false });
      await page.waitForFunction(() => window.standin.list().includes('render_frame'), null, { timeout: 15_000 });
      const run = (name, input) =>
        page.evaluate(({ name, input }) => window.standin.run(name, input), { name, input });

      assert.deepEqual(await page.evaluate(() => window.standin.refused), []);
      const names = await page.evaluate(() => window.standin.list());
      assert.equal(new Set(names).size, names.length);
      for (const name of ['notes_view', 'notes_create', 'ui_snapshot', 'render_frame']) assert.ok(names.includes(name));

      const before = JSON.parse(await run('notes_view', {})).rows.length;
      const after = JSON.parse(await run('notes_create', {}));
      assert.equal(after.rows.length, before + 1);
      const wrong = JSON.parse(await run('notes_set_title', { title: 3 }));
      assert.equal(wrong.isError, true);
      assert.equal(wrong.error.message, 'input.title must be a string, not number 3.');
      assert.match(await run('ui_snapshot', {}), /New note/);
      assert.deepEqual(page.problems, []);
    });
  }

  for (const shape of [chrome149, chrome154, chrome160]) {
    test(`${shape.name}: disposing removes every tool, and mounting again registers them anew`, async () => {
      const page = await lab.openFixture('lab.html', { init: shape });
      const rounds = await page.evaluate(async () => {
        const names = [];
        for (let round = 0; round < 3; round += 1) {
          const app = window.createApp({ webmcp: true });
          app.mount('#first');
          await app.ready;
          names.push(window.standin.list().filter((name) => name !== 'weather').length);
          app.dispose();
          names.push(window.standin.list().filter((name) => name !== 'weather').length);
        }
        return names;
      });
      assert.ok(rounds[0] > 10);
      assert.deepEqual(rounds, [rounds[0], 0, rounds[0], 0, rounds[0], 0]);
      assert.deepEqual(await page.evaluate(() => window.standin.refused), []);
    });
  }

  test('chrome149: a refusal thrown at once is one warning, and the rest is registered', async () => {
    const taken = `${chrome149}; chrome149(); navigator.modelContext.registerTool({
      name: 'notes_create', description: 'Was here first.', execute: async () => 'first',
    });`;
    const page = await notes.open({ init: { content: taken }, ready: false });
    await page.waitForFunction(() => window.standin.list().includes('render_frame'), null, { timeout: 15_000 });
    assert.equal(await page.evaluate(() => window.standin.run('notes_create', {})), 'first');
    assert.equal(page.problems.length, 1, page.problems.join('\n'));
    assert.match(page.problems[0], /notes_create/);
  });
});
