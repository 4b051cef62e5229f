//! The era with sessions: 2025-11-25 and before.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Session, exchange, hello, request};

#[tokio::test]
async fn a_session_says_who_it_is_served_by_and_what_that_can() {
    let session = Session::begin(json!({})).await;
    let message = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": { "name": "old", "version": "1" } } });
    let reply = exchange(&session.server, "POST", &[], &message.to_string()).await;
    let result = &reply.messages()[0]["result"];
    assert_eq!(result["protocolVersion"], "2024-11-05");
    assert_eq!(result["serverInfo"], json!({ "name": "sample", "version": "1.2.3" }));
    assert_eq!(result["instructions"], "Try things.");
    assert_eq!(result["capabilities"]["tools"]["listChanged"], true);
    assert_eq!(result["capabilities"]["resources"], json!({ "subscribe": true, "listChanged": true }));
    assert_eq!(result["capabilities"].get("prompts"), None);
}

#[tokio::test]
async fn a_tool_is_listed_with_its_hints_and_called_without_iserror() {
    let session = Session::begin(json!({})).await;
    let listed = session.ask("tools/list", json!({})).await;
    let echo = &listed["result"]["tools"][0];
    assert_eq!(echo["name"], "echo");
    assert_eq!(echo["annotations"], json!({ "readOnlyHint": false, "destructiveHint": false, "openWorldHint": false }));
    let result = session.call("echo", json!({ "a": [1, null] })).await;
    assert_eq!(
        result,
        json!({ "content": [{ "type": "text", "text": "Echoed." }], "structuredContent": { "echo": { "a": [1, null] } } })
    );
}

#[tokio::test]
async fn clients_are_told_apart_by_session_number_and_name() {
    let session = Session::begin(json!({})).await;
    let other = hello(&session.server, "other", json!({})).await;
    let first = session.call("who", json!({})).await["structuredContent"].take();
    assert_eq!(
        first,
        json!({ "door": "mcp", "session": session.id, "number": 1, "client": { "name": "tester", "version": "9" } })
    );
    let call =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "who", "arguments": {} } });
    let reply = exchange(&session.server, "POST", &[("mcp-session-id", other)], &call.to_string()).await;
    let second = &reply.messages()[0]["result"]["structuredContent"];
    assert_eq!((&second["number"], &second["client"]["name"]), (&json!(2), &json!("other")));
}

#[tokio::test]
async fn a_session_that_was_ended_is_not_found_and_the_other_lives() {
    let session = Session::begin(json!({})).await;
    let other = hello(&session.server, "other", json!({})).await;
    let reply = exchange(&session.server, "DELETE", &session.headers(), "").await;
    assert_eq!(reply.head.status, 204, "clients take 202 for a failure");
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    assert_eq!(exchange(&session.server, "POST", &session.headers(), &list).await.head.status, 404);
    assert_eq!(exchange(&session.server, "DELETE", &session.headers(), "").await.head.status, 404);
    assert_eq!(exchange(&session.server, "POST", &[("mcp-session-id", other)], &list).await.head.status, 200);
}

#[tokio::test]
async fn progress_is_told_only_with_a_token_only_upwards_and_cut() {
    let session = Session::begin(json!({})).await;
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "count", "arguments": {}, "_meta": { "progressToken": "t" } } });
    let messages = session.post(&message).await.reply().await.messages();
    let told: Vec<&Value> = messages.iter().filter(|message| message["method"] == "notifications/progress").collect();
    assert_eq!(told.len(), 2);
    assert_eq!(told[0]["params"], json!({ "progressToken": "t", "progress": 1.0, "total": 3.0, "message": "one" }));
    assert_eq!(told[1]["params"]["progress"], json!(3.0));
    assert_eq!(told[1]["params"]["message"].as_str().map(|message| message.chars().count()), Some(200));
    assert_eq!(session.call("count", json!({})).await["content"][0]["text"], "Not asked to tell.");
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_and_not_answered() {
    let session = Session::begin(json!({})).await;
    let call =
        json!({ "jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": { "name": "hang", "arguments": {} } });
    let stream = session.post(&call).await;
    session.log.until("call hang").await;
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 77, "reason": "enough" } });
    assert_eq!(session.post(&cancel).await.head.status, 202);
    session.log.until("hang ended").await;
    assert_eq!(session.log.count("hang cancelled"), 1);
    drop(stream);
    assert_eq!(session.call("echo", json!({})).await["structuredContent"]["echo"], json!({}));
}

#[tokio::test]
async fn an_unknown_resource_is_32002_and_cannot_be_subscribed_to() {
    let session = Session::begin(json!({})).await;
    for method in ["resources/read", "resources/subscribe"] {
        let answer = session.ask(method, json!({ "uri": "sample://none" })).await;
        assert_eq!(answer["error"]["code"], -32002, "{method}");
        assert_eq!(answer["error"]["message"], "There is no resource at sample://none.");
    }
    let read = session.ask("resources/read", json!({ "uri": "sample://touched" })).await;
    assert_eq!(
        read["result"]["contents"],
        json!([{ "uri": "sample://touched", "mimeType": "text/plain", "text": "here" }])
    );
}

