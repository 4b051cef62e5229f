//! What an answer about the screen says: a lead sentence, the lines that changed or all of them, the revision.

use crate::outline::{OUTLINE_BUDGET, Outline, Page, difference, print};

/// Changed lines an answer shows before it shows the whole screen.
const MOST_CHANGED: usize = 40;

/// The lead and the difference between two readings; the whole screen if more has changed, or if `full` asks for it.
pub(crate) fn difference_text(lead: &str, before: &Outline, after: &Outline, boxes: bool, full: bool) -> String {
    let whole = |lead: String| whole_text(&lead, after, Page { boxes, ..Page::whole() });
    if full {
        return whole(format!("{lead} The screen now:"));
    }
    let difference = difference(before, after, boxes);
    let lines = difference.lines.join("\n");
    match difference.changed {
        0 => format!("{lead} Nothing on the screen changed.\nrevision {}", after.revision),
        1 => format!("{lead} 1 line changed:\n{lines}\nrevision {}", after.revision),
        changed if changed <= MOST_CHANGED && lines.len() <= OUTLINE_BUDGET => {
            format!("{lead} {changed} lines changed:\n{lines}\nrevision {}", after.revision)
        }
        changed => whole(format!("{lead} {changed} lines changed; the whole screen now:")),
    }
}

/// The lead, an outline, and its revision; without a lead the outline alone.
pub(crate) fn whole_text(lead: &str, outline: &Outline, page: Page) -> String {
    let lines = print(outline, page);
    let revision = outline.revision;
    if lead.is_empty() {
        format!("{lines}\nrevision {revision}")
    } else {
        format!("{lead}\n{lines}\nrevision {revision}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::sample::{entry, inbox, outline};

    #[test]
    fn an_action_without_effect_says_so() {
        assert_eq!(
            difference_text("Pressed it.", &inbox(3), &inbox(3), false, false),
            "Pressed it. Nothing on the screen changed.\nrevision 41"
        );
    }

    #[test]
    fn a_few_changes_are_shown_alone_and_many_as_the_whole_screen() {
        let few = difference_text(
            "Pressed it.",
            &outline(Vec::new()),
            &outline(vec![entry(1, None, "button", "Save")]),
            false,
            false,
        );
        assert_eq!(few, "Pressed it. 1 line changed:\n+ - button \"Save\" [e1]\nrevision 41");
        let many = difference_text("Pressed it.", &outline(Vec::new()), &inbox(30), false, false);
        assert!(
            many.starts_with("Pressed it. 62 lines changed; the whole screen now:\n- heading \"Mail\" [e1]\n"),
            "{many}"
        );
    }

    #[test]
    fn the_whole_screen_comes_when_asked_for() {
        let text = difference_text("Pressed it.", &inbox(1), &inbox(1), false, true);
        assert!(text.starts_with("Pressed it. The screen now:\n- heading \"Mail\" [e1]\n"), "{text}");
        assert!(text.ends_with("\nrevision 41"));
    }
}
