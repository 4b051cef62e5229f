//! What every tool of one mounted application has in common.
//!
//! Plain fields; what they are used for is each tool's.

use std::rc::Rc;

use scumble_channels::confirm::Asker;
use scumble_channels::{agent_call, take_refusals};
use scumble_protocol::{Code, ToolError};
use scumble_reactive::{CallScope, Scope};

use crate::activity::Activity;
use crate::asking::asker_for;
use crate::bounded::ANSWER_BUDGET;
use crate::surface::Call;

/// One mounted application, as its tools see it.
pub(crate) struct Shared {
    /// The mount's scope: what a command starts is freed with it.
    pub(crate) scope: Scope,
    /// How the person is asked; the application's own way (`confirm::set_asker`) if there is none.
    pub(crate) asker: Option<Rc<dyn Asker>>,
    /// The log and what callers still have to be told.
    pub(crate) activity: Rc<Activity>,
    /// Brings the screen up to date; yields its revision. Does nothing where there is no screen.
    pub(crate) lay_out: Rc<dyn Fn() -> u64>,
    /// Bounds that are not the usual ones.
    pub(crate) limits: Limits,
}

/// How long and how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// How much JSON an answer may hold, in bytes.
    pub answer_bytes: usize,
    /// For a command whose effects the runtime cannot see: how long its view has to be still, in milliseconds.
    pub quiet_ms: f64,
    /// And how long that is waited for at most, in milliseconds.
    pub settle_ms: f64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { answer_bytes: ANSWER_BUDGET, quiet_ms: 50.0, settle_ms: 1_000.0 }
    }
}

impl Shared {
    /// The scope of one call.
    pub(crate) fn call_scope(&self, call: &Call) -> CallScope {
        agent_call(call.caller.clone(), asker_for(call, self.asker.clone(), self.scope))
    }

    /// Runs `f` as part of a call, owned by the mount.
    pub(crate) fn act<R>(&self, call: &CallScope, f: impl FnOnce() -> R) -> R {
        call.enter(|| self.scope.run(f))
    }

    /// What stopped commands of this call from running, each as a failure.
    pub(crate) fn refusals(&self, call: &CallScope) -> Vec<ToolError> {
        take_refusals(call).iter().map(refusal).collect()
    }
}

/// A command the person did not approve, as a failure.
pub(crate) fn refusal(refused: &scumble_channels::confirm::Refused) -> ToolError {
    use scumble_channels::confirm::RefusedReason;
    let code = match refused.reason {
        RefusedReason::Declined => Code::Declined,
        RefusedReason::Withdrawn(_) => Code::Withdrawn,
        RefusedReason::NoWay(_) => Code::NobodyToAsk,
    };
    ToolError::new(code, refused.to_string())
}

/// The failure of a call nobody waits for any more.
pub(crate) fn cancelled(what: &str) -> ToolError {
    ToolError::new(Code::Cancelled, format!("{what} was cancelled; what it had started was ended."))
}