#[tokio::test]
async fn a_burst_of_updates_is_told_at_once_and_once_more() {
    let session = Session::begin(json!({})).await;
    let mut stream = session.listen().await;
    session.ask("resources/subscribe", json!({ "uri": "sample://touched" })).await;
    session.call("touch", json!({})).await;
    let mut told = Vec::new();
    while let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(1500), stream.message()).await {
        told.push(message);
    }
    let updated = json!({ "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": { "uri": "sample://touched" } });
    assert_eq!(
        told,
        [updated.clone(), updated],
        "fifty changes of one resource, and one of another that nobody subscribed to"
    );
    session.ask("resources/unsubscribe", json!({ "uri": "sample://touched" })).await;
    session.call("touch", json!({})).await;
    assert!(tokio::time::timeout(Duration::from_millis(400), stream.message()).await.is_err());
}

#[tokio::test]
async fn changed_tools_are_told_only_where_they_differ() {
    let session = Session::begin(json!({})).await;
    let mut stream = session.listen().await;
    session.call("change", json!({ "extra": false })).await;
    assert!(tokio::time::timeout(Duration::from_millis(400), stream.message()).await.is_err(), "nothing differs");
    session.call("change", json!({ "extra": true })).await;
    // Listing in between does not keep the word back.
    session.ask("tools/list", json!({})).await;
    let told = stream.message().await.expect("the stream goes on");
    assert_eq!(told["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn what_has_no_session_is_told_to_begin_one() {
    let session = Session::begin(json!({})).await;
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let stream = request(&session.server, "POST", &[], &list).await;
    assert_eq!(stream.head.status, 400);
}

#[tokio::test]
async fn a_session_that_ends_cancels_what_it_still_runs() {
    let session = Session::begin(json!({})).await;
    let call =
        json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": "hang", "arguments": {} } });
    let _stream = session.post(&call).await;
    session.log.until("call hang").await;
    exchange(&session.server, "DELETE", &session.headers(), "").await;
    session.log.until("hang ended").await;
}

#[tokio::test]
async fn a_call_that_panics_is_answered_and_the_surface_lives() {
    let session = Session::begin(json!({})).await;
    let result = session.call("panic", json!({})).await;
    assert_eq!(result["isError"], true);
    assert!(result["content"][0]["text"].as_str().is_some_and(|said| said.starts_with("[SC0104]")), "{result}");
    assert_eq!(session.call("echo", json!({})).await["structuredContent"]["echo"], json!({}));
}

#[tokio::test]
async fn a_surface_that_cannot_be_made_says_why() {
    let make = || Err::<crate::support::Sample, String>("Two tools are called echo.".to_owned());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let said = scumble_mcp::serve_on(listener, make, crate::support::options()).expect_err("it cannot be made");
    assert_eq!(said, "Two tools are called echo.");
}

#[tokio::test]
async fn a_server_of_ones_own_takes_the_next_free_port() {
    let serve = || {
        let log = crate::support::Log::default();
        scumble_mcp::serve(move || Ok(crate::support::Sample::new(log)), crate::support::options())
    };
    let (one, other) = (serve().await.expect("a port is free"), serve().await.expect("another is"));
    assert!(one.address().port() < other.address().port());
    let ports = scumble_mcp::FIRST_PORT..scumble_mcp::FIRST_PORT + 10;
    assert!(ports.contains(&one.address().port()) && ports.contains(&other.address().port()));
    hello(&other, "tester", json!({})).await;
    one.stop().await;
}

#[tokio::test]
async fn a_host_may_call_the_same_surface_by_a_door_of_its_own() {
    use scumble_protocol::{Caller, Door};
    let log = crate::support::Log::default();
    let shared = log.clone();
    let desk = scumble_mcp::Desk::open(move || Ok(crate::support::Sample::new(shared))).expect("it can be made");
    assert_eq!(desk.tools().await[0].name, "echo");
    let echoed = desk.call(Caller::by(Door::Native), "echo", json!({ "a": 1 })).await;
    assert_eq!(echoed.value, Some(json!({ "echo": { "a": 1 } })));
    let refused = desk.call(Caller::by(Door::Native), "ask_person", json!({})).await;
    assert_eq!(refused.error.map(|error| error.code), Some("SC0108".to_owned()));
    let hanging = desk.call(Caller::by(Door::Native), "hang", json!({}));
    assert!(tokio::time::timeout(Duration::from_millis(50), hanging).await.is_err());
    log.until("hang ended").await;
}
