// A client as small as one can be: one kept-alive connection, JSON-RPC posted as the 2026-07-28 revision has it. What
// is measured with it is the server. Knows no server.

import { Agent, request } from 'node:http';

const VERSION = '2026-07-28';

/** A client of the endpoint at `mcp`; `close` ends its connection. */
export function rawClient(mcp, headers = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let id = 0;
  /** Sends one request and gives its result. */
  const send = (method, params = {}) => {
    id += 1;
    const named = params.name === undefined ? {} : { 'mcp-name': params.name };
    const meta = {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } });
    const options = {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
        'mcp-method': method,
        ...named,
        ...headers,
      },
    };
    return new Promise((resolve, reject) => {
      const sent = request(mcp, options, (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          try {
            resolve(answerOf(response, text));
          } catch (error) {
            reject(new Error(`${method} at ${mcp}: ${response.statusCode} ${error.message} ${text.slice(0, 300)}`));
          }
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  };
  return {
    send,
    call: (name, input = {}) => send('tools/call', { name, arguments: input }),
    close: () => agent.destroy(),
  };
}

function answerOf(response, text) {
  const isEvents = response.headers['content-type']?.startsWith('text/event-stream');
  const message = JSON.parse(isEvents ? text.split('\n').findLast((line) => line.startsWith('data:') && line.length > 5).slice(5) : text);
  if (message.error !== undefined) throw new Error(message.error.message);
  if (message.result.isError) throw new Error(message.result.content[0].text);
  return message.result;
}
