// MCP by hand, on node's own HTTP with one kept-alive agent: what a client that shares no library with anybody sends and
// gets. Both eras: `session` up to 2025-11-25, `stateless` from 2026-07-28 on. Knows no tool.

import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';

const SESSION_VERSION = '2025-11-25';
const STATELESS_VERSION = '2026-07-28';
const META = 'io.modelcontextprotocol';

/** What a client of either era can be asked, as `abilities`. */
export const CAN_ELICIT = { elicitation: {} };

/** An address to send requests to. `close` ends what is kept alive. */
export class Wire {
  constructor(server, { token = server.token } = {}) {
    this.url = new URL(server.mcp);
    this.token = token;
    this.agent = new Agent({ keepAlive: true });
    this.last = 0;
  }

  close() {
    this.agent.destroy();
  }

  /** A number no request of this wire has had. */
  id() {
    return ++this.last;
  }

  /**
   * Sends a request and gives its response once the head is there. Headers given replace the usual ones; null leaves one
   * out. `body` may be text, bytes or a value.
   */
  open({ method = 'POST', path = this.url.pathname, headers = {}, body } = {}) {
    const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const all = { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...headers };
    for (const [name, value] of Object.entries(all)) if (value === null) delete all[name];
    if (bytes !== undefined && all['transfer-encoding'] === undefined) all['content-length'] ??= Buffer.byteLength(bytes);
    const { hostname, port } = this.url;
    return new Promise((resolve, reject) => {
      const asked = httpRequest({ agent: this.agent, hostname, port, method, path, headers: all }, (answer) => {
        // An answer may come before the whole body went out; how the rest of it fails is of no interest.
        asked.off('error', reject).on('error', () => {});
        resolve(new Reply(answer, asked));
      });
      asked.on('error', reject);
      // A refusal may come, and its connection end, before all of a large body went out.
      asked.once('socket', (socket) => {
        if (socket.listenerCount('error') < 2) socket.on('error', () => {});
      });
      asked.end(bytes);
    });
  }

  /** Sends a request and gives what hangs up on it, whether or not an answer has begun. */
  hangUp({ headers, body }) {
    const { hostname, port, pathname } = this.url;
    const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const asked = httpRequest({ agent: this.agent, hostname, port, path: pathname, method: 'POST', headers: { ...usual, ...headers } });
    asked.on('error', () => {});
    asked.end(JSON.stringify(body));
    return () => asked.destroy();
  }

  /** Sends a request and gives its whole response. */
  async send(options) {
    const reply = await this.open(options);
    await reply.whole();
    return reply;
  }
}

/** A response: its head at once, its messages as they come, the rest of it by `whole`. */
export class Reply {
  constructor(answer, asked) {
    this.status = answer.statusCode;
    this.headers = answer.headers;
    this.type = (answer.headers['content-type'] ?? '').split(';')[0];
    this.text = '';
    this.read = 0;
    this.ended = false;
    this.asked = asked;
    this.wake = () => {};
    answer.setEncoding('utf8');
    answer.on('data', (part) => {
      this.text += part;
      this.wake();
    });
    const end = () => {
      this.ended = true;
      this.wake();
    };
    answer.on('end', end).on('close', end).on('error', end);
  }

  async more() {
    await new Promise((wake) => (this.wake = wake));
  }

  /** Waits until all of it is there. */
  async whole() {
    while (!this.ended) await this.more();
    return this;
  }

  json() {
    return JSON.parse(this.text);
  }

  /** The next message of an event stream, or the one of a JSON body; null at the end. */
  async message() {
    if (this.type !== 'text/event-stream') {
      await this.whole();
      if (this.read > 0 || this.text === '') return null;
      this.read = this.text.length;
      return this.json();
    }
    for (;;) {
      const end = this.text.indexOf('\n\n', this.read);
      if (end < 0 && this.ended) return null;
      if (end < 0) {
        await this.more();
        continue;
      }
      const event = this.text.slice(this.read, end);
      this.read = end + 2;
      const data = event.split('\n').filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim()).join('\n');
      if (data !== '') return JSON.parse(data);
    }
  }

  /** The next message that `wanted` takes, leaving out those before it. */
  async until(wanted, what) {
    for (;;) {
      const message = await this.message();
      assert.ok(message, `the stream ended before ${what}: ${this.text.slice(-1000)}`);
      if (wanted(message)) return message;
    }
  }

  /** Every message up to the end. */
  async messages() {
    const all = [];
    for (let message = await this.message(); message !== null; message = await this.message()) all.push(message);
    return all;
  }

  /** Hangs up. */
  close() {
    this.asked.destroy();
  }
}

