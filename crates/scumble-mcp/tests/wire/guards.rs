//! Who may come in, and what is refused before it is understood.

use scumble_mcp::{LARGEST_BODY, Options};
use serde_json::{Value, json};

use crate::support::{Reply, Session, ask_modern, exchange, options, serving};

fn initialize() -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "tester", "version": "9" } } })
    .to_string()
}

/// Sends a hello with these headers beside the usual ones.
async fn check(options: Options, headers: &[(&str, &str)], status: u16) -> Reply {
    let (server, _) = serving(options).await;
    let headers: Vec<(&str, String)> = headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    let reply = exchange(&server, "POST", &headers, &initialize()).await;
    assert_eq!(reply.head.status, status, "{headers:?}: {}", reply.body);
    reply
}

#[tokio::test]
async fn another_host_is_refused_and_an_allowed_one_is_not() {
    let reply = check(options(), &[("host", "evil.example")], 403).await;
    let said = "This server is not called evil.example. Use localhost, or allow that host.";
    assert_eq!(reply.json()["error"]["message"], said, "in JSON, as clients read it");
    check(options(), &[("host", "localhost:1")], 200).await;
    check(Options { allowed_hosts: vec!["evil.example".into()], ..options() }, &[("host", "evil.example:80")], 200)
        .await;
}

#[tokio::test]
async fn every_page_is_refused_even_one_of_this_machine() {
    for origin in ["https://evil.example", "http://localhost:5173", "null"] {
        let reply = check(options(), &[("origin", origin)], 403).await;
        assert!(reply.body.contains(origin));
    }
}

#[tokio::test]
async fn an_allowed_page_has_cors_and_needs_no_token_for_its_preflight() {
    let options = Options {
        allowed_origins: vec!["https://inspector.example".into()],
        token: Some("sesame".into()),
        ..options()
    };
    let (server, _) = serving(options.clone()).await;
    let asked = [
        ("origin", "https://inspector.example".to_owned()),
        ("access-control-request-headers", "authorization".to_owned()),
    ];
    let reply = exchange(&server, "OPTIONS", &asked, "").await;
    assert_eq!(reply.head.status, 204);
    assert_eq!(reply.head.header("access-control-allow-origin"), Some("https://inspector.example"));
    assert_eq!(reply.head.header("access-control-allow-headers"), Some("authorization"));
    let reply = check(options.clone(), &[("origin", "https://inspector.example")], 401).await;
    assert_eq!(reply.head.header("access-control-allow-origin"), Some("https://inspector.example"));
    let reply =
        check(options, &[("origin", "https://inspector.example"), ("authorization", "Bearer sesame")], 200).await;
    assert!(
        reply.head.header("access-control-expose-headers").is_some_and(|exposed| exposed.contains("Mcp-Session-Id"))
    );
    let plain = check(Options::new("plain", "1"), &[], 200).await;
    assert_eq!(plain.head.header("access-control-allow-origin"), None);
}

#[tokio::test]
async fn a_wrong_token_is_challenged_and_the_origin_is_looked_at_first() {
    let options = Options { token: Some("sesame".into()), ..options() };
    for wrong in [&[][..], &[("authorization", "Bearer simsim")], &[("authorization", "Basic sesame")]] {
        let reply = check(options.clone(), wrong, 401).await;
        assert!(reply.head.header("www-authenticate").is_some_and(|challenge| challenge.starts_with("Bearer")));
    }
    check(options.clone(), &[("authorization", "Bearer sesame")], 200).await;
    check(options, &[("origin", "https://evil.example")], 403).await;
}

#[tokio::test]
async fn a_body_over_4_mib_is_refused_however_it_is_sent_and_a_result_that_large_is_not() {
    let session = Session::begin(json!({})).await;
    let large = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "echo", "arguments": {
        "text": "x".repeat(5 * 1024 * 1024) } } });
    let reply = session.post(&large).await;
    assert_eq!(reply.head.status, 413);
    let mut chunked = session.headers();
    chunked.extend([("content-length", String::new()), ("transfer-encoding", "chunked".to_owned())]);
    let part = format!("{:x}\r\n{}\r\n", LARGEST_BODY, "x".repeat(LARGEST_BODY));
    let reply = exchange(&session.server, "POST", &chunked, &format!("{part}{part}0\r\n\r\n")).await;
    assert_eq!(reply.head.status, 413);
    let result = session.call("large", json!({})).await;
    assert_eq!(result["content"][0]["text"].as_str().map(str::len), Some(4 * 1024 * 1024));
    assert_eq!(session.log.count("call echo"), 0);
}

