// The page that answers agents: opened beside a dev server, and waited for by an agent of its own that has no part in the
// test. Knows the server's `tabs` and nothing of the application.

import assert from 'node:assert/strict';

import { newPage } from './browser.mjs';
import { until } from './mcp.mjs';
import { decode } from './pixels.mjs';
import { Wire, stateless } from './raw.mjs';

/**
 * Pages of one server that answer, one at a time.
 *
 * @param {{browser: import('playwright-core').Browser, server: {url: string, mcp: string}}} at filled in by the time of the first call
 */
export function answering(at) {
  const look = async () => {
    const wire = new Wire(at.server);
    const onlooker = stateless(wire, { name: 'onlooker' });
    const [{ tabs }, { tools }] = [await onlooker.view('tabs'), await onlooker.ask('tools/list')];
    wire.close();
    return { tabs, offered: tools.some((tool) => tool.name === 'ui_snapshot') };
  };
  return {
    /** A fresh page that answers; a hidden one has nobody in front of it. */
    async open({ hidden = false } = {}) {
      const page = await newPage(at.browser, { reloads: true });
      if (hidden) await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }));
      await page.goto(at.server.url);
      await until(async () => {
        const { tabs, offered } = await look();
        const tab = tabs.find((tab) => tab.answering);
        return offered && tab !== undefined && tab.visible === !hidden;
      }, 'the page answers');
      return page;
    },
    /** Closes every page; whatever became of a test, its page does not answer for the next one. */
    async closeAll() {
      for (const context of at.browser.contexts()) await context.close();
      await until(async () => (await look()).tabs.length === 0, 'no page is open');
    },
    /** Waits until the page works for no agent any more: what was called has ended there too. */
    idle: (page) => page.locator('.scumble-badge:not(.acting)').waitFor({ state: 'attached', timeout: 5000 }),
    /** Waits until the page works for an agent. */
    busy: (page) => page.locator('.scumble-badge.acting').waitFor({ state: 'attached', timeout: 5000 }),
  };
}

/** The picture of a result, decoded; that it has the size that is told of it. */
export async function picture(result) {
  const images = result.content.filter((block) => block.type === 'image');
  assert.equal(images.length, 1, 'one picture');
  assert.equal(images[0].mimeType, 'image/png');
  const image = decode(Buffer.from(images[0].data, 'base64'));
  const { width, height, scale } = result.structuredContent;
  assert.deepEqual([image.width, image.height], [width, height], 'it is as large as it says');
  return { image, scale, hash: result.structuredContent.hash };
}
