//! A door of the host's own beside MCP: word of a call as it comes, what it asks, and how it is given up.

use scumble_mcp::{Desk, HostCall, Word};
use scumble_protocol::{Ability, AgentDocument, Caller, Door};
use serde_json::{Map, json};

use crate::support::{Log, Sample};

fn desk() -> (Desk, Log) {
    let log = Log::default();
    let shared = log.clone();
    (Desk::open(move || Ok(Sample::new(shared))).expect("the surface can be made"), log)
}

fn begin(desk: &Desk, tool: &str, can: &[Ability]) -> HostCall {
    desk.begin_call(Caller::by(Door::Native), tool, json!({}), can)
}

/// What a call is answered with, questions answered by `answer`; and how often it told how far it is.
async fn end(mut call: HostCall, answer: serde_json::Value) -> (AgentDocument, usize) {
    let mut told = 0;
    loop {
        match call.next().await {
            Word::Progress { .. } => told += 1,
            Word::Asked { asked, reply } => {
                let answers = asked.into_iter().map(|asked| (asked.key, answer.clone())).collect::<Map<_, _>>();
                reply.send(Ok(answers)).expect("the call waits for it");
            }
            Word::Ended(document) => return (*document, told),
        }
    }
}

#[tokio::test]
async fn every_word_of_progress_comes_before_the_answer() {
    let (desk, _) = desk();
    let (document, told) = end(begin(&desk, "count", &[]), json!(null)).await;
    assert_eq!((document.plain_text().as_str(), told), ("Told.", 4));
}

#[tokio::test]
async fn the_person_is_asked_where_the_caller_can_and_the_call_is_refused_where_not() {
    let (desk, log) = desk();
    let yes = json!({ "action": "accept", "content": { "approve": true } });
    let (document, _) = end(begin(&desk, "ask_person", &[Ability::Elicit]), yes).await;
    assert_eq!(document.plain_text(), "Done.");
    let (document, _) = end(begin(&desk, "ask_person", &[Ability::Elicit]), json!({ "action": "decline" })).await;
    assert_eq!(document.plain_text(), "Left.");
    let (document, _) = end(begin(&desk, "ask_person", &[]), json!(null)).await;
    assert_eq!(document.error.map(|error| error.code), Some("SC0108".to_owned()));
    assert_eq!((log.count("answered state-1 true"), log.count("answered state-1 false")), (1, 1));
}

#[tokio::test]
async fn a_call_that_is_dropped_is_cancelled() {
    let (desk, log) = desk();
    let call = begin(&desk, "hang", &[]);
    log.until("call hang").await;
    drop(call);
    log.until("hang cancelled").await;
    log.until("hang ended").await;
}
