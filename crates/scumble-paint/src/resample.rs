//! Pictures made smaller by the average of the area each pixel covers, in whole numbers.
//!
//! Works on premultiplied (or opaque) RGBA. Making larger is done while painting, by mixing neighbours.

/// `width * height` pixels of `pixels` averaged down to `to_width * to_height`, neither larger than before and
/// neither nothing.
pub(crate) fn shrink(pixels: &[u8], width: usize, height: usize, to_width: usize, to_height: usize) -> Vec<u8> {
    debug_assert!(to_width >= 1 && to_height >= 1 && to_width <= width && to_height <= height);
    if to_width == width && to_height == height {
        return pixels.to_vec();
    }
    let columns = shares(width, to_width);
    let rows = shares(height, to_height);
    let mut out = Vec::with_capacity(to_width * to_height * 4);
    let mut sums = vec![[0u64; 4]; to_width];
    for row in &rows {
        sums.fill([0; 4]);
        let mut row_total = 0;
        for (y, row_share) in row.iter() {
            row_total += row_share;
            let (line, _) = pixels[y * width * 4..(y + 1) * width * 4].as_chunks::<4>();
            for (column, sum) in columns.iter().zip(&mut sums) {
                for (x, share) in column.iter() {
                    for (total, channel) in sum.iter_mut().zip(line[x]) {
                        *total += u64::from(channel) * share * row_share;
                    }
                }
            }
        }
        for (column, sum) in columns.iter().zip(&sums) {
            let total: u64 = column.iter().map(|(_, share)| share).sum::<u64>() * row_total;
            out.extend(sum.map(|channel| ((channel + total / 2) / total) as u8));
        }
    }
    out
}

/// The pixels one pixel of the result covers along an axis: whole ones count `inner`, the two at the ends less.
#[derive(Clone, Copy, Debug)]
struct Share {
    first: usize,
    last: usize,
    at_first: u64,
    at_last: u64,
    inner: u64,
}

impl Share {
    fn iter(self) -> impl Iterator<Item = (usize, u64)> {
        (self.first..=self.last).map(move |n| {
            let share = if n == self.first {
                self.at_first
            } else if n == self.last {
                self.at_last
            } else {
                self.inner
            };
            (n, share)
        })
    }
}

/// Exact shares, in units of 1/`to` of a pixel.
fn shares(from: usize, to: usize) -> Vec<Share> {
    (0..to)
        .map(|n| {
            let (start, end) = (n * from, (n + 1) * from);
            let (first, last) = (start / to, (end - 1) / to);
            let at_first = ((first + 1) * to).min(end) - start;
            let at_last = end - last * to;
            Share { first, last, at_first: at_first as u64, at_last: at_last as u64, inner: to as u64 }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_picture_stays_flat_at_every_size() {
        let pixels: Vec<u8> = [9, 80, 200, 255].repeat(17 * 11);
        for (width, height) in [(17, 11), (16, 3), (1, 1), (5, 11), (17, 1)] {
            let out = shrink(&pixels, 17, 11, width, height);
            assert_eq!(out, [9, 80, 200, 255].repeat(width * height));
        }
    }

    #[test]
    fn each_pixel_is_the_average_of_what_it_covers() {
        let grey = |n: u8| [n, n, n, 255];
        let pixels: Vec<u8> = [grey(0), grey(90), grey(240)].concat();
        // Three pixels to two: each takes one whole and half of the middle one.
        assert_eq!(shrink(&pixels, 3, 1, 2, 1), [grey(30), grey(190)].concat());
    }
}
