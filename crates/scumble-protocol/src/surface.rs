//! What every part of an agent's side is: tools and calls, resources and prompts, and word of changes.
//!
//! A surface knows no transport. A door (a page's `document.modelContext`, an MCP server) lists what there is and
//! carries calls in and answers out; a relay is a surface too.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{AgentDocument, Block, Caller, CancelToken, ClientSide, Question, Tool, ToolError};

/// A future that stays on its thread.
pub type LocalBoxFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// How long a call may take before it is answered with what is still running, in milliseconds.
pub const DEADLINE_MS: f64 = 10_000.0;

/// Tools and the calls to them; and, where there are any, resources and prompts.
pub trait Surface {
    /// The tools as they are offered now, in the order they are listed.
    fn tools(&self) -> Vec<Tool>;

    /// Calls a tool. The future answers every call, a wrong one too, with a document; dropping it cancels the call.
    fn call(&self, call: Call) -> LocalBoxFuture<Outcome>;

    /// Of a tool that only reads: a number that is another as soon as the tool might answer the same arguments
    /// otherwise. While it stays, a door may answer again what was answered before. `None` where that is not known.
    fn version(&self, tool: &str) -> Option<u64> {
        let _ = tool;
        None
    }

    /// What can be read by its address, in the order it is listed.
    fn resources(&self) -> Vec<Resource> {
        Vec::new()
    }

    /// What a resource holds now; `None` if there is no resource at this address, an error if it cannot be read.
    fn read(&self, uri: &str, caller: &Caller) -> LocalBoxFuture<Option<Result<Contents, ToolError>>> {
        let _ = (uri, caller);
        Box::pin(async { None })
    }

    /// The prompts offered.
    fn prompts(&self) -> Vec<Prompt> {
        Vec::new()
    }

    /// A prompt filled in; `None` if there is none of this name, an error if its arguments do not fit.
    fn prompt(&self, call: Call) -> LocalBoxFuture<Option<Result<Vec<PromptMessage>, ToolError>>> {
        let _ = call;
        Box::pin(async { None })
    }

    /// Families of addresses that can be read though they are not listed one by one.
    fn templates(&self) -> Vec<Template> {
        Vec::new()
    }

    /// What a connecting agent is told of it; none leaves that to whoever serves it.
    fn instructions(&self) -> Option<String> {
        None
    }

    /// How what was typed so far may go on, best first.
    fn complete(&self, completing: Completing) -> LocalBoxFuture<Vec<String>> {
        let _ = completing;
        Box::pin(async { Vec::new() })
    }

    /// Tells `listener` of every change until the returned value is dropped.
    fn listen(&self, listener: Rc<dyn Fn(Change)>) -> Listening {
        let _ = listener;
        Listening::nothing()
    }
}

/// Something that changed on a surface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// Tools came, went or are described differently.
    Tools,
    /// Resources came or went.
    Resources,
    /// What this resource holds.
    Updated(String),
}

/// Keeps a listener; dropping it ends the listening.
#[must_use = "the listener is removed when this is dropped"]
pub struct Listening {
    end: Option<Box<dyn FnOnce()>>,
}

impl Listening {
    /// Nobody listens.
    pub fn nothing() -> Listening {
        Listening { end: None }
    }

    /// Calls `end` when dropped.
    pub fn until(end: impl FnOnce() + 'static) -> Listening {
        Listening { end: Some(Box::new(end)) }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            end();
        }
    }
}

/// Something that can be read by its address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    /// Such as `scumble://notes/view`.
    pub uri: String,
    /// A short name.
    pub name: String,
    /// What it holds.
    #[serde(default)]
    pub description: String,
    /// Such as `application/json`.
    pub mime_type: String,
}

/// What a resource holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contents {
    /// Its address.
    pub uri: String,
    /// Such as `application/json`.
    pub mime_type: String,
    /// The text; empty where it holds bytes.
    #[serde(default)]
    pub text: String,
    /// The bytes as base64, where it holds no text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub blob: Option<String>,
}

