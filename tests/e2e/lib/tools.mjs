// The page's tools as an agent in the browser has them: `getTools` and `executeTool` of whatever
// stands in `document.modelContext`. Every function takes the page first.

import assert from 'node:assert/strict';

/** Every tool of the page, by name, without the members that only live in the page. */
export async function tools(page) {
  const list = await page.evaluate(async () => {
    const context = document.modelContext ?? navigator.modelContext;
    const tools = await context.getTools();
    return tools.map(({ name, title, description, inputSchema, annotations, origin }) => ({
      name,
      title,
      description,
      inputSchema: typeof inputSchema === 'string' ? JSON.parse(inputSchema) : inputSchema,
      annotations,
      origin,
    }));
  });
  return new Map(list.map((tool) => [tool.name, tool]));
}

/** The names of the page's tools, as the browser sorts them. */
export async function names(page) {
  return page.evaluate(async () => {
    const context = document.modelContext ?? navigator.modelContext;
    return ((await context?.getTools?.()) ?? []).map((tool) => tool.name);
  });
}

/** Waits until the page's tools are as wanted, and gives their names. */
export async function untilNames(page, wanted, timeout = 15_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const found = await names(page);
    if (wanted(found)) return found;
    const broken = page.problems?.filter((problem) => problem.startsWith('uncaught')) ?? [];
    if (broken.length > 0 && found.length === 0) assert.fail(`The page did not start: ${broken.join(' ')}`);
    if (Date.now() > end) assert.fail(`The tools never were as wanted. Now: ${found.join(', ') || 'none'}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** Waits until a tool of this name is registered. */
export async function untilTool(page, name, timeout) {
  return untilNames(page, (found) => found.includes(name), timeout);
}

/**
 * Waits until an application has registered everything: the last of its tools is there and no more come.
 * They are registered in parallel, and the browser keeps no order.
 */
export async function untilRegistered(page, timeout) {
  let before = 0;
  return untilNames(
    page,
    (found) => {
      const still = found.length === before && found.includes('render_frame');
      before = found.length;
      return still;
    },
    timeout,
  );
}

/**
 * Runs a tool and gives what the browser gave: a string. Fails the test where the browser rejects,
 * since a rejection loses every word of the reason.
 */
export async function execute(page, name, input, { abortAfter } = {}) {
  return page.evaluate(
    async ({ name, input, abortAfter }) => {
      const context = document.modelContext ?? navigator.modelContext;
      const tool = (await context.getTools()).find((tool) => tool.name === name);
      if (!tool) throw new Error(`The page has no tool ${name}.`);
      const controller = new AbortController();
      if (abortAfter !== undefined) setTimeout(() => controller.abort(), abortAfter);
      // Its length tells the generation: two where it takes JSON text, one where it takes an object.
      const takesText = context.executeTool.length === 2;
      const argument = takesText ? JSON.stringify(input ?? {}) : input;
      return context.executeTool(tool, argument, { signal: controller.signal });
    },
    { name, input, abortAfter },
  );
}

/**
 * Runs a tool and reads the answer: the parsed object where it is one, else the text.
 * A failure (`isError`) is an assertion error here; `failure` is for calls that should fail.
 */
export async function call(page, name, input = {}) {
  const answer = read(await execute(page, name, input));
  assert.ok(!isFailure(answer), `${name} failed: ${JSON.stringify(answer)}`);
  return answer;
}

/** Runs a tool that should fail and gives `{code, message, fix, docs}`, and message and fix as `said`. */
export async function failure(page, name, input = {}) {
  const answer = read(await execute(page, name, input));
  assert.ok(isFailure(answer), `${name} should have failed, and answered ${JSON.stringify(answer)}`);
  assert.match(answer.error.code, /^SC\d{4}$/);
  assert.ok(answer.error.message.length > 0, 'a failure has a message');
  const { message, fix } = answer.error;
  return { ...answer.error, said: fix ? `${message} ${fix}` : message };
}

/** Runs a screen tool and gives its text, whichever way it was carried. */
export async function screen(page, name, input = {}) {
  const answer = await call(page, name, input);
  return typeof answer === 'string' ? answer : (answer.text ?? answer.outline ?? JSON.stringify(answer));
}

/** The whole outline. */
export async function outline(page, input = {}) {
  return screen(page, 'ui_snapshot', input);
}

/** The ref (`e12`) of the one control of this role and name in an outline. */
export function refOf(outline, role, name) {
  const line = lineOf(outline, role, name);
  const ref = line.match(/\[(e\d+)\]/)?.[1];
  assert.ok(ref, `no ref in "${line}"`);
  return ref;
}

/** The line of the one control of this role and name in an outline. */
export function lineOf(outline, role, name) {
  const wanted = `- ${role} ${JSON.stringify(name)}`;
  const found = outline.split('\n').filter((line) => {
    const text = line.trim();
    return text === wanted || text.startsWith(`${wanted} `);
  });
  assert.equal(found.length, 1, `${found.length} lines for ${wanted} in\n${outline}`);
  return found[0];
}

/** An answer as an agent reads it: an object if the text is one. */
export function read(answer) {
  assert.equal(typeof answer, 'string', 'the browser gives a string');
  assert.ok(answer.length > 0, 'an answer is never empty');
  try {
    const value = JSON.parse(answer);
    return value !== null && typeof value === 'object' ? value : answer;
  } catch {
    return answer;
  }
}

function isFailure(answer) {
  return typeof answer === 'object' && answer.isError === true;
}