/** The next word of how far a call has come. */
export const progress = async (stream) => (await stream.until((message) => message.method === 'notifications/progress', 'word of progress')).params;

/** That two words of progress are of one call, come in order, and are as long as they may be. */
export function onward(first, second, token) {
  assert.deepEqual([first.progressToken, second.progressToken], [token, token]);
  assert.ok(second.progress > first.progress, `${first.progress}, then ${second.progress}`);
  for (const { message } of [first, second]) assert.ok(message.length > 0 && message.length <= 200, message);
}

/** Begins a session, as a client up to 2025-11-25 does. */
export async function session(wire, { name = 'raw', abilities = {}, version = SESSION_VERSION } = {}) {
  const hello = await wire.send({ body: { jsonrpc: '2.0', id: wire.id(), method: 'initialize', params: { protocolVersion: version, capabilities: abilities, clientInfo: { name, version: '1' } } } });
  assert.equal(hello.status, 200, hello.text);
  const id = hello.headers['mcp-session-id'];
  assert.match(id ?? '', /^[\x21-\x7e]+$/, 'a session has a visible name');
  const about = (await hello.message()).result;
  const it = {
    era: 'session',
    wire,
    id,
    about,
    headers: { 'mcp-session-id': id, 'mcp-protocol-version': about.protocolVersion },
    /** Sends a notification or an answer, which is taken with 202. */
    async notify(message) {
      const reply = await wire.send({ headers: it.headers, body: { jsonrpc: '2.0', ...message } });
      assert.equal(reply.status, 202, reply.text);
    },
    /** Sends a request and gives its response while it comes. */
    begin: (method, params = {}, number = wire.id()) => wire.open({ headers: it.headers, body: { jsonrpc: '2.0', id: number, method, params } }),
    cancel: (number) => it.notify({ method: 'notifications/cancelled', params: { requestId: number } }),
    /** The stream of what the server says by itself. */
    listen: () => wire.open({ method: 'GET', headers: { ...it.headers, accept: 'text/event-stream', 'content-type': null } }),
    end: () => wire.send({ method: 'DELETE', headers: { ...it.headers, 'content-type': null } }),
  };
  await it.notify({ method: 'notifications/initialized' });
  return withCalls(it);
}

/** A client without a session, as from 2026-07-28 on. Nothing is sent before its first request. */
export function stateless(wire, { name = 'raw', abilities = {}, version = STATELESS_VERSION } = {}) {
  const meta = { [`${META}/protocolVersion`]: version, [`${META}/clientInfo`]: { name, version: '1' }, [`${META}/clientCapabilities`]: abilities };
  const it = {
    era: 'stateless',
    wire,
    /** The whole request as it would be sent, for tests that change a part of it. */
    request(method, params = {}, number = wire.id()) {
      const named = params.name ?? params.uri;
      return {
        headers: { 'mcp-protocol-version': version, 'mcp-method': method, ...(named === undefined ? {} : { 'mcp-name': named }) },
        body: { jsonrpc: '2.0', id: number, method, params: { ...params, _meta: { ...meta, ...params._meta } } },
      };
    },
    begin: (method, params, number) => wire.open(it.request(method, params, number)),
  };
  return withCalls(it);
}

/** What both eras do alike. */
function withCalls(it) {
  /** Sends a request and gives the message that answers it. */
  it.answer = async (method, params = {}) => {
    const number = it.wire.id();
    const reply = await it.begin(method, params, number);
    return reply.until((message) => message.id === number && message.method === undefined, `the answer to ${method}`);
  };
  /** Sends a request that should succeed and gives its result. */
  it.ask = async (method, params) => {
    const message = await it.answer(method, params);
    assert.ok(message.result, `${method} failed: ${JSON.stringify(message.error)}`);
    return message.result;
  };
  /** Sends a request that should fail and gives its error. */
  it.fail = async (method, params) => {
    const message = await it.answer(method, params);
    assert.ok(message.error, `${method} should have failed, and answered ${JSON.stringify(message.result)?.slice(0, 500)}`);
    return message.error;
  };
  /** Calls a tool and gives its result, failed or not. */
  it.call = (name, input = {}, more = {}) => it.ask('tools/call', { name, arguments: input, ...more });
  /** Calls a tool that should succeed and gives its structured content. */
  it.view = async (name, input) => {
    const result = await it.call(name, input);
    assert.equal(result.isError, undefined, result.content?.[0]?.text);
    return result.structuredContent;
  };
  /** Calls a tool that should fail and gives its first line. */
  it.refused = async (name, input) => {
    const result = await it.call(name, input);
    assert.equal(result.isError, true, JSON.stringify(result).slice(0, 500));
    assert.equal(result.structuredContent, undefined);
    return result.content[0].text;
  };
  return it;
}
