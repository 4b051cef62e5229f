// Several clients at once: each is answered its own, and the activity log tells them apart.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { answering } from '../lib/answering.mjs';
import { launch } from '../lib/browser.mjs';
import { connect } from '../lib/mcp.mjs';
import { connectPython } from '../lib/python.mjs';
import { Wire, session, stateless } from '../lib/raw.mjs';
import { serve } from '../lib/served.mjs';

const ACTIVITY = 'scumble://activity';

describe('clients at once', { timeout: 180_000 }, () => {
  const at = {};
  const pages = answering(at);
  let wire;
  before(async () => {
    [at.server, at.browser] = await Promise.all([serve('examples/notes'), launch()]);
    wire = new Wire(at.server);
    await pages.open();
  });
  after(async () => {
    wire?.close();
    await at.browser?.close();
    await at.server?.stop();
  });

  /** The lines of the activity log that a client of this name left. */
  const linesOf = async (reader, name) => (await reader.ask('resources/read', { uri: ACTIVITY })).contents[0].text.split('\n').filter((line) => line.includes(` ${name} `));
  const numberOf = (line) => Number(line.match(/#(\d+)/)[1]);

  test('of four kinds call as they like, each gets its own answer, and each has a number', async () => {
    const typescript = await connect(at.server, { name: 'one-typescript' });
    const python = await connectPython(at.server, { mode: 'auto', name: 'two-python' });
    const three = await session(wire, { name: 'three-session' });
    const four = stateless(wire, { name: 'four-stateless' });
    const search = { 'one-typescript': (query) => typescript.ask('notes_search', { query }), 'two-python': (query) => python.ask('notes_search', { query }), 'three-session': (query) => three.view('notes_search', { query }), 'four-stateless': (query) => four.view('notes_search', { query }) };
    const names = Object.keys(search);
    const asked = [];
    for (let turn = 0; turn < 5; turn++) for (const name of names) asked.push([name, `${name} ${turn}`]);
    const views = await Promise.all(asked.map(([name, query]) => search[name](query)));
    assert.deepEqual(views.map((view) => view.query), asked.map(([, query]) => query), 'nobody gets an answer of another');
    const numbers = new Set();
    for (const name of names) {
      const lines = await linesOf(four, name);
      const own = lines.filter((line) => line.includes('notes_search'));
      assert.equal(own.length, 5, `${name}:\n${lines.join('\n')}`);
      for (const line of own) {
        assert.match(line, / ok /);
        // How large they were, and never what they were.
        assert.match(line, new RegExp(`notes_search ${JSON.stringify({ query: `${name} 0` }).length} B`));
        numbers.add(numberOf(line));
        assert.equal(numberOf(line), numberOf(own[0]), 'one client, one number');
      }
    }
    assert.equal(numbers.size, 4, 'four clients, four numbers');
    await Promise.all([typescript.close(), python.close()]);
  });

  test('of one name are told apart by number, and one that comes back is another', async () => {
    const first = await session(wire, { name: 'twin' });
    const second = await session(wire, { name: 'twin' });
    await first.view('notes_search', { query: 'first' });
    await second.view('notes_search', { query: 'second' });
    await first.end();
    const again = await session(wire, { name: 'twin' });
    await again.view('notes_search', { query: 'again' });
    const numbers = (await linesOf(again, 'twin')).map(numberOf);
    assert.equal(numbers.length, 3);
    assert.deepEqual(numbers, [...new Set(numbers)].sort((one, other) => one - other), 'in the order they came');
  });

  test('what failed, was refused or was the server’s own stands in the log too, and no arguments do', async () => {
    const client = stateless(wire, { name: 'clumsy' });
    await client.refused('notes_set_title', { title: 'a secret word' });
    await client.refused('notes_nothing', {});
    await client.view('tabs');
    await client.view('library_overview');
    const lines = await linesOf(client, 'clumsy');
    const text = lines.join('\n');
    assert.match(text, /notes_set_title 25 B SC\d{4} /);
    assert.match(text, /notes_nothing 2 B SC0101 /);
    assert.match(text, /tabs 2 B ok /);
    assert.match(text, /library_overview 2 B ok /);
    assert.ok(!text.includes('a secret word'));
  });
});
