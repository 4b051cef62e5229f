//! Outlines (glyphs, icons, strokes) to coverage masks, by exact signed areas.
//!
//! Every line of an outline adds, to the pixels it crosses, the area to its right (after Raph Levien's font-rs);
//! a running sum of a row is then the coverage of each pixel. Additions and multiplications only, in a fixed
//! order: the same bytes on every platform.

use ttf_parser::OutlineBuilder;

use crate::pixels::{PixelRect, ceil, floor};

/// Coverage of the pixels around a shape, placed relative to the shape's origin.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Mask {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// `width * height` bytes.
    pub(crate) coverage: Vec<u8>,
}

/// Collects an outline in font units and flattens it to lines in device pixels.
pub(crate) struct Lines {
    scale: f32,
    shift: f32,
    start: (f32, f32),
    pen: (f32, f32),
    lines: Vec<[f32; 4]>,
}

impl Lines {
    /// `scale` device pixels a font unit; everything `shift` pixels to the right.
    pub(crate) fn new(scale: f32, shift: f32) -> Lines {
        Lines { scale, shift, start: (0.0, 0.0), pen: (0.0, 0.0), lines: Vec::new() }
    }

    fn point(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.scale + self.shift, -y * self.scale)
    }

    fn line(&mut self, to: (f32, f32)) {
        self.lines.push([self.pen.0, self.pen.1, to.0, to.1]);
        self.pen = to;
    }

    /// The mask of what was collected; `None` for nothing, or for what would not fit `limit` pixels a side.
    pub(crate) fn rasterise(mut self, limit: i32) -> Option<Mask> {
        self.close();
        let area = self.area()?;
        let (width, height) = (area.width(), area.height());
        if width <= 0 || height <= 0 || width > limit || height > limit {
            return None;
        }
        Some(self.rasterise_in(area))
    }

    /// The whole pixels that hold what was collected; `None` where it has no area or no finite size.
    pub(crate) fn area(&self) -> Option<PixelRect> {
        let (mut left, mut top) = (f32::INFINITY, f32::INFINITY);
        let (mut right, mut bottom) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        for [x0, y0, x1, y1] in &self.lines {
            left = left.min(*x0).min(*x1);
            right = right.max(*x0).max(*x1);
            top = top.min(*y0).min(*y1);
            bottom = bottom.max(*y0).max(*y1);
        }
        let sized = left < right && top < bottom && (right - left).is_finite() && (bottom - top).is_finite();
        sized.then(|| PixelRect { left: floor(left), top: floor(top), right: ceil(right), bottom: ceil(bottom) })
    }

    /// The coverage of the pixels of `area`, whatever else the shape covers.
    pub(crate) fn rasterise_in(mut self, area: PixelRect) -> Mask {
        self.close();
        let (left, top) = (area.left as f32, area.top as f32);
        let mut areas = Areas::new(area.width().max(0) as usize, area.height().max(0) as usize);
        for [x0, y0, x1, y1] in self.lines {
            areas.add(x0 - left, y0 - top, x1 - left, y1 - top);
        }
        let (width, height) = (areas.width as i32, areas.height as i32);
        Mask { left: area.left, top: area.top, width, height, coverage: areas.coverage() }
    }
}

impl OutlineBuilder for Lines {
    fn move_to(&mut self, x: f32, y: f32) {
        self.close();
        self.pen = self.point(x, y);
        self.start = self.pen;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.line(to);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (a, b, c) = (self.pen, self.point(x1, y1), self.point(x, y));
        let pieces = pieces(a.0 - 2.0 * b.0 + c.0, a.1 - 2.0 * b.1 + c.1);
        for n in 1..pieces {
            let t = n as f32 / pieces as f32;
            let s = 1.0 - t;
            self.line((s * s * a.0 + 2.0 * s * t * b.0 + t * t * c.0, s * s * a.1 + 2.0 * s * t * b.1 + t * t * c.1));
        }
        self.line(c);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, c, d) = (self.pen, self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        // The larger of the two second differences bounds the bend; three times it, as the cubic's second derivative.
        let first = (a.0 - 2.0 * b.0 + c.0, a.1 - 2.0 * b.1 + c.1);
        let second = (b.0 - 2.0 * c.0 + d.0, b.1 - 2.0 * c.1 + d.1);
        let pieces = pieces(3.0 * first.0.abs().max(second.0.abs()), 3.0 * first.1.abs().max(second.1.abs()));
        for n in 1..pieces {
            let t = n as f32 / pieces as f32;
            let s = 1.0 - t;
            let (sss, sst, stt, ttt) = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
            self.line((sss * a.0 + sst * b.0 + stt * c.0 + ttt * d.0, sss * a.1 + sst * b.1 + stt * c.1 + ttt * d.1));
        }
        self.line(d);
    }

