// A static host on loopback, as a release is put on one: files of a folder and pages made of text.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const TYPES = {
  '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm',
  '.json': 'application/json', '.css': 'text/css',
};

/**
 * Serves `folder` under `/pkg/` and `pages` (path to HTML) beside it.
 *
 * @returns {Promise<{url: string, stop(): Promise<void>}>}
 */
export async function host(folder, pages, headers = {}) {
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url, 'http://localhost').pathname;
    const answer = (status, type, body) =>
      response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    if (pages[asked]) return answer(200, 'text/html', pages[asked]);
    if (asked.startsWith('/pkg/')) {
      const file = path.join(folder, path.normalize(asked.slice('/pkg/'.length)));
      if (file.startsWith(folder)) {
        const body = await readFile(file).catch(() => null);
        if (body) return answer(200, TYPES[path.extname(file)] ?? 'application/octet-stream', body);
      }
    }
    return answer(404, 'text/plain', 'Not here.');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://localhost:${server.address().port}/`,
    stop: () => new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    }),
  };
}
