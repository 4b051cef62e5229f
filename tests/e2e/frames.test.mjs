// Pictures for an agent: the live screen, one control, a component drawn alone.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { application } from './lib/app.mjs';
import { press } from './lib/person.mjs';
import { colours, decode, difference, pixels } from './lib/pixels.mjs';
import { root } from './lib/served.mjs';
import { call, execute, failure, outline, read, refOf } from './lib/tools.mjs';

const picture = (answer) => {
  assert.equal(answer.image?.mimeType, 'image/png', JSON.stringify(answer).slice(0, 300));
  return decode(Buffer.from(answer.image.data, 'base64'));
};
const MODULE = { module: 'src/cards' };

describe('render_frame', () => {
  const lab = application('tests/fixtures/lab');

  test('the live screen is what the person sees', async () => {
    const page = await lab.open();
    const answer = await call(page, 'render_frame', { scale: 1 });
    const image = picture(answer);
    assert.match(answer.hash, /^[0-9a-f]{16}$/);
    // The badge that an agent is acting lies over the application, not in it.
    await page.addStyleTag({ content: '.scumble-badge { display: none !important }' });
    const seen = await pixels(page);
    assert.deepEqual([image.width, image.height], [seen.width, seen.height]);
    assert.equal(difference(image, seen), null, 'not a pixel differs');
  });

  test('one control is drawn by its ref, at its size', async () => {
    const page = await lab.open();
    const ref = refOf(await outline(page), 'button', 'Count');
    const image = picture(await call(page, 'render_frame', { ref, scale: 2 }));
    assert.deepEqual([image.width, image.height], [656, 72]);
    assert.ok(colours(image) > 3);
  });

  test('a component alone is drawn with its inputs, and its calls are recorded', async () => {
    const page = await lab.open();
    const answer = await call(page, 'render_frame', {
      ...MODULE, export: 'Card', inputs: { title: 'Alone', count: 3 }, width: 320,
    });
    assert.ok(colours(picture(answer)) > 3);
    assert.match(JSON.stringify(answer), /Alone/);
    assert.equal((await call(page, 'lab_view')).count, 0, 'the application is as it was');
  });

  test('the same inputs give the same hash, others another, and the picture is left out when nothing changed', async () => {
    const page = await lab.open();
    const card = (title, more = {}) =>
      call(page, 'render_frame', { ...MODULE, export: 'Card', inputs: { title, count: 1 }, width: 320, ...more });
    const [first, second, third] = [await card('One'), await card('One'), await card('Two')];
    assert.equal(first.hash, second.hash);
    assert.notEqual(first.hash, third.hash);
    const same = await card('One', { compare: first.hash });
    assert.equal(same.hash, first.hash);
    assert.ok(!same.image, 'identical pixels send no picture');
    const changed = await card('Two', { compare: first.hash });
    const box = picture(changed);
    assert.ok(box.width < 320, 'the changed region alone');
  });

  test('the hash in the page is the hash of the same frame drawn natively', async () => {
    const page = await lab.open();
    const golden = JSON.parse(readFileSync(path.join(root, 'tests/goldens/lab_frames.json'), 'utf8'));
    for (const [name, { request, hash }] of Object.entries(golden)) {
      assert.equal((await call(page, 'render_frame', request)).hash, hash, name);
    }
    assert.ok(Object.keys(golden).length >= 3);
  });

  test('inputs of the wrong type, unknown inputs and unknown components are sentences', async () => {
    const page = await lab.open();
    const frame = (request) => failure(page, 'render_frame', { ...MODULE, export: 'Card', width: 200, ...request });
    assert.match((await frame({ inputs: { title: 3, count: 1 } })).said, /title.*string/i);
    assert.match((await frame({ inputs: { titel: 'a', count: 1 } })).said, /titel.*title/);
    assert.match((await frame({ export: 'Crad', inputs: {} })).said, /Crad.*Card/);
    assert.match((await frame({ export: 'Needs', inputs: {} })).said, /make/);
    assert.match((await frame({ inputs: { title: 'a', count: 1 }, width: 9000 })).said, /4,?096/);
  });

  test('three frames in a row that panic leave the page as it was', async () => {
    const page = await lab.open();
    await page.addStyleTag({ content: '.scumble-badge { display: none !important }' });
    await press(page, 'button', 'Count');
    await page.waitForTimeout(100);
    const before = await pixels(page);
    for (let round = 0; round < 3; round += 1) {
      const answer = read(await execute(page, 'render_frame', { ...MODULE, export: 'Panics', inputs: {}, width: 200 }));
      assert.match(JSON.stringify(answer), /cannot be drawn on purpose/);
    }
    assert.equal((await call(page, 'lab_view')).count, 1);
    assert.equal(difference(before, await pixels(page)), null);
    picture(await call(page, 'render_frame', { ...MODULE, export: 'Card', inputs: { title: 'After', count: 1 }, width: 200 }));
  });

  test('a frame that loops is ended, and the page is as it was', async () => {
    const page = await lab.open();
    const begun = Date.now();
    const drawing = execute(page, 'render_frame', { ...MODULE, export: 'Loops', inputs: {}, width: 200 });
    await press(page, 'button', 'Count');
    assert.equal((await call(page, 'lab_view')).count, 1, 'the page works while the frame loops');
    assert.match(JSON.stringify(read(await drawing)), /did not (finish|end)|ended after|2 s/);
    assert.ok(Date.now() - begun < 8_000);
    picture(await call(page, 'render_frame', { ...MODULE, export: 'Card', inputs: { title: 'After', count: 1 }, width: 200 }));
  });

  test('a password is drawn as dots', async () => {
    const page = await lab.open();
    const draw = async (text) => {
      await call(page, 'ui_type', { role: 'textbox', name: 'Password', text });
      const ref = refOf(await outline(page), 'textbox', 'Password');
      return (await call(page, 'render_frame', { ref })).hash;
    };
    assert.equal(await draw('abcdef'), await draw('zyxwvu'));
  });

  test('the tokens in force are named with their values', async () => {
    const page = await lab.open();
    const tokens = JSON.stringify(await call(page, 'tokens_view', {}));
    for (const name of ['textMuted', 'background', 'body']) assert.ok(tokens.includes(name), name);
    assert.match(tokens, /#[0-9a-f]{6}/i);
  });
});
