//! What the catalogue holds: components, their parameters, and channels, as plain data.
//!
//! Knows nothing of how they are found or told.

use serde::Serialize;
use serde_json::Value;

/// One component, or one stock control of a library.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Component {
    /// Its name in the source.
    pub name: String,
    /// Whether it is a component of the project or a control of a library.
    pub kind: Kind,
    /// Its source file from the project's root, without extension, as `render_frame` takes it: `src/ui/sidebar`.
    pub module: String,
    /// Its source file from the project's root, with `/` between.
    pub file: String,
    /// The line its name stands in, from 1.
    pub line: usize,
    /// What it is for: its doc comment's first paragraph, on one line. Empty if there is none.
    pub purpose: String,
    /// The rest of its doc comment, its example left out.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub details: String,
    /// The first block of code in its doc comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// What it is given, in the order written; its scope is not among them.
    pub parameters: Vec<Parameter>,
    /// Names of the parameters it shares with every control of its library.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<String>,
    /// Whether other crates can name it.
    pub public: bool,
    /// Its generic parameters as written; `None` if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generics: Option<String>,
    /// The conditions it is compiled under: `feature = "x"`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// Whether and why it should not be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecation>,
    /// Where it is used, most often first.
    pub used_by: Vec<Use>,
    /// The arguments `render_frame` takes to draw it; `None` where it cannot be drawn by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<Value>,
    /// What there is to know of the call to draw it, as sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frame_notes: Vec<String>,
    /// Why what is said here may be out of date: its file does not parse now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stale: Option<String>,
    /// Whether no module declares its file, so that it is not compiled.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undeclared: bool,
}

impl Component {
    /// How often it is used in the project.
    #[must_use]
    pub fn uses(&self) -> usize {
        self.used_by.iter().map(|user| user.count).sum()
    }
}

/// The sorts of components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A `#[component]` function: a type made with `new`.
    Component,
    /// A function that returns a control with a method a property.
    Control,
}

/// One thing a component is given.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type as written; of a method with several arguments, all of them.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it means.
    pub doc: String,
    /// Whether it may be left out.
    pub optional: bool,
    /// What it is when left out, as written; `None` for a required one, and where that is the type's default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Whether and why it should not be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecation>,
    /// How it is given.
    pub given: Given,
    /// The values its type has, where that is an enum of plain names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
}

/// How a parameter is given in code; `render_frame` takes the value itself for each but callbacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Given {
    /// A value.
    Value,
    /// A signal, which is followed.
    Signal,
    /// A value, a closure or a signal; the latter two are followed.
    Prop,
    /// Whatever becomes a text.
    Text,
    /// Whatever can stand in a tree.
    Content,
    /// A closure that is called.
    Callback,
    /// Nothing: it is switched on by being named.
    Switch,
}

/// That something should not be used any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deprecation {
    /// Why, and what to use instead; empty if not said.
    pub note: String,
}

/// A file that uses a component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Use {
    /// The file from the project's root.
    pub file: String,
    /// How often.
    pub count: usize,
}

/// One channel: what an agent sees of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Channel {
    /// Its name, which its tools begin with.
    pub name: String,
    /// The struct.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its source file from the project's root, without extension.
    pub module: String,
    /// Its source file from the project's root.
    pub file: String,
    /// The line its name stands in, from 1.
    pub line: usize,
    /// What it holds, as documented.
    pub doc: String,
    /// Whether it holds what others wrote.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub untrusted: bool,
    /// The keys of its view an agent sees, in the order written.
    pub keys: Vec<Key>,
    /// How many keys no agent sees.
    pub hidden_keys: usize,
    /// What an agent may send, in the order written.
    pub commands: Vec<Command>,
    /// How many commands no agent sees.
    pub hidden_commands: usize,
    /// Why what is said here may be out of date: its file does not parse now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stale: Option<String>,
}

/// One key of a channel's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Key {
    /// Its name.
    pub name: String,
    /// The type of its value, as written.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it holds.
    pub doc: String,
    /// What of it an agent sees.
    pub visibility: KeyVisibility,
    /// Whether it holds what others wrote.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub untrusted: bool,
}

/// What an agent sees of a key that is not hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyVisibility {
    /// Its value.
    Shown,
    /// Whether it is set.
    Secret,
}

/// One command of a channel.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Command {
    /// Its name.
    pub name: String,
    /// What it does.
    pub doc: String,
    /// What it takes; only name, type, meaning and whether it may be left out are told.
    pub parameters: Vec<Parameter>,
    /// What it returns, as written; empty for nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub returns: String,
    /// Whether what it does cannot be undone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub destructive: bool,
    /// Whether sending it twice is sending it once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub idempotent: bool,
    /// Whether the person is asked first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub confirm: bool,
}

/// A file that could not be read as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The file from the project's root.
    pub file: String,
    /// The line the parser stopped at, from 1; absent where the file could not be read at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// A sentence.
    pub message: String,
    /// Whether what the file said before is still told.
    pub kept: bool,
}
