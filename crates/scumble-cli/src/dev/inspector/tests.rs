//! Who may call from the inspector, over a real socket.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::dev::server::tests::{send, serve_with};

const OWN: &str = "Host: localhost\r\nOrigin: http://localhost\r\nX-Scumble-Secret: 5ec7e7\r\n";
const TABS: &str = r#"{"tool":"tabs","arguments":{}}"#;

/// The status, and the body's text.
async fn post(port: u16, path: &str, headers: &str, body: &str) -> (u16, String) {
    let answer = send(port, &format!("POST /__scumble/{path}"), headers, body).await;
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
}

#[tokio::test]
async fn its_own_page_calls_a_tool_and_the_call_stands_in_the_log() {
    let (_dir, _current, port) = serve_with(None).await;
    let (status, said) = post(port, "call", OWN, TABS).await;
    assert!(status == 200 && said.contains(r#""type":"answer""#) && said.contains("No page is open."), "{said}");
    let (_, said) = post(port, "call", OWN, r#"{"tool":"tab_use","arguments":{"id":3}}"#).await;
    assert!(said.contains("SC0102") && said.contains("input.id must be a string"), "{said}");
    let log = follow(port, OWN, "tab_use").await;
    assert!(log.contains(r#""name":"Scumble inspector""#) && log.contains(r#""outcome":"SC0102""#), "{log}");
    assert!(log.contains("➜  Agents:  here"), "{log}");
}

#[tokio::test]
async fn whoever_is_not_its_page_is_refused_with_a_sentence_and_nothing_is_done() {
    let (_dir, _current, port) = serve_with(None).await;
    let without = |header: &str| {
        OWN.lines().filter(|line| !line.starts_with(header)).fold(String::new(), |all, line| all + line + "\r\n")
    };
    let other = |from: &str, to: &str| OWN.replace(from, to);
    for (headers, sentence) in [
        (without("Origin"), "does not name the page it comes from. Agents connect at /__mcp."),
        (other("http://localhost", "https://evil.example"), "the request came from https://evil.example."),
        (other("http://localhost", "http://localhost:8080"), "the request came from http://localhost:8080."),
        (other("http://localhost", "null"), "the request came from null."),
        (without("X-Scumble"), "This page was not served by this server. Load it again."),
        (other("5ec7e7", "5ec7e8"), "This page was not served by this server. Load it again."),
        (other("5ec7e7", ""), "This page was not served by this server. Load it again."),
        (other("Host: localhost", "Host: evil.example"), "Open it as localhost."),
        (format!("{OWN}Origin: https://evil.example\r\n"), "does not name the page it comes from."),
        (format!("{OWN}X-Scumble-Secret: 0\r\n"), "This page was not served by this server."),
    ] {
        for path in ["call", "answer", "live"] {
            let (status, said) = post(port, path, &headers, TABS).await;
            assert!(status == 403 && said.contains(sentence), "{path} of {headers}: {status} {said}");
        }
    }
    assert!(send(port, "GET /__scumble/call", OWN, "").await.contains("405"));
    let log = follow(port, OWN, r#""type":"activity""#).await;
    assert!(log.contains(r#""lines":[]"#), "{log}");
}

#[tokio::test]
async fn with_a_token_it_needs_the_token_too() {
    let (_dir, _current, port) = serve_with(Some("sesame")).await;
    for (given, sentence) in [
        ("", "This server needs its token."),
        ("Authorization: Bearer sesam\r\n", "The token is not this server's."),
        ("Authorization: Basic sesame\r\n", "This server needs its token."),
        ("Authorization: Bearer sesame\r\nAuthorization: Bearer no\r\n", "This server needs its token."),
    ] {
        for path in ["call", "answer", "live"] {
            let (status, said) = post(port, path, &format!("{OWN}{given}"), TABS).await;
            assert!(status == 401 && said.contains(sentence), "{path} with {given}: {status} {said}");
        }
    }
    let page = send(port, "GET /__scumble/", "Host: localhost\r\n", "").await;
    assert!(page.contains(r#"data-needs="token""#) && !page.contains("sesame"), "{page}");
    let (status, _) = post(port, "call", &format!("{OWN}Authorization: Bearer sesame\r\n"), TABS).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn what_is_no_call_is_told_what_one_is() {
    let (_dir, _current, port) = serve_with(None).await;
    for body in ["", "{}", r#"{"tool":3}"#, r#"{"tool":"tabs","arguments":[]}"#, r#"{"tool":"tabs","args":{}}"#] {
        let (status, said) = post(port, "call", OWN, body).await;
        assert!(status == 400 && said.starts_with("A call is {\"tool\""), "{body}: {status} {said}");
    }
    let (status, said) = post(port, "answer", OWN, r#"{"question":"none","answers":{}}"#).await;
    assert!(status == 404 && said.starts_with("Nobody waits for this answer"), "{status} {said}");
    let (status, _) = post(port, "answer", OWN, "yes").await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn a_call_tells_how_far_it_is_and_ends_with_who_waits_for_it() {
    let (_dir, _current, port) = serve_with(None).await;
    // There is no first build, and none comes.
    let waiting = r#"{"tool":"build_status","arguments":{}}"#;
    let told = until(port, "call", OWN, waiting, r#""type":"progress""#).await;
    assert!(told.contains("The build runs."), "{told}");
    let log = follow(port, OWN, "build_status").await;
    assert!(log.contains(r#""outcome":"SC0105""#), "{log}");
}

#[tokio::test]
async fn the_page_is_sealed_and_no_other_site_may_frame_it() {
    let (_dir, _current, port) = serve_with(None).await;
    for path in ["", "inspector/inspector.js", "inspector/style.css"] {
        let answer = send(port, &format!("GET /__scumble/{path}"), "Host: localhost\r\n", "").await;
        assert!(answer.contains("200 OK"), "{path}: {answer}");
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "frame-ancestors 'none'",
            "x-frame-options: DENY",
            "nosniff",
            "cross-origin-resource-policy: same-origin",
            "cache-control: no-store",
        ] {
            assert!(answer.contains(header), "{path} without {header}");
        }
    }
    let none = send(port, "GET /__scumble/inspector/..%2fmod.rs", "Host: localhost\r\n", "").await;
    assert!(none.contains("404"), "{none}");
    assert!(send(port, "GET /__scumble", "Host: localhost\r\n", "").await.contains("location: /__scumble/"));
}

/// What is told until it holds `wanted`.
async fn follow(port: u16, headers: &str, wanted: &str) -> String {
    until(port, "live", headers, "{}", wanted).await
}

/// What is answered until it holds `wanted`; nobody waits for the rest.
async fn until(port: u16, path: &str, headers: &str, body: &str, wanted: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("the server listens");
    let length = body.len();
    let request = format!("POST /__scumble/{path} HTTP/1.1\r\nContent-Length: {length}\r\n{headers}\r\n{body}");
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let (mut told, mut buffer) = (Vec::new(), [0; 64 * 1024]);
    loop {
        let read = stream.read(&mut buffer).await.expect("the server tells");
        assert!(read > 0, "it ended before it told {wanted}");
        told.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&told);
        if text.contains(wanted) {
            return text.into_owned();
        }
    }
}
