//! The operations there are. Values only; `editor` says what they do.

/// How far a deletion reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// One grapheme.
    Grapheme,
    /// To the edge of the word.
    Word,
    /// To the edge of the line as it is laid out; at the edge already, one grapheme.
    Line,
}

/// Where the caret goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// One grapheme to the left as it is seen.
    Left,
    /// One grapheme to the right as it is seen.
    Right,
    /// The start of the word before.
    WordLeft,
    /// The end of the word after.
    WordRight,
    /// The start of the line as it is laid out.
    LineStart,
    /// The end of the line as it is laid out.
    LineEnd,
    /// The line above, as near to the column the caret came from as it goes; from the first line to the
    /// text's start.
    Up,
    /// The line below, likewise; from the last line to the text's end.
    Down,
    /// The text's start.
    DocStart,
    /// The text's end.
    DocEnd,
    /// As many lines up as [`Editor::set_page_lines`](super::Editor::set_page_lines) said.
    PageUp,
    /// As many lines down.
    PageDown,
}

/// One thing a person does to a text. Indices are byte offsets into [`Editor::text`](super::Editor::text);
/// they are clamped and moved down to a grapheme boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditOp {
    /// Puts text where the selection is: what was typed or pasted.
    Insert(String),
    /// Deletes the selection, or what is before the caret.
    DeleteBackward {
        /// How much of it.
        by: By,
    },
    /// Deletes the selection, or what is after the caret.
    DeleteForward {
        /// How much of it.
        by: By,
    },
    /// Moves the caret.
    Move {
        /// Where to.
        to: To,
        /// Whether the selection's other end stays, so that it grows or shrinks.
        extend: bool,
    },
    /// Selects the whole text.
    SelectAll,
    /// Selects from `anchor` to `focus`, which has the caret.
    SetSelection {
        /// The end that stays when the selection is extended.
        anchor: usize,
        /// The end with the caret.
        focus: usize,
    },
    /// Puts the caret where a pointer is: [`Paragraph::index_at`](crate::text::Paragraph::index_at) of the
    /// display text gives it.
    Place {
        /// The place, in the display text.
        caret: crate::text::Caret,
        /// Whether the selection's other end stays.
        extend: bool,
    },
    /// Selects the word at an index, as a double click does.
    SelectWordAt(usize),
    /// Selects the hard line at an index with its line feed, as a triple click does.
    SelectLineAt(usize),
    /// Puts other text in place of all of it, as one step that can be undone.
    ReplaceAll(String),
    /// Takes the last step back.
    Undo,
    /// Takes the last undo back.
    Redo,
    /// Shows text an input method has not settled on yet in place of the selection or of the one before.
    SetComposition {
        /// What it shows.
        text: String,
        /// Where its caret is, in bytes of `text`; at its end if not given.
        caret: Option<usize>,
    },
    /// The input method has settled: on `text`, or on what is shown.
    CommitComposition(Option<String>),
    /// The input method has given up: the text is what it was before.
    CancelComposition,
}

impl EditOp {
    /// Whether it is one a read-only field refuses.
    pub fn edits(&self) -> bool {
        match self {
            EditOp::Insert(_)
            | EditOp::DeleteBackward { .. }
            | EditOp::DeleteForward { .. }
            | EditOp::ReplaceAll(_)
            | EditOp::Undo
            | EditOp::Redo
            | EditOp::SetComposition { .. }
            | EditOp::CommitComposition(_)
            | EditOp::CancelComposition => true,
            EditOp::Move { .. }
            | EditOp::SelectAll
            | EditOp::SetSelection { .. }
            | EditOp::Place { .. }
            | EditOp::SelectWordAt(_)
            | EditOp::SelectLineAt(_) => false,
        }
    }
}
