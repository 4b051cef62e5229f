// The inspector as a person uses it: by what it is called and by keys. Knows its views; nothing of what a tool does.

import { newPage } from './browser.mjs';

/**
 * Opens the inspector of a server and waits until it lists tools.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {{url: string}} server
 * @param {{tool?: string, ready?: boolean} & import('playwright-core').BrowserContextOptions} options
 */
export async function inspect(browser, server, { tool, ready = true, ...options } = {}) {
  const page = await newPage(browser, { viewport: { width: 1440, height: 900 }, ...options });
  await page.goto(`${server.url}__scumble/`);
  const inspector = {
    page,
    /** The names of the tools that are listed. */
    names: () => page.locator('#tools .name').allInnerTexts(),
    /** The lines of the log, newest first. */
    lines: () => page.locator('.activity li').allInnerTexts().then((lines) => lines.map((line) => line.replaceAll('\n', ' '))),
    /** Opens a tool by its name. */
    open: (name) => page.getByRole('button', { name, exact: false }).and(page.locator(`[data-tool="${name}"]`)).click(),
    /** The field of the open tool with exactly this name. */
    field: (name) =>
      page.locator('#tool .field').filter({ has: page.locator('label .name', { hasText: new RegExp(`^${name}$`) }) }).last().locator('input, textarea, select').first(),
    /** Fills in a field, or chooses. */
    async fill(name, text) {
      const field = inspector.field(name);
      if ((await field.evaluate((element) => element.localName)) === 'select') await field.selectOption({ label: text });
      else await field.fill(text);
    },
    press: () => page.getByRole('button', { name: /^Call/ }).click(),
    answer: () => page.getByRole('region', { name: 'Answer' }),
    /** Looks at a view: Activity, Pages, Build, Connect. */
    view: (name) => page.getByRole('tab', { name }).click(),
    /** Calls a tool and gives what is said of the answer. */
    async call(name, fields = {}) {
      await inspector.open(name);
      for (const [field, text] of Object.entries(fields)) await inspector.fill(field, text);
      await inspector.press();
      await inspector.answered();
      return inspector.answer().innerText();
    },
    /** Waits until nothing runs any more. */
    answered: () => page.locator('.status:not(.runs)', { hasText: /Answered|Failed|Cancelled|No answer/ }).waitFor(),
    close: () => page.context().close(),
  };
  if (ready) await page.locator('#tools button').first().waitFor();
  if (tool) await inspector.open(tool);
  return inspector;
}
