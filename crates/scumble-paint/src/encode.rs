//! Pictures as PNG files in memory, and back.
//!
//! A picture of at most 256 colours is written with a palette, any other as RGB: alpha is 255 everywhere and would
//! only cost bytes.

use std::borrow::Cow;
use std::io::Cursor;

use png::{ColorType, Transformations};

use crate::canvas::{Canvas, downscale};
use crate::png_file::{Effort, Picture, write};

/// A PNG file and the size of the picture in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The file.
    pub png: Vec<u8>,
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// A picture as a PNG file, compressed fast rather than well.
pub fn encode_png(canvas: &Canvas) -> Vec<u8> {
    encode(canvas, Effort::Fast)
}

/// A picture as a PNG file of at most `max_bytes`: first as it is, then compressed better, then smaller and smaller.
/// Only a picture of one pixel may come out larger than asked.
pub fn encode_png_within(canvas: &Canvas, max_bytes: usize) -> Encoded {
    let whole = |png| Encoded { png, width: canvas.width(), height: canvas.height() };
    let fast = encode(canvas, Effort::Fast);
    if fast.len() <= max_bytes {
        return whole(fast);
    }
    let mut length = fast.len();
    // Compressing better halves a typical screen; it does not make a quarter of it.
    if length / 4 <= max_bytes {
        let better = encode(canvas, Effort::Small);
        if better.len() <= max_bytes {
            return whole(better);
        }
        length = better.len();
    }
    let mut shown = Cow::Borrowed(canvas);
    loop {
        // Bytes go with the area, so the side shrinks by the root; a tenth more, because detail per pixel grows.
        let factor = (libm::sqrt(max_bytes as f64 / length as f64) * 0.9).clamp(0.1, 0.9);
        let smaller = |side: u32| ((f64::from(side) * factor) as u32).max(1);
        let (width, height) = (smaller(shown.width()), smaller(shown.height()));
        // Always from the original, so that nothing is averaged twice.
        shown = Cow::Owned(downscale(canvas, width, height));
        let png = encode(&shown, Effort::Small);
        if png.len() <= max_bytes || (width == 1 && height == 1) {
            return Encoded { png, width, height };
        }
        length = png.len();
    }
}

fn encode(canvas: &Canvas, effort: Effort) -> Vec<u8> {
    let (width, height) = (canvas.width(), canvas.height());
    match indexed(canvas) {
        Some((palette, indices)) => {
            write(&Picture { width, height, palette: Some(&palette), samples: &indices }, effort)
        }
        None => {
            let mut samples = Vec::with_capacity(canvas.data().len() / 4 * 3);
            for [r, g, b, _] in canvas.data().as_chunks::<4>().0 {
                samples.extend_from_slice(&[*r, *g, *b]);
            }
            write(&Picture { width, height, palette: None, samples: &samples }, effort)
        }
    }
}

/// The colours of a picture and one index a pixel, when there are at most 256.
fn indexed(canvas: &Canvas) -> Option<(Vec<u8>, Vec<u8>)> {
    const SLOTS: usize = 1024;
    let mut slots: Vec<Option<([u8; 4], u8)>> = vec![None; SLOTS];
    let mut palette = Vec::new();
    let mut indices = Vec::with_capacity(canvas.data().len() / 4);
    let mut last: Option<([u8; 4], u8)> = None;
    for pixel in canvas.data().as_chunks::<4>().0 {
        if let Some((color, index)) = last
            && color == *pixel
        {
            indices.push(index);
            continue;
        }
        let mut slot = (u32::from_le_bytes(*pixel).wrapping_mul(0x9e37_79b1) >> 22) as usize;
        let index = loop {
            match slots[slot] {
                Some((color, index)) if color == *pixel => break index,
                Some(_) => slot = (slot + 1) % SLOTS,
                None => {
                    let index = u8::try_from(palette.len() / 3).ok()?;
                    palette.extend_from_slice(&pixel[..3]);
                    slots[slot] = Some((*pixel, index));
                    break index;
                }
            }
        };
        last = Some((*pixel, index));
        indices.push(index);
    }
    Some((palette, indices))
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
        assert!(indexed(&exactly).is_some() && indexed(&many).is_none());
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

    #[test]
    fn bytes_that_are_no_png_are_refused_with_a_sentence() {
        let error = decode_png(b"GIF89a").expect_err("that is another format");
        assert!(error.starts_with("The bytes cannot be read as a PNG file"), "{error}");
    }
}
