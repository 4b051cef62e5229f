// Runs MCP's own conformance suite against the fixture in this folder, at both revisions the server speaks.
//
//   cargo build -p conformance && node tests/conformance/run.mjs
//
// Fails if a scenario a revision requires fails, or if expected.md no longer names what else fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(here, '../../target');
const suite = join(here, '../e2e/node_modules/@modelcontextprotocol/conformance/dist/index.js');
const revisions = ['2025-11-25', '2026-07-28'];

const fixture = spawn(join(target, 'debug/conformance'), ['0'], { stdio: ['pipe', 'pipe', 'inherit'] });
const [first] = await Promise.race([once(fixture.stdout, 'data'), once(fixture, 'error').then(([error]) => Promise.reject(error))]);
const url = String(first).trim();

/** Every scenario the suite reports as failing that is not required, in `name (reason)` form. */
const unscored = new Map();
let failed = false;
try {
  for (const revision of revisions) {
    const results = await mkdtemp(join(tmpdir(), 'conformance-'));
    const args = ['--import', join(here, 'node20.mjs'), suite, 'server', '--url', url, '--requirements', revision, '-o', results];
    const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    run.stdout.on('data', (chunk) => (output += chunk));
    run.stderr.on('data', (chunk) => (output += chunk));
    const [code] = await once(run, 'close');
    await rm(results, { recursive: true, force: true });
    const [required, rest = ''] = output.slice(output.indexOf('=== SUMMARY ===')).split('Not scored for');
    const passed = [...required.matchAll(/^✓ ([\w-]+): (\d+) passed, 0 failed/gm)];
    console.log(`${revision}: ${code === 0 ? 'every required scenario passes' : `the suite ended with ${code}`}`);
    if (code !== 0 || passed.length === 0) {
      failed = true;
      console.error(output);
    }
    for (const [, name, reason] of rest.matchAll(/^\s*✗ ([\w-]+) \(([\w-]+)\)/gm)) unscored.set(name, reason);
  }
} finally {
  fixture.stdin.end();
}

const expected = await readFile(join(here, 'expected.md'), 'utf8');
const failing = expected.slice(expected.indexOf('and failing:'), expected.indexOf('Required, passing'));
for (const [name, reason] of unscored) {
  if (!failing.includes(`\`${name}\``)) {
    failed = true;
    console.error(`${name} (${reason}) fails and expected.md does not say why.`);
  }
}
for (const [, name] of failing.matchAll(/`([\w-]+)`/g)) {
  if (!unscored.has(name)) {
    failed = true;
    console.error(`expected.md says that ${name} fails, and it does not.`);
  }
}
process.exitCode = failed ? 1 : 0;
