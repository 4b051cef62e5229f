//! What may stand in a field: line feeds one way only, no control characters, no more than there is room for.

use std::borrow::Cow;

use crate::text::boundaries::snap_grapheme;

/// The text as a field keeps it. `\r\n`, `\r` and Unicode's line separators become `\n`; where there is one
/// line only a run of them becomes a space, a tab too. Other control characters are dropped.
pub(super) fn clean(text: &str, multiline: bool) -> Cow<'_, str> {
    let odd = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if !text.chars().any(|c| odd(c) && !(multiline && matches!(c, '\n' | '\t'))) {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut after_break = false;
    while let Some(c) = chars.next() {
        let breaks = matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
        match c {
            '\r' if chars.peek() == Some(&'\n') => continue,
            _ if breaks && multiline => made.push('\n'),
            _ if breaks && !after_break => made.push(' '),
            '\t' => made.push(if multiline { '\t' } else { ' ' }),
            _ if odd(c) => {}
            _ => made.push(c),
        }
        after_break = breaks;
    }
    Cow::Owned(made)
}

/// As much of the text as `room` characters hold, whole graphemes only.
pub(super) fn fitting(text: &str, room: usize) -> &str {
    match text.char_indices().nth(room) {
        None => text,
        Some((end, _)) => &text[..snap_grapheme(text, end)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_every_kind_become_line_feeds() {
        assert_eq!(clean("a\r\nb\rc\u{2028}d\u{85}\n\te", true), "a\nb\nc\nd\n\n\te");
    }

    #[test]
    fn a_single_line_keeps_no_line_ends_and_no_tabs() {
        assert_eq!(clean("a\r\n\r\nb\tc\n", false), "a b c ");
    }

    #[test]
    fn control_characters_are_dropped_and_joiners_kept() {
        assert_eq!(clean("a\u{0}b\u{1b}\u{7f}\u{9f}c\u{200d}d", true), "abc\u{200d}d");
        assert!(matches!(clean("plain é", false), Cow::Borrowed(_)));
    }

    #[test]
    fn a_cut_never_halves_a_grapheme() {
        assert_eq!(fitting("ae\u{301}b", 2), "a");
        assert_eq!(fitting("ae\u{301}b", 3), "ae\u{301}");
        assert_eq!(fitting("ab", 0), "");
        assert_eq!(fitting("ab", 9), "ab");
    }
}
