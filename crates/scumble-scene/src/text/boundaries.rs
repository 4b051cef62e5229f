//! Where graphemes, words and hard lines begin and end in a text (UAX #29). Only texts and byte offsets, no
//! geometry.
//!
//! Every function takes any offset, clamps it into the text and works from the next character boundary below
//! it. The cost is that of the grapheme or hard line around the offset, not of the text.

use std::ops::Range;

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// `index` moved down to the nearest character boundary within the text.
pub fn floor_char(text: &str, index: usize) -> usize {
    text.floor_char_boundary(index)
}

/// The grapheme boundary before `index`, or 0.
pub fn previous_grapheme(text: &str, index: usize) -> usize {
    let index = floor_char(text, index);
    // The whole text is one chunk, so the cursor never asks for more context.
    GraphemeCursor::new(index, text.len(), true).prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

/// The grapheme boundary after `index`, or the end.
pub fn next_grapheme(text: &str, index: usize) -> usize {
    let index = floor_char(text, index);
    GraphemeCursor::new(index, text.len(), true).next_boundary(text, 0).ok().flatten().unwrap_or(text.len())
}

/// `index` itself if it is a grapheme boundary, else the one before it.
pub fn snap_grapheme(text: &str, index: usize) -> usize {
    let index = floor_char(text, index);
    match GraphemeCursor::new(index, text.len(), true).is_boundary(text, 0) {
        Ok(true) => index,
        _ => previous_grapheme(text, index),
    }
}

/// The hard line around `index`, without its line feed.
pub fn hard_line(text: &str, index: usize) -> Range<usize> {
    let index = floor_char(text, index);
    let start = text[..index].rfind('\n').map_or(0, |at| at + 1);
    let end = text[index..].find('\n').map_or(text.len(), |at| index + at);
    start..end
}

/// The start of the word before `index`: spaces, punctuation and line feeds between are passed over. 0 if
/// there is none.
pub fn previous_word(text: &str, index: usize) -> usize {
    let mut index = floor_char(text, index);
    loop {
        let line = hard_line(text, index);
        let before = text[line.start..line.end]
            .split_word_bound_indices()
            .take_while(|(at, _)| line.start + at < index)
            .filter(|(_, segment)| is_word(segment))
            .last();
        match before {
            Some((at, _)) => return line.start + at,
            None if line.start == 0 => return 0,
            None => index = line.start - 1,
        }
    }
}

/// The end of the word after `index`: spaces, punctuation and line feeds before it are passed over. The
/// text's end if there is none.
pub fn next_word(text: &str, index: usize) -> usize {
    let mut index = floor_char(text, index);
    loop {
        let line = hard_line(text, index);
        let after = text[line.start..line.end]
            .split_word_bound_indices()
            .find(|(at, segment)| line.start + at + segment.len() > index && is_word(segment));
        match after {
            Some((at, segment)) => return line.start + at + segment.len(),
            None if line.end >= text.len() => return text.len(),
            None => index = line.end + 1,
        }
    }
}

/// What a double click at `index` selects: the word, run of spaces or other segment there; at the end of a
/// line the one before it. Empty on an empty line.
pub fn word_at(text: &str, index: usize) -> Range<usize> {
    let index = floor_char(text, index);
    let line = hard_line(text, index);
    let mut found = line.start..line.start;
    for (at, segment) in text[line.start..line.end].split_word_bound_indices() {
        let start = line.start + at;
        if start > index {
            break;
        }
        // Adjoining spaces are segments of their own; a double click takes them together.
        let joins = found.end == start && is_space(segment) && is_space(&text[found.clone()]);
        found = if joins { found.start..start + segment.len() } else { start..start + segment.len() };
    }
    if is_space(&text[found.clone()]) {
        let more = text[found.end..line.end].find(|c: char| !c.is_whitespace()).unwrap_or(line.end - found.end);
        found.end += more;
    }
    found
}

fn is_word(segment: &str) -> bool {
    segment.chars().any(char::is_alphanumeric)
}

fn is_space(segment: &str) -> bool {
    !segment.is_empty() && segment.chars().all(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grapheme_is_stepped_over_whole() {
        let text = "a\u{65}\u{301}👩‍👩‍👧b";
        let family = 1 + 3;
        let end = text.len() - 1;
        assert_eq!(next_grapheme(text, 0), 1);
        assert_eq!(next_grapheme(text, 1), family);
        assert_eq!(next_grapheme(text, family), end);
        assert_eq!(previous_grapheme(text, end), family);
        assert_eq!(snap_grapheme(text, family + 5), family);
        assert_eq!(next_grapheme(text, text.len()), text.len());
        assert_eq!(previous_grapheme(text, 0), 0);
        assert_eq!(next_grapheme(text, 9_999), text.len());
    }

    #[test]
    fn words_are_found_over_spaces_punctuation_and_line_feeds() {
        let text = "one, two\n\n  three's";
        assert_eq!(next_word(text, 0), 3);
        assert_eq!(next_word(text, 3), 8);
        assert_eq!(next_word(text, 8), text.len());
        assert_eq!(previous_word(text, text.len()), 12);
        assert_eq!(previous_word(text, 12), 5);
        assert_eq!(previous_word(text, 6), 5);
        assert_eq!(previous_word(text, 5), 0);
        assert_eq!(previous_word(text, 0), 0);
        assert_eq!(next_word("!!", 0), 2);
    }

    #[test]
    fn a_double_click_takes_the_word_or_the_spaces_under_it() {
        let text = "one   two!\n\nx";
        assert_eq!(word_at(text, 1), 0..3);
        assert_eq!(word_at(text, 3), 3..6);
        assert_eq!(word_at(text, 5), 3..6);
        assert_eq!(word_at(text, 9), 9..10);
        assert_eq!(word_at(text, 10), 9..10);
        assert_eq!(word_at(text, 11), 11..11);
        assert_eq!(word_at(text, 13), 12..13);
    }
}
