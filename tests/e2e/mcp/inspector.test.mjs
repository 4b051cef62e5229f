// The inspector as a person uses it, beside a page and two agents: tools, calls, the log, pages. Who it keeps out is
// inspector_guards.test.mjs; forms and builds are inspector_forms.test.mjs.

import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';

import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { launch, newPage } from '../lib/browser.mjs';
import { consent } from '../lib/consent.mjs';
import { inspect } from '../lib/inspector.mjs';
import { connect, until } from '../lib/mcp.mjs';
import { start } from '../lib/served.mjs';

const ACTIVITY = 'scumble://activity';

describe('the inspector', { timeout: 300_000 }, () => {
  let server;
  let browser;
  let agent;
  let axe;
  before(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    browser = await launch();
    server = await start('examples/notes');
    agent = await connect(server, { name: 'onlooker' });
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    await until(async () => (await agent.ask('tabs')).tabs.length === 0, 'no page is open');
  });

  /** The application in a page that answers. */
  const open = async (query = '') => {
    const page = await newPage(browser, { reloads: true });
    await page.goto(`${server.url}${query}`);
    await until(async () => (await agent.ask('tabs')).tabs.find((tab) => tab.answering)?.url.endsWith(query), 'the page answers');
    await agent.ask('notes_view');
    return page;
  };
  /** Findings of an accessibility audit. */
  const audit = async (page) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  };

  test('lists the tools as the surface orders them, in groups, each with what it is', async () => {
    await open();
    const inspector = await inspect(browser, server);
    assert.deepEqual(await inspector.names(), await agent.names());
    assert.deepEqual(await inspector.page.locator('#tools h3').allInnerTexts(), ['Page', 'Screen', 'Look', 'Library', 'Builds and pages']);
    await inspector.open('notes_delete');
    const main = inspector.page.locator('#tool');
    assert.match(await main.innerText(), /notes_delete[\s\S]*destructive[\s\S]*channel notes[\s\S]*Delete a note for good\.[\s\S]*id\s+integer\s+required/);
    await main.getByText('Input schema').click();
    assert.match(await main.locator('.schema pre').first().innerText(), /"additionalProperties": false/);
    assert.deepEqual(inspector.page.problems, [], 'nothing the policy of the page had to stop');
    const server_only = (url) => url.startsWith(server.url) || url.startsWith('data:');
    assert.ok(inspector.page.requests.every(server_only), 'nothing is fetched from elsewhere');
  });

  test('a tool is found, filled in and called by keyboard alone', async () => {
    const notes = await open();
    const { page } = await inspect(browser, server);
    await page.keyboard.press('/');
    await page.keyboard.type('notes_create');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/Answered in/).waitFor();
    // From the filter down into the list, and to the tool by arrows.
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Without a mouse');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'notes_set_title' }).waitFor();
    await page.getByText(/Answered in/).waitFor();
    const field = notes.getByRole('textbox', { name: 'Title' });
    await until(async () => (await field.inputValue()) === 'Without a mouse', 'the person sees it');
    assert.match(await page.getByRole('region', { name: 'Answer' }).innerText(), /"title": "Without a mouse"/);
    // Views, by arrows too.
    await page.getByRole('tab', { name: 'Activity' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: /Pages/ }).waitFor();
  });

  test('an argument that does not fit is answered with the surface’s sentence', async () => {
    await open();
    const inspector = await inspect(browser, server);
    const answer = await inspector.call('notes_open', { id: 'three' });
    assert.match(answer, /SC0102/);
    assert.match(answer, /input\.id must be an integer, not string/);
    const unknown = await inspector.call('notes_open', { id: '99999' });
    assert.match(unknown, /SC0103/);
    assert.match(unknown, /99999/);
  });

  test('the picture of render_frame is drawn as large as the page is', async () => {
    await open();
    const inspector = await inspect(browser, server);
    await inspector.call('render_frame');
    const image = inspector.answer().getByRole('img');
    const size = await image.evaluate((img) => [img.naturalWidth, img.naturalHeight]);
    assert.deepEqual(size, [1280, 800]);
    await inspector.answer().getByText('1280 × 800').waitFor();
  });

  test('a call that runs is cancelled, and ends in the page too', async () => {
    const notes = await open();
    const inspector = await inspect(browser, server, { tool: 'ui_wait' });
    await inspector.fill('text', 'Never there');
    await inspector.fill('timeoutMs', '30000');
    await inspector.press();
    await notes.locator('.scumble-badge.acting').waitFor({ state: 'attached' });
    await inspector.page.keyboard.press('Escape');
    await inspector.page.getByText('The call was cancelled.').waitFor();
    await notes.locator('.scumble-badge:not(.acting)').waitFor({ state: 'attached', timeout: 5000 });
    await until(async () => (await inspector.lines())[0]?.includes('ui_wait SC0105'), 'the log says so');
  });

  test('a confirmed command asks in the page, and names the inspector', async () => {
    const notes = await open();
    const before = (await agent.ask('notes_view')).rows;
    const inspector = await inspect(browser, server, { tool: 'notes_delete' });
    await inspector.fill('id', String(before[0].id));
    await inspector.press();
    const dialog = await consent(notes);
    assert.match(await dialog.text(), /Scumble inspector/);
    await inspector.page.getByText('A page asks the person. Answer there.').waitFor();
    await dialog.decline();
    await inspector.page.getByText('The person declined notes.delete. Do not send it again unless they ask.', { exact: true }).waitFor();
    assert.equal((await agent.ask('notes_view')).rows.length, before.length, 'to press Call is no answer');
  });

  test('where the page is hidden the inspector asks, no script answers, and the answer is for once', async () => {
    const notes = await open();
    await notes.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
    const before = (await agent.ask('notes_view')).rows;
    const inspector = await inspect(browser, server, { tool: 'notes_delete' });
    await inspector.fill('id', String(before[0].id));
    await inspector.press();
    const dialog = inspector.page.getByRole('dialog');
    await dialog.getByText('Scumble inspector wants to run notes.delete. This cannot be undone.').waitFor();
    await inspector.page.waitForTimeout(400);
    await dialog.getByRole('button', { name: 'Allow' }).evaluate((button) => button.click());
    assert.equal(await dialog.count(), 1, 'a script’s click is no answer');
    assert.equal(await inspector.page.evaluate(() => document.activeElement?.textContent), 'Decline');
    assert.deepEqual(await audit(inspector.page), []);
    await inspector.page.keyboard.press('Escape');
    await inspector.page.getByText('The person declined notes.delete. Do not send it again unless they ask.', { exact: true }).waitFor();
    assert.equal((await agent.ask('notes_view')).rows.length, before.length);
    await inspector.press();
    await dialog.waitFor();
    await inspector.page.waitForTimeout(400);
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await inspector.page.getByText(/Answered in/).waitFor();
    assert.equal((await agent.ask('notes_view')).rows.length, before.length - 1);
    // A question whose call is cancelled goes with it.
    await inspector.fill('id', String(before[1].id));
    await inspector.press();
    await dialog.waitFor();
    await inspector.close();
    const last = async () => (await agent.readResource({ uri: ACTIVITY })).contents[0].text.split('\n').at(-1);
    await until(async () => /Scumble inspector #1 .* notes_delete .* SC0105/.test(await last()), 'the call has ended');
    assert.equal((await agent.ask('notes_view')).rows.length, before.length - 1);
  });

  test('the log is live, tells two clients apart, and holds nothing of what they sent', async () => {
    await open();
    const inspector = await inspect(browser, server);
    const [one, two] = await Promise.all([connect(server, { name: 'first-agent' }), connect(server, { name: 'second-agent' })]);
    await one.ask('notes_create');
    await until(async () => (await inspector.lines())[0]?.includes('notes_create ok'), 'the first stands there');
    await two.ask('notes_set_body', { body: 'the word is hunter2' });
    await until(async () => (await inspector.lines())[0]?.includes('notes_set_body ok'), 'the second stands there');
    await one.fail('notes_set_title', { title: 3 });
    await until(async () => (await inspector.lines())[0]?.includes('notes_set_title SC0102'), 'the third stands there');
    const [third, second, first] = await inspector.lines();
    const numbered = (line, name) => line.match(new RegExp(`${name} 1\\.0\\.0 #(\\d+)`))[1];
    assert.equal(numbered(first, 'first-agent'), numbered(third, 'first-agent'));
    assert.notEqual(numbered(first, 'first-agent'), numbered(second, 'second-agent'));
    assert.match(second, /\d+ B · revision \d+ → \d+ · t\d+/);
    const { contents } = await one.readResource({ uri: ACTIVITY });
    const said = contents[0].text.split('\n').slice(-3);
    assert.match(said[0], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z first-agent #\d+ \(mcp, 1\.0\.0\) notes_create 2 B ok [\d.]+ ms revision \d+→\d+ in t\d+$/);
    assert.match(said[1], /second-agent #\d+ \(mcp, 1\.0\.0\) notes_set_body 30 B ok /);
    assert.match(said[2], /first-agent #\d+ \(mcp, 1\.0\.0\) notes_set_title 11 B SC0102 /);
    assert.ok(!contents[0].text.includes('hunter2') && !(await inspector.page.content()).includes('hunter2'));
    await Promise.all([one.close(), two.close()]);
  });

  test('an agent reads the log with no page open, and is told of it at most four times a second', async () => {
    const uris = (await agent.listResources()).resources.map((one) => one.uri);
    assert.equal(uris.filter((uri) => uri === ACTIVITY).length, 1);
    let told = 0;
    agent.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void (told += Number(params.uri === ACTIVITY)));
    await agent.subscribeResource({ uri: ACTIVITY });
    const begun = performance.now();
    for (let time = 0; time < 40; time++) await agent.ask('library_overview');
    await until(() => told > 0, 'word of the log');
    await new Promise((done) => setTimeout(done, 300));
    const quarters = Math.ceil((performance.now() - begun) / 250) + 1;
    assert.ok(told <= quarters, `${told} in ${quarters} quarters of a second`);
    const before = told;
    const { contents } = await agent.readResource({ uri: ACTIVITY });
    assert.match(contents[0].text.split('\n').at(-1), /onlooker #\d+ \(mcp, 1\.0\.0\) library_overview 2 B ok [\d.]+ ms$/);
    await new Promise((done) => setTimeout(done, 300));
    assert.equal(told, before, 'to read the log is no news in it');
    await agent.unsubscribeResource({ uri: ACTIVITY });
  });

  test('a page is fixed, and let go', async () => {
    await open('?old');
    await open('?young');
    const inspector = await inspect(browser, server);
    await inspector.view('Pages');
    const old = inspector.page.locator('.pages > li', { hasText: '?old' });
    await inspector.page.locator('.pages > li[aria-current]', { hasText: '?young' }).waitFor();
    await old.getByRole('button', { name: /^Use this page t/ }).click();
    await old.getByText('answers, fixed').waitFor();
    assert.ok((await agent.ask('tabs')).tabs.find((tab) => tab.answering).url.endsWith('?old'));
    await old.getByRole('button', { name: /^Let it go t/ }).click();
    await inspector.page.locator('.pages > li[aria-current]', { hasText: '?young' }).waitFor();
    assert.ok((await agent.ask('tabs')).tabs.find((tab) => tab.answering).url.endsWith('?young'));
    assert.deepEqual(await audit(inspector.page), []);
  });

  test('says how to connect as the terminal does', async () => {
    const inspector = await inspect(browser, server);
    await inspector.view('Connect');
    const said = await inspector.page.getByRole('tabpanel', { name: 'Connect' }).innerText();
    assert.ok(said.includes(`claude mcp add --transport http notes ${server.mcp}`), said);
    assert.ok(said.includes(`codex mcp add notes --url ${server.mcp}`), said);
    await inspector.view('Pages');
    await inspector.page.getByText('No page is open.').waitFor();
  });

  for (const colorScheme of ['light', 'dark']) {
    test(`passes axe in ${colorScheme}, wide and narrow, in every view`, async () => {
      await open();
      const inspector = await inspect(browser, server, { colorScheme });
      const { page } = inspector;
      assert.deepEqual(await audit(page), [], 'as it is opened');
      await inspector.call('notes_view', { key: 'rows', limit: '2' });
      assert.deepEqual(await audit(page), [], 'a value');
      await inspector.call('notes_open', { id: 'three' });
      assert.deepEqual(await audit(page), [], 'a failure');
      await inspector.call('render_frame');
      await page.getByText('Input schema').click();
      await page.getByRole('radio', { name: 'JSON' }).check();
      assert.deepEqual(await audit(page), [], 'a picture, a schema, arguments as JSON');
      for (const view of ['Pages', 'Build', 'Connect', 'Activity']) {
        await inspector.view(view);
        assert.deepEqual(await audit(page), [], view);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      for (const view of ['Activity', 'Pages', 'Build', 'Connect', 'Tools']) {
        await inspector.view(view);
        assert.deepEqual(await audit(page), [], `${view}, narrow`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, `${view} is not wider than the screen`);
      }
      await inspector.open('ui_press');
      assert.deepEqual(await audit(page), [], 'a tool, narrow');
      await page.getByRole('button', { name: 'All tools' }).click();
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-tool')), 'ui_press');
    });
  }
});
