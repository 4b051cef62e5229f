// The official Python SDK against the dev server, with sessions and without them, and as it chooses by itself.

import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { answering, picture } from '../lib/answering.mjs';
import { launch } from '../lib/browser.mjs';
import { assertUnasked, consent } from '../lib/consent.mjs';
import { until } from '../lib/mcp.mjs';
import { connectPython } from '../lib/python.mjs';
import { Wire, stateless } from '../lib/raw.mjs';
import { root, serve, start } from '../lib/served.mjs';

const VIEW = 'scumble://notes/view';
const UPDATED = 'notifications/resources/updated';

for (const [mode, version] of [['legacy', '2025-11-25'], ['2026-07-28', '2026-07-28']]) {
  describe(`the Python SDK at ${version}`, { timeout: 180_000 }, () => {
    const at = {};
    const pages = answering(at);
    const name = `python-${mode}`;
    let agent;
    before(async () => {
      [at.server, at.browser] = await Promise.all([serve('examples/notes'), launch()]);
      agent = await connectPython(at.server, { mode, name });
    });
    after(async () => {
      const said = await agent?.close();
      await at.browser?.close();
      await at.server?.stop();
      assert.equal(said, '', 'the SDK warned of nothing, to its end');
    });
    afterEach(() => pages.closeAll());

    test('connects, lists and calls, and its schemas hold', async () => {
      const page = await pages.open();
      const about = await agent.order('about');
      assert.equal(about.version, version);
      assert.equal((await agent.order('tools')).tools.find((tool) => tool.name === 'notes_view').annotations.readOnlyHint, true);
      // The SDK checks structured content against the schema that was listed.
      await agent.ask('notes_create');
      const view = await agent.ask('notes_set_title', { title: `By Python, ${mode}` });
      assert.equal(view.open.title, `By Python, ${mode}`);
      const field = page.getByRole('textbox', { name: 'Title' });
      await until(async () => (await field.inputValue()) === view.open.title, 'the person sees it');
      assert.equal((await agent.ask('notes_view', { key: 'rows', limit: 3 })).rows.length, 3);
      assert.match(await agent.fail('notes_set_title', { title: 3 }), /^\[SC0102\] input\.title must be a string, not number 3\./);
    });

    test('reads a resource, follows it, and is told', async () => {
      await pages.open();
      const { resources } = await agent.order('resources');
      assert.ok(resources.some((resource) => resource.uri === VIEW));
      assert.deepEqual((await agent.order('templates')).resourceTemplates, []);
      await agent.follow(VIEW);
      await agent.ask('notes_create');
      await until(() => agent.told.some((told) => told.method === UPDATED && told.params.uri === VIEW), 'word of the change');
      const { contents } = await agent.order('read', { uri: VIEW });
      assert.equal(JSON.parse(contents[0].text).rows.length, 41);
      await assert.rejects(agent.order('read', { uri: 'scumble://none' }), { code: mode === 'legacy' ? -32002 : -32602, message: 'There is no resource at scumble://none.' });
    });

    test('gets a frame as a picture of the size that is told', async () => {
      await pages.open();
      const { image, scale } = await picture(await agent.run('render_frame'));
      assert.equal(Math.round(image.width / scale), 1280);
    });

    test('a cancelled call stops in the page', async () => {
      const page = await pages.open();
      const call = agent.begin('call', { name: 'ui_wait', arguments: { text: 'Never there', timeoutMs: 30_000 } });
      await pages.busy(page);
      call.cancel();
      await assert.rejects(call.result, { message: 'cancelled' });
      await pages.idle(page);
      assert.equal((await agent.ask('notes_view')).rows.length, 40);
    });

    test('the person in front of the page is asked there', async () => {
      const page = await pages.open();
      const rows = (await agent.ask('notes_view')).rows;
      const call = agent.ask('notes_delete', { id: rows[0].id });
      const dialog = await consent(page);
      assert.match(await dialog.text(), new RegExp(name), 'it names who asks');
      await dialog.approve();
      assert.equal((await call).rows.length, rows.length - 1);
      const again = agent.fail('notes_delete', { id: rows[1].id });
      await (await consent(page)).decline();
      assert.match(await again, /^\[SC0107\] The person declined notes\.delete\./);
    });

    test('where the page is hidden the SDK asks, and without a way to ask it is refused', async () => {
      const page = await pages.open({ hidden: true });
      const rows = (await agent.ask('notes_view')).rows;
      assert.match(await agent.fail('notes_delete', { id: rows[0].id }), /^\[SC0108\] notes\.delete needs the person's approval.*Ask the person to do it themselves\./s);
      const questions = [];
      const asking = await connectPython(at.server, {
        mode,
        name: 'asking',
        elicit: (question) => {
          questions.push(question);
          return questions.length === 1 ? { action: 'decline' } : { action: 'accept', content: { approve: true } };
        },
      });
      assert.match(await asking.fail('notes_delete', { id: rows[0].id }), /^\[SC0107\]/);
      assert.equal((await asking.ask('notes_delete', { id: rows[0].id })).rows.length, rows.length - 1);
      assert.equal(questions.length, 2);
      assert.match(questions[0].message, /^asking.* wants to run notes\.delete/s);
      await assertUnasked(page);
      assert.equal(await asking.close(), '');
    });

    test('its name and version stand in the activity log', async () => {
      await pages.open();
      await agent.ask('notes_search', { query: 'harz' });
      const { contents } = await agent.order('read', { uri: 'scumble://activity' });
      const line = contents[0].text.split('\n').findLast((line) => line.includes('notes_search'));
      assert.match(line, new RegExp(`${name} .*#\\d+ .*notes_search 16 B ok`));
    });
  });
}

describe('the Python SDK left to itself', { timeout: 180_000 }, () => {
  test('finds out the newest version, and hears how far a long call has come', async (t) => {
    const server = await serve('examples/notes');
    t.after(() => server.stop());
    const agent = await connectPython(server, { mode: 'auto', name: 'python-auto' });
    t.after(async () => assert.equal(await agent.close(), ''));
    assert.equal(agent.version, '2026-07-28');
    const call = agent.begin('call', { name: 'build_run', progress: true });
    await until(() => call.progress.length >= 2, 'two words of progress', 120_000);
    call.cancel();
    await assert.rejects(call.result, { message: 'cancelled' });
    for (const [index, told] of call.progress.entries()) {
      assert.ok(index === 0 || told.progress > call.progress[index - 1].progress, 'never backwards');
      assert.ok(told.message.length > 0 && told.message.length <= 200);
    }
    assert.equal((await agent.ask('build_status', { wait: false })).summary.failed, 0, 'the server answers');
  });
});

describe('the Python SDK over stdio', { timeout: 180_000 }, () => {
  test('is joined to the server that runs, and acts on its page', async (t) => {
    const at = {};
    const pages = answering(at);
    // A place of its own for the files that name running servers: another of this project may run.
    const runtime = await mkdtemp(path.join(tmpdir(), 'scumble-python-'));
    const env = { XDG_RUNTIME_DIR: runtime };
    [at.server, at.browser] = await Promise.all([start('examples/notes', { env }), launch()]);
    t.after(async () => {
      await at.browser.close();
      await at.server.stop();
      await rm(runtime, { recursive: true, force: true });
    });
    await pages.open();
    const command = [process.env.SCUMBLE ?? path.join(root, 'target/debug/scumble'), 'mcp', path.join(root, 'examples/notes')];
    for (const mode of ['legacy', 'auto']) {
      const agent = await connectPython({ command, env }, { mode, name: `stdio-${mode}` });
      assert.equal((await agent.order('about')).server.name, at.server.name);
      await until(async () => (await agent.order('tools')).tools.some((tool) => tool.name === 'notes_view'), 'the page’s tools');
      await agent.ask('notes_create');
      assert.equal((await agent.ask('notes_set_title', { title: mode })).open.title, mode);
      await picture(await agent.run('render_frame'));
      assert.match(await agent.fail('notes_set_title', { title: 3 }), /^\[SC0102\]/);
      await agent.close();
    }
    const wire = new Wire(at.server);
    const log = (await stateless(wire).ask('resources/read', { uri: 'scumble://activity' })).contents[0].text;
    wire.close();
    for (const mode of ['legacy', 'auto']) assert.match(log, new RegExp(`stdio-${mode} .*notes_set_title .* ok`), 'by the name of the client, not of what joins it');
  });
});
