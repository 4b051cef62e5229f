// What a client gets in either era, by raw HTTP: a session up to 2025-11-25, requests that stand alone from 2026-07-28
// on. Nothing here knows an SDK.

import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { answering, picture } from '../lib/answering.mjs';
import { launch } from '../lib/browser.mjs';
import { assertUnasked, consent } from '../lib/consent.mjs';
import { until } from '../lib/mcp.mjs';
import { HIDDEN, SECRET } from '../lib/notes.mjs';
import { colours } from '../lib/pixels.mjs';
import { CAN_ELICIT, Wire, session, stateless } from '../lib/raw.mjs';
import { serve } from '../lib/served.mjs';

const ERAS = [
  ['in a session (2025-11-25)', session],
  ['without one (2026-07-28)', stateless],
];

for (const [era, begin] of ERAS) {
  describe(`a client by raw HTTP ${era}`, { timeout: 180_000 }, () => {
    const at = {};
    const pages = answering(at);
    let wire;
    let client;
    before(async () => {
      [at.server, at.browser] = await Promise.all([serve('examples/notes'), launch()]);
      wire = new Wire(at.server);
      client = await begin(wire);
    });
    after(async () => {
      wire?.close();
      await at.browser?.close();
      await at.server?.stop();
    });
    afterEach(() => pages.closeAll());

    test('lists tools in the order of the surface, resources, templates and prompts', async () => {
      await pages.open();
      const { tools } = await client.ask('tools/list');
      const names = tools.map((tool) => tool.name);
      const order = ['notes_view', 'notes_delete', 'ui_snapshot', 'render_frame', 'library_overview', 'build_status', 'tabs'];
      assert.deepEqual(order.map((name) => names.indexOf(name)), order.map((name) => names.indexOf(name)).sort((a, b) => a - b));
      assert.ok(order.every((name) => names.includes(name)), names.join());
      for (const tool of tools) {
        assert.match(tool.name, /^[a-zA-Z0-9_-]{1,64}$/);
        assert.ok(tool.description.length > 0, tool.name);
        assert.equal(tool.inputSchema.type, 'object', tool.name);
        assert.equal(tool.annotations.openWorldHint, false, tool.name);
        assert.equal(typeof tool.annotations.readOnlyHint, 'boolean', tool.name);
      }
      for (const hidden of HIDDEN.commands) assert.ok(!names.includes(`notes_${hidden}`));
      const { resources } = await client.ask('resources/list');
      for (const uri of ['scumble://notes/view', 'scumble://screen', 'scumble://activity']) assert.ok(resources.some((resource) => resource.uri === uri), uri);
      assert.deepEqual((await client.ask('resources/templates/list')).resourceTemplates, []);
      const { prompts } = await client.ask('prompts/list');
      assert.deepEqual(prompts.map((prompt) => prompt.name), ['draft_note']);
      const { messages } = await client.ask('prompts/get', { name: 'draft_note', arguments: { about: 'the harvest' } });
      assert.match(messages[0].content.text, /the harvest/);
      const missing = await client.fail('prompts/get', { name: 'draft_note', arguments: {} });
      assert.deepEqual([missing.code, /about/.test(missing.message)], [-32602, true], missing.message);
    });

    test('calls a command that the person sees done, and is told what it holds', async () => {
      const page = await pages.open();
      const made = await client.call('notes_create');
      assert.ok(!('isError' in made), 'success does not speak of errors');
      const result = await client.call('notes_set_title', { title: `Raw, ${era}` });
      assert.equal(result.structuredContent.open.title, `Raw, ${era}`);
      assert.match(result.content[0].text, /^Sent set_title to notes, which now holds:\n\{/);
      const field = page.getByRole('textbox', { name: 'Title' });
      await until(async () => (await field.inputValue()) === `Raw, ${era}`, 'the person sees it');
      const text = JSON.stringify(await client.call('notes_view'));
      assert.ok(!text.includes(SECRET.value) && !text.includes(HIDDEN.value));
    });

    test('is told what is wrong with arguments, and of a tool there is not, in sentences', async () => {
      await pages.open();
      assert.match(await client.refused('notes_set_title', { title: 3 }), /^\[SC0102\] input\.title must be a string, not number 3\./);
      assert.match(await client.refused('notes_set_title', {}), /^\[SC0102\] input\.title is required\./);
      assert.match(await client.refused('notes_sort', {}), /^\[SC0101\] There is no tool called notes_sort\..* notes_view,/);
      assert.match(await client.refused('tabs', { all: true }), /^\[SC0102\] input\.all is not expected; there are no fields\./);
      for (const [method, params, code, message] of [
        ['tools/call', { name: 'notes_view', arguments: '{"key":"rows"}' }, -32602, 'params.arguments must be an object, not a string.'],
        ['tools/call', { arguments: {} }, -32602, 'params.name is required; it is a string.'],
        ['resources/read', {}, -32602, 'params.uri is required; it is a string.'],
        ['nothing/there', {}, -32601, 'There is no method nothing/there.'],
      ]) {
        const error = await client.fail(method, params);
        assert.deepEqual([error.code, error.message], [code, message]);
      }
      const deep = JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`);
      assert.match(await client.refused('notes_set_title', { title: deep }), /^\[SC0102\] input\.title must be a string, not an object\./);
    });

    test('reads what a channel holds and what is on the screen', async () => {
      await pages.open();
      const { contents } = await client.ask('resources/read', { uri: 'scumble://notes/view' });
      assert.equal(contents[0].mimeType, 'application/json');
      assert.equal(JSON.parse(contents[0].text).rows.length, 40);
      const screen = await client.ask('resources/read', { uri: 'scumble://screen' });
      assert.match(screen.contents[0].text, /^- heading "Notes" level=1 \[e1\]/);
      const none = await client.fail('resources/read', { uri: 'scumble://none' });
      assert.equal(none.code, client.era === 'session' ? -32002 : -32602);
      assert.equal(none.message, 'There is no resource at scumble://none.');
    });

    test('gets a frame of the screen and of a component as pictures of the size that is told', async () => {
      await pages.open();
      const whole = await client.call('render_frame');
      const { image, scale } = await picture(whole);
      assert.deepEqual([image.width / scale, image.height / scale].map(Math.round), [1280, 800]);
      assert.ok(colours(image) > 20, 'something is drawn');
      const again = await client.call('render_frame', { compare: whole.structuredContent.hash });
      assert.equal(again.content.filter((block) => block.type === 'image').length, 0, 'what is the same is not sent again');
      const large = await picture(await client.call('render_frame', { scale: 2 }));
      assert.deepEqual([large.image.width, large.image.height], [2560, 1600]);
      const { component } = await client.view('library_get', { name: 'NoteItem' });
      const alone = await picture(await client.call('render_frame', { ...component.frame, width: 320 }));
      assert.equal(Math.round(alone.image.width / alone.scale), 320);
      assert.notEqual(alone.hash, whole.structuredContent.hash);
    });

    test('asks the person in front of the page, whose answer counts', async () => {
      const page = await pages.open();
      const rows = (await client.view('notes_view')).rows;
      const first = client.call('notes_delete', { id: rows[0].id });
      const dialog = await consent(page);
      assert.match(await dialog.text(), /raw/, 'it names who asks');
      assert.match(await dialog.text(), /“delete” in notes/);
      await dialog.approve();
      assert.equal((await first).structuredContent.rows.length, rows.length - 1);
      const second = client.refused('notes_delete', { id: rows[1].id });
      await (await consent(page)).decline();
      assert.match(await second, /^\[SC0107\] The person declined notes\.delete\. Do not send it again unless they ask\./);
      assert.equal((await client.view('notes_view')).rows.length, rows.length - 1);
    });

    test('a client that can be asked is not asked while the page has a person in front of it', async () => {
      const page = await pages.open();
      const asking = await begin(wire, { name: 'able', abilities: CAN_ELICIT });
      const rows = (await asking.view('notes_view')).rows;
      const call = asking.refused('notes_delete', { id: rows[0].id });
      await (await consent(page)).decline();
      assert.match(await call, /^\[SC0107\]/);
    });

    test('is refused with the sentence where nobody can be asked', async () => {
      const page = await pages.open({ hidden: true });
      const rows = (await client.view('notes_view')).rows;
      assert.match(await client.refused('notes_delete', { id: rows[0].id }), /^\[SC0108\] notes\.delete needs the person's approval.*Ask the person to do it themselves\./s);
      await assertUnasked(page);
      assert.equal((await client.view('notes_view')).rows.length, rows.length);
    });

    test('with no page open it is told so, and what to do', async () => {
      await client.ask('tools/list');
      assert.equal(await client.refused('notes_view'), `[SC0403] No page is open. Open ${at.server.url} in a browser, or start with --headless.`);
      assert.ok((await client.view('library_overview')).components.length > 0, 'the library needs none');
    });
  });
}
