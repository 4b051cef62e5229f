//! One call from the inspector: its progress, what it asks, and its answer, a line of JSON each on the response that
//! lasts as long as the call. A page that ends the response ends the call.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use scumble_mcp::{HostCall, Word};
use scumble_protocol::{Ability, AgentDocument, Asked, ClientRequest, lower_mcp};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::{Questions, caller, lines};
use crate::dev::server::{Served, text};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Called {
    tool: String,
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// `{tool, arguments}`: calls the tool.
pub(super) async fn call(State(served): State<Arc<Served>>, body: Bytes) -> Response {
    let Called { tool, arguments } = match serde_json::from_slice(&body) {
        Ok(called) => called,
        Err(error) => {
            let sentence =
                format!("A call is {{\"tool\": \"…\", \"arguments\": {{…}}}} as JSON, and this is not: {error}.");
            return text(StatusCode::BAD_REQUEST, sentence);
        }
    };
    let inspector = &served.inspector;
    let call = inspector.desk.begin_call(caller(), tool, Value::Object(arguments), &[Ability::Elicit]);
    let (out, messages) = mpsc::channel(16);
    tokio::spawn(carry(call, out, Arc::clone(&inspector.questions)));
    lines(messages)
}

#[derive(Deserialize)]
struct Answered {
    question: String,
    answers: Map<String, Value>,
}

/// `{question, answers}`: what the person said, each as the result of an elicitation.
pub(super) async fn answer(State(served): State<Arc<Served>>, body: Bytes) -> Response {
    let Ok(Answered { question, answers }) = serde_json::from_slice(&body) else {
        let sentence = "An answer is {\"question\": \"…\", \"answers\": {…}} as JSON.";
        return text(StatusCode::BAD_REQUEST, sentence.into());
    };
    let waiting = served.inspector.questions.take(&question);
    if waiting.is_some_and(|reply| reply.send(Ok(answers)).is_ok()) {
        return StatusCode::NO_CONTENT.into_response();
    }
    text(StatusCode::NOT_FOUND, "Nobody waits for this answer: it was given, or the call has ended.".into())
}

/// Tells the page of a call until it has ended, or the page wants to hear no more.
async fn carry(mut call: HostCall, out: mpsc::Sender<Value>, questions: Arc<Questions>) {
    let began = Instant::now();
    let mut open = Open { questions, names: Vec::new() };
    loop {
        let word = tokio::select! {
            word = call.next() => word,
            // Dropping the call cancels it.
            () = out.closed() => return,
        };
        let (message, last) = match word {
            Word::Progress { progress, total, message } => {
                (json!({ "type": "progress", "progress": progress, "total": total, "message": message }), false)
            }
            Word::Asked { asked, reply } => match asked.iter().map(to_json).collect::<Option<Vec<Value>>>() {
                Some(asked) => (json!({ "type": "ask", "question": open.ask(reply), "asked": asked }), false),
                None => {
                    let _ = reply.send(Err("the inspector asks the person and nobody else.".into()));
                    continue;
                }
            },
            Word::Ended(document) => (to_answer(&document, began), true),
        };
        if out.send(message).await.is_err() || last {
            return;
        }
    }
}

/// What a call asks; nobody waits for the answers once it is gone.
struct Open {
    questions: Arc<Questions>,
    names: Vec<String>,
}

impl Open {
    fn ask(&mut self, reply: super::Reply) -> String {
        let name = self.questions.ask(reply);
        self.names.push(name.clone());
        name
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        for name in &self.names {
            self.questions.take(name);
        }
    }
}

fn to_json(asked: &Asked) -> Option<Value> {
    match &asked.request {
        ClientRequest::Elicit { message, schema } => {
            Some(json!({ "key": asked.key, "message": message, "schema": schema }))
        }
        ClientRequest::Sample(_) | ClientRequest::Roots => None,
    }
}

/// The answer as an MCP client gets it, and the failure apart.
fn to_answer(document: &AgentDocument, began: Instant) -> Value {
    json!({
        "type": "answer",
        "ms": began.elapsed().as_secs_f64() * 1000.0,
        "error": document.error,
        "result": lower_mcp(document),
    })
}
