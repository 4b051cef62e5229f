//! Where paint lands: the pixels of a canvas, cut by a clip.
//!
//! Every painter of a kind of item writes through here, so the clip and the count of touched pixels are in one
//! place. Knows rows, spans, masks and single pixels; no shapes but those of the clip.

use std::rc::Rc;

use crate::blend::{self, Ink, Weights, scale255};
use crate::corners::{Extent, RoundShape};
use crate::pixels::PixelRect;

/// What may be painted on: a rectangle, and inside it every round shape there is.
#[derive(Clone, Debug)]
pub(crate) struct Clip {
    pub(crate) rect: PixelRect,
    /// Only those with round corners; the others have gone into `rect`.
    rounds: Vec<Rc<RoundShape>>,
}

impl Clip {
    pub(crate) fn new(rect: PixelRect) -> Clip {
        Clip { rect, rounds: Vec::new() }
    }

    /// This clip and `shape` together.
    pub(crate) fn and(&self, shape: RoundShape) -> Clip {
        let mut clip = self.clone();
        clip.rect = clip.rect.intersect(&shape.rect);
        // A corner outside the rectangle (most often: outside the damage) rounds nothing.
        if !clip.rect.is_empty() && !shape.covers(&clip.rect) {
            clip.rounds.push(Rc::new(shape));
        }
        clip
    }

    fn row(&self, y: i32) -> Extent {
        let PixelRect { left, right, .. } = self.rect;
        let mut all = Extent { start: left, full_start: left, full_end: right, end: right };
        for shape in &self.rounds {
            let row = shape.row(y);
            all.start = all.start.max(row.start);
            all.full_start = all.full_start.max(row.full_start);
            all.full_end = all.full_end.min(row.full_end);
            all.end = all.end.min(row.end);
        }
        if all.full_end < all.full_start {
            (all.full_start, all.full_end) = (all.end, all.end);
        }
        all
    }

    fn coverage(&self, x: i32, y: i32) -> u32 {
        self.rounds.iter().fold(255, |all, shape| scale255(all, shape.coverage(x, y)))
    }
}

/// Pixels under a clip.
pub(crate) struct Target<'a> {
    data: &'a mut [u8],
    width: i32,
    clip: &'a Clip,
    touched: &'a mut u64,
}

