//! The activity log's line: one call that has ended, who made it, and what came of it.
//!
//! Sizes and names only: no argument and no answer is kept. Who keeps lines, and how many, is a log's business; this is
//! what they all look like.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Call, Caller, ClientInfo, Outcome};

/// How many lines a log keeps.
pub const MOST_LINES: usize = 500;

/// The longest name a line has, in characters: callers choose what they say.
const LONGEST_NAME: usize = 120;

/// One call that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// When it ended, in the host's milliseconds.
    pub at_ms: f64,
    /// Who called.
    pub caller: Caller,
    /// The tool; at a server also what else was asked for, such as `resources/read scumble://screen`.
    pub tool: String,
    /// The size of its arguments as JSON, in bytes.
    pub argument_bytes: usize,
    /// `ok`, `running`, or the code of the failure.
    pub outcome: String,
    /// How long it took in milliseconds.
    pub ms: f64,
    /// The screen's revision before it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub revision_before: Option<u64>,
    /// The screen's revision after it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub revision_after: Option<u64>,
    /// The tab it was sent to, where there are several.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tab: Option<String>,
}

impl Line {
    /// The line of a call that ended at `at_ms` after `ms`; revisions and tab are for who knows them to add.
    #[must_use]
    pub fn of(call: &Call, outcome: &str, at_ms: f64, ms: f64) -> Line {
        let client = call.caller.client.as_ref();
        let client = client.map(|client| ClientInfo { name: short(&client.name), version: short(&client.version) });
        Line {
            at_ms,
            caller: Caller { client, ..call.caller.clone() },
            tool: short(&call.name),
            argument_bytes: if call.arguments.is_null() { 0 } else { call.arguments.to_string().len() },
            outcome: outcome.to_owned(),
            ms,
            revision_before: None,
            revision_after: None,
            tab: None,
        }
    }

    /// The line without its time, for a log that tells the time in its own way.
    #[must_use]
    pub fn said(&self) -> String {
        let door = self.caller.door.as_str();
        let version = self.caller.client.as_ref().map(|client| client.version.as_str()).unwrap_or_default();
        let about = if version.is_empty() { door.to_owned() } else { format!("{door}, {version}") };
        let mut said = format!(
            "{} #{} ({about}) {} {} B {} {:.1} ms",
            self.caller.display_name(),
            self.caller.number,
            self.tool,
            self.argument_bytes,
            self.outcome,
            self.ms
        );
        if let (Some(before), Some(after)) = (self.revision_before, self.revision_after) {
            said.push_str(&format!(" revision {before}→{after}"));
        }
        if let Some(tab) = &self.tab {
            said.push_str(&format!(" in {tab}"));
        }
        said
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} {}", self.at_ms, self.said())
    }
}

/// A name of a caller's choosing on one line, and not without end.
fn short(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_NAME).collect()
}

impl Outcome {
    /// How the activity log calls it: `ok`, `running`, the code of the failure.
    #[must_use]
    pub fn in_a_word(&self) -> String {
        match self {
            Outcome::Answer(document) => match &document.error {
                Some(error) => error.code.clone(),
                None if !document.status.running.is_empty() => "running".to_owned(),
                None => "ok".to_owned(),
            },
            Outcome::NeedsPerson { .. } => "needs the person".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Line;
    use crate::{AgentDocument, Call, Caller, ClientInfo, Code, Door, Outcome, Status, ToolError};

    fn call(arguments: Value) -> Call {
        Call::new(Caller::by(Door::Mcp), "notes_create", arguments)
    }

    #[test]
    fn a_line_names_who_what_and_what_came_of_it() {
        let mut line = Line::of(&call(json!({ "title": "Milk, eggs" })), "ok", 1_200.0, 1.25);
        let said = "1200 An AI agent connected over MCP #1 (mcp) notes_create 22 B ok 1.2 ms";
        assert_eq!(line.to_string(), said);
        (line.revision_before, line.revision_after) = (Some(40), Some(41));
        line.tab = Some("t2".into());
        line.caller.client = Some(ClientInfo { name: "e2e".into(), version: "1.0.0".into() });
        assert_eq!(line.said(), "e2e #1 (mcp, 1.0.0) notes_create 22 B ok 1.2 ms revision 40→41 in t2");
    }

    #[test]
    fn no_argument_stands_in_it_and_no_caller_writes_lines_of_its_own() {
        let mut call = call(json!({ "password": "hunter2" }));
        call.caller.client = Some(ClientInfo { name: "a\n99 b #2".into(), version: "1\n".into() });
        call.name = format!("x\n{}", "y".repeat(4_000));
        let line = Line::of(&call, "SC0101", 0.0, 0.0);
        let said = line.to_string();
        assert!(!said.contains("hunter2") && !said.contains('\n'), "{said}");
        assert!(said.len() < 500, "{said}");
        assert!(!serde_json::to_string(&line).expect("plain data").contains("hunter2"));
    }

    #[test]
    fn an_outcome_is_a_word() {
        assert_eq!(Outcome::Answer(AgentDocument::new()).in_a_word(), "ok");
        assert_eq!(Outcome::failed(ToolError::new(Code::Declined, "No.")).in_a_word(), "SC0107");
        let status = Status { running: vec!["save".into()], ..Status::default() };
        assert_eq!(Outcome::Answer(AgentDocument::new().status(status)).in_a_word(), "running");
    }
}
