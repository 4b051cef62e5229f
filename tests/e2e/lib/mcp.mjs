// An agent connected by the official TypeScript SDK, over Streamable HTTP or another transport, as a coding agent is.

import assert from 'node:assert/strict';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/**
 * Connects a client.
 *
 * @param {{mcp?: string, url: string, token?: string}} server as `scumble dev --json` greets
 * @param {{name?: string, elicit?: (request) => object}} options `elicit` answers elicitations; without it the client
 *   cannot be asked
 */
export async function connect(server, { token = server.token, ...options } = {}) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return connectOver(new StreamableHTTPClientTransport(new URL(server.mcp), { requestInit: { headers } }), options);
}

/** As `connect`, over any transport of the SDK's. */
export async function connectOver(transport, { name = 'e2e', elicit } = {}) {
  const capabilities = elicit ? { elicitation: {} } : {};
  const client = new Client({ name, version: '1.0.0' }, { capabilities });
  if (elicit) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => elicit(params));
  await client.connect(transport);

  /** Calls a tool and gives its result as the protocol has it. */
  client.run = (tool, input = {}, options = {}) => client.callTool({ name: tool, arguments: input }, undefined, { timeout: 120_000, ...options });
  /** Calls a tool that should succeed and gives its structured content, or its text. */
  client.ask = async (tool, input = {}, options = {}) => {
    const result = await client.run(tool, input, options);
    assert.ok(!result.isError, `${tool} failed: ${result.content[0]?.text}`);
    return result.structuredContent ?? textOf(result);
  };
  /** Calls a tool that should fail and gives its first sentence line. */
  client.fail = async (tool, input = {}, options = {}) => {
    const result = await client.run(tool, input, options);
    assert.ok(result.isError, `${tool} should have failed, and answered ${JSON.stringify(result).slice(0, 500)}`);
    assert.equal(result.structuredContent, undefined);
    return result.content[0].text;
  };
  /** The block of the newest build, once it has ended: as long as that takes, whatever else the machine compiles. */
  client.built = () => client.ask('build_status', {}, { timeout: 600_000 });
  /** The names of the tools, in order. */
  client.names = async () => (await client.listTools()).tools.map((tool) => tool.name);
  return client;
}

/** The text blocks of a result, joined. */
export function textOf(result) {
  return result.content.filter((block) => block.type === 'text').map((block) => block.text).join('\n');
}

/** Waits until `look` gives something truthy, and gives that. */
export async function until(look, what, timeout = 20_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) assert.fail(`It never came to be: ${what}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}
