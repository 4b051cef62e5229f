//! Lines put together within a budget: what does not fit is folded where most is gained.
//!
//! Does not know why an outline is printed; it gets one and a few options and yields text.

use super::line::{LONG_TEXT, SHORT_TEXT, line};
use super::{Entry, NOTHING_ANNOUNCED, Outline, is_item_role};

/// How much one outline may be, in bytes of UTF-8.
pub(crate) const OUTLINE_BUDGET: usize = 24_000;

/// How an outline is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// Whether every line ends with the control's box.
    pub(crate) boxes: bool,
    /// Lines deeper than this are folded; the outermost are at depth 0.
    pub(crate) depth: Option<usize>,
    /// Whether the outline is of one control asked for by its ref: that one is never folded, and its
    /// texts are cut later.
    pub(crate) of_one: bool,
    /// How many bytes it may take.
    pub(crate) budget: usize,
}

impl Page {
    /// The whole screen within the usual budget.
    pub(crate) fn whole() -> Page {
        Page { boxes: false, depth: None, of_one: false, budget: OUTLINE_BUDGET }
    }
}

/// The outline's lines, joined by line breaks, without the revision's line.
pub(crate) fn print(outline: &Outline, page: Page) -> String {
    if outline.entries.is_empty() {
        return NOTHING_ANNOUNCED.to_string();
    }
    let depths = outline.depths();
    let counts = outline.counts_inside();
    let longest = if page.of_one { LONG_TEXT } else { SHORT_TEXT };
    let mut folded: Vec<bool> = (0..outline.entries.len())
        .map(|index| counts[index] > 0 && page.depth.is_some_and(|depth| depths[index] >= depth))
        .collect();
    let full: Vec<String> = outline.entries.iter().map(|entry| line(entry, page.boxes, None, longest)).collect();
    fold_to_fit(outline, &depths, &counts, &full, page, &mut folded);

    let hidden = hidden_by_folds(outline, &folded);
    let mut lines = Vec::new();
    for (index, entry) in outline.entries.iter().enumerate() {
        if hidden[index] {
            continue;
        }
        let text = if folded[index] {
            folded_line(outline, entry, index, counts[index], page.boxes, longest)
        } else {
            full[index].clone()
        };
        lines.push(format!("{}{text}", "  ".repeat(depths[index])));
    }
    cut_to_fit(lines, page.budget)
}

/// Folds the container that holds most lines of its own until the rest fits or nothing is left to fold.
fn fold_to_fit(
    outline: &Outline,
    depths: &[usize],
    counts: &[usize],
    full: &[String],
    page: Page,
    folded: &mut [bool],
) {
    /// What the note of a fold costs at most.
    const NOTE: usize = 48;
    loop {
        let hidden = hidden_by_folds(outline, folded);
        let mut sizes: Vec<usize> = (0..full.len())
            .map(|index| {
                if hidden[index] {
                    0
                } else {
                    full[index].len() + depths[index] * 2 + 1 + if folded[index] { NOTE } else { 0 }
                }
            })
            .collect();
        let total: usize = sizes.iter().sum();
        if total <= page.budget {
            return;
        }
        // Sizes of whole subtrees, children before parents.
        let own = sizes.clone();
        for index in (0..sizes.len()).rev() {
            if let Some(parent) = outline.entries[index].parent {
                sizes[parent] += sizes[index];
            }
        }
        // What a container holds in small children: a list of rows counts whole, a box around two
        // lists counts nothing, so the fold lands where the repetition is.
        let mut gained = vec![0; sizes.len()];
        for (index, entry) in outline.entries.iter().enumerate() {
            if let Some(parent) = entry.parent
                && !hidden[index]
                && sizes[index] * 4 <= sizes[parent]
            {
                gained[parent] += sizes[index];
            }
        }
        let foldable = |index: usize| {
            let is_asked_for = page.of_one && index == 0;
            let is_open = counts[index] > 0 && !folded[index] && !hidden[index];
            is_open && !is_asked_for && sizes[index] > own[index] + NOTE
        };
        let best = (0..sizes.len())
            .filter(|&index| foldable(index))
            .max_by_key(|&index| (gained[index], sizes[index], depths[index]));
        match best {
            Some(index) => folded[index] = true,
            None => return,
        }
    }
}

/// Which entries stand inside a folded one.
fn hidden_by_folds(outline: &Outline, folded: &[bool]) -> Vec<bool> {
    let mut hidden: Vec<bool> = Vec::with_capacity(folded.len());
    for entry in &outline.entries {
        hidden.push(entry.parent.is_some_and(|parent| folded[parent] || hidden[parent]));
    }
    hidden
}

