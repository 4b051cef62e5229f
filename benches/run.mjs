// Measures the bench application and the dev server against the alternatives, interleaved, and writes
// results.md. Started by `cargo xtask bench`, which builds the packages and names them in the
// environment. `node run.mjs execute frame` runs some rows only and writes nothing.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';

import { launch, newPage } from '../tests/e2e/lib/browser.mjs';
import { root } from '../tests/e2e/lib/served.mjs';
import { host } from '../tests/e2e/lib/static.mjs';
import { untilTool } from '../tests/e2e/lib/tools.mjs';
import { SERVER_ROWS } from './dev_server.mjs';
import { inPage } from './in_page.mjs';

const chosen = process.argv.slice(2);

const PAGE = `<!doctype html><html lang="en"><title>Bench</title><link rel="icon" href="data:,">
<style>body { margin: 0 } #app { position: fixed; inset: 0 }</style>
<div id="app"></div>
<script type="module">
  import init, { createApp } from '/pkg/bench.js';
  await init();
  window.createApp = createApp;
  window.app = createApp({ webmcp: { badge: false } });
  window.app.mount('#app');
</script></html>`;

/** The rows of the page: what is measured, and what it has to reach (a ratio of medians, or milliseconds). */
const ROWS = [
  { name: 'execute', what: '`executeTool` of a view tool, read again unchanged', against: 'a plain JavaScript tool answering the same', ratio: 1.15 },
  { name: 'register', what: 'registering all of an application’s tools', against: 'the same tools in plain JavaScript', ratio: 1.3 },
  { name: 'settle', what: 'a synchronous command, called and settled', limit: 2 },
  { name: 'press', what: '`ui_press` to answer, 500 controls', limit: 5 },
  { name: 'frame', what: 'full frame, 500 rounded boxes and labels', against: 'Canvas2D, finished by reading a pixel', ratio: 0.7 },
  { name: 'text', what: 'frame after one text change in 10,000 nodes', limit: 1.5 },
  { name: 'render', what: '`render_frame` of 390x844 at scale 2', against: 'Chromium’s screenshot of the same', ratio: 0.5 },
];

const folder = process.env.SCUMBLE_BENCH ?? path.join(root, 'target/scumble/release/bench');
// Isolated, because only then the clock is fine enough for microseconds.
const server = await host(folder, { '/': PAGE }, {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
});
const browser = await launch();
const version = browser.version();
const measured = [];
try {
  for (const row of [...ROWS, ...SERVER_ROWS].filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    const samples = row.measure ? await row.measure(browser) : await inOnePage(row.name);
    const result = { ...row, ours: median(samples.ours), other: samples.other && median(samples.other), note: samples.note };
    measured.push(result);
    console.log(line(result));
  }
} finally {
  await browser.close();
  await server.stop();
}
if (chosen.length === 0) {
  writeFileSync(path.join(root, 'benches/results.md'), report());
  console.log('\nWritten to benches/results.md.');
}

async function inOnePage(row) {
  const page = await open(row);
  const samples = row === 'render' ? await render(page) : await page.evaluate((name) => window.bench[name](), row);
  await page.context().close();
  return samples;
}

async function open(row) {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
  const page = await newPage(browser, row === 'render' ? phone : {});
  await page.addInitScript(inPage);
  await page.goto(server.url);
  await untilTool(page, 'render_frame');
  return page;
}

/** Ours is timed in the page, the screenshot from outside, the pipe to the browser included. */
async function render(page) {
  const samples = { ours: [], other: [], note: 'the screenshot is timed through the DevTools protocol' };
  const session = await page.context().newCDPSession(page);
  // Without a clip of that scale the screenshot would have a quarter of the pixels.
  const screenshot = { format: 'png', clip: { x: 0, y: 0, width: 390, height: 844, scale: 2 } };
  const { data } = await session.send('Page.captureScreenshot', screenshot);
  const header = Buffer.from(data, 'base64');
  assert.deepEqual([header.readUInt32BE(16), header.readUInt32BE(20)], [780, 1688], 'the screenshot is of that size');
  await page.evaluate(() => window.bench.prepare('Controls'));
  for (let round = 0; round < 15; round += 1) {
    samples.ours.push(await page.evaluate(() => window.bench.timed('render_frame', { scale: 2 })));
    const begun = performance.now();
    await session.send('Page.captureScreenshot', screenshot);
    samples.other.push(performance.now() - begun);
  }
  return samples;
}

function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function reached({ ours, other, ratio, limit }) {
  const isFast = limit === undefined || ours <= limit;
  return isFast && (ratio === undefined || other === undefined || ours / other <= ratio);
}

function cells(result) {
  const { what, against, ours, other, ratio, limit, note } = result;
  const time = (ms) => (ms === undefined ? '' : `${ms < 10 ? ms.toFixed(3) : ms.toFixed(1)} ms`);
  return [
    note ? `${what} (${note})` : what,
    time(ours),
    other === undefined ? '' : `${time(other)}, ${against}`,
    other === undefined ? '' : `${(ours / other).toFixed(2)}x`,
    [ratio && `≤ ${ratio}x`, limit && `≤ ${limit} ms`].filter(Boolean).join(', '),
    reached(result) ? 'yes' : '**no**',
  ];
}

function line(result) {
  return cells(result).join(' | ');
}

function report() {
  const sizes = JSON.parse(process.env.SCUMBLE_SIZES ?? '[]');
  const rows = measured.map((result) => `| ${line(result)} |`).join('\n');
  const weights = sizes.map(({ name, raw, gzip }) => `| ${name} | ${raw} | ${gzip} |`).join('\n');
  const missed = measured.filter((result) => !reached(result));
  return `<!-- Written by \`cargo xtask bench\`. -->
# Measurements

Medians of one run: Chromium ${version}, headless, without a GPU, ${cpus().length} cores (${cpus()[0]?.model.trim()}).
Ours and the other take turns; read ratios, not milliseconds.

| what | ours | the other | ratio | to reach | reached |
|---|---|---|---|---|---|
${rows}

${missed.length === 0 ? 'Every row reaches its mark.' : `Missed: ${missed.map(({ name }) => name).join(', ')}.`}

## Sizes

The release package of examples/notes, in bytes.

| file | raw | gzip |
|---|---|---|
${weights}

## Not measured here

Registration against other WebMCP libraries, scrolling of 100,000 rows (lists mount every row), and anything on a
machine with a GPU.
`;
}
