//! What changed between two outlines, as signed lines under their nearest unchanged ancestor.
//!
//! Entries are the same when their refs are; nothing is guessed from likeness. Places in a set, boxes
//! and revisions are no changes: a row put on top would otherwise change every row below it.

use std::collections::HashMap;

use super::line::{SHORT_TEXT, line};
use super::{Entry, Outline};

/// What two readings of the screen differ in.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Difference {
    /// Lines of `+`, `-`, `~` and, without a sign, the ancestors they stand under.
    pub(crate) lines: Vec<String>,
    /// How many of them have a sign.
    pub(crate) changed: usize,
}

/// How one entry differs.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    Same,
    Added,
    Changed,
    Moved,
}

/// The difference from `old` to `new`.
pub(crate) fn difference(old: &Outline, new: &Outline, boxes: bool) -> Difference {
    let (before, after) = (places(old), places(new));
    let moved = moved(old, new, &before, &after);
    let changes: Vec<Change> = new
        .entries
        .iter()
        .zip(moved)
        .map(|(entry, moved)| match before.get(&entry.number) {
            None => Change::Added,
            Some(_) if moved => Change::Moved,
            Some(&index) if differs(&old.entries[index], entry) => Change::Changed,
            Some(_) => Change::Same,
        })
        .collect();

    // Removed subtrees by the entry they hung under: one line each, since what is gone has nothing to act on.
    let inside = old.counts_inside();
    let mut gone = Families::default();
    for (index, entry) in old.entries.iter().enumerate() {
        if after.contains_key(&entry.number) {
            continue;
        }
        let parent = entry.parent.map(|parent| old.entries[parent].number);
        if parent.is_none_or(|number| after.contains_key(&number)) {
            gone.add(parent, index);
        }
    }

    let mut out = Difference::default();
    let mut printed: Vec<Option<usize>> = vec![None; new.entries.len()];
    let roots = Removals { old, gone: &gone, inside: &inside, boxes };
    roots.write(None, 0, &mut out);
    for (index, entry) in new.entries.iter().enumerate() {
        let removals = !gone.of(Some(entry.number)).is_empty();
        let sign = match changes[index] {
            Change::Same if !removals => continue,
            Change::Same => ' ',
            Change::Added => '+',
            Change::Changed | Change::Moved => '~',
        };
        let depth = depth_under_ancestor(new, &changes, index, sign != ' ', &mut printed, &mut out, boxes);
        printed[index] = Some(depth);
        let note = if changes[index] == Change::Moved { " (moved)" } else { "" };
        out.lines.push(format!("{sign} {}{}{note}", "  ".repeat(depth), line(entry, boxes, None, SHORT_TEXT)));
        if sign != ' ' {
            out.changed += 1;
        }
        roots.write(Some(entry.number), depth + 1, &mut out);
    }
    out
}

/// What is needed to print the removals under one entry.
struct Removals<'a> {
    old: &'a Outline,
    gone: &'a Families,
    inside: &'a [usize],
    boxes: bool,
}

impl Removals<'_> {
    fn write(&self, parent: Option<u32>, depth: usize, out: &mut Difference) {
        for &index in self.gone.of(parent) {
            let content = (self.inside[index] > 0).then(|| format!("{} inside", super::thousands(self.inside[index])));
            let line = line(&self.old.entries[index], self.boxes, content.as_deref(), SHORT_TEXT);
            out.lines.push(format!("- {}{line}", "  ".repeat(depth)));
            out.changed += 1;
        }
    }
}

/// The depth an entry is printed at; writes the line of its nearest unchanged ancestor if it has none yet.
fn depth_under_ancestor(
    new: &Outline,
    changes: &[Change],
    index: usize,
    is_change: bool,
    printed: &mut [Option<usize>],
    out: &mut Difference,
    boxes: bool,
) -> usize {
    if let Some(depth) = printed[index] {
        return depth;
    }
    // An unchanged entry that only lost something is its own anchor.
    let Some(parent) = new.entries[index].parent.filter(|_| is_change) else { return 0 };
    if let Some(depth) = printed[parent] {
        return depth + 1;
    }
    if changes[parent] == Change::Same {
        out.lines.push(format!("  {}", line(&new.entries[parent], boxes, None, SHORT_TEXT)));
        printed[parent] = Some(0);
    }
    1
}

/// Whether the same control reads differently now.
fn differs(old: &Entry, new: &Entry) -> bool {
    old.role != new.role
        || old.name != new.name
        || old.states != new.states
        || old.value != new.value
        || old.disabled != new.disabled
        || old.focused != new.focused
        || old.level != new.level
        || old.window != new.window
}

/// Where an outline has each ref.
fn places(outline: &Outline) -> HashMap<u32, usize> {
    outline.entries.iter().enumerate().map(|(index, entry)| (entry.number, index)).collect()
}

/// Entries by the ref of what they stand under, in the order they were added.
#[derive(Default)]
struct Families {
    /// Where in `members` a parent's are; refs begin at 1, so 0 is the screen itself.
    slots: HashMap<u32, usize>,
    members: Vec<Vec<usize>>,
}

impl Families {
    fn add(&mut self, parent: Option<u32>, index: usize) {
        let slot = *self.slots.entry(parent.unwrap_or(0)).or_insert(self.members.len());
        if slot == self.members.len() {
            self.members.push(Vec::new());
        }
        self.members[slot].push(index);
    }

    fn of(&self, parent: Option<u32>) -> &[usize] {
        self.slots.get(&parent.unwrap_or(0)).map_or(&[], |&slot| &self.members[slot])
    }
}

