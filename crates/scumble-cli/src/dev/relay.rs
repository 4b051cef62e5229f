//! The pages' surface, as the server has it: what the page that answers offers, and calls carried there and back.
//!
//! A call stays with the page it was sent to. It is answered by that page, by the page's end, or by its caller's; a
//! time limit stands behind all of them for a page that is stuck. Knows no socket: [`super::tabs`] has the links.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use scumble_protocol::wire::{Reply, ToPage};
use scumble_protocol::{
    Ability, AgentDocument, Answer, Call, Caller, Change, Code, Completing, Contents, Listening, LocalBoxFuture,
    Outcome, PromptMessage, ToolError,
};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::activity::Trail;
use super::fresh::{Fresh, fresh};
use super::hub::Hub;
use super::tabs::{Answering, Event, Flight};

/// The longest wait that a tool of a page has of its own.
const LONGEST_OWN_WAIT: f64 = 30_000.0;

/// What a page may be late by; it answers at its own deadline, which stands still while a person is asked.
const GRACE: Duration = Duration::from_secs(5);

/// Calls a tool of the page that answers.
pub(crate) fn call(hub: &Arc<Hub>, call: Call, trail: &Trail) -> LocalBoxFuture<Outcome> {
    let (hub, trail) = (Arc::clone(hub), trail.clone());
    Box::pin(async move {
        let cancel = call.cancel.clone();
        let called = call.name.clone();
        let answered = tokio::select! {
            biased;
            () = cancel.cancelled() => {
                Err(ToolError::new(Code::Cancelled, format!("{called} was cancelled.")))
            }
            answered = call_page(&hub, call, &trail) => answered,
        };
        Outcome::from(answered)
    })
}

async fn call_page(hub: &Arc<Hub>, call: Call, trail: &Trail) -> Result<AgentDocument, ToolError> {
    let Fresh { connection, stale } = fresh(hub).await?;
    let draws = call.name.ends_with("render_frame");
    if let Some(stale) = stale.as_ref().filter(|_| draws && call.arguments.get("module").is_some()) {
        let error = format!(
            "{} A picture of the code before it would be taken for the new, so none is drawn.",
            stale.sentence()
        );
        let error = ToolError::new(Code::BuildFailed, error).fix("Put it right; the errors stand below.");
        return Ok(AgentDocument::failed(error).json(stale.to_value()));
    }
    let can_ask = call.client.as_ref().is_some_and(|client| client.can(Ability::Elicit));
    let flight = hub.tabs.send(connection, &call.name, |id| ToPage::Call {
        id,
        tool: call.name.clone(),
        arguments: call.arguments.clone(),
        caller: call.caller.clone(),
        deadline_ms: call.deadline_ms,
        progress: call.progress.is_some(),
        can_ask,
    })?;
    trail.sent_to(&flight.tab);
    let limit = Duration::from_millis(call.deadline_ms.max(LONGEST_OWN_WAIT) as u64) + GRACE;
    let reply = land(flight, &call.name, limit, Some(&call)).await?;
    let mut document = match reply {
        Reply::Document(document) => {
            trail.moved(document.revisions);
            AgentDocument::from(document)
        }
        Reply::Failed(error) => AgentDocument::failed(error),
        Reply::Contents(_) | Reply::Messages(_) | Reply::Values(_) => return Err(odd(&call.name)),
    };
    // What only reads the state of the application reads the same of any build.
    let shows_code = draws || !reads(hub, &call.name) || call.name.contains("ui_");
    if let Some(stale) = stale.filter(|_| shows_code) {
        document.status.build = Some(stale.to_status());
        if document.is_error() {
            // A failure has no status line.
            document = document.json(serde_json::json!({ "build": stale.to_status() }));
        }
    }
    Ok(document)
}

/// Whether a tool of the page only reads.
fn reads(hub: &Hub, name: &str) -> bool {
    hub.tabs.catalogue().tools.iter().any(|tool| tool.name == name && tool.annotations.read_only)
}

/// Reads a resource of the page that answers; none if it has none of this address.
pub(crate) fn read(
    hub: &Arc<Hub>,
    uri: &str,
    caller: &Caller,
    trail: &Trail,
) -> LocalBoxFuture<Option<Result<Contents, ToolError>>> {
    let (hub, uri, caller, trail) = (Arc::clone(hub), uri.to_owned(), caller.clone(), trail.clone());
    Box::pin(async move {
        let read = async {
            let Fresh { connection, .. } = fresh(&hub).await?;
            let what = format!("reading {uri}");
            let flight = hub.tabs.send(connection, &what, |id| ToPage::Read { id, uri: uri.clone(), caller })?;
            trail.sent_to(&flight.tab);
            land(flight, &what, GRACE * 2, None).await
        };
        match read.await {
            Ok(Reply::Contents(contents)) => contents.map(Ok),
            Err(error) | Ok(Reply::Failed(error)) => Some(Err(error)),
            Ok(Reply::Document(_) | Reply::Messages(_) | Reply::Values(_)) => Some(Err(odd(&uri))),
        }
    })
}

