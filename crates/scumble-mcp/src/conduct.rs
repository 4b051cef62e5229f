//! One request that a surface takes its time for, from its beginning to its answer: a tool's call, or a prompt.
//!
//! Carries progress, log lines and questions to the client meanwhile. How a question reaches it depends on the era:
//! up to 2025-11-25 as a request of the server's, at 2026-07-28 as an answer that more is needed, after which the call
//! stays [`crate::parked`] until the client comes back.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use futures_util::stream::{FuturesUnordered, StreamExt};
use rmcp::model::{
    ErrorData, InputRequest, InputRequiredResult, ProgressNotificationParam, ProgressToken, ProtocolVersion,
    ServerRequest,
};
use rmcp::service::{Peer, PeerRequestOptions, RequestContext, RoleServer};
use scumble_protocol::{AgentDocument, Asked, Caller, Code, ToolError};
use serde_json::{Map, Value};

use crate::desk::{Begin, Desk, Ended, Event, Kind, Reply};
use crate::log::{Level, log};
use crate::parked::{Bound, PATIENCE, Parked, Waiting, complete};
use crate::raise::{from_capabilities, to_capability, to_input_request};

/// The longest message of a progress notification, in characters.
const LONGEST_MESSAGE: usize = 200;

/// What is to be conducted.
pub(crate) struct Request {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) arguments: Value,
    pub(crate) state: Option<String>,
    pub(crate) answers: Option<BTreeMap<String, Value>>,
}

/// What came of it.
pub(crate) enum Conducted {
    Ended(Ended),
    InputRequired(InputRequiredResult),
}

/// Whether a request is of the era without sessions.
pub(crate) fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}

/// Conducts a request. Log lines below `level` stay here, and all of them where there is none.
pub(crate) async fn conduct(
    desk: &Desk,
    parked: &Parked,
    caller: Caller,
    request: Request,
    level: Option<Level>,
    context: &RequestContext<RoleServer>,
) -> Result<Conducted, ErrorData> {
    let modern = is_modern(context);
    let token = context.meta.get_progress_token();
    let abilities = from_capabilities(context.client_capabilities().as_ref());
    let Request { kind, name, arguments, state, answers } = request;
    let bound = Bound { kind, name: name.clone(), arguments: arguments.clone() };
    let mut flight = match state {
        Some(state) if modern => {
            let waiting = parked.take(&state, &bound).map_err(|sentence| ErrorData::invalid_params(sentence, None))?;
            match complete(&waiting.asked, answers.as_ref()) {
                Ok(answers) => {
                    let _ = waiting.reply.send(Ok(answers));
                    waiting.flight
                }
                // Asked again for everything: what came is of one piece with what did not.
                Err(_) => return park(parked, waiting),
            }
        }
        _ => desk.begin(Begin { kind, caller, name, arguments, abilities, wants_progress: token.is_some() }),
    };
    let mut progress = Progress { token, last: f64::NEG_INFINITY };
    let mut asking = FuturesUnordered::new();
    loop {
        let event = tokio::select! {
            biased;
            () = context.ct.cancelled() => return Ok(Conducted::Ended(cancelled(kind))),
            Some(()) = asking.next(), if !asking.is_empty() => continue,
            event = flight.events.recv() => event,
        };
        match event {
            Some(Event::Progress { progress: value, total, message }) => {
                progress.tell(&context.peer, value, total, &message).await
            }
            Some(Event::Log { level: said, logger, data }) => log(&context.peer, level, &said, logger, data).await,
            Some(Event::Asked { asked, reply }) => {
                if let Some(undeclared) = asked.iter().find(|asked| !abilities.can(asked.request.ability())) {
                    if modern {
                        return Err(ErrorData::missing_required_client_capability(to_capability(undeclared)?));
                    }
                    let _ = reply.send(Err("the client said it cannot do this.".to_owned()));
                } else if modern {
                    return park(parked, Waiting { bound, flight, asked, reply });
                } else {
                    asking.push(ask(context.clone(), asked, reply));
                }
            }
            Some(Event::Ended(ended)) => return Ok(Conducted::Ended(ended)),
            None => return Err(ErrorData::internal_error("The application has ended.", None)),
        }
    }
}

