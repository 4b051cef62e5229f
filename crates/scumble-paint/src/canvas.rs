//! A picture in memory: opaque RGBA, 8 bits a channel, rows from the top.
//!
//! Every pixel's alpha is 255 from the start and stays so, which makes the bytes what `ImageData` and PNG want without
//! conversion. Knows how to be filled, cut, copied and compared; not how to paint.

use scumble_scene::geometry::{Color, Rect};

use crate::hashing::Words;
use crate::pixels::PixelRect;
use crate::resample::shrink;

/// Longest side of a canvas, in pixels.
pub const LONGEST_SIDE: u32 = 16_384;

/// An opaque RGBA picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    width: u32,
    height: u32,
    data: Vec<u8>,
}

impl Canvas {
    /// A white canvas of `width` by `height` pixels; each is brought within 1..=[`LONGEST_SIDE`].
    pub fn new(width: u32, height: u32) -> Canvas {
        let (width, height) = (width.clamp(1, LONGEST_SIDE), height.clamp(1, LONGEST_SIDE));
        Canvas { width, height, data: vec![255; width as usize * height as usize * 4] }
    }

    /// A canvas from RGBA bytes with straight alpha; what is not opaque is laid over white.
    ///
    /// # Errors
    /// A sentence when the bytes do not fit the size, or the size is not within 1..=[`LONGEST_SIDE`].
    pub fn from_rgba(width: u32, height: u32, mut data: Vec<u8>) -> Result<Canvas, String> {
        let sides = 1..=LONGEST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(format!(
                "A canvas of {width}x{height} pixels cannot be made. Keep each side within 1 to {LONGEST_SIDE}."
            ));
        }
        let wanted = width as usize * height as usize * 4;
        if data.len() != wanted {
            return Err(format!(
                "A canvas of {width}x{height} pixels needs {wanted} bytes of RGBA, not {}. Pass 4 bytes a pixel, rows from the top.",
                data.len()
            ));
        }
        for pixel in data.as_chunks_mut::<4>().0 {
            let alpha = u32::from(pixel[3]);
            for channel in &mut pixel[..3] {
                *channel = ((u32::from(*channel) * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
            }
            pixel[3] = 255;
        }
        Ok(Canvas { width, height, data })
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The bytes: R, G, B, 255 a pixel, rows from the top, no padding.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    pub(crate) fn data_mut(&mut self) -> &mut [u8] {
        &mut self.data
    }

    pub(crate) fn bounds(&self) -> PixelRect {
        PixelRect { left: 0, top: 0, right: self.width as i32, bottom: self.height as i32 }
    }

    /// The colour at `x`, `y`; `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<Color> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        Some(Color::rgba(self.data[at], self.data[at + 1], self.data[at + 2], self.data[at + 3]))
    }

    /// Every pixel in one colour; its alpha is taken for 255.
    pub fn fill(&mut self, color: Color) {
        self.data.as_chunks_mut::<4>().0.fill([color.r, color.g, color.b, 255]);
    }

    /// Another size, for instance of a resized window: everything white. Keeps the allocation where it can.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.width = width.clamp(1, LONGEST_SIDE);
        self.height = height.clamp(1, LONGEST_SIDE);
        self.data.clear();
        self.data.resize(self.width as usize * self.height as usize * 4, 255);
    }

    /// Copies `from` (pixels of `source`) to where its top left corner lies at `x`, `y` here. What would lie outside
    /// either picture is left out.
    pub fn copy_rect(&mut self, source: &Canvas, from: Rect, x: i32, y: i32) {
        let from = PixelRect::touched(&from, 1.0);
        let (dx, dy) = (x.saturating_sub(from.left), y.saturating_sub(from.top));
        let here = self.bounds();
        let reachable = PixelRect {
            left: here.left.saturating_sub(dx),
            top: here.top.saturating_sub(dy),
            right: here.right.saturating_sub(dx),
            bottom: here.bottom.saturating_sub(dy),
        };
        let part = from.intersect(&source.bounds()).intersect(&reachable);
        if part.is_empty() {
            return;
        }
        let bytes = part.width() as usize * 4;
        for row in part.top..part.bottom {
            let source_at = (row as usize * source.width as usize + part.left as usize) * 4;
            let at = ((row + dy) as usize * self.width as usize + (part.left + dx) as usize) * 4;
            self.data[at..at + bytes].copy_from_slice(&source.data[source_at..source_at + bytes]);
        }
    }
}

/// The part of a picture inside `rect` (its pixels, rounded outwards); one white pixel where that is nothing.
pub fn crop(canvas: &Canvas, rect: Rect) -> Canvas {
    let part = PixelRect::touched(&rect, 1.0).intersect(&canvas.bounds());
    let mut out = Canvas::new(part.width().max(0) as u32, part.height().max(0) as u32);
    if !part.is_empty() {
        out.copy_rect(canvas, part.to_rect(), 0, 0);
    }
    out
}

/// A smaller picture, each pixel the average of the area it covers. A side that would grow or vanish stays within
/// 1 and what it was.
pub fn downscale(canvas: &Canvas, width: u32, height: u32) -> Canvas {
    let (width, height) = (width.clamp(1, canvas.width), height.clamp(1, canvas.height));
    let (from_width, from_height) = (canvas.width as usize, canvas.height as usize);
    let data = shrink(&canvas.data, from_width, from_height, width as usize, height as usize);
    Canvas { width, height, data }
}

