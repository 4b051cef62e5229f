// What the builds say, and that everybody who tells it says the same: an agent's build_status and build_verify, the
// command without a server, and the strip over the page. And the release build, which an agent starts and stops.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { launch, newPage } from '../lib/browser.mjs';
import { connect, textOf, until } from '../lib/mcp.mjs';
import { press, see } from '../lib/person.mjs';
import { writeProject } from '../lib/project.mjs';
import { root, start } from '../lib/served.mjs';

const scumble = process.env.SCUMBLE ?? path.join(root, 'target/debug/scumble');

const lib = (more = '') => `//! Written by a test.
mod part;

use scumble::prelude::*;

/// The whole application.
#[component]
fn App() -> impl IntoElement {
    let times = Signal::new(0_u32);
    column()
        .child(heading(2, part::words()))
        .child(button("Count").on_press(move |_| times.update(|times| *times += 1)))
        .child(text(move || format!("Counted {}", times.get())))
}
${more}
scumble::app!(App, name: "Judged", instructions: "A fixture.", channels: []);
`;

const part = (words) => `//! A part.

/// The words.
pub(crate) fn words() -> &'static str {
    ${words}
}
`;

describe('the verdict of a build', { timeout: 900_000 }, () => {
  let project;
  let server;
  let browser;
  let page;
  let agent;

  before(async () => {
    project = await writeProject('judged', { 'src/lib.rs': lib(), 'src/part.rs': part('"Begun"') });
    server = await start(project.folder, { env: project.env });
    [browser, agent] = await Promise.all([launch(), connect(server)]);
    page = await newPage(browser, { reloads: true });
    await page.goto(server.url);
    await see(page, 'heading', 'Begun', { timeout: 15_000 });
  });
  after(async () => {
    await agent?.close();
    await browser?.close();
    await server?.stop();
    await project?.remove();
  });

  /** `scumble verify --json`, run while the server runs: its exit code and what it says. */
  const verify = () =>
    new Promise((resolve, reject) => {
      const child = spawn(scumble, ['verify', project.folder, '--json'], { env: { ...process.env, ...project.env }, stdio: ['ignore', 'pipe', 'ignore'] });
      let said = '';
      child.stdout.on('data', (data) => (said += data));
      child.once('error', reject);
      child.once('close', (exit) => resolve({ exit, ...JSON.parse(said) }));
    });
  /** Failing objects by what everybody has to say of them. */
  const failures = (objects) =>
    objects
      .filter((object) => object.status === 'error')
      .map(({ type, name, diagnostics }) => [type, name, ...diagnostics.filter((one) => one.level === 'error').map((one) => [one.line, one.code, one.msg])])
      .sort();
  /** All three, asked at the same time. */
  const verdicts = async () => {
    const status = await agent.ask('build_status');
    const [verified, command] = await Promise.all([agent.ask('build_verify'), verify()]);
    return { status, verified, command };
  };
  const strip = () => page.locator('scumble-build-failed');

  test('good, all three say so of the same build', async () => {
    const { status, verified, command } = await verdicts();
    assert.deepEqual([status.summary.failed, verified.ok, command.ok, command.exit], [0, true, true, 0]);
    assert.equal(verified.build.id, status.summary.id);
    assert.equal(command.build.id, status.summary.id);
  });

  test('failed, all three name the same objects, by file, line and message, and so does the strip', async () => {
    await project.write('src/part.rs', part('missing'));
    const { status, verified, command } = await verdicts();
    const failing = failures(status.objects);
    assert.ok(failing.some(([type, name, [line, code, msg] = []]) => type === 'Module' && name === 'src/part.rs' && line === 5 && code === 'E0425' && /missing/.test(msg)), JSON.stringify(failing));
    assert.deepEqual(failures(verified.failing), failing);
    assert.deepEqual(failures(command.failing), failing);
    assert.deepEqual([verified.ok, command.ok, command.exit], [false, false, 1]);
    assert.deepEqual([verified.build.id, command.build.id], [status.summary.id, status.summary.id]);
    await strip().waitFor({ state: 'attached' });
    assert.match(await strip().evaluate((element) => element.shadowRoot.textContent), /this is the last good page\.\nsrc\/part\.rs:5 {2}cannot find value `missing`/);
  });

  test('the last good page goes on, for the person and for an agent, who is told what failed', async () => {
    await press(page, 'button', 'Count');
    await see(page, 'button', 'Count');
    const pressed = await agent.run('ui_press', { role: 'button', name: 'Count' });
    assert.ok(!pressed.isError, textOf(pressed));
    assert.match(textOf(await agent.run('ui_snapshot')), /Counted 2/);
    const { build } = JSON.parse(textOf(pressed).split('\n').at(-1)).$;
    assert.ok(failures(build.newest.objects).some(([, name]) => name === 'src/part.rs'));
    assert.notEqual(build.shows, build.newest.summary.id);
    const live = await agent.run('render_frame');
    assert.ok(!live.isError && /src\/part\.rs/.test(textOf(live)), 'the picture says that it is of older code');
  });

  test('another mistake is another verdict, a file that was never there is none', async () => {
    await project.write('src/part.rs', part('"fine"'));
    await project.write('src/lib.rs', lib('fn wrong() -> u8 { "text" }'));
    const { status, verified, command } = await verdicts();
    const failing = failures(status.objects);
    assert.ok(failing.some(([type, name]) => type === 'Module' && name === 'src/lib.rs') && !failing.some(([, name]) => name === 'src/part.rs'), JSON.stringify(failing));
    assert.deepEqual(failures(verified.failing), failing);
    assert.deepEqual(failures(command.failing), failing);
    const part_alone = await agent.ask('build_verify', { expect: ['src/part.rs', 'src/none.rs'] });
    assert.deepEqual(part_alone.missing, ['src/none.rs']);
  });

  test('put right it recovers by itself, and all three say so', async () => {
    await project.write('src/lib.rs', lib());
    await project.write('src/part.rs', part('"Put right"'));
    await see(page, 'heading', 'Put right', { timeout: 60_000 });
    await strip().waitFor({ state: 'detached' });
    const { status, verified, command } = await verdicts();
    assert.deepEqual([status.summary.failed, verified.ok, command.ok, command.exit], [0, true, true, 0]);
    assert.equal(command.build.id, status.summary.id);
    assert.match(textOf(await agent.run('ui_snapshot')), /Counted 2/, 'the page kept what it held');
  });

  test('a manifest that cannot be read is a failed build, and put right is built', async () => {
    const manifest = await project.read('Cargo.toml');
    await project.write('Cargo.toml', `${manifest}\n[dependencies.`);
    const status = await until(async () => {
      const status = await agent.ask('build_status');
      return status.summary.failed > 0 && status;
    }, 'the build failed');
    assert.ok(status.objects.some((object) => object.status === 'error' && /manifest|TOML|Cargo\.toml/i.test(JSON.stringify(object))));
    await project.write('Cargo.toml', manifest);
    assert.deepEqual(failures((await agent.ask('build_status')).objects), []);
  });
});

