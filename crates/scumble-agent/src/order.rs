//! Putting things in order, by their indices.
//!
//! One sort for the whole crate: every other instance of the standard library's is three kilobytes of a page.

use std::cmp::Ordering;

/// The indices below `count`, ordered as `compare` has what they stand for; equal ones stay in their order.
pub(crate) fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..count).collect();
    indices.sort_by(|&a, &b| compare(a, b));
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ones_keep_their_order() {
        let words = ["pear", "fig", "plum", "kiwi", "nut"];
        assert_eq!(order(words.len(), &|a, b| words[a].len().cmp(&words[b].len())), [1, 4, 0, 2, 3]);
    }
}
