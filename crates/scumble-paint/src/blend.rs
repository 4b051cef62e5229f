//! The inner loops: one colour laid over rows of opaque RGBA pixels.
//!
//! A pixel is one little-endian word, and two channels are mixed in one multiplication. Weights go from 0 to 256 so
//! that both ends are exact: 0 leaves the pixel alone, 256 replaces it, and alpha 255 stays 255.
//! Knows nothing of positions, clips or shapes.

use scumble_scene::geometry::Color;

/// A colour ready to be laid over pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ink {
    /// R, G, B, 255.
    word: u32,
    /// Its opacity, 0 to 255.
    pub(crate) alpha: u32,
}

impl Ink {
    pub(crate) fn new(color: Color) -> Ink {
        Ink { word: u32::from_le_bytes([color.r, color.g, color.b, 255]), alpha: u32::from(color.a) }
    }

    /// `over` laid over `under`: one colour that does the same as both, one after the other.
    pub(crate) fn flattened(over: Color, under: Option<Color>) -> Ink {
        let Some(under) = under.filter(|_| !over.is_opaque()) else { return Ink::new(over) };
        let (oa, ua) = (u32::from(over.a), u32::from(under.a));
        // In units of 1/255²: what is left of `under`, then the opacity of both.
        let rest = ua * (255 - oa);
        let total = oa * 255 + rest;
        if total == 0 {
            return Ink::new(Color::TRANSPARENT);
        }
        let channel = |o: u8, u: u8| ((u32::from(o) * oa * 255 + u32::from(u) * rest + total / 2) / total) as u8;
        let mixed = Color::rgba(
            channel(over.r, under.r),
            channel(over.g, under.g),
            channel(over.b, under.b),
            ((total + 127) / 255) as u8,
        );
        Ink::new(mixed)
    }

    fn channels(self) -> [u32; 4] {
        self.word.to_le_bytes().map(u32::from)
    }
}

/// `a * b / 255`, rounded, for both up to 255.
pub(crate) fn scale255(a: u32, b: u32) -> u32 {
    let product = a * b + 128;
    (product + (product >> 8)) >> 8
}

/// 0 to 255 stretched to 0 to 256.
fn weight(alpha: u32) -> u32 {
    alpha + (alpha >> 7)
}

const EVEN: u32 = 0x00ff_00ff;
const HALF: u32 = 0x0080_0080;

/// `over` in weight 0..=256 over `under`.
#[inline(always)]
fn mix(under: u32, over: u32, weight: u32) -> u32 {
    let rest = 256 - weight;
    let even = (((over & EVEN) * weight + (under & EVEN) * rest + HALF) >> 8) & EVEN;
    let odd = ((over >> 8) & EVEN) * weight + ((under >> 8) & EVEN) * rest + HALF;
    even | (odd & !EVEN)
}

const HALVES: u64 = 0x0080_0080_0080_0080;

/// The four channels of a pixel with room for a product each: first the even, then the odd ones.
#[inline(always)]
fn spread(pixel: u32) -> u64 {
    u64::from(pixel & EVEN) | u64::from((pixel >> 8) & EVEN) << 32
}

/// What `mix` does, all four channels in one multiplication: a pixel times `rest`, and what is laid over it added.
#[inline(always)]
fn lay(pixel: [u8; 4], rest: u64, over: u64) -> [u8; 4] {
    let sum = spread(u32::from_le_bytes(pixel)) * rest + over;
    (((sum >> 8) as u32 & EVEN) | ((sum >> 32) as u32 & !EVEN)).to_le_bytes()
}

/// Lays `ink` over a whole row of pixels in `coverage` 0..=255.
pub(crate) fn fill(row: &mut [u8], ink: Ink, coverage: u32) {
    let weight = weight(scale255(ink.alpha, coverage));
    let (pixels, _) = row.as_chunks_mut::<4>();
    match weight {
        0 => {}
        256 => pixels.fill(ink.word.to_le_bytes()),
        _ => {
            for pixel in pixels {
                *pixel = mix(u32::from_le_bytes(*pixel), ink.word, weight).to_le_bytes();
            }
        }
    }
}

/// The weight of every coverage of a mask, for one ink.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    ink: Ink,
    table: [u16; 256],
    /// The ink times each weight and a half, ready to be added: what is under it is multiplied alone.
    laid: [u64; 256],
}