impl Contents {
    /// A resource that holds text.
    #[must_use]
    pub fn text(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Contents {
        Contents { uri: uri.into(), mime_type: mime_type.into(), text: text.into(), blob: None }
    }

    /// A resource that holds bytes.
    #[must_use]
    pub fn bytes(uri: impl Into<String>, mime_type: impl Into<String>, bytes: &[u8]) -> Contents {
        Contents {
            uri: uri.into(),
            mime_type: mime_type.into(),
            text: String::new(),
            blob: Some(crate::to_base64(bytes)),
        }
    }
}

/// A family of addresses (RFC 6570, level 1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Template {
    /// Such as `scumble://state/{key}`.
    pub uri_template: String,
    /// A short name.
    pub name: String,
    /// What the resources hold.
    #[serde(default)]
    pub description: String,
    /// Such as `application/json`; empty if they differ.
    #[serde(default)]
    pub mime_type: String,
}

/// An argument that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Completing {
    /// Whose argument: a prompt's name, or a template of addresses.
    pub of: String,
    /// The argument.
    pub argument: String,
    /// What was typed so far.
    pub value: String,
}

/// A prompt as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Prompt {
    /// Unique on its surface.
    pub name: String,
    /// What it is for.
    #[serde(default)]
    pub description: String,
    /// What it takes.
    #[serde(default)]
    pub arguments: Vec<PromptArgument>,
}

/// An argument of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PromptArgument {
    /// Its name.
    pub name: String,
    /// What it means.
    #[serde(default)]
    pub description: String,
    /// Whether it must be given.
    #[serde(default)]
    pub required: bool,
}

/// A message of a prompt that was filled in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PromptMessage {
    /// `user` or `assistant`.
    pub role: String,
    /// What it says or shows.
    pub content: Block,
}

impl PromptMessage {
    /// What the user says.
    #[must_use]
    pub fn user(content: impl Into<Block>) -> PromptMessage {
        PromptMessage { role: "user".to_owned(), content: content.into() }
    }

    /// What the assistant is to have said.
    #[must_use]
    pub fn assistant(content: impl Into<Block>) -> PromptMessage {
        PromptMessage { role: "assistant".to_owned(), content: content.into() }
    }
}

/// Told how far a call has come: from 0, of a total where that is known, with a sentence.
pub type OnProgress = Rc<dyn Fn(f64, Option<f64>, &str)>;

/// One call of a tool.
#[derive(Clone)]
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
    /// Told how far the call has come, if the caller wants to know.
    pub progress: Option<OnProgress>,
    /// The client at the other end, where it can be asked something or told something meanwhile.
    pub client: Option<Rc<dyn ClientSide>>,
    /// What [`Outcome::NeedsPerson`] gave, when the person has been asked since, and whether they approved.
    pub answered: Option<(String, bool)>,
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call")
            .field("caller", &self.caller)
            .field("name", &self.name)
            .field("arguments", &self.arguments)
            .field("deadline_ms", &self.deadline_ms)
            .finish_non_exhaustive()
    }
}

impl Call {
    /// A call with the usual deadline that nobody cancels.
    #[must_use]
    pub fn new(caller: Caller, name: impl Into<String>, arguments: Value) -> Call {
        Call {
            caller,
            name: name.into(),
            arguments,
            deadline_ms: DEADLINE_MS,
            cancel: CancelToken::new(),
            progress: None,
            client: None,
            answered: None,
        }
    }
}

/// How a call ended.
#[allow(clippy::large_enum_variant, reason = "there is one a call, and it is moved, not kept")]
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

impl From<Result<AgentDocument, ToolError>> for Outcome {
    fn from(answered: Result<AgentDocument, ToolError>) -> Outcome {
        match answered {
            Ok(document) => Outcome::Answer(document),
            Err(error) => Outcome::failed(error),
        }
    }
}
