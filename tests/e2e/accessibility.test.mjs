// The mirror: what assistive technology finds over the canvas, audited and acted on.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

import { application } from './lib/app.mjs';
import { UI } from './lib/notes.mjs';
import { control, focused, see } from './lib/person.mjs';
import { call, outline, screen } from './lib/tools.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Serious and critical findings, each with where it is. */
async function audit(page) {
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

describe('the accessibility mirror', () => {
  const notes = application('examples/notes');
  const lab = application('tests/fixtures/lab');

  test('the list of notes passes axe', async () => {
    const page = await notes.open();
    await see(page, ...UI.create);
    assert.deepEqual(await audit(page), []);
  });

  test('an open note passes axe', async () => {
    const page = await notes.open();
    await call(page, 'notes_create');
    await see(page, 'textbox', UI.title);
    assert.deepEqual(await audit(page), []);
  });

  test('an open dialog passes axe', async () => {
    const page = await lab.open();
    await screen(page, 'ui_press', { role: 'button', name: 'Open dialog' });
    await see(page, 'dialog', 'Unsaved changes');
    assert.deepEqual(await audit(page), []);
  });

  test('the consent dialog passes axe', async () => {
    const page = await notes.open();
    const { rows } = await call(page, 'notes_view');
    const asking = call(page, 'notes_delete', { id: rows[0].id }).catch(() => {});
    await page.locator('dialog[open]').waitFor();
    assert.deepEqual(await audit(page), []);
    await page.keyboard.press('Escape');
    await asking;
  });

  test('roles, names, states and values of the outline are those of the mirror', async () => {
    const page = await lab.open();
    await screen(page, 'ui_set', { role: 'checkbox', name: 'Agree', value: true });
    await page.waitForFunction(() => document.querySelector('[role=checkbox][aria-checked=true], input:checked'));
    const snapshot = await page.locator('body').ariaSnapshot();
    for (const [, role, name] of (await outline(page)).matchAll(/- (button|checkbox|textbox|heading) "([^"]+)"/g)) {
      if (name === 'Far away' || name.startsWith('Take item')) continue;
      assert.ok(snapshot.includes(`${role} "${name}"`), `${role} "${name}" in\n${snapshot}`);
    }
    assert.match(snapshot, /checkbox "Agree" \[checked\]/);
    assert.match(snapshot, /button "Locked" \[disabled\]/);
  });

  test('a click and a focus by assistive technology act on the application', async () => {
    const page = await lab.open();
    await control(page, 'button', 'Count').evaluate((element) => element.click());
    await page.waitForTimeout(30);
    assert.equal((await call(page, 'lab_view')).count, 1);
    await control(page, 'textbox', 'Name').evaluate((element) => element.focus());
    await page.waitForTimeout(30);
    assert.match(await outline(page), /- textbox "Name".*\(focused\)/);
  });

  test('focus set by the application is the browser’s focus', async () => {
    const page = await lab.open();
    await screen(page, 'ui_focus', { role: 'checkbox', name: 'Agree' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'checkbox');
    assert.deepEqual(await focused(page), { role: 'checkbox', name: 'Agree' });
  });

  test('only what is in view is in the mirror', async () => {
    const page = await lab.open();
    assert.equal(await control(page, 'button', 'Far away').count(), 0);
    await screen(page, 'ui_scroll', { role: 'button', name: 'Far away' });
    await see(page, 'button', 'Far away');
  });

  test('the page is readable in dark and with reduced width', async () => {
    const page = await notes.open({ context: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } });
    await see(page, ...UI.create);
    assert.deepEqual(await audit(page), []);
  });
});
