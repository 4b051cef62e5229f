// The release package on a static host: what is fetched, when, and under a strict policy.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { launch, newPage } from './lib/browser.mjs';
import { colours, pixels } from './lib/pixels.mjs';
import { root } from './lib/served.mjs';
import { host } from './lib/static.mjs';
import { call, tools, untilTool } from './lib/tools.mjs';

const folder = process.env.SCUMBLE_RELEASE ?? path.join(root, 'target/scumble/release/notes');

describe('a release package', { skip: existsSync(folder) ? false : 'no release package has been built' }, () => {
  let server;
  const browsers = {};

  before(async () => {
    const page = (options) => `<!doctype html><html lang="en"><title>Notes</title><link rel="icon" href="data:,">
      <div id="app" style="position: fixed; inset: 0"></div>
      <script type="module" nonce="test">
        import init, { createApp } from '/pkg/notes.js';
        await init();
        window.app = createApp(${options});
        window.app.mount('#app');
        window.ready = true;
      </script></html>`;
    server = await host(
      folder,
      { '/': page('{ webmcp: true }'), '/without.html': page('{}') },
      { 'content-security-policy': "default-src 'self'; script-src 'self' 'nonce-test' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:" },
    );
    browsers.with = await launch();
    browsers.without = await launch({ webmcp: false });
  });
  after(async () => {
    await Promise.all(Object.values(browsers).map((browser) => browser.close()));
    await server?.stop();
  });

  async function open(browser, file) {
    const page = await newPage(browser);
    await page.goto(`${server.url}${file}`);
    // Asked from outside: a condition that waits inside the page is an eval, and the policy refuses it.
    const deadline = Date.now() + 15_000;
    while (!(await page.evaluate(() => window.ready === true))) {
      assert.ok(Date.now() < deadline, 'the page was not ready in time');
      await page.waitForTimeout(50);
    }
    await page.waitForTimeout(400);
    return page;
  }
  const chunks = (page) => page.requests.filter((url) => url.endsWith('.wasm') && !url.endsWith('_bg.wasm'));

  test('where the browser has no modelContext, nothing of the agent is fetched or logged', async () => {
    const page = await open(browsers.without, '');
    assert.ok(colours(await pixels(page)) > 50, 'the application is drawn');
    assert.deepEqual(chunks(page), []);
    assert.equal(page.requests.filter((url) => url.endsWith('.wasm')).length, 1);
    assert.deepEqual(page.problems, []);
  });

  test('an application that did not ask for WebMCP fetches and registers nothing', async () => {
    const page = await open(browsers.with, 'without.html');
    assert.deepEqual(chunks(page), []);
    assert.equal((await tools(page)).size, 0);
    assert.deepEqual(page.problems, []);
  });

  test('one that asked fetches the agent’s chunk once, and works under a strict policy', async () => {
    const page = await open(browsers.with, '');
    await untilTool(page, 'notes_view');
    assert.ok(chunks(page).length >= 1);
    assert.equal(new Set(chunks(page)).size, chunks(page).length, 'no chunk is fetched twice');
    const before = (await call(page, 'notes_view')).rows.length;
    assert.equal((await call(page, 'notes_create')).rows.length, before + 1);
    assert.deepEqual(page.problems, []);
  });

  test('drawing a component by name is a thing of development: the parameter is not there', async () => {
    const page = await open(browsers.with, '');
    await untilTool(page, 'render_frame');
    const { properties } = (await tools(page)).get('render_frame').inputSchema;
    assert.ok(!('module' in properties) && !('export' in properties));
    assert.ok('ref' in properties);
  });
});
