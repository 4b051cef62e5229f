// @ts-check
/**
 * The page's tools in `document.modelContext` (WebMCP).
 *
 * One AbortController a tool, all registered in parallel, and only the difference when the catalogue changes. The
 * function a browser holds is JavaScript that looks the call up in the runtime's table, so it stays callable over an
 * unregistration and over a new instance. It does not know what a tool does.
 *
 * Shapes it meets: `navigator.modelContext` (Chromium 146-152), a `registerTool` that returns nothing or throws at
 * once (149-150), `document.modelContext` and promises (150 and later), output schemas (159 and later).
 */

/** Hosts have dropped whole pages silently for more tools than they like; about this many work everywhere. */
const COMFORTABLE = 32;
const MAX_NAME = 64;

/** Which application on the page holds which prefix. Shared by every package on the page. */
const REGISTRY = Symbol.for('scumble.prefixes');

/** The browser's model context, or null. Never that of any other document: reading one ends Chromium 156's renderer. */
export function findModelContext() {
  const candidates = [document, navigator];
  for (const owner of candidates) {
    const context = /** @type {any} */ (owner).modelContext;
    if (typeof context?.registerTool === 'function') return context;
  }
  return null;
}

/** The registered tools of one mounted application. */
export class Tools {
  constructor(context, name, options, run) {
    /** The browser's, or null: then there is nothing to register with, and the names are for others. */
    this.context = context;
    this.run = run;
    this.keep = [options.tools, options.filter].filter((one) => typeof one === 'function');
    this.prefix = claimPrefix(name);
    /** name as registered -> { controller, tool } */
    this.registered = new Map();
    this.warned = false;
  }

  /** Offer exactly `tools`. Resolves when the browser has answered for each that is new. */
  async update(tools) {
    if (this.context === null) return;
    const wanted = new Map();
    for (const tool of tools) {
      if (this.keep.every((keep) => keep(tool.name))) wanted.set(this.prefix + tool.name, tool);
    }
    for (const [name, entry] of this.registered) {
      const tool = wanted.get(name);
      if (tool === undefined || signature(tool) !== signature(entry.tool)) {
        entry.controller.abort();
        this.registered.delete(name);
      }
    }
    const answers = [];
    for (const [name, tool] of wanted) {
      if (!this.registered.has(name)) answers.push(this.register(name, tool));
    }
    if (this.registered.size > COMFORTABLE && !this.warned) {
      this.warned = true;
      console.warn(`[scumble] ${this.registered.size} tools are registered; some hosts drop a page with more than ${COMFORTABLE} without a word. webmcp: { budget: ${COMFORTABLE} } folds commands together.`);
    }
    await Promise.all(answers);
  }

  async register(name, tool) {
    const controller = new AbortController();
    this.registered.set(name, { controller, tool });
    const definition = {
      name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      annotations: tool.annotations,
      execute: (input, context) => this.run(tool.name, input, context?.signal),
    };
    if (tool.title) definition.title = tool.title;
    if (tool.outputSchema) definition.outputSchema = tool.outputSchema;
    try {
      if (name.length > MAX_NAME) throw new Error(`its name has ${name.length} characters, at most ${MAX_NAME} are allowed.`);
      await this.context.registerTool(definition, { signal: controller.signal });
    } catch (error) {
      // Taken back before the browser answered is no refusal.
      if (controller.signal.aborted) return;
      if (this.registered.get(name)?.controller === controller) this.registered.delete(name);
      console.warn(`[scumble] The browser refused the tool ${name}: ${error?.message || error || 'it gave no reason'}`);
    }
  }

  removeAll() {
    for (const { controller } of this.registered.values()) controller.abort();
    this.registered.clear();
  }

  /** Give the prefix back. */
  release() {
    prefixes().delete(this.prefix);
  }
}

function signature(tool) {
  return JSON.stringify(tool);
}

function prefixes() {
  globalThis[REGISTRY] ??= new Set();
  return globalThis[REGISTRY];
}

/** The first application on a page keeps plain names; the tools of a later one start with its name, numbered when taken. */
function claimPrefix(name) {
  const taken = prefixes();
  const word = String(name).replace(/[^a-zA-Z0-9_-]/g, '_');
  let prefix = '';
  for (let number = 1; taken.has(prefix); number++) prefix = number === 1 ? `${word}_` : `${word}${number}_`;
  taken.add(prefix);
  return prefix;
}
