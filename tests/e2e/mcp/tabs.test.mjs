// Several pages of one application: which one answers, and what becomes of a call whose page goes.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { launch } from '../lib/browser.mjs';
import { connect, until } from '../lib/mcp.mjs';
import { start } from '../lib/served.mjs';

describe('the open pages', { timeout: 300_000 }, () => {
  let server;
  let browser;
  let context;
  let agent;
  before(async () => {
    [server, browser] = await Promise.all([start('examples/notes'), launch()]);
    agent = await connect(server);
    context = await browser.newContext();
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
  });

  const tabs = async () => (await agent.ask('tabs')).tabs;
  const answering = async () => (await tabs()).find((tab) => tab.answering);
  /** A page with a query in its address, by which the agent's list knows it; waits until it answers. */
  const open = async (name) => {
    const page = await context.newPage();
    await page.goto(`${server.url}?${name}`);
    await until(async () => (await answering())?.url.endsWith(`?${name}`), `${name} answers`);
    await agent.ask('notes_view');
    return page;
  };
  const closeAll = async () => {
    for (const page of context.pages()) await page.close();
    await until(async () => (await tabs()).length === 0, 'no page is open');
  };

  test('the one brought to the front last answers, and closing it hands back to the one before', async () => {
    const old = await open('old');
    const young = await open('young');
    assert.equal((await tabs()).length, 2);
    await old.bringToFront();
    await old.evaluate(() => window.dispatchEvent(new Event('focus')));
    await until(async () => (await answering()).url.endsWith('?old'), 'the older answers');
    await old.close();
    await until(async () => (await answering())?.url.endsWith('?young'), 'the younger answers again');
    await closeAll();
    assert.ok(young.isClosed());
  });

  test('tab_use fixes one until it is let go', async () => {
    await open('old');
    await open('young');
    const old = (await tabs()).find((tab) => tab.url.endsWith('?old'));
    await agent.ask('tab_use', { id: old.id });
    assert.equal((await answering()).id, old.id);
    await agent.ask('tab_use');
    assert.ok((await answering()).url.endsWith('?young'));
    assert.match(await agent.fail('tab_use', { id: 't99' }), /No open page is t99\. There are t/);
    await closeAll();
  });

  for (const [what, act, said] of [
    ['is closed', (page) => page.close(), /The page (was reloaded or closed|went away without a word.*) while ui_wait was running; whether it was carried out is not known\./],
    ['is loaded again', (page) => page.reload(), /The page was (reloaded|reloaded or closed) while ui_wait was running/],
    // Playwright keeps its pages in focus, and such a page the browser does not freeze: only its word is given here.
    ['is frozen', (page) => page.evaluate(() => void document.dispatchEvent(new Event('freeze'))), /The page was frozen by the browser while ui_wait was running/],
    ['crashes', (page) => page.goto('chrome://crash').catch(() => {}), /The page (went away without a word|was reloaded or closed|was led to another address).* while ui_wait was running/],
  ]) {
    test(`a page that ${what} during a call answers it at once with that`, async () => {
      const page = await open('lost');
      const waiting = agent.fail('ui_wait', { text: 'Never there', timeoutMs: 30_000 });
      await until(async () => (await page.locator('.scumble-badge.acting').count()) > 0, 'the call runs');
      const begun = performance.now();
      await act(page);
      assert.match(await waiting, said);
      assert.ok(performance.now() - begun < 10_000, 'not by a timeout');
      await closeAll();
    });
  }

  test('twenty reloads in a row leave the list as it was, and say nothing', async () => {
    const page = await open('again');
    const names = await agent.names();
    let told = 0;
    agent.setNotificationHandler(ToolListChangedNotificationSchema, () => void told++);
    for (let time = 0; time < 20; time++) {
      await page.reload({ waitUntil: 'commit' });
      assert.deepEqual(await agent.names(), names);
    }
    await until(async () => (await tabs()).length === 1 && (await answering())?.build, 'the page is back');
    assert.equal((await agent.ask('notes_view')).rows.length, 40);
    assert.equal(told, 0, 'equal lists are no news');
    await closeAll();
  });
});
