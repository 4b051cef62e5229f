// What goes wrong in a page reaches whoever writes it, with the functions by their names in Rust; and several
// applications on one page are read and followed, each under its own name.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { launch, newPage } from '../lib/browser.mjs';
import { connect, textOf, until } from '../lib/mcp.mjs';
import { press, see } from '../lib/person.mjs';
import { writeProject } from '../lib/project.mjs';
import { start } from '../lib/served.mjs';

const code = `//! Written by a test.
use scumble::prelude::*;

/// What is counted.
#[channel(name = "counter")]
pub struct Counter {
    /// How many.
    #[view]
    count: Signal<u32>,
}

impl Counter {
    /// From the beginning.
    pub fn begin() -> Self {
        Counter { count: Signal::new(0) }
    }

    fn counted(&self) -> u32 {
        self.count.get()
    }

    fn burst(&self) {
        let none: Option<u32> = None;
        self.count.set(none.expect("the kettle is empty"));
    }
}

#[commands]
impl Counter {
    /// Sets how many.
    pub fn set(&self, count: u32) {
        self.count.set(count);
    }
    /// Goes wrong.
    pub fn boil(&self) {
        self.burst();
    }
}

/// How full the kettle is.
#[resource(uri = "kettle://level")]
pub fn level(cx: Scope) -> String {
    format!("level {}", cx.channel::<Counter>().counted())
}

/// Begins a cup.
#[prompt]
pub fn brew(
    /// Of what.
    leaf: String,
) -> String {
    format!("Brew a cup of {leaf}.")
}

fn pour(counter: &Counter) {
    counter.burst();
}

/// The whole application.
#[component]
fn App(cx: Scope) -> impl IntoElement {
    let counter = cx.channel::<Counter>();
    column().child(heading(2, "Troubled")).child(button("Pour").on_press(move |_| pour(&counter)))
}

scumble::app!(App, name: "Troubled", instructions: "Ask before you pour. \\"Boil\\" is worse.", channels: [Counter::begin()], resources: [level], prompts: [brew]);
`;

