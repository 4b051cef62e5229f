// An agent that has no browser: the official SDK's client against the dev server, with the page in Chromium.

import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { request } from 'node:http';

import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { launch, newPage } from '../lib/browser.mjs';
import { consent } from '../lib/consent.mjs';
import { connect, textOf, until } from '../lib/mcp.mjs';
import { HIDDEN, SECRET } from '../lib/notes.mjs';
import { start } from '../lib/served.mjs';

describe('an agent connected to the dev server', { timeout: 300_000 }, () => {
  let server;
  let browser;
  let agent;
  before(async () => {
    // Of its own: tabs of other tests would answer in its stead.
    [server, browser] = await Promise.all([start('examples/notes'), launch()]);
    agent = await connect(server);
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
  });

  /** A fresh page, the only one, that answers. */
  const open = async (options = {}) => {
    const page = await newPage(browser, { reloads: true, ...options });
    await page.goto(server.url);
    await until(async () => {
      const { tabs } = await agent.ask('tabs');
      return tabs.some((tab) => tab.answering) && (await agent.names()).includes('notes_view');
    }, 'the page answers');
    return page;
  };
  // Whatever became of a test, its page does not answer for the next one.
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    await until(async () => (await agent.ask('tabs')).tabs.length === 0, 'no page is open');
  });

  test('the lists hold the page, the screen, the library and the builds, and nothing hidden', async () => {
    const page = await open();
    const { tools } = await agent.listTools();
    const names = tools.map((tool) => tool.name);
    for (const name of ['notes_view', 'notes_delete', 'ui_press', 'render_frame', 'library_get', 'build_status', 'tab_use']) {
      assert.ok(names.includes(name), name);
    }
    assert.ok(names.indexOf('notes_view') < names.indexOf('ui_snapshot') && names.indexOf('ui_snapshot') < names.indexOf('library_get'));
    for (const hidden of HIDDEN.commands) assert.ok(!names.includes(`notes_${hidden}`));
    const remove = tools.find((tool) => tool.name === 'notes_delete');
    assert.equal(remove.annotations.destructiveHint, true);
    assert.equal(remove.annotations.openWorldHint, false);
    const text = JSON.stringify(await agent.run('notes_view'));
    assert.ok(!text.includes(SECRET.value) && !text.includes(HIDDEN.value));
  });

  test('a command acts in front of the person, and the answer holds what became of it', async () => {
    const page = await open();
    await agent.ask('notes_create');
    const view = await agent.ask('notes_set_title', { title: 'From afar' });
    assert.equal(view.open.title, 'From afar');
    const field = page.getByRole('textbox', { name: 'Title' });
    await until(async () => (await field.inputValue()) === 'From afar', 'the person sees it');
    assert.match(textOf(await agent.run('ui_snapshot')), /textbox "Title" value="From afar"/);
    const error = await agent.fail('notes_set_title', { title: 3 });
    assert.match(error, /^\[SC0102\] input\.title must be a string, not number 3\./);
    const frame = await agent.run('render_frame');
    const image = frame.content.find((block) => block.type === 'image');
    assert.equal(Buffer.from(image.data, 'base64').subarray(1, 4).toString(), 'PNG');
  });

  test('a resource is read, followed, and told of when it changed', async () => {
    const page = await open();
    const { resources } = await agent.listResources();
    assert.ok(resources.some((one) => one.uri === 'scumble://notes/view'));
    const told = [];
    agent.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
    await agent.subscribeResource({ uri: 'scumble://notes/view' });
    await agent.ask('notes_create');
    await until(() => told.includes('scumble://notes/view'), 'word of the change');
    const { contents } = await agent.readResource({ uri: 'scumble://notes/view' });
    assert.equal(JSON.parse(contents[0].text).rows.length, 41);
    await agent.unsubscribeResource({ uri: 'scumble://notes/view' });
  });

  test('a cancelled call stops in the page', async () => {
    const page = await open();
    await agent.ask('notes_create');
    const controller = new AbortController();
    const waiting = agent.run('ui_wait', { text: 'Never there', timeoutMs: 30_000 }, { signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 200);
    await assert.rejects(waiting);
    await page.locator('.scumble-badge:not(.acting)').waitFor({ state: 'attached', timeout: 5000 });
  });

  test('a confirmed command runs once the person allowed it, and the time they take does not count', async () => {
    const page = await open();
    const before = (await agent.ask('notes_view')).rows;
    const asked = agent.run('notes_delete', { id: before[0].id });
    const dialog = await consent(page);
    assert.match(await dialog.text(), /e2e/, 'it names who asks');
    await dialog.approve();
    const result = await asked;
    assert.ok(!result.isError, textOf(result));
    assert.equal((await agent.ask('notes_view')).rows.length, before.length - 1);
    const again = agent.fail('notes_delete', { id: before[1].id });
    await (await consent(page)).decline();
    assert.match(await again, /^\[SC0107\] The person declined notes\.delete\. Do not send it again unless they ask\./);
  });

  test('a hidden page asks by the client where that can, and refuses where it cannot', async () => {
    const page = await open();
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
    const rows = (await agent.ask('notes_view')).rows;
    assert.match(await agent.fail('notes_delete', { id: rows[0].id }), /^\[SC0108\].*Ask the person to do it themselves\./);
    const questions = [];
    const asking = await connect(server, {
      name: 'asking',
      elicit: ({ message }) => {
        questions.push(message);
        return { action: 'accept', content: { approve: true } };
      },
    });
    const view = await asking.ask('notes_delete', { id: rows[0].id });
    assert.equal(view.rows.length, rows.length - 1);
    assert.equal(questions.length, 1);
    assert.match(questions[0], /notes\.delete/);
    await asking.close();
  });

  test('progress of a page tool is not made up, and that of the server’s own is told in order', async () => {
    const page = await open();
    const told = [];
    await agent.run('notes_view', {}, { onprogress: ({ progress }) => told.push(progress) });
    assert.deepEqual(told, [...told].sort((one, other) => one - other));
  });

  test('with no page open the last list stands, and a call says what to do at once', async () => {
    const names = await agent.names();
    assert.ok(names.includes('notes_view'));
    const begun = performance.now();
    const said = await agent.fail('notes_view');
    assert.equal(said, `[SC0403] No page is open. Open ${server.url} in a browser, or start with --headless.`);
    assert.ok(performance.now() - begun < 1000);
    const { components } = await agent.ask('library_overview');
    assert.ok(components.length > 0, 'the library needs no page');
    assert.equal((await agent.ask('build_status')).summary.failed, 0);
    assert.equal((await agent.ask('build_verify')).ok, true);
  });

  test('pages are no agents, and other sites’ pages have no way in', async () => {
    const status = (path, headers, method = 'POST') => new Promise((done, fail) => {
      const asked = request(new URL(path, server.url), { method, headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers } }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      });
      asked.on('error', fail).end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    });
    const { host } = new URL(server.url);
    assert.equal(await status('/__mcp', { origin: 'https://evil.example' }), 403);
    assert.equal(await status('/__mcp', { origin: `http://${host}` }), 403, 'the server’s own page neither');
    assert.equal(await status('/__mcp', { host: 'evil.example' }), 403);
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    assert.equal(await status('/__scumble/socket', { ...upgrade, origin: 'https://evil.example' }, 'GET'), 403);
    const client = await (await fetch(new URL('/__scumble/client.js', server.url))).text();
    const secret = (await (await fetch(server.url)).text()).match(/data-secret="([0-9a-f]+)"/)[1];
    assert.ok(secret.length >= 32 && !client.includes(secret), 'a script any site can run does not hold the secret');
  });

  test('a page without modelContext is operated all the same', async () => {
    const plain = await launch({ webmcp: false });
    const page = await newPage(plain, { reloads: true });
    await page.goto(server.url);
    await until(async () => (await agent.ask('tabs')).tabs.some((tab) => tab.answering), 'the page answers');
    assert.equal((await agent.ask('notes_view')).rows.length, 40);
    await plain.close();
  });
});
