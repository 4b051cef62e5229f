// A project of a test's own: a crate in target/e2e that depends on this checkout, to be served, edited and taken away.
// Knows where it lies and how it is compiled; what is in it is the test's.

import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from './served.mjs';

/** What a project is compiled with: the repository's own target folder, so that its dependencies are compiled once. */
export const environment = { CARGO_TARGET_DIR: path.join(root, 'target') };

/** Where the projects of tests lie. */
export const projects = path.join(root, 'target/e2e');

const manifest = (name) => `[package]
name = "${name}"
version = "0.1.0"
edition = "2024"

[lib]
crate-type = ["cdylib", "rlib"]

[dependencies]
scumble = { path = "${path.join(root, 'crates/scumble')}" }

[workspace]
`;

/**
 * Writes a project; whatever lay there before is gone. No two tests share a name.
 *
 * @param {string} name of the crate, and of its folder
 * @param {Record<string, string>} files by path, `src/lib.rs` at least; a `Cargo.toml` among them replaces the usual one
 */
export async function writeProject(name, files) {
  const folder = path.join(projects, name);
  const it = {
    name,
    folder,
    env: environment,
    read: (file) => readFile(path.join(folder, file), 'utf8'),
    /** Saves a file, as an editor does. */
    async write(file, text) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    },
    /** Takes a file away. */
    erase: (file) => rm(path.join(folder, file)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await it.remove();
  for (const [file, text] of Object.entries({ 'Cargo.toml': manifest(name), ...files })) await it.write(file, text);
  // The versions of the repository, so that everything compiled for it serves here too.
  await copyFile(path.join(root, 'Cargo.lock'), path.join(folder, 'Cargo.lock'));
  return it;
}

/**
 * A folder for the files of running servers, of a test's own: servers of other tests are not found in it.
 *
 * `env` has servers and `scumble mcp` use it; `servers()` gives what is told there.
 */
export async function runtimeFolder(name) {
  const folder = path.join(projects, `run-${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = path.join(folder, 'scumble');
  const names = async () => readdir(files).catch(() => []);
  return {
    env: { XDG_RUNTIME_DIR: folder },
    files,
    names,
    /** What the file of each server says, whether or not it runs. */
    async servers() {
      const told = (await names()).filter((file) => file.endsWith('.json'));
      const texts = await Promise.all(told.map((file) => readFile(path.join(files, file), 'utf8').catch(() => null)));
      return texts.filter((text) => text !== null).map((text) => JSON.parse(text));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Whether a process is there, or has ended and nobody has asked how. */
export function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process has not ended. */
export async function runs(pid) {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return exists(pid) && !state.includes(') Z ');
}
