// Requests that stand alone, as they are from 2026-07-28 on, by raw HTTP: what each has to say of itself, subscriptions,
// cancelling by hanging up, and a question to the person as an answer that more is needed.

import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { answering } from '../lib/answering.mjs';
import { launch } from '../lib/browser.mjs';
import { assertUnasked } from '../lib/consent.mjs';
import { CAN_ELICIT, Wire, onward, progress, stateless } from '../lib/raw.mjs';
import { serve } from '../lib/served.mjs';

const VIEW = 'scumble://notes/view';
const YES = { confirm: { action: 'accept', content: { approve: true } } };

describe('requests without a session by raw HTTP', { timeout: 180_000 }, () => {
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

  test('a server is discovered, and answers each request by one JSON document', async () => {
    const client = stateless(wire);
    const found = await client.ask('server/discover');
    assert.ok(found.supportedVersions.includes('2026-07-28') && found.supportedVersions.includes('2025-11-25'));
    assert.equal(found._meta['io.modelcontextprotocol/serverInfo'].name, at.server.name);
    assert.equal(found.capabilities.logging, undefined);
    assert.match(found.instructions, /library_overview/);
    const reply = await wire.send(client.request('tools/list'));
    assert.deepEqual([reply.status, reply.type, reply.headers['mcp-session-id']], [200, 'application/json', undefined]);
    assert.equal(reply.json().result.resultType, 'complete');
  });

  test('what a request says of itself has to agree with what it is', async () => {
    const client = stateless(wire);
    const changed = (change) => {
      const request = client.request('tools/call', { name: 'tabs', arguments: {} });
      change(request);
      return wire.send(request);
    };
    for (const [what, change] of [
      ['no method', ({ headers }) => delete headers['mcp-method']],
      ['another method', ({ headers }) => (headers['mcp-method'] = 'tools/list')],
      ['no name', ({ headers }) => delete headers['mcp-name']],
      ['another name', ({ headers }) => (headers['mcp-name'] = 'build_run')],
      ['another version', ({ headers }) => (headers['mcp-protocol-version'] = '2025-11-25')],
      ['no version', ({ headers }) => delete headers['mcp-protocol-version']],
    ]) {
      const reply = await changed(change);
      assert.equal(reply.status, 400, what);
      assert.equal(reply.json().error.code, -32020, what);
    }
    const future = await wire.send(stateless(wire, { version: '2099-01-01' }).request('tools/list'));
    assert.equal(future.status, 400);
    assert.equal(future.json().error.code, -32022);
    assert.ok(future.json().error.data.supported.includes('2026-07-28'), 'it is told what there is');
  });

  test('methods of the other era, and unknown ones, are not found', async () => {
    const client = stateless(wire);
    for (const [method, params] of [['resources/subscribe', { uri: VIEW }], ['logging/setLevel', { level: 'info' }], ['ping', {}], ['nothing/there', {}]]) {
      const reply = await wire.send(client.request(method, params));
      assert.deepEqual([reply.status, reply.json().error.code], [404, -32601], method);
    }
  });

  test('a subscription hears what it asked for and nothing else, and ends by hanging up', async () => {
    await pages.open();
    const client = stateless(wire);
    const number = wire.id();
    const stream = await client.begin('subscriptions/listen', { notifications: { resourceSubscriptions: [VIEW] } }, number);
    assert.equal(stream.type, 'text/event-stream');
    const first = await stream.message();
    assert.equal(first.method, 'notifications/subscriptions/acknowledged');
    assert.deepEqual(first.params.notifications.resourceSubscriptions, [VIEW]);
    // The screen changes too, and nobody asked for that.
    await client.call('notes_create');
    const told = await stream.message();
    assert.equal(told.method, 'notifications/resources/updated');
    assert.equal(told.params.uri, VIEW);
    assert.equal(told.params._meta['io.modelcontextprotocol/subscriptionId'], number);
    stream.close();
    assert.ok(!(await client.call('notes_create')).isError);
  });

  test('a call is cancelled by hanging up', async () => {
    const page = await pages.open();
    const client = stateless(wire);
    const request = client.request('tools/call', { name: 'ui_wait', arguments: { text: 'Never there', timeoutMs: 30_000 } });
    const waiting = wire.hangUp(request);
    await pages.busy(page);
    waiting();
    await pages.idle(page);
    assert.ok(!(await client.call('notes_view')).isError);
  });

  test('a long call tells how far it has come before its answer, until nobody listens', async () => {
    const client = stateless(wire);
    const stream = await client.begin('tools/call', { name: 'build_run', arguments: {}, _meta: { progressToken: 7 } });
    assert.equal(stream.type, 'text/event-stream', 'more than one message needs a stream');
    onward(await progress(stream), await progress(stream), 7);
    stream.close();
    assert.equal((await client.view('build_status', { wait: false })).summary.failed, 0, 'the server answers');
  });

  test('where the page is hidden the answer is that a yes is needed, and a second call brings it', async () => {
    const page = await pages.open({ hidden: true });
    const client = stateless(wire, { name: 'asker', abilities: CAN_ELICIT });
    const rows = (await client.view('notes_view')).rows;
    const params = { name: 'notes_delete', arguments: { id: rows[0].id } };
    const asked = await client.ask('tools/call', params);
    assert.equal(asked.resultType, 'input_required');
    const { confirm } = asked.inputRequests;
    assert.equal(confirm.method, 'elicitation/create');
    assert.match(confirm.params.message, /^asker.* wants to run notes\.delete/s);
    assert.equal((await client.view('notes_view')).rows.length, rows.length, 'nothing is done yet');
    const done = await client.ask('tools/call', { ...params, requestState: asked.requestState, inputResponses: YES });
    assert.equal(done.resultType, 'complete');
    assert.equal(done.structuredContent.rows.length, rows.length - 1);
    await assertUnasked(page);
    // Once: what was answered is no answer to anything after it.
    const replayed = await client.fail('tools/call', { ...params, requestState: asked.requestState, inputResponses: YES });
    assert.equal(replayed.code, -32602);
    assert.match(replayed.message, /answered already.*Call again without requestState\./s);
    assert.equal((await client.view('notes_view')).rows.length, rows.length - 1);
  });

  test('a yes is for the same request alone, and none that was not asked for counts', async () => {
    await pages.open({ hidden: true });
    const client = stateless(wire, { abilities: CAN_ELICIT });
    const rows = (await client.view('notes_view')).rows;
    const ask = () => client.ask('tools/call', { name: 'notes_delete', arguments: { id: rows[0].id } });
    for (const other of [
      { name: 'notes_delete', arguments: { id: rows[1].id } },
      { name: 'notes_delete', arguments: { id: rows[0].id, more: 1 } },
      { name: 'notes_pin', arguments: { id: rows[0].id } },
    ]) {
      const { requestState } = await ask();
      const refused = await client.fail('tools/call', { ...other, requestState, inputResponses: YES });
      assert.match(refused.message, /belongs to another request.*nothing it waited to do was done/s);
      const spent = await client.fail('tools/call', { name: 'notes_delete', arguments: { id: rows[0].id }, requestState, inputResponses: YES });
      assert.equal(spent.code, -32602, 'and it is spent');
    }
    const forged = await client.fail('tools/call', { name: 'notes_delete', arguments: { id: rows[0].id }, requestState: '0'.repeat(32), inputResponses: YES });
    assert.equal(forged.code, -32602);
    const unasked = await client.ask('tools/call', { name: 'notes_delete', arguments: { id: rows[0].id }, inputResponses: YES });
    assert.equal(unasked.resultType, 'input_required', 'an answer sent along unasked is none');
    const empty = await client.ask('tools/call', { name: 'notes_delete', arguments: { id: rows[0].id }, requestState: unasked.requestState, inputResponses: {} });
    assert.equal(empty.resultType, 'input_required', 'without the answer it is asked again');
    assert.notEqual(empty.requestState, unasked.requestState);
    const no = await client.call('notes_delete', { id: rows[0].id }, { requestState: empty.requestState, inputResponses: { confirm: { action: 'decline' } } });
    assert.match(no.content[0].text, /^\[SC0107\] The person declined notes\.delete\./);
    assert.equal((await client.view('notes_view')).rows.length, rows.length, 'nothing was deleted in any of these');
  });
});
