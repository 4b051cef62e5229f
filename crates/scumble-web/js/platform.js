// @ts-check
/** What kind of machine the page is on, where keys differ. It knows nothing else of it. */

/** Whether keys mean what they mean on a Mac: Command where others have Control, Option to go by words. */
export function isMac() {
  return /^(mac|iphone|ipad|ios)/i.test(/** @type {any} */ (navigator).userAgentData?.platform || navigator.platform || '');
}
