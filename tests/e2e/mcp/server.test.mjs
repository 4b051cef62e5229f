// The command `scumble dev` as scripts and agents find it: what it prints, where it listens, who needs a token, what it is
// called, and a page of its own with nobody in front of it.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';

import { picture } from '../lib/answering.mjs';
import { connect, until } from '../lib/mcp.mjs';
import { connectPython } from '../lib/python.mjs';
import { CAN_ELICIT, Wire, session, stateless } from '../lib/raw.mjs';
import { root, start } from '../lib/served.mjs';

const TOKEN = 'sesame-open';
const NAME = 'Notes of the week';

/** Takes ports that follow each other, so that the first of them is taken for sure. */
async function take(count) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 20_000);
    const taken = [];
    try {
      for (let port = first; port < first + count; port++) {
        const server = createServer();
        await new Promise((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
        taken.push(server);
      }
      return { first, free: () => Promise.all(taken.map((server) => new Promise((done) => server.close(done)))) };
    } catch {
      await Promise.all(taken.map((server) => new Promise((done) => server.close(done))));
    }
  }
  throw new Error('No ports that follow each other are free.');
}

/** Runs the command until it ends; gives its code and what it said. */
function run(...args) {
  const child = spawn(process.env.SCUMBLE ?? path.join(root, 'target/debug/scumble'), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => (said.out += data));
  child.stderr.on('data', (data) => (said.err += data));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
}

/** The processes whose command line holds a text. */
function processes(text) {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && Number(pid) !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
}

describe('scumble dev with --headless, --name, --token and a port that is taken', { timeout: 180_000 }, () => {
  let taken;
  let server;
  let wire;
  before(async () => {
    taken = await take(1);
    server = await start('examples/notes', { args: ['--headless', '--name', NAME, '--token', TOKEN, '--port', String(taken.first)] });
    wire = new Wire(server);
  });
  after(async () => {
    wire?.close();
    await server?.stop();
    await taken?.free();
  });

  /** The wire's requests with other authorisation. */
  const authorized = (authorization, more = {}) => wire.send({ headers: { authorization, ...more }, body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'token', version: '1' } } } });

  test('prints a greeting and then a block a build, each a line of JSON, and nothing else', () => {
    const [greeting, ...blocks] = server.printed.map((line) => JSON.parse(line));
    assert.deepEqual(Object.keys(greeting), ['url', 'mcp', 'name', 'token', 'pid']);
    assert.equal(greeting.mcp, `${greeting.url}__mcp`);
    assert.deepEqual([greeting.name, greeting.token], [NAME, TOKEN]);
    assert.equal(process.kill(greeting.pid, 0), true, 'the pid is the process');
    assert.ok(blocks.length >= 1);
    for (const block of blocks) {
      assert.deepEqual(Object.keys(block), ['objects', 'summary']);
      assert.deepEqual(Object.keys(block.summary), ['id', 'built', 'failed', 'skipped', 'timestamp']);
    }
  });

  test('listens on the next free port, and says that the other is taken', () => {
    const port = Number(new URL(server.url).port);
    assert.ok(server.said.join('').includes(`Port ${taken.first} is taken, so this is port ${port}: `), server.said.join(''));
    assert.ok(port > taken.first && port < taken.first + 10, `${taken.first} was taken, ${port} was`);
  });

  test('tells at /__connection.json what one has to know to connect, and no secret', async () => {
    const reply = await wire.send({ method: 'GET', path: '/__connection.json', headers: { authorization: null, 'content-type': null } });
    assert.equal(reply.type, 'application/json');
    const about = reply.json();
    assert.deepEqual([about.name, about.mcp, about.token, about.pid, about.build], [NAME, '/__mcp', true, server.pid, server.builds.at(-1).summary.id]);
    assert.equal(new URL(about.mcp, about.url).href, server.mcp);
    const page = await (await fetch(server.url)).text();
    const [, secret] = page.match(/data-secret="([0-9a-f]+)"/);
    assert.ok(!reply.text.includes(TOKEN) && !reply.text.includes(secret));
    assert.ok(!page.includes(TOKEN));
  });

  test('asks everybody for the token, by a challenge, and takes it in a header alone', async () => {
    const none = await authorized(null);
    assert.deepEqual([none.status, none.headers['www-authenticate']], [401, 'Bearer']);
    assert.equal(none.json().error.message, 'This server needs its token as Authorization: Bearer.');
    for (const wrong of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Bearer ${TOKEN.toUpperCase()}`, `Basic ${TOKEN}`, TOKEN, 'Bearer ', `Bearer ${TOKEN} ${TOKEN}`]) {
      const reply = await authorized(wrong);
      assert.deepEqual([reply.status, reply.headers['www-authenticate']], [401, 'Bearer error="invalid_token"'], wrong);
    }
    for (const right of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`]) assert.equal((await authorized(right)).status, 200, right);
    assert.equal((await wire.send({ path: `/__mcp?token=${TOKEN}&access_token=${TOKEN}`, headers: { authorization: null }, body: {} })).status, 401, 'an address is no place for it');
    assert.equal((await authorized(null, { origin: 'https://evil.example' })).status, 403, 'the origin is looked at first');
    assert.equal((await wire.send({ headers: { authorization: null }, body: '{' })).status, 401, 'and the body after it');
    const client = await session(wire);
    const stolen = await wire.send({ headers: { ...client.headers, authorization: null }, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    assert.equal(stolen.status, 401, 'a session needs it at every request');
  });

  test('is what the name says, to both SDKs with the token', async () => {
    const typescript = await connect(server);
    assert.equal(typescript.getServerVersion().name, NAME);
    await typescript.close();
    await assert.rejects(connect(server, { token: null }), /This server needs its token as Authorization: Bearer\./);
    const python = await connectPython(server, { mode: 'auto' });
    assert.equal((await python.order('about')).server.name, NAME);
    await python.close();
    await assert.rejects(connectPython({ ...server, token: undefined }, { mode: 'auto' }), /This server needs its token as Authorization: Bearer\./);
  });

  test('its own page answers, and has nobody in front of it', async () => {
    const client = stateless(wire, { name: 'alone' });
    await until(async () => !(await client.call('notes_view')).isError, 'the page answers');
    const { tabs } = await client.view('tabs');
    assert.deepEqual(tabs.map((tab) => [tab.answering, tab.url]), [[true, server.url]]);
    await picture(await client.call('render_frame'));
    const rows = (await client.view('notes_view')).rows;
    assert.match(await client.refused('notes_delete', { id: rows[0].id }), /^\[SC0108\].*opened by --headless, so no person is in front of it.*Ask the person to do it themselves\./s);
    const asker = stateless(wire, { name: 'asker', abilities: CAN_ELICIT });
    const params = { name: 'notes_delete', arguments: { id: rows[0].id } };
    const { requestState } = await asker.ask('tools/call', params);
    const done = await asker.ask('tools/call', { ...params, requestState, inputResponses: { confirm: { action: 'accept', content: { approve: true } } } });
    assert.equal(done.structuredContent.rows.length, rows.length - 1);
  });

  test('takes its browser with it when it ends', { skip: !existsSync('/proc/self/cmdline') && 'Processes are looked up as Linux lists them.' }, async () => {
    const profile = path.join(tmpdir(), `scumble-headless-${server.pid}`);
    assert.ok(processes(profile).length > 0, 'the browser runs');
    await server.stop();
    assert.deepEqual(await server.ended, [0, null]);
    await until(() => processes(profile).length === 0, 'the browser is gone');
    await until(() => !existsSync(profile), 'its profile is gone');
  });
});

