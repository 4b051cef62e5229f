//! Shadows: a box's shape, blurred, as a mask whose middle is stretched.
//!
//! Three box blurs stand for a Gaussian of half the blur radius (CSS Backgrounds 3, 6.2; SVG `feGaussianBlur`), in
//! whole numbers only. A mask is no larger than its corners need, and kept.

use std::collections::HashMap;
use std::rc::Rc;

use scumble_scene::geometry::{Color, Point, Radii, Rect};

use crate::blend::{Ink, Weights};
use crate::corners::{Corners, fitted};
use crate::hashing::Fast;
use crate::pixels::{PixelRect, round};
use crate::target::Target;

/// Widest single box of the blur, in device pixels.
const WIDEST: i32 = 512;
/// Bytes of masks kept.
const KEPT_BYTES: usize = 4 << 20;

/// A blurred box: all of it, or its corners and one row and one column of its middle.
#[derive(Debug)]
struct Blurred {
    width: i32,
    height: i32,
    coverage: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    width: i32,
    height: i32,
    box_width: i32,
    radii: [u32; 4],
}

/// The kept masks.
#[derive(Debug, Default)]
pub(crate) struct Shadows {
    known: HashMap<Key, Rc<Blurred>, Fast>,
    bytes: usize,
    /// Masks made so far.
    pub(crate) made: u64,
}

impl Shadows {
    /// Paints the shadow of `rect`; whether any of it was inside the clip.
    #[expect(clippy::too_many_arguments, reason = "the fields of one item, and what it is painted with")]
    pub(crate) fn paint(
        &mut self,
        target: &mut Target<'_>,
        corners: &mut Corners,
        rect: &Rect,
        radii: &Radii,
        blur: f32,
        offset: Point,
        color: Color,
        scale: f32,
    ) -> bool {
        let snapped = PixelRect::snapped(rect, scale);
        let (dx, dy) = (round(offset.x * scale), round(offset.y * scale));
        let thrown = PixelRect {
            left: snapped.left + dx,
            top: snapped.top + dy,
            right: snapped.right + dx,
            bottom: snapped.bottom + dy,
        };
        let box_width = box_width(blur * scale);
        let reach = reach(box_width);
        let area = thrown.inflate(reach);
        let rows = area.intersect(&target.bounds());
        if thrown.is_empty() || color.is_transparent() || rows.is_empty() {
            return false;
        }
        let radii = fitted(thrown, radii, scale);
        let blurred = self.get(corners, thrown.width(), thrown.height(), box_width, radii);
        let ink = Ink::new(color);
        let weights = Weights::plain(ink);
        let (extra_x, extra_y) = (area.width() - blurred.width, area.height() - blurred.height);
        // The stretched row and column are the middle ones.
        let (cut_x, cut_y) = (blurred.width / 2, blurred.height / 2);
        for y in rows.top..rows.bottom {
            let down = y - area.top;
            let row = if down <= cut_y { down } else { (down - extra_y).max(cut_y) };
            let start = (row * blurred.width) as usize;
            let row = &blurred.coverage[start..start + blurred.width as usize];
            if extra_x == 0 {
                target.mask(y, area.left, row, &weights);
                continue;
            }
            let (left, right) = row.split_at(cut_x as usize);
            target.mask(y, area.left, left, &weights);
            let middle = area.left + cut_x;
            target.span(y, middle, middle + extra_x, ink, u32::from(right[0]));
            target.mask(y, middle + extra_x, right, &weights);
        }
        true
    }

    fn get(&mut self, corners: &mut Corners, width: i32, height: i32, box_width: i32, radii: [f32; 4]) -> Rc<Blurred> {
        let longest = radii.iter().fold(0.0f32, |longest, radius| longest.max(*radius));
        // Beyond a corner and the blur's reach in both directions every column (row) of a box is like the next.
        let least = 2 * (longest as i32 + 1 + reach(box_width)) + 1;
        let key = Key { width: width.min(least), height: height.min(least), box_width, radii: radii.map(f32::to_bits) };
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        if self.bytes > KEPT_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        self.made += 1;
        let made = Rc::new(blurred(corners, &key, radii));
        self.bytes += made.coverage.len();
        self.known.insert(key, Rc::clone(&made));
        made
    }
}

/// Width of the box whose three passes stand for a standard deviation of half of `blur` device pixels:
/// deviation * 3 * sqrt(2π) / 4, rounded.
fn box_width(blur: f32) -> i32 {
    round(blur * 0.5 * 1.879_971_2).clamp(0, WIDEST)
}

