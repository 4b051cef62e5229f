// Never old code for new: what is asked for right after a save is of what was saved, or says why it is not.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { launch, newPage } from '../lib/browser.mjs';
import { connect, textOf, until } from '../lib/mcp.mjs';
import { root, start } from '../lib/served.mjs';

const EDITS = Number(process.env.SCUMBLE_EDITS ?? 10);

const folder = path.join(root, 'target/e2e/edited');
const source = path.join(folder, 'src/lib.rs');

const manifest = `[package]
name = "edited"
version = "0.1.0"
edition = "2024"

[lib]
crate-type = ["cdylib", "rlib"]

[dependencies]
scumble = { path = "${path.join(root, 'crates/scumble')}" }

[workspace]
`;

const code = (words, { extra = '', key = 'u32', initial = '0' } = {}) => `//! Written by a test.
use scumble::prelude::*;

/// What is counted.
#[channel(name = "counter")]
pub struct Counter {
    /// How many.
    #[view]
    count: Signal<${key}>,
    /// What for.
    #[view]
    label: Signal<String>,
}

impl Counter {
    /// From the beginning.
    pub fn begin() -> Self {
        Counter { count: Signal::new(${initial}), label: Signal::new(String::new()) }
    }
}

#[commands]
impl Counter {
    /// Sets what it is for.
    pub fn name(&self, label: String) {
        self.label.set(label);
    }
    /// Sets how many.
    pub fn set(&self, count: ${key}) {
        self.count.set(count);
    }
}

/// The whole application.
#[component]
fn App() -> impl IntoElement {
    let open = Signal::new(false);
    let typed = Signal::new(String::new());
    ${extra}
    column()
        .child(heading(2, ${words}))
        .child(text_field("Draft", typed).on_input(move |text| typed.set(text)))
        .child(button("Open").on_press(move |_| open.set(true)))
        .child(show(move || open.get(), || text("It is open")))
}

scumble::app!(App, name: "Edited", instructions: "A fixture.", channels: [Counter::begin()]);
`;

describe('after a save', { timeout: 900_000 }, () => {
  let server;
  let browser;
  let page;
  let agent;

  before(async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(path.dirname(source), { recursive: true });
    await writeFile(path.join(folder, 'Cargo.toml'), manifest);
    await copyFile(path.join(root, 'Cargo.lock'), path.join(folder, 'Cargo.lock'));
    await writeFile(source, code('"Edit 0"'));
    server = await start(folder, { env: { CARGO_TARGET_DIR: path.join(root, 'target') } });
    [browser, agent] = [await launch(), await connect(server)];
    page = await newPage(browser, { reloads: true });
    await page.goto(server.url);
    await until(async () => (await agent.ask('tabs')).tabs.some((tab) => tab.answering), 'the page answers');
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test(`render_frame called at once is of the new code, ${EDITS} times`, async () => {
    let stale = 0;
    const hashes = new Set();
    for (let edit = 1; edit <= EDITS; edit++) {
      await writeFile(source, code(`"Edit ${edit}"`));
      const frame = await agent.run('render_frame', edit % 2 === 0 ? { module: 'src/lib', export: 'App' } : {});
      assert.ok(!frame.isError, textOf(frame));
      const said = textOf(frame);
      if (!said.includes(`"Edit ${edit}"`)) stale++;
      hashes.add(frame.structuredContent?.hash);
    }
    console.log(`${EDITS} edits, ${stale} stale`);
    assert.equal(stale, 0);
    assert.equal(hashes.size, EDITS);
  });

  test('what the page held is there after the reload: channel, half-typed text, what was open', async () => {
    await agent.ask('counter_set', { count: 7 });
    await agent.ask('ui_type', { role: 'textbox', name: 'Draft', text: 'Half a sen' });
    await agent.ask('ui_press', { role: 'button', name: 'Open' });
    await writeFile(source, code('"Reloaded"'));
    const outline = textOf(await agent.run('ui_snapshot'));
    assert.match(outline, /heading "Reloaded"/);
    assert.match(outline, /textbox "Draft" value="Half a sen"/);
    assert.match(outline, /It is open/);
    assert.equal((await agent.ask('counter_view')).count, 7);
  });

  test('code that does not compile: the last good page acts, and every answer says so', async () => {
    await writeFile(source, code('missing'));
    const module = await agent.run('render_frame', { module: 'src/lib', export: 'App' });
    assert.ok(module.isError);
    assert.match(module.content[0].text, /^\[SC0405\] The newest build [0-9a-f]+ failed at src\/lib\.rs:\d+\./);
    assert.match(textOf(module), /cannot find value `missing`/);
    const acted = await agent.run('counter_name', { label: 'Still here' });
    assert.ok(!acted.isError);
    assert.equal(acted.structuredContent.label, 'Still here');
    const build = acted.structuredContent.$.build;
    assert.equal(build.newest.summary.failed > 0, true);
    assert.ok(build.newest.objects.some((object) => object.name === 'src/lib.rs' && object.diagnostics[0].line > 0));
    const status = await agent.ask('build_status');
    assert.ok(status.summary.failed > 0 && status.running === false);
    assert.equal(status.summary.id, build.newest.summary.id);
    const verified = await agent.ask('build_verify', { expect: ['src/lib.rs'] });
    assert.equal(verified.ok, false);
    assert.equal(verified.failing.some((object) => object.name === 'src/lib.rs'), true);
  });

  test('put right, it recovers by itself', async () => {
    await writeFile(source, code('"Put right"'));
    const snapshot = await agent.run('ui_snapshot');
    assert.match(textOf(snapshot), /heading "Put right"/);
    assert.equal((await agent.ask('counter_view')).label, 'Still here');
    assert.equal((await agent.ask('build_status')).summary.failed, 0);
    assert.equal((await agent.ask('build_verify')).ok, true);
  });

  test('a key of another type begins anew, alone, and that is told', async () => {
    await writeFile(source, code('"Other type"', { key: 'String', initial: '"none".to_owned()' }));
    const view = await agent.ask('counter_view');
    assert.equal(view.count, 'none');
    assert.equal(view.label, 'Still here');
    const { problems } = await agent.ask('build_status');
    assert.ok(problems.some((problem) => problem.kind === 'reset' && /counter.*count/.test(problem.message)), JSON.stringify(problems));
  });
});
