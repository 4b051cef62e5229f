//! Where a selection begins and ends.

use std::ops::Range;

use crate::text::{Affinity, Caret};

/// Two ends in a text, byte offsets on grapheme boundaries; a caret if they are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The end that stays when the selection is extended.
    pub anchor: usize,
    /// The end with the caret.
    pub focus: usize,
    /// The side of a soft break the caret is on.
    pub affinity: Affinity,
}

impl Selection {
    /// A caret.
    pub const fn caret(index: usize) -> Selection {
        Selection { anchor: index, focus: index, affinity: Affinity::Downstream }
    }

    /// From `anchor` to `focus`.
    pub const fn new(anchor: usize, focus: usize) -> Selection {
        Selection { anchor, focus, affinity: Affinity::Downstream }
    }

    /// Whether it selects nothing.
    pub const fn is_caret(&self) -> bool {
        self.anchor == self.focus
    }

    /// What it selects, whichever end is first.
    pub fn range(&self) -> Range<usize> {
        self.anchor.min(self.focus)..self.anchor.max(self.focus)
    }

    /// Its caret.
    pub const fn focus_caret(&self) -> Caret {
        Caret { index: self.focus, affinity: self.affinity }
    }
}
