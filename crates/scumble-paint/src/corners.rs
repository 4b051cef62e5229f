//! Rectangles with round corners as coverage: which part of each device pixel lies inside.
//!
//! A corner's quarter circle is tabulated once a radius; rows and pixels of a shape are then looked up. Knows nothing
//! of colours and writes no pixel.

use std::collections::HashMap;
use std::rc::Rc;

use scumble_scene::geometry::Radii;

use crate::blend::scale255;
use crate::hashing::Fast;
use crate::pixels::{PixelRect, ceil};

/// Longest radius in device pixels; longer ones are drawn with this one.
const LONGEST: f32 = 1024.0;
/// How many radii are kept.
const KEPT: usize = 256;
/// Lines a pixel row is sampled on; along a line coverage is exact.
const LINES: usize = 16;

/// Coverage of the square that holds one corner, from its outer edges inwards. Symmetric.
#[derive(Debug)]
pub(crate) struct Corner {
    size: i32,
    /// `size * size` bytes.
    coverage: Vec<u8>,
    /// The same with every row turned round, for corners on the right.
    turned: Vec<u8>,
    /// Per row: the first pixel with any coverage, and the first with all of it (`size` where none has).
    rows: Vec<(i32, i32)>,
}

impl Corner {
    fn new(radius: f32) -> Corner {
        let size = ceil(radius);
        let side = size as usize;
        let mut coverage = vec![0u8; side * side];
        let mut rows = Vec::with_capacity(side);
        let mut sums = vec![0f32; side];
        for (y, row) in coverage.chunks_exact_mut(side.max(1)).enumerate() {
            sums.fill(0.0);
            for line in 0..LINES {
                let from_center = radius - (y as f32 + (line as f32 + 0.5) / LINES as f32);
                let start = if from_center > 0.0 {
                    radius - libm::sqrtf((radius * radius - from_center * from_center).max(0.0))
                } else {
                    0.0
                };
                for (x, sum) in sums.iter_mut().enumerate().skip(start as usize) {
                    *sum += (x as f32 + 1.0 - start).min(1.0);
                }
            }
            for (pixel, sum) in row.iter_mut().zip(&sums) {
                *pixel = (sum * (255.0 / LINES as f32) + 0.5) as u8;
            }
            let first = row.iter().position(|c| *c > 0).unwrap_or(side);
            let full = row.iter().position(|c| *c == 255).unwrap_or(side);
            rows.push((first as i32, full as i32));
        }
        let mut turned = coverage.clone();
        turned.chunks_exact_mut(side.max(1)).for_each(<[u8]>::reverse);
        Corner { size, coverage, turned, rows }
    }

    /// `columns` of a row, counted from the outer edge; in `turned` order the last column comes first.
    fn part(&self, row: i32, columns: std::ops::Range<i32>, turned: bool) -> &[u8] {
        let start = row * self.size;
        if turned {
            &self.turned[(start + self.size - columns.end) as usize..(start + self.size - columns.start) as usize]
        } else {
            &self.coverage[(start + columns.start) as usize..(start + columns.end) as usize]
        }
    }

    fn at(&self, row: i32, column: i32) -> u32 {
        if column >= self.size { 255 } else { u32::from(self.coverage[(row * self.size + column) as usize]) }
    }
}

/// Corners by radius.
#[derive(Debug, Default)]
pub(crate) struct Corners {
    known: HashMap<u32, Rc<Corner>, Fast>,
}

impl Corners {
    fn get(&mut self, radius: f32) -> Rc<Corner> {
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        let radius = radius.min(LONGEST);
        Rc::clone(self.known.entry(radius.to_bits()).or_insert_with(|| Rc::new(Corner::new(radius))))
    }

    /// `rect` with corners of `radii` CSS pixels.
    pub(crate) fn shape(&mut self, rect: PixelRect, radii: &Radii, scale: f32) -> RoundShape {
        self.shape_in_pixels(rect, fitted(rect, radii, scale))
    }

    /// `rect` with corners of `radii` device pixels, which fit it.
    pub(crate) fn shape_in_pixels(&mut self, rect: PixelRect, radii: [f32; 4]) -> RoundShape {
        let corners = radii.map(|radius| if radius > 0.0 { Some(self.get(radius)) } else { None });
        RoundShape { rect, corners }
    }
}

