// chrome-devtools-mcp as an agent's program runs it: a process on stdio, spoken to by the official MCP
// client. It drives a Chromium of its own.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { executable, flags } from './browser.mjs';
import { root } from './served.mjs';

const folder = path.join(root, 'tests/e2e/node_modules/chrome-devtools-mcp');

/** Starts the server and connects to it. */
export async function devtools() {
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const entry = typeof bin === 'string' ? bin : bin['chrome-devtools-mcp'];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      path.join(folder, entry),
      '--headless',
      '--isolated',
      '--executablePath',
      executable,
      '--categoryExperimentalWebmcp',
      '--no-usage-statistics',
      ...flags.filter((flag) => flag !== '--headless').map((flag) => `--chromeArg=${flag}`),
    ],
    env: { ...process.env, CI: 'true' },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'scumble-e2e', version: '1' });
  await client.connect(transport);
  return {
    client,
    /** Calls one of its tools and gives the text of the answer. */
    async call(name, args = {}) {
      const { content, isError } = await client.callTool({ name, arguments: args }, undefined, { timeout: 60_000 });
      const text = content.filter((block) => block.type === 'text').map((block) => block.text).join('\n');
      if (isError) throw new Error(`${name}: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}
