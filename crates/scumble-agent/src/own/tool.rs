//! A tool of the application's own: what its function says of itself, and that as it is listed.

use scumble_channels::schema::Parameters;
use scumble_channels::tool_part;
use scumble_protocol::{Annotations, Tool};
use serde_json::{Map, Value};

use super::cx::ToolCall;
use crate::carry::Started;

/// Who offers them, where two tools of one name are told of.
const SOURCE: &str = "the application's own tools";

/// A function with `#[tool]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "`tools: […]` of `app!` lists functions with `#[tool]`; those with `#[resource]` and `#[prompt]` have lists of their own"
)]
pub trait OwnTool {
    /// The tool's name, as it is listed.
    const NAME: &'static str;

    /// What it says of itself.
    fn contract() -> ToolContract;

    /// Runs it. `arguments` have been validated; bytes in them are still base64.
    fn start(call: ToolCall, arguments: Map<String, Value>) -> Started;
}

/// A tool, described.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolContract {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment; empty if it has none.
    pub description: &'static str,
    /// The schema of its arguments, an object with a property a parameter.
    pub input: Value,
    /// The schema of the value it answers, if that is an object.
    pub output: Option<Value>,
    /// It changes nothing.
    pub read: bool,
    /// What it does cannot be undone.
    pub destructive: bool,
    /// Calling it twice is calling it once.
    pub idempotent: bool,
    /// A person is asked before it runs.
    pub confirm: bool,
    /// Its answer may hold what others wrote.
    pub untrusted: bool,
}

impl ToolContract {
    /// A tool as written, without options.
    #[must_use]
    pub fn new(name: &'static str, description: &'static str, parameters: Parameters) -> Self {
        ToolContract {
            name,
            description,
            input: parameters.finish(),
            output: None,
            read: false,
            destructive: false,
            idempotent: false,
            confirm: false,
            untrusted: false,
        }
    }

    /// The tool as it is listed.
    pub(crate) fn listed(&self) -> Tool {
        let title = title(self.name);
        let purpose = if self.description.is_empty() {
            format!("{title}, a tool of the application's own.")
        } else {
            self.description.to_owned()
        };
        let asks = if self.confirm { "\n\nThe person is asked to approve it before it runs." } else { "" };
        let hints = if self.read { Annotations::reading() } else { Annotations::acting() };
        Tool {
            name: tool_part(self.name),
            title,
            description: format!("{purpose}{asks}"),
            input_schema: self.input.clone(),
            output_schema: self.output.clone(),
            annotations: Annotations {
                destructive: hints.destructive.map(|_| self.destructive),
                idempotent: self.idempotent,
                untrusted: self.untrusted,
                ..hints
            },
            source: SOURCE.into(),
        }
    }
}

/// `week_summary` as people read it: `Week summary`.
fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.trim().chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
