// What an agent finds on the page: names, titles, descriptions, schemas and hints, and nothing that is
// hidden or secret.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { application } from './lib/app.mjs';
import { call, execute, outline, tools } from './lib/tools.mjs';
import { SECRET, HIDDEN } from './lib/notes.mjs';
import { problems } from './lib/schema.mjs';

describe('the tools of a page', () => {
  const notes = application('examples/notes');

  test('commands, the view, its own tool, the screen and what to look at are all there, and no more', async () => {
    const page = await notes.open();
    const found = [...(await tools(page)).keys()];
    const commands = [
      'create', 'open', 'close', 'set_title', 'set_body', 'search', 'pin', 'attach', 'delete', 'save', 'set_offline',
    ].map((command) => `notes_${command}`);
    const screen = ['snapshot', 'press', 'type', 'set', 'focus', 'key', 'scroll', 'wait'].map((tool) => `ui_${tool}`);
    const expected = ['notes_view', ...commands, 'find_notes', ...screen, 'tokens_view', 'render_frame'];
    assert.deepEqual(expected.filter((name) => !found.includes(name)), [], 'missing');
    const more = found.filter((name) => !expected.includes(name) && !name.startsWith('notes_'));
    assert.deepEqual(more, [], 'a tool nobody announced');
    assert.ok(found.length <= 32, `${found.length} tools are more than hosts keep`);
  });

  test('titles, descriptions and parameters come from the author’s docs', async () => {
    const page = await notes.open();
    for (const tool of (await tools(page)).values()) {
      assert.ok(tool.title.length > 0, `${tool.name} has a title`);
      assert.ok(tool.description.length > 20, `${tool.name} says what it does`);
      for (const [name, schema] of Object.entries(tool.inputSchema?.properties ?? {})) {
        assert.ok(schema.description?.length > 0, `${tool.name}'s ${name} says what it is`);
      }
    }
    const remove = (await tools(page)).get('notes_delete');
    assert.match(remove.description, /Delete a note/);
    assert.deepEqual(remove.inputSchema.required, ['id']);
  });

  test('what is read again is what is there now', async () => {
    const page = await notes.open();
    const before = await call(page, 'notes_view');
    assert.deepEqual(await call(page, 'notes_view'), before);
    assert.deepEqual(Object.keys(await call(page, 'notes_view', { key: 'rows' })), ['rows'], 'other arguments are another question');
    await call(page, 'notes_create');
    const after = await call(page, 'notes_view');
    assert.equal(after.rows.length, before.rows.length + 1);
    assert.deepEqual(await call(page, 'notes_view'), after);
    assert.equal((await call(page, 'notes_view', { key: 'rows' })).rows.length, after.rows.length);
  });

  test('every schema stays inside what WebMCP takes', async () => {
    const page = await notes.open();
    for (const tool of (await tools(page)).values()) {
      assert.deepEqual(problems(tool.inputSchema), [], tool.name);
    }
  });

  test('hints tell reading, deleting and the rest apart', async () => {
    const page = await notes.open();
    const all = await tools(page);
    const hints = (name) => all.get(name).annotations;
    for (const name of ['notes_view', 'find_notes', 'ui_snapshot', 'ui_wait', 'tokens_view', 'render_frame']) {
      assert.equal(hints(name).readOnlyHint, true, name);
      assert.equal(hints(name).consequentialHint, false, name);
    }
    for (const name of ['notes_create', 'notes_save', 'ui_press', 'ui_type']) {
      assert.equal(hints(name).readOnlyHint, false, name);
    }
    assert.equal(hints('notes_delete').consequentialHint, true);
    assert.equal(hints('notes_create').consequentialHint, false);
    assert.ok([...all.values()].every((tool) => tool.name === 'ui_explain' || !tool.annotations.debugging));
  });

  test('hidden keys and commands are nowhere, and a secret’s value is nowhere', async () => {
    const page = await notes.open();
    const all = await tools(page);
    const view = await call(page, 'notes_view');
    const read = JSON.stringify([[...all.values()], view, await outline(page)]);
    for (const name of HIDDEN.commands) assert.ok(!all.has(`notes_${name}`), name);
    for (const key of HIDDEN.keys) assert.ok(!(key in view), key);
    assert.ok(!read.includes(SECRET.value), 'the secret is readable');
    assert.ok(!read.includes(HIDDEN.value), 'the hidden value is readable');
    assert.deepEqual(view[SECRET.key], { set: true });
    const asked = await execute(page, 'notes_view', { key: HIDDEN.keys[0] });
    assert.ok(!asked.includes(HIDDEN.value));
    assert.match(asked, /"isError":true/);
  });

  test('the view answers one key, and part of a list, when asked', async () => {
    const page = await notes.open();
    const whole = await call(page, 'notes_view');
    const part = await call(page, 'notes_view', { key: 'rows', offset: 2, limit: 3 });
    assert.deepEqual(part.rows, whole.rows.slice(2, 5));
    assert.ok(!('query' in part), 'the answer holds that key alone');
  });
});
