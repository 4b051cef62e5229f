// The dev server while an application is being written: a save is on the page, an error is over it.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { launch, newPage } from './lib/browser.mjs';
import { see } from './lib/person.mjs';
import { writeProject } from './lib/project.mjs';
import { start } from './lib/served.mjs';

const code = (words) => `//! Written by a test.
use scumble::prelude::*;

/// The whole application.
#[component]
fn App() -> impl IntoElement {
    button(${words})
}

scumble::app!(App, name: "Written", instructions: "A fixture.", channels: []);
`;

describe('saving a file', () => {
  let project;
  let server;
  let browser;
  let page;

  before(async () => {
    project = await writeProject('written', { 'src/lib.rs': code('"As it was"') });
    server = await start(project.folder, { env: project.env });
    browser = await launch();
    page = await newPage(browser, { reloads: true });
    await page.goto(server.url);
    await see(page, 'button', 'As it was', { timeout: 15_000 });
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    await project?.remove();
  });

  test('builds again and the page shows it', async () => {
    const before = server.builds.length;
    await project.write('src/lib.rs', code('"As it is now"'));
    // A build waits for whatever else is compiling on the machine; the page follows it at once.
    assert.equal((await server.built(before + 1)).summary.failed, 0);
    await see(page, 'button', 'As it is now', { timeout: 15_000 });
  });

  test('an error is told with file and line over the last good page, and goes when it is put right', async () => {
    const before = server.builds.length;
    await project.write('src/lib.rs', code('missing'));
    const block = await server.built(before + 1);
    assert.ok(block.summary.failed > 0);
    const module = block.objects.find((object) => object.name === 'src/lib.rs');
    assert.equal(module.status, 'error');
    assert.equal(module.diagnostics[0].line, 7);
    const strip = page.locator('scumble-build-failed');
    await strip.waitFor({ state: 'attached' });
    assert.match(await strip.evaluate((element) => element.shadowRoot.textContent), /src\/lib\.rs:7/);
    await see(page, 'button', 'As it is now');
    await project.write('src/lib.rs', code('"Put right"'));
    assert.equal((await server.built(before + 2)).summary.failed, 0);
    await see(page, 'button', 'Put right', { timeout: 15_000 });
    assert.equal(await strip.count(), 0);
  });

  test('only loopback is answered', async () => {
    const { request } = await import('node:http');
    const status = await new Promise((done, fail) => {
      const asked = request(server.url, { headers: { host: 'evil.example' } }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      });
      asked.on('error', fail).end();
    });
    assert.equal(status, 403);
  });
});
