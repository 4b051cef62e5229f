//! A tool as it is listed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One tool of a surface: what an agent is told about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tool {
    /// Unique on its surface; matches `[a-zA-Z0-9_-]{1,64}`.
    pub name: String,
    /// A short name for people.
    pub title: String,
    /// What it does and when to use it; never empty.
    pub description: String,
    /// JSON Schema of the arguments; its root is an object.
    pub input_schema: Value,
    /// JSON Schema of the value answered; present only if its root is an object.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub output_schema: Option<Value>,
    /// Hints for the host that shows or runs it.
    pub annotations: Annotations,
    /// Who offers it, for the sentence that names two tools of one name: `channel notes`, `the screen`.
    #[serde(default)]
    pub source: String,
}

/// What a host may want to know before it runs a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// It changes nothing.
    pub read_only: bool,
    /// Whether what it does cannot be undone; absent where the question has no sense.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub destructive: Option<bool>,
    /// Doing it twice is doing it once.
    #[serde(default)]
    pub idempotent: bool,
    /// Its answer may hold what others wrote.
    #[serde(default)]
    pub untrusted: bool,
    /// It serves whoever develops the application.
    #[serde(default)]
    pub debugging: bool,
}

impl Annotations {
    /// The hints of a tool that only reads.
    #[must_use]
    pub fn reading() -> Self {
        Annotations { read_only: true, ..Annotations::default() }
    }

    /// The hints of a tool that acts and can be undone by acting again.
    #[must_use]
    pub fn acting() -> Self {
        Annotations { destructive: Some(false), ..Annotations::default() }
    }
}
