//! The colours of a picture, counted, and palettes made of them.
//!
//! A screen has a few hundred colours, most of them shades along the edges of letters. Where they are more than a palette
//! holds, shades that can hardly be told apart become one. Knows no file format.

use crate::canvas::Canvas;

/// With more colours than this a picture is taken for a photograph.
const MOST: usize = 2048;
/// Colours of a palette.
const PALETTE: usize = 256;
/// How far colours made one may lie apart, squared and summed over three channels: 14 of 255 in one channel.
const FURTHEST: i32 = 200;

type Rgba = [u8; 4];

/// The colours of a picture and which one each pixel has.
#[derive(Debug)]
pub(crate) struct Colours {
    /// In the order they appear, each with how many pixels have it.
    list: Vec<(Rgba, u32)>,
    /// Per pixel the place of its colour in the list.
    pub(crate) of: Vec<u16>,
}

/// A palette for a list of colours.
#[derive(Debug)]
pub(crate) struct Palette {
    /// Three bytes a colour, at most 256 colours.
    pub(crate) rgb: Vec<u8>,
    /// Per colour of the list its place in the palette.
    pub(crate) places: Vec<u8>,
}

impl Colours {
    /// Counts the colours of a picture; `None` if it has those of a photograph.
    pub(crate) fn of(canvas: &Canvas) -> Option<Colours> {
        let pixels = canvas.data().as_chunks::<4>().0;
        let mut of = vec![0; pixels.len()];
        let mut known = Known::default();
        let mut start = 0;
        while let Some(color) = pixels.get(start) {
            let run = pixels[start..].iter().position(|pixel| pixel != color).unwrap_or(pixels.len() - start);
            let number = known.number(*color)?;
            known.list[number].1 += run as u32;
            of[start..start + run].fill(number as u16);
            start += run;
        }
        Some(Colours { list: known.list, of })
    }

    /// A palette of exactly these colours, if they are no more than one holds.
    pub(crate) fn exact(&self) -> Option<Palette> {
        if self.list.len() > PALETTE {
            return None;
        }
        let rgb = self.list.iter().flat_map(|(color, _)| [color[0], color[1], color[2]]).collect();
        Some(Palette { rgb, places: (0..self.list.len()).map(|place| place as u8).collect() })
    }

    /// A palette in which each colour is shown by one that can hardly be told from it; `None` if there is none.
    pub(crate) fn merged(&self) -> Option<Palette> {
        let mut common: Vec<(Rgba, u32)> = self.list.clone();
        // By colour where two are equally common: the same picture, the same palette.
        common.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut reach = 3;
        let mut chosen = loop {
            if let Some(chosen) = apart(&common, reach) {
                break chosen;
            }
            if reach >= FURTHEST {
                return None;
            }
            reach = (reach * 2).min(FURTHEST);
        };
        // What room is left goes to the most common colours that would have been merged.
        for (color, _) in &common {
            if chosen.len() == PALETTE {
                break;
            }
            if !chosen.contains(color) {
                chosen.push(*color);
            }
        }
        let nearest = |color: &Rgba| {
            let distances = chosen.iter().map(|other| distance(color, other)).enumerate();
            distances.min_by_key(|(_, distance)| *distance).map_or(0, |(place, _)| place as u8)
        };
        let places = self.list.iter().map(|(color, _)| nearest(color)).collect();
        Some(Palette { rgb: chosen.iter().flat_map(|color| [color[0], color[1], color[2]]).collect(), places })
    }
}

/// The colours, most common first, without those within `reach` of one before; `None` if a palette does not hold them.
fn apart(common: &[(Rgba, u32)], reach: i32) -> Option<Vec<Rgba>> {
    let mut chosen: Vec<Rgba> = Vec::with_capacity(PALETTE);
    for (color, _) in common {
        if chosen.iter().all(|other| distance(color, other) > reach) {
            if chosen.len() == PALETTE {
                return None;
            }
            chosen.push(*color);
        }
    }
    Some(chosen)
}

