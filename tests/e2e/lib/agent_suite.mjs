// What an agent does with the notes, as one suite, so that it can be run on a page in front of the
// person and again on one that is hidden and draws no frame.

import { test } from 'node:test';
import assert from 'node:assert/strict';

import { call, execute, failure, outline, read, refOf, screen } from './tools.mjs';
import { UI } from './notes.mjs';

/** Rows of the view. */
export const rows = async (page) => (await call(page, 'notes_view')).rows;

/**
 * Declares the tests.
 *
 * @param {() => Promise<import('playwright-core').Page>} open a fresh page with the notes
 * @param {{seen?: (page, act: () => Promise<void>) => Promise<void>}} options `seen` acts and checks that
 *   the person's view changed by it
 */
export function agentSuite(open, { seen = (page, act) => act() } = {}) {
  test('creating a note answers the view with the note open, and the person sees it', async () => {
    const page = await open();
    const before = await rows(page);
    await seen(page, async () => {
      const view = await call(page, 'notes_create');
      assert.equal(view.rows.length, before.length + 1);
      assert.ok(view.open, 'the new note is open');
    });
  });

  test('a title and a body set by command are in the view and in the fields', async () => {
    const page = await open();
    await call(page, 'notes_create');
    await seen(page, async () => {
      await call(page, 'notes_set_title', { title: 'Groceries' });
      const view = await call(page, 'notes_set_body', { body: 'Milk\nBread' });
      assert.equal(view.open.title, 'Groceries');
      assert.equal(view.open.body, 'Milk\nBread');
    });
    assert.match(await outline(page), /- textbox "Title" value="Groceries"/);
  });

  test('typing into a field of the screen does what typing does', async () => {
    const page = await open();
    await call(page, 'notes_create');
    await seen(page, async () => {
      const answer = await screen(page, 'ui_type', { role: 'textbox', name: UI.title, text: 'Typed' });
      assert.match(answer, /value="Typed"/);
    });
    assert.equal((await call(page, 'notes_view')).open.title, 'Typed');
  });

  test('pressing a control by role and name, and by ref, answers what changed', async () => {
    const page = await open();
    const before = (await rows(page)).length;
    const answer = await screen(page, 'ui_press', { role: UI.create[0], name: UI.create[1] });
    assert.match(answer, /^[+~-] /m, 'changed lines are marked');
    const ref = refOf(await outline(page), ...UI.create);
    await screen(page, 'ui_press', { ref });
    assert.equal((await rows(page)).length, before + 2);
  });

  test('searching narrows the list the person sees', async () => {
    const page = await open();
    const all = await rows(page);
    const word = all[0].title.split(' ')[0];
    await seen(page, async () => {
      const view = await call(page, 'notes_search', { query: word });
      assert.ok(view.rows.length < all.length && view.rows.length > 0, `${view.rows.length} rows`);
    });
    const view = await call(page, 'notes_search', { query: '' });
    assert.equal(view.rows.length, all.length);
  });

  test('bytes arrive whole at the command they are attached by', async () => {
    const page = await open();
    await call(page, 'notes_create');
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 256);
    const view = await call(page, 'notes_attach', {
      name: 'numbers.bin',
      bytes: Buffer.from(bytes).toString('base64'),
    });
    const attachment = view.open.attachments.find((attachment) => attachment.name === 'numbers.bin');
    assert.deepEqual(attachment, { name: 'numbers.bin', size: 1000 });
  });

  test('bytes that are no base64 are refused in a sentence before anything happens', async () => {
    const page = await open();
    await call(page, 'notes_create');
    const error = await failure(page, 'notes_attach', { name: 'a.bin', bytes: 'not base64!' });
    assert.match(error.message, /input\.bytes/);
    assert.deepEqual((await call(page, 'notes_view')).open.attachments, []);
  });

  test('saving answers once it is stored', async () => {
    const page = await open();
    await call(page, 'notes_create');
    await call(page, 'notes_set_title', { title: 'Kept' });
    assert.match((await call(page, 'notes_view')).saving, /^unsaved$/i);
    const view = await call(page, 'notes_save');
    assert.match(view.saving, /^saved$/i, 'an answer does not come while the save still runs');
    assert.ok(!view.$?.running, 'nothing of the call runs on');
  });

  test('a save that fails resolves with the author’s sentence, and the view says so', async () => {
    const page = await open();
    await call(page, 'notes_create');
    await call(page, 'notes_set_title', { title: 'Written on a train' });
    await call(page, 'notes_set_offline', { offline: true });
    const error = await failure(page, 'notes_save');
    assert.equal(
      error.message,
      'notes.save failed: The server cannot be reached while working offline. Go online and save again.',
    );
    assert.match((await call(page, 'notes_view')).saving, /^failed$/i);
    await call(page, 'notes_set_offline', { offline: false });
    assert.match((await call(page, 'notes_save')).saving, /^saved$/i);
  });

  for (const [what, tool, input, sentence] of [
    ['of the wrong type', 'notes_set_title', { title: 3 }, 'input.title must be a string, not number 3.'],
    ['that is missing', 'notes_set_title', {}, 'input.title is required.'],
    ['nobody asked for', 'notes_set_title', { title: 'a', colour: 'red' }, /input\.colour is not expected/],
    ['misspelt', 'notes_set_title', { titel: 'a' }, /title/],
    ['of a command without any', 'notes_create', { title: 'a' }, /input\.title is not expected/],
    ['that is no number', 'notes_delete', { id: 'first' }, /input\.id must be/],
    ['that is null', 'notes_set_body', { body: null }, /input\.body must be a string/],
    ['that is a list', 'notes_search', { query: ['a'] }, /input\.query must be a string/],
  ]) {
    test(`an argument ${what} is refused in a sentence, and nothing happens`, async () => {
      const page = await open();
      const before = await call(page, 'notes_view');
      const error = await failure(page, tool, input);
      if (typeof sentence === 'string') assert.equal(error.message, sentence);
      else assert.match(error.message, sentence);
      const after = await call(page, 'notes_view');
      assert.deepEqual(after.rows, before.rows);
      assert.deepEqual(after.open, before.open);
    });
  }

  test('a note that does not exist is the author’s own sentence', async () => {
    const page = await open();
    const error = await failure(page, 'notes_open', { id: 99_999 });
    assert.equal(
      error.message,
      'notes.open failed: There is no note 99999. Read notes_view for the notes there are.',
    );
  });

  test('refs hold while rows are created above, filtered away and brought back', async () => {
    const page = await open();
    const before = await outline(page);
    const title = (await rows(page))[3].title;
    const line = before.split('\n').find((line) => line.includes(JSON.stringify(title)) && line.includes('[e'));
    const ref = line.match(/\[(e\d+)\]/)[1];
    await call(page, 'notes_create');
    assert.ok(
      (await outline(page)).split('\n').some((line) => line.includes(`[${ref}]`) && line.includes(JSON.stringify(title))),
      'the ref still names the same row',
    );
    await call(page, 'notes_search', { query: title });
    await screen(page, 'ui_press', { ref });
    assert.equal((await call(page, 'notes_view')).open.title, title);
  });

  test('waiting ends when the text is there', async () => {
    const page = await open();
    await call(page, 'notes_create');
    const waiting = execute(page, 'ui_wait', { text: 'Appears later', timeoutMs: 5000 });
    await call(page, 'notes_set_title', { title: 'Appears later' });
    assert.ok(!(await waiting).includes('"isError":true'), await waiting);
  });

  test('two calls at once each answer with their own effect', async () => {
    const page = await open();
    await call(page, 'notes_create');
    await call(page, 'notes_set_title', { title: 'Saved meanwhile' });
    let saved = false;
    const saving = call(page, 'notes_save').then((view) => {
      saved = true;
      return view;
    });
    const found = await call(page, 'notes_search', { query: 'meanwhile' });
    assert.equal(found.rows.length, 1);
    assert.match(found.saving, /^saving$/i, 'the search did not wait for the save');
    assert.equal(saved, false);
    assert.match((await saving).saving, /^saved$/i);
  });
}
