//! Pictures stretched over a rectangle: averaged when smaller, neighbours mixed when larger.
//!
//! A picture is premultiplied and shrunk once a size, and kept.

use std::collections::HashMap;
use std::rc::Rc;

use scumble_scene::geometry::Rect;
use scumble_scene::paint_list::ImageData;

use crate::blend::scale255;
use crate::hashing::Fast;
use crate::pixels::PixelRect;
use crate::resample::shrink;
use crate::target::Target;

/// Bytes of prepared pictures kept.
const KEPT_BYTES: usize = 32 << 20;

/// A picture no larger than it is shown, premultiplied.
#[derive(Debug)]
struct Prepared {
    width: i64,
    height: i64,
    pixels: Vec<u8>,
    /// Keeps the source alive, whose address is the key.
    _source: ImageData,
}

impl Prepared {
    fn at(&self, x: i64, y: i64) -> [u8; 4] {
        let at = y.clamp(0, self.height - 1) * self.width + x.clamp(0, self.width - 1);
        self.pixels.as_chunks::<4>().0[at as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    source: usize,
    source_width: u32,
    width: u32,
    height: u32,
}

/// The kept pictures.
#[derive(Debug, Default)]
pub(crate) struct Images {
    known: HashMap<Key, Rc<Prepared>, Fast>,
    bytes: usize,
    /// Pictures prepared so far.
    pub(crate) made: u64,
}

impl Images {
    /// Paints a picture; whether any of it was inside the clip.
    pub(crate) fn paint(&mut self, target: &mut Target<'_>, rect: &Rect, image: &ImageData, scale: f32) -> bool {
        let area = PixelRect::snapped(rect, scale);
        let visible = area.intersect(&target.bounds());
        if visible.is_empty() || image.width() == 0 || image.height() == 0 {
            return false;
        }
        let prepared = self.get(image, area.width() as u32, area.height() as u32);
        let direct = prepared.width == i64::from(area.width()) && prepared.height == i64::from(area.height());
        for y in visible.top..visible.bottom {
            let (row, down) = position(y - area.top, area.height(), prepared.height);
            for x in visible.left..visible.right {
                let pixel = if direct {
                    prepared.at(i64::from(x - area.left), i64::from(y - area.top))
                } else {
                    let (column, across) = position(x - area.left, area.width(), prepared.width);
                    let upper = between(prepared.at(column, row), prepared.at(column + 1, row), across);
                    let lower = between(prepared.at(column, row + 1), prepared.at(column + 1, row + 1), across);
                    between(upper, lower, down)
                };
                target.premultiplied(x, y, pixel);
            }
        }
        true
    }

    fn get(&mut self, image: &ImageData, width: u32, height: u32) -> Rc<Prepared> {
        let (width, height) = (width.min(image.width()), height.min(image.height()));
        let key = Key { source: image.rgba().as_ptr().addr(), source_width: image.width(), width, height };
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        if self.bytes > KEPT_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        self.made += 1;
        let mut pixels = image.rgba().to_vec();
        for pixel in pixels.as_chunks_mut::<4>().0 {
            let alpha = u32::from(pixel[3]);
            for channel in &mut pixel[..3] {
                *channel = scale255(u32::from(*channel), alpha) as u8;
            }
        }
        let pixels = shrink(&pixels, image.width() as usize, image.height() as usize, width as usize, height as usize);
        self.bytes += pixels.len();
        let prepared =
            Rc::new(Prepared { width: i64::from(width), height: i64::from(height), pixels, _source: image.clone() });
        self.known.insert(key, Rc::clone(&prepared));
        prepared
    }
}

/// The source pixel whose middle lies just before the middle of pixel `at` of `extent`, and how far (of 256) it is
/// from there to the next.
fn position(at: i32, extent: i32, source: i64) -> (i64, u32) {
    let position = (2 * i64::from(at) + 1) * source * 128 / i64::from(extent) - 128;
    (position >> 8, (position & 255) as u32)
}

fn between(first: [u8; 4], second: [u8; 4], share: u32) -> [u8; 4] {
    std::array::from_fn(|n| ((u32::from(first[n]) * (256 - share) + u32::from(second[n]) * share + 128) >> 8) as u8)
}
