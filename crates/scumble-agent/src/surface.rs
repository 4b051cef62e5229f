//! What the agent's side is made of; the trait itself is part of the vocabulary, since a relay is a surface too.
//!
//! And what every surface of tools does alike: find the tool, check the arguments, answer now or later.

use scumble_channels::validate;
use scumble_protocol::{AgentDocument, Code, Tool, ToolError};
pub(crate) use scumble_protocol::{Call, LocalBoxFuture, Outcome, Surface};
use serde_json::{Map, Value};

use crate::surfaces::unknown_tool;

/// What a tool made of a call: a document, or why not.
pub(crate) type Answered = Result<AgentDocument, ToolError>;

/// An answer that is there already.
pub(crate) fn at_once(answered: Answered) -> LocalBoxFuture<Outcome> {
    Box::pin(std::future::ready(answered.into()))
}

/// An answer that is still to come.
pub(crate) fn answer(answering: LocalBoxFuture<Answered>) -> LocalBoxFuture<Outcome> {
    Box::pin(async move { answering.await.into() })
}

/// The arguments of a call to one of these tools, as its schema has them.
pub(crate) fn arguments_of(tools: &[Tool], call: &Call) -> Result<Map<String, Value>, ToolError> {
    match tools.iter().find(|tool| tool.name == call.name) {
        Some(tool) => checked(&tool.input_schema, &call.arguments),
        None => Err(unknown_tool(&call.name, tools)),
    }
}

/// The arguments as an object that fits the schema.
pub(crate) fn checked(schema: &Value, arguments: &Value) -> Result<Map<String, Value>, ToolError> {
    let empty = Value::Object(Map::new());
    let arguments = if arguments.is_null() { &empty } else { arguments };
    validate(schema, arguments).map_err(|sentence| ToolError::new(Code::BadArguments, sentence))?;
    match arguments {
        Value::Object(object) => Ok(object.clone()),
        other => Err(ToolError::new(Code::BadArguments, format!("The arguments must be an object, not {other}."))),
    }
}
