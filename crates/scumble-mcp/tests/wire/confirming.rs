//! Asking the person through the client, in both eras, with a real channel behind it and with a surface that leaves the
//! asking to its door.

use scumble_mcp::{Serving, serve_on};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::{Session, ask_modern, exchange, hello, options, request, serving};

async fn kitchen() -> Serving {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let serving = serve_on(listener, native::kitchen, options()).expect("the kitchen can be served");
    ask(&serving, "shopping_add", json!({ "name": "milk" })).await;
    serving
}

/// Calls a tool as a client that can ask nobody.
async fn ask(server: &Serving, tool: &str, arguments: Value) -> Value {
    ask_modern(server, "tools/call", json!({ "name": tool, "arguments": arguments }), &json!({})).await["result"].take()
}

async fn items(server: &Serving) -> usize {
    ask(server, "shopping_view", json!({})).await["structuredContent"]["items"].as_array().expect("items").len()
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_client_that_can_ask_nobody_is_refused_in_either_era() {
    let server = kitchen().await;
    let refused = ask(&server, "shopping_clear", json!({})).await;
    assert_eq!(refused["isError"], true);
    assert!(
        text(&refused).starts_with("[SC0108] shopping.clear needs the person's approval, and they cannot be asked"),
        "{refused}"
    );
    let id = hello(&server, "tester", json!({})).await;
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "shopping_clear", "arguments": {} } });
    let reply = exchange(&server, "POST", &[("mcp-session-id", id)], &call.to_string()).await;
    assert!(text(&reply.messages()[0]["result"]).starts_with("[SC0108]"));
    assert_eq!(items(&server).await, 1);
}

/// Clears the list in a session, answers the question so, and yields the result.
async fn in_session(server: &Serving, answer: Value) -> Value {
    let id = hello(server, "tester", json!({ "elicitation": {} })).await;
    let headers = [("mcp-session-id", id), ("mcp-protocol-version", "2025-11-25".to_owned())];
    let call = json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": { "name": "shopping_clear", "arguments": {} } });
    let mut stream = request(server, "POST", &headers, &call.to_string()).await;
    let question = stream.message().await.expect("a question");
    assert_eq!(question["method"], "elicitation/create");
    let message = question["params"]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("tester wants to run shopping.clear. This cannot be undone."), "{message}");
    let reply = json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer });
    assert_eq!(exchange(server, "POST", &headers, &reply.to_string()).await.head.status, 202);
    let answered = stream.message().await.expect("an answer");
    assert_eq!(answered["id"], 9);
    answered["result"].clone()
}

#[tokio::test]
async fn in_a_session_the_client_is_asked_and_only_its_yes_counts() {
    let server = kitchen().await;
    for no in [json!({ "action": "decline" }), json!({ "action": "accept", "content": { "approve": false } })] {
        let result = in_session(&server, no).await;
        assert!(text(&result).contains("The person declined shopping.clear."), "{result}");
    }
    let result = in_session(&server, json!({ "action": "cancel" })).await;
    assert!(text(&result).contains("was withdrawn"), "{result}");
    assert_eq!(items(&server).await, 1);
    let result = in_session(&server, json!({ "action": "accept", "content": { "approve": true } })).await;
    assert_eq!(result.get("isError"), None, "{result}");
    assert_eq!(items(&server).await, 0);
}

/// Sends a call of the era without sessions with this beside its arguments.
async fn again(server: &Serving, arguments: Value, answer: Option<Value>, state: &Value) -> Value {
    let mut params = json!({ "name": "shopping_clear", "arguments": arguments, "requestState": state });
    if let Some(answer) = answer {
        params["inputResponses"] = json!({ "confirm": answer });
    }
    ask_modern(server, "tools/call", params, &json!({ "elicitation": {} })).await
}

fn yes() -> Option<Value> {
    Some(json!({ "action": "accept", "content": { "approve": true } }))
}

async fn question(server: &Serving) -> Value {
    let params = json!({ "name": "shopping_clear", "arguments": {} });
    let asked = ask_modern(server, "tools/call", params, &json!({ "elicitation": {} })).await["result"].take();
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    assert_eq!(asked["inputRequests"]["confirm"]["method"], "elicitation/create");
    asked["requestState"].clone()
}

