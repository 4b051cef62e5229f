//! `<channel>_<command>`: a command sent on behalf of an agent, answered with what it made of the view.
//!
//! The order is: validate, run in a call scope with the caller (where the command's own check may ask the
//! person), settle, answer. The command is the code a person's click runs.

use std::rc::Rc;

use scumble_channels::{CommandContract, Contract};
use scumble_channels::{Dispatch, Returned};
use scumble_protocol::{AgentDocument, Code, Status, ToolError};
use serde_json::{Map, Value};

use super::port::Port;
use super::view;
use crate::bounded::part;
use crate::carry::{Carried, Made, Started, Task, carry};
use crate::shared::Shared;
use crate::surface::{Answered, Call};

/// The share of an answer that what a command returned may take.
const RETURNED_SHARE: usize = 3;

/// Sends a command whose arguments have been validated.
pub(crate) async fn send(
    contract: Rc<Contract>,
    command: CommandContract,
    port: Rc<dyn Port>,
    shared: Rc<Shared>,
    call: Call,
    arguments: Map<String, Value>,
) -> Answered {
    let revision = || port.revision();
    let task = Task {
        called: format!("{}.{}", contract.name, command.name),
        name: command.name,
        quiet: command.settles_quiet.then_some(&revision),
    };
    let mut unknown = false;
    let start = || match port.dispatch(command.name, arguments) {
        Dispatch::Done(returned) => Started::Done(made_of(returned)),
        Dispatch::Later(future) => Started::Later(Box::pin(async move { made_of(future.await) })),
        Dispatch::Unknown => {
            unknown = true;
            Started::Done(Ok(AgentDocument::new()))
        }
    };
    let carried = carry(task, &shared, &call, Box::new(start)).await;
    if unknown {
        let sentence = format!("{} has no command {}.", contract.name, command.name);
        return Err(ToolError::new(Code::UnknownTool, sentence));
    }
    let Carried { made, running, notes } = carried?;

    let mut status = Status { running, notes, ..Status::default() };
    let mut budget = shared.limits.answer_bytes;
    if let Some(returned) = made.and_then(|made| made.value) {
        let shown = part(&returned, 0, None, budget / RETURNED_SHARE);
        if let Some(rest) = shown.rest {
            status.omitted.insert("$.returned".into(), Value::String(rest.shown));
        }
        budget -= crate::bounded::size(&shown.value).min(budget);
        status.returned = Some(shown.value);
    }
    let bounded = view::bounded(&contract, &*port, budget)?;
    status.omitted.extend(bounded.omitted);
    let lead = if status.running.is_empty() {
        format!("Sent {} to {}, which now holds:", command.name, contract.name)
    } else {
        format!("Sent {} to {}; it is still running. So far {} holds:", command.name, contract.name, contract.name)
    };
    Ok(view::document(&lead, bounded.view, status, port.revision()))
}

/// What a command returned, as a document that holds nothing else.
fn made_of(returned: Returned) -> Made {
    let value = returned?.filter(|value| !value.is_null());
    Ok(AgentDocument { value, ..AgentDocument::new() })
}
