// chrome-devtools-mcp, run as an agent's program runs it, lists and executes the page's tools.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { devtools } from './lib/devtools.mjs';
import { serve } from './lib/served.mjs';

describe('chrome-devtools-mcp', () => {
  let server;
  let mcp;
  let pageId;

  before(async () => {
    server = await serve('examples/notes');
    mcp = await devtools();
    const pages = await mcp.call('new_page', { url: server.url });
    pageId = Number(pages.match(/^(\d+): .*\[selected\]/m)[1]);
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if ((await mcp.call('list_webmcp_tools', { pageId })).includes('name="render_frame"')) return;
      await new Promise((done) => setTimeout(done, 100));
    }
  });
  after(async () => {
    await mcp?.close();
    await server?.stop();
  });

  /** Runs one of the page's tools and gives `{status, output}`. */
  const run = async (toolName, input = {}) =>
    JSON.parse(await mcp.call('execute_webmcp_tool', { pageId, toolName, input: JSON.stringify(input) }));

  test('lists the page’s tools with their descriptions and schemas', async () => {
    const list = await mcp.call('list_webmcp_tools', { pageId });
    for (const name of ['notes_view', 'notes_set_title', 'ui_snapshot', 'ui_press', 'render_frame']) {
      assert.match(list, new RegExp(`name="${name}", description="[^"]`), name);
    }
    assert.ok(!list.includes('caret_moved'));
  });

  test('runs commands and reads the screen', async () => {
    const before = await run('notes_view');
    assert.equal(before.status, 'Completed');
    const created = await run('notes_create');
    assert.equal(created.output.rows.length, before.output.rows.length + 1);
    await run('ui_type', { role: 'textbox', name: 'Title', text: 'By DevTools' });
    assert.equal((await run('notes_view')).output.open.title, 'By DevTools');
    assert.match(JSON.stringify((await run('ui_snapshot')).output), /By DevTools/);
  });

  test('a failing tool is completed with its code, sentence and fix', async () => {
    const { status, output } = await run('notes_set_title', { title: 3 });
    assert.equal(status, 'Completed');
    assert.equal(output.isError, true);
    assert.equal(output.error.message, 'input.title must be a string, not number 3.');
  });
});