/// Fills in a prompt of the page that answers.
pub(crate) fn prompt(
    hub: &Arc<Hub>,
    call: Call,
    trail: &Trail,
) -> LocalBoxFuture<Option<Result<Vec<PromptMessage>, ToolError>>> {
    let (hub, trail) = (Arc::clone(hub), trail.clone());
    Box::pin(async move {
        let filled = async {
            let Fresh { connection, .. } = fresh(&hub).await?;
            let Call { name, arguments, caller, .. } = call;
            let called = name.clone();
            let flight =
                hub.tabs.send(connection, &name, |id| ToPage::Prompt { id, name: called, arguments, caller })?;
            trail.sent_to(&flight.tab);
            land(flight, &name, GRACE * 2, None).await
        };
        match filled.await {
            Ok(Reply::Messages(messages)) => messages.map(Ok),
            Err(error) | Ok(Reply::Failed(error)) => Some(Err(error)),
            Ok(Reply::Document(_) | Reply::Contents(_) | Reply::Values(_)) => None,
        }
    })
}

/// How what was typed may go on, as the page that answers has it; nothing if none does. Somebody is typing, so no build
/// is waited for.
pub(crate) fn complete(hub: &Arc<Hub>, completing: Completing) -> LocalBoxFuture<Vec<String>> {
    let Answering::Ready { connection, .. } = hub.tabs.answering() else { return Box::pin(async { Vec::new() }) };
    let what = format!("completing {}", completing.argument);
    let sent = hub.tabs.send(connection, &what, |id| ToPage::Complete { id, completing });
    Box::pin(async move {
        let Ok(flight) = sent else { return Vec::new() };
        match land(flight, &what, GRACE, None).await {
            Ok(Reply::Values(values)) => values,
            _ => Vec::new(),
        }
    })
}

/// Waits for the answer of something that was sent; hands on what comes before it.
async fn land(mut flight: Flight, what: &str, limit: Duration, call: Option<&Call>) -> Result<Reply, ToolError> {
    let mut left = limit;
    let mut asking = false;
    // A question to the client's person, and its answer on its way.
    let mut question: Option<LocalBoxFuture<Answer>> = None;
    loop {
        let began = Instant::now();
        let waits = asking || question.is_some();
        let event = tokio::select! {
            event = flight.next() => event,
            answer = async { match &mut question { Some(asked) => asked.await, None => std::future::pending().await } } => {
                question = None;
                flight.asked(answer);
                continue;
            }
            () = sleep_until(began + left), if !waits => {
                let error = format!("The page has not answered {what} within {} s: it is stuck, and what it did is not known.", limit.as_secs());
                return Err(ToolError::new(Code::PageLost, error).fix("Ask the person to load the page again."));
            }
        };
        if !waits {
            left = left.saturating_sub(began.elapsed());
        }
        match event {
            Some(Event::Answered(reply)) => return Ok(reply),
            Some(Event::Lost(error)) => return Err(error),
            Some(Event::Asking(now)) => asking = now,
            Some(Event::Progress { progress, total, message }) => {
                if let Some(told) = call.and_then(|call| call.progress.as_ref()) {
                    told(progress, total, &message);
                }
            }
            Some(Event::Ask(asked)) => {
                question = Some(match call.and_then(|call| call.client.clone()) {
                    Some(client) => client.confirm(asked),
                    None => Box::pin(async { Answer::NoWay("the client cannot ask the person.".to_owned()) }),
                });
            }
            None => return Err(odd(what)),
        }
    }
}

/// Tells `listener` of every change of what the page that answers offers and holds.
pub(crate) fn listen(hub: &Arc<Hub>, listener: Rc<dyn Fn(Change)>) -> Listening {
    let mut changes = hub.tabs.changes();
    let listening = tokio::task::spawn_local(async move {
        loop {
            match changes.recv().await {
                Ok(change) => listener(change),
                // Too many to have kept: everything may be another.
                Err(RecvError::Lagged(_)) => {
                    listener(Change::Tools);
                    listener(Change::Resources);
                }
                Err(RecvError::Closed) => return,
            }
        }
    });
    Listening::until(move || listening.abort())
}

fn odd(what: &str) -> ToolError {
    ToolError::new(Code::Internal, format!("The page answered {what} with something else than was asked for."))
}
