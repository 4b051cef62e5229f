// Starts `scumble dev` for an application and waits for its first line. Knows the command's contract
// (one JSON line with the address, JSON lines after) and nothing of what is served.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

/** The repository's root. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** The command under test. */
export const scumble = process.env.SCUMBLE ?? path.join(root, 'target/debug/scumble');

/**
 * Serves an application of the repository by the dev server.
 *
 * A server the runner already started (named in the environment) is used as it is; else one is started
 * and ended by `stop`. `builds` collects the blocks of builds that follow.
 *
 * @param {string} application path from the root, such as `examples/notes`
 * @returns {Promise<{url: string, mcp: string, name: string, pid: number, builds: object[], stop(): Promise<void>}>}
 */
export async function serve(application) {
  const running = process.env[variable(application)];
  if (running) return { ...JSON.parse(running), builds: [], stop: async () => {} };
  return start(application);
}

/** The environment variable under which the runner hands a started server on. */
export function variable(application) {
  return `SCUMBLE_SERVED_${path.basename(application).toUpperCase().replaceAll('-', '_')}`;
}

/**
 * Starts a server of its own, whatever the runner has started, and waits for its first build.
 *
 * `builds` collects the block of every build, the first included; `built(count)` waits for that many. `args` are more of
 * the command's own; any port that is free is taken unless they name one.
 */
export async function start(application, { cwd = root, env = {}, args = [] } = {}) {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(scumble, ['dev', application, ...port, '--json', ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = [];
  child.stderr.on('data', (data) => {
    said.push(String(data));
    if (said.length > 400) said.shift();
  });
  const builds = [];
  /** Every line of standard output, as it is. */
  const printed = [];
  const waiting = new Set();
  const lines = createInterface({ input: child.stdout });
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve([code, signal])));
  const first = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${scumble} could not be started: ${error.message}`)));
    child.once('close', (code) =>
      reject(new Error(`scumble dev ${application} ended with ${code} before it served.\n${said.join('')}`)),
    );
    let served;
    lines.on('line', (line) => {
      printed.push(line);
      let message;
      try {
        message = JSON.parse(line);
      } catch {
        reject(new Error(`scumble dev --json printed a line that is not JSON: ${line}`));
        return;
      }
      if (!served) {
        served = message;
        resolve(served);
      } else {
        builds.push(message);
        for (const look of waiting) look();
      }
    });
  });
  const server = {
    ...first,
    url: first.url.endsWith('/') ? first.url : `${first.url}/`,
    builds,
    printed,
    /** What the process said on standard error, in pieces. */
    said,
    /** How the process ended: `[code, signal]`. */
    ended,
    /** Waits until so many builds have ended, and gives the last of them. */
    built: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (builds.length < count) return;
          waiting.delete(look);
          resolve(builds[count - 1]);
        };
        waiting.add(look);
        look();
        ended.then(() => reject(new Error(`scumble dev ${application} ended.\n${said.join('')}`)));
      }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    /** Ends it as a crash would: at once, with no word to anybody. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
  const block = await server.built(1);
  if (block.summary.failed > 0) {
    await server.stop();
    const wrong = block.objects
      .filter((object) => object.status === 'error')
      .flatMap((object) => object.diagnostics.map(({ line, msg }) => `${object.name}:${line ?? ''} ${msg}`));
    throw new Error(`${application} does not build:\n${wrong.slice(0, 20).join('\n')}`);
  }
  return server;
}
