//! Parts of an outline: what stands in one control, what matches a few words.
//!
//! Yields outlines again, so that printing and folding need not know a part from the whole.

use super::{Entry, Outline};

/// Which part of an outline is wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// Only this control and what stands in it, by its ref's number.
    pub(crate) within: Option<u32>,
    /// Only lines whose role, name or value contains this, with the controls they stand in.
    pub(crate) find: Option<String>,
}

/// The part of `outline` that `selection` names; `None` if its control is not in the outline.
pub(crate) fn select(outline: &Outline, selection: &Selection) -> Option<Outline> {
    let start = match selection.within {
        Some(number) => Some(outline.index_of(number)?),
        None => None,
    };
    let mut keep: Vec<bool> = vec![start.is_none(); outline.entries.len()];
    if let Some(start) = start {
        keep[start] = true;
        for index in start + 1..outline.entries.len() {
            keep[index] = outline.entries[index].parent.is_some_and(|parent| keep[parent]);
        }
    }
    if let Some(words) = &selection.find {
        let words = words.to_lowercase();
        let mut found = vec![false; keep.len()];
        for index in (0..keep.len()).rev() {
            if keep[index] && (found[index] || matches(&outline.entries[index], &words)) {
                found[index] = true;
                if let Some(parent) = outline.entries[index].parent {
                    found[parent] = true;
                }
            }
        }
        for (keep, found) in keep.iter_mut().zip(found) {
            *keep &= found;
        }
    }
    Some(kept(outline, &keep))
}

/// Whether a line has these words in it; `words` are in lower case.
fn matches(entry: &Entry, words: &str) -> bool {
    entry.name.to_lowercase().contains(words)
        || entry.value.as_ref().is_some_and(|value| value.to_lowercase().contains(words))
        || entry.role.contains(words)
}

/// The kept entries with their parents' places put right.
fn kept(outline: &Outline, keep: &[bool]) -> Outline {
    let mut places: Vec<Option<usize>> = vec![None; keep.len()];
    let mut entries = Vec::new();
    for (index, entry) in outline.entries.iter().enumerate() {
        if !keep[index] {
            continue;
        }
        places[index] = Some(entries.len());
        let mut entry = entry.clone();
        entry.parent = entry.parent.and_then(|parent| places[parent]);
        entries.push(entry);
    }
    Outline { revision: outline.revision, entries }
}

#[cfg(test)]
mod tests {
    use super::super::sample::inbox;
    use super::*;

    fn names(outline: Option<Outline>) -> Vec<String> {
        outline.map(|outline| outline.entries.into_iter().map(|entry| entry.name).collect()).unwrap_or_default()
    }

    #[test]
    fn a_ref_selects_the_control_and_what_stands_in_it() {
        let part = select(&inbox(3), &Selection { within: Some(12), find: None });
        assert_eq!(names(part), ["Message number 1", "Delete"]);
        assert_eq!(select(&inbox(3), &Selection { within: Some(99), find: None }), None);
    }

    #[test]
    fn found_lines_keep_the_controls_they_stand_in() {
        let part = select(&inbox(30), &Selection { within: None, find: Some("NUMBER 17".into()) })
            .expect("no ref was asked for");
        assert_eq!(
            part.entries.iter().map(|entry| (entry.parent, entry.name.as_str())).collect::<Vec<_>>(),
            [(None, "Inbox"), (Some(0), "Message number 17")]
        );
    }

    #[test]
    fn words_that_are_nowhere_select_nothing() {
        assert_eq!(
            names(select(&inbox(3), &Selection { within: None, find: Some("invoice".into()) })),
            Vec::<String>::new()
        );
    }
}