/// The line of a container whose content is not printed.
fn folded_line(outline: &Outline, entry: &Entry, index: usize, count: usize, boxes: bool, longest: usize) -> String {
    let items: Vec<&Entry> = outline.entries.iter().filter(|child| child.parent == Some(index)).collect();
    let content = if !items.is_empty() && items.iter().all(|item| is_item_role(&item.role)) {
        let size =
            entry.window.map(|(_, _, size)| size as usize).or_else(|| items[0].position.map(|(_, size)| size as usize));
        format!("{} items", super::thousands(size.unwrap_or(items.len())))
    } else {
        format!("{} inside", super::thousands(count))
    };
    format!("{} (folded: ui_snapshot ref e{})", line(entry, boxes, Some(&content), longest), entry.number)
}

/// Joins lines while they fit; the last line says what is missing.
fn cut_to_fit(lines: Vec<String>, budget: usize) -> String {
    let all: usize = lines.iter().map(|line| line.len() + 1).sum();
    if all <= budget {
        return lines.join("\n");
    }
    /// Room for the sentence that ends a cut outline.
    const NOTE: usize = 120;
    let mut out = String::new();
    let mut shown = 0;
    for line in &lines {
        if shown > 0 && out.len() + line.len() + 1 > budget.saturating_sub(NOTE) {
            break;
        }
        out.push_str(line);
        out.push('\n');
        shown += 1;
    }
    if shown == lines.len() {
        out.pop();
        return out;
    }
    let missing = super::thousands(lines.len() - shown);
    out.push_str(&format!("({missing} more lines are not shown: ui_snapshot with find, or with the ref of a part)"));
    out
}

#[cfg(test)]
mod tests {
    use super::super::sample::{entry, inbox, outline};
    use super::*;

    #[test]
    fn an_outline_is_indented_by_two_spaces_a_level() {
        assert_eq!(
            print(&inbox(1), Page::whole()),
            "- heading \"Mail\" [e1]\n- list \"Inbox\" [e2]\n  - listitem \"Message number 0\" 1 of 1 [e10]\n    - button \"Delete\" [e11]"
        );
    }

    #[test]
    fn a_screen_that_announces_nothing_says_so() {
        assert_eq!(print(&outline(Vec::new()), Page::whole()), "(the screen announces nothing)");
    }

    #[test]
    fn a_list_that_does_not_fit_is_folded_and_says_how_to_open_it() {
        assert_eq!(
            print(&inbox(412), Page::whole()),
            "- heading \"Mail\" [e1]\n- list \"Inbox\" 412 items [e2] (folded: ui_snapshot ref e2)"
        );
    }

    #[test]
    fn of_two_lists_the_one_that_is_enough_is_folded() {
        let mut entries = vec![entry(1, None, "main", "Mail")];
        for (number, name, rows) in [(2, "Inbox", 300), (3, "Archive", 20)] {
            let at = entries.len();
            entries.push(entry(number, Some(0), "list", name));
            for row in 0..rows {
                entries.push(entry(
                    number * 1_000 + row,
                    Some(at),
                    "listitem",
                    &format!("A message with a longer subject line, {row}, so that rows weigh"),
                ));
            }
        }
        let text = print(&outline(entries), Page::whole());
        assert!(text.contains("- list \"Inbox\" 300 items [e2] (folded: ui_snapshot ref e2)"), "{text}");
        assert!(text.contains("  - list \"Archive\" [e3]\n    - listitem"), "{text}");
        assert!(text.len() <= OUTLINE_BUDGET);
    }

    #[test]
    fn the_control_asked_for_is_not_folded_but_cut_with_a_note() {
        let mut inbox = inbox(2_000);
        inbox.entries.remove(0);
        for entry in &mut inbox.entries {
            entry.parent = entry.parent.map(|parent| parent - 1);
        }
        let text = print(&inbox, Page { of_one: true, ..Page::whole() });
        assert!(text.starts_with("- list \"Inbox\" [e2]\n"), "{}", &text[..80]);
        assert!(text.len() <= OUTLINE_BUDGET, "{}", text.len());
        assert!(text.ends_with("more lines are not shown: ui_snapshot with find, or with the ref of a part)"));
    }

    #[test]
    fn depth_folds_what_lies_deeper() {
        assert_eq!(
            print(&inbox(2), Page { depth: Some(1), ..Page::whole() }),
            "- heading \"Mail\" [e1]\n- list \"Inbox\" [e2]\n  - listitem \"Message number 0\" 1 of 2 1 inside [e10] (folded: ui_snapshot ref e10)\n  - listitem \"Message number 1\" 2 of 2 1 inside [e12] (folded: ui_snapshot ref e12)"
        );
        assert_eq!(
            print(&inbox(2), Page { depth: Some(0), ..Page::whole() }),
            "- heading \"Mail\" [e1]\n- list \"Inbox\" 2 items [e2] (folded: ui_snapshot ref e2)"
        );
    }
}
