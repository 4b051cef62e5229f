//! A picture as the rows a PNG file holds: each with a filter's number before it.
//!
//! What repeats is left as it is, because a compressor finds repetition and a filter would hide it; what does not, a
//! photograph, is told by its difference from the pixels around.

use crate::canvas::Canvas;
use crate::colours::{Colours, Palette};

/// Rows and what they are like.
pub(crate) struct Rows {
    /// Filter and samples, row by row.
    pub(crate) bytes: Vec<u8>,
    /// Whether most of them had to be filtered.
    pub(crate) is_photograph: bool,
}

/// One byte a pixel: its place in the palette. The numbers of colours say nothing of their neighbours, so no filter.
pub(crate) fn indexed(colours: &Colours, palette: &Palette, width: usize) -> Rows {
    let height = colours.of.len() / width;
    let mut bytes = vec![0; (width + 1) * height];
    for (row, numbers) in bytes.chunks_exact_mut(width + 1).zip(colours.of.chunks_exact(width)) {
        for (sample, number) in row[1..].iter_mut().zip(numbers) {
            *sample = palette.places[usize::from(*number)];
        }
    }
    Rows { bytes, is_photograph: false }
}

/// Three bytes a pixel.
pub(crate) fn rgb(canvas: &Canvas) -> Rows {
    let (width, height) = (canvas.width() as usize, canvas.height() as usize);
    let length = width * 3 + 1;
    let mut bytes = vec![0; length * height];
    let mut filtered = 0;
    let nothing = vec![[0; 4]; width];
    let mut above = &nothing[..];
    let mut straight = vec![0; width * 3];
    let mut straight_above = vec![0; width * 3];
    for (row, pixels) in bytes.chunks_exact_mut(length).zip(canvas.data().as_chunks::<4>().0.chunks_exact(width)) {
        if repeats(pixels, above) {
            samples(pixels, &mut row[1..]);
        } else {
            filtered += 1;
            samples(pixels, &mut straight);
            samples(above, &mut straight_above);
            filter(&straight, &straight_above, row);
        }
        above = pixels;
    }
    Rows { bytes, is_photograph: filtered * 2 > height }
}

/// Whether at least half of the pixels are as the one to the left or above.
fn repeats(pixels: &[[u8; 4]], above: &[[u8; 4]]) -> bool {
    let beside = pixels.windows(2).zip(&above[1..]).filter(|(pair, above)| pair[1] == pair[0] || pair[1] == **above);
    beside.count() * 2 + 1 >= pixels.len()
}

fn samples(pixels: &[[u8; 4]], out: &mut [u8]) {
    for (out, [r, g, b, _]) in out.as_chunks_mut::<3>().0.iter_mut().zip(pixels) {
        *out = [*r, *g, *b];
    }
}

/// How many filters PNG has.
const FILTERS: usize = 5;

/// Writes a row after the number of the filter that makes it look smallest.
fn filter(row: &[u8], above: &[u8], out: &mut [u8]) {
    let size = |filter: usize| {
        let first = row.iter().zip(above).take(3).map(|(sample, above)| (sample, (0, *above, 0)));
        let others = row[3..].iter().zip(row.iter().zip(&above[3..]).zip(above));
        let others = others.map(|(sample, ((left, above), corner))| (sample, (*left, *above, *corner)));
        let sizes = first
            .chain(others)
            .map(|(sample, around)| u32::from((sample.wrapping_sub(predicted(filter, around)) as i8).unsigned_abs()));
        sizes.sum::<u32>()
    };
    let best = (0..FILTERS).min_by_key(|filter| size(*filter)).unwrap_or(0);
    out[0] = best as u8;
    for (at, (out, sample)) in out[1..].iter_mut().zip(row).enumerate() {
        let around = match at.checked_sub(3) {
            Some(left) => (row[left], above[at], above[left]),
            None => (0, above[at], 0),
        };
        *out = sample.wrapping_sub(predicted(best, around));
    }
}

/// What a filter takes a sample for from those to the left, above, and above the left.
#[inline]
fn predicted(filter: usize, (left, above, corner): (u8, u8, u8)) -> u8 {
    match filter {
        0 => 0,
        1 => left,
        2 => above,
        3 => left.midpoint(above),
        _ => {
            let slope = i16::from(left) + i16::from(above) - i16::from(corner);
            let away = |sample: u8| (slope - i16::from(sample)).abs();
            if away(left) <= away(above) && away(left) <= away(corner) {
                left
            } else if away(above) <= away(corner) {
                above
            } else {
                corner
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Canvas {
        let data = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| pixel(x, y)).collect();
        Canvas::from_rgba(width, height, data).expect("four bytes a pixel")
    }

    #[test]
    fn a_slope_of_colours_is_filtered_to_almost_nothing() {
        let rows = rgb(&canvas(64, 32, |x, y| {
            let shade = (y * 3 + x * 2) as u8;
            [shade, shade, shade, 255]
        }));
        assert!(rows.is_photograph);
        let small = rows.bytes.chunks_exact(3 * 64 + 1).skip(1).filter(|row| row[1..].iter().all(|byte| *byte <= 4));
        assert_eq!(small.count(), 31);
    }

    #[test]
    fn what_repeats_is_left_as_it_is() {
        let rows =
            rgb(&canvas(60, 20, |x, y| if (x / 10 + y / 10) % 2 == 0 { [1, 2, 3, 255] } else { [7, 8, 9, 255] }));
        assert!(!rows.is_photograph);
        assert!(rows.bytes.chunks_exact(3 * 60 + 1).all(|row| row[0] == 0 && row[1..4] == row[4..7]));
    }
}