describe('scumble dev', { timeout: 180_000 }, () => {
  /** An address of this machine that others can reach. */
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => !address.internal && address.family === 'IPv4')?.address;

  test('on an address others can reach makes a token, and answers by that address', { skip: !outside && 'This machine has loopback alone.' }, async (t) => {
    const server = await start('examples/notes', { args: ['--host', outside] });
    t.after(() => server.stop());
    assert.equal(new URL(server.url).hostname, outside);
    assert.match(server.token, /^[0-9a-f]{32,}$/);
    const wire = new Wire(server);
    t.after(() => wire.close());
    assert.ok((await stateless(wire).ask('tools/list')).tools.length > 0);
    const hello = stateless(wire).request('tools/list');
    assert.equal((await wire.send({ ...hello, headers: { ...hello.headers, authorization: null } })).status, 401);
    for (const host of ['evil.example', `${outside}.nip.io`, '192.0.2.1']) {
      assert.equal((await wire.send({ ...hello, headers: { ...hello.headers, host } })).status, 403, host);
      assert.equal((await wire.send({ method: 'GET', path: '/', headers: { host } })).status, 403, host);
    }
  });

  test('says what is wrong with its arguments, and ends', async () => {
    for (const [args, sentence] of [
      [['examples/notes', '--host', 'nowhere'], /nowhere is no address\. Use one of this machine's, such as 127\.0\.0\.1\./],
      [['examples/notes', '--host', '192.0.2.1', '--port', '0'], /Could not listen on 192\.0\.2\.1.*Name an address of this machine with --host/],
      [['no/such/folder'], /no\/such\/folder/],
      [['tests/e2e/pages'], /tests\/e2e\/pages/],
    ]) {
      const { code, out, err } = await run('dev', '--json', ...args);
      assert.equal(code, 2, `${args}: ${err}`);
      assert.equal(out, '', 'nothing but JSON is printed, and there is none');
      assert.match(err, sentence);
    }
  });

  test('that finds ten ports taken names them, and ends', async (t) => {
    const taken = await take(10);
    t.after(() => taken.free());
    const { code, out, err } = await run('dev', 'examples/notes', '--json', '--port', String(taken.first));
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, new RegExp(`Ports ${taken.first} to ${taken.first + 9} of 127\\.0\\.0\\.1 are all taken.*Name another with --port, or --port 0 for any\\.`));
  });
});
