// An agent by the official Python SDK, as the tests of lib/mcp.mjs have one by the TypeScript SDK. It runs as a program of
// its own (python/client.py) and is told what to do; nothing of the protocol is done here.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';

import { root } from './served.mjs';

const python = process.env.SCUMBLE_PYTHON ?? path.join(root, 'target/e2e-python/bin/python');

/**
 * Starts a client and connects it.
 *
 * @param {{mcp?: string, token?: string, command?: string[], env?: object}} server an address, or a command to speak to on stdio
 * @param {{mode: 'legacy' | 'auto' | '2026-07-28', name?: string, elicit?: (question) => object, largestEvent?: number | null}}
 *   options `elicit` answers elicitations; without it the client cannot be asked. `largestEvent` is how long one event of a
 *   stream may be, in bytes, null for any length; the SDK's own limit is 1 MiB
 */
export async function connectPython(server, { mode, name = 'python', elicit, largestEvent } = {}) {
  assert.ok(existsSync(python), `${python} is not there; cargo xtask test e2e makes it.`);
  const options = { url: server.mcp, token: server.token, command: server.command, env: server.env, mode, name, elicit: elicit !== undefined, largestEvent };
  const child = spawn(python, [path.join(root, 'tests/e2e/python/client.py'), JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const orders = new Map();
  let last = 0;
  const agent = { pid: child.pid, told: [], version: null };
  const tell = (line) => child.stdin.write(`${JSON.stringify(line)}\n`);

  await new Promise((resolve, reject) => {
    child.once('error', reject);
    ended.then((code) => {
      const error = new Error(`The Python client ended with ${code}.\n${said}`);
      reject(error);
      for (const order of orders.values()) order.reject(error);
    });
    createInterface({ input: child.stdout }).on('line', async (text) => {
      const line = JSON.parse(text);
      const order = orders.get(line.id);
      if (line.event === 'connected') {
        agent.version = line.version;
        resolve();
      } else if (line.event === 'question') tell({ question: line.question, ...(await elicit(line)) });
      else if (line.event === 'told') agent.told.push(line);
      else if (line.event === 'progress') order.progress.push(line);
      else if (line.event === 'listening') order.listening(line.honored);
      else if (order !== undefined) {
        orders.delete(line.id);
        if (line.error === undefined) order.resolve(line.result);
        else order.reject(Object.assign(new Error(line.error.message), { code: line.error.code }));
      }
    });
  });

  /** Begins an order: `result` is what comes of it, `cancel` stops it. */
  agent.begin = (what, more = {}) => {
    const id = ++last;
    const order = { id, progress: [], listening: () => {} };
    order.result = new Promise((resolve, reject) => Object.assign(order, { resolve, reject }));
    order.result.catch(() => {});
    orders.set(id, order);
    tell({ id, do: what, ...more });
    order.cancel = () => tell({ do: 'cancel', of: id });
    return order;
  };
  agent.order = (what, more) => agent.begin(what, more).result;
  agent.run = (tool, input = {}) => agent.order('call', { name: tool, arguments: input });
  /** Calls a tool that should succeed and gives its structured content. */
  agent.ask = async (tool, input) => {
    const result = await agent.run(tool, input);
    assert.ok(!result.isError, `${tool} failed: ${result.content[0]?.text}`);
    return result.structuredContent;
  };
  /** Calls a tool that should fail and gives its first line. */
  agent.fail = async (tool, input) => {
    const result = await agent.run(tool, input);
    assert.equal(result.isError, true, `${tool} should have failed, and answered ${JSON.stringify(result).slice(0, 500)}`);
    return result.content[0].text;
  };
  /** Follows a resource, the way of the version that is spoken. */
  agent.follow = async (uri) => {
    if (agent.version < '2026-07-28') return agent.order('subscribe', { uri });
    const order = agent.begin('listen', { uri });
    return Promise.race([new Promise((resolve) => (order.listening = resolve)), order.result]);
  };
  /** Ends it, and gives what it said on standard error, which is nothing if all went well. */
  agent.close = async () => {
    child.stdin.end();
    await ended;
    return said;
  };
  return agent;
}
