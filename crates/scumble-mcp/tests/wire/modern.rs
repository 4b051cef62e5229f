//! The era without sessions: 2026-07-28.

use std::time::Duration;

use serde_json::json;

use crate::support::{ask_modern, exchange, modern, options, request, serving};

#[tokio::test]
async fn a_server_is_discovered_and_answers_in_plain_json() {
    let (server, _) = serving(options()).await;
    let found = ask_modern(&server, "server/discover", json!({}), &json!({})).await;
    assert!(
        found["result"]["supportedVersions"].as_array().is_some_and(|versions| versions.contains(&json!("2026-07-28")))
    );
    assert_eq!(found["result"]["capabilities"].get("logging"), None);
    assert_eq!(found["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "sample");
    let answer =
        ask_modern(&server, "tools/call", json!({ "name": "echo", "arguments": { "a": 1 } }), &json!({})).await;
    assert_eq!(answer["result"]["structuredContent"], json!({ "echo": { "a": 1 } }));
    assert_eq!(answer["result"].get("isError"), None);
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[tokio::test]
async fn a_client_keeps_its_number_from_request_to_request() {
    let (server, _) = serving(options()).await;
    crate::support::hello(&server, "with a session", json!({})).await;
    for _ in 0..2 {
        let answer = ask_modern(&server, "tools/call", json!({ "name": "who", "arguments": {} }), &json!({})).await;
        let caller = &answer["result"]["structuredContent"];
        assert_eq!(
            *caller,
            json!({ "door": "mcp", "session": "", "number": 2, "client": { "name": "modern tester", "version": "9" } })
        );
    }
}

#[tokio::test]
async fn an_unknown_resource_is_32602_and_old_methods_are_not_found() {
    let (server, _) = serving(options()).await;
    let answer = ask_modern(&server, "resources/read", json!({ "uri": "sample://none" }), &json!({})).await;
    assert_eq!(answer["error"]["code"], -32602);
    for method in ["resources/subscribe", "logging/setLevel", "ping"] {
        let (headers, body) = modern(method, json!({ "uri": "sample://touched", "level": "info" }), &json!({}));
        let reply = exchange(&server, "POST", &headers, &body).await;
        assert_eq!((reply.head.status, &reply.json()["error"]["code"]), (404, &json!(-32601)), "{method}");
    }
}

#[tokio::test]
async fn a_client_that_hangs_up_cancels_its_call() {
    let (server, log) = serving(options()).await;
    let (headers, body) = modern("tools/call", json!({ "name": "hang", "arguments": {} }), &json!({}));
    let address = server.address();
    let waiting = tokio::spawn(async move {
        drop(tokio::time::timeout(Duration::from_secs(60), hang_up(address, headers, body)).await)
    });
    log.until("call hang").await;
    waiting.abort();
    log.until("hang ended").await;
    assert_eq!(log.count("hang cancelled"), 1);
}

/// Sends a request and waits for an answer that does not come; dropped, it hangs up.
async fn hang_up(address: std::net::SocketAddr, headers: Vec<(&'static str, String)>, body: String) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut text = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut socket = tokio::net::TcpStream::connect(address).await.expect("the server listens");
    socket.write_all(format!("{text}\r\n{body}").as_bytes()).await.expect("the server reads");
    let _ = socket.read_u8().await;
}

#[tokio::test]
async fn progress_streams_before_the_answer() {
    let (server, _) = serving(options()).await;
    let params = json!({ "name": "count", "arguments": {}, "_meta": { "progressToken": 3 } });
    let (headers, body) = modern("tools/call", params, &json!({}));
    let messages = exchange(&server, "POST", &headers, &body).await.messages();
    let progress: Vec<_> = messages.iter().map(|message| message["params"]["progress"].clone()).collect();
    assert_eq!(progress, [json!(1.0), json!(3.0), json!(null)]);
    assert_eq!(messages[2]["result"]["content"][0]["text"], "Told.");
}

#[tokio::test]
async fn a_subscription_hears_what_it_asked_for_and_nothing_else() {
    let (server, _) = serving(options()).await;
    let wanted = json!({ "notifications": { "resourceSubscriptions": ["sample://touched"] } });
    let (headers, body) = modern("subscriptions/listen", wanted, &json!({}));
    let mut stream = request(&server, "POST", &headers, &body).await;
    assert_eq!(stream.head.header("content-type"), Some("text/event-stream"));
    let first = stream.message().await.expect("an acknowledgement");
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    for (name, arguments) in [("change", json!({ "extra": true })), ("touch", json!({}))] {
        ask_modern(&server, "tools/call", json!({ "name": name, "arguments": arguments }), &json!({})).await;
    }
    let told = stream.message().await.expect("an update");
    assert_eq!(told["method"], "notifications/resources/updated");
    assert_eq!(told["params"]["uri"], "sample://touched");
    assert_eq!(told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 5);
}
