// @ts-check
/**
 * What a page may pass to `createApp`, checked before anything else happens: an option nobody knows is a sentence at
 * once, not a setting that silently does nothing. It does not know what the options do.
 */

const APP = {
  name: 'string',
  theme: ['light', 'dark', 'system'],
  locale: 'string',
  scale: 'number',
  confirm: 'confirm',
  webmcp: 'webmcp',
};

const WEBMCP = {
  confirm: 'confirm',
  screen: 'boolean',
  look: 'boolean',
  tools: 'function',
  filter: 'function',
  budget: 'number',
  badge: 'boolean',
};

/** Check a page's options and copy them. Throws a sentence naming the first that makes no sense. */
export function checkOptions(options) {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'object' || Array.isArray(options)) {
    throw new Error(`createApp takes an object of options, such as { webmcp: true }, not ${describe(options)}.`);
  }
  checkFields(options, APP, '');
  return { ...options };
}

function checkFields(options, known, path) {
  for (const [key, value] of Object.entries(options)) {
    const kind = known[key];
    if (kind === undefined) throw new Error(unknown(path + key, key, Object.keys(known)));
    if (value === undefined) continue;
    checkValue(path + key, kind, value);
  }
}

function checkValue(path, kind, value) {
  if (Array.isArray(kind)) {
    if (!kind.includes(value)) throw new Error(`Option "${path}" must be one of ${kind.map((one) => `"${one}"`).join(', ')}, not ${describe(value)}.`);
  } else if (kind === 'confirm') {
    if (typeof value !== 'function' && value !== 'window') throw new Error(`Option "${path}" must be a function or "window", not ${describe(value)}.`);
  } else if (kind === 'webmcp') {
    if (typeof value === 'boolean') return;
    if (value === null || typeof value !== 'object') throw new Error(`Option "${path}" must be true, false or an object, not ${describe(value)}.`);
    checkFields(value, WEBMCP, `${path}.`);
  } else if (typeof value !== kind) {
    throw new Error(`Option "${path}" must be a ${kind}, not ${describe(value)}.`);
  }
}

function unknown(path, key, known) {
  const near = known.filter((name) => distance(name.toLowerCase(), key.toLowerCase()) <= 2);
  const hint = near.length > 0 ? `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?` : `The options are ${known.join(', ')}.`;
  return `Option "${path}" is not known. ${hint}`;
}

function describe(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Levenshtein's distance, for names of a few letters. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

/** What of the `webmcp` options the agent part itself needs to know. */
export function agentOptions(options) {
  return { screen: options.screen !== false, look: options.look !== false, budget: options.budget ?? null };
}
