//! A surface from any thread: errands go to the thread it lives on, answers come back.
//!
//! Surfaces are single-threaded, connections are not; this is the seam. Knows nothing of MCP. What happens on the
//! other side of it is in [`crate::host`].

use std::sync::{Arc, PoisonError, RwLock};

use scumble_protocol::{
    Ability, AgentDocument, Asked, Caller, Change, Code, Completing, Contents, Prompt, PromptMessage, Resource,
    Surface, Template, Tool, ToolError,
};
use serde_json::{Map, Value};
use tokio::sync::{broadcast, mpsc, oneshot};

/// Everything a surface lists, as of one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Catalogue {
    pub(crate) tools: Vec<Tool>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) templates: Vec<Template>,
    pub(crate) prompts: Vec<Prompt>,
    pub(crate) instructions: Option<String>,
}

/// What a client said it can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Abilities {
    pub(crate) elicit: bool,
    pub(crate) sample: bool,
    pub(crate) roots: bool,
}

impl Abilities {
    pub(crate) fn can(self, ability: Ability) -> bool {
        match ability {
            Ability::Elicit => self.elicit,
            Ability::Sample => self.sample,
            Ability::Roots => self.roots,
        }
    }
}

/// What is begun: a tool's call, or a prompt that is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    Prompt,
}

/// A call as it is handed over.
pub(crate) struct Begin {
    pub(crate) kind: Kind,
    pub(crate) caller: Caller,
    pub(crate) name: String,
    pub(crate) arguments: Value,
    pub(crate) abilities: Abilities,
    pub(crate) wants_progress: bool,
}

/// Word of a call that is in flight.
pub(crate) enum Event {
    /// How far it has come.
    Progress { progress: f64, total: Option<f64>, message: String },
    /// Something for the client's log.
    Log { level: String, logger: String, data: Value },
    /// The client is asked something; the call waits for the reply.
    Asked { asked: Vec<Asked>, reply: Reply },
    /// It has ended; nothing comes after.
    Ended(Ended),
}

/// Where the answers of a client go, by key, or the sentence why there are none.
pub(crate) type Reply = oneshot::Sender<Result<Map<String, Value>, String>>;

/// How a call ended.
pub(crate) enum Ended {
    Tool(Box<AgentDocument>),
    Prompt(Option<Result<Vec<PromptMessage>, ToolError>>),
}

/// A call in flight. Dropping it cancels the call.
pub(crate) struct Flight {
    pub(crate) events: mpsc::UnboundedReceiver<Event>,
    pub(crate) _cancel: oneshot::Sender<()>,
}

/// What the surface's thread is asked to do.
pub(crate) enum Errand {
    List(oneshot::Sender<Arc<Catalogue>>),
    Read { uri: String, caller: Caller, reply: oneshot::Sender<Option<Result<Contents, ToolError>>> },
    Complete { completing: Completing, reply: oneshot::Sender<Vec<String>> },
    Begin { begin: Begin, events: mpsc::UnboundedSender<Event>, cancelled: oneshot::Receiver<()> },
}

/// A handle to a surface that lives on a thread of its own. Clones are the same surface; when the last one is dropped
/// the thread ends and the surface with it.
#[derive(Clone)]
pub struct Desk {
    pub(crate) errands: mpsc::UnboundedSender<Errand>,
    pub(crate) changes: broadcast::Sender<Change>,
    pub(crate) known: Arc<RwLock<Arc<Catalogue>>>,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

impl Desk {
    /// Starts a thread, makes the surface there and serves it from there. The thread has the runtime's host hooks and
    /// a Tokio runtime; `make` may set up channels, a scene, timers.
    ///
    /// # Errors
    /// What `make` says, or a sentence if it panicked or no thread could be started.
    pub fn open<S: Surface + 'static>(
        make: impl FnOnce() -> Result<S, String> + Send + 'static,
    ) -> Result<Desk, String> {
        crate::host::open(make)
    }

    /// The tools offered now, for a door of the host's own beside MCP.
    pub async fn tools(&self) -> Vec<Tool> {
        self.list().await.tools.clone()
    }

    /// The resources there are now.
    pub async fn resources(&self) -> Vec<Resource> {
        self.list().await.resources.clone()
    }

    /// Calls a tool for a caller that cannot be asked anything meanwhile. Dropping the future cancels the call.
    pub async fn call(&self, caller: Caller, name: impl Into<String>, arguments: Value) -> AgentDocument {
        let (kind, abilities) = (Kind::Tool, Abilities::default());
        let begin = Begin { kind, caller, name: name.into(), arguments, abilities, wants_progress: false };
        let mut flight = self.begin(begin);
        loop {
            match flight.events.recv().await {
                Some(Event::Ended(Ended::Tool(document))) => return *document,
                Some(Event::Asked { reply, .. }) => {
                    let _ = reply.send(Err("whoever calls cannot be asked.".to_owned()));
                }
                Some(Event::Progress { .. } | Event::Log { .. }) => {}
                Some(Event::Ended(Ended::Prompt(_))) | None => {
                    return AgentDocument::failed(ToolError::new(Code::NotMounted, "The application has ended."));
                }
            }
        }
    }

    /// What is listed now.
    pub(crate) async fn list(&self) -> Arc<Catalogue> {
        let (reply, answer) = oneshot::channel();
        let _ = self.errands.send(Errand::List(reply));
        answer.await.unwrap_or_default()
    }

    /// What was listed when the surface last said or was asked; for where nothing can be awaited.
    pub(crate) fn known(&self) -> Arc<Catalogue> {
        Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// What a resource holds now; `None` if there is none at this address, an error if it cannot be read.
    pub async fn read(&self, uri: String, caller: Caller) -> Option<Result<Contents, ToolError>> {
        let (reply, answer) = oneshot::channel();
        let _ = self.errands.send(Errand::Read { uri, caller, reply });
        answer.await.ok().flatten()
    }

    pub(crate) async fn complete(&self, completing: Completing) -> Vec<String> {
        let (reply, answer) = oneshot::channel();
        let _ = self.errands.send(Errand::Complete { completing, reply });
        answer.await.unwrap_or_default()
    }

    pub(crate) fn begin(&self, begin: Begin) -> Flight {
        let (events, received) = mpsc::unbounded_channel();
        let (cancel, cancelled) = oneshot::channel();
        let _ = self.errands.send(Errand::Begin { begin, events, cancelled });
        Flight { events: received, _cancel: cancel }
    }

    pub(crate) fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }
}
