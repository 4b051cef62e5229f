// A person in front of the page: sees the mirror as a screen reader does, presses with the mouse where
// a control is drawn, types on the keyboard. All input is the browser's own, so it is trusted.

import assert from 'node:assert/strict';

/** A control of the mirror by role and accessible name. */
export function control(page, role, name, options = {}) {
  return page.getByRole(role, { name, exact: true, ...options });
}

/** Presses a control with the mouse, at the middle of where it is. */
export async function press(page, role, name, { count = 1 } = {}) {
  const box = await control(page, role, name).first().boundingBox();
  assert.ok(box, `${role} "${name}" has no box`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount: count });
}

/** Presses a field and replaces what is in it by typing. */
export async function fill(page, name, text) {
  await press(page, 'textbox', name);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Waits until the mirror has, or with `gone` has not, a control of this role and name. */
export async function see(page, role, name, { gone = false, timeout = 5_000 } = {}) {
  await control(page, role, name)
    .first()
    .waitFor({ state: gone ? 'detached' : 'attached', timeout });
}

/** Role and name of what has the keyboard, as the browser's own accessibility tree has it. */
export async function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const implicit = { INPUT: 'textbox', TEXTAREA: 'textbox', BUTTON: 'button', A: 'link' };
    const labelled = element
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
    return {
      role: element.getAttribute('role') ?? implicit[element.tagName] ?? element.tagName.toLowerCase(),
      name: element.getAttribute('aria-label') ?? labelled ?? element.textContent?.trim() ?? '',
    };
  });
}

/** Presses Tab until focus is on a control of this role and name; at most `limit` times. */
export async function tabTo(page, role, name, limit = 120) {
  const passed = [];
  for (let step = 0; step < limit; step += 1) {
    const now = await focused(page);
    if (now && now.role === role && now.name === name) return;
    passed.push(now ? `${now.role} "${now.name}"` : 'nothing');
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reached ${role} "${name}"; it passed ${passed.join(', ')}`);
}
