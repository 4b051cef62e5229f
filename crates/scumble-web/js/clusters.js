// @ts-check
/**
 * Characters that no font of the application has (emoji, scripts it ships none for), measured and drawn by the browser
 * with the person's own fonts. It does not know where they stand in a text.
 */

/** More than any character is drawn around its own size, so that nothing is cut off. */
const MARGIN = 0.5;
/** No single character on a screen is as large as this. */
const LARGEST_PX = 2048;

let context = null;

/** One surface for all, made when first needed. */
function surface() {
  context ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  return context;
}

function font(size, weight) {
  return `${weight} ${size}px system-ui, sans-serif`;
}

/** How wide `text` is at a font size, in the same unit. */
export function measureCluster(text, size, weight) {
  const context = surface();
  if (context === null) return size;
  context.font = font(size, weight);
  return context.measureText(text).width;
}

/**
 * Draw `text` on nothing. `size` is in device pixels, `color` a CSS colour. Answers the pixels (RGBA, straight) of its
 * ink and where their top left corner is from the start of the text on its baseline; null if there is no ink.
 */
export function drawCluster(text, size, weight, color) {
  const context = surface();
  if (context === null || !(size > 0 && size < LARGEST_PX)) return null;
  context.font = font(size, weight);
  const box = context.measureText(text);
  const margin = Math.ceil(size * MARGIN);
  const left = Math.ceil(box.actualBoundingBoxLeft) + margin;
  const top = Math.ceil(box.actualBoundingBoxAscent) + margin;
  const width = left + Math.ceil(box.actualBoundingBoxRight) + margin;
  const height = top + Math.ceil(box.actualBoundingBoxDescent) + margin;
  if (!(width > 0 && height > 0)) return null;
  // Setting a size clears the surface and everything set on its context.
  context.canvas.width = width;
  context.canvas.height = height;
  context.font = font(size, weight);
  context.fillStyle = color;
  context.fillText(text, left, top);
  const ink = inked(context.getImageData(0, 0, width, height).data, width, height);
  if (ink === null) return null;
  const { data } = context.getImageData(ink.x, ink.y, ink.width, ink.height);
  return { x: ink.x - left, y: ink.y - top, width: ink.width, height: ink.height, pixels: data };
}

/** The smallest rectangle with everything that is not transparent. */
function inked(data, width, height) {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
