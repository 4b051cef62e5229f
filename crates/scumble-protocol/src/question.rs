//! What a person is asked before a command marked `confirm` runs, and what can come of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Caller;

/// One question to the person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// The channel whose command it is; empty for a tool of the application's own.
    pub channel: String,
    /// The command, or the tool.
    pub command: String,
    /// The command's documentation.
    pub description: String,
    /// The arguments, as an object by parameter name.
    pub arguments: Value,
    /// Whether it cannot be undone.
    pub destructive: bool,
    /// Who asks.
    pub caller: Caller,
}

impl Question {
    /// What is to run: `notes.delete`, or the name of a tool of the application's own.
    #[must_use]
    pub fn called(&self) -> String {
        called(&self.channel, &self.command)
    }

    /// The question in sentences: who wants what, whether it can be undone, what the command does, its arguments.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut parts = vec![format!("{} wants to run {}.", self.caller.display_name(), self.called())];
        if self.destructive {
            parts[0].push_str(" This cannot be undone.");
        }
        if !self.description.is_empty() {
            parts.push(self.description.clone());
        }
        let fields = self
            .arguments
            .as_object()
            .map(|fields| fields.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>());
        if let Some(fields) = fields.filter(|fields| !fields.is_empty()) {
            parts.push(fields.join("\n"));
        }
        parts.join("\n\n")
    }
}

/// A command as sentences name it: `notes.delete`; without a channel, the name alone.
#[must_use]
pub fn called(channel: &str, command: &str) -> String {
    if channel.is_empty() { command.to_owned() } else { format!("{channel}.{command}") }
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "answer", content = "reason")]
pub enum Answer {
    /// The person said yes, to these arguments and this once.
    Approved,
    /// The person said no.
    Declined,
    /// Nobody answered in time, or the call was cancelled.
    Withdrawn(String),
    /// There is no way to ask here; the sentence says why.
    NoWay(String),
}
