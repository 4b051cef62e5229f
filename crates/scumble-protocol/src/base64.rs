//! Base64 as RFC 4648 has it (section 4): bytes as text of 64 letters, and back.
//!
//! A few lines of our own: a page carries them, and a library's tables for every alphabet would be ten times as much.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes as base64 with padding.
#[must_use]
pub fn to_base64(data: &[u8]) -> String {
    let mut text = String::with_capacity(data.len().div_ceil(3) * 4);
    for group in data.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place > group.len() { '=' } else { letter.into() });
        }
    }
    text
}

/// The bytes of base64 text, whose padding may be left out; `None` if it is no such text: another character, a length
/// no whole number of bytes has, padding that is not where it belongs, or bits set beyond the last byte.
#[must_use]
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let letters = text.trim_end_matches('=').as_bytes();
    let padding = text.len() - letters.len();
    if letters.len() % 4 == 1 || padding > 0 && (padding > 2 || !text.len().is_multiple_of(4)) {
        return None;
    }
    let mut data = Vec::with_capacity(letters.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0u32, 0);
    for &letter in letters {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            data.push((bits >> count) as u8);
        }
    }
    (bits & ((1 << count) - 1) == 0).then_some(data)
}

/// Bytes as base64 text, in serde's `with`.
pub(crate) mod text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::to_base64(bytes))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        super::from_base64(&String::deserialize(deserializer)?)
            .ok_or_else(|| serde::de::Error::custom("the bytes are no base64 text"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard_go_both_ways() {
        let pairs =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")];
        for (bytes, text) in pairs {
            assert_eq!(to_base64(bytes.as_bytes()), text);
            assert_eq!(from_base64(text).as_deref(), Some(bytes.as_bytes()));
            assert_eq!(from_base64(text.trim_end_matches('=')).as_deref(), Some(bytes.as_bytes()));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(from_base64(&to_base64(&all)), Some(all));
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in ["A", "AAAAA", "Zg=", "Zg===", "=Zg=", "Z=g=", "Zh==", "Zm9=", "Zm 9", "Zm-9", "===="] {
            assert_eq!(from_base64(text), None, "{text}");
        }
    }
}
