// What the tests know of examples/notes: names on its screen, and what it keeps from agents.

/** Roles and names of the controls the tests use; fields by name alone. */
export const UI = {
  create: ['button', 'New note'],
  search: 'Search',
  title: 'Title',
  body: 'Text',
  save: ['button', 'Save'],
  /** Opens the application's own question, whose button then deletes. */
  remove: ['button', 'Delete'],
  removeDialog: ['dialog', 'Delete this note?'],
  removeForGood: ['button', 'Delete note'],
  list: ['list', 'Notes'],
};

/** The secret key and the value it is seeded with. */
export const SECRET = { key: 'sync_token', value: 'tok_5f2c91e0' };

/** What no agent may read: keys, commands, and the value the hidden key is seeded with. */
export const HIDDEN = {
  keys: ['session', 'all', 'open_id', 'caret'],
  commands: ['caret_moved'],
  value: 'session-1',
};
