// The agent's part again with nobody looking: the tab is hidden and no animation frame ever comes.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';

import { agentSuite } from './lib/agent_suite.mjs';
import { application } from './lib/app.mjs';
import { call, failure } from './lib/tools.mjs';

/** A hidden tab: the browser says so, and never calls an animation frame. */
function hidden() {
  Object.defineProperty(Document.prototype, 'hidden', { configurable: true, get: () => true });
  Object.defineProperty(Document.prototype, 'visibilityState', { configurable: true, get: () => 'hidden' });
  window.framesAsked = 0;
  window.requestAnimationFrame = () => (window.framesAsked += 1);
  window.cancelAnimationFrame = () => {};
}

describe('an agent on a hidden page', () => {
  const notes = application('examples/notes');
  const open = () => notes.open({ init: hidden });

  agentSuite(open);

  test('a question cannot be asked of a person who is not there, and says so', async () => {
    const page = await open();
    const { rows } = await call(page, 'notes_view');
    const error = await failure(page, 'notes_delete', { id: rows[0].id });
    assert.match(error.message, /hidden|person/i);
    assert.equal((await call(page, 'notes_view')).rows.length, rows.length);
  });

  test('the live screen is drawn for the agent though no frame was', async () => {
    const page = await open();
    const answer = await call(page, 'render_frame', {});
    assert.equal(answer.image.mimeType, 'image/png');
    assert.ok(answer.image.data.length > 1000);
  });
});
