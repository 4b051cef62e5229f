//! The screen as lines of text: what one line says, how many lines fit, what changed between two
//! readings.
//!
//! An outline is plain data. It does not know the scene it was read from, the refs' table or the
//! tools that print it, so everything here is a function of values.

mod diff;
mod fold;
mod line;
mod select;

use scumble_scene::geometry::Rect;

pub(crate) use diff::difference;
pub(crate) use fold::{OUTLINE_BUDGET, Page, print};
pub(crate) use line::{named, thousands, titled};
pub(crate) use select::{Selection, select};

/// What a screen without a role and without a name on it is printed as.
pub(crate) const NOTHING_ANNOUNCED: &str = "(the screen announces nothing)";

/// One thing on the screen that has a role or a name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    /// The number of its ref: 7 is `e7`.
    pub(crate) number: u32,
    /// Index of the entry it stands in, in the same outline; parents come before their children.
    pub(crate) parent: Option<usize>,
    /// Its role in ARIA's words; `text` for what has a name alone.
    pub(crate) role: String,
    /// Its accessible name, as it is.
    pub(crate) name: String,
    /// Its states in ARIA's words, sorted.
    pub(crate) states: Vec<String>,
    /// Its value as text: an editable field's content (masked if it is secret), a slider's number.
    pub(crate) value: Option<String>,
    /// Whether it refuses use.
    pub(crate) disabled: bool,
    /// Whether keys go to it.
    pub(crate) focused: bool,
    /// A heading's or a tree item's level, from 1.
    pub(crate) level: Option<u32>,
    /// Place in its set, from 1, and the size of the set.
    pub(crate) position: Option<(u32, u32)>,
    /// For a list that mounts only a part: first and last place shown, from 1, and how many there are.
    pub(crate) window: Option<(u32, u32, u32)>,
    /// Whether others than the application's author and the person wrote what it shows.
    pub(crate) untrusted: bool,
    /// Its box in CSS pixels from the canvas' top left corner.
    pub(crate) bounds: Rect,
}

/// The whole screen at one revision, in reading order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outline {
    /// The scene's revision when it was read.
    pub(crate) revision: u64,
    /// What is on the screen; a parent stands before its children.
    pub(crate) entries: Vec<Entry>,
}

impl Outline {
    /// Index of the entry with this ref's number.
    pub(crate) fn index_of(&self, number: u32) -> Option<usize> {
        self.entries.iter().position(|entry| entry.number == number)
    }

    /// How many entries stand above each entry.
    pub(crate) fn depths(&self) -> Vec<usize> {
        let mut depths: Vec<usize> = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            depths.push(entry.parent.map_or(0, |parent| depths[parent] + 1));
        }
        depths
    }

    /// How many entries stand in each entry, at any depth.
    pub(crate) fn counts_inside(&self) -> Vec<usize> {
        let mut counts = vec![0; self.entries.len()];
        for index in (0..self.entries.len()).rev() {
            if let Some(parent) = self.entries[index].parent {
                counts[parent] += counts[index] + 1;
            }
        }
        counts
    }
}

/// Whether a role is one item of a set, so that what holds several is counted in items.
pub(crate) fn is_item_role(role: &str) -> bool {
    matches!(
        role,
        "listitem"
            | "option"
            | "row"
            | "treeitem"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "radio"
            | "tab"
    )
}

#[cfg(test)]
pub(crate) mod sample {
    //! Outlines written by hand for the tests of this folder.

    use super::{Entry, Outline};
    use scumble_scene::geometry::Rect;

    /// An entry with a ref, a parent's index, a role and a name.
    pub(crate) fn entry(number: u32, parent: Option<usize>, role: &str, name: &str) -> Entry {
        Entry {
            number,
            parent,
            role: role.into(),
            name: name.into(),
            states: Vec::new(),
            value: None,
            disabled: false,
            focused: false,
            level: None,
            position: None,
            window: None,
            untrusted: false,
            bounds: Rect::new(0.0, 0.0, 100.0, 20.0),
        }
    }

    /// An outline at revision 41.
    pub(crate) fn outline(entries: Vec<Entry>) -> Outline {
        Outline { revision: 41, entries }
    }

    /// A list named "Inbox" with this many rows, each holding a button.
    pub(crate) fn inbox(rows: u32) -> Outline {
        let mut entries = vec![entry(1, None, "heading", "Mail"), entry(2, None, "list", "Inbox")];
        for row in 0..rows {
            let at = entries.len();
            let mut item = entry(10 + row * 2, Some(1), "listitem", &format!("Message number {row}"));
            item.position = Some((row + 1, rows));
            entries.push(item);
            entries.push(entry(11 + row * 2, Some(at), "button", "Delete"));
        }
        outline(entries)
    }
}
