// An application of the repository, served and opened: what nearly every test begins with.

import { after, before } from 'node:test';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { launch, newPage } from './browser.mjs';
import { root, serve } from './served.mjs';
import { untilRegistered } from './tools.mjs';

/**
 * Serves an application and a browser for a file's tests, and ends both behind them.
 *
 * @param {string} application path from the root, such as `examples/notes`
 * @param {{webmcp?: boolean}} options of the browser
 */
export function application(application, options = {}) {
  const it = { server: null, browser: null };
  before(async () => {
    [it.server, it.browser] = await Promise.all([serve(application), launch(options)]);
  });
  after(async () => {
    await it.browser?.close();
    await it.server?.stop();
  });

  /** A fresh page with the application in it, its tools registered. */
  it.open = async ({ init, context, ready = true, query = '' } = {}) => {
    const page = await newPage(it.browser, context);
    if (init) await page.addInitScript(init);
    await page.goto(`${it.server.url}${query}`);
    if (ready) await untilRegistered(page);
    return page;
  };

  /**
   * A page of tests/e2e/pages on the application's own address, so that it can import its package.
   * `until` is an expression of the page that is true once it is ready.
   */
  it.openFixture = async (file, { init, context, until = 'window.ready === true' } = {}) => {
    const page = await newPage(it.browser, context);
    if (init) await page.addInitScript(init);
    await page.route('**/fixture-pages/**', async (route) => {
      const asked = new URL(route.request().url()).pathname.split('/fixture-pages/')[1];
      const body = await readFile(path.join(root, 'tests/e2e/pages', asked));
      await route.fulfill({ body, contentType: asked.endsWith('.html') ? 'text/html' : 'text/javascript' });
    });
    await page.goto(`${it.server.url}fixture-pages/${file}`);
    await page.waitForFunction(until, null, { timeout: 15_000 });
    return page;
  };
  return it;
}
