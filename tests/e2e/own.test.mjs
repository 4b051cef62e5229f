// An application's own tools, as an agent in the browser has them: beside the channel's, checked and settled alike, and
// asked about where they want it.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { application } from './lib/app.mjs';
import { assertUnasked, consent, unasked } from './lib/consent.mjs';
import { call, execute, failure, names, outline, read, tools, untilNames } from './lib/tools.mjs';

describe('a tool of the application’s own', () => {
  const notes = application('examples/notes');

  test('says what its function says: docs, types, hints', async () => {
    const page = await notes.open();
    const tool = (await tools(page)).get('find_notes');
    assert.equal(tool.title, 'Find notes');
    assert.match(tool.description, /^Find notes by words in their titles and texts, and read them whole\./);
    assert.deepEqual(tool.inputSchema.required, ['words']);
    assert.equal(tool.inputSchema.additionalProperties, false);
    assert.deepEqual(Object.keys(tool.inputSchema.properties), ['words', 'at_most']);
    assert.equal(tool.inputSchema.properties.at_most.description, 'How many notes to read at most; 5 if left out.');
    const { readOnlyHint, consequentialHint, debugging } = tool.annotations;
    assert.deepEqual([readOnlyHint, consequentialHint, debugging ?? false], [true, false, false]);
  });

  test('answers its value, and the person’s screen stays as it is', async () => {
    const page = await notes.open();
    const before = await outline(page);
    const found = await call(page, 'find_notes', { words: 'Harz TRAIN' });
    assert.deepEqual(found.notes.map((note) => note.title), ['Weekend in the Harz']);
    assert.match(found.notes[0].body, /the key to the hut\.$/);
    assert.equal(found.more, 0);
    assert.ok(!('$' in found), 'there is nothing more to say');
    assert.equal(await outline(page), before);
  });

  test('sees what was done the moment before', async () => {
    const page = await notes.open();
    await call(page, 'notes_create');
    await call(page, 'notes_set_title', { title: 'Zymurgy' });
    const { notes: found } = await call(page, 'find_notes', { words: 'zymurgy' });
    assert.deepEqual(found.map((note) => note.changed), ['Just now']);
  });

  test('is not run with arguments that do not fit, and says which', async () => {
    const page = await notes.open();
    const said = async (input) => (await failure(page, 'find_notes', input)).said;
    assert.equal(await said({}), 'input.words is required.');
    assert.equal(await said({ words: 3 }), 'input.words must be a string, not number 3.');
    assert.equal(await said({ words: 'a', at_most: -1 }), 'input.at_most must be at least 0, not -1.');
    assert.match(await said({ word: 'a' }), /^input\.word is not expected; did you mean words\?/);
    const { code, message } = await failure(page, 'find_notes', { words: ' ' });
    assert.equal(code, 'SC0103');
    assert.match(message, /^find_notes failed: There is no word to look for\./);
  });
});

describe('own tools that take their time or ask', () => {
  const lab = application('tests/fixtures/lab');

  test('one that tells its progress answers as one that does not: nobody here asked to be told', async () => {
    const page = await lab.open();
    assert.deepEqual(await call(page, 'distil', { drops: 3, each_ms: 5 }), { value: [1, 1, 1] });
    assert.equal((await call(page, 'lab_view')).done, 3);
    const { said } = await failure(page, 'distil', { drops: 20, each_ms: 1 });
    assert.equal(said, 'distil failed: The flask ran dry after 9 drops.');
    assert.deepEqual(page.problems, []);
  });

  test('one that is given up does not go on', async () => {
    const page = await lab.open();
    await assert.rejects(execute(page, 'distil', { drops: 8, each_ms: 500 }, { abortAfter: 700 }));
    const { done } = await call(page, 'lab_view');
    await page.waitForTimeout(1_500);
    assert.equal((await call(page, 'lab_view')).done, done);
    assert.ok(done < 8);
  });

  test('one that asks names itself and its arguments, and does nothing while it asks', async () => {
    const page = await lab.open();
    const tool = (await tools(page)).get('burn_rows');
    assert.equal(tool.annotations.consequentialHint, true);
    assert.match(tool.description, /The person is asked to approve it before it runs\.$/);
    const answer = execute(page, 'burn_rows', { reason: 'warmth' });
    const question = await consent(page);
    const text = await question.text();
    assert.match(text, /Allow “burn_rows”\?/);
    for (const word of ['Burn every row.', 'reason', 'warmth', 'This cannot be undone.']) assert.ok(text.includes(word), `${word} in ${text}`);
    assert.equal((await call(page, 'lab_view')).items.length, 5);
    await question.decline();
    const { isError, error } = read(await answer);
    assert.equal(isError, true);
    assert.equal(error.message, 'The person declined burn_rows. Do not send it again unless they ask.');
    assert.equal((await call(page, 'lab_view')).items.length, 5);
    await unasked(page);
  });

  test('one that was approved runs once, with what was approved', async () => {
    const page = await lab.open();
    const answer = execute(page, 'burn_rows', { reason: 'warmth' });
    await (await consent(page)).approve();
    assert.equal(await answer, '5 rows were burnt: warmth.');
    assert.deepEqual((await call(page, 'lab_view')).items, []);
    await assertUnasked(page);
  });

  test('a wrong argument is told of before anybody is asked', async () => {
    const page = await lab.open();
    const { said } = await failure(page, 'burn_rows', {});
    assert.equal(said, 'input.reason is required.');
    await assertUnasked(page);
  });

  test('of a second application they begin with its name, and act on it alone', async () => {
    const page = await lab.openFixture('lab.html', { until: 'window.createApp !== undefined' });
    await page.evaluate(() => {
      window.one = window.createApp({ webmcp: true });
      window.two = window.createApp({ name: 'other', webmcp: true });
      window.one.mount('#first');
      window.two.mount('#second');
    });
    await untilNames(page, (found) => found.includes('distil') && found.includes('other_distil'));
    await call(page, 'other_distil', { drops: 2, each_ms: 1 });
    assert.equal((await call(page, 'lab_view')).done, 0);
    assert.equal((await call(page, 'other_lab_view')).done, 2);
    await page.evaluate(() => window.two.dispose());
    await untilNames(page, (found) => !found.includes('other_distil'));
    assert.ok((await names(page)).includes('distil'));
  });
});