/// How far two colours lie apart: the squares of their differences, summed.
fn distance(a: &Rgba, b: &Rgba) -> i32 {
    let square = |n: usize| {
        let difference = i32::from(a[n]) - i32::from(b[n]);
        difference * difference
    };
    square(0) + square(1) + square(2)
}

/// Four slots a colour: hardly ever is one taken.
const SLOTS: usize = MOST * 4;

/// Colours met so far, found by their value.
struct Known {
    list: Vec<(Rgba, u32)>,
    /// One more than a place in the list; 0 is free.
    slots: Vec<u16>,
}

impl Default for Known {
    fn default() -> Known {
        Known { list: Vec::new(), slots: vec![0; SLOTS] }
    }
}

impl Known {
    /// The place of a colour in the list; `None` if it is one too many.
    fn number(&mut self, color: Rgba) -> Option<usize> {
        let hash = u32::from_le_bytes(color).wrapping_mul(0x9e37_79b1);
        let mut slot = (hash >> (32 - SLOTS.ilog2())) as usize;
        loop {
            match usize::from(self.slots[slot]) {
                0 if self.list.len() == MOST => return None,
                0 => {
                    self.list.push((color, 0));
                    self.slots[slot] = self.list.len() as u16;
                    return Some(self.list.len() - 1);
                }
                taken if self.list[taken - 1].0 == color => return Some(taken - 1),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of these colours.
    fn row(colors: impl Iterator<Item = [u8; 3]>) -> Canvas {
        let data: Vec<u8> = colors.flat_map(|[r, g, b]| [r, g, b, 255]).collect();
        Canvas::from_rgba(data.len() as u32 / 4, 1, data).expect("four bytes a pixel")
    }

    #[test]
    fn every_pixel_is_told_by_the_place_of_its_colour() {
        let canvas = row([[9, 9, 9], [9, 9, 9], [1, 2, 3], [9, 9, 9]].into_iter());
        let colours = Colours::of(&canvas).expect("these are few");
        assert_eq!(colours.of, [0, 0, 1, 0]);
        assert_eq!(colours.list, [([9, 9, 9, 255], 3), ([1, 2, 3, 255], 1)]);
        assert_eq!(colours.exact().expect("two fit").rgb, [9, 9, 9, 1, 2, 3]);
    }

    #[test]
    fn a_photograph_has_more_colours_than_are_counted() {
        let shades = |count: u32| row((0..count).map(|n| [n as u8, (n >> 8) as u8, 0]));
        assert!(Colours::of(&shades(MOST as u32)).is_some_and(|colours| colours.exact().is_none()));
        assert!(Colours::of(&shades(MOST as u32 + 1)).is_none());
    }

    #[test]
    fn shades_too_many_for_a_palette_are_shown_by_their_nearest() {
        // Twelve ramps of a hundred shades, as letters in twelve colours have.
        let shades: Vec<[u8; 3]> = (0..12u8)
            .flat_map(|ramp| (0..100u8).map(move |n| [155 + n, 255 - ramp * 20, 200 - n / (ramp + 1)]))
            .collect();
        let colours = Colours::of(&row(shades.iter().copied())).expect("these are no photograph");
        assert!(colours.exact().is_none());
        let palette = colours.merged().expect("they lie close");
        assert!(palette.rgb.len() <= 3 * PALETTE && palette.rgb.len() > 3 * PALETTE / 2);
        for (pixel, number) in shades.iter().zip(&colours.of) {
            let place = usize::from(palette.places[usize::from(*number)]);
            let shown = &palette.rgb[place * 3..place * 3 + 3];
            let [r, g, b] = *pixel;
            assert!(distance(&[r, g, b, 255], &[shown[0], shown[1], shown[2], 255]) <= FURTHEST, "{pixel:?} {shown:?}");
        }
    }

    #[test]
    fn colours_that_lie_apart_are_not_made_one() {
        let apart = (0..1000u32).map(|n| [(n % 10 * 25) as u8, (n / 10 % 10 * 25) as u8, (n / 100 * 25) as u8]);
        assert!(Colours::of(&row(apart)).expect("a thousand").merged().is_none());
    }
}
