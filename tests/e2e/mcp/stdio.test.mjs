// `scumble mcp`, as a client has it that starts its servers itself: the official SDK's, on standard input and output.
// The server under it is started, joined, killed and started again.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import { launch, newPage } from '../lib/browser.mjs';
import { connectOver, textOf, until } from '../lib/mcp.mjs';
import { exists, runs, runtimeFolder, writeProject } from '../lib/project.mjs';
import { scumble, start } from '../lib/served.mjs';

const lib = `//! Written by a test.
use scumble::prelude::*;

/// What is counted.
#[channel(name = "counter")]
pub struct Counter {
    /// How often it was begun.
    #[view]
    begun: Signal<u32>,
}

#[commands]
impl Counter {
    /// Counts once.
    pub fn count(&self) {
        self.begun.update(|begun| *begun += 1);
    }
    /// Counts once, and never ends.
    pub async fn climb(&self) {
        self.begun.update(|begun| *begun += 1);
        std::future::pending::<()>().await;
    }
}

/// The whole application.
#[component]
fn App(cx: Scope) -> impl IntoElement {
    let counter = cx.channel::<Counter>();
    heading(1, move || format!("Begun {} times", counter.begun.get()))
}

scumble::app!(App, name: "Spoken", instructions: "A fixture.", channels: [Counter { begun: Signal::new(0) }]);
`;

// Whatever prints while the client is served: the compiler for a warning, the page for itself.
const build = 'fn main() {\n    println!("cargo::warning=said by the build script");\n}\n';
const index = `<!doctype html>
<title>Spoken</title>
<div id="app" style="height: 100vh"></div>
<script type="module">
  import init, { createApp } from './pkg/spoken.js';
  console.error('said by the page');
  await init();
  createApp({ webmcp: true }).mount('#app');
</script>
`;

