// Chromium with WebMCP on, by playwright-core. Knows flags and pages; nothing of Scumble.

import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';

/** The flags everything is run with; CI's machine has no GPU and no network to talk to. */
export const flags = [
  '--enable-features=WebMCP',
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The browser's binary. */
export const executable =
  process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/**
 * Launches Chromium.
 *
 * @param {{webmcp?: boolean, args?: string[]}} options `webmcp: false` leaves `document.modelContext` undefined; `args`
 *   are more flags
 */
export async function launch({ webmcp = true, args = [] } = {}) {
  const usual = webmcp ? flags : flags.filter((flag) => !flag.includes('WebMCP'));
  return chromium.launch({ executablePath: executable, headless: true, args: [...usual, ...args] });
}

/**
 * A page of its own context that remembers what went wrong in it.
 *
 * `page.problems` collects uncaught errors and console errors and warnings; `page.requests` every URL
 * asked for.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions & {reloads?: boolean}} options `reloads` lets the
 *   dev server reload the page; else a file saved meanwhile would take a test's page away
 */
export async function newPage(browser, { reloads = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  if (!reloads) await page.routeWebSocket(/\/__scumble\/socket/, () => {});
  page.problems = [];
  page.requests = [];
  page.on('pageerror', (error) => page.problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // The browser asks for an icon by itself, and a page need not have one.
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (['error', 'warning'].includes(message.type()) && !isIcon) {
      page.problems.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('request', (request) => page.requests.push(request.url()));
  return page;
}