/// A short name for a picture: 16 hexadecimal digits over its size and pixels, equal on every platform.
pub fn hash(canvas: &Canvas) -> String {
    let mut words = Words::new();
    words.add(u64::from(canvas.width) << 32 | u64::from(canvas.height));
    words.add_bytes(&canvas.data);
    format!("{:016x}", words.value())
}

/// The smallest rectangle of pixels outside which both pictures are equal; `None` when they are equal. Pictures of
/// two sizes differ everywhere: the rectangle around both.
pub fn diff(a: &Canvas, b: &Canvas) -> Option<Rect> {
    if a.width != b.width || a.height != b.height {
        return Some(Rect::new(0.0, 0.0, a.width.max(b.width) as f32, a.height.max(b.height) as f32));
    }
    let row_bytes = a.width as usize * 4;
    let mut area: Option<PixelRect> = None;
    for (y, (first, second)) in a.data.chunks_exact(row_bytes).zip(b.data.chunks_exact(row_bytes)).enumerate() {
        if first == second {
            continue;
        }
        let (first, second) = (first.as_chunks::<4>().0, second.as_chunks::<4>().0);
        let differs = |x: &usize| first[*x] != second[*x];
        let left = (0..first.len()).find(differs).unwrap_or(0) as i32;
        let right = (0..first.len()).rev().find(differs).unwrap_or(0) as i32 + 1;
        let y = y as i32;
        let known = area.unwrap_or(PixelRect { left, top: y, right, bottom: y + 1 });
        area = Some(PixelRect { left: known.left.min(left), right: known.right.max(right), bottom: y + 1, ..known });
    }
    area.map(PixelRect::to_rect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkered(width: u32, height: u32) -> Canvas {
        let mut data = Vec::new();
        for y in 0..height {
            for x in 0..width {
                data.extend([x as u8 * 7, y as u8 * 11, (x ^ y) as u8, 255]);
            }
        }
        Canvas::from_rgba(width, height, data).expect("four bytes a pixel")
    }

    #[test]
    fn a_canvas_is_white_and_opaque_and_never_without_a_pixel() {
        let canvas = Canvas::new(0, 3);
        assert_eq!((canvas.width(), canvas.height()), (1, 3));
        assert!(canvas.data().iter().all(|byte| *byte == 255));
    }

    #[test]
    fn translucent_bytes_are_laid_over_white() {
        let canvas = Canvas::from_rgba(2, 1, vec![0, 0, 0, 0, 10, 20, 30, 255]).expect("two pixels");
        assert_eq!(canvas.data(), [255, 255, 255, 255, 10, 20, 30, 255]);
        let error = Canvas::from_rgba(2, 2, vec![0; 4]).expect_err("one pixel is not four");
        assert!(error.contains("needs 16 bytes"), "{error}");
    }

    #[test]
    fn a_cropped_part_copied_back_changes_nothing() {
        let canvas = checkered(20, 15);
        let part = crop(&canvas, Rect::new(3.0, 4.0, 9.0, 8.0));
        assert_eq!((part.width(), part.height()), (9, 8));
        assert_eq!(part.pixel(0, 0), canvas.pixel(3, 4));
        let mut copy = canvas.clone();
        copy.fill(Color::BLACK);
        copy.copy_rect(&canvas, Rect::new(0.0, 0.0, 20.0, 15.0), 0, 0);
        copy.copy_rect(&part, Rect::new(0.0, 0.0, 9.0, 8.0), 3, 4);
        assert_eq!(diff(&copy, &canvas), None);
    }

    #[test]
    fn copying_past_an_edge_leaves_out_what_does_not_fit() {
        let source = checkered(8, 8);
        let mut canvas = Canvas::new(6, 6);
        canvas.copy_rect(&source, Rect::new(-2.0, 2.0, 50.0, 3.0), -3, 5);
        // Column -2 goes to -3, so column 1 goes to 0; of three rows one fits.
        assert_eq!(canvas.pixel(0, 5), source.pixel(1, 2));
        assert_eq!(canvas.pixel(5, 5), source.pixel(6, 2));
        assert_eq!(canvas.pixel(0, 4), Some(Color::WHITE));
        canvas.copy_rect(&source, Rect::new(0.0, 0.0, 8.0, 8.0), i32::MAX, i32::MIN);
    }

    #[test]
    fn a_difference_is_the_smallest_rectangle_around_what_differs() {
        let canvas = checkered(30, 20);
        assert_eq!(diff(&canvas, &canvas.clone()), None);
        let mut other = canvas.clone();
        for (x, y) in [(4, 9), (12, 3), (7, 15)] {
            other.data_mut()[(y * 30 + x) * 4] ^= 1;
        }
        assert_eq!(diff(&canvas, &other), Some(Rect::new(4.0, 3.0, 9.0, 13.0)));
        assert_ne!(hash(&canvas), hash(&other));
        assert_eq!(hash(&canvas).len(), 16);
        assert_eq!(diff(&canvas, &Canvas::new(10, 40)), Some(Rect::new(0.0, 0.0, 30.0, 40.0)));
    }

    #[test]
    fn the_same_bytes_in_another_shape_have_another_hash() {
        assert_ne!(hash(&Canvas::new(6, 2)), hash(&Canvas::new(2, 6)));
    }
}
