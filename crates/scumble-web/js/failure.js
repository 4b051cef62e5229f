// @ts-check
/**
 * The failures that are made on the page's side, because no instance is left to make them, in the shape an agent gets
 * every failure. It does not know when they come up.
 */

/** Their stable codes; the table is in `scumble-protocol`. */
export const CODES = { input: 'SC0102', panicked: 'SC0104', cancelled: 'SC0105', gone: 'SC0111' };

/** A failed call's answer. */
export function failure(code, message, fix) {
  const error = { code, message };
  if (fix !== undefined) error.fix = fix;
  return { isError: true, error };
}
