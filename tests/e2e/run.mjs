// Runs the end-to-end tests: serves each application once, then hands all files (or those named on the
// command line) to node's test runner. `node run.mjs --test-name-pattern "declined" confirm.test.mjs`.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { root, start, variable } from './lib/served.mjs';

const here = path.join(root, 'tests/e2e');
const options = process.argv.slice(2).filter((argument) => !argument.endsWith('.test.mjs'));
const named = process.argv.slice(2).filter((argument) => argument.endsWith('.test.mjs'));
const files = named.length > 0 ? named : ['.', 'mcp'].flatMap((folder) => readdirSync(path.join(here, folder)).filter((file) => file.endsWith('.test.mjs')).sort().map((file) => path.join(folder, file)));

const servers = [];
const env = { ...process.env };
let code = 1;
try {
  // One after the other: both compile with the same cargo.
  for (const application of ['examples/notes', 'tests/fixtures/lab']) {
    const server = await start(application);
    servers.push(server);
    env[variable(application)] = JSON.stringify({ url: server.url, mcp: server.mcp, name: server.name, pid: server.pid });
    console.log(`${application} is served at ${server.url}`);
  }
  const runner = spawn(
    process.execPath,
    ['--test', '--test-reporter=spec', '--test-concurrency=1', '--test-timeout=1800000', ...options, ...files],
    { cwd: here, env, stdio: 'inherit' },
  );
  code = await new Promise((resolve) => runner.once('close', resolve));
} catch (error) {
  console.error(error.message);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}
process.exitCode = code ?? 1;