#[tokio::test]
async fn without_sessions_a_second_call_answers_and_its_state_is_good_once() {
    let server = kitchen().await;
    let state = question(&server).await;
    let done = again(&server, json!({}), yes(), &state).await;
    assert_eq!(done["result"]["resultType"], "complete", "{done}");
    assert_eq!(items(&server).await, 0);
    ask(&server, "shopping_add", json!({ "name": "bread" })).await;
    let replayed = again(&server, json!({}), yes(), &state).await;
    assert_eq!(replayed["error"]["code"], -32602);
    assert_eq!(items(&server).await, 1);
}

#[tokio::test]
async fn a_state_does_not_approve_other_arguments_or_a_made_up_one_anything() {
    let server = kitchen().await;
    let state = question(&server).await;
    let other = again(&server, json!({ "more": 1 }), yes(), &state).await;
    assert!(other["error"]["message"].as_str().is_some_and(|said| said.contains("another request")), "{other}");
    for forged in [json!("state-1"), state] {
        assert_eq!(again(&server, json!({}), yes(), &forged).await["error"]["code"], -32602);
    }
    // An answer to what was never asked is none.
    let params = json!({ "name": "shopping_clear", "arguments": {}, "inputResponses": { "confirm": yes() } });
    let asked = ask_modern(&server, "tools/call", params, &json!({ "elicitation": {} })).await;
    assert_eq!(asked["result"]["resultType"], "input_required");
    assert_eq!(items(&server).await, 1);
}

#[tokio::test]
async fn a_second_call_without_the_answer_is_asked_again_and_a_no_is_a_no() {
    let server = kitchen().await;
    let state = question(&server).await;
    let asked = again(&server, json!({}), None, &state).await["result"].take();
    assert_eq!(asked["resultType"], "input_required");
    assert_ne!(asked["requestState"], state);
    let declined = again(&server, json!({}), Some(json!({ "action": "decline" })), &asked["requestState"]).await;
    assert!(text(&declined["result"]).contains("The person declined shopping.clear."), "{declined}");
    assert_eq!(items(&server).await, 1);
}

#[tokio::test]
async fn a_surface_may_leave_the_asking_to_its_door() {
    let (server, log) = serving(options()).await;
    let params = json!({ "name": "ask_person", "arguments": {} });
    let can = json!({ "elicitation": {} });
    let asked = ask_modern(&server, "tools/call", params.clone(), &can).await["result"].take();
    let mut answered = params.clone();
    answered["requestState"] = asked["requestState"].clone();
    answered["inputResponses"] = json!({ "confirm": yes() });
    let done = ask_modern(&server, "tools/call", answered, &can).await;
    assert_eq!(text(&done["result"]), "Done.");
    assert_eq!(log.lines(), ["call ask_person", "call ask_person", "answered state-1 true"]);
    let refused = ask_modern(&server, "tools/call", params, &json!({})).await;
    assert!(text(&refused["result"]).starts_with("[SC0108] sample.ask_person needs the person's approval"));
}

#[tokio::test]
async fn a_question_is_withdrawn_when_its_call_is_cancelled() {
    let server = kitchen().await;
    let id = hello(&server, "tester", json!({ "elicitation": {} })).await;
    let headers = [("mcp-session-id", id), ("mcp-protocol-version", "2025-11-25".to_owned())];
    let call = json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": { "name": "shopping_clear", "arguments": {} } });
    let mut stream = request(&server, "POST", &headers, &call.to_string()).await;
    let question = stream.message().await.expect("a question");
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 9 } });
    exchange(&server, "POST", &headers, &cancel.to_string()).await;
    let late = json!({ "jsonrpc": "2.0", "id": question["id"], "result": yes() });
    exchange(&server, "POST", &headers, &late.to_string()).await;
    assert_eq!(items(&server).await, 1, "an answer after that sends nothing");
}

#[tokio::test]
async fn a_session_without_elicitation_is_not_asked() {
    let session = Session::begin(json!({ "elicitation": { "url": {} } })).await;
    let refused = session.call("ask_person", json!({})).await;
    assert!(text(&refused).starts_with("[SC0108]"), "a client that only shows addresses cannot ask: {refused}");
}
