//! Schemas written down as JSON text.
//!
//! Text that is read once costs a fraction of the code that would build the same tree, and the page carries it.

use serde_json::Value;

/// The schema a constant of this crate is the text of.
///
/// # Panics
/// If the text is no JSON; the surface's tests read every one.
pub(crate) fn schema(text: &str) -> Value {
    serde_json::from_str(text).expect("schemas are written as JSON")
}