/// `radii` in device pixels, all shrunk by one factor where two do not fit an edge (CSS Backgrounds 3, 4.5).
pub(crate) fn fitted(rect: PixelRect, radii: &Radii, scale: f32) -> [f32; 4] {
    // Not `max`: a NaN must become nothing.
    let [tl, tr, br, bl] = radii.0.map(|r| if r * scale > 0.0 { r * scale } else { 0.0 });
    let (width, height) = (rect.width() as f32, rect.height() as f32);
    let mut factor = 1.0f32;
    for (edge, sum) in [(width, tl + tr), (height, tr + br), (width, br + bl), (height, bl + tl)] {
        if sum > edge {
            factor = factor.min(edge / sum);
        }
    }
    [tl, tr, br, bl].map(|r| r * factor)
}

/// A rectangle with round or square corners.
#[derive(Clone, Debug)]
pub(crate) struct RoundShape {
    pub(crate) rect: PixelRect,
    /// Top left, top right, bottom right, bottom left; `None` is square.
    corners: [Option<Rc<Corner>>; 4],
}

/// The coverage of the `length` pixels a side's curve crosses; `None` if it is not alone in crossing them.
fn curve(side: Option<(&Corner, i32)>, turned: bool, length: i32) -> Option<&[u8]> {
    match side {
        Some((corner, at)) if length > 0 => {
            let (first, full) = corner.rows[at as usize];
            (full - first == length).then(|| corner.part(at, first..full, turned))
        }
        _ => (length == 0).then_some(&[]),
    }
}

/// One row of a shape: where it starts, is full, stops being full, ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) start: i32,
    pub(crate) full_start: i32,
    pub(crate) full_end: i32,
    pub(crate) end: i32,
}

impl RoundShape {
    pub(crate) fn is_square(&self) -> bool {
        self.corners.iter().all(Option::is_none)
    }

    /// Whether `pixels` lie where coverage is full.
    pub(crate) fn covers(&self, pixels: &PixelRect) -> bool {
        self.rect.contains(pixels)
            && (self.is_square()
                || [pixels.top, pixels.bottom - 1].into_iter().all(|y| {
                    let extent = self.row(y);
                    extent.full_start <= pixels.left && extent.full_end >= pixels.right
                }))
    }

    /// The corner that rounds the left (`false`) or right side in row `y`, and the row of its table. Where the upper
    /// and the lower one meet in one pixel, the one whose edge is nearer.
    fn side(&self, y: i32, right: bool) -> Option<(&Corner, i32)> {
        let (upper, lower) = if right { (1, 2) } else { (0, 3) };
        let (from_top, from_bottom) = (y - self.rect.top, self.rect.bottom - 1 - y);
        let upper = self.corners[upper].as_deref().filter(|c| from_top < c.size).map(|c| (c, from_top));
        let lower = self.corners[lower].as_deref().filter(|c| from_bottom < c.size).map(|c| (c, from_bottom));
        match (upper, lower) {
            (Some(upper), Some(lower)) => Some(if lower.1 < upper.1 { lower } else { upper }),
            (upper, lower) => upper.or(lower),
        }
    }

    /// Row `y`; everything equal outside the shape.
    pub(crate) fn row(&self, y: i32) -> Extent {
        let PixelRect { left, top, right, bottom } = self.rect;
        if y < top || y >= bottom || left >= right {
            return Extent { start: left, full_start: left, full_end: left, end: left };
        }
        self.between(self.side(y, false), self.side(y, true))
    }

    /// The row between a left and a right side.
    fn between(&self, at_left: Option<(&Corner, i32)>, at_right: Option<(&Corner, i32)>) -> Extent {
        let PixelRect { left, right, .. } = self.rect;
        let (first, full) = at_left.map_or((0, 0), |(corner, row)| corner.rows[row as usize]);
        let (last, full_last) = at_right.map_or((0, 0), |(corner, row)| corner.rows[row as usize]);
        let start = left + first;
        let end = (right - last).max(start);
        let full_start = (left + full).min(end);
        let full_end = right - full_last;
        if full_end < full_start {
            // The two curves meet: no pixel of this row is known to be full.
            return Extent { start, full_start: end, full_end: end, end };
        }
        Extent { start, full_start, full_end, end }
    }

