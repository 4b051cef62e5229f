//! Pictures as PNG files in memory, and back.
//!
//! A picture of at most 256 colours is written with a palette, any other as RGB: alpha is 255 everywhere and would
//! only cost bytes. One that has to fit is written so that the first or second file does.

use std::borrow::Cow;
use std::io::Cursor;

use png::{ColorType, Transformations};

use crate::canvas::{Canvas, downscale};
use crate::colours::{Colours, Palette};
use crate::png_file::write;
use crate::png_rows::{indexed, rgb};

/// A PNG file and the picture in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The file.
    pub png: Vec<u8>,
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Whether colours that can hardly be told apart were made one, so that a palette holds them.
    pub merged: bool,
}

/// A picture as a PNG file, exactly, compressed fast rather than well.
pub fn encode_png(canvas: &Canvas) -> Vec<u8> {
    let colours = Colours::of(canvas);
    match colours.as_ref().and_then(|colours| Some((colours, colours.exact()?))) {
        Some((colours, palette)) => with_palette(canvas, colours, &palette),
        None => as_rgb(canvas),
    }
}

/// A picture as a PNG file of at most `max_bytes`: exactly, if that fits; else with similar colours made one; else
/// smaller. Only a picture of one pixel may come out larger than asked.
pub fn encode_png_within(canvas: &Canvas, max_bytes: usize) -> Encoded {
    Fitting { max_bytes, written: 0 }.fit(canvas)
}

fn with_palette(canvas: &Canvas, colours: &Colours, palette: &Palette) -> Vec<u8> {
    write(canvas.width(), canvas.height(), Some(&palette.rgb), &indexed(colours, palette, canvas.width() as usize))
}

fn as_rgb(canvas: &Canvas) -> Vec<u8> {
    write(canvas.width(), canvas.height(), None, &rgb(canvas))
}

/// A screen's samples shrink at least this much: where that is enough, the file is written exactly at once.
const SURE: usize = 8;
/// How many times as large a screen is in RGB as with a palette, at most as far as is known.
const RGB_TO_INDEXED: f64 = 2.5;

/// A picture being made to fit.
struct Fitting {
    max_bytes: usize,
    /// Files written so far: each takes milliseconds.
    written: u32,
}

impl Fitting {
    fn fit(&mut self, canvas: &Canvas) -> Encoded {
        let mut length = match self.whole(canvas) {
            Ok(encoded) => return encoded,
            Err(length) => length,
        };
        let mut shown = Cow::Borrowed(canvas);
        loop {
            // Bytes go with the area, so the side shrinks by the root; a fifth more, because detail per pixel grows.
            let factor = (libm::sqrt(self.max_bytes as f64 / length as f64) * 0.8).clamp(0.1, 0.9);
            let smaller = |side: u32| ((f64::from(side) * factor) as u32).max(1);
            let (width, height) = (smaller(shown.width()), smaller(shown.height()));
            // Always from the original, so that nothing is averaged twice.
            shown = Cow::Owned(downscale(canvas, width, height));
            let encoded = self.smallest(&shown);
            if encoded.png.len() <= self.max_bytes || (width == 1 && height == 1) {
                return encoded;
            }
            length = encoded.png.len();
        }
    }

    /// The picture in its size, or how long the smallest file of it is.
    fn whole(&mut self, canvas: &Canvas) -> Result<Encoded, usize> {
        let samples = canvas.data().len() / 4 * 3;
        let colours = Colours::of(canvas);
        let palette = colours.as_ref().and_then(Colours::exact);
        let is_exact = palette.is_some();
        let mut length = usize::MAX;
        if !is_exact && (colours.is_none() || samples / SURE <= self.max_bytes) {
            let exact = self.rgb(canvas);
            if exact.png.len() <= self.max_bytes {
                return Ok(exact);
            }
            length = exact.png.len();
        }
        let palette = palette.or_else(|| colours.as_ref().and_then(Colours::merged));
        let (Some(colours), Some(palette)) = (colours, palette) else {
            // A photograph, or colours as far apart as a photograph's.
            return if length == usize::MAX { self.fitting_rgb(canvas) } else { Err(length) };
        };
        let small = self.indexed(canvas, &colours, &palette, !is_exact);
        if small.png.len() > self.max_bytes {
            return Err(small.png.len());
        }
        let likely = (small.png.len() as f64 * RGB_TO_INDEXED) as usize;
        if !is_exact && length == usize::MAX && likely <= self.max_bytes {
            return Ok(self.fitting_rgb(canvas).unwrap_or(small));
        }
        Ok(small)
    }