impl Weights {
    /// Coverage as it is: shapes and shadows.
    pub(crate) fn plain(ink: Ink) -> Weights {
        Weights::new(ink, std::array::from_fn(|n| weight(scale255(ink.alpha, n as u32)) as u16))
    }

    /// Coverage with the contrast Skia gives text: the darker the ink, the more its edges are strengthened, or small
    /// dark text on a light ground looks thin.
    pub(crate) fn for_text(ink: Ink) -> Weights {
        let [r, g, b, _] = ink.channels();
        let darkness = 255 - ((r * 54 + g * 183 + b * 19) >> 8);
        let table = std::array::from_fn(|n| {
            let n = n as u32;
            let strengthened = n + n * (255 - n) * darkness / (2 * 255 * 255);
            weight(scale255(ink.alpha, strengthened)) as u16
        });
        Weights::new(ink, table)
    }

    fn new(ink: Ink, table: [u16; 256]) -> Weights {
        let laid = table.map(|weight| spread(ink.word) * u64::from(weight) + HALVES);
        Weights { ink, table, laid }
    }

    pub(crate) fn ink(&self) -> Ink {
        self.ink
    }
}

/// Lays the ink over `row` by the coverage in `mask`, pixel by pixel.
pub(crate) fn fill_mask(row: &mut [u8], mask: &[u8], weights: &Weights) {
    let (pixels, _) = row.as_chunks_mut::<4>();
    for (pixel, coverage) in pixels.iter_mut().zip(mask) {
        let rest = 256 - u64::from(weights.table[usize::from(*coverage)]);
        *pixel = lay(*pixel, rest, weights.laid[usize::from(*coverage)]);
    }
}

/// `fill_mask` for a whole mask of `width` pixels a row that lies within a picture of `stride` pixels a row, from the
/// start of `data` on.
pub(crate) fn fill_block(data: &mut [u8], stride: usize, mask: &[u8], width: usize, weights: &Weights) {
    for (row, mask) in data.chunks_mut(stride * 4).zip(mask.chunks_exact(width)) {
        fill_mask(&mut row[..width * 4], mask, weights);
    }
}

/// Lays `ink` over `row` by `coverage`, pixel by pixel.
pub(crate) fn fill_coverage(row: &mut [u8], coverage: &[u8], ink: Ink) {
    let (pixels, _) = row.as_chunks_mut::<4>();
    let over = spread(ink.word);
    for (pixel, coverage) in pixels.iter_mut().zip(coverage) {
        let weight = u64::from(weight(scale255(ink.alpha, u32::from(*coverage))));
        *pixel = lay(*pixel, 256 - weight, over * weight + HALVES);
    }
}

/// Like `fill_mask` for one pixel whose coverage is cut to `clip` 0..=255 of it.
pub(crate) fn pixel_mask(pixel: &mut [u8; 4], coverage: u8, clip: u32, weights: &Weights) {
    let weight = (u32::from(weights.table[usize::from(coverage)]) * weight(clip)) >> 8;
    *pixel = mix(u32::from_le_bytes(*pixel), weights.ink.word, weight).to_le_bytes();
}

/// Two inks that share a pixel side by side (a border and what it surrounds), each covering its part of it: no seam
/// of the ground shows between them, as it would if one were laid over the other.
pub(crate) fn pixel_pair(pixel: &mut [u8; 4], first: (Ink, u32), second: (Ink, u32), clip: u32) {
    let first_weight = scale255(first.0.alpha * first.1 / 255, clip);
    let second_weight = scale255(second.0.alpha * second.1 / 255, clip).min(255 - first_weight);
    let rest = 255 - first_weight - second_weight;
    let (a, b) = (first.0.channels(), second.0.channels());
    for (n, channel) in pixel.iter_mut().enumerate() {
        let sum = a[n] * first_weight + b[n] * second_weight + u32::from(*channel) * rest + 127;
        *channel = (sum / 255) as u8;
    }
}

