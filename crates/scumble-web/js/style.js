// @ts-check
/**
 * Style sheets of the runtime's own elements, adopted by the document: they work under a policy that forbids inline
 * styles, and every rule is scoped by a class of ours. It does not know the rules.
 */

/** Each text and its sheet, so that one is adopted once however many applications are mounted. */
const sheets = new Map();

/** Adopt `css`, once for the document. */
export function adopt(css) {
  if (sheets.has(css)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.set(css, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
