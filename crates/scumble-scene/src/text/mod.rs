//! Text: shaped with the fonts it is given, broken into lines, measured, pointed at.
//!
//! [`Fonts`] makes a [`Paragraph`] from a text, a [`TextStyle`] and [`LayoutOptions`]; a paragraph gives its
//! size, its glyph runs, and the geometry of carets and selections. Lengths are CSS pixels, positions within
//! a text are byte offsets of its UTF-8. Knows nothing of nodes, themes, time or editing, and uses no fonts
//! but those it was given: the same text has the same lines on every machine.
//!
//! A text is laid out one hard line at a time, so that editing one line of a long text shapes that line only.
//! White space is kept as it is and lines break where Chromium breaks them (`white-space: pre-wrap;
//! overflow-wrap: break-word`).

pub mod boundaries;

mod cache;
mod fonts;
mod options;
mod paragraph;
mod positions;
mod shaped;

#[cfg(test)]
mod chromium;
#[cfg(test)]
mod odd;
#[cfg(test)]
mod tests;

pub use fonts::{FontError, Fonts, MissingWidth, TextCounters};
pub use options::{Align, FamilyName, LayoutOptions, TextStyle};
pub use paragraph::{Line, MissingCluster, Paragraph};
pub use positions::{Affinity, Caret};
