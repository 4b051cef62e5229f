// Pages of other sites, in a browser on the machine of the dev server: by another port of this machine, and by a name of
// their own that resolves to it. None of them gets in, and nothing they try is done.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { answering } from '../lib/answering.mjs';
import { launch } from '../lib/browser.mjs';
import { Wire, stateless } from '../lib/raw.mjs';
import { serve } from '../lib/served.mjs';
import { host } from '../lib/static.mjs';

const PAGE = '<!doctype html><title>Another site</title><link rel="icon" href="data:,"><p>Nothing to see here.';

describe('a page of another site', { timeout: 120_000 }, () => {
  const at = {};
  const pages = answering(at);
  let other;
  let wire;
  let agent;
  let secret;
  let own;
  before(async () => {
    // evil.example is this machine, as a name becomes by DNS rebinding.
    const args = ['--host-resolver-rules=MAP evil.example 127.0.0.1'];
    [at.server, at.browser, other] = await Promise.all([serve('examples/notes'), launch({ args }), host('/nowhere', { '/': PAGE })]);
    wire = new Wire(at.server);
    agent = stateless(wire);
    own = await pages.open();
    secret = (await (await fetch(at.server.url)).text()).match(/data-secret="([0-9a-f]+)"/)[1];
  });
  after(async () => {
    wire?.close();
    await other?.stop();
    await at.browser?.close();
    await at.server?.stop();
  });

  /** The foreign page, by an address of its own. */
  const visit = async (address) => {
    const page = await (await at.browser.newContext()).newPage();
    const answer = await page.goto(address);
    return { page, answer };
  };
  const rows = async () => (await agent.view('notes_view', { key: 'rows' })).rows.length;

  const hosts = () => [['another port', other.url], ['a name of its own', other.url.replace('localhost', 'evil.example')]];

  test('reads nothing of the server', async () => {
    for (const [what, address] of hosts()) {
      const { page } = await visit(address);
      for (const path of ['', '__connection.json', '__scumble/client.js', '__scumble/', 'pkg/notes.js']) {
        const read = await page.evaluate(async (url) => {
          const tried = {};
          for (const mode of ['cors', 'no-cors']) {
            try {
              tried[mode] = await (await fetch(url, { mode, credentials: 'include' })).text();
            } catch (error) {
              tried[mode] = error.name;
            }
          }
          return tried;
        }, at.server.url + path);
        // What comes all the same is opaque: it has no text for the page.
        assert.equal(read.cors, 'TypeError', `${what}: /${path}`);
        assert.match(read['no-cors'], /^(TypeError)?$/, `${what}: /${path}`);
      }
      // A script may be run by any page; what it leaves behind does not hold the secret.
      const left = await page.evaluate(async (url) => {
        const script = document.createElement('script');
        script.src = url;
        await new Promise((done) => {
          script.onload = script.onerror = done;
          document.head.append(script);
        });
        return { dev: JSON.stringify(window.__scumble_dev ?? null), html: document.documentElement.outerHTML };
      }, `${at.server.url}__scumble/client.js`);
      assert.ok(!left.dev.includes(secret) && !left.html.includes(secret), what);
      await page.context().close();
    }
    assert.equal((await agent.view('tabs')).tabs.length, 1, 'none of them is taken for a tab');
  });

  test('calls no tool', async () => {
    const before = await rows();
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'notes_create', arguments: {} } };
    const ways = [
      ['__mcp', agent.request('tools/call', call.params)],
      ['__mcp', { headers: {}, body: call }],
      ['__scumble/call', { headers: { 'x-scumble-secret': '0'.repeat(32) }, body: { tool: 'notes_create', arguments: {} } }],
      ['__scumble/call', { headers: {}, body: { tool: 'notes_create', arguments: {} } }],
    ];
    for (const [what, address] of hosts()) {
      const { page } = await visit(address);
      for (const [path, { headers, body }] of ways) {
        const tried = await page.evaluate(
          async ({ url, headers, body }) => {
            const answers = [];
            // As an agent would, which is asked for first; and as any form may, which is not.
            for (const init of [
              { headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers } },
              { mode: 'no-cors', headers: { 'content-type': 'text/plain' } },
            ]) {
              try {
                const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), ...init });
                answers.push(`${answer.type} ${answer.status} ${await answer.text()}`);
              } catch (error) {
                answers.push(error.name);
              }
            }
            return answers;
          },
          { url: at.server.url + path, headers, body },
        );
        assert.deepEqual(tried, ['TypeError', 'opaque 0 '], `${what}: /${path}`);
      }
      await page.context().close();
    }
    assert.equal(await rows(), before, 'nothing was done');
  });

  /** How a socket to the server ends when it says this first. */
  const knock = (page, address, hello) =>
    page.evaluate(
      ({ address, hello }) =>
        new Promise((resolve) => {
          const said = [];
          const socket = new WebSocket(address);
          socket.onopen = () => {
            said.push('open');
            socket.send(JSON.stringify(hello));
          };
          socket.onmessage = ({ data }) => {
            said.push(JSON.parse(data).type);
            socket.close();
          };
          socket.onclose = ({ code, reason }) => resolve({ said, code, reason });
        }),
      { address, hello },
    );
  const hello = (secret) => ({ type: 'hello', protocol: 1, secret, tab: null, build: null, url: 'http://localhost/', title: 'Posing', visible: true, front: Date.now() + 1e6, catalogue: null, webmcp: false });
  const socket = () => `${at.server.url.replace('http', 'ws')}__scumble/socket`;

  test('opens no socket, whatever it knows', async () => {
    for (const [what, address] of hosts()) {
      const { page } = await visit(address);
      for (const given of [secret, 'wrong']) {
        const { said, code } = await knock(page, socket(), hello(given));
        assert.deepEqual([said, code], [[], 1006], what);
      }
      await page.context().close();
    }
    assert.equal((await agent.view('tabs')).tabs.length, 1);
  });

  test('by the server’s own address but without the secret opens no tab either', async () => {
    const { page } = await visit(`${at.server.url}__connection.json`);
    for (const wrong of ['', 'wrong', secret.slice(1), `${secret}0`, secret.toUpperCase() === secret ? '0'.repeat(32) : secret.toUpperCase()]) {
      const { said, code, reason } = await knock(page, socket(), hello(wrong));
      assert.deepEqual([said, code, reason], [['open'], 4403, 'This page was not served by this server. Load it again.'], wrong);
    }
    const { code, reason } = await knock(page, socket(), { type: 'answer', id: 1 });
    assert.deepEqual([code, reason], [4403, 'A page says hello first.']);
    assert.equal((await agent.view('tabs')).tabs.length, 1);
    // With it there is one, behind the application's own; it shows the build that page shows.
    const { tabs } = await agent.view('tabs');
    const right = await knock(page, socket(), { ...hello(secret), build: tabs[0].build, front: 1 });
    assert.ok(right.said.includes('welcome'));
    await page.context().close();
  });

  test('that has taken the server’s place by its name is told to go', async () => {
    const { page, answer } = await visit(at.server.url.replace('localhost', 'evil.example'));
    assert.equal(answer.status(), 403);
    assert.match(await page.locator('body').innerText(), /answers for this machine alone, and the request came for evil\.example:\d+\. Open it as localhost\./);
    const tried = await page.evaluate(async () => {
      const answers = [];
      for (const path of ['/', '/__connection.json', '/__mcp', '/__scumble/call']) answers.push((await fetch(path, { method: path.endsWith('mcp') || path.endsWith('call') ? 'POST' : 'GET' })).status);
      return answers;
    });
    assert.deepEqual(tried, [403, 403, 403, 403]);
    const { said, code } = await knock(page, socket().replace('localhost', 'evil.example'), hello(secret));
    assert.deepEqual([said, code], [[], 1006]);
    await page.context().close();
  });

  test('has disturbed nobody: the application answers', async () => {
    assert.equal(await rows(), 40);
    assert.equal(await own.title(), await own.evaluate(() => document.title));
  });
});