/** Processes of the release build of the test's project. */
async function compilers() {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => /rustc|cargo/.test(line) && line.includes('scumble/release-target'));
}

describe('the release build', { timeout: 1_800_000 }, () => {
  let project;
  let server;
  let agent;
  const patient = { timeout: 900_000, resetTimeoutOnProgress: true };

  before(async () => {
    project = await writeProject('released', { 'src/lib.rs': lib(), 'src/part.rs': part('"Begun"') });
    server = await start(project.folder, { env: project.env });
    agent = await connect(server);
  });
  after(async () => {
    await agent?.close();
    await server?.stop();
    await project?.remove();
  });

  test('what only a release does not compile is caught by build_run, and by no save', async () => {
    await project.write('src/lib.rs', lib('#[cfg(not(debug_assertions))]\ncompile_error!("not for sale");\n'));
    assert.equal((await agent.ask('build_status')).summary.failed, 0);
    const told = [];
    const result = await agent.run('build_run', {}, { ...patient, onprogress: ({ progress, message }) => told.push([progress, message]) });
    assert.match(textOf(result), /^The release build [0-9a-f]+ failed at src\/lib\.rs:\d+\./);
    const block = result.structuredContent;
    const module = block.objects.find((object) => object.type === 'Module' && object.name === 'src/lib.rs');
    assert.equal(module.status, 'error');
    assert.match(module.diagnostics[0].msg, /not for sale/);
    assert.ok(told.length > 1, 'progress is told');
    assert.ok(told.every(([at], index) => index === 0 || at > told[index - 1][0]), 'in order');
    assert.match(told.map(([, message]) => message).join('\n'), /Step compile\./);
    const verified = await agent.ask('build_verify');
    assert.deepEqual([verified.ok, verified.profile], [false, 'release']);
    assert.ok(verified.failing.some((object) => object.name === 'src/lib.rs'));
  });

  test('cancelled it stops the compilers, and the next one runs', async () => {
    await project.write('src/lib.rs', lib());
    await agent.ask('build_status');
    const controller = new AbortController();
    const running = agent.run('build_run', { clean: true }, { ...patient, signal: controller.signal });
    await until(async () => (await compilers()).length > 0, 'it compiles', 120_000);
    controller.abort('enough');
    await assert.rejects(running);
    await until(async () => (await compilers()).length === 0, 'nothing compiles any more');
    const block = await agent.ask('build_run', {}, { ...patient, onprogress: () => {} });
    assert.equal(block.summary.failed, 0, JSON.stringify(block.objects.filter((object) => object.status === 'error')));
    const steps = block.objects.filter((object) => object.type === 'Package').map((object) => object.name);
    for (const step of ['split', 'bindgen', 'sizes']) assert.ok(steps.includes(step), `${step} of ${steps}`);
    assert.equal((await agent.ask('build_verify')).ok, true);
  });

  test('clean forgets the project’s own crates and no others', async () => {
    const compiled = [];
    const listen = ({ message }) => {
      const name = message?.match(/^Compiled (\S+) /)?.[1];
      if (name) compiled.push(name);
    };
    await agent.ask('build_run', {}, { ...patient, onprogress: listen });
    assert.deepEqual(compiled, [], 'nothing changed, nothing is compiled');
    const block = await agent.ask('build_run', { clean: true }, { ...patient, onprogress: listen });
    assert.equal(block.summary.failed, 0);
    for (const own of ['released', 'scumble', 'scumble-scene']) assert.ok(compiled.includes(own), `${own} of ${compiled}`);
    assert.ok(!compiled.some((name) => ['serde', 'taffy', 'parley'].includes(name)), `${compiled}`);
  });
});
