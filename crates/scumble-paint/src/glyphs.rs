//! Glyph runs: outlines rasterised once a font, size and quarter of a pixel, then copied from a cache.
//!
//! Knows nothing of text: ids and positions come from whoever shaped it.

use std::collections::HashMap;

use scumble_scene::paint_list::{FontRef, GlyphRun};

use crate::blend::{Ink, Weights};
use crate::hashing::Fast;
use crate::outline::Lines;
use crate::pixels::{PixelRect, floor, round};
use crate::target::Target;

/// Bytes of masks kept; past it the cache starts anew.
const KEPT_BYTES: usize = 8 << 20;
/// Masks kept at most (empty ones cost no bytes).
const KEPT_MASKS: usize = 1 << 16;
/// Longest side of a glyph in device pixels; larger ones are not drawn.
const LONGEST: i32 = 4096;

/// A mask in the arena.
#[derive(Clone, Copy, Debug)]
struct Place {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    offset: usize,
}

/// A font at a size in device pixels.
#[derive(Debug)]
struct Strike {
    font: FontRef,
    size: u32,
}

/// The cached masks.
#[derive(Debug, Default)]
pub(crate) struct Glyphs {
    strikes: Vec<Strike>,
    places: HashMap<u64, Place, Fast>,
    arena: Vec<u8>,
    weights: Option<Weights>,
    /// Glyphs rasterised so far.
    pub(crate) rasterised: u64,
    /// Glyphs found in the cache so far.
    pub(crate) hits: u64,
}

impl Glyphs {
    /// Paints a run; whether any of it was inside the clip.
    pub(crate) fn paint(&mut self, target: &mut Target<'_>, run: &GlyphRun, scale: f32) -> bool {
        let size = run.size * scale;
        let usable = size > 0.0 && size.is_finite();
        if !usable || run.color.is_transparent() {
            return false;
        }
        if !PixelRect::touched(&run.bounds(), scale).inflate(1).intersects(&target.bounds()) {
            return false;
        }
        if self.arena.len() > KEPT_BYTES || self.places.len() > KEPT_MASKS {
            self.forget();
        }
        let ink = Ink::new(run.color);
        let weights = match self.weights.take() {
            Some(weights) if weights.ink() == ink => weights,
            _ => Weights::for_text(ink),
        };
        let strike = self.strike(&run.font, size);
        let clip = target.bounds();
        let mut painted = false;
        for glyph in run.glyphs.iter() {
            let (x, y) = ((run.origin.x + glyph.x) * scale, (run.origin.y + glyph.y) * scale);
            if !(x.is_finite() && y.is_finite()) {
                continue;
            }
            let quarters = floor(x * 4.0 + 0.5);
            let place = self.place(strike, glyph.id, (quarters & 3) as u32);
            let (left, top) = ((quarters >> 2) + place.left, round(y) + place.top);
            let area = PixelRect { left, top, right: left + place.width, bottom: top + place.height };
            if !area.intersects(&clip) {
                continue;
            }
            painted = true;
            let mask = &self.arena[place.offset..place.offset + (place.width * place.height) as usize];
            target.stamp(left, top, place.width, mask, &weights);
        }
        self.weights = Some(weights);
        painted
    }

    fn forget(&mut self) {
        self.strikes.clear();
        self.places.clear();
        self.arena.clear();
    }

    /// The number of a font at a size. Few are in use at once: a search from the newest on.
    fn strike(&mut self, font: &FontRef, size: f32) -> usize {
        let size = size.to_bits();
        let known = self.strikes.iter().rposition(|strike| strike.size == size && strike.font == *font);
        known.unwrap_or_else(|| {
            self.strikes.push(Strike { font: font.clone(), size });
            self.strikes.len() - 1
        })
    }

    fn place(&mut self, strike: usize, glyph: u32, quarter: u32) -> Place {
        // Glyph ids have 16 bits in every font format there is.
        let key = (strike as u64) << 34 | u64::from(glyph) << 2 | u64::from(quarter);
        if let Some(place) = self.places.get(&key) {
            self.hits += 1;
            return *place;
        }
        self.rasterised += 1;
        let Strike { font, size } = &self.strikes[strike];
        let shift = quarter as f32 * 0.25;
        let mask = rasterise(font, f32::from_bits(*size), glyph, shift).unwrap_or_default();
        let place =
            Place { left: mask.left, top: mask.top, width: mask.width, height: mask.height, offset: self.arena.len() };
        self.arena.extend_from_slice(&mask.coverage);
        self.places.insert(key, place);
        place
    }
}

/// A glyph without an outline, and a font that is none, have no mask.
fn rasterise(font: &FontRef, size: f32, glyph: u32, shift: f32) -> Option<crate::outline::Mask> {
    let face = ttf_parser::Face::parse(font.data(), font.index()).ok()?;
    let mut lines = Lines::new(size / f32::from(face.units_per_em()), shift);
    face.outline_glyph(ttf_parser::GlyphId(u16::try_from(glyph).ok()?), &mut lines)?;
    lines.rasterise(LONGEST)
}
