//! Names nobody can guess.

use std::fmt::Write;

/// 128 random bits of the operating system's as 32 hexadecimal digits.
///
/// # Panics
/// If the operating system has no randomness to give.
#[must_use]
pub fn token() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the operating system gives randomness");
    bytes.iter().fold(String::with_capacity(32), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
