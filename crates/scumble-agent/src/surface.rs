//! What every part of the agent's side is: a list of tools, and calls that are answered.
//!
//! A surface knows no transport. A door (a page's `document.modelContext`, an MCP server) lists its
//! tools and carries calls in and answers out.

use std::future::Future;
use std::pin::Pin;

use scumble_protocol::{AgentDocument, Caller, Question, Tool, ToolError};
use serde_json::Value;

use crate::cancel::CancelToken;

/// A future that stays on its thread.
pub type LocalBoxFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// How long a call may take before it is answered with what is still running, in milliseconds.
pub const DEADLINE_MS: f64 = 10_000.0;

/// Tools and the calls to them.
pub trait Surface {
    /// The tools as they are offered now, in the order they are listed.
    fn tools(&self) -> Vec<Tool>;

    /// Calls a tool. The future answers every call, a wrong one too, with a document; dropping it cancels the call.
    fn call(&self, call: Call) -> LocalBoxFuture<Outcome>;
}

/// One call of a tool.
#[derive(Clone, Debug)]
pub struct Call {
    /// Who calls.
    pub caller: Caller,
    /// The tool's name.
    pub name: String,
    /// Its arguments: an object, or null for none.
    pub arguments: Value,
    /// How long it may take in milliseconds; time in which a person is being asked does not count.
    pub deadline_ms: f64,
    /// Cancelled when nobody waits for the answer any more.
    pub cancel: CancelToken,
}

impl Call {
    /// A call with the usual deadline that nobody cancels.
    #[must_use]
    pub fn new(caller: Caller, name: impl Into<String>, arguments: Value) -> Call {
        Call { caller, name: name.into(), arguments, deadline_ms: DEADLINE_MS, cancel: CancelToken::new() }
    }
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It was answered; failures are answers too.
    Answer(AgentDocument),
    /// The door has to ask the person in its own way, and call again with `state`.
    NeedsPerson {
        /// What to ask.
        question: Question,
        /// Single-use, bound to the arguments.
        state: String,
    },
}

impl Outcome {
    /// An answer that says why the call failed.
    #[must_use]
    pub fn failed(error: ToolError) -> Outcome {
        Outcome::Answer(AgentDocument::failed(error))
    }

    /// The document, if the call was answered.
    #[must_use]
    pub fn into_document(self) -> Option<AgentDocument> {
        match self {
            Outcome::Answer(document) => Some(document),
            Outcome::NeedsPerson { .. } => None,
        }
    }
}

/// What a tool made of a call: a document, or why not.
pub(crate) type Answered = Result<AgentDocument, ToolError>;

impl From<Answered> for Outcome {
    fn from(answered: Answered) -> Outcome {
        match answered {
            Ok(document) => Outcome::Answer(document),
            Err(error) => Outcome::failed(error),
        }
    }
}
