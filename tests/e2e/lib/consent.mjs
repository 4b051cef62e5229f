// The runtime's consent dialog, as the person sees it: a DOM dialog beside the application, not in it.

import assert from 'node:assert/strict';

/** The open dialog. Waits for it. */
export async function consent(page, timeout = 5_000) {
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor({ state: 'visible', timeout });
  const buttons = dialog.getByRole('button');
  return {
    dialog,
    text: () => dialog.innerText(),
    /** The buttons' names in reading order. */
    buttons: () => buttons.allInnerTexts(),
    decline: () => dialog.getByRole('button', { name: 'Decline' }).click(),
    /** A press sooner than a person can read is no answer, so this waits as one would. */
    approve: async () => {
      await page.waitForTimeout(400);
      await dialog.getByRole('button', { name: 'Allow' }).click();
    },
    /** Presses Allow the moment it is there. */
    approveAtOnce: () => dialog.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true }),
  };
}

/** Waits until no dialog asks. */
export async function unasked(page, timeout = 5_000) {
  await page.locator('dialog[open]').waitFor({ state: 'detached', timeout });
}

/** That no dialog has opened by now. */
export async function assertUnasked(page) {
  assert.equal(await page.locator('dialog[open]').count(), 0, 'no dialog should ask');
}
