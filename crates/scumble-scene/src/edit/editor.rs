//! The text of a field, its selection, and what operations do to them.

use std::borrow::Cow;
use std::ops::Range;

use super::clean::{clean, fitting};
use super::composition::Composing;
use super::history::{History, Kind, Step};
use super::operation::{EditOp, To};
use super::selection::Selection;
use crate::text::boundaries::{hard_line, next_grapheme, snap_grapheme, word_at};
use crate::text::{Caret, Paragraph};

/// What a secret shows for every grapheme.
const BULLET: &str = "•";

/// What kind of field it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EditorOptions {
    /// Whether line feeds may stand in the text. If not, they become spaces.
    pub multiline: bool,
    /// Whether every grapheme shows as a bullet, words are not told apart and nothing can be copied.
    pub secret: bool,
    /// Whether the text can be selected but not changed.
    pub read_only: bool,
    /// Characters (Unicode scalar values) the text may have; what does not fit is not inserted.
    pub max_len: Option<usize>,
}

/// What an operation changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// The text.
    pub text: bool,
    /// The selection, or the side of a soft break its caret is on.
    pub selection: bool,
}

impl Changed {
    /// Whether anything did.
    pub fn any(self) -> bool {
        self.text || self.selection
    }
}

/// A text being edited.
#[derive(Clone, Debug)]
pub struct Editor {
    pub(super) text: String,
    pub(super) selection: Selection,
    pub(super) options: EditorOptions,
    pub(super) history: History,
    pub(super) composing: Option<Composing>,
    /// The column vertical moves keep to, while only they happen.
    pub(super) goal_x: Option<f32>,
    pub(super) page_lines: usize,
}

impl Editor {
    /// A field with a text, the caret at its end.
    pub fn new(text: &str, options: EditorOptions) -> Editor {
        let text = clean(text, options.multiline).into_owned();
        let selection = Selection::caret(text.len());
        let history = History::default();
        Editor { text, selection, options, history, composing: None, goal_x: None, page_lines: 10 }
    }

    /// The text, an input method's unsettled part included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What kind of field it is.
    pub fn options(&self) -> EditorOptions {
        self.options
    }

    /// Makes it another kind of field. Unsettled input counts as settled and the text stays, but for line
    /// feeds where it has a single line from now on.
    pub fn set_options(&mut self, options: EditorOptions) {
        self.options = options;
        self.composing = None;
        let text = self.text.clone();
        self.set_text(&text);
    }

    /// Lines a page key moves by; at least 1.
    pub fn set_page_lines(&mut self, lines: usize) {
        self.page_lines = lines.max(1);
    }

    /// Sets the text from outside, as the application does: cleaned as typing is, but not cut to `max_len`.
    /// If it is another text, undo starts anew, unsettled input is dropped and the selection is kept as far
    /// as it fits. Returns whether it is another text.
    pub fn set_text(&mut self, text: &str) -> bool {
        let text = clean(text, self.options.multiline);
        if text == self.text {
            return false;
        }
        let at_end = self.selection == Selection::caret(self.text.len());
        self.text = text.into_owned();
        self.composing = None;
        self.goal_x = None;
        self.history.clear();
        self.selection = if at_end {
            Selection::caret(self.text.len())
        } else {
            let snap = |index| snap_grapheme(&self.text, index);
            Selection::new(snap(self.selection.anchor), snap(self.selection.focus))
        };
        true
    }

    /// The selection in [`Editor::text`].
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// The selected text, of a secret too; see [`Editor::copy`] for what may leave the field.
    pub fn selected_text(&self) -> &str {
        &self.text[self.selection.range()]
    }

    /// The selected text for the clipboard: `None` if there is none or the field is secret.
    pub fn copy(&self) -> Option<String> {
        let may = !self.options.secret && !self.selection.is_caret();
        may.then(|| self.selected_text().to_owned())
    }

