// What runs inside the measured page: one function, sent there whole before the application's scripts.
// It keeps `window.bench`, with one method a row that gives samples in milliseconds.

/** Installs `window.bench`. Uses nothing outside itself. */
export function inPage() {
  const frames = [];
  const nextFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    nextFrame((time) => {
      const begun = performance.now();
      callback(time);
      frames.push(performance.now() - begun);
    });

  const registrations = { begun: 0, pending: 0, ended: 0 };
  const prototype = window.ModelContext.prototype;
  const register = prototype.registerTool;
  prototype.registerTool = function (tool, options) {
    if (registrations.pending === 0) registrations.begun = performance.now();
    registrations.pending += 1;
    const done = register.call(this, tool, options);
    done.finally(() => {
      registrations.pending -= 1;
      registrations.ended = performance.now();
    });
    return done;
  };

  const painted = () => new Promise((done) => nextFrame(() => nextFrame(() => nextFrame(done))));
  const handles = new Map();
  const context = () => document.modelContext;

  /** Runs a tool; its handle is looked up once, so that listing is not measured. */
  async function run(name, input) {
    if (!handles.has(name)) {
      const tool = (await context().getTools()).find((tool) => tool.name === name);
      if (!tool) throw new Error(`The page has no tool ${name}.`);
      handles.set(name, tool);
    }
    return context().executeTool(handles.get(name), input);
  }

  async function timed(name, input = {}) {
    await run('bench_view', {});
    const begun = performance.now();
    const answer = await run(name, input);
    const spent = performance.now() - begun;
    if (answer.includes('"isError":true')) throw new Error(`${name}: ${answer}`);
    return spent;
  }

  async function prepare(screen) {
    await run('bench_show', { screen });
    await painted();
    await painted();
  }

  /** The work of the frame an action asks for, in ms. */
  async function frameOf(act) {
    frames.length = 0;
    await act();
    await painted();
    return Math.max(0, ...frames);
  }

  window.bench = {
    prepare,
    timed,

    async execute() {
      const same = JSON.parse(await run('bench_view', {}));
      await context().registerTool({ name: 'plain', description: 'Plain.', execute: async () => same });
      const samples = { ours: [], other: [] };
      for (let round = 0; round < 400; round += 1) {
        samples.ours.push(await timed('bench_view'));
        samples.other.push(await timed('plain'));
      }
      return samples;
    },

    async register() {
      const all = await context().getTools();
      const samples = { ours: [], other: [], note: `${all.length} tools, ours from the first of them, behind the application’s first picture` };
      for (let round = 0; round < 15; round += 1) {
        window.app.dispose();
        while ((await context().getTools()).length > 0) await painted();
        Object.assign(registrations, { begun: 0, pending: 0, ended: 0 });
        window.app = window.createApp({ webmcp: { badge: false } });
        window.app.mount('#app');
        while ((await context().getTools()).length < all.length || registrations.pending > 0) await painted();
        samples.ours.push(registrations.ended - registrations.begun);

        const controllers = all.map(() => new AbortController());
        const begun = performance.now();
        await Promise.all(
          all.map(({ name, title, description, inputSchema, annotations }, index) =>
            register.call(
              context(),
              { name: `plain_${name}`, title, description, inputSchema, annotations, execute: async () => 'ok' },
              { signal: controllers[index].signal },
            ),
          ),
        );
        samples.other.push(performance.now() - begun);
        for (const controller of controllers) controller.abort();
        await painted();
      }
      return samples;
    },

    async settle() {
      const samples = { ours: [] };
      for (let round = 0; round < 200; round += 1) samples.ours.push(await timed('bench_touch'));
      return samples;
    },

    async press() {
      await prepare('Controls');
      const samples = { ours: [] };
      for (let round = 0; round < 60; round += 1) {
        samples.ours.push(await timed('ui_press', { role: 'button', name: `Press ${round * 3}` }));
      }
      return samples;
    },

    async frame() {
      await prepare('Boxes');
      const canvas = new OffscreenCanvas(1280, 800);
      const surface = canvas.getContext('2d', { willReadFrequently: true });
      const samples = { ours: [], other: [] };
      for (let round = 0; round < 40; round += 1) {
        samples.ours.push(await frameOf(() => run('bench_turn', {})));
        const begun = performance.now();
        surface.fillStyle = '#fff';
        surface.fillRect(0, 0, 1280, 800);
        surface.font = '13px sans-serif';
        surface.textAlign = 'center';
        for (let index = 0; index < 500; index += 1) {
          const [x, y] = [(index % 25) * 51, Math.floor(index / 25) * 40];
          surface.fillStyle = round % 2 ? '#3b62d8' : '#eef';
          surface.beginPath();
          surface.roundRect(x, y, 47, 36, 6);
          surface.fill();
          surface.fillStyle = '#222';
          surface.fillText(`Label ${index}`, x + 23, y + 22);
        }
        surface.getImageData(0, 0, 1, 1);
        samples.other.push(performance.now() - begun);
      }
      return samples;
    },

    async text() {
      // Layout happens in the call, painting in the frame: the call's cost over that on an empty screen,
      // and the frame's, are the frame a person's change would cost.
      const bare = [];
      for (let round = 0; round < 60; round += 1) bare.push(await timed('bench_touch'));
      bare.sort((a, b) => a - b);
      await prepare('Tree');
      const samples = { ours: [], note: 'layout in the call and painting in the frame, added' };
      for (let round = 0; round < 60; round += 1) {
        let call = 0;
        const frame = await frameOf(async () => { call = await timed('bench_touch'); });
        samples.ours.push(Math.max(0, call - bare[30]) + frame);
      }
      return samples;
    },
  };
}
