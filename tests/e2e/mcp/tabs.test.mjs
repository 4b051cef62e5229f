// Several pages of one application: which one answers, and what becomes of a call whose page goes.

import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { chromium } from '../lib/chromium.mjs';
import { connect, until } from '../lib/mcp.mjs';
import { start } from '../lib/served.mjs';

describe('the open pages', { timeout: 300_000 }, () => {
  let server;
  let browser;
  let agent;
  const opened = [];
  before(async () => {
    [server, browser] = await Promise.all([start('examples/notes'), chromium()]);
    agent = await connect(server);
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
  });
  afterEach(async () => {
    for (const tab of opened.splice(0)) await tab.close().catch(() => {});
    await agent.ask('tab_use');
    await until(async () => (await tabs()).length === 0, 'no page is open');
  });

  const tabs = async () => (await agent.ask('tabs')).tabs;
  const answering = async () => (await tabs()).find((tab) => tab.answering);
  const answers = (name) => until(async () => (await answering())?.url.endsWith(`?${name}`), `${name} answers`);
  /** A page with a query in its address, by which the agent's list knows it; waits until it answers. */
  const open = async (name) => {
    const tab = await browser.open(`${server.url}?${name}`);
    opened.push(tab);
    await answers(name);
    await agent.ask('notes_view');
    return tab;
  };

  test('the one brought to the front last answers, and closing it hands back to the one before', async () => {
    const old = await open('old');
    await open('young');
    assert.equal((await tabs()).length, 2);
    await old.bringToFront();
    await answers('old');
    assert.deepEqual((await tabs()).map((tab) => tab.visible), [true, false], 'the other is behind it');
    await agent.ask('notes_create');
    await old.close();
    await answers('young');
    assert.equal((await agent.ask('notes_view')).rows.length, 40, 'the note was made in the other');
  });

  test('tab_use fixes one, whatever is in front, until it is let go', async () => {
    const old = await open('old');
    const young = await open('young');
    const { id } = (await tabs()).find((tab) => tab.url.endsWith('?old'));
    await agent.ask('tab_use', { id });
    assert.equal((await answering()).id, id);
    for (const [tab, name] of [[old, '?old'], [young, '?young']]) {
      await tab.bringToFront();
      await until(async () => (await tabs())[0].url.endsWith(name), `${name} is in front`);
    }
    assert.equal((await answering()).id, id);
    await agent.ask('tab_use');
    assert.ok((await answering()).url.endsWith('?young'));
    assert.match(await agent.fail('tab_use', { id: 't99' }), /No open page is t99\. There are t/);
    assert.match(await agent.fail('tab_use', { id: 3 }), /input\.id must be a string/);
  });

  test('one that was fixed and is closed hands back to the one in front', async () => {
    const old = await open('old');
    await open('young');
    await agent.ask('tab_use', { id: (await tabs()).find((tab) => tab.url.endsWith('?old')).id });
    await old.close();
    await answers('young');
    assert.equal((await agent.ask('notes_view')).rows.length, 40);
  });

  for (const [what, act, said] of [
    ['is closed', (tab) => tab.close(), /The page (was reloaded or closed|went away without a word .*) while ui_wait was running; whether it was carried out is not known\./],
    ['is loaded again by the person', (tab) => tab.reload(), /The page was (reloaded|reloaded or closed) while ui_wait was running/],
    ['loads itself again', (tab) => tab.evaluate('location.reload()'), /The page was reloaded while ui_wait was running/],
    ['leads to another address', (tab) => tab.evaluate(`void (location.href = 'about:blank')`), /The page was led to another address while ui_wait was running/],
  ]) {
    test(`a page that ${what} during a call answers it at once with that`, async () => {
      const tab = await open('lost');
      await until(async () => !(await tab.acting()), 'the badge of the call before is out');
      const waiting = agent.fail('ui_wait', { text: 'Never there', timeoutMs: 30_000 });
      await until(() => tab.acting(), 'the call runs');
      const begun = performance.now();
      await act(tab);
      assert.match(await waiting, said);
      assert.ok(performance.now() - begun < 20_000, 'its own limit is 30 s');
    });
  }

  test('the answer of a page that was not asked does not count, and a call stays with the page it was sent to', async () => {
    await open('asked');
    const waiting = agent.ask('ui_wait', { text: 'Untitled', timeoutMs: 20_000 });
    const other = await open('other');
    await agent.ask('notes_create');
    assert.equal((await agent.ask('notes_view')).rows.length, 41);
    await other.close();
    await answers('asked');
    await agent.ask('notes_create');
    await waiting;
  });

  test('twenty reloads in a row leave the list as it was, and say nothing', async () => {
    const tab = await open('again');
    const names = await agent.names();
    let told = 0;
    agent.setNotificationHandler(ToolListChangedNotificationSchema, () => void told++);
    for (let time = 0; time < 20; time++) {
      await tab.reload();
      assert.deepEqual(await agent.names(), names);
    }
    await until(async () => (await tabs()).length === 1 && (await answering())?.build, 'the page is back');
    assert.equal((await agent.ask('notes_view')).rows.length, 40);
    assert.deepEqual(await agent.names(), names);
    assert.equal(told, 0, 'equal lists are no news');
  });
});