impl<'a> Target<'a> {
    /// `data` is RGBA, `width` pixels a row; the clip's rectangle lies within it.
    pub(crate) fn new(data: &'a mut [u8], width: u32, clip: &'a Clip, touched: &'a mut u64) -> Target<'a> {
        Target { data, width: width as i32, clip, touched }
    }

    /// The rectangle nothing is painted outside of.
    pub(crate) fn bounds(&self) -> PixelRect {
        self.clip.rect
    }

    /// Pixels `start..end` of row `y`, all of them within the clip's rectangle.
    fn pixels(&mut self, y: i32, start: i32, end: i32) -> &mut [u8] {
        *self.touched += (end - start) as u64;
        let row = (y * self.width) as usize;
        &mut self.data[(row + start as usize) * 4..(row + end as usize) * 4]
    }

    fn pixel(&mut self, x: i32, y: i32) -> &mut [u8; 4] {
        *self.touched += 1;
        let at = (y * self.width + x) as usize;
        &mut self.data.as_chunks_mut::<4>().0[at]
    }

    fn has_row(&self, y: i32) -> bool {
        y >= self.clip.rect.top && y < self.clip.rect.bottom
    }

    /// Coverage of one pixel by the clip; 0 outside.
    fn clip_at(&self, x: i32, y: i32) -> u32 {
        let PixelRect { left, right, .. } = self.clip.rect;
        if x < left || x >= right || !self.has_row(y) {
            return 0;
        }
        self.clip.coverage(x, y)
    }

    /// Lays `ink` over all of `rect`.
    pub(crate) fn block(&mut self, rect: PixelRect, ink: Ink) {
        let PixelRect { left, top, right, bottom } = rect.intersect(&self.clip.rect);
        if left >= right {
            return;
        }
        for y in top..bottom {
            if self.clip.rounds.is_empty() {
                blend::fill(self.pixels(y, left, right), ink, 255);
            } else {
                self.span(y, left, right, ink, 255);
            }
        }
    }

    /// Lays `ink` over row `y` from `x` on, by `coverage`. For a few pixels at a time: it makes no table.
    pub(crate) fn cover(&mut self, y: i32, x: i32, coverage: &[u8], ink: Ink) {
        let PixelRect { left, right, .. } = self.clip.rect;
        let end = x + coverage.len() as i32;
        if self.clip.rounds.is_empty() && x >= left && end <= right && self.has_row(y) {
            blend::fill_coverage(self.pixels(y, x, end), coverage, ink);
            return;
        }
        for (x, coverage) in (x..end).zip(coverage) {
            self.dot(x, y, ink, u32::from(*coverage));
        }
    }

    /// Lays the ink of `weights` over the rectangle whose top left corner is `left`, `top`, by a mask of `width`
    /// pixels a row.
    pub(crate) fn stamp(&mut self, left: i32, top: i32, width: i32, mask: &[u8], weights: &Weights) {
        if width <= 0 {
            return;
        }
        let height = mask.len() as i32 / width;
        let area = PixelRect { left, top, right: left + width, bottom: top + height };
        let rows = area.intersect(&self.clip.rect);
        if rows.is_empty() {
            return;
        }
        if self.clip.rounds.is_empty() && rows == area {
            *self.touched += mask.len() as u64;
            let at = (top * self.width + left) as usize * 4;
            blend::fill_block(&mut self.data[at..], self.width as usize, mask, width as usize, weights);
            return;
        }
        for y in rows.top..rows.bottom {
            let row = ((y - top) * width) as usize;
            self.mask(y, left, &mask[row..row + width as usize], weights);
        }
    }

    /// Lays `ink` over `start..end` of row `y` in `coverage` 0..=255.
    pub(crate) fn span(&mut self, y: i32, start: i32, end: i32, ink: Ink, coverage: u32) {
        if !self.has_row(y) {
            return;
        }
        let PixelRect { left, right, .. } = self.clip.rect;
        let (start, end) = (start.max(left), end.min(right));
        if start >= end {
            return;
        }
        if self.clip.rounds.is_empty() {
            blend::fill(self.pixels(y, start, end), ink, coverage);
            return;
        }
        let clip = self.clip.row(y);
        let (start, end) = (start.max(clip.start), end.min(clip.end));
        let full_start = clip.full_start.clamp(start, end.max(start));
        let full_end = clip.full_end.clamp(full_start, end.max(full_start));
        for x in (start..full_start).chain(full_end..end) {
            let coverage = scale255(coverage, self.clip.coverage(x, y));
            blend::fill(self.pixel(x, y), ink, coverage);
        }
        if full_start < full_end {
            blend::fill(self.pixels(y, full_start, full_end), ink, coverage);
        }
    }

    /// Lays the ink of `weights` over row `y` from `x` on, by the coverage in `mask`.
    pub(crate) fn mask(&mut self, y: i32, x: i32, mask: &[u8], weights: &Weights) {
        if !self.has_row(y) {
            return;
        }
        let PixelRect { left, right, .. } = self.clip.rect;
        let (start, end) = (x.max(left), (x + mask.len() as i32).min(right));
        if start >= end {
            return;
        }
        let mask = &mask[(start - x) as usize..(end - x) as usize];
        if !self.clip.rounds.is_empty() {
            let clip = self.clip.row(y);
            if clip.full_start > start || clip.full_end < end {
                for (x, coverage) in (start..end).zip(mask) {
                    let clip = self.clip.coverage(x, y);
                    if *coverage > 0 && clip > 0 {
                        blend::pixel_mask(self.pixel(x, y), *coverage, clip, weights);
                    }
                }
                return;
            }
        }
        blend::fill_mask(self.pixels(y, start, end), mask, weights);
    }

    /// One pixel in `coverage` 0..=255.
    pub(crate) fn dot(&mut self, x: i32, y: i32, ink: Ink, coverage: u32) {
        let coverage = scale255(coverage, self.clip_at(x, y));
        if coverage > 0 {
            blend::fill(self.pixel(x, y), ink, coverage);
        }
    }

    /// One pixel two inks share, each with its coverage.
    pub(crate) fn pair(&mut self, x: i32, y: i32, first: (Ink, u32), second: (Ink, u32)) {
        let clip = self.clip_at(x, y);
        if clip > 0 {
            blend::pixel_pair(self.pixel(x, y), first, second, clip);
        }
    }

    /// One pixel of a picture, premultiplied.
    pub(crate) fn premultiplied(&mut self, x: i32, y: i32, over: [u8; 4]) {
        let clip = self.clip_at(x, y);
        if clip > 0 {
            blend::pixel_premultiplied(self.pixel(x, y), over, clip);
        }
    }
}