    fn close(&mut self) {
        if self.pen != self.start {
            self.line(self.start);
        }
    }
}

/// Pieces a curve with this second difference is cut into to stay within a twentieth of a pixel.
fn pieces(x: f32, y: f32) -> usize {
    let bend = libm::sqrtf(x * x + y * y);
    // A quadratic's chord of 1/n misses it by bend / (4 n²).
    (libm::sqrtf(bend * 5.0) as usize + 1).min(64)
}

/// Signed areas a row, two pixels longer than the mask: a line on the right edge adds to the pixel after it.
struct Areas {
    width: usize,
    height: usize,
    stride: usize,
    sums: Vec<f32>,
}

impl Areas {
    fn new(width: usize, height: usize) -> Areas {
        let stride = width + 2;
        Areas { width, height, stride, sums: vec![0.0; stride * height] }
    }

    fn add(&mut self, x0: f32, y0: f32, x1: f32, y1: f32) {
        if y0 == y1 {
            return;
        }
        let (direction, x0, y0, x1, y1) = if y0 < y1 { (1.0, x0, y0, x1, y1) } else { (-1.0, x1, y1, x0, y0) };
        let slope = (x1 - x0) / (y1 - y0);
        let mut x = if y0 < 0.0 { x0 - slope * y0 } else { x0 };
        let first = floor(y0).max(0) as usize;
        let last = (ceil(y1).max(0) as usize).min(self.height);
        for row in first..last {
            let height = (row as f32 + 1.0).min(y1) - (row as f32).max(y0);
            let next = x + slope * height;
            self.add_in_row(row, x, next, height * direction);
            x = next;
        }
    }

    /// A line from `from` to `to` within one row, `area` high (signed).
    fn add_in_row(&mut self, row: usize, from: f32, to: f32, area: f32) {
        let limit = self.width as f32;
        let (mut left, mut right) = if from < to { (from, to) } else { (to, from) };
        let mut area = area;
        // What is left of the mask covers its whole row; what is right of it, nothing.
        let length = right - left;
        if left < 0.0 {
            let outside = if right <= 0.0 { area } else { area * (-left / length) };
            self.sums[row * self.stride] += outside;
            area -= outside;
            (left, right) = (0.0, right.max(0.0));
        }
        if right > limit {
            if left >= limit {
                return;
            }
            area -= area * ((right - limit) / (right - left));
            right = limit;
        }
        let sums = &mut self.sums[row * self.stride..(row + 1) * self.stride];
        let first = left as usize;
        let last = ceil(right) as usize;
        if last <= first + 1 {
            let middle = 0.5 * (left + right) - first as f32;
            sums[first] += area - area * middle;
            sums[first + 1] += area * middle;
            return;
        }
        let per_pixel = 1.0 / (right - left);
        let into_first = left - first as f32;
        let in_first = 0.5 * per_pixel * (1.0 - into_first) * (1.0 - into_first);
        let into_last = right - last as f32 + 1.0;
        let in_last = 0.5 * per_pixel * into_last * into_last;
        sums[first] += area * in_first;
        if last == first + 2 {
            sums[first + 1] += area * (1.0 - in_first - in_last);
        } else {
            let second = per_pixel * (1.5 - into_first);
            sums[first + 1] += area * (second - in_first);
            for sum in &mut sums[first + 2..last - 1] {
                *sum += area * per_pixel;
            }
            let before_last = second + (last - first - 3) as f32 * per_pixel;
            sums[last - 1] += area * (1.0 - before_last - in_last);
        }
        sums[last] += area * in_last;
    }

