// Who the inspector keeps out, in a real browser and on the wire: pages of other sites, programs that are no page, and
// whoever does not have the token.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';

import { launch, newPage } from '../lib/browser.mjs';
import { inspect } from '../lib/inspector.mjs';
import { connect, until } from '../lib/mcp.mjs';
import { start } from '../lib/served.mjs';

const PATHS = ['/__scumble/call', '/__scumble/answer', '/__scumble/live'];
const TABS = JSON.stringify({ tool: 'tab_use', arguments: {} });

describe('the inspector keeps out', { timeout: 300_000 }, () => {
  let server;
  let browser;
  let agent;
  let foreign;
  before(async () => {
    browser = await launch();
    server = await start('examples/notes', { args: ['--token', 'open sesame'] });
    agent = await connect(server);
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    foreign?.close();
    await server?.stop();
  });

  const log = async () => (await agent.readResource({ uri: 'scumble://activity' })).contents[0].text;
  const secretOf = async () => (await (await fetch(`${server.url}__scumble/`)).text()).match(/data-secret="([0-9a-f]{32,})"/)[1];
  const post = (path, headers) =>
    new Promise((done, fail) => {
      const asked = request(new URL(path, server.url), { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
        let said = '';
        answer.setEncoding('utf8').on('data', (text) => (said += text)).on('end', () => done({ status: answer.statusCode, said }));
      });
      asked.on('error', fail).end(TABS);
    });

  test('whoever is not its page, with a sentence, and nothing is done', async () => {
    const before = await log();
    const { origin, host } = new URL(server.url);
    const good = { origin, 'x-scumble-secret': await secretOf(), authorization: 'Bearer open sesame' };
    for (const [change, status, sentence] of [
      [{ origin: undefined }, 403, /does not name the page it comes from\. Agents connect at \/__mcp\./],
      [{ origin: 'https://evil.example' }, 403, /the request came from https:\/\/evil\.example\./],
      [{ origin: 'null' }, 403, /the request came from null\./],
      [{ origin: origin.replace(/\d+$/, '1') }, 403, /the request came from /],
      [{ host: 'evil.example' }, 403, /Open it as localhost\./],
      [{ host: `127.0.0.1.nip.io:${host.split(':')[1]}` }, 403, /Open it as localhost\./],
      [{ 'x-scumble-secret': undefined }, 403, /This page was not served by this server\. Load it again\./],
      [{ 'x-scumble-secret': '0'.repeat(64) }, 403, /This page was not served by this server\. Load it again\./],
      [{ authorization: undefined }, 401, /This server needs its token\./],
      [{ authorization: 'Bearer open sesam' }, 401, /The token is not this server's\./],
    ]) {
      const headers = Object.fromEntries(Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined));
      for (const path of PATHS) {
        const { status: got, said } = await post(path, headers);
        assert.equal(got, status, `${path} with ${JSON.stringify(change)}: ${said}`);
        assert.match(said, sentence);
      }
    }
    assert.equal(await log(), before, 'nothing was called');
    const { status, said } = await post('/__scumble/call', good);
    assert.equal(status, 200);
    assert.match(said, /"type":"answer"/);
    assert.match(await log(), /Scumble inspector #1 \(native, [\d.]+\) tab_use 2 B ok/);
  });

  test('a page of another site: it reads no secret, calls nothing, frames nothing', async () => {
    const before = await log();
    const secret = await secretOf();
    const evil = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Evil</title>'));
    await new Promise((done) => evil.listen(0, '127.0.0.1', done));
    foreign = evil;
    const page = await newPage(browser);
    await page.goto(`http://localhost:${evil.address().port}/`);
    const tried = await page.evaluate(
      async ({ url, paths, body, secret }) => {
        const said = {};
        const attempt = (name, options) => fetch(url + name, options).then((answer) => answer.type === 'opaque' ? 'opaque' : answer.text(), () => 'refused');
        said.read = await attempt('__scumble/', {});
        for (const path of paths) {
          // As a form could send it, and as a script that had the secret would.
          said[`${path} simple`] = await attempt(path.slice(1), { method: 'POST', mode: 'no-cors', body });
          said[path] = await attempt(path.slice(1), { method: 'POST', headers: { 'content-type': 'application/json', 'x-scumble-secret': secret, authorization: 'Bearer open sesame' }, body });
        }
        const frame = document.createElement('iframe');
        frame.src = `${url}__scumble/`;
        const loaded = new Promise((done) => frame.addEventListener('load', done));
        document.body.append(frame);
        await loaded;
        try {
          said.frame = frame.contentWindow.document.body.innerText;
        } catch {
          said.frame = 'refused';
        }
        return said;
      },
      { url: server.url, paths: PATHS, body: TABS, secret },
    );
    assert.equal(tried.read, 'refused');
    assert.equal(tried.frame, 'refused');
    for (const path of PATHS) assert.equal(tried[path], 'refused', path);
    assert.equal(await page.frames()[1].locator('#tools').count(), 0, 'nothing of it is shown in a frame');
    assert.equal(await log(), before, 'nothing was called');
    await page.context().close();
  });

  test('who has no token: it is asked for in the page, and stands in no address', async () => {
    const inspector = await inspect(browser, server, { ready: false });
    const { page } = inspector;
    const token = page.getByLabel('Token', { exact: true });
    assert.equal(await page.locator('#tools button').count(), 0);
    await token.fill('open barley');
    await page.keyboard.press('Enter');
    await page.getByText("The token is not this server's.").waitFor();
    await token.fill('open sesame');
    await page.keyboard.press('Enter');
    await page.locator('#tools button').first().waitFor();
    assert.match(await inspector.call('tabs'), /"tabs": \[\]/);
    await inspector.view('Connect');
    await page.getByText('Authorization: Bearer open sesame').first().waitFor();
    assert.ok(page.requests.every((url) => !url.includes('sesame') && !url.includes('barley')), 'in no address');
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
    assert.ok(!kept.includes('sesame'), 'kept nowhere');
    await page.reload();
    await token.waitFor();
    await inspector.close();
  });
});
