//! Carrying out one call: what it starts runs in the call's scope and with its caller, and the answer waits until that
//! has settled.
//!
//! Commands and the application's own tools are carried out alike. What becomes of the answer is theirs.

use std::cell::RefCell;
use std::rc::Rc;

use scumble_channels::CommandError;
use scumble_protocol::{AgentDocument, Caller, Code, ToolError};
use scumble_reactive::spawn_named;

use crate::activity::Activity;
use crate::settle::{CancelOnDrop, Deadline, Ended, quiet, settle};
use crate::shared::{Shared, cancelled, refusal};
use crate::surface::{Answered, Call, LocalBoxFuture};
use crate::unwind::{Guarded, Panicked, guard};

/// What a command or a tool made: a document, or why not.
pub type Made = Result<AgentDocument, CommandError>;

/// What became of it when it was started.
pub enum Started {
    /// It ran, and this came of it.
    Done(Made),
    /// It takes time, or a person has to approve it first.
    Later(LocalBoxFuture<Made>),
}

/// What is carried out.
pub(crate) struct Task<'a> {
    /// As sentences name it: `notes.save`.
    pub(crate) called: String,
    /// What its task is called while it runs: `save`.
    pub(crate) name: &'static str,
    /// For what starts work the runtime cannot see: a number that rises when that has shown. It is waited for until it
    /// is still.
    pub(crate) quiet: Option<&'a dyn Fn() -> u64>,
}

/// How a call was carried out.
pub(crate) struct Carried {
    /// What it made; `None` if it still runs.
    pub(crate) made: Option<AgentDocument>,
    /// The names of its tasks that still run at the deadline.
    pub(crate) running: Vec<String>,
    /// What else has to be said: commands of the call the person did not approve.
    pub(crate) notes: Vec<String>,
}

/// Where a task leaves what it came to.
enum Slot {
    /// It has not ended.
    Waiting,
    /// It has ended in time.
    Ended(Answered),
    /// Its answer has gone out without it.
    Answered,
}

/// Starts a task and waits until everything it caused has settled.
pub(crate) async fn carry(
    task: Task<'_>,
    shared: &Shared,
    call: &Call,
    start: Box<dyn FnOnce() -> Started + '_>,
) -> Result<Carried, ToolError> {
    let Task { called, name, quiet: still } = task;
    let scope = shared.call_scope(call);
    let watch = CancelOnDrop::new(&scope);
    let mut deadline = Deadline::after(call.deadline_ms);
    let revision = still.map_or(0, |revision| revision());

    let started = guard(|| shared.act(&scope, start)).map_err(|panicked| panic_of(&called, &panicked))?;
    let slot = Rc::new(RefCell::new(Slot::Waiting));
    match started {
        Started::Done(made) => *slot.borrow_mut() = Slot::Ended(made.map_err(|error| failure(&called, error))),
        Started::Later(future) => {
            let (slot, called) = (Rc::clone(&slot), called.clone());
            let late = Late { activity: Rc::clone(&shared.activity), caller: call.caller.clone() };
            shared.act(&scope, || {
                spawn_named(name, async move {
                    let result = match Guarded::new(future).await {
                        Ok(made) => made.map_err(|error| failure(&called, error)),
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

    let mut ended = settle(&scope, &mut deadline, &call.cancel, &*shared.lay_out).await;
    if ended == Ended::Settled
        && let Some(still) = still
    {
        let limits = shared.limits;
        ended = quiet(revision, still, limits.quiet_ms, limits.settle_ms, &call.cancel).await;
    }
    let running = match ended {
        Ended::Cancelled => return Err(cancelled(&called)),
        Ended::DeadlinePassed { running } => running,
        Ended::Settled => Vec::new(),
    };
    let notes = shared.refusals(&scope).into_iter().map(|error| error.message).collect();
    watch.answered();
    let left = std::mem::replace(&mut *slot.borrow_mut(), Slot::Answered);
    let made = match left {
        Slot::Ended(result) => Some(result?),
        Slot::Waiting | Slot::Answered => None,
    };
    Ok(Carried { made, running, notes })
}

/// Whom to tell what came of a task after its answer.
struct Late {
    activity: Rc<Activity>,
    caller: Caller,
}

impl Late {
    fn tell(&self, called: &str, result: &Answered) {
        let sentence = match result {
            Ok(_) => format!("{called}, which was still running, has ended well."),
            Err(error) => format!("{called} has failed after its answer: {}", error.message),
        };
        self.activity.notice(&self.caller, sentence);
    }
}

/// An error as a failure.
pub(crate) fn failure(called: &str, error: CommandError) -> ToolError {
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

/// A panic as a failure.
pub(crate) fn panic_of(called: &str, panicked: &Panicked) -> ToolError {
    let Panicked(said) = panicked;
    ToolError::new(Code::CommandPanicked, format!("{called} panicked: {said}.")).fix(
        "The application goes on with the values from before it. Tell the person; sending it again will do the same.",
    )
}