    /// The smallest file of a picture that no longer is what it was anyway.
    fn smallest(&mut self, canvas: &Canvas) -> Encoded {
        let colours = Colours::of(canvas);
        let palette = colours.as_ref().and_then(|colours| colours.exact().or_else(|| colours.merged()));
        match (colours, palette) {
            (Some(colours), Some(palette)) => {
                let merged = colours.exact().is_none();
                self.indexed(canvas, &colours, &palette, merged)
            }
            _ => self.rgb(canvas),
        }
    }

    fn fitting_rgb(&mut self, canvas: &Canvas) -> Result<Encoded, usize> {
        let encoded = self.rgb(canvas);
        if encoded.png.len() <= self.max_bytes { Ok(encoded) } else { Err(encoded.png.len()) }
    }

    fn rgb(&mut self, canvas: &Canvas) -> Encoded {
        self.written += 1;
        Encoded { png: as_rgb(canvas), width: canvas.width(), height: canvas.height(), merged: false }
    }

    fn indexed(&mut self, canvas: &Canvas, colours: &Colours, palette: &Palette, merged: bool) -> Encoded {
        self.written += 1;
        Encoded { png: with_palette(canvas, colours, palette), width: canvas.width(), height: canvas.height(), merged }
    }
}

/// A picture from a PNG file; what is not opaque is laid over white.
///
/// # Errors
/// A sentence when the bytes are no PNG file, or its size is none a canvas can have.
pub fn decode_png(png: &[u8]) -> Result<Canvas, String> {
    let refused = |error: png::DecodingError| {
        format!("The bytes cannot be read as a PNG file ({error}). Pass a whole file, as it was written.")
    };
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(refused)?;
    let length = reader.output_buffer_size().ok_or("The PNG file is too large to be read. Make it smaller.")?;
    let mut pixels = vec![0; length];
    let info = reader.next_frame(&mut pixels).map_err(refused)?;
    pixels.truncate(info.buffer_size());
    let rgba = match info.color_type {
        ColorType::Rgba => pixels,
        ColorType::GrayscaleAlpha => pixels.as_chunks::<2>().0.iter().flat_map(|[l, a]| [*l, *l, *l, *a]).collect(),
        ColorType::Rgb => pixels.as_chunks::<3>().0.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect(),
        ColorType::Grayscale => pixels.iter().flat_map(|l| [*l, *l, *l, 255]).collect(),
        ColorType::Indexed => {
            return Err("The PNG file has a palette that could not be expanded. Save it as RGB.".to_owned());
        }
    };
    Canvas::from_rgba(info.width, info.height, rgba)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels no compressor can do much with.
    fn noise(width: u32, height: u32) -> Canvas {
        let mut state = 1u32;
        let data = (0..width * height * 4)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        Canvas::from_rgba(width, height, data).expect("four bytes a pixel")
    }

    #[test]
    fn what_is_encoded_is_decoded_unchanged_with_few_colours_and_with_many() {
        let many = noise(37, 21);
        let few = downscale(&noise(2, 2), 1, 1);
        let mut exactly = Vec::new();
        for n in 0..=255u8 {
            exactly.extend([n, 255 - n, n / 2, 255]);
        }
        let exactly = Canvas::from_rgba(16, 16, exactly).expect("256 pixels");
        assert!(Colours::of(&exactly).is_some_and(|colours| colours.exact().is_some()));
        assert!(Colours::of(&many).is_none_or(|colours| colours.exact().is_none()));
        for canvas in [many, few, exactly, Canvas::new(5, 1)] {
            assert_eq!(decode_png(&encode_png(&canvas)).as_ref(), Ok(&canvas));
        }
    }

    #[test]
    fn a_picture_too_large_is_made_smaller_until_it_fits() {
        let canvas = noise(300, 200);
        let whole = encode_png(&canvas).len();
        for limit in [whole, whole / 2, 20_000, 3_000] {
            let encoded = encode_png_within(&canvas, limit);
            assert!(encoded.png.len() <= limit, "{} of {limit}", encoded.png.len());
            let decoded = decode_png(&encoded.png).expect("what was encoded can be decoded");
            assert_eq!((decoded.width(), decoded.height()), (encoded.width, encoded.height));
            assert_eq!(encoded.width == 300, limit == whole);
            let ratio = f64::from(encoded.width) / f64::from(encoded.height);
            assert!((ratio - 1.5).abs() < 0.1, "{ratio}");
        }
        assert_eq!(encode_png_within(&canvas, 0).width, 1);
    }

    /// Letters in many shades of a few colours, all over: what the edges of a screen's texts are like.
    fn letters(width: u32, height: u32) -> Canvas {
        let mut state = 1u32;
        let mut data = Vec::new();
        for y in 0..height {
            for x in 0..width {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let is_edge = x % 16 < 5 && y % 24 < 12;
                let shade = (state >> 25) as u8;
                let [r, g, b] = if is_edge { [255 - shade, 200 - shade, 128 + (y / 200 * 20) as u8] } else { [250; 3] };
                data.extend([r, g, b, 255]);
            }
        }
        Canvas::from_rgba(width, height, data).expect("four bytes a pixel")
    }

    fn fitted(canvas: &Canvas, max_bytes: usize) -> (Encoded, u32) {
        let mut fitting = Fitting { max_bytes, written: 0 };
        (fitting.fit(canvas), fitting.written)
    }

    #[test]
    fn a_screen_that_does_not_fit_exactly_keeps_its_size_and_merges_colours() {
        let canvas = letters(400, 900);
        assert!(Colours::of(&canvas).is_some_and(|colours| colours.exact().is_none()));
        let exact = encode_png(&canvas).len();
        let (encoded, written) = fitted(&canvas, exact * 3 / 4);
        assert_eq!((encoded.width, encoded.height, encoded.merged), (400, 900, true));
        assert!(encoded.png.len() <= exact * 3 / 4 && written <= 2, "{} {written}", encoded.png.len());
        let shown = decode_png(&encoded.png).expect("what was encoded can be decoded");
        let off = shown.data().iter().zip(canvas.data()).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(off.is_some_and(|off| off <= 15), "{off:?}");
    }

    #[test]
    fn a_screen_is_exact_where_that_fits_and_written_twice_at_most() {
        let canvas = letters(400, 900);
        let exact = encode_png(&canvas);
        for max_bytes in [exact.len(), exact.len() * 2, 3_000_000] {
            let (encoded, written) = fitted(&canvas, max_bytes);
            assert!(encoded.png.len() <= max_bytes && written <= 2, "{max_bytes}: {written}");
            if max_bytes > exact.len() {
                assert_eq!((encoded.merged, &encoded.png), (false, &exact));
            }
        }
        let (encoded, written) = fitted(&canvas, exact.len() / 6);
        assert!(encoded.width < 400 && written <= 4, "{written}");
    }

    #[test]
    fn bytes_that_are_no_png_are_refused_with_a_sentence() {
        let error = decode_png(b"GIF89a").expect_err("that is another format");
        assert!(error.starts_with("The bytes cannot be read as a PNG file"), "{error}");
    }
}
