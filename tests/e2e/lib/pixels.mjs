// Screenshots as pixels, compared exactly. Knows PNG; nothing of what is drawn.

import { PNG } from 'pngjs';
import { createHash } from 'node:crypto';

/** What the page shows now, as `{width, height, data}` with four bytes a pixel. */
export async function pixels(page, clip) {
  return decode(await page.screenshot({ clip, animations: 'allow', caret: 'initial' }));
}

/** A PNG's pixels. */
export function decode(bytes) {
  return PNG.sync.read(Buffer.from(bytes));
}

/** A short name for exactly these pixels. */
export function fingerprint(image) {
  return createHash('sha256').update(image.data).digest('hex').slice(0, 16);
}

/** The box in which two pictures of one size differ, or null where they are equal. */
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`${a.width}x${a.height} cannot be compared with ${b.width}x${b.height}`);
  }
  let [left, top, right, bottom] = [a.width, a.height, -1, -1];
  for (let y = 0; y < a.height; y += 1) {
    for (let x = 0; x < a.width; x += 1) {
      const at = (y * a.width + x) * 4;
      if (a.data[at] !== b.data[at] || a.data[at + 1] !== b.data[at + 1] || a.data[at + 2] !== b.data[at + 2]) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** How many different colours a picture has: one or two means nothing was drawn. */
export function colours(image) {
  const seen = new Set();
  for (let at = 0; at < image.data.length; at += 4) seen.add(image.data.readUInt32BE(at));
  return seen.size;
}
