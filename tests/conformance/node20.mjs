// The conformance suite imports fs.globSync, which node has from 22 on, and uses it in a command that is not run here.
import { register } from 'node:module';

const fs = `export * from 'node:fs';
export { default } from 'node:fs';
export function globSync() { throw new Error('fs.globSync needs node 22.'); }`;

const hooks = `export function resolve(specifier, context, next) {
  const suite = context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  if (specifier !== 'fs' || !suite) return next(specifier, context);
  return { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(fs)}`)}, shortCircuit: true };
}`;

if (Number(process.versions.node.split('.')[0]) < 22) {
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
