// Sessions, as they are up to 2025-11-25, by raw HTTP: how they begin and end, what the server says by itself, progress,
// cancelling, and questions to the person through the client.

import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { answering } from '../lib/answering.mjs';
import { launch } from '../lib/browser.mjs';
import { assertUnasked } from '../lib/consent.mjs';
import { until } from '../lib/mcp.mjs';
import { CAN_ELICIT, Wire, onward, progress, session } from '../lib/raw.mjs';
import { serve } from '../lib/served.mjs';

const VIEW = 'scumble://notes/view';

describe('a session by raw HTTP', { timeout: 180_000 }, () => {
  const at = {};
  const pages = answering(at);
  let wire;
  before(async () => {
    [at.server, at.browser] = await Promise.all([serve('examples/notes'), launch()]);
    wire = new Wire(at.server);
  });
  after(async () => {
    wire?.close();
    await at.browser?.close();
    await at.server?.stop();
  });
  afterEach(() => pages.closeAll());

  test('is told name, abilities and instructions, in the version it asked for', async () => {
    for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const { about } = await session(wire, { version });
      assert.equal(about.protocolVersion, version);
    }
    const { about } = await session(wire, { version: '2099-01-01' });
    assert.equal(about.protocolVersion, '2025-11-25', 'an unknown one gets the newest that has sessions');
    assert.equal(about.serverInfo.name, at.server.name);
    assert.deepEqual(about.capabilities.resources, { subscribe: true, listChanged: true });
    assert.deepEqual(about.capabilities.tools, { listChanged: true });
    assert.ok(about.instructions.length > 0 && about.instructions.length <= 2048);
    assert.match(about.instructions, /library_overview/);
  });

  test('hears of a resource it follows on its own stream, and no more once it stops', async () => {
    await pages.open();
    const client = await session(wire);
    const stream = await client.listen();
    assert.equal(stream.type, 'text/event-stream');
    await client.ask('resources/subscribe', { uri: VIEW });
    await client.call('notes_create');
    const told = await stream.until((message) => message.method === 'notifications/resources/updated', 'word of the change');
    assert.deepEqual(told.params, { uri: VIEW });
    await client.ask('resources/unsubscribe', { uri: VIEW });
    await client.ask('resources/subscribe', { uri: 'scumble://screen' });
    await client.call('notes_create');
    const after = await stream.until((message) => message.method === 'notifications/resources/updated', 'word of the screen');
    assert.equal(after.params.uri, 'scumble://screen');
    assert.equal((await client.fail('resources/subscribe', { uri: 'scumble://none' })).code, -32002);
    stream.close();
  });

  test('hears nothing of tools from a page that is loaded again: an equal list is no news', async () => {
    const page = await pages.open();
    const client = await session(wire);
    const stream = await client.listen();
    const before = await client.ask('tools/list');
    await page.reload();
    await until(async () => !(await client.call('notes_view')).isError, 'the page is back');
    assert.deepEqual(await client.ask('tools/list'), before);
    await client.ask('resources/subscribe', { uri: VIEW });
    await client.call('notes_create');
    const heard = [];
    await stream.until((message) => {
      heard.push(message.method);
      return message.method === 'notifications/resources/updated';
    }, 'word of the change');
    assert.deepEqual(heard, ['notifications/resources/updated']);
    stream.close();
  });

  test('a cancelled call stops in the page, and gets no answer', async () => {
    const page = await pages.open();
    const client = await session(wire);
    const number = wire.id();
    const reply = await client.begin('tools/call', { name: 'ui_wait', arguments: { text: 'Never there', timeoutMs: 30_000 } }, number);
    await pages.busy(page);
    await client.cancel(number);
    await pages.idle(page);
    assert.deepEqual((await reply.messages()).filter((message) => message.id === number), []);
    assert.ok(!(await client.call('notes_view')).isError, 'the session lives on');
  });

  test('a long call tells on its stream how far it has come, until it is cancelled', async () => {
    const client = await session(wire);
    const number = wire.id();
    const stream = await client.begin('tools/call', { name: 'build_run', arguments: {}, _meta: { progressToken: 'far' } }, number);
    onward(await progress(stream), await progress(stream), 'far');
    await client.cancel(number);
    assert.deepEqual((await stream.messages()).filter((message) => message.id === number), []);
    assert.equal((await client.view('build_status', { wait: false })).summary.failed, 0, 'the server answers');
  });

  test('a call whose connection breaks goes on, and its answer comes to whoever takes up its stream', async () => {
    const page = await pages.open();
    const client = await session(wire);
    const reply = await client.begin('tools/call', { name: 'ui_wait', arguments: { text: 'Untitled', timeoutMs: 20_000 } });
    await pages.busy(page);
    const event = reply.text.match(/^id: ?(.*)$/m)[1];
    reply.close();
    const again = await wire.open({ method: 'GET', headers: { ...client.headers, accept: 'text/event-stream', 'content-type': null, 'last-event-id': event } });
    assert.equal(again.status, 200, again.text);
    await client.call('notes_create');
    const answer = await again.until((message) => message.result, 'the answer');
    assert.ok(!answer.result.isError, JSON.stringify(answer));
    again.close();
  });

  test('where the page is hidden the client asks, and only its yes counts', async () => {
    const page = await pages.open({ hidden: true });
    const client = await session(wire, { name: 'asker', abilities: CAN_ELICIT });
    const rows = (await client.view('notes_view')).rows;
    /** Deletes the first note, answering the question so. */
    const remove = async (answer) => {
      const number = wire.id();
      const stream = await client.begin('tools/call', { name: 'notes_delete', arguments: { id: rows[0].id } }, number);
      const question = await stream.until((message) => message.method === 'elicitation/create', 'the question');
      assert.match(question.params.message, /^asker.* wants to run notes\.delete/s);
      assert.match(question.params.message, /This cannot be undone\./);
      assert.equal(question.params.requestedSchema.type, 'object');
      await client.notify({ id: question.id, result: answer });
      return (await stream.until((message) => message.id === number, 'the answer')).result;
    };
    for (const no of [{ action: 'decline' }, { action: 'accept', content: { approve: false } }]) {
      assert.match((await remove(no)).content[0].text, /^\[SC0107\] The person declined notes\.delete\./);
    }
    assert.match((await remove({ action: 'cancel' })).content[0].text, /was withdrawn/);
    assert.equal((await client.view('notes_view')).rows.length, rows.length, 'nothing was deleted');
    const done = await remove({ action: 'accept', content: { approve: true } });
    assert.ok(!done.isError, done.content[0].text);
    assert.equal(done.structuredContent.rows.length, rows.length - 1);
    await assertUnasked(page);
  });

  test('a question is withdrawn with its call, and a late yes does nothing', async () => {
    await pages.open({ hidden: true });
    const client = await session(wire, { abilities: CAN_ELICIT });
    const rows = (await client.view('notes_view')).rows;
    const number = wire.id();
    const stream = await client.begin('tools/call', { name: 'notes_delete', arguments: { id: rows[0].id } }, number);
    const question = await stream.until((message) => message.method === 'elicitation/create', 'the question');
    await client.cancel(number);
    await client.notify({ id: question.id, result: { action: 'accept', content: { approve: true } } });
    assert.equal((await client.view('notes_view')).rows.length, rows.length);
  });

  test('ends by DELETE, is then unknown to every method, and begins anew', async () => {
    await pages.open();
    const client = await session(wire, { name: 'goes' });
    const other = await session(wire, { name: 'stays' });
    const stream = await client.listen();
    assert.equal((await client.end()).status, 204);
    assert.equal(await stream.message(), null, 'its stream ends with it');
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const id of [client.id, 'never-was', '../../etc', 'a'.repeat(4000)]) {
      const headers = { ...client.headers, 'mcp-session-id': id };
      for (const method of ['POST', 'GET', 'DELETE']) {
        const gone = await wire.send({ method, headers: { ...headers, ...(method === 'POST' ? {} : { 'content-type': null }) }, body: method === 'POST' ? list : undefined });
        assert.equal(gone.status, 404, `${method} ${id.slice(0, 20)}`);
        assert.equal(gone.json().error.message, 'This session has ended or never was. Begin a new one by initialize.');
        assert.equal(gone.json().id, method === 'POST' ? 1 : null);
      }
    }
    const anew = await session(wire, { name: 'goes' });
    assert.notEqual(anew.id, client.id);
    assert.ok((await anew.view('notes_view')).rows.length > 0);
    assert.ok((await other.view('notes_view')).rows.length > 0, 'another session is not touched');
  });
});
