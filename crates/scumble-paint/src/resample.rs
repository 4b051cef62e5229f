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
    // What the shares of any pixel of the result sum up to.
    let total = (width * height) as u64;
    let mut out = Vec::with_capacity(to_width * to_height * 4);
    let mut across = vec![[0u32; 4]; to_width];
    let mut across_of = usize::MAX;
    let mut sums = vec![[0u64; 4]; to_width];
    for row in &rows {
        sums.fill([0; 4]);
        for (y, share) in row.iter() {
            // Two rows of the result may share one of the source.
            if across_of != y {
                let (line, _) = pixels[y * width * 4..(y + 1) * width * 4].as_chunks::<4>();
                sum_across(line, &columns, &mut across);
                across_of = y;
            }
            for (sum, across) in sums.iter_mut().zip(&across) {
                for (sum, across) in sum.iter_mut().zip(across) {
                    *sum += u64::from(*across) * share;
                }
            }
        }
        for sum in &sums {
            out.extend(sum.map(|sum| quotient(sum + total / 2, total)));
        }
    }
    out
}

/// What each pixel of the result takes from one row of the source.
fn sum_across(line: &[[u8; 4]], columns: &[Share], sums: &mut [[u32; 4]]) {
    for (column, sum) in columns.iter().zip(sums) {
        *sum = [0; 4];
        for pixel in &line[column.first..=column.last] {
            for (sum, channel) in sum.iter_mut().zip(pixel) {
                *sum += u32::from(*channel);
            }
        }
        let (inner, first, last) = (column.inner as u32, line[column.first], line[column.last]);
        let (less_first, less_last) = (inner - column.at_first as u32, inner - column.at_last as u32);
        for (n, sum) in sum.iter_mut().enumerate() {
            *sum = *sum * inner - u32::from(first[n]) * less_first - u32::from(last[n]) * less_last;
        }
    }
}

/// `sum / total`, which is below 256. By a multiplication: a division takes many times as long.
fn quotient(sum: u64, total: u64) -> u8 {
    let guess = (sum as f64 * (1.0 / total as f64)) as u64;
    // The guess is off by one where the quotient is next to a whole number.
    let guess = if guess * total > sum { guess - 1 } else { guess };
    let exact = if (guess + 1) * total <= sum { guess + 1 } else { guess };
    exact as u8
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

    #[test]
    fn averages_are_exact_wherever_the_edges_fall() {
        let (width, height) = (23usize, 17usize);
        let pixels: Vec<u8> = (0..width * height * 4).map(|n| (n * n * 31 / 7 + n) as u8).collect();
        for (to_width, to_height) in [(22, 16), (9, 17), (23, 5), (12, 8), (1, 1), (7, 3)] {
            let out = shrink(&pixels, width, height, to_width, to_height);
            for (at, shown) in out.iter().enumerate() {
                let (x, y, channel) = (at / 4 % to_width, at / 4 / to_width, at % 4);
                // In units of 1/to of a pixel: how much of pixel `n` lies in pixel `at` of the result.
                let part = |n: usize, at: usize, from: usize, to: usize| {
                    ((n + 1) * to).min((at + 1) * from).saturating_sub((n * to).max(at * from)) as u64
                };
                let mut sum = 0;
                for (n, value) in pixels.iter().enumerate().filter(|(n, _)| n % 4 == channel) {
                    let (from_x, from_y) = (n / 4 % width, n / 4 / width);
                    sum += u64::from(*value) * part(from_x, x, width, to_width) * part(from_y, y, height, to_height);
                }
                let total = (width * height) as u64;
                assert_eq!(u64::from(*shown), (sum + total / 2) / total, "{to_width}x{to_height} {x},{y}");
            }
        }
    }

    #[test]
    fn a_quotient_is_the_whole_one() {
        for total in [1u64, 3, 7, 255, 12_345, 780 * 1688, 16_384 * 16_384] {
            for value in 0..=255u64 {
                for sum in [value * total, value * total + total - 1, value * total + total / 2] {
                    assert_eq!(quotient(sum, total), value as u8, "{sum} / {total}");
                }
            }
        }
    }
}
