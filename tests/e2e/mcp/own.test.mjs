// An application's own tools, resources and prompts, as a coding agent has them through the dev server.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { launch, newPage } from '../lib/browser.mjs';
import { consent } from '../lib/consent.mjs';
import { connect, textOf, until } from '../lib/mcp.mjs';
import { start } from '../lib/served.mjs';

/** A server of one's own, a page of it and an agent; `ready` is a tool that is there once the page answers. */
function connected(application, ready) {
  const it = {};
  before(async () => {
    // Of its own: tabs of other tests would answer in its stead.
    [it.server, it.browser] = await Promise.all([start(application), launch()]);
    it.agent = await connect(it.server);
    it.page = await newPage(it.browser, { reloads: true });
    await it.page.goto(it.server.url);
    await until(async () => (await it.agent.names()).includes(ready), 'the page answers');
  });
  after(async () => {
    await it.agent?.close();
    await it.browser?.close();
    await it.server?.stop();
  });
  return it;
}

describe('what the notes offer of their own', { timeout: 300_000 }, () => {
  const it = connected('examples/notes', 'find_notes');

  test('a tool stands after the channel’s and before the screen’s, and its answer is structured', async () => {
    const { tools } = await it.agent.listTools();
    const names = tools.map((tool) => tool.name);
    const place = names.indexOf('find_notes');
    assert.ok(names.slice(0, place).every((name) => name.startsWith('notes_')), names.join(' '));
    assert.ok(names.slice(place + 1).every((name) => !name.startsWith('notes_')), names.join(' '));
    assert.equal(names[place + 1], 'ui_snapshot');
    const { outputSchema, annotations } = tools[place];
    assert.deepEqual(Object.keys(outputSchema.properties), ['notes', 'more']);
    assert.equal(annotations.readOnlyHint, true);
    // The client holds the answer to the output schema.
    const result = await it.agent.run('find_notes', { words: 'the', at_most: 2 });
    assert.equal(result.structuredContent.notes.length, 2);
    assert.deepEqual(JSON.parse(textOf(result)), result.structuredContent);
    assert.match(await it.agent.fail('find_notes', { words: true }), /^\[SC0102\] input\.words must be a string, not boolean true\./);
  });

  test('progress is told to whoever asks for it', async () => {
    const told = [];
    await it.agent.run('find_notes', { words: 'a' }, { onprogress: (progress) => void told.push(progress) });
    await until(() => told.length === 4, 'all four words of progress');
    assert.deepEqual(told.map(({ progress, total }) => [progress, total]), [[10, 40], [20, 40], [30, 40], [40, 40]]);
    assert.match(told[0].message, /^\d+ found in 10 of 40 notes$/);
  });

  test('a resource is listed, read and followed', async () => {
    const { resources } = await it.agent.listResources();
    const { name, mimeType, description } = resources.find((one) => one.uri === 'notes://open');
    assert.deepEqual([name, mimeType], ['open_note', 'text/markdown']);
    assert.equal(description, 'The note the person has open, whole, as a document.');
    const text = async () => (await it.agent.readResource({ uri: 'notes://open' })).contents[0].text;
    const told = [];
    it.agent.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
    await it.agent.subscribeResource({ uri: 'notes://open' });
    await it.agent.ask('notes_create');
    await it.agent.ask('notes_set_title', { title: 'Tea' });
    await until(() => told.includes('notes://open'), 'word of the change');
    assert.equal(await text(), '# Tea\n\n\n');
    await it.agent.unsubscribeResource({ uri: 'notes://open' });
    await assert.rejects(it.agent.readResource({ uri: 'notes://shut' }));
  });

  test('a prompt is listed with its arguments and filled in', async () => {
    const { prompts } = await it.agent.listPrompts();
    const draft = prompts.find((prompt) => prompt.name === 'draft_note');
    assert.deepEqual(draft.arguments.map(({ name, required }) => [name, required ?? false]), [['about', true], ['length', false]]);
    const { messages } = await it.agent.getPrompt({ name: 'draft_note', arguments: { about: 'bread', length: 'page' } });
    assert.equal(messages.length, 1);
    assert.equal(messages[0].role, 'user');
    assert.match(messages[0].content.text, /^Write a new note about this: bread\n[^]*at most a page/);
    const wrong = it.agent.getPrompt({ name: 'draft_note', arguments: { about: 'bread', length: 'book' } });
    await assert.rejects(wrong, /input\.length must be one of "short", "page"/);
    const completed = async (value) => {
      const { completion } = await it.agent.complete({ ref: { type: 'ref/prompt', name: 'draft_note' }, argument: { name: 'length', value } });
      return completion.values;
    };
    assert.deepEqual(await completed(''), ['short', 'page']);
    assert.deepEqual(await completed('pa'), ['page']);
  });
});

describe('what the lab offers of its own', { timeout: 300_000 }, () => {
  const it = connected('tests/fixtures/lab', 'distil');

  test('a cancelled tool stops in the page', async () => {
    const controller = new AbortController();
    const running = it.agent.run('distil', { drops: 8, each_ms: 500 }, { signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 700);
    await assert.rejects(running);
    await until(async () => (await it.page.locator('.scumble-badge.acting').count()) === 0, 'nobody acts');
    const { done } = await it.agent.ask('lab_view');
    await it.page.waitForTimeout(1_500);
    assert.equal((await it.agent.ask('lab_view')).done, done);
    assert.ok(done < 8);
  });

  test('one that asks runs once the person allowed it', async () => {
    const declined = it.agent.fail('burn_rows', { reason: 'warmth' });
    await (await consent(it.page)).decline();
    assert.equal(await declined, '[SC0107] The person declined burn_rows. Do not send it again unless they ask.');
    const asked = it.agent.ask('burn_rows', { reason: 'warmth' });
    await (await consent(it.page)).approve();
    assert.equal(await asked, '5 rows were burnt: warmth.');
    assert.deepEqual((await it.agent.ask('lab_view')).items, []);
  });
});
