//! Editing: a text with a selection, and what a person can do to it.
//!
//! [`Editor`] is a plain value: operations in, changes out. It knows no nodes, no fonts and no clock: lines
//! come from the [`Paragraph`](crate::text::Paragraph) of its [`Editor::display_text`], the time comes with
//! each operation. [`keymap`] says which key is which operation.

mod clean;
mod composition;
mod editor;
mod history;
mod keymap;
mod motion;
mod operation;
mod selection;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;

pub use editor::{Changed, Editor, EditorOptions};
pub use keymap::{Platform, keymap};
pub use operation::{By, EditOp, To};
pub use selection::Selection;