    /// The same, and deletes it. `None`, and nothing deleted, also if the field is read-only. `now` is in
    /// milliseconds.
    pub fn take_cut(&mut self, now: f64) -> Option<String> {
        if self.options.read_only {
            return None;
        }
        let taken = self.copy()?;
        self.settle(now);
        self.replace(self.selection.range(), "", Kind::Other, now);
        Some(taken)
    }

    /// Whether there is a step to take back.
    pub fn can_undo(&self) -> bool {
        !self.options.read_only && self.history.can_undo()
    }

    /// Whether there is an undo to take back.
    pub fn can_redo(&self) -> bool {
        !self.options.read_only && self.history.can_redo()
    }

    /// What the field shows, to lay out: the text, or as many bullets as a secret has graphemes.
    pub fn display_text(&self) -> Cow<'_, str> {
        if !self.options.secret {
            return Cow::Borrowed(&self.text);
        }
        Cow::Owned(BULLET.repeat(graphemes(&self.text)))
    }

    /// The caret in the display text.
    pub fn display_caret(&self) -> Caret {
        Caret { index: self.to_display(self.selection.focus), affinity: self.selection.affinity }
    }

    /// The selected range of the display text.
    pub fn display_selection(&self) -> Range<usize> {
        let range = self.selection.range();
        self.to_display(range.start)..self.to_display(range.end)
    }

    /// The range of the display text an input method has not settled on, to be underlined.
    pub fn display_composition(&self) -> Option<Range<usize>> {
        let range = &self.composing.as_ref()?.range;
        Some(self.to_display(range.start)..self.to_display(range.end))
    }

    /// Whether an input method is at work.
    pub fn is_composing(&self) -> bool {
        self.composing.is_some()
    }

    /// An index of the text as one of the display text.
    pub fn to_display(&self, index: usize) -> usize {
        let index = index.min(self.text.len());
        if self.options.secret {
            graphemes(&self.text[..snap_grapheme(&self.text, index)]) * BULLET.len()
        } else {
            index
        }
    }

    /// An index of the display text as one of the text.
    pub fn from_display(&self, index: usize) -> usize {
        if !self.options.secret {
            return snap_grapheme(&self.text, index);
        }
        let mut at = 0;
        for _ in 0..index / BULLET.len() {
            at = next_grapheme(&self.text, at);
        }
        at
    }

    /// Does one operation. `paragraph` is the layout of the current [`Editor::display_text`]: it says where
    /// lines begin and end. `now` is in milliseconds: typing after a pause of more than a second is a step of
    /// its own to undo.
    ///
    /// What the field does not allow changes nothing.
    pub fn apply(&mut self, operation: EditOp, paragraph: &Paragraph, now: f64) -> Changed {
        let before = self.selection;
        let mut text = false;
        let composes = matches!(
            operation,
            EditOp::SetComposition { .. } | EditOp::CommitComposition(_) | EditOp::CancelComposition
        );
        if !composes {
            text |= self.settle(now);
        }
        let vertical = matches!(operation, EditOp::Move { to: To::Up | To::Down | To::PageUp | To::PageDown, .. });
        if !vertical {
            self.goal_x = None;
        }
        text |= self.perform(operation, paragraph, now);
        Changed { text, selection: self.selection != before }
    }

    fn perform(&mut self, operation: EditOp, paragraph: &Paragraph, now: f64) -> bool {
        if self.options.read_only && operation.edits() {
            return false;
        }
        match operation {
            EditOp::Insert(text) => {
                let typed = !text.is_empty() && next_grapheme(&text, 0) == text.len();
                let kind = if typed { Kind::Typed } else { Kind::Other };
                self.replace(self.selection.range(), &text, kind, now)
            }
            EditOp::DeleteBackward { by } => self.delete(by, false, paragraph, now),
            EditOp::DeleteForward { by } => self.delete(by, true, paragraph, now),
            EditOp::Move { to, extend } => {
                let caret = self.destination(to, extend, paragraph);
                self.place(caret, extend)
            }
            EditOp::SelectAll => self.select(Selection::new(0, self.text.len())),
            EditOp::SetSelection { anchor, focus } => {
                let snap = |index| snap_grapheme(&self.text, index);
                self.select(Selection::new(snap(anchor), snap(focus)))
            }
            EditOp::Place { caret, extend } => {
                let index = self.from_display(caret.index);
                self.place(Caret { index, affinity: caret.affinity }, extend)
            }
            EditOp::SelectWordAt(index) => {
                let word = if self.options.secret { 0..self.text.len() } else { word_at(&self.text, index) };
                self.select(Selection::new(word.start, word.end))
            }
            EditOp::SelectLineAt(index) => {
                let line = hard_line(&self.text, index);
                self.select(Selection::new(line.start, (line.end + 1).min(self.text.len())))
            }
            EditOp::ReplaceAll(text) => {
                let changed = clean(&text, self.options.multiline) != self.text;
                let changed = changed && self.replace(0..self.text.len(), &text, Kind::Other, now);
                self.select(Selection::caret(self.text.len()));
                changed
            }
            EditOp::Undo => self.undo(),
            EditOp::Redo => self.redo(),
            EditOp::SetComposition { text, caret } => self.compose(&text, caret),
            EditOp::CommitComposition(text) => match text {
                Some(text) if self.composing.is_none() => self.replace(self.selection.range(), &text, Kind::Other, now),
                Some(text) => self.compose(&text, None) | self.settle(now),
                None => self.settle(now),
            },
            EditOp::CancelComposition => self.cancel_composition(),
        }
    }

    /// Puts a cleaned, fitting `text` in place of `range` and records it. Returns whether anything changed.
    pub(super) fn replace(&mut self, range: Range<usize>, text: &str, kind: Kind, now: f64) -> bool {
        let cleaned = clean(text, self.options.multiline);
        let inserted = self.fit(&cleaned, &range);
        let no_room = inserted.is_empty() && !cleaned.is_empty();
        if no_room || (inserted.is_empty() && range.is_empty()) {
            return false;
        }
        let before = self.selection;
        let removed = self.splice(range.clone(), inserted);
        let end = range.start + inserted.len();
        // What was inserted may have joined with what follows into one grapheme.
        let end = if snap_grapheme(&self.text, end) == end { end } else { next_grapheme(&self.text, end) };
        self.selection = Selection::caret(end);
        let (at, inserted) = (range.start, inserted.to_owned());
        self.history.record(Step { at, removed, inserted, before, after: self.selection, kind, time: now });
        true
    }

    /// As much of `text` as may stand in place of `range`.
    pub(super) fn fit<'t>(&self, text: &'t str, range: &Range<usize>) -> &'t str {
        let Some(most) = self.options.max_len else { return text };
        let kept = self.text[..range.start].chars().count() + self.text[range.end..].chars().count();
        fitting(text, most.saturating_sub(kept))
    }

    pub(super) fn splice(&mut self, range: Range<usize>, text: &str) -> String {
        let removed = self.text[range.clone()].to_owned();
        self.text.replace_range(range, text);
        removed
    }

    /// Moves the caret, keeping the anchor if `extend`. Always returns that the text did not change.
    fn place(&mut self, caret: Caret, extend: bool) -> bool {
        let anchor = if extend { self.selection.anchor } else { caret.index };
        self.select(Selection { anchor, focus: caret.index, affinity: caret.affinity })
    }

    fn select(&mut self, selection: Selection) -> bool {
        self.history.close();
        self.selection = selection;
        false
    }

    fn undo(&mut self) -> bool {
        let Some(step) = self.history.undo() else { return false };
        self.text.replace_range(step.at..step.at + step.inserted.len(), &step.removed);
        self.selection = step.before;
        true
    }

    fn redo(&mut self) -> bool {
        let Some(step) = self.history.redo() else { return false };
        self.text.replace_range(step.at..step.at + step.removed.len(), &step.inserted);
        self.selection = step.after;
        true
    }
}

fn graphemes(text: &str) -> usize {
    unicode_segmentation::UnicodeSegmentation::graphemes(text, true).count()
}