#[tokio::test]
async fn what_is_not_json_is_a_parse_error_and_what_is_no_message_is_refused() {
    let (server, _) = serving(options()).await;
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for (body, code) in [
        ("{", -32700),
        ("", -32700),
        (deep.as_str(), -32700),
        ("[]", -32600),
        ("[{\"jsonrpc\":\"2.0\"}]", -32600),
        ("3", -32600),
        ("null", -32600),
        ("{\"id\":1}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600),
        ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", -32600),
    ] {
        let reply = exchange(&server, "POST", &[], body).await;
        assert_eq!(reply.head.status, 400, "{body}");
        assert_eq!(reply.json()["error"]["code"], code, "{body}");
        assert_eq!(reply.json()["id"], Value::Null);
    }
}

#[tokio::test]
async fn parameters_of_another_shape_are_named_in_a_sentence() {
    let session = Session::begin(json!({})).await;
    let reply = session
        .post(&json!({ "jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": "all" }))
        .await
        .reply()
        .await;
    assert_eq!((reply.head.status, &reply.json()["id"]), (400, &json!(4)), "{}", reply.body);
    assert_eq!(reply.json()["error"]["code"], -32602);
    let text = json!({ "name": "echo", "arguments": "{}" });
    let answer = session.ask("tools/call", text.clone()).await;
    assert_eq!(answer["error"]["message"], "params.arguments must be an object, not a string.");
    let answer = ask_modern(&session.server, "tools/call", text, &json!({})).await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test]
async fn a_request_without_a_session_is_told_both_ways_to_come_in() {
    let (server, _) = serving(options()).await;
    let list = json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/list" }).to_string();
    for (method, body) in [("POST", list.as_str()), ("GET", ""), ("DELETE", "")] {
        let reply = exchange(&server, method, &[], body).await;
        assert_eq!(reply.head.status, 400, "{method}");
        let said = reply.json()["error"]["message"].as_str().map(str::to_owned).unwrap_or_default();
        assert!(said.contains("Begin one by initialize") && said.contains("2026-07-28"), "{said}");
    }
}

#[tokio::test]
async fn an_unknown_version_is_refused_before_the_session_is_looked_for() {
    let session = Session::begin(json!({})).await;
    let body = json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/list" }).to_string();
    let headers = [("mcp-protocol-version", "1999-01-01".to_owned()), ("mcp-session-id", "never was".to_owned())];
    let reply = exchange(&session.server, "POST", &headers, &body).await;
    assert_eq!(reply.head.status, 400);
    assert!(reply.json()["error"]["message"].as_str().is_some_and(|said| said.contains("1999-01-01")));
}

#[tokio::test]
async fn a_session_that_never_was_is_not_found() {
    let (server, _) = serving(options()).await;
    let body = json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/list" }).to_string();
    for method in ["POST", "GET", "DELETE"] {
        let reply = exchange(&server, method, &[("mcp-session-id", "never was".to_owned())], &body).await;
        assert_eq!(reply.head.status, 404, "{method}");
        assert!(reply.body.contains("Begin a new one by initialize."), "{method}");
    }
}

#[tokio::test]
async fn the_host_may_run_something_around_every_request_and_keep_it_out() {
    let (server, log) = {
        let options = Options {
            around: Some(std::sync::Arc::new(|caller, method, handle| {
                let allowed = method != "tools/call"
                    || caller.is_some_and(|caller| {
                        caller.client.as_ref().is_some_and(|client| client.name == "modern tester")
                    });
                Box::pin(async move {
                    if allowed {
                        handle.await;
                    }
                })
            })),
            ..options()
        };
        serving(options).await
    };
    let answer = ask_modern(&server, "tools/call", json!({ "name": "echo", "arguments": {} }), &json!({})).await;
    assert_eq!(answer["result"]["structuredContent"]["echo"], json!({}));
    let id = crate::support::hello(&server, "somebody else", json!({})).await;
    let call =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "echo", "arguments": {} } });
    let reply = exchange(&server, "POST", &[("mcp-session-id", id)], &call.to_string()).await;
    assert_eq!(reply.messages()[0]["error"]["message"], "The server did not let this request through.");
    assert_eq!(log.count("call echo"), 1);
}
