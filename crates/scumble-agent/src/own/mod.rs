//! What an application offers of its own beside its channels: tools, resources and prompts, each a function.
//!
//! `#[tool]`, `#[resource]` and `#[prompt]` implement the traits here, each for a type named as its function; nothing is
//! implemented by hand. Knows neither channels nor the screen: what a function needs of them it finds by its scope.

mod answer;
mod contents;
mod cx;
mod prompt;
mod resource;
mod returned;
mod surface;
mod tool;

pub use crate::carry::{Made, Started};
pub use answer::{AsData, AsDocument, AsNothing, Given, OfNothing, OfResult, OfValue, OutputOf, Told, told};
pub use contents::{Body, Held, HeldAsBytes, HeldAsData, HeldAsText, HeldNot, Holds, holds};
pub use cx::{Progress, ToolCall, ToolCx};
pub use prompt::{Messages, OwnPrompt, PromptContract, filled};
pub use resource::{OwnResource, ResourceContract};
pub use returned::{FailsWithDiagnostic, FailsWithRefusal, FailsWithSentence, NeverFails, Returned};
pub(crate) use surface::OwnSurface;
pub use tool::{OwnTool, ToolContract};

/// Whether two names are one, where that has to be known at compile time.
#[must_use]
pub const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}
