//! An agent's hand on the screen: what it does runs in a call scope with its caller, through the scene's
//! own input, and is answered with what changed.
//!
//! Knows no tool; a tool looks, acts once or several times, settles, and finishes.

use std::rc::Rc;

use scumble_protocol::{AgentDocument, Code, Status, ToolError};
use scumble_reactive::{CallScope, now};
use scumble_scene::Scene;
use scumble_scene::event::{Button, Modifiers};
use scumble_scene::geometry::Point;

use super::{Screen, difference_text};
use crate::outline::Outline;
use crate::settle::{CancelOnDrop, Deadline, Ended, settle};
use crate::shared::cancelled;
use crate::surface::{Answered, Call};
use crate::unwind::{Panicked, guard};

/// One call that acts on the screen.
pub(crate) struct Hand {
    screen: Rc<Screen>,
    call: Call,
    scope: CallScope,
    watch: CancelOnDrop,
    deadline: Deadline,
    running: Vec<String>,
}

impl Hand {
    /// Begins a call.
    pub(crate) fn new(screen: Rc<Screen>, call: Call) -> Hand {
        let scope = screen.shared.call_scope(&call);
        let watch = CancelOnDrop::new(&scope);
        let deadline = Deadline::after(call.deadline_ms);
        Hand { screen, call, scope, watch, deadline, running: Vec::new() }
    }

    /// Does something to the scene on the agent's behalf. `what` names it for the failure if it panics.
    pub(crate) fn act<R>(&self, what: &str, f: impl FnOnce(&Scene) -> R) -> Result<R, ToolError> {
        let (mut f, mut result) = (Some(f), None);
        self.run(what, &mut |scene| result = f.take().map(|f| f(scene)))?;
        Ok(result.expect("what ran without a panic has a result"))
    }

    /// The same with its type forgotten, so that it is compiled once.
    fn run(&self, what: &str, f: &mut dyn FnMut(&Scene)) -> Result<(), ToolError> {
        guard(|| self.scope.enter(|| f(&self.screen.scene))).map_err(|Panicked(said)| {
            ToolError::new(Code::CommandPanicked, format!("{what} panicked: {said}."))
                .fix("The application goes on with the values from before it. Tell the person; doing it again will do the same.")
        })
    }

    /// Presses what is at a point, as a click would; the person's pointer stays where it is.
    pub(crate) fn press(&self, what: &str, point: Point, button: Button, count: u32) -> Result<(), ToolError> {
        self.act(what, |scene| {
            scene.press_at(point, button, count, Modifiers::NONE, now());
        })
    }

    /// Presses a key where the focus is and lets it go.
    pub(crate) fn stroke(&self, what: &str, key: &str, modifiers: Modifiers) -> Result<(), ToolError> {
        self.act(what, |scene| {
            scene.stroke(key, modifiers, now());
        })
    }

    /// Waits until what was done has settled; at the deadline it goes on, and the answer will say so.
    pub(crate) async fn settle(&mut self) -> Result<(), ToolError> {
        let lay_out = Rc::clone(&self.screen.shared.lay_out);
        match settle(&self.scope, &mut self.deadline, &self.call.cancel, &*lay_out).await {
            Ended::Settled => {}
            Ended::DeadlinePassed { running } => self.running = running,
            Ended::Cancelled => return Err(cancelled(&self.call.name)),
        }
        Ok(())
    }

    /// Whether the deadline has passed.
    pub(crate) fn is_late(&self) -> bool {
        !self.running.is_empty()
    }

    /// Answers with what changed since `before`. `cause` says what made go what is gone.
    ///
    /// # Errors
    /// If a command behind the control asked the person and they did not approve.
    pub(crate) fn finish(self, before: &Outline, lead: &str, cause: &str, full: bool) -> Answered {
        let mut refusals = self.screen.shared.refusals(&self.scope);
        self.watch.answered();
        let after = self.screen.read(Some(cause));
        if !refusals.is_empty() {
            return Err(refusals.remove(0));
        }
        let lead = match self.running.as_slice() {
            [] => lead.to_string(),
            running => format!("{lead} Still running: {}.", running.join(", ")),
        };
        let text = difference_text(&lead, before, &after, false, full);
        let status = Status { revision: Some(after.revision), running: self.running, ..Status::default() };
        Ok(AgentDocument::new().text(text).status(status))
    }
}
