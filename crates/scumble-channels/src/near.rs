//! The name that was probably meant, among those that exist.
//!
//! Used by every sentence that refuses a name: a field, an input, an option. Knows nothing about what the names name.

/// The one of `names` that `wrong` was probably meant to be, or none if nothing is close.
///
/// Close means: equal but for case, `_` and `-`; or at most one edit away for names up to five characters, two up to
/// eight, three beyond; an edit is a character added, left out, replaced, or swapped with its neighbour.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(wrong);
    let allowed = match folded.chars().count() {
        0 => return None,
        1..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    names
        .into_iter()
        .map(|name| (distance(&folded, &fold(name)), name))
        .filter(|(edits, name)| *edits <= allowed && *edits < name.chars().count())
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// Edits between two words, a swap of neighbours counting as one (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(previous[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut previous, row);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_one_or_two_characters_finds_the_name() {
        let names = ["title", "body", "preview_text"];
        assert_eq!(nearest("titel", names), Some("title"));
        assert_eq!(nearest("Body", names), Some("body"));
        assert_eq!(nearest("previewText", names), Some("preview_text"));
    }

    #[test]
    fn a_different_word_finds_nothing() {
        let names = ["title", "body"];
        assert_eq!(nearest("colour", names), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("", names), None);
    }
}
