// Mounting, disposing, several applications, and tools that are not ours.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { application } from './lib/app.mjs';
import { call, execute, tools } from './lib/tools.mjs';

describe('the life of an application on a page', () => {
  const lab = application('tests/fixtures/lab');
  const open = () => lab.openFixture('lab.html');

  test('mounted and disposed a hundred times, nothing is left, refused or logged', async () => {
    const page = await open();
    const rounds = await page.evaluate(async () => {
      const counts = new Set();
      for (let round = 0; round < 100; round += 1) {
        const app = window.createApp({ webmcp: true });
        app.mount('#first');
        const names = await window.untilTools((names) => names.includes('lab_view') && names.includes('render_frame'));
        counts.add(names.length);
        app.dispose();
        await window.untilTools((names) => names.length === 1);
      }
      return { counts: [...counts], children: document.querySelector('#first').childElementCount };
    });
    assert.equal(rounds.counts.length, 1, `the same tools every time: ${rounds.counts}`);
    assert.equal(rounds.children, 0, 'nothing is left in the page');
    assert.deepEqual([...(await tools(page)).keys()], ['weather']);
    assert.deepEqual(page.problems, []);
  });

  test('disposed at once, before its tools are there, it leaves none', async () => {
    const page = await open();
    await page.evaluate(() => {
      for (let round = 0; round < 20; round += 1) {
        const app = window.createApp({ webmcp: true });
        app.mount('#first');
        app.dispose();
      }
    });
    await page.waitForTimeout(500);
    assert.deepEqual([...(await tools(page)).keys()], ['weather']);
    assert.deepEqual(page.problems, []);
  });

  test('after a remount the newest closures answer', async () => {
    const page = await open();
    const mount = () =>
      page.evaluate(async () => {
        window.app?.dispose();
        window.app = window.createApp({ webmcp: true });
        window.app.mount('#first');
        await window.untilTools((names) => names.includes('lab_view'));
      });
    await mount();
    await call(page, 'lab_add', { amount: 4 });
    assert.equal((await call(page, 'lab_view')).count, 4);
    await mount();
    assert.equal((await call(page, 'lab_view')).count, 0, 'a fresh mount has values of its own');
  });

  test('two applications on one page keep their tools and values apart', async () => {
    const page = await open();
    await page.evaluate(async () => {
      window.one = window.createApp({ webmcp: true });
      window.one.mount('#first');
      window.two = window.createApp({ webmcp: true, name: 'side' });
      window.two.mount('#second');
      await window.untilTools((names) => names.includes('lab_view') && names.includes('side_lab_view'));
    });
    await call(page, 'lab_add', { amount: 2 });
    await call(page, 'side_lab_add', { amount: 30 });
    assert.equal((await call(page, 'lab_view')).count, 2);
    assert.equal((await call(page, 'side_lab_view')).count, 30);
    assert.deepEqual(page.problems, [], 'no name was refused');
    await page.evaluate(async () => {
      window.one.dispose();
      await window.untilTools((names) => !names.includes('lab_view'));
    });
    assert.equal((await call(page, 'side_lab_view')).count, 30, 'the other goes on');
  });

  test('a second application without a name takes the crate’s, a third the same with a number', async () => {
    const page = await open();
    const names = await page.evaluate(async () => {
      for (const target of ['#first', '#second', '#second']) window.createApp({ webmcp: true }).mount(target);
      return window.untilTools((names) => names.filter((name) => name.endsWith('lab_view')).length === 3);
    });
    const views = names.filter((name) => name.endsWith('lab_view')).sort();
    assert.equal(views.length, 3);
    assert.ok(views.includes('lab_view') && views.includes('lab_lab_view'), views.join());
    assert.ok(views.some((name) => /^lab_?2_lab_view$/.test(name)), views.join());
  });

  test('tools that are not ours are untouched', async () => {
    const page = await open();
    await page.evaluate(async () => {
      const app = window.createApp({ webmcp: true });
      app.mount('#first');
      await window.untilTools((names) => names.includes('lab_view'));
    });
    assert.equal(await execute(page, 'weather', {}), 'sunny');
    assert.equal((await tools(page)).get('weather').description.slice(0, 19), 'A tool of the page ');
  });

  test('a name that is taken costs one warning, and the rest is registered', async () => {
    const page = await open();
    await page.evaluate(async () => {
      await document.modelContext.registerTool({
        name: 'lab_add',
        description: 'Was here first.',
        execute: async () => 'the page’s own',
      });
      window.createApp({ webmcp: true }).mount('#first');
      await window.untilTools((names) => names.includes('lab_view') && names.includes('render_frame'));
    });
    assert.equal(await execute(page, 'lab_add', {}), 'the page’s own');
    assert.equal(page.problems.length, 1, page.problems.join('\n'));
    assert.match(page.problems[0], /lab_add/);
  });

  test('tools can be left out: the screen, the looking, and by name', async () => {
    const page = await open();
    const names = await page.evaluate(async () => {
      const tools = (name) => name !== 'lab_panic';
      window.createApp({ webmcp: { screen: false, look: false, tools } }).mount('#first');
      await window.untilTools((names) => names.includes('lab_view'));
      await new Promise((done) => setTimeout(done, 200));
      return window.untilTools(() => true);
    });
    assert.ok(!names.some((name) => name.startsWith('ui_') || name === 'render_frame' || name === 'tokens_view'));
    assert.ok(names.includes('lab_add') && !names.includes('lab_panic'));
  });

  test('without webmcp nothing is registered', async () => {
    const page = await open();
    await page.evaluate(() => window.createApp({ webmcp: false }).mount('#first'));
    await page.waitForTimeout(300);
    assert.deepEqual([...(await tools(page)).keys()], ['weather']);
  });

  test('an option that is undefined is one that was left out', async () => {
    const page = await open();
    await page.evaluate(async () => {
      const webmcp = { confirm: undefined, screen: undefined, look: undefined, tools: undefined, filter: undefined, budget: undefined, badge: undefined };
      window.createApp({ name: undefined, theme: undefined, locale: undefined, scale: undefined, confirm: undefined, webmcp }).mount('#first');
      await window.untilTools((names) => names.includes('lab_view') && names.includes('ui_press') && names.includes('render_frame'));
    });
    assert.deepEqual(page.problems, []);
  });

  test('the options say how many pixels there are and which colours, whatever the browser would have', async () => {
    const page = await open();
    const seen = await page.evaluate(async () => {
      const app = window.createApp({ webmcp: true, scale: 1.5, theme: 'dark' });
      app.mount('#first');
      await app.ready;
      const { width, clientWidth, style } = document.querySelector('#first canvas');
      const [red, green, blue] = document.querySelector('#first canvas').getContext('2d').getImageData(0, 0, 1, 1).data;
      return { ratio: width / clientWidth, exact: Number.parseFloat(style.width) === width / 1.5, dark: red + green + blue < 200 };
    });
    assert.ok(Math.abs(seen.ratio - 1.5) < 0.02 && seen.exact && seen.dark, JSON.stringify(seen));
  });

  test('the person sees the application before its tools are registered', async () => {
    const page = await open();
    const order = await page.evaluate(async () => {
      const order = [];
      const put = CanvasRenderingContext2D.prototype.putImageData;
      CanvasRenderingContext2D.prototype.putImageData = function (...given) {
        order.push('picture');
        return put.apply(this, given);
      };
      const { registerTool } = ModelContext.prototype;
      ModelContext.prototype.registerTool = function (...given) {
        order.push('tool');
        return registerTool.apply(this, given);
      };
      const app = window.createApp({ webmcp: true });
      app.mount('#first');
      await app.ready;
      Object.assign(CanvasRenderingContext2D.prototype, { putImageData: put });
      Object.assign(ModelContext.prototype, { registerTool });
      return order;
    });
    assert.equal(order[0], 'picture');
    assert.ok(order.includes('tool'));
  });

  test('the builder mounts at once', async () => {
    const page = await open();
    await page.evaluate(async () => {
      window.createSyncApp().useWebMcp({}).mountSync('#first');
      await window.untilTools((names) => names.includes('lab_view'));
    });
    assert.equal((await call(page, 'lab_view')).count, 0);
  });

  for (const [what, attempt, sentence] of [
    ['a selector that matches nothing', () => window.createApp({}).mount('#nowhere'), /#nowhere/],
    ['an option with a slip in its name', () => window.createApp({ webmpc: true }), /^Option "webmpc" is not known\. Did you mean "webmcp"\?$/],
    ['an option of webmcp nobody knows', () => window.createApp({ webmcp: { colour: 'red' } }), /^Option "webmcp\.colour" is not known\. The options are confirm, screen, /],
    ['an option of the wrong kind', () => window.createApp({ webmcp: 'yes' }), /^Option "webmcp" must be true, false or an object, not "yes"\.$/],
    ['a theme there is none of', () => window.createApp({ theme: 'blue' }), /^Option "theme" must be one of "light", "dark", "system", not "blue"\.$/],
    ['a scale of nothing', () => window.createApp({ scale: 0 }), /^Option "scale" must be a number above 0, not number 0\.$/],
    ['half a tool as budget', () => window.createApp({ webmcp: { budget: 1.5 } }), /^Option "webmcp\.budget" must be a whole number from 1, not number 1\.5\.$/],
    ['a filter that is none', () => window.createApp({ webmcp: { tools: ['lab_add'] } }), /^Option "webmcp\.tools" must be a function, not a list\.$/],
    ['options that are none', () => window.createApp([]), /^createApp takes an object of options, such as \{ webmcp: true \}, not a list\.$/],
    ['what the builder is given', () => window.createSyncApp().useWebMcp({ badge: 1 }), /^Option "webmcp\.badge" must be true or false, not number 1\.$/],
  ]) {
    test(`${what} is a sentence, not a trace`, async () => {
      const page = await open();
      const message = await page.evaluate(async (attempt) => {
        try {
          // eslint-disable-next-line no-eval
          await eval(`(${attempt})`)();
          return null;
        } catch (error) {
          return { message: error.message, isError: error instanceof Error };
        }
      }, attempt.toString());
      assert.ok(message?.isError, 'it throws an Error');
      assert.match(message.message, sentence);
      assert.ok(!/unreachable|panicked|wasm/.test(message.message), message.message);
    });
  }
});

describe('an application whose tools clash', () => {
  const clash = application('tests/fixtures/clash');

  test('stops at mount with a sentence naming both', async () => {
    const page = await clash.open({ ready: false });
    const message = await page.evaluate(async () => {
      const { default: init, createApp } = await import('/pkg/clash.js');
      await init();
      try {
        const app = createApp({ webmcp: true, name: 'again' });
        app.mount(document.body.appendChild(document.createElement('div')));
        await app.ready;
        return null;
      } catch (error) {
        return error.message;
      }
    });
    assert.match(message ?? 'nothing was thrown', /a_b_c/);
    assert.match(message, /channel "?a"?/);
    assert.match(message, /channel "?a_b"?/);
  });
});