const page = (script) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Troubled</title><link rel="icon" href="data:,">
<style>main { height: 300px; }</style></head>
<body><main id="one"></main><main id="two"></main>
<script type="module">
import init, { createApp } from '/pkg/troubled.js';
await init();
${script}
</script></body></html>
`;

describe('a page in which things go wrong', { timeout: 600_000 }, () => {
  let project;
  let server;
  let browser;
  let agent;

  before(async () => {
    project = await writeProject('troubled', {
      'src/lib.rs': code,
      'index.html': page(`createApp({ webmcp: true }).mount('#one');`),
      'empty.html': page(`throw new Error('nothing is mounted');`),
      'late.html': page(`setTimeout(() => { throw new Error('early'); }); setTimeout(() => createApp({ webmcp: true }).mount('#one'), 500);`),
      'two.html': page(`createApp({ webmcp: true }).mount('#one'); createApp({ webmcp: true, name: 'side' }).mount('#two');`),
    });
    server = await start(project.folder, { env: project.env });
    [browser, agent] = await Promise.all([launch(), connect(server)]);
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
    await project?.remove();
  });

  const open = async (path = '') => {
    for (const context of browser.contexts()) await context.close();
    await until(async () => (await agent.ask('tabs')).tabs.length === 0, 'no page is open');
    const page = await newPage(browser, { reloads: true });
    await page.goto(`${server.url}${path}`);
    await until(async () => (await agent.ask('tabs')).tabs.some((tab) => tab.answering), 'the page answers');
    await agent.ask('counter_view');
    return page;
  };
  const problems = async () => (await agent.ask('build_status')).problems;

  test('before a page was ever open, reading says that none is, and the instructions are there already', async () => {
    await assert.rejects(agent.readResource({ uri: 'scumble://counter/view' }), /No page is open\. Open http:\/\/localhost:\d+\/ in a browser, or start with --headless\./);
    const told = agent.getInstructions();
    assert.match(told, /^Ask before you pour\. "Boil" is worse\.\n\ntroubled as it is being written/);
    assert.ok(told.length <= 2048);
  });

  test('a panic in a handler names its place, and the functions on the way there', async () => {
    const shown = await open();
    await see(shown, 'heading', 'Troubled');
    await press(shown, 'button', 'Pour');
    const [problem] = await until(async () => {
      const found = (await problems()).filter((one) => one.kind === 'panic');
      return found.length > 0 && found;
    }, 'the panic is told');
    assert.match(problem.message, /The application panicked at src\/lib\.rs:24:29: the kettle is empty/);
    const frames = problem.message.split('\n').filter((line) => line.startsWith('    at ')).map((line) => line.slice(7));
    assert.match(frames[0], /troubled::Counter>?::burst$/);
    assert.equal(frames[1], 'troubled::pour');
    assert.match(frames[2], /troubled::App.*\{\{closure\}\}$/);
    assert.ok(!/wasm-function|0x[0-9a-f]{3}|::h[0-9a-f]{16}|panicking/.test(problem.message), problem.message);
    await until(() => server.said.join('').includes('troubled::pour'), 'the terminal names it as well');
  });

  test('errors of the page’s own scripts keep their place, and one that comes often is counted', async () => {
    const shown = await open();
    await shown.evaluate(() => {
      for (let time = 0; time < 3; time++) console.error('The cup is cracked.');
      setTimeout(function spill() {
        throw new TypeError('spilled');
      });
    });
    const found = await until(async () => {
      const all = await problems();
      return all.some((one) => one.message.includes('spilled')) && all;
    }, 'both are told');
    assert.equal(found.find((one) => one.message === 'The cup is cracked.').times, 3);
    const spilled = found.find((one) => one.message.includes('spilled'));
    assert.match(spilled.message, /TypeError: spilled\n    at spill/);
    assert.equal(spilled.kind, 'error');
  });

  test('an error that leaves the page empty stands over it, until an application is there', async () => {
    for (const context of browser.contexts()) await context.close();
    const shown = await newPage(browser, { reloads: true });
    const strip = shown.locator('scumble-not-loaded');
    await shown.goto(`${server.url}empty.html`);
    await strip.waitFor();
    assert.match(await strip.locator('div').innerText(), /^An error came up while this page was loading:\nError: nothing is mounted/);
    await shown.goto(`${server.url}late.html`);
    await strip.waitFor();
    await strip.waitFor({ state: 'detached' });
    await agent.ask('counter_view');
    assert.equal(await strip.count(), 0);
  });

  test('an application that panics before it is up is said to be down, not waited for, until it is put right', async () => {
    await open();
    const good = await project.read('src/lib.rs');
    await project.write('src/lib.rs', good.replace('let counter = cx.channel::<Counter>();', 'assert!(cx.channel::<Counter>().counted() > 7, "no kettle"); let counter = cx.channel::<Counter>();'));
    const failed = await agent.fail('counter_view');
    assert.match(failed, /^\[SC0404\] The page did not come up\. The application panicked at src\/lib\.rs:\d+:\d+: no kettle.*\. Put it right and save the file; build_status has/);
    await project.write('src/lib.rs', good);
    assert.equal((await agent.ask('counter_view')).count, 0);
  });

  test('every application of a page is read, followed and called under its own name', async () => {
    await open('two.html');
    await until(async () => (await agent.names()).includes('side_counter_view'), 'both are listed');
    const uris = (await agent.listResources()).resources.map((one) => one.uri);
    assert.equal(new Set(uris).size, uris.length, 'no address twice');
    for (const uri of ['scumble://counter/view', 'scumble://side_counter/view', 'scumble://side_screen']) assert.ok(uris.includes(uri), uri);
    const told = [];
    agent.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
    await agent.subscribeResource({ uri: 'scumble://side_counter/view' });
    await agent.subscribeResource({ uri: 'scumble://counter/view' });
    await agent.ask('side_counter_set', { count: 5 });
    await until(() => told.includes('scumble://side_counter/view'), 'word of the change');
    assert.ok(!told.includes('scumble://counter/view'), 'the other did not change');
    const read = async (uri) => {
      const { contents } = await agent.readResource({ uri });
      assert.equal(contents[0].uri, uri);
      return contents[0].text;
    };
    assert.deepEqual(JSON.parse(await read('scumble://side_counter/view')), { count: 5 });
    assert.deepEqual(JSON.parse(await read('scumble://counter/view')), { count: 0 });
    assert.match(await read('scumble://side_screen'), /heading "Troubled"/);
    assert.deepEqual([await read('kettle://level'), await read('kettle://side_level')], ['level 0', 'level 5']);
    const prompts = (await agent.listPrompts()).prompts.map((prompt) => prompt.name);
    assert.ok(prompts.includes('brew') && prompts.includes('side_brew'), `${prompts}`);
    const { messages } = await agent.getPrompt({ name: 'side_brew', arguments: { leaf: 'mint' } });
    assert.equal(messages[0].content.text, 'Brew a cup of mint.');
    await assert.rejects(agent.readResource({ uri: 'scumble://nothing/view' }), /-32002|no resource at scumble:\/\/nothing\/view/i);
  });

  test('with no page open what can be read is known, and reading it says what to do', async () => {
    for (const context of browser.contexts()) await context.close();
    await until(async () => (await agent.ask('tabs')).tabs.length === 0, 'no page is open');
    assert.ok((await agent.listResources()).resources.some((one) => one.uri === 'scumble://counter/view'));
    await assert.rejects(agent.readResource({ uri: 'scumble://counter/view' }), /No page is open\./);
    assert.match(textOf(await agent.run('counter_view')), /^\[SC0403\] No page is open\./);
  });
});
