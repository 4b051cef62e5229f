//! `<channel>_view`: what a channel holds, whole or one key of it, within the size of an answer.

use scumble_channels::Contract;
use scumble_protocol::{AgentDocument, Code, Status, ToolError};
use serde_json::{Map, Value};

use super::describe::tool_name;
use super::port::Port;
use crate::bounded::{Bounded, bound, part};
use crate::surface::Answered;

/// Answers the view, or the key that was asked for.
pub(crate) fn read(contract: &Contract, port: &dyn Port, arguments: &Map<String, Value>, budget: usize) -> Answered {
    let count = |key: &str| {
        arguments.get(key).and_then(Value::as_u64).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
    };
    let Some(key) = arguments.get("key").and_then(Value::as_str) else {
        if arguments.contains_key("offset") || arguments.contains_key("limit") {
            let message = "offset and limit are for one key, and no key was named.";
            return Err(ToolError::new(Code::BadArguments, message).fix("Name the key whose list is meant."));
        }
        let bounded = bounded(contract, port, budget)?;
        let lead = format!("What {} holds:", contract.name);
        return Ok(document(
            &lead,
            bounded.view,
            Status { omitted: bounded.omitted, ..Status::default() },
            port.revision(),
        ));
    };
    let value = port
        .view_key(key)
        .ok_or_else(|| ToolError::new(Code::BadArguments, format!("{} has no key {key}.", contract.name)))?
        .map_err(|sentence| unreadable(contract, &sentence))?;
    let part = part(&value, count("offset").unwrap_or(0), count("limit"), budget);
    let mut status = Status::default();
    let mut lead = format!("What {} holds under {key}", contract.name);
    if let Some(rest) = part.rest {
        lead = format!("{lead}, {}", rest.shown);
        if let Some(next) = rest.next {
            let how =
                format!("{} with key \"{key}\", offset {next} shows what follows", tool_name(contract.name, "view"));
            status.omitted.insert(key.into(), Value::String(format!("{}; {how}", rest.shown)));
        }
    }
    // A key that holds nothing is left out, as the schema says: its value there is never null.
    let view = match part.value {
        Value::Null => Map::new(),
        value => Map::from_iter([(key.to_string(), value)]),
    };
    Ok(document(&format!("{lead}:"), view, status, port.revision()))
}

/// The view without its largest keys.
pub(crate) fn bounded(contract: &Contract, port: &dyn Port, budget: usize) -> Result<Bounded, ToolError> {
    let view = port.view().map_err(|sentence| unreadable(contract, &sentence))?;
    let tool = tool_name(contract.name, "view");
    Ok(bound(view, budget, |key, value| match value {
        Value::Array(_) | Value::String(_) => format!("{tool} with key \"{key}\", offset, limit"),
        _ => format!("{tool} with key \"{key}\""),
    }))
}

/// One lead sentence, a line break, the view as compact JSON; the view as data; and the status.
pub(crate) fn document(lead: &str, view: Map<String, Value>, mut status: Status, revision: u64) -> AgentDocument {
    if !status.is_empty() {
        status.revision = Some(revision);
    }
    let view = Value::Object(view);
    AgentDocument::new().text(format!("{lead}\n{view}")).value(view).status(status)
}

fn unreadable(contract: &Contract, sentence: &str) -> ToolError {
    ToolError::new(Code::BadAnswer, format!("What {} holds cannot be shown: {sentence}", contract.name))
}
