//! The thread a surface lives on: its clock, its turns, its errands.
//!
//! The runtime's executor is driven from Tokio's: a task that is woken rings a bell, the earliest timer is slept for.
//! Knows nothing of MCP.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use scumble_protocol::{
    Ability, AgentDocument, Answer, Asked, Call, CancelToken, Change, ClientSide, Code, LocalBoxFuture, Outcome,
    Surface, ToolError,
};
use scumble_reactive::host;
use serde_json::{Map, Value};
use tokio::sync::{Notify, broadcast, mpsc, oneshot};
use tokio::task::{LocalSet, spawn_local};

use crate::desk::{Abilities, Begin, Catalogue, Desk, Ended, Errand, Event, Kind};

/// Changes a slow connection may be behind before it is told to look at everything again.
const CHANGES_KEPT: usize = 1024;

/// How long word of a changed catalogue is held back, so that a burst of changes is looked at once.
const CATALOGUE_STILL: Duration = Duration::from_millis(50);

/// How long a cancelled call may take to end in its own way.
const LAST_WORDS: Duration = Duration::from_millis(100);

pub(crate) fn open<S: Surface + 'static>(
    make: impl FnOnce() -> Result<S, String> + Send + 'static,
) -> Result<Desk, String> {
    let (errands, inbox) = mpsc::unbounded_channel();
    let (changes, _) = broadcast::channel(CHANGES_KEPT);
    let known = Arc::new(RwLock::default());
    let desk = Desk { errands, changes: changes.clone(), known: Arc::clone(&known) };
    let (say, made) = std::sync::mpsc::channel();
    std::thread::Builder::new()
        .name("surface".to_owned())
        .spawn(move || live(make, &say, inbox, Published { changes, known }))
        .map_err(|error| format!("The surface's thread cannot be started: {error}."))?;
    made.recv().unwrap_or_else(|_| Err("The surface could not be made: making it panicked.".to_owned()))?;
    Ok(desk)
}

/// What other threads see of the surface.
#[derive(Clone)]
struct Published {
    changes: broadcast::Sender<Change>,
    known: Arc<RwLock<Arc<Catalogue>>>,
}

impl Published {
    /// Lists anew; a surface that panics over it is taken to list what it did before.
    fn list(&self, surface: &dyn Surface) -> Arc<Catalogue> {
        let listed = catch_unwind(AssertUnwindSafe(|| Catalogue {
            tools: surface.tools(),
            resources: surface.resources(),
            templates: surface.templates(),
            prompts: surface.prompts(),
            instructions: surface.instructions(),
        }));
        let Ok(now) = listed.map(Arc::new) else {
            host::rollback();
            return Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner));
        };
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&now);
        now
    }
}

fn live<S: Surface + 'static>(
    make: impl FnOnce() -> Result<S, String>,
    say: &std::sync::mpsc::Sender<Result<(), String>>,
    inbox: mpsc::UnboundedReceiver<Errand>,
    published: Published,
) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = say.send(Err(format!("The surface's thread cannot be started: {error}.")));
            return;
        }
    };
    LocalSet::new().block_on(&runtime, async move {
        let bell = take_up_clock();
        let surface: Rc<dyn Surface> = match make() {
            Ok(surface) => Rc::new(surface),
            Err(sentence) => {
                let _ = say.send(Err(sentence));
                return;
            }
        };
        spawn_local(turn(bell));
        let _listening = listen(&surface, &published);
        let _ = say.send(Ok(()));
        run_errands(&surface, inbox, &published).await;
    });
}

/// Gives this thread's runtime its clock and its bell.
fn take_up_clock() -> Arc<Notify> {
    let began = Instant::now();
    host::set_clock(move || began.elapsed().as_secs_f64() * 1000.0);
    let bell = Arc::new(Notify::new());
    let (woken, afar, timer) = (Arc::clone(&bell), Arc::clone(&bell), Arc::clone(&bell));
    host::on_wake(move || woken.notify_one());
    host::on_wake_elsewhere(move || afar.notify_one());
    host::on_timer(move |_| timer.notify_one());
    bell
}

/// Runs what is woken and fires what is due, for as long as the thread lives.
async fn turn(bell: Arc<Notify>) {
    loop {
        kept(host::run_until_idle);
        let now = scumble_reactive::now();
        match host::next_timer() {
            Some(at) if at <= now => {
                kept(|| host::fire_timers(now));
                // Other tasks of this thread have their turn even where a timer is always due.
                tokio::task::yield_now().await;
            }
            Some(at) => {
                // Rounded up: a timer slept for a fraction too short would be looked at many times over.
                let wait = Duration::from_millis((at - now).ceil().max(1.0) as u64);
                let _ = tokio::time::timeout(wait, bell.notified()).await;
            }
            None => bell.notified().await,
        }
    }
}

/// Runs a turn; what panics in it is gone, what it wrote is put back, and the thread goes on.
fn kept(turn: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(turn)).is_err() {
        host::rollback();
    }
}