/// Answers that more is needed, and keeps the call until it comes.
fn park(parked: &Parked, waiting: Waiting) -> Result<Conducted, ErrorData> {
    let requests: BTreeMap<String, InputRequest> = waiting
        .asked
        .iter()
        .map(|asked| Ok((asked.key.clone(), to_input_request(asked)?)))
        .collect::<Result<_, ErrorData>>()?;
    let state = parked.park(waiting);
    Ok(Conducted::InputRequired(InputRequiredResult::new(Some(requests), Some(state))))
}

/// Asks a client that has a session, by requests of the server's own.
fn ask(context: RequestContext<RoleServer>, asked: Vec<Asked>, reply: Reply) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let answers = join_all(asked.iter().map(|asked| ask_one(&context, asked))).await;
        let answers: Result<Map<String, Value>, String> =
            asked.iter().zip(answers).map(|(asked, answer)| Ok((asked.key.clone(), answer?))).collect();
        let _ = reply.send(answers);
    })
}

async fn ask_one(context: &RequestContext<RoleServer>, asked: &Asked) -> Result<Value, String> {
    let request = match to_input_request(asked).map_err(|error| error.message.into_owned())? {
        InputRequest::Elicitation(request) => ServerRequest::ElicitRequest(request),
        InputRequest::CreateMessage(request) => ServerRequest::CreateMessageRequest(request),
        InputRequest::ListRoots(request) => ServerRequest::ListRootsRequest(request),
        _ => return Err("this cannot be asked of a client.".to_owned()),
    };
    // Longer than a question stands: who asks withdraws it first, and with a better sentence.
    let options = PeerRequestOptions::with_timeout(PATIENCE + Duration::from_secs(5));
    let handle = context.peer.send_cancellable_request(request, options).await.map_err(|error| format!("{error}."))?;
    let (peer, id) = (handle.peer.clone(), handle.id.clone());
    tokio::select! {
        answer = handle.await_response() => match answer {
            Ok(answer) => serde_json::to_value(answer).map_err(|error| format!("{error}.")),
            Err(error) => Err(format!("the client did not answer: {error}.")),
        },
        () = context.ct.cancelled() => {
            withdraw(&peer, id).await;
            Err("the call was cancelled.".to_owned())
        }
    }
}

/// Tells a client that a question of ours needs no answer any more.
async fn withdraw(peer: &Peer<RoleServer>, id: rmcp::model::RequestId) {
    let why = "The call that asked was cancelled.".to_owned();
    let params = rmcp::model::CancelledNotificationParam::new(Some(id), Some(why));
    let _ = peer.notify_cancelled(params).await;
}

/// What a cancelled call is answered with, where anybody still listens.
fn cancelled(kind: Kind) -> Ended {
    let error = ToolError::new(Code::Cancelled, "The call was cancelled.");
    match kind {
        Kind::Tool => Ended::Tool(Box::new(AgentDocument::failed(error))),
        Kind::Prompt => Ended::Prompt(Some(Err(error))),
    }
}

/// Word of how far a call has come: only if asked for, never backwards, never long.
struct Progress {
    token: Option<ProgressToken>,
    last: f64,
}

impl Progress {
    async fn tell(&mut self, peer: &Peer<RoleServer>, progress: f64, total: Option<f64>, message: &str) {
        let Some(token) = self.token.clone() else { return };
        if !progress.is_finite() || progress <= self.last {
            return;
        }
        self.last = progress;
        let mut params = ProgressNotificationParam::new(token, progress);
        params.total = total.filter(|total| total.is_finite());
        params.message = (!message.is_empty()).then(|| cut(message));
        let _ = peer.notify_progress(params).await;
    }
}

/// At most 200 characters, the last one a mark where something was cut off.
fn cut(message: &str) -> String {
    match message.char_indices().nth(LONGEST_MESSAGE) {
        None => message.to_owned(),
        Some(_) => message.chars().take(LONGEST_MESSAGE - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_long_message_is_cut_at_200_characters() {
        assert_eq!(cut("reading notes"), "reading notes");
        assert_eq!(cut(&"ä".repeat(200)), "ä".repeat(200));
        let long = cut(&"ä".repeat(201));
        assert_eq!(long.chars().count(), 200);
        assert!(long.ends_with("ä…"));
    }
}
