//! What a page's text field says, in the scene's terms: UTF-16 offsets become bytes, and a text that was changed by
//! something that cannot be stopped becomes the one replacement that explains it. It knows no field and no scene.

use std::ops::Range;

/// The byte offset of a UTF-16 offset; one inside a character or behind the end is moved to the nearest before it.
pub(crate) fn to_byte(text: &str, units: usize) -> usize {
    let mut left = units;
    for (at, character) in text.char_indices() {
        if left < character.len_utf16() {
            return at;
        }
        left -= character.len_utf16();
    }
    text.len()
}

/// The UTF-16 offset of a byte offset; one inside a character is moved to its start.
pub(crate) fn to_units(text: &str, byte: usize) -> usize {
    text.char_indices()
        .take_while(|(at, character)| at + character.len_utf8() <= byte)
        .map(|(_, character)| character.len_utf16())
        .sum()
}

/// A part of a text and what stands there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replacement {
    /// Bytes of the old text.
    pub(crate) range: Range<usize>,
    /// The new text for them.
    pub(crate) text: String,
}

/// The smallest replacement that makes `old` into `new`, where several do the one that ends at the caret (bytes of
/// `new`); none if they are equal.
pub(crate) fn replacement(old: &str, new: &str, caret: usize) -> Option<Replacement> {
    if old == new {
        return None;
    }
    // What follows the caret was not typed: keep as much of it as both have, then as much as both begin with.
    let after_caret = new.len().saturating_sub(caret);
    let kept_end = common_end(old, new, after_caret);
    let kept_start = common_start(&old[..old.len() - kept_end], &new[..new.len() - kept_end]);
    let more_end =
        common_end(&old[kept_start..old.len() - kept_end], &new[kept_start..new.len() - kept_end], usize::MAX);
    let end = kept_end + more_end;
    Some(Replacement { range: kept_start..old.len() - end, text: new[kept_start..new.len() - end].to_owned() })
}

fn common_start(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

fn common_end(a: &str, b: &str, limit: usize) -> usize {
    let mut bytes = 0;
    for (x, y) in a.chars().rev().zip(b.chars().rev()) {
        if x != y || bytes + x.len_utf8() > limit {
            break;
        }
        bytes += x.len_utf8();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::{Replacement, replacement, to_byte, to_units};

    #[test]
    fn offsets_survive_the_way_there_and_back() {
        let text = "aé€😀b";
        for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(to_byte(text, to_units(text, byte)), byte);
        }
        assert_eq!(to_units(text, text.len()), 6);
    }

    #[test]
    fn an_offset_inside_a_surrogate_pair_or_behind_the_end_is_moved_to_a_character() {
        assert_eq!(to_byte("😀b", 1), 0);
        assert_eq!(to_byte("ab", 9), 2);
        assert_eq!(to_units("é", 1), 0);
    }

    #[test]
    fn a_doubled_letter_is_inserted_where_the_caret_is() {
        assert_eq!(replacement("hello", "helllo", 3), Some(Replacement { range: 2..2, text: "l".into() }));
        assert_eq!(replacement("hello", "helllo", 5), Some(Replacement { range: 4..4, text: "l".into() }));
    }

    #[test]
    fn a_corrected_word_is_replaced_and_its_surroundings_stay() {
        assert_eq!(replacement("a teh b", "a the b", 5), Some(Replacement { range: 3..5, text: "he".into() }));
    }

    #[test]
    fn a_value_set_from_outside_replaces_everything_that_differs() {
        assert_eq!(replacement("old", "new text", 8), Some(Replacement { range: 0..3, text: "new text".into() }));
        assert_eq!(replacement("", "é", 2), Some(Replacement { range: 0..0, text: "é".into() }));
        assert_eq!(replacement("same", "same", 0), None);
    }

    #[test]
    fn any_two_texts_are_explained_by_their_replacement() {
        let samples = ["", "a", "aa", "aba", "über", "b😀a", "😀😀", "aab", "baa"];
        for old in samples {
            for new in samples {
                for (caret, _) in new.char_indices().chain([(new.len(), ' ')]) {
                    let mut text = old.to_owned();
                    if let Some(change) = replacement(old, new, caret) {
                        text.replace_range(change.range, &change.text);
                    }
                    assert_eq!(text, new, "from {old:?} with the caret at {caret}");
                }
            }
        }
    }
}
