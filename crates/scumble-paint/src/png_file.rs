//! A PNG file written: header, palette, rows, deflated.
//!
//! Only what a canvas needs: eight bits a sample, RGB or a palette, not interlaced. A page carries these lines and the
//! two compressors instead of a whole PNG library. Reads nothing back.

use crate::png_rows::Rows;

/// The file of a picture of `width` by `height` pixels; `palette` has three bytes a colour, without it the rows are RGB.
pub(crate) fn write(width: u32, height: u32, palette: Option<&[u8]>, rows: &Rows) -> Vec<u8> {
    let crc = Crc::new();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::with_capacity(13);
    header.extend_from_slice(&width.to_be_bytes());
    header.extend_from_slice(&height.to_be_bytes());
    // Eight bits a sample, the kind of colour, and the only compression, filtering and order without interlacing.
    header.extend_from_slice(&[8, if palette.is_some() { 3 } else { 2 }, 0, 0, 0]);
    chunk(&mut file, &crc, *b"IHDR", &header);
    if let Some(palette) = palette {
        chunk(&mut file, &crc, *b"PLTE", palette);
    }
    chunk(&mut file, &crc, *b"IDAT", &deflate(rows, palette.is_some()));
    chunk(&mut file, &crc, *b"IEND", &[]);
    file
}

/// Levels of the compressor that looks for repetition: what is beyond them costs twice as much for a few hundredths.
const INDEXED_LEVEL: u8 = 4;
const RGB_LEVEL: u8 = 2;

fn deflate(rows: &Rows, is_indexed: bool) -> Vec<u8> {
    if rows.is_photograph {
        // Where little repeats, looking for it is in vain.
        let fast = fdeflate::compress_to_vec(&rows.bytes);
        // It can make noise larger; the other stores what does not shrink.
        if fast.len() <= rows.bytes.len() {
            return fast;
        }
    }
    miniz_oxide::deflate::compress_to_vec_zlib(&rows.bytes, if is_indexed { INDEXED_LEVEL } else { RGB_LEVEL })
}

/// Length, name, content, checksum.
fn chunk(file: &mut Vec<u8>, crc: &Crc, name: [u8; 4], content: &[u8]) {
    file.extend_from_slice(&(content.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend_from_slice(&name);
    file.extend_from_slice(content);
    let sum = crc.of(&file[start..]);
    file.extend_from_slice(&sum.to_be_bytes());
}

/// The checksum of PNG's chunks (CRC-32, reflected). Its table is made when a file is written: 256 words of it in the
/// module would not compress.
struct Crc([u32; 256]);

impl Crc {
    fn new() -> Crc {
        Crc(std::array::from_fn(|byte| {
            (0..8).fold(byte as u32, |sum, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 })
        }))
    }

    fn of(&self, bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |sum: u32, byte| self.0[usize::from(sum as u8 ^ byte)] ^ (sum >> 8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_the_one_every_reader_computes() {
        assert_eq!(Crc::new().of(b"123456789"), 0xcbf4_3926);
        assert_eq!(Crc::new().of(b"IEND"), 0xae42_6082);
    }
}
