//! What the agent's side is made of; the trait itself is part of the vocabulary, since a relay is a surface too.

use scumble_protocol::{AgentDocument, ToolError};
pub(crate) use scumble_protocol::{Call, LocalBoxFuture, Outcome, Surface};

/// What a tool made of a call: a document, or why not.
pub(crate) type Answered = Result<AgentDocument, ToolError>;
