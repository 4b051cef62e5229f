//! A door of the host's own beside MCP: one call of the surface, and word of it as it comes.
//!
//! For a host that shows its surface in another way as well, such as a page in which a person tries tools. Knows no
//! transport.

use scumble_protocol::{Ability, AgentDocument, Asked, Caller, Code, ToolError};
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use crate::desk::{Abilities, Begin, Desk, Ended, Event, Flight, Kind};

/// A call in flight. Dropping it cancels the call.
pub struct HostCall {
    flight: Flight,
}

/// Word of a call.
#[derive(Debug)]
pub enum Word {
    /// How far it has come.
    Progress {
        /// From 0.
        progress: f64,
        /// Of how much, where that is known.
        total: Option<f64>,
        /// A sentence.
        message: String,
    },
    /// Something is asked of the caller; the call waits for the reply.
    Asked {
        /// What, each under a key.
        asked: Vec<Asked>,
        /// Takes the results by key, or the sentence why there are none.
        reply: oneshot::Sender<Result<Map<String, Value>, String>>,
    },
    /// It has ended; nothing comes after.
    Ended(Box<AgentDocument>),
}

impl Desk {
    /// Calls a tool for a caller that follows the call and may be asked for what it `can`.
    #[must_use]
    pub fn begin_call(&self, caller: Caller, name: impl Into<String>, arguments: Value, can: &[Ability]) -> HostCall {
        let abilities = Abilities {
            elicit: can.contains(&Ability::Elicit),
            sample: can.contains(&Ability::Sample),
            roots: can.contains(&Ability::Roots),
        };
        let (kind, name) = (Kind::Tool, name.into());
        HostCall { flight: self.begin(Begin { kind, caller, name, arguments, abilities, wants_progress: true }) }
    }
}

impl HostCall {
    /// What comes next.
    pub async fn next(&mut self) -> Word {
        loop {
            return match self.flight.events.recv().await {
                Some(Event::Progress { progress, total, message }) => Word::Progress { progress, total, message },
                Some(Event::Asked { asked, reply }) => Word::Asked { asked, reply },
                // Lines for a client's log are a client's.
                Some(Event::Log { .. }) => continue,
                Some(Event::Ended(Ended::Tool(document))) => Word::Ended(document),
                Some(Event::Ended(Ended::Prompt(_))) | None => {
                    let error = ToolError::new(Code::NotMounted, "The application has ended.");
                    Word::Ended(Box::new(AgentDocument::failed(error)))
                }
            };
        }
    }
}

impl std::fmt::Debug for HostCall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostCall").finish_non_exhaustive()
    }
}
