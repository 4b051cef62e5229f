// What `/__mcp` is compared with: a devframe server with six tools, one of which answers what the environment names.
// Prints one JSON line with its address once it listens. Started by benches/dev_server.mjs.

import { createDevServer } from 'devframe/adapters/dev';
import { defineDevframe } from 'devframe';

const payload = JSON.parse(process.env.BENCH_PAYLOAD ?? '{"ok":true}');

const definition = defineDevframe({
  id: 'bench',
  name: 'Bench',
  version: '1.0.0',
  setup(context) {
    for (const id of ['answer', 'second', 'third', 'fourth', 'fifth']) {
      context.agent.registerTool({
        id,
        description: `The tool ${id}.`,
        safety: 'read',
        inputSchema: { type: 'object', properties: {} },
        handler: () => payload,
      });
    }
  },
});

const server = await createDevServer(definition, { host: '127.0.0.1', port: Number(process.env.BENCH_PORT), openBrowser: false });
console.log(JSON.stringify({ mcp: `${server.origin}/__mcp`.replace('localhost', '127.0.0.1') }));
