// The first ten minutes: a new project, the development server as a person starts it, and a coding agent that connects
// by what was printed and written, reads, edits, looks and acts.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { launch, newPage } from '../lib/browser.mjs';
import { consent } from '../lib/consent.mjs';
import { connect, connectOver, textOf, until } from '../lib/mcp.mjs';
import { control, see } from '../lib/person.mjs';
import { environment, projects, runtimeFolder } from '../lib/project.mjs';
import { scumble } from '../lib/served.mjs';

const run = promisify(execFile);

/** Whether nobody listens on a port of this machine. */
const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

describe('a new project', { timeout: 600_000 }, () => {
  const folder = path.join(projects, 'begun/tea-shop');
  const file = (name) => path.join(folder, name);
  let runtime;
  let env;
  let dev;
  let browser;
  let page;
  let agent;
  /** What the terminal shows so far. */
  const terminal = { out: '', errors: '' };

  before(async () => {
    await rm(path.dirname(folder), { recursive: true, force: true });
    await mkdir(path.dirname(folder), { recursive: true });
    runtime = await runtimeFolder('begun');
    env = { ...process.env, ...environment, ...runtime.env };
    browser = await launch();
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    if (dev && dev.exitCode === null) {
      const ended = new Promise((resolve) => dev.once('close', resolve));
      dev.kill('SIGTERM');
      await ended;
    }
    await rm(path.dirname(folder), { recursive: true, force: true });
    await runtime?.remove();
  });

  test('is written by one command and served by the next, which prints how an agent connects', async () => {
    const { stdout } = await run(scumble, ['new', 'tea-shop'], { cwd: path.dirname(folder), env });
    assert.match(stdout, /tea-shop is ready in tea-shop\.\s+cd tea-shop\s+scumble dev /);
    // Where the usual port is taken, what `scumble doctor` advises is done: another, and the same in .mcp.json.
    const options = [];
    if (!(await isFree(5173))) {
      options.push('--port', '5987');
      await writeFile(file('.mcp.json'), (await readFile(file('.mcp.json'), 'utf8')).replace(':5173/', ':5987/'));
    }
    dev = spawn(scumble, ['dev', ...options], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    dev.stdout.on('data', (data) => (terminal.out += data));
    dev.stderr.on('data', (data) => (terminal.errors += data));
    const [, url] = await until(() => terminal.out.match(/claude mcp add --transport http tea-shop (\S+)\n/), 'the line is printed', 60_000);
    assert.match(terminal.out, /➜ {2}Local: {3}http:\/\/localhost:\d+\/\n/);
    assert.ok(terminal.out.includes(`➜  Agents:  ${url}  (MCP, as tea-shop)`), terminal.out);
    assert.ok(terminal.out.includes(`codex mcp add tea-shop --url ${url}\n`), terminal.out);
    assert.ok(terminal.out.includes(`gemini mcp add --transport http tea-shop ${url}\n`), terminal.out);

    // The agent connects by the printed line while the first build runs.
    agent = await connect({ mcp: url }, { name: 'begin' });
    assert.deepEqual(agent.getServerVersion().name, 'tea-shop');
    assert.match(agent.getInstructions(), /library_overview/);
    const configured = JSON.parse(await readFile(file('.mcp.json'), 'utf8')).mcpServers['tea-shop'];
    assert.deepEqual(configured, { type: 'http', url }, '.mcp.json says the same');
  });

  test('its page is there, and the agent sees what the person sees', async () => {
    const [, url] = terminal.out.match(/Local: {3}(\S+)/);
    assert.equal((await agent.built()).summary.failed, 0);
    page = await newPage(browser, { reloads: true });
    await page.goto(url);
    await see(page, 'button', 'Add', { timeout: 15_000 });
    await until(async () => (await agent.ask('tabs')).tabs.some((tab) => tab.answering), 'the page answers');
    assert.deepEqual((await agent.ask('tasks_view')).rows.map((row) => row.title), ['Read AGENTS.md']);
    const outline = textOf(await agent.run('ui_snapshot'));
    assert.match(outline, /heading "Tea shop"/);
    assert.match(outline, /checkbox "Read AGENTS\.md"/);
    assert.match(outline, /button "Remove done".*disabled/);
    const frame = await agent.run('render_frame');
    const image = frame.content.find((block) => block.type === 'image');
    assert.equal(Buffer.from(image.data, 'base64').subarray(1, 4).toString(), 'PNG');
    assert.deepEqual(page.problems, []);
  });

  test('what AGENTS.md tells an agent to call, there is', async () => {
    const text = await readFile(file('AGENTS.md'), 'utf8');
    const names = await agent.names();
    const called = [...text.matchAll(/`((?:library|build|ui|tasks|tokens|render|tab)[a-z]*_[a-z_]+|tabs)\b/g)].map(([, name]) => name);
    assert.ok(new Set(called).size >= 9, called.join(' '));
    for (const name of called) assert.ok(names.includes(name), `AGENTS.md names ${name}, and there are ${names.join(', ')}`);
    assert.ok(text.includes('`library_overview {"library": "scumble"}`'));
    assert.ok((await agent.ask('library_overview', { library: 'scumble' })).components.some((one) => one.name === 'button'));
  });

  test('the agent reads the library, writes a component, reads the verdict, and sees it drawn', async () => {
    const { components } = await agent.ask('library_overview');
    assert.deepEqual(components.map((one) => one.name).sort(), ['App', 'TaskRow']);
    const ui = await readFile(file('src/ui.rs'), 'utf8');
    const badge = `
/// How many tasks are left, in short.
#[component]
pub fn Badge(
    /// How many.
    left: Signal<u32>,
) -> impl IntoElement {
    text(move || format!("{} LEFT", left.get()))
}
`;
    await writeFile(file('src/ui.rs'), `${ui}${badge.replace('left.get()', 'lef.get()')}`);
    const failed = await agent.built();
    assert.ok(failed.summary.failed > 0);
    const module = failed.objects.find((object) => object.name === 'src/ui.rs');
    assert.match(module.diagnostics[0].msg, /cannot find value `lef`/);
    assert.equal(module.diagnostics[0].line, ui.split('\n').length + 7);

    await writeFile(file('src/ui.rs'), `${ui}${badge}`);
    const told = await agent.ask('library_get', { name: 'Badge' });
    assert.match(JSON.stringify(told), /How many tasks are left, in short\./);
    assert.equal((await agent.built()).summary.failed, 0);
    const frame = await agent.run('render_frame', { module: 'src/ui', export: 'Badge', inputs: { left: 3 } });
    assert.ok(!frame.isError, textOf(frame));
    assert.match(textOf(frame), /3 LEFT/);
    assert.ok(frame.content.some((block) => block.type === 'image'));
    assert.equal((await agent.ask('build_verify', { expect: ['src/ui.rs'] })).ok, true);
  });

  test('it acts in front of the person, and what cannot be undone is theirs to allow', async () => {
    await agent.ask('ui_type', { role: 'textbox', name: 'New task', text: 'Buy tea' });
    await agent.ask('ui_press', { role: 'button', name: 'Add' });
    await see(page, 'checkbox', 'Buy tea');
    await agent.ask('tasks_set_done', { id: 1, done: true });
    await until(() => control(page, 'checkbox', 'Read AGENTS.md').isChecked(), 'the person sees it done');
    const removing = agent.ask('tasks_remove_done');
    const dialog = await consent(page);
    assert.match(await dialog.text(), /begin/, 'it names who asks');
    await dialog.approve();
    assert.deepEqual((await removing).rows.map((row) => row.title), ['Buy tea']);
    await see(page, 'checkbox', 'Read AGENTS.md', { gone: true });
  });

  test('scumble mcp in its folder, as README.md has it, is the same server', async () => {
    const readme = await readFile(file('README.md'), 'utf8');
    assert.ok(readme.includes('claude mcp add tea-shop -- scumble mcp\n'), readme);
    assert.ok((await readFile(file('AGENTS.md'), 'utf8')).includes('`"tea-shop": { "command": "scumble", "args": ["mcp"] }`'));
    const transport = new StdioClientTransport({ command: scumble, args: ['mcp'], cwd: folder, env, stderr: 'ignore' });
    const other = await connectOver(transport, { name: 'other' });
    assert.deepEqual(await other.names(), await agent.names());
    assert.deepEqual((await other.ask('tasks_view')).rows, (await agent.ask('tasks_view')).rows);
    await other.close();
    assert.equal(dev.exitCode, null, 'it was the person’s, and is there');
  });

  test('a browser without WebMCP is told of in the terminal, once, with how to turn it on', async () => {
    assert.ok(!terminal.errors.includes('has no WebMCP'), terminal.errors);
    const plain = await launch({ webmcp: false });
    for (let time = 0; time < 2; time++) {
      const other = await newPage(plain, { reloads: true });
      await other.goto(page.url());
      await until(async () => (await agent.ask('tabs')).tabs.length === 2 + time, 'the page is there');
    }
    await plain.close();
    const said = terminal.errors.match(/This browser has no WebMCP: .*\n.*Turn it on: \S+ --enable-features=WebMCP, or .* origin trial/g);
    assert.equal(said?.length, 1, terminal.errors);
    assert.equal(terminal.errors.split('has no WebMCP').length, 2, 'once');
  });
});
