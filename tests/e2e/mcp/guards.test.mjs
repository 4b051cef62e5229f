// Who may come in, on the wire: hosts, origins, sizes, and what is no message. Every refusal is one that nothing was done
// for. What pages of other sites can do in a browser is foreign.test.mjs.

import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

import { answering } from '../lib/answering.mjs';
import { launch } from '../lib/browser.mjs';
import { Wire, session, stateless } from '../lib/raw.mjs';
import { serve } from '../lib/served.mjs';

const MIB = 1024 * 1024;
const HELLO = { jsonrpc: '2.0', id: 7, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'guarded', version: '1' } } };
const PATHS = ['/', '/index.html', '/__connection.json', '/__scumble/client.js', '/__scumble/', '/pkg/notes.js', '/nothing.here'];

/** Whether this machine has the other loopback address. */
const hasIpv6 = () => Object.values(networkInterfaces()).flat().some(({ address }) => address === '::1');

describe('the guards of the dev server', { timeout: 180_000 }, () => {
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

  /** Sends bytes as they are and gives what comes back until the server ends it. */
  const bytes = (text) =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(wire.url.port), '127.0.0.1', () => socket.write(text));
      let said = '';
      socket.on('data', (data) => (said += data)).on('error', reject).on('close', () => resolve(said));
    });

  test('only names of this machine are answered, on every path', async () => {
    const { port } = wire.url;
    for (const host of ['localhost', `localhost:${port}`, 'LOCALHOST', `127.0.0.1:${port}`, '127.0.0.1:1', `[::1]:${port}`]) {
      assert.equal((await wire.send({ headers: { host }, body: HELLO })).status, 200, host);
    }
    assert.equal((await fetch(`http://127.0.0.1:${port}/__connection.json`)).status, 200, 'by the one address of localhost');
    if (hasIpv6()) assert.equal((await fetch(`http://[::1]:${port}/__connection.json`)).status, 200, 'and by the other');
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.nip.io',
      `localhost.evil.example:${port}`,
      'evil.example.',
      '127.0.0.1.evil.example.',
      'localhost:evil',
      'localhost:99999',
      `localhost:${port}@evil.example`,
      `evil@localhost:${port}`,
      'localhost evil.example',
      'localhost,evil.example',
      'localhost/evil.example',
      '0.0.0.0',
      '[::]',
      '[::1].evil.example',
      '[::ffff:7f00:1]',
      '2130706433',
      '0x7f.0.0.1',
      '127.1',
      '192.168.1.4',
    ]) {
      const agent = await wire.send({ headers: { host }, body: HELLO });
      assert.equal(agent.status, 403, host);
      assert.equal(agent.headers['mcp-session-id'], undefined, host);
      for (const path of PATHS) {
        const page = await wire.send({ method: 'GET', path, headers: { host, 'content-type': null } });
        assert.equal(page.status, 403, `${host} ${path}`);
        assert.match(page.text, /localhost|one host/, 'it says what to do');
        assert.ok(!page.text.includes('data-secret'));
      }
    }
  });

  test('a request names exactly one host', async () => {
    for (const path of ['/', '/__connection.json', '/__mcp']) {
      const both = await bytes(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
      assert.match(both, /^HTTP\/1\.1 40[03] /, `two: ${path}`);
      const other = await bytes(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      assert.match(other, /^HTTP\/1\.1 40[03] /, `two: ${path}`);
      const none = await bytes(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
      assert.match(none, /^HTTP\/1\.1 40[03] /, `none: ${path}`);
      const old = await bytes(`GET ${path} HTTP/1.0\r\n\r\n`);
      assert.match(old, /^HTTP\/1\.[01] 40[03] /, `none, by HTTP 1.0: ${path}`);
      const empty = await bytes(`GET ${path} HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`);
      assert.match(empty, /^HTTP\/1\.1 40[03] /, `an empty one: ${path}`);
    }
  });

  test('no page is an agent, the server’s own neither', async () => {
    const own = at.server.url.slice(0, -1);
    for (const origin of [own, `http://127.0.0.1:${wire.url.port}`, 'https://evil.example', 'null', 'file://', 'chrome-extension://abc', '']) {
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
        const reply = await wire.send({ method, headers: { origin }, body: method === 'POST' ? HELLO : undefined });
        assert.equal(reply.status, 403, `${method} ${origin}`);
        assert.equal(reply.json().error.message, `Requests from pages of ${origin} are not allowed.`);
        assert.deepEqual(Object.keys(reply.headers).filter((name) => name.startsWith('access-control')), [], 'no word of CORS');
      }
    }
  });

  test('a body is at most 4 MiB, and a client that sends more gets to read so', async () => {
    for (const body of ['x'.repeat(5 * MIB), 'x'.repeat(4 * MIB + 1), 'x'.repeat(40 * MIB)]) {
      const reply = await wire.send({ body });
      assert.equal(reply.status, 413, `${body.length}`);
      assert.equal(reply.json().error.message, 'The body is larger than 4 MiB.');
    }
    const chunked = await wire.send({ headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(5 * MIB) });
    assert.equal(chunked.status, 413, 'whatever it says of itself');
    const said = await fetch(at.server.mcp, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }, body: 'x'.repeat(5 * MIB) });
    assert.equal(said.status, 413, 'node’s fetch too');
  });

  test('3.9 MiB of arguments reach the command in the page, which has its own opinion', async () => {
    await pages.open();
    const file = Buffer.alloc(2_900_000, 7).toString('base64');
    for (const client of [await session(wire), stateless(wire)]) {
      await client.call('notes_create');
      assert.match(await client.refused('notes_attach', { name: 'large', bytes: file }), /The file has 2900000 bytes; at most 1000000 can be attached\./);
      const view = await client.view('notes_attach', { name: 'fits', bytes: file.slice(0, 1_200_000) });
      assert.equal(view.open.attachments[0].size, 900_000);
    }
  });

  test('what is no JSON-RPC message is refused by code and sentence', async () => {
    for (const [body, code, sentence] of [
      ['{', -32700, /^The body is not JSON: .*line 1/],
      ['', -32700, /^The body is not JSON/],
      [`\ufeff${JSON.stringify(HELLO)}`, -32700, /^The body is not JSON/],
      [Buffer.from([0x7b, 0xff, 0x7d]), -32700, /^The body is not JSON/],
      ['['.repeat(100_000), -32700, /^The body is nested deeper than 127 levels\./],
      [`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`, -32700, /^The body is nested deeper than 127 levels\./],
      ['[]', -32600, /^Batches are not taken/],
      [JSON.stringify([HELLO]), -32600, /^Batches are not taken/],
      ['"initialize"', -32600, /^The body is no JSON-RPC 2\.0 message/],
      ['null', -32600, /^The body is no JSON-RPC 2\.0 message/],
      [{ ...HELLO, jsonrpc: '1.0' }, -32600, /^The body is no JSON-RPC 2\.0 message/],
      [{ ...HELLO, method: 3 }, -32600, /^The body is no JSON-RPC 2\.0 message/],
    ]) {
      const reply = await wire.send({ body });
      assert.equal(reply.status, 400, reply.text);
      assert.equal(reply.type, 'application/json');
      const { id, error } = reply.json();
      assert.deepEqual([id, error.code], [null, code], String(body).slice(0, 40));
      assert.match(error.message, sentence);
    }
    const client = await session(wire);
    const odd = await (await client.begin('tools/call', 'all', 9)).whole();
    assert.deepEqual([odd.status, odd.json().id, odd.json().error.code], [400, 9, -32602]);
  });

  test('versions, content types and sessions that are none are told apart', async () => {
    const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
    const version = await wire.send({ headers: { 'mcp-protocol-version': '1999-01-01', 'mcp-session-id': 'never-was' }, body: list });
    assert.deepEqual([version.status, version.json().error.message], [400, 'The MCP protocol version 1999-01-01 is not one this server speaks.']);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', null]) {
      assert.equal((await wire.send({ headers: { 'content-type': type }, body: HELLO })).status, 415, `${type}`);
    }
    assert.equal((await wire.send({ headers: { 'content-type': 'application/json; charset=utf-8' }, body: HELLO })).status, 200);
    for (const accept of ['application/json', 'text/event-stream', 'text/html', null]) {
      const reply = await wire.send({ headers: { accept }, body: HELLO });
      assert.equal(reply.status, 406, `${accept}`);
      assert.match(reply.text, /application\/json and text\/event-stream/);
    }
    for (const [method, body] of [['POST', list], ['GET'], ['DELETE']]) {
      const reply = await wire.send({ method, headers: method === 'GET' ? { accept: 'text/event-stream' } : {}, body });
      assert.equal(reply.status, 400, method);
      assert.match(reply.json().error.message, /^This request names no session\. Begin one by initialize .* or send Mcp-Protocol-Version 2026-07-28/);
    }
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD']) assert.equal((await wire.send({ method })).status, 405, method);
  });

  test('each is looked at before the next', async () => {
    const all = { host: 'evil.example', origin: 'https://evil.example', 'mcp-protocol-version': '1999-01-01', 'mcp-session-id': 'never-was' };
    const send = async (without, body) => {
      const headers = { ...all };
      for (const name of without) delete headers[name];
      return wire.send({ headers, body });
    };
    assert.match((await send([], '{')).text, /This server answers for this machine alone.*evil\.example/);
    assert.match((await send(['host'], '{')).json().error.message, /^Requests from pages of/);
    assert.equal((await send(['host', 'origin'], 'x'.repeat(5 * MIB))).status, 413);
    assert.equal((await send(['host', 'origin'], '{')).json().error.code, -32700);
    assert.match((await send(['host', 'origin'], { ...HELLO, method: 'tools/list' })).json().error.message, /1999-01-01/);
    assert.equal((await send(['host', 'origin', 'mcp-protocol-version'], { ...HELLO, method: 'tools/list' })).status, 404);
  });

  test('a socket is opened by pages of this server alone', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    const knock = (lines) => bytes(`GET /__scumble/socket HTTP/1.1\r\n${Object.entries({ ...upgrade, ...lines }).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    const host = `localhost:${wire.url.port}`;
    for (const lines of [{ host, origin: 'https://evil.example' }, { host, origin: 'null' }, { host, origin: 'http://localhost:1' }, { host: 'evil.example', origin: 'http://evil.example' }, { host: `evil.example:${wire.url.port}` }]) {
      assert.match(await knock({ ...lines, connection: 'Upgrade, close' }), /^HTTP\/1\.1 403 /, JSON.stringify(lines));
    }
  });
});