/// How far three passes carry coverage outwards.
fn reach(box_width: i32) -> i32 {
    match box_width {
        0 | 1 => 0,
        odd if odd % 2 == 1 => 3 * (odd / 2),
        even => 3 * (even / 2) - 1,
    }
}

fn blurred(corners: &mut Corners, key: &Key, radii: [f32; 4]) -> Blurred {
    let reach = reach(key.box_width);
    let (width, height) = (key.width + 2 * reach, key.height + 2 * reach);
    let inner = PixelRect { left: reach, top: reach, right: reach + key.width, bottom: reach + key.height };
    let shape = corners.shape_in_pixels(inner, radii);
    let (columns, rows) = (width as usize, height as usize);
    let mut levels = vec![0u16; columns * rows];
    for (y, row) in levels.chunks_exact_mut(columns).enumerate() {
        for (x, level) in row.iter_mut().enumerate() {
            *level = (shape.coverage(x as i32, y as i32) * 257) as u16;
        }
    }
    for (before, after) in passes(key.box_width) {
        let mut line = vec![0u16; columns];
        for row in levels.chunks_exact_mut(columns) {
            line.copy_from_slice(row);
            average(&line, before, after, |x, level| row[x] = level);
        }
        let mut line = vec![0u16; rows];
        for x in 0..columns {
            for (y, level) in line.iter_mut().enumerate() {
                *level = levels[y * columns + x];
            }
            average(&line, before, after, |y, level| levels[y * columns + x] = level);
        }
    }
    let coverage = levels.iter().map(|level| ((u32::from(*level) + 128) / 257) as u8).collect();
    Blurred { width, height, coverage }
}

/// How many pixels before and after its own each pass averages. Even widths lean left, then right, then are one wider.
fn passes(box_width: i32) -> Vec<(usize, usize)> {
    let half = (box_width / 2) as usize;
    match box_width {
        0 | 1 => Vec::new(),
        odd if odd % 2 == 1 => vec![(half, half); 3],
        _ => vec![(half, half - 1), (half - 1, half), (half, half)],
    }
}

/// A running average; nothing lies outside the line.
fn average(line: &[u16], before: usize, after: usize, mut write: impl FnMut(usize, u16)) {
    let count = (before + after + 1) as u32;
    let mut sum: u32 = line.iter().take(after).map(|level| u32::from(*level)).sum();
    for at in 0..line.len() {
        if let Some(level) = line.get(at + after) {
            sum += u32::from(*level);
        }
        write(at, ((sum + count / 2) / count) as u16);
        if at >= before {
            sum -= u32::from(line[at - before]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blurred_square(side: i32, box_width: i32) -> Blurred {
        let key = Key { width: side, height: side, box_width, radii: [0; 4] };
        blurred(&mut Corners::default(), &key, [0.0; 4])
    }

    #[test]
    fn blurring_moves_coverage_and_keeps_its_sum() {
        for box_width in [2, 3, 8, 15] {
            let blurred = blurred_square(30, box_width);
            let sum: u64 = blurred.coverage.iter().map(|c| u64::from(*c)).sum();
            let wanted = 30 * 30 * 255;
            assert!(sum.abs_diff(wanted) < wanted / 200, "{box_width}: {sum} {wanted}");
        }
    }

    #[test]
    fn a_blurred_square_is_symmetric_and_ends_where_it_says() {
        for box_width in [2, 5, 6, 13] {
            let Blurred { width, height, coverage } = blurred_square(9, box_width);
            assert_eq!(width, 9 + 2 * reach(box_width));
            let at = |x: i32, y: i32| coverage[(y * width + x) as usize];
            // One pixel of the box is left of each pass: were the mask wider it would end in nothing, were it
            // narrower, in more.
            let last = 255 / (box_width * box_width * (box_width + 1 - box_width % 2));
            assert!(i32::from(at(0, height / 2)).abs_diff(last) <= 1, "{box_width}: {}", at(0, height / 2));
            for y in 0..height {
                for x in 0..width {
                    // Each pass rounds, in one order of directions: by one at most.
                    assert!(at(x, y).abs_diff(at(width - 1 - x, y)) <= 1, "{box_width}: {x} {y}");
                    assert!(at(x, y).abs_diff(at(y, x)) <= 1, "{box_width}: {x} {y}");
                }
            }
        }
    }

    #[test]
    fn no_blur_is_the_box_itself() {
        let blurred = blurred_square(4, 0);
        assert_eq!((blurred.width, blurred.coverage), (4, vec![255; 16]));
    }
}
