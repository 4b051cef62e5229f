//! A fast, fixed hash: for cache keys, and for telling pictures apart by a short name.
//!
//! The standard library's hasher is slower than what it would find here, and seeded. Not for keys from outside.

use std::hash::{BuildHasher, Hasher};

const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;

/// A running hash of 64-bit words (multiply and fold, in 64 bits, which WebAssembly has); the same on every platform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words(u64);

impl Words {
    pub(crate) fn new() -> Words {
        Words(0x243f_6a88_85a3_08d3)
    }

    pub(crate) fn add(&mut self, word: u64) {
        let product = (self.0 ^ word).wrapping_mul(PRIME);
        // A product's low bits depend on low bits only: fold the high half down.
        self.0 = product ^ (product >> 32);
    }

    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        // Four hashes side by side: one alone would wait for each multiplication to end.
        let (blocks, rest) = bytes.as_chunks::<32>();
        if !blocks.is_empty() {
            let mut lanes: [Words; 4] = std::array::from_fn(|lane| Words(self.0 ^ lane as u64));
            for block in blocks {
                for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
                    lane.add(u64::from_le_bytes(*word));
                }
            }
            lanes.iter().for_each(|lane| self.add(lane.0));
        }
        let (words, rest) = rest.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut tail = [0u8; 8];
            tail[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(tail));
        }
        self.add(bytes.len() as u64);
    }

    pub(crate) fn value(&self) -> u64 {
        let mut end = *self;
        end.add(PRIME);
        end.0
    }
}

/// `Words` for hash maps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fast;

impl BuildHasher for Fast {
    type Hasher = FastHasher;
    fn build_hasher(&self) -> FastHasher {
        FastHasher(Words::new())
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FastHasher(Words);

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        self.0.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.add_bytes(bytes);
    }
    fn write_u32(&mut self, word: u32) {
        self.0.add(u64::from(word));
    }
    fn write_i32(&mut self, word: i32) {
        self.0.add(u64::from(word as u32));
    }
    fn write_u64(&mut self, word: u64) {
        self.0.add(word);
    }
    fn write_usize(&mut self, word: usize) {
        self.0.add(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bit_or_one_trailing_nothing_makes_another_hash() {
        let hash = |bytes: &[u8]| {
            let mut words = Words::new();
            words.add_bytes(bytes);
            words.value()
        };
        let mut seen = std::collections::BTreeSet::new();
        for length in 0..40 {
            assert!(seen.insert(hash(&vec![0u8; length])), "zeros of length {length}");
        }
        for bit in 0..256 {
            let mut bytes = [0u8; 32];
            bytes[bit / 8] = 1 << (bit % 8);
            assert!(seen.insert(hash(&bytes)), "bit {bit}");
        }
    }
}
