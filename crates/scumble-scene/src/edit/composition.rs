//! Text an input method has not settled on: shown in the field, recorded when it settles, gone without a
//! trace if not.

use std::ops::Range;

use super::clean::clean;
use super::editor::Editor;
use super::history::{Kind, Step};
use super::selection::Selection;
use crate::text::boundaries::snap_grapheme;

/// An input method's unsettled text, and what there was before it.
#[derive(Clone, Debug)]
pub(super) struct Composing {
    pub(super) range: Range<usize>,
    pub(super) replaced: String,
    pub(super) before: Selection,
}

impl Editor {
    /// Shows unsettled text; it is recorded when it settles.
    pub(super) fn compose(&mut self, text: &str, caret: Option<usize>) -> bool {
        let (range, before) = match &self.composing {
            Some(composing) => (composing.range.clone(), None),
            None => (self.selection.range(), Some(self.selection)),
        };
        let cleaned = clean(text, self.options.multiline);
        let shown = self.fit(&cleaned, &range).to_owned();
        let removed = self.splice(range.clone(), &shown);
        let changed = removed != shown;
        let shown_range = range.start..range.start + shown.len();
        let caret = caret.map_or(shown.len(), |caret| snap_grapheme(&shown, caret));
        self.selection = Selection::caret(range.start + caret);
        match (&mut self.composing, before) {
            (Some(composing), _) => composing.range = shown_range,
            (None, before) => {
                let before = before.unwrap_or_default();
                self.composing = Some(Composing { range: shown_range, replaced: removed, before });
            }
        }
        changed
    }

    /// Makes unsettled text settled. The text stays as it is shown, so this always returns that it did not
    /// change.
    pub(super) fn settle(&mut self, now: f64) -> bool {
        let Some(Composing { range, replaced, before }) = self.composing.take() else { return false };
        self.selection = Selection::caret(range.end);
        let inserted = self.text[range.clone()].to_owned();
        if inserted != replaced {
            let at = range.start;
            self.history.record(Step {
                at,
                removed: replaced,
                inserted,
                before,
                after: self.selection,
                kind: Kind::Other,
                time: now,
            });
        }
        false
    }

    pub(super) fn cancel_composition(&mut self) -> bool {
        let Some(Composing { range, replaced, before }) = self.composing.take() else { return false };
        let shown = self.splice(range, &replaced);
        self.selection = before;
        shown != replaced
    }
}
