// `scumble mcp`, line by line: standard output is the protocol's alone, whatever prints, and who cannot be served is
// told why on the stream it reads.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { launch, newPage } from '../lib/browser.mjs';
import { until } from '../lib/mcp.mjs';
import { projects, runs, runtimeFolder, writeProject } from '../lib/project.mjs';
import { scumble } from '../lib/served.mjs';

const lib = (words) => `//! Written by a test.
use scumble::prelude::*;

/// The whole application.
#[component]
fn App() -> impl IntoElement {
    // A warning of the compiler's.
    let unused = 1;
    button("${words}")
}

scumble::app!(App, name: "Talkative", instructions: "A fixture.", channels: []);
`;

const build = `fn main() {
    println!("said on standard output");
    println!("cargo::warning=said by the build script");
    eprintln!("said on standard error");
}
`;

const index = `<!doctype html>
<title>Talkative</title>
<div id="app" style="height: 100vh"></div>
<script type="module">
  import init, { createApp } from './pkg/talkative.js';
  console.log('said by the page');
  console.error('said by the page as an error');
  await init();
  createApp({ webmcp: true }).mount('#app');
</script>
`;

/** A client that takes lines as they come. */
function spoken(args, env) {
  const child = spawn(scumble, ['mcp', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const it = { child, lines: [], said: '', code: null };
  child.stderr.on('data', (data) => (it.said += data));
  createInterface({ input: child.stdout }).on('line', (line) => it.lines.push(line));
  it.ended = new Promise((resolve) => child.once('close', (code) => resolve((it.code = code))));
  it.send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  it.messages = () =>
    it.lines.map((line) => {
      const message = JSON.parse(line);
      assert.equal(message.jsonrpc, '2.0', line);
      return message;
    });
  it.answer = (id) => until(() => it.messages().find((message) => message.id === id && !message.method), `an answer to ${id}`, 240_000);
  it.ask = (id, method, params = {}) => {
    it.send({ id, method, params });
    return it.answer(id);
  };
  return it;
}

const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'lines', version: '1.0.0' } };

describe('scumble mcp, line by line', { timeout: 300_000 }, () => {
  let project;
  let runtime;
  let env;
  let browser;
  before(async () => {
    runtime = await runtimeFolder('lines');
    project = await writeProject('talkative', { 'src/lib.rs': lib('Once'), 'build.rs': build, 'index.html': index });
    env = { ...process.env, ...project.env, ...runtime.env };
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await project?.remove();
    await runtime?.remove();
  });

  test('everything on standard output is the protocol, while compiler, build script and page print', async () => {
    const client = spoken([project.folder, '--port', '0'], env);
    // In one go, as a script does it: what follows is for the session that begins.
    client.send({ id: 0, method: 'initialize', params: initialize });
    client.send({ method: 'notifications/initialized' });
    client.send({ id: 1, method: 'tools/list', params: {} });
    assert.ok((await client.answer(1)).result.tools.length > 0);
    const [server] = await runtime.servers();
    // It waits for the first build.
    assert.equal((await client.ask('built', 'tools/call', { name: 'build_status', arguments: {} })).result.structuredContent.summary.failed, 0);
    const page = await newPage(browser, { reloads: true });
    await page.goto(server.url);
    await until(async () => (await client.ask(`t${client.lines.length}`, 'tools/call', { name: 'tabs', arguments: {} })).result.structuredContent.tabs.some((tab) => tab.answering), 'the page is there');
    await project.write('src/lib.rs', lib('Twice'));
    await client.ask('built again', 'tools/call', { name: 'build_status', arguments: {} });
    const drawn = await client.ask(2, 'tools/call', { name: 'ui_snapshot', arguments: {} });
    assert.match(drawn.result.content[0].text, /button "Twice"/);
    const { problems } = (await client.ask(3, 'tools/call', { name: 'build_status', arguments: {} })).result.structuredContent;
    assert.ok(problems.some((problem) => problem.message.includes('said by the page as an error')), JSON.stringify(problems));
    client.send({ id: 4, method: 'no/such' });
    assert.ok((await client.answer(4)).error.message.length > 0);
    client.child.stdin.write('no JSON\n');
    assert.equal((await client.answer(null)).error.code, -32700);
    const log = (await runtime.names()).find((name) => name.endsWith('.log'));
    assert.match(await readFile(path.join(runtime.files, log), 'utf8'), /said by the build script[^]*unused variable/, 'what was printed is in the log');

    client.child.stdin.end();
    assert.equal(await client.ended, 0);
    assert.ok(client.messages().length > 5, 'and each was read as JSON-RPC');
    await until(async () => !(await runs(server.pid)), 'the server ends with its last client');
    assert.deepEqual(await runtime.servers(), []);
  });

  for (const [what, folder, said] of [
    ['is not there', path.join(projects, 'nowhere'), /nowhere has no Cargo\.toml\. Name the folder of an application's crate\./],
    ['is no application', path.join(projects, 'library'), /cdylib/],
  ]) {
    test(`a folder that ${what} is told on both streams, and to an SDK client`, async () => {
      const library = await writeProject('library', { 'Cargo.toml': '[package]\nname = "library"\nversion = "0.1.0"\nedition = "2024"\n[workspace]\n', 'src/lib.rs': '//! No application.\n' });
      const client = spoken([folder], env);
      const refused = await client.ask(0, 'initialize', initialize);
      assert.match(refused.error.message, said);
      assert.equal(await client.ended, 2);
      assert.match(client.said, said);
      assert.equal(client.lines.length, 1);
      const transport = new StdioClientTransport({ command: scumble, args: ['mcp', folder], env, stderr: 'ignore' });
      await assert.rejects(new Client({ name: 'sdk', version: '1.0.0' }).connect(transport), said);
      await library.remove();
    });
  }

  test('a folder of running servers that is not this user’s is refused, with what to do', async () => {
    const other = await runtimeFolder('foreign');
    // What lies in its place is not ours to use: here a file.
    await writeFile(other.files, '');
    const client = spoken([project.folder], { ...env, ...other.env });
    const refused = await client.ask(0, 'initialize', initialize);
    assert.match(refused.error.message, /run-foreign\/scumble is not a folder of this user's, so nothing in it is believed\. Remove it/);
    assert.equal(await client.ended, 2);
    await other.remove();
  });
});
