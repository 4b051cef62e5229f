// Stand-ins with the shapes `modelContext` had, has and will have in Chrome 149, 154 and 160, put in
// place of the native object before a page's own scripts run. Each function is sent into the page
// whole, so it uses nothing outside itself.
//
// Every stand-in keeps `window.standin`: what an agent on that version can do, in one shape.
//   list()            names, in the order getTools of that version has them
//   run(name, input)  the answer's text; throws where the browser would reject
//   refused           registrations that were turned down, with the reason

/** Chrome 149: on navigator, answers nothing, throws at once, and passes no signal to execute. */
export function chrome149() {
  const tools = new Map();
  const standin = { refused: [], list: () => [...tools.keys()].sort(), run: null };
  const refuse = (name, reason, Kind = DOMException) => {
    standin.refused.push({ name, reason });
    throw new Kind(reason, 'InvalidStateError');
  };
  class ModelContext extends EventTarget {
    registerTool(tool, options) {
      if (options && Object.keys(options).some((key) => key !== 'signal')) refuse(tool.name, 'unknown option');
      if (tools.has(tool.name)) refuse(tool.name, 'Duplicate tool name');
      if (!/^[A-Za-z0-9_.-]{1,128}$/.test(tool.name)) refuse(tool.name, 'Invalid tool name');
      if (!tool.description) refuse(tool.name, 'Description is required');
      tools.set(tool.name, tool);
      options?.signal?.addEventListener('abort', () => tools.delete(tool.name));
      return undefined;
    }
  }
  standin.run = async (name, input) => {
    const client = { requestUserInteraction: async (callback) => callback() };
    const answer = await tools.get(name).execute(JSON.parse(JSON.stringify(input ?? {})), client);
    return typeof answer === 'string' ? answer : JSON.stringify(answer);
  };
  Object.defineProperty(Document.prototype, 'modelContext', { configurable: true, get: () => undefined });
  Object.defineProperty(Navigator.prototype, 'modelContext', {
    configurable: true,
    value: new ModelContext(),
  });
  window.standin = standin;
}

/** Chrome 154: on document, promises, and executeTool takes and refuses anything but JSON text. */
export function chrome154() {
  const tools = new Map();
  const standin = { refused: [], list: () => [...tools.keys()].sort(), run: null };
  class ModelContext extends EventTarget {
    async registerTool(tool, options = {}) {
      const refuse = (reason) => {
        standin.refused.push({ name: tool.name, reason });
        throw new DOMException(reason, 'InvalidStateError');
      };
      if (tools.has(tool.name)) refuse('Duplicate tool name');
      if (!tool.description) refuse('Description is required');
      tools.set(tool.name, tool);
      options.signal?.addEventListener('abort', () => {
        tools.delete(tool.name);
        this.dispatchEvent(new Event('toolchange'));
      });
      this.dispatchEvent(new Event('toolchange'));
    }
    async getTools() {
      return standin.list().map((name) => {
        const { title, description, inputSchema, annotations } = tools.get(name);
        const text = inputSchema === undefined ? undefined : JSON.stringify(inputSchema);
        return { name, title: title ?? '', description, inputSchema: text, annotations, origin: location.origin, window };
      });
    }
    async executeTool(tool, input) {
      if (typeof input !== 'string') {
        throw new DOMException('Failed to parse input arguments', 'UnknownError');
      }
      const registered = tools.get(tool.name);
      if (!registered) throw new DOMException('The operation failed for an unknown transient reason', 'UnknownError');
      const signal = arguments[2]?.signal ?? new AbortController().signal;
      const answer = await registered.execute(JSON.parse(input), { signal });
      return typeof answer === 'string' ? answer || 'Operation succeeded' : JSON.stringify(answer);
    }
  }
  const context = new ModelContext();
  standin.run = async (name, input) => {
    const tool = (await context.getTools()).find((tool) => tool.name === name);
    return context.executeTool(tool, JSON.stringify(input ?? {}));
  };
  Object.defineProperty(Document.prototype, 'modelContext', { configurable: true, get: () => context });
  window.standin = standin;
}

/** Chrome 160: tools are interface objects, absent members are null, runs go by an id of their own. */
export function chrome160() {
  const tools = new Map();
  const ids = new WeakMap();
  const standin = { refused: [], list: () => [...tools.values()].map((tool) => tool.name).sort(), run: null };
  let next = 1;
  class Tool {
    #tool;
    constructor(id, tool) {
      this.#tool = tool;
      ids.set(this, id);
    }
    get name() { return this.#tool.name; }
    get title() { return this.#tool.title ?? ''; }
    get description() { return this.#tool.description; }
    get inputSchema() { return this.#tool.inputSchema ?? null; }
    get outputSchema() { return this.#tool.outputSchema ?? null; }
    get annotations() { return this.#tool.annotations ?? null; }
    get origin() { return location.origin; }
    get source() { return window; }
  }
  class ModelContext extends EventTarget {
    async registerTool(tool, options = {}) {
      if ([...tools.values()].some((other) => other.name === tool.name)) {
        standin.refused.push({ name: tool.name, reason: 'Duplicate tool name' });
        throw new DOMException('Duplicate tool name', 'InvalidStateError');
      }
      const id = next++;
      // The members are read once, as the browser's dictionary conversion does.
      const { name, title, description, inputSchema, outputSchema, annotations, execute } = tool;
      tools.set(id, { name, title, description, inputSchema, outputSchema, annotations, execute });
      options.signal?.addEventListener('abort', () => tools.delete(id));
    }
    async getTools() {
      return [...tools].sort(([, a], [, b]) => (a.name < b.name ? -1 : 1)).map(([id, tool]) => new Tool(id, tool));
    }
    async executeTool(tool, ...rest) {
      const [input = {}, options = {}] = rest;
      const registered = tools.get(ids.get(tool));
      if (!registered) throw new DOMException('The tool is gone.', 'InvalidStateError');
      if (input === null || typeof input !== 'object') throw new TypeError('value is not an object');
      const signal = options.signal ?? new AbortController().signal;
      const answer = await registered.execute(JSON.parse(JSON.stringify(input)), { signal });
      return typeof answer === 'string' ? answer || 'Operation succeeded' : JSON.stringify(answer);
    }
  }
  const context = new ModelContext();
  standin.run = async (name, input) => {
    const tool = (await context.getTools()).find((tool) => tool.name === name);
    return context.executeTool(tool, input ?? {});
  };
  Object.defineProperty(Document.prototype, 'modelContext', { configurable: true, get: () => context });
  window.standin = standin;
}
