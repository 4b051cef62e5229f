//! What a tool's function is given of the call it answers.
//!
//! Knows no tool. Ending a call needs nothing here: the function's future is dropped.

use scumble_channels::confirm::approval;
use scumble_channels::{Channel, ChannelScope, Refused};
use scumble_protocol::{Call, Caller, Question};
use scumble_reactive::Scope;

/// The call a tool answers, and the application it runs in. A tool takes one as its first parameter, if it wants it.
#[derive(Clone, Copy)]
pub struct ToolCx<'a> {
    call: &'a ToolCall,
}

impl<'a> ToolCx<'a> {
    /// Says how far the call has come: as a fraction of 1, or as so many steps of so many, with a sentence for whoever
    /// waits. Nobody hears what is not more than was said before, or where nobody asked to be told.
    pub fn progress(&self, at: impl Into<Progress>, message: &str) {
        if let Some(told) = &self.call.call.progress {
            let Progress { at, total } = at.into();
            told(at, total, message);
        }
    }

    /// Asks the person whether the tool may go on, in the way a command with `confirm` asks: for what is known only once
    /// the tool runs. `what` is what they approve, as a sentence. The call's deadline stands still meanwhile.
    ///
    /// # Errors
    /// If they did not approve, or cannot be asked: the sentence for the agent, which a tool passes on by `?`.
    pub fn confirm(&self, what: &str) -> impl Future<Output = Result<(), Refused>> + use<> {
        let ToolCall { call, destructive, .. } = self.call;
        approval(|caller| Question {
            channel: String::new(),
            command: call.name.clone(),
            description: what.to_owned(),
            arguments: call.arguments.clone(),
            destructive: *destructive,
            caller,
        })
    }

    /// Who calls.
    #[must_use]
    pub fn caller(&self) -> &'a Caller {
        &self.call.call.caller
    }

    /// The application's channel of this type.
    ///
    /// # Panics
    /// If it serves none.
    #[must_use]
    pub fn channel<C: Channel>(&self) -> C {
        self.call.scope.channel::<C>()
    }

    /// The scope of the application: what else it provides is found there.
    #[must_use]
    pub fn scope(&self) -> Scope {
        self.call.scope
    }
}

impl std::fmt::Debug for ToolCx<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ToolCx").field("call", &self.call.call).finish_non_exhaustive()
    }
}

/// How far a call has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    at: f64,
    total: Option<f64>,
}

impl From<f64> for Progress {
    /// A fraction of 1.
    fn from(fraction: f64) -> Progress {
        Progress { at: fraction, total: Some(1.0) }
    }
}

impl From<(usize, usize)> for Progress {
    /// So many steps of so many.
    fn from((step, total): (usize, usize)) -> Progress {
        Progress { at: step as f64, total: Some(total as f64) }
    }
}

impl From<(usize, Option<usize>)> for Progress {
    /// So many steps; of how many may not be known.
    fn from((step, total): (usize, Option<usize>)) -> Progress {
        Progress { at: step as f64, total: total.map(|total| total as f64) }
    }
}

/// What a [`ToolCx`] looks into. Generated code holds it for as long as the tool runs.
pub struct ToolCall {
    pub(crate) call: Call,
    pub(crate) scope: Scope,
    /// Whether what the tool does cannot be undone.
    pub(crate) destructive: bool,
}

impl ToolCall {
    /// The call as the function takes it.
    #[must_use]
    pub fn cx(&self) -> ToolCx<'_> {
        ToolCx { call: self }
    }
}
