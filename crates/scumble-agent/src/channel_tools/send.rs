//! `<channel>_<command>`: a command sent on behalf of an agent, answered with what it made of the view.
//!
//! The order is: validate, run in a call scope with the caller (where the command's own check may ask the
//! person), settle, answer. The command is the code a person's click runs.

use std::cell::RefCell;
use std::rc::Rc;

use scumble_channels::{CommandContract, Contract};
use scumble_channels::{CommandError, Dispatch};
use scumble_protocol::{Caller, Code, Status, ToolError};
use scumble_reactive::spawn_named;
use serde_json::{Map, Value};

use super::port::Port;
use super::view;
use crate::activity::Activity;
use crate::bounded::part;
use crate::settle::{CancelOnDrop, Deadline, Ended, quiet, settle};
use crate::shared::{Shared, cancelled, refusal};
use crate::surface::{Answered, Call};
use crate::unwind::{Guarded, Panicked, guard};

/// The share of an answer that what a command returned may take.
const RETURNED_SHARE: usize = 3;

/// What a command came to.
type Result_ = Result<Option<Value>, ToolError>;

/// Where an asynchronous command leaves what it came to.
enum Slot {
    /// It has not ended.
    Waiting,
    /// It has ended in time.
    Ended(Result_),
    /// Its answer has gone out without it.
    Answered,
}

/// Sends a command whose arguments have been validated.
pub(crate) async fn send(
    contract: Rc<Contract>,
    command: CommandContract,
    port: Rc<dyn Port>,
    shared: Rc<Shared>,
    call: Call,
    arguments: Map<String, Value>,
) -> Answered {
    let called = format!("{}.{}", contract.name, command.name);
    let scope = shared.call_scope(&call);
    let watch = CancelOnDrop::new(&scope);
    let mut deadline = Deadline::after(call.deadline_ms);
    let revision = port.revision();

    let sent = guard(|| shared.act(&scope, || port.dispatch(command.name, arguments)));
    let slot = Rc::new(RefCell::new(Slot::Waiting));
    match sent {
        Err(panicked) => return Err(panic_of(&called, &panicked)),
        Ok(Dispatch::Unknown) => {
            return Err(ToolError::new(
                Code::UnknownTool,
                format!("{} has no command {}.", contract.name, command.name),
            ));
        }
        Ok(Dispatch::Done(result)) => {
            *slot.borrow_mut() = Slot::Ended(result.map_err(|error| failure(&called, error)));
        }
        Ok(Dispatch::Later(future)) => {
            let (slot, called) = (Rc::clone(&slot), called.clone());
            let late = Late { activity: Rc::clone(&shared.activity), caller: call.caller.clone() };
            shared.act(&scope, || {
                spawn_named(command.name, async move {
                    let result = match Guarded::new(future).await {
                        Ok(result) => result.map_err(|error| failure(&called, error)),
                        Err(panicked) => Err(panic_of(&called, &panicked)),
                    };
                    let before = std::mem::replace(&mut *slot.borrow_mut(), Slot::Waiting);
                    match before {
                        Slot::Answered => late.tell(&called, &result),
                        Slot::Waiting | Slot::Ended(_) => *slot.borrow_mut() = Slot::Ended(result),
                    }
                });
            });
        }
    }

    let lay_out = Rc::clone(&shared.lay_out);
    let mut ended = settle(&scope, &mut deadline, &call.cancel, &*lay_out).await;
    if ended == Ended::Settled && command.settles_quiet {
        let limits = shared.limits;
        ended = quiet(revision, &|| port.revision(), limits.quiet_ms, limits.settle_ms, &call.cancel).await;
    }
    let running = match ended {
        Ended::Cancelled => return Err(cancelled(&called)),
        Ended::DeadlinePassed { running } => running,
        Ended::Settled => Vec::new(),
    };
    let refusals = shared.refusals(&scope);
    watch.answered();
    let left = std::mem::replace(&mut *slot.borrow_mut(), Slot::Answered);
    let returned = match left {
        Slot::Ended(result) => result?,
        Slot::Waiting | Slot::Answered => None,
    };

    let mut status = Status { running, ..Status::default() };
    status.notes = refusals.into_iter().map(|error| error.message).collect();
    let mut budget = shared.limits.answer_bytes;
    if let Some(returned) = returned.filter(|value| !value.is_null()) {
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

/// Whom to tell what came of a command after its answer.
struct Late {
    activity: Rc<Activity>,
    caller: Caller,
}

impl Late {
    fn tell(&self, called: &str, result: &Result_) {
        let sentence = match result {
            Ok(_) => format!("{called}, which was still running, has ended well."),
            Err(error) => format!("{called} has failed after its answer: {}", error.message),
        };
        self.activity.notice(&self.caller, sentence);
    }
}

/// A command's error as a failure.
fn failure(called: &str, error: CommandError) -> ToolError {
    match error {
        CommandError::Arguments(sentence) => ToolError::new(Code::BadArguments, sentence),
        CommandError::Failed(failure) => ToolError {
            code: failure.code.unwrap_or_else(|| Code::CommandFailed.as_str().to_string()),
            message: format!("{called} failed: {}", failure.message),
            fix: failure.fix,
            docs: failure.docs,
        },
        CommandError::Refused(refused) => refusal(&refused),
        CommandError::Answer(sentence) => {
            ToolError::new(Code::BadAnswer, format!("{called} ran, but what it returned cannot be shown: {sentence}"))
        }
    }
}

/// A command's panic as a failure.
fn panic_of(called: &str, panicked: &Panicked) -> ToolError {
    let Panicked(said) = panicked;
    ToolError::new(Code::CommandPanicked, format!("{called} panicked: {said}.")).fix(
        "The application goes on with the values from before it. Tell the person; sending it again will do the same.",
    )
}
