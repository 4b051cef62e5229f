// The rows of the dev server: its endpoint against devframe's, what it takes to start, and how long a save takes to be
// on the screen. Ours and the other take turns, so that the machine's mood falls on both alike.

import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import path from 'node:path';

import { newPage } from '../tests/e2e/lib/browser.mjs';
import { writeProject } from '../tests/e2e/lib/project.mjs';
import { root, start } from '../tests/e2e/lib/served.mjs';
import { rawClient } from './raw_mcp.mjs';

const WARM_UP = 50;
const CALLS = 400;
const STARTS = 9;
const EDITS = 7;

/** The file of the example that is edited. */
const EDITED = 'src/ui/sidebar.rs';

const scumble = process.env.SCUMBLE ?? path.join(root, 'target/debug/scumble');

/** Every row, as `run.mjs` has its own; `measure` gives the samples. */
export const SERVER_ROWS = [
  { name: 'mcp', what: '`/__mcp`, a tool the server answers', against: 'devframe, the same payload', ratio: 0.5, measure: serverAnswered },
  { name: 'relay', what: '`/__mcp`, a tool the page answers', against: 'devframe, the same payload, answered by its server', ratio: 2, measure: pageAnswered },
  { name: 'list', what: '`/__mcp`, `tools/list`', against: 'devframe', ratio: 2, measure: listed },
  { name: 'start', what: '`scumble dev` started to its first answer, nothing to compile', against: 'devframe', ratio: 0.3, measure: started },
  { name: 'rebuild', what: 'one line of examples/notes saved to the page showing it, state kept', against: '`trunk serve`, state lost', ratio: 1, limit: 1200, measure: rebuilt },
];

// ------------------------------------------------------------------ one process and its first line

