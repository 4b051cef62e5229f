//! A PNG file written: header, palette, filtered rows, deflated.
//!
//! Only what a canvas needs: eight bits a sample, RGB or a palette, not interlaced. A page carries these lines and the
//! two compressors instead of a whole PNG library. Reads nothing back.

/// How much time a file may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Written about as fast as it can be read.
    Fast,
    /// About half the size, at several times the cost.
    Small,
}

/// What is written.
pub(crate) struct Picture<'a> {
    /// Pixels in a row, at least one.
    pub(crate) width: u32,
    /// Rows, at least one.
    pub(crate) height: u32,
    /// Three bytes a colour; without it the samples are RGB.
    pub(crate) palette: Option<&'a [u8]>,
    /// One byte a pixel with a palette, three without.
    pub(crate) samples: &'a [u8],
}

/// The picture as a PNG file.
pub(crate) fn write(picture: &Picture<'_>, effort: Effort) -> Vec<u8> {
    let crc = Crc::new();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::with_capacity(13);
    header.extend_from_slice(&picture.width.to_be_bytes());
    header.extend_from_slice(&picture.height.to_be_bytes());
    // Eight bits a sample, the kind of colour, and the only compression, filtering and order without interlacing.
    header.extend_from_slice(&[8, if picture.palette.is_some() { 3 } else { 2 }, 0, 0, 0]);
    chunk(&mut file, &crc, *b"IHDR", &header);
    if let Some(palette) = picture.palette {
        chunk(&mut file, &crc, *b"PLTE", palette);
    }
    let length = picture.samples.len() / picture.height as usize;
    let rows = match picture.palette {
        // The numbers of colours say nothing of their neighbours.
        Some(_) => unfiltered(picture.samples, length),
        None => filtered(picture.samples, length),
    };
    chunk(&mut file, &crc, *b"IDAT", &deflate(&rows, effort));
    chunk(&mut file, &crc, *b"IEND", &[]);
    file
}

fn deflate(rows: &[u8], effort: Effort) -> Vec<u8> {
    if effort == Effort::Fast {
        let fast = fdeflate::compress_to_vec(rows);
        // It can make noise larger; the other stores what does not shrink.
        if fast.len() <= rows.len() {
            return fast;
        }
    }
    miniz_oxide::deflate::compress_to_vec_zlib(rows, 6)
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

/// The rows of `length` bytes, each after a 0: as it is.
fn unfiltered(samples: &[u8], length: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(samples.len() + samples.len() / length);
    for row in samples.chunks_exact(length) {
        out.push(0);
        out.extend_from_slice(row);
    }
    out
}

/// How many filters PNG has.
const FILTERS: usize = 5;

/// The rows of `length` bytes in pixels of three, each after the number of the filter that makes it look smallest.
fn filtered(samples: &[u8], length: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(samples.len() + samples.len() / length);
    let nothing = vec![0; length];
    let mut above = &nothing[..];
    for row in samples.chunks_exact(length) {
        let around = |at: usize| match at.checked_sub(3) {
            Some(left) => (row[left], above[at], above[left]),
            None => (0, above[at], 0),
        };
        // Most rows of a screen are like the row above.
        let filter = if row == above {
            2
        } else {
            let mut sums = [0u32; FILTERS];
            for (at, sample) in row.iter().enumerate() {
                let around = around(at);
                for (filter, sum) in sums.iter_mut().enumerate() {
                    *sum += u32::from((sample.wrapping_sub(predicted(filter, around)) as i8).unsigned_abs());
                }
            }
            (1..FILTERS).fold(0, |best, filter| if sums[filter] < sums[best] { filter } else { best })
        };
        out.push(filter as u8);
        out.extend(row.iter().enumerate().map(|(at, sample)| sample.wrapping_sub(predicted(filter, around(at)))));
        above = row;
    }
    out
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

    #[test]
    fn a_checksum_is_the_one_every_reader_computes() {
        assert_eq!(Crc::new().of(b"123456789"), 0xcbf4_3926);
        assert_eq!(Crc::new().of(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn a_slope_of_colours_is_filtered_to_almost_nothing() {
        let length = 3 * 64;
        let samples: Vec<u8> = (0..32 * length).map(|at| (at / length * 3 + at % length / 3 * 2) as u8).collect();
        let rows = filtered(&samples, length);
        let small = rows.chunks_exact(length + 1).skip(1).filter(|row| row[1..].iter().all(|byte| *byte <= 4));
        assert_eq!(small.count(), 31);
    }
}
