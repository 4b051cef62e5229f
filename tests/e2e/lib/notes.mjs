// What the tests know of examples/notes: names on its screen, and what it keeps from agents.

/** Roles and names of the controls the tests use. */
export const UI = {
  create: ['button', 'New note'],
  search: 'Search notes',
  title: 'Title',
  body: 'Note',
  save: ['button', 'Save'],
  remove: ['button', 'Delete'],
};

/** The secret key and the value it is seeded with. */
export const SECRET = { key: 'sync_token', value: 'sk-notes-7d1f' };

/** What no agent may read: keys, commands, and the value the hidden key is seeded with. */
export const HIDDEN = { keys: ['session'], commands: ['caret_moved'], value: 'session-4821' };

/** A title with which saving fails. */
export const UNSAVABLE = 'This will fail';