describe('scumble mcp', { timeout: 600_000 }, () => {
  let project;
  let runtime;
  let env;
  let browser;
  let agent;
  let page;
  const pids = new Set();

  /** A client whose server is this command, as its configuration has it. */
  const connect = async (...options) => {
    const transport = new StdioClientTransport({ command: scumble, args: ['mcp', project.folder, '--port', '0', ...options], env, stderr: 'pipe' });
    const client = await connectOver(transport, { name: 'stdio' });
    client.pid = transport.pid;
    return client;
  };
  /** The one server that runs. */
  const server = async () => {
    const servers = await runtime.servers();
    assert.equal(servers.length, 1, JSON.stringify(servers));
    pids.add(servers[0].pid);
    return servers[0];
  };
  /** Until it is gone, and not on its way: what is sent to a server while it goes may have arrived. */
  const kill = async (pid) => {
    process.kill(pid, 'SIGKILL');
    await until(() => !exists(pid), 'it is gone');
  };
  const heading = async () => Number((await page.getByRole('heading').innerText()).match(/Begun (\d+) times/)[1]);
  const connected = (client = agent) => until(async () => (await client.ask('tabs')).tabs.some((tab) => tab.answering), 'the page is there');

  before(async () => {
    runtime = await runtimeFolder('stdio');
    project = await writeProject('spoken', { 'src/lib.rs': lib, 'build.rs': build, 'index.html': index });
    env = { ...process.env, ...project.env, ...runtime.env };
    browser = await launch();
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    for (const pid of pids) if (await runs(pid)) process.kill(pid);
    await project?.remove();
    await runtime?.remove();
  });

  test('starts a server where none runs, past the file of one that is gone, and answers before it is built', async () => {
    agent = await connect();
    // Left by a server that was killed, and its process id is another's by now: this one's.
    const stale = path.join(runtime.files, '1-stale.json');
    await writeFile(stale, JSON.stringify({ ...(await server()), pid: process.pid, url: 'http://localhost:1/', mcp: 'http://localhost:1/__mcp', started: Date.now() + 60_000 }));
    assert.equal((await agent.ask('build_status', { wait: false })).running, true);
    assert.ok((await agent.names()).includes('library_overview'));
    const second = await connect();
    assert.ok((await second.names()).includes('library_overview'));
    await second.close();
    const running = await server();
    assert.notEqual(running.pid, process.pid, 'the stale file was swept');
    assert.equal(running.project, project.folder);
    assert.equal((await agent.built()).summary.failed, 0);
    page = await newPage(browser, { reloads: true });
    await page.goto(running.url);
    await connected();
    assert.equal((await agent.ask('counter_count')).begun, 1);
    assert.equal(await heading(), 1);
  });

  test('joins the one that runs', async () => {
    const { pid } = await server();
    const other = await connect();
    assert.equal((await other.ask('counter_view')).begun, 1);
    assert.equal((await server()).pid, pid);
    await other.close();
    assert.ok(await runs(pid), 'it is still used');
  });

  test('a killed server is started again where it was, and the client notices a pause and nothing else', async () => {
    const before = await server();
    const names = await agent.names();
    let changed = 0;
    agent.setNotificationHandler(ToolListChangedNotificationSchema, () => void changed++);
    for (let time = 1; time <= 3; time++) {
      const { pid } = await server();
      await kill(pid);
      assert.deepEqual(await agent.names(), names);
      // Sent at once: it waits for the server, and there for the build and the page.
      assert.equal((await agent.ask('counter_count')).begun, 1 + time);
      assert.notEqual((await server()).pid, pid);
    }
    assert.equal((await server()).url, before.url, 'the page finds it where it was');
    assert.deepEqual(await agent.names(), names);
    assert.equal(changed, 0, 'equal lists are no news');
  });

  test('a call the server is killed under is reported, and not sent again', async () => {
    const begun = await heading();
    const { pid } = await server();
    const climbing = agent.fail('counter_climb');
    await until(async () => (await heading()) === begun + 1, 'the call runs');
    await kill(pid);
    assert.match(await climbing, /^\[SC0402\] The server went away while counter_climb was running .*whether it was carried out is not known\./);
    await until(() => !exists(pid), 'it is gone');
    assert.equal((await agent.ask('counter_view')).begun, begun + 1);
    assert.equal(await heading(), begun + 1, 'it was begun once');
  });

  test('with a server that cannot be started a call waits, says why, and works once it can', async () => {
    const manifest = await project.read('Cargo.toml');
    const { pid } = await server();
    const names = await agent.names();
    const begun = await heading();
    await project.write('Cargo.toml', `${manifest}\n[[[`);
    await kill(pid);
    const said = await agent.fail('counter_count');
    assert.match(said, /^\[SC0401\] The server is not there: The development server could not be started .*Cargo\.toml/s);
    assert.match(said, /It was waited for 10 seconds\. Nothing was done\./);
    assert.deepEqual(await agent.names(), names, 'lists are answered from what is known');
    await project.write('Cargo.toml', manifest);
    await until(async () => (await runtime.servers()).length === 1, 'one is started');
    assert.equal((await agent.ask('counter_count')).begun, begun + 1);
  });

  test('the last client takes the server with it, however it ends', async () => {
    const { pid } = await server();
    await agent.close();
    assert.equal(await runs(agent.pid), false);
    await until(async () => !(await runs(pid)), 'the server ends');
    assert.deepEqual(await runtime.servers(), []);
    for (const signal of ['SIGTERM', 'SIGKILL']) {
      const client = await connect();
      const { pid } = await server();
      process.kill(client.pid, signal);
      await until(async () => !(await runs(client.pid)), `it ends by ${signal}`);
      await until(async () => !(await runs(pid)), `the server ends after ${signal}`);
      await client.close();
      assert.deepEqual(await runtime.servers(), []);
    }
  });

  test('clients that begin at once start one server between them, and one that is slow is not taken for gone', async () => {
    const clients = await Promise.all([connect(), connect(), connect()]);
    const { pid } = await server();
    process.kill(pid, 'SIGSTOP');
    const late = connect();
    await new Promise((done) => setTimeout(done, 1000));
    assert.deepEqual((await runtime.servers()).map((one) => one.pid), [pid], 'no other is started in its place');
    process.kill(pid, 'SIGCONT');
    clients.push(await late);
    assert.equal((await server()).pid, pid);
    for (const client of clients) assert.ok((await client.names()).includes('build_status'));
    for (const client of clients) await client.close();
    await until(async () => !(await runs(pid)), 'it ends with the last of them');
  });

  test('the server a person started is joined, token and all, and is theirs to end and to start again', async () => {
    const person = await start(project.folder, { env: { ...project.env, ...runtime.env }, args: ['--token', 'sesame'] });
    assert.equal(person.token, 'sesame');
    const client = await connect();
    assert.equal((await server()).pid, person.pid);
    assert.equal((await client.built()).summary.failed, 0);
    await person.stop();
    assert.deepEqual(await runtime.servers(), [], 'its file went with it');
    // Nobody starts another in its place while it is on its way.
    const asked = client.built();
    const again = await start(project.folder, { env: { ...project.env, ...runtime.env } });
    assert.equal((await asked).summary.failed, 0);
    assert.equal((await server()).pid, again.pid);
    // It does not come back a second time, and the client wants an answer.
    await again.stop();
    assert.equal((await client.built()).summary.failed, 0);
    const instead = await server();
    assert.deepEqual([instead.url, instead.whileUsed], [again.url, true]);
    // And the person, who has the next port now, is not ended with it.
    const last = await start(project.folder, { env: { ...project.env, ...runtime.env } });
    await client.close();
    await until(async () => !(await runs(instead.pid)), 'it ends with its client');
    assert.equal((await server()).pid, last.pid);
    await last.stop();
  });
});