/// A premultiplied pixel over an opaque one, in `clip` 0..=255.
pub(crate) fn pixel_premultiplied(pixel: &mut [u8; 4], over: [u8; 4], clip: u32) {
    let rest = 255 - scale255(u32::from(over[3]), clip);
    for (channel, over) in pixel.iter_mut().zip(over) {
        let sum = scale255(u32::from(over), clip) + scale255(u32::from(*channel), rest);
        *channel = sum.min(255) as u8;
    }
    // Rounding the two parts apart may miss full opacity by one.
    pixel[3] = 255;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_is_exact_at_both_ends_and_opaque_stays_opaque() {
        for under in 0..=255u8 {
            let ground = [under, 0, 255, 255];
            let mut row = ground;
            fill(&mut row, Ink::new(Color::rgb(10, 20, 30)), 0);
            assert_eq!(row, ground);
            fill(&mut row, Ink::new(Color::rgba(under, 0, 255, 77)), 200);
            assert_eq!(row, ground, "the ground's own colour changes nothing");
            fill(&mut row, Ink::new(Color::rgba(10, 20, 30, 128)), 129);
            assert_eq!(row[3], 255);
            fill(&mut row, Ink::new(Color::rgb(10, 20, 30)), 255);
            assert_eq!(row, [10, 20, 30, 255]);
        }
    }

    #[test]
    fn mixing_is_within_one_of_the_exact_value() {
        for alpha in 0..=255u32 {
            for (under, over) in [(0u8, 255u8), (255, 0), (13, 200), (200, 13)] {
                let mut row = [under, under, under, 255];
                fill(&mut row, Ink::new(Color::rgba(over, over, over, alpha as u8)), 255);
                let exact = (f64::from(over) * f64::from(alpha) + f64::from(under) * f64::from(255 - alpha)) / 255.0;
                assert!((f64::from(row[0]) - exact).abs() <= 1.01, "{under} {over} {alpha}: {} {exact}", row[0]);
                assert!(row[0] == row[1] && row[1] == row[2]);
            }
        }
    }

    #[test]
    fn a_translucent_border_over_its_fill_is_one_ink() {
        let over = Color::rgba(200, 10, 0, 100);
        let under = Color::rgba(0, 90, 255, 180);
        let mut twice = [40, 50, 60, 255];
        fill(&mut twice, Ink::new(under), 255);
        fill(&mut twice, Ink::new(over), 255);
        let mut once = [40, 50, 60, 255];
        fill(&mut once, Ink::flattened(over, Some(under)), 255);
        for (a, b) in once.iter().zip(twice) {
            assert!(a.abs_diff(b) <= 2, "{once:?} {twice:?}");
        }
    }

    #[test]
    fn a_mask_lays_down_what_mixing_pixel_by_pixel_does() {
        for color in [Color::rgb(0, 90, 255), Color::rgba(255, 254, 1, 77), Color::WHITE, Color::BLACK] {
            let weights = Weights::for_text(Ink::new(color));
            let mask: Vec<u8> = (0..=255).collect();
            let mut row: Vec<u8> = (0..=255u8).flat_map(|n| [n, 255 - n, n.wrapping_mul(7), 255]).collect();
            let by_mixing: Vec<u8> = row
                .as_chunks::<4>()
                .0
                .iter()
                .zip(weights.table)
                .flat_map(|(pixel, weight)| {
                    mix(u32::from_le_bytes(*pixel), weights.ink.word, u32::from(weight)).to_le_bytes()
                })
                .collect();
            fill_mask(&mut row, &mask, &weights);
            assert_eq!(row, by_mixing);
        }
    }

    #[test]
    fn dark_text_is_strengthened_and_white_text_is_not() {
        let dark = Weights::for_text(Ink::new(Color::BLACK));
        let light = Weights::for_text(Ink::new(Color::WHITE));
        let plain = Weights::plain(Ink::new(Color::WHITE));
        assert_eq!((dark.table[0], dark.table[255]), (0, 256));
        assert!(dark.table[128] > plain.table[128] + 20);
        assert_eq!(light.table, plain.table);
        assert!(dark.table.is_sorted());
    }

    #[test]
    fn two_inks_side_by_side_leave_no_ground_between_them() {
        let mut pixel = [0, 0, 0, 255];
        let white = Ink::new(Color::WHITE);
        pixel_pair(&mut pixel, (white, 100), (white, 155), 255);
        assert_eq!(pixel, [255; 4]);
    }
}