/// Passes on what the surface says of itself. A changed catalogue is said once a burst, and only where it differs.
fn listen(surface: &Rc<dyn Surface>, published: &Published) -> scumble_protocol::Listening {
    let look = Rc::new(Notify::new());
    let (looking, weak, out) = (Rc::clone(&look), Rc::downgrade(surface), published.clone());
    // Compared with what was said last, not with what was listed last: listing is told to one connection alone.
    let mut before = published.list(&**surface);
    spawn_local(async move {
        loop {
            looking.notified().await;
            tokio::time::sleep(CATALOGUE_STILL).await;
            let Some(surface) = weak.upgrade() else { return };
            let now = out.list(&*surface);
            if before.tools != now.tools {
                let _ = out.changes.send(Change::Tools);
            }
            if before.resources != now.resources || before.templates != now.templates {
                let _ = out.changes.send(Change::Resources);
            }
            before = now;
        }
    });
    let changes = published.changes.clone();
    surface.listen(Rc::new(move |change| match change {
        Change::Tools | Change::Resources => look.notify_one(),
        updated @ Change::Updated(_) => {
            let _ = changes.send(updated);
        }
    }))
}

async fn run_errands(surface: &Rc<dyn Surface>, mut inbox: mpsc::UnboundedReceiver<Errand>, published: &Published) {
    while let Some(errand) = inbox.recv().await {
        match errand {
            Errand::List(reply) => {
                let _ = reply.send(published.list(&**surface));
            }
            // Begun in the task as well: what panics there is the task's.
            Errand::Read { uri, caller, reply } => {
                let surface = Rc::clone(surface);
                spawn_local(async move {
                    let _ = reply.send(surface.read(&uri, &caller).await);
                });
            }
            Errand::Complete { completing, reply } => {
                let surface = Rc::clone(surface);
                spawn_local(async move {
                    let _ = reply.send(surface.complete(completing).await);
                });
            }
            Errand::Begin { begin, events, cancelled } => {
                spawn_local(fly(Rc::clone(surface), begin, events, cancelled));
            }
        }
    }
}

/// One call from its beginning to its end, or until nobody waits for it.
async fn fly(
    surface: Rc<dyn Surface>,
    begin: Begin,
    events: mpsc::UnboundedSender<Event>,
    cancelled: oneshot::Receiver<()>,
) {
    let Begin { kind, caller, name, arguments, abilities, wants_progress } = begin;
    let cancel = CancelToken::new();
    let mut call = Call::new(caller, name, arguments);
    call.cancel = cancel.clone();
    call.client = Some(Rc::new(Client { abilities, events: events.clone() }));
    if wants_progress {
        let events = events.clone();
        call.progress = Some(Rc::new(move |progress, total, message: &str| {
            let _ = events.send(Event::Progress { progress, total, message: message.to_owned() });
        }));
    }
    let ending = async {
        match kind {
            Kind::Tool => Ended::Tool(Box::new(call_tool(&*surface, call).await)),
            Kind::Prompt => Ended::Prompt(surface.prompt(call).await),
        }
    };
    let ending = AssertUnwindSafe(ending).catch_unwind();
    tokio::pin!(ending);
    tokio::select! {
        biased;
        ended = &mut ending => {
            let ended = ended.unwrap_or_else(|_| {
                host::rollback();
                panicked(kind)
            });
            let _ = events.send(Event::Ended(ended));
        }
        _ = cancelled => {
            cancel.cancel();
            let _ = tokio::time::timeout(LAST_WORDS, ending).await;
        }
    }
}

/// What a call that panicked ends with, where the surface did not catch it itself.
fn panicked(kind: Kind) -> Ended {
    let error =
        ToolError::new(Code::CommandPanicked, "The call panicked; what it said is on the server's standard error.")
            .fix("The application goes on with the values from before it.");
    match kind {
        Kind::Tool => Ended::Tool(Box::new(AgentDocument::failed(error))),
        Kind::Prompt => Ended::Prompt(Some(Err(error))),
    }
}

/// Calls a tool, and again where its surface leaves the asking to its door.
async fn call_tool(surface: &dyn Surface, mut call: Call) -> AgentDocument {
    loop {
        match surface.call(call.clone()).await {
            Outcome::Answer(document) => return document,
            Outcome::NeedsPerson { question, state } => {
                let command = question.called();
                let answer = match &call.client {
                    Some(client) => client.confirm(question).await,
                    None => Answer::NoWay("the client cannot ask the person.".to_owned()),
                };
                match answer {
                    Answer::Approved => call.answered = Some((state, true)),
                    Answer::Declined => call.answered = Some((state, false)),
                    Answer::Withdrawn(why) => return AgentDocument::failed(withdrawn(&command, &why)),
                    Answer::NoWay(why) => return AgentDocument::failed(no_way(&command, &why)),
                }
            }
        }
    }
}

fn withdrawn(command: &str, why: &str) -> ToolError {
    ToolError::new(Code::Withdrawn, format!("The question about {command} was withdrawn, so it was not sent: {why}"))
}

fn no_way(command: &str, why: &str) -> ToolError {
    ToolError::new(Code::NobodyToAsk, format!("{command} needs the person's approval, and they cannot be asked: {why}"))
        .fix("Ask the person to do it themselves.")
}

/// The client of a call, on the surface's side of the seam.
struct Client {
    abilities: Abilities,
    events: mpsc::UnboundedSender<Event>,
}

impl ClientSide for Client {
    fn can(&self, ability: Ability) -> bool {
        self.abilities.can(ability)
    }

    fn request(&self, asked: Vec<Asked>) -> LocalBoxFuture<Result<Map<String, Value>, String>> {
        let (reply, answer) = oneshot::channel();
        let _ = self.events.send(Event::Asked { asked, reply });
        Box::pin(async move { answer.await.unwrap_or_else(|_| Err("the client is gone.".to_owned())) })
    }

    fn log(&self, level: &str, logger: &str, data: Value) {
        let _ = self.events.send(Event::Log { level: level.to_owned(), logger: logger.to_owned(), data });
    }
}