/// Which of the new entries stand elsewhere: under another parent, or passed by others of their parent.
fn moved(old: &Outline, new: &Outline, before: &HashMap<u32, usize>, after: &HashMap<u32, usize>) -> Vec<bool> {
    let parent_number =
        |outline: &Outline, index: usize| outline.entries[index].parent.map(|parent| outline.entries[parent].number);
    let mut moved = vec![false; new.entries.len()];
    let mut kept = Families::default();
    for (index, entry) in new.entries.iter().enumerate() {
        let Some(&was) = before.get(&entry.number) else { continue };
        let parent = parent_number(new, index);
        let old_parent = parent_number(old, was);
        if parent == old_parent {
            kept.add(parent, index);
        } else if old_parent.is_none_or(|number| after.contains_key(&number))
            && parent.is_none_or(|number| before.contains_key(&number))
        {
            // A new or vanished box around it is a change of the box, not of what it holds.
            moved[index] = true;
        }
    }
    for children in &kept.members {
        let were: Vec<usize> = children.iter().map(|&index| before[&new.entries[index].number]).collect();
        for (&index, stays) in children.iter().zip(longest_rising(&were)) {
            moved[index] = !stays;
        }
    }
    moved
}

/// Which values are of a longest rising subsequence.
fn longest_rising(values: &[usize]) -> Vec<bool> {
    let mut tails: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = vec![None; values.len()];
    for at in 0..values.len() {
        let place = tails.partition_point(|&tail| values[tail] < values[at]);
        previous[at] = place.checked_sub(1).map(|before| tails[before]);
        if place == tails.len() {
            tails.push(at);
        } else {
            tails[place] = at;
        }
    }
    let mut stays = vec![false; values.len()];
    let mut at = tails.last().copied();
    while let Some(index) = at {
        stays[index] = true;
        at = previous[index];
    }
    stays
}

#[cfg(test)]
mod tests {
    use super::super::sample::{entry, inbox, outline};
    use super::*;

    fn check(old: &Outline, new: &Outline, expected: &str) {
        let difference = difference(old, new, false);
        assert_eq!(difference.lines.join("\n"), expected);
        assert_eq!(difference.changed, difference.lines.iter().filter(|line| !line.starts_with(' ')).count());
    }

    #[test]
    fn equal_screens_differ_in_nothing() {
        check(&inbox(20), &inbox(20), "");
    }

    #[test]
    fn a_row_put_on_top_is_one_addition_under_its_list() {
        let old = inbox(2);
        let mut new = inbox(3);
        // The new row is the first one; the others keep their refs and get new places.
        let numbers = [50, 51, 10, 11, 12, 13];
        for (entry, number) in new.entries[2..].iter_mut().zip(numbers) {
            entry.number = number;
        }
        new.entries[2].name = "Newest".into();
        new.entries[4].name = "Message number 0".into();
        new.entries[6].name = "Message number 1".into();
        check(
            &old,
            &new,
            "  - list \"Inbox\" [e2]\n+   - listitem \"Newest\" 1 of 3 [e50]\n+     - button \"Delete\" [e51]",
        );
    }

    #[test]
    fn a_removed_part_is_one_line_with_a_count() {
        let old = inbox(3);
        let mut new = inbox(3);
        new.entries.drain(2..4);
        for entry in &mut new.entries[2..] {
            entry.parent = entry.parent.map(|parent| if parent > 1 { parent - 2 } else { parent });
        }
        check(&old, &new, "  - list \"Inbox\" [e2]\n-   - listitem \"Message number 0\" 1 of 3 1 inside [e10]");
    }

    #[test]
    fn a_changed_state_is_marked_at_its_new_line() {
        let old = outline(vec![entry(1, None, "checkbox", "Weekly"), entry(2, None, "button", "Save")]);
        let mut new = old.clone();
        new.entries[0].states = vec!["checked".into()];
        new.entries[1].disabled = true;
        check(&old, &new, "~ - checkbox \"Weekly\" [checked] [e1]\n~ - button \"Save\" (disabled) [e2]");
    }

    #[test]
    fn a_row_that_passed_others_is_the_only_one_moved() {
        let rows = |order: [u32; 4]| {
            let mut entries = vec![entry(1, None, "list", "Tasks")];
            entries.extend(order.map(|number| entry(number, Some(0), "listitem", &format!("Task {number}"))));
            outline(entries)
        };
        check(
            &rows([2, 3, 4, 5]),
            &rows([5, 2, 3, 4]),
            "  - list \"Tasks\" [e1]\n~   - listitem \"Task 5\" [e5] (moved)",
        );
    }

    #[test]
    fn a_change_inside_a_new_dialog_is_printed_below_it() {
        let old = outline(vec![entry(1, None, "main", "")]);
        let mut new = old.clone();
        new.entries.push(entry(2, None, "dialog", "Delete?"));
        new.entries.push(entry(3, Some(1), "button", "Cancel"));
        check(&old, &new, "+ - dialog \"Delete?\" [e2]\n+   - button \"Cancel\" [e3]");
    }

    #[test]
    fn a_replaced_control_is_gone_and_another_has_come() {
        let old = outline(vec![entry(1, None, "main", ""), entry(2, Some(0), "button", "Save")]);
        let new = outline(vec![entry(1, None, "main", ""), entry(3, Some(0), "button", "Save")]);
        check(&old, &new, "  - main [e1]\n-   - button \"Save\" [e2]\n+   - button \"Save\" [e3]");
    }
}
