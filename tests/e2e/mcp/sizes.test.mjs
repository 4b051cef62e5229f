// Large answers: what is in a page comes through its socket and the protocol whole, in every way a client has of asking,
// and what does not fit is said to be too large by whoever knows it first.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { answering } from '../lib/answering.mjs';
import { launch } from '../lib/browser.mjs';
import { connect } from '../lib/mcp.mjs';
import { connectPython } from '../lib/python.mjs';
import { Wire, session, stateless } from '../lib/raw.mjs';
import { serve } from '../lib/served.mjs';

const MIB = 1024 * 1024;
const VIEW = 'scumble://lab/view';

describe('a large answer', { timeout: 180_000 }, () => {
  const at = {};
  const pages = answering(at);
  let wire;
  let client;
  before(async () => {
    [at.server, at.browser] = await Promise.all([serve('tests/fixtures/lab'), launch()]);
    wire = new Wire(at.server);
    client = stateless(wire);
    await pages.open();
  });
  after(async () => {
    wire?.close();
    await at.browser?.close();
    await at.server?.stop();
  });

  /** What the lab holds, as a client reads it. */
  const filler = (read) => JSON.parse(read.contents[0].text).filler;

  test('of 4 MiB comes whole, with a session and without', async () => {
    const view = await client.view('lab_fill', { letters: 4 * MIB });
    assert.match(view.$.omitted.filler, /MB|MiB|kB/, 'the answer of the command itself leaves it out and says so');
    for (const one of [client, await session(wire)]) {
      assert.equal(filler(await one.ask('resources/read', { uri: VIEW })).length, 4 * MIB, one.era);
    }
  });

  test('of 4 MiB comes whole to both SDKs', async () => {
    const typescript = await connect(at.server);
    assert.equal(filler(await typescript.readResource({ uri: VIEW })).length, 4 * MIB);
    await typescript.close();
    const python = await connectPython(at.server, { mode: 'auto' });
    assert.equal(filler(await python.order('read', { uri: VIEW })).length, 4 * MIB);
    await python.close();
    const unlimited = await connectPython(at.server, { mode: 'legacy', largestEvent: null });
    assert.equal(filler(await unlimited.order('read', { uri: VIEW })).length, 4 * MIB);
    await unlimited.close();
  });

  test('that is more than a client takes fails there, and the session goes on', async () => {
    // The Python SDK takes no event of more than 1 MiB unless told to, and a session answers by events.
    const careful = await connectPython(at.server, { mode: 'legacy' });
    await assert.rejects(careful.order('read', { uri: VIEW }), { message: /SSE stream failed/ });
    assert.equal((await careful.ask('lab_view', { key: 'count' })).count, 0);
    await careful.close();
  });

  test('that is more than is carried from a page fails in a sentence, and the page stays', async () => {
    await client.call('lab_fill', { letters: 33 * MIB });
    for (const one of [client, await session(wire)]) {
      const { message, data } = await one.fail('resources/read', { uri: VIEW });
      assert.match(`${message} ${JSON.stringify(data)}`, /its answer is 33 MiB: at most 32 MiB are carried from a page\..*Ask for less/s);
      assert.equal((await one.view('lab_view', { key: 'count' })).count, 0, 'the same page answers');
    }
    const { tabs } = await client.view('tabs');
    assert.deepEqual(tabs.map((tab) => tab.answering), [true], 'its connection did not break');
    await client.call('lab_fill', { letters: 24 * MIB });
    assert.equal(filler(await client.ask('resources/read', { uri: VIEW })).length, 24 * MIB, 'up to that it comes');
  });
});