    /// Row `y` and the coverage of its pixels before `full_start` and from `full_end` on; `None` where the two curves
    /// meet, and each pixel has to be asked for.
    pub(crate) fn edges(&self, y: i32) -> Option<(Extent, &[u8], &[u8])> {
        let PixelRect { left, top, right, bottom } = self.rect;
        if y < top || y >= bottom || left >= right {
            return Some((self.row(y), &[], &[]));
        }
        let (at_left, at_right) = (self.side(y, false), self.side(y, true));
        let row = self.between(at_left, at_right);
        let left = curve(at_left, false, row.full_start - row.start)?;
        Some((row, left, curve(at_right, true, row.end - row.full_end)?))
    }

    /// The rows no corner touches: first, and one after the last. None when they are not in that order.
    pub(crate) fn straight_rows(&self) -> (i32, i32) {
        let size = |n: usize| self.corners[n].as_ref().map_or(0, |corner| corner.size);
        (self.rect.top + size(0).max(size(1)), self.rect.bottom - size(2).max(size(3)))
    }

    /// How much of the pixel lies inside, 0..=255. The pixel must be between `start` and `end` of its row.
    pub(crate) fn coverage(&self, x: i32, y: i32) -> u32 {
        let PixelRect { left, top, right, bottom } = self.rect;
        if x < left || x >= right || y < top || y >= bottom {
            return 0;
        }
        let at_left = self.side(y, false).map_or(255, |(corner, row)| corner.at(row, x - left));
        let at_right = self.side(y, true).map_or(255, |(corner, row)| corner.at(row, right - 1 - x));
        scale255(at_left, at_right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(width: i32, height: i32) -> PixelRect {
        PixelRect { left: 0, top: 0, right: width, bottom: height }
    }

    #[test]
    fn a_circle_has_the_area_of_a_circle() {
        for radius in [1.0f32, 2.5, 6.0, 7.25, 20.0, 100.0] {
            let side = ceil(radius * 2.0);
            let shape = Corners::default().shape(rect(side, side), &Radii::all(radius), 1.0);
            let mut area = 0.0;
            for y in 0..side {
                for x in 0..side {
                    area += shape.coverage(x, y) as f32 / 255.0;
                }
            }
            let cut = (4.0 - std::f32::consts::PI) * radius * radius;
            let wanted = (side * side) as f32 - cut;
            assert!((area - wanted).abs() < 0.02 * wanted.max(10.0), "{radius}: {area} {wanted}");
        }
    }

    #[test]
    fn rows_say_where_coverage_starts_and_is_full() {
        for (width, height, radii) in [
            (40, 30, Radii::all(9.3)),
            (15, 15, Radii::all(7.5)),
            (31, 9, Radii([4.5, 0.0, 2.0, 30.0])),
            (3, 50, Radii::all(8.0)),
        ] {
            let shape = Corners::default().shape(rect(width, height), &radii, 1.0);
            for y in 0..height {
                let row = shape.row(y);
                assert!(row.start <= row.full_start && row.full_start <= row.full_end && row.full_end <= row.end);
                if let Some((extent, left, right)) = shape.edges(y) {
                    assert_eq!(extent, row);
                    let one_by_one = |from, to| (from..to).map(|x| shape.coverage(x, y) as u8).collect::<Vec<_>>();
                    assert_eq!(left, one_by_one(row.start, row.full_start), "{radii:?} {y}");
                    assert_eq!(right, one_by_one(row.full_end, row.end), "{radii:?} {y}");
                }
                for x in 0..width {
                    let coverage = shape.coverage(x, y);
                    if x < row.start || x >= row.end {
                        assert_eq!(coverage, 0, "{x} {y} {row:?}");
                    } else if x >= row.full_start && x < row.full_end {
                        assert_eq!(coverage, 255, "{x} {y} {row:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn radii_that_do_not_fit_are_shrunk_by_one_factor() {
        assert_eq!(fitted(rect(20, 100), &Radii([30.0, 10.0, 0.0, 0.0]), 1.0), [15.0, 5.0, 0.0, 0.0]);
        assert_eq!(fitted(rect(20, 100), &Radii([f32::NAN, -3.0, 4.0, 2.0]), 2.0), [0.0, 0.0, 8.0, 4.0]);
    }
}