/** Starts a program that prints one JSON line once it serves. */
async function program(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], ...options });
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => text),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${command} ${args.join(' ')} ended with ${code} before it served.`);
    }),
  ]);
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { ...JSON.parse(line), stop };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function devframe(payload) {
  const env = { ...process.env, BENCH_PORT: String(await freePort()), BENCH_PAYLOAD: JSON.stringify(payload), DEVFRAME_DISABLE_INSTANCE_REGISTRY: '1' };
  const peer = await program(process.execPath, [path.join(root, 'benches/peers/devframe.mjs')], { env });
  return { ...peer, headers: { origin: new URL(peer.mcp).origin } };
}

/** Times both in turn: each round one call of either. */
async function inTurn(ours, other) {
  const samples = { ours: [], other: [] };
  const timed = async (call) => {
    const begun = performance.now();
    await call();
    return performance.now() - begun;
  };
  for (let round = 0; round < WARM_UP + CALLS; round += 1) {
    const [one, two] = round % 2 === 0 ? [await timed(ours), await timed(other)] : [await timed(other), await timed(ours)].reverse();
    if (round < WARM_UP) continue;
    samples.ours.push(one);
    samples.other.push(two);
  }
  return samples;
}

// ------------------------------------------------------------------ the rows

async function serverAnswered() {
  const server = await start('benches/app');
  const ours = rawClient(server.mcp);
  const { structuredContent } = await ours.call('tabs');
  const peer = await devframe(structuredContent);
  const other = rawClient(peer.mcp, peer.headers);
  try {
    return { ...(await inTurn(() => ours.call('tabs'), () => other.call('answer'))), note: 'raw keep-alive HTTP, 2026-07-28' };
  } finally {
    [ours, other].map((client) => client.close());
    await Promise.all([server.stop(), peer.stop()]);
  }
}

async function pageAnswered(browser) {
  const server = await start('benches/app');
  const ours = rawClient(server.mcp);
  const page = await newPage(browser, { reloads: true });
  await page.goto(server.url);
  const { structuredContent } = await answered(ours, 'bench_view');
  const peer = await devframe(structuredContent);
  const other = rawClient(peer.mcp, peer.headers);
  try {
    return { ...(await inTurn(() => ours.call('bench_view'), () => other.call('answer'))), note: 'raw keep-alive HTTP, a development build in the page' };
  } finally {
    [ours, other].map((client) => client.close());
    await page.context().close();
    await Promise.all([server.stop(), peer.stop()]);
  }
}

async function listed(browser) {
  const server = await start('benches/app');
  const ours = rawClient(server.mcp);
  const page = await newPage(browser, { reloads: true });
  await page.goto(server.url);
  await answered(ours, 'bench_view');
  const peer = await devframe({ ok: true });
  const other = rawClient(peer.mcp, peer.headers);
  try {
    const counts = [(await ours.send('tools/list')).tools.length, (await other.send('tools/list')).tools.length];
    return { ...(await inTurn(() => ours.send('tools/list'), () => other.send('tools/list'))), note: `${counts[0]} tools with their schemas against ${counts[1]}` };
  } finally {
    [ours, other].map((client) => client.close());
    await page.context().close();
    await Promise.all([server.stop(), peer.stop()]);
  }
}

/** Calls until the page is there to answer. */
async function answered(client, tool) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await client.call(tool);
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

async function started() {
  // Once before, so that there is nothing to compile.
  await (await start('benches/app')).stop();
  const first = async (launched) => {
    const begun = performance.now();
    const server = await launched();
    const client = rawClient(server.mcp, server.headers);
    await client.send('tools/list');
    const took = performance.now() - begun;
    client.close();
    await server.stop();
    return took;
  };
  const samples = { ours: [], other: [] };
  for (let round = 0; round < STARTS; round += 1) {
    samples.ours.push(await first(() => program(scumble, ['dev', 'benches/app', '--port', '0', '--json'])));
    samples.other.push(await first(() => devframe({ ok: true })));
  }
  return samples;
}

// ------------------------------------------------------------------ a save to the screen

async function rebuilt(browser) {
  const project = await copyOfNotes();
  try {
    const text = await project.read(EDITED);
    const server = await start(project.folder, { env: project.env });
    const samples = { ours: await edits(browser, server.url, project, text, 'a') };
    await server.stop();
    const trunk = await trunkServe(project);
    if (trunk === null) return { ...samples, note: 'no trunk on this machine to compare with' };
    samples.other = await edits(browser, trunk.url, project, text, 'b');
    await trunk.stop();
    return samples;
  } finally {
    await project.remove();
  }
}

/** The example as a project of its own, which can be edited. */
function copyOfNotes() {
  const from = path.join(root, 'examples/notes');
  const sources = readdirSync(path.join(from, 'src'), { recursive: true }).filter((file) => file.endsWith('.rs')).map((file) => `src/${file}`);
  return writeProject('notes', Object.fromEntries([...sources, 'index.html'].map((file) => [file, readFileSync(path.join(from, file), 'utf8')])));
}

/** Saves another label so many times and waits until the page has it. */
async function edits(browser, url, project, text, mark) {
  const page = await newPage(browser, { reloads: true });
  await page.goto(url);
  await page.getByRole('button', { name: 'New note' }).waitFor({ timeout: 120_000 });
  const samples = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const label = `New note ${mark}${edit}`;
    const begun = performance.now();
    await project.write(EDITED, text.replace('"New note"', `"${label}"`));
    await page.getByRole('button', { name: label }).waitFor({ timeout: 120_000 });
    samples.push(performance.now() - begun);
  }
  await page.context().close();
  // The first one compiles what the check before did not.
  return samples.slice(1);
}

/** `trunk serve` of the project, if there is a trunk. */
async function trunkServe({ folder, write }) {
  try {
    execFileSync('trunk', ['--version'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title>
<style>html, body, #app { height: 100%; margin: 0 }</style>
<link data-trunk rel="rust" data-wasm-opt="0">
<script type="module">
  addEventListener('TrunkApplicationStarted', () => window.wasmBindings.createApp({ webmcp: true }).mount('#app'));
</script></head><body><main id="app"></main></body></html>`;
  await write('index.html', page);
  const port = await freePort();
  const child = spawn('trunk', ['serve', '--address', '127.0.0.1', '--port', String(port), '--offline', '--skip-version-check'], { cwd: folder, env: { ...process.env, CARGO_TARGET_DIR: path.join(root, 'target/bench/trunk') }, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error('trunk serve ended before it served.');
    if (await fetch(url).then((response) => response.ok, () => false)) break;
    await new Promise((done) => setTimeout(done, 500));
  }
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, stop };
}
