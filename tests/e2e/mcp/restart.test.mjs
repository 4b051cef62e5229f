// The dev server dies and is started again under ten open pages of a hundred tools each: every one comes back in a moment,
// and whoever listens is told at most once.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { launch } from '../lib/browser.mjs';
import { connect, until } from '../lib/mcp.mjs';
import { writeProject } from '../lib/project.mjs';
import { start } from '../lib/served.mjs';

const PAGES = 10;
const COMMANDS = 100;
/** What the pages are to be back within, once the server listens. */
const BACK_MS = 2000;

const commands = Array.from({ length: COMMANDS }, (_, number) => `    /// Does the thing of number ${number}.
    pub fn act_${number}(&self) {
        self.last.set(${number});
    }`).join('\n');

const code = `//! Written by a test.
use scumble::prelude::*;

/// What was done.
#[channel(name = "acts")]
pub struct Acts {
    /// The last.
    #[view]
    last: Signal<u32>,
}

impl Acts {
    /// From the beginning.
    pub fn begin() -> Self {
        Acts { last: Signal::new(0) }
    }
}

#[commands]
impl Acts {
${commands}
}

/// The whole application.
#[component]
fn App(cx: Scope) -> impl IntoElement {
    let acts = cx.channel::<Acts>();
    text(move || format!("The last was {}", acts.last.get()))
}

scumble::app!(App, name: "Many", instructions: "A fixture.", channels: [Acts::begin()]);
`;

describe('a server started again under its pages', { timeout: 600_000 }, () => {
  let project;
  let server;
  let browser;
  const links = [];

  before(async () => {
    project = await writeProject('many', { 'src/lib.rs': code });
    server = await start(project.folder, { env: project.env });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    await project?.remove();
  });

  const listed = async (agent) => (await agent.ask('tabs')).tabs;

  test(`${PAGES} pages of ${COMMANDS} tools come back within ${BACK_MS / 1000} s, and nobody is told more than once`, async () => {
    let agent = await connect(server);
    const context = await browser.newContext();
    for (let number = 0; number < PAGES; number++) {
      const page = await context.newPage();
      page.on('websocket', (socket) => {
        const link = { opened: performance.now(), sent: [] };
        links.push(link);
        socket.on('framesent', ({ payload }) => link.sent.push(String(payload)));
      });
      await page.goto(`${server.url}?${number}`);
      await until(async () => (await listed(agent)).length === number + 1, `page ${number} is there`, 60_000);
    }
    await until(async () => (await agent.names()).length > COMMANDS, 'the tools are listed');
    const names = await agent.names();
    const before = await listed(agent);
    // The list is kept as it was told; give the last of it a moment to be written.
    await new Promise((done) => setTimeout(done, 200));
    await agent.close().catch(() => {});
    await server.kill();
    // Long enough for every page to have become patient.
    await new Promise((done) => setTimeout(done, 4000));
    const had = links.length;

    const { port } = new URL(server.url);
    const starting = start(project.folder, { env: project.env, args: ['--port', port] });
    const listens = await until(async () => (await fetch(`${server.url}__connection.json`).catch(() => null))?.ok && performance.now(), 'the server listens', 60_000);
    agent = await connect({ mcp: `${server.url}__mcp` });
    let changes = 0;
    agent.setNotificationHandler(ToolListChangedNotificationSchema, () => void changes++);
    assert.deepEqual(await agent.names(), names, 'the list is known before a page is back');
    await until(async () => (await listed(agent)).length === PAGES, 'every page is back');
    const took = performance.now() - listens;
    server = await starting;
    const back = links.slice(had);
    console.log(`${PAGES} pages were back ${took.toFixed(0)} ms after the server listened, by ${back.length} sockets`);
    assert.ok(took < BACK_MS, `${took.toFixed(0)} ms`);
    assert.equal(back.length, PAGES, 'a page knocks by a request, and opens one socket once it is answered');
    assert.deepEqual((await listed(agent)).map((tab) => tab.id).sort(), before.map((tab) => tab.id).sort(), 'each is who it was');
    assert.equal((await listed(agent)).find((tab) => tab.answering).id, before.find((tab) => tab.answering).id, 'the same one answers');
    assert.equal((await agent.ask('acts_act_7')).last, 7);
    // Until the first build has ended nothing more can be said; afterwards nothing is.
    await agent.ask('build_status');
    await new Promise((done) => setTimeout(done, 500));
    assert.ok(changes <= 1, `${changes} words of a changed list`);
    for (const link of back) {
      const kinds = link.sent.map((text) => JSON.parse(text).type);
      assert.equal(kinds.filter((kind) => kind === 'hello').length, 1);
      assert.equal(link.sent.filter((text) => text.includes('"acts_act_99"')).length, 1, `what is offered is said once: ${kinds}`);
      assert.ok(kinds.length < 10, `${kinds}`);
    }
    const bytes = back.map((link) => link.sent.join('').length);
    console.log(`a page said ${Math.max(...bytes)} bytes in ${Math.max(...back.map((link) => link.sent.length))} messages at most`);
    assert.deepEqual(await agent.names(), names);
    await agent.close();
  });
});