    fn coverage(&self) -> Vec<u8> {
        let mut coverage = Vec::with_capacity(self.width * self.height);
        for row in self.sums.chunks_exact(self.stride) {
            let mut sum = 0.0f32;
            for area in &row[..self.width] {
                sum += area;
                coverage.push((sum.abs().min(1.0) * 255.0 + 0.5) as u8);
            }
        }
        coverage
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_shape_has_the_bytes_it_has_in_the_whole() {
        let shape = || {
            let mut lines = Lines::new(1.0, 0.0);
            lines.move_to(0.3, -0.2);
            lines.curve_to(30.0, 5.0, 4.0, -40.0, 31.7, -29.4);
            lines.line_to(2.0, -33.0);
            lines.quad_to(14.0, -10.0, 0.3, -0.2);
            lines
        };
        let whole = shape().rasterise(100).expect("it has area");
        let part = PixelRect { left: 5, top: 9, right: 17, bottom: 30 };
        let cut = shape().rasterise_in(part);
        for y in 0..cut.height {
            for x in 0..cut.width {
                let at = (y + part.top - whole.top) * whole.width + x + part.left - whole.left;
                let (ours, theirs) = (cut.coverage[(y * cut.width + x) as usize], whole.coverage[at as usize]);
                assert!(ours.abs_diff(theirs) <= 1, "{x},{y}: {ours} {theirs}");
            }
        }
    }

    fn square(lines: &mut Lines, x: f32, y: f32, side: f32) {
        lines.move_to(x, y);
        lines.line_to(x + side, y);
        lines.line_to(x + side, y + side);
        lines.line_to(x, y + side);
        lines.close();
    }

    #[test]
    fn a_square_covers_its_pixels_by_exact_area() {
        let mut lines = Lines::new(1.0, 0.0);
        square(&mut lines, 0.5, 0.25, 2.0);
        let mask = lines.rasterise(100).expect("a square has area");
        assert_eq!((mask.left, mask.top, mask.width, mask.height), (0, -3, 3, 3));
        assert_eq!(mask.coverage, [32, 64, 32, 128, 255, 128, 96, 191, 96]);
    }

    #[test]
    fn a_slanted_edge_halves_the_pixels_it_halves() {
        let mut lines = Lines::new(1.0, 0.0);
        lines.move_to(0.0, 0.0);
        lines.line_to(4.0, 0.0);
        lines.line_to(4.0, 4.0);
        let mask = lines.rasterise(100).expect("a triangle has area");
        assert_eq!(mask.coverage, [0, 0, 0, 128, 0, 0, 128, 255, 0, 128, 255, 255, 128, 255, 255, 255]);
    }

    #[test]
    fn a_flat_slope_spreads_its_area_over_the_row() {
        let mut lines = Lines::new(1.0, 0.0);
        lines.move_to(0.0, 0.0);
        lines.line_to(10.0, 0.0);
        lines.line_to(10.0, 1.0);
        let mask = lines.rasterise(100).expect("a triangle has area");
        for (x, coverage) in mask.coverage.iter().enumerate() {
            let exact = 255.0 * (x as f32 + 0.5) / 10.0;
            assert!((f32::from(*coverage) - exact).abs() <= 1.0, "{x}: {coverage} {exact}");
        }
    }

    #[test]
    fn a_hole_stays_empty_and_nothing_gives_no_mask() {
        let mut lines = Lines::new(2.0, 0.0);
        square(&mut lines, 0.0, 0.0, 3.0);
        lines.move_to(1.0, 1.0);
        lines.line_to(1.0, 2.0);
        lines.line_to(2.0, 2.0);
        lines.line_to(2.0, 1.0);
        let mask = lines.rasterise(100).expect("a frame has area");
        assert_eq!(mask.coverage[2 * 6..3 * 6], [255, 255, 0, 0, 255, 255]);
        assert_eq!(Lines::new(1.0, 0.0).rasterise(100), None);
        let mut huge = Lines::new(1.0, 0.0);
        square(&mut huge, 0.0, 0.0, 1e9);
        assert_eq!(huge.rasterise(100), None);
    }
}
