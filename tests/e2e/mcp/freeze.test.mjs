// A page that the browser stops, or that ends by itself, while an agent uses it: said at once, and never waited for.

import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { chromium } from '../lib/chromium.mjs';
import { connect, until } from '../lib/mcp.mjs';
import { start } from '../lib/served.mjs';

describe('a page the browser stops', { timeout: 300_000 }, () => {
  let server;
  let browser;
  let agent;
  const open = [];
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
    for (const tab of open.splice(0)) await tab.close().catch(() => {});
    await agent.ask('tab_use');
    await until(async () => (await tabs()).length === 0, 'no page is open');
  });

  const tabs = async () => (await agent.ask('tabs')).tabs;
  const answering = async () => (await tabs()).find((tab) => tab.answering);
  /** A page known by the query in its address; waits until it answers. */
  const show = async (name) => {
    const tab = await browser.open(`${server.url}?${name}`);
    open.push(tab);
    await until(async () => (await answering())?.url.endsWith(`?${name}`), `${name} answers`);
    await agent.ask('notes_view');
    return tab;
  };
  /** A call that would wait for half a minute, once it runs in the page. */
  const begin = async (tab) => {
    await until(async () => !(await tab.acting()), 'the badge of the call before is out');
    const answer = agent.fail('ui_wait', { text: 'Never there', timeoutMs: 30_000 });
    await until(() => tab.acting(), 'the call runs');
    return { answer };
  };

  test('frozen during a call, the call is answered with that, and not by its time limit', async () => {
    const tab = await show('stopped');
    const begun = performance.now();
    const { answer } = await begin(tab);
    await tab.lifecycle('frozen');
    assert.match(await answer, /^\[SC0404\] The page was frozen by the browser while ui_wait was running; whether it was carried out is not known\./);
    assert.ok(performance.now() - begun < 20_000, 'its own limit is 30 s');
    assert.equal((await answering()).frozen, true);
  });

  test('a call to a frozen page is refused with what to do, and answered again once it goes on', async () => {
    const tab = await show('stopped');
    await tab.lifecycle('frozen');
    await until(async () => (await answering()).frozen, 'it is known to be frozen');
    assert.match(await agent.fail('notes_view'), /^\[SC0404\] The page is frozen by the browser, so nothing was sent to it and nothing was done\. Ask the person to bring it to the front, or choose another by tab_use\./);
    await tab.lifecycle('active');
    await until(async () => (await answering())?.frozen === false, 'it is known to go on');
    assert.equal((await agent.ask('notes_view')).rows.length, 40);
  });

  test('another page answers instead, once it is chosen', async () => {
    const still = await show('still');
    const runs = (await answering()).id;
    const stopped = await show('stopped');
    await stopped.lifecycle('frozen');
    await until(async () => (await answering()).frozen, 'it is known to be frozen');
    await agent.ask('tab_use', { id: runs });
    assert.equal((await agent.ask('notes_view')).rows.length, 40);
    assert.equal(await still.evaluate('document.title.length > 0'), true);
  });

  test('what was begun in a page before it was frozen is not carried on when nobody waits for it', async () => {
    const tab = await show('stopped');
    const { answer } = await begin(tab);
    await tab.lifecycle('frozen');
    await answer;
    await tab.lifecycle('active');
    await until(async () => !(await tab.acting()), 'nothing runs in it');
    await until(async () => (await answering())?.frozen === false, 'it is known to go on');
    assert.equal((await agent.ask('notes_view')).rows.length, 40);
  });

  test('crashed during a call, the call is answered with that', async () => {
    const tab = await show('lost');
    const begun = performance.now();
    const { answer } = await begin(tab);
    await tab.crash();
    assert.match(await answer, /^\[SC0404\] The page went away without a word \(it crashed, or its connection broke\) while ui_wait was running; whether it was carried out is not known\./);
    assert.ok(performance.now() - begun < 20_000, 'its own limit is 30 s');
    assert.deepEqual(await tabs(), []);
  });
});
