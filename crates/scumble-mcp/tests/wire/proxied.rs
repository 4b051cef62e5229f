//! A client on two streams whose server is ended and started again.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use scumble_mcp::proxy::{Address, PATIENCE, Resolve, proxy_between};
use scumble_mcp::{Options, Serving};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, split};
use tokio::net::TcpListener;

use crate::support::{Log, options, serving, serving_on};

/// The client's end.
struct Client {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    /// Where the proxy is told that the server is.
    address: Arc<Mutex<Option<Address>>>,
}

impl Client {
    fn new(server: Option<&Serving>) -> Client {
        let address = Arc::new(Mutex::new(server.map(|server| Address { url: server.url(), token: None })));
        let known = Arc::clone(&address);
        let resolve: Resolve = Arc::new(move |_| {
            let address = known.lock().expect("nobody panics here").clone();
            Box::pin(async move { address.ok_or_else(|| "no server is running".to_owned()) })
        });
        let (ours, theirs) = tokio::io::duplex(1024 * 1024);
        let (read, write) = split(theirs);
        tokio::spawn(proxy_between(resolve, read, write, std::future::pending()));
        let (output, input) = split(ours);
        Client { input, output: BufReader::new(output).lines(), address }
    }

    async fn send(&mut self, message: Value) {
        self.input.write_all(format!("{message}\n").as_bytes()).await.expect("the proxy reads");
    }

    async fn next(&mut self) -> Value {
        let line =
            tokio::time::timeout(Duration::from_secs(20), self.output.next_line()).await.expect("a message comes");
        serde_json::from_str(&line.expect("text").expect("the proxy writes")).expect("JSON")
    }

    /// The next message with this method, or answer with this id.
    async fn until(&mut self, wanted: &Value) -> Value {
        loop {
            let message = self.next().await;
            if message["method"] == *wanted || (message.get("method").is_none() && message["id"] == *wanted) {
                return message;
            }
        }
    }

    async fn ask(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        self.until(&json!(id)).await
    }

    async fn begin(&mut self) {
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "proxied", "version": "1" } });
        let answer = self.ask(0, "initialize", params).await;
        assert_eq!(answer["result"]["serverInfo"]["name"], "sample", "{answer}");
        self.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
    }
}

#[tokio::test]
async fn a_client_that_does_not_wait_for_its_session_is_served_in_it() {
    let (server, _) = serving(options()).await;
    let mut client = Client::new(Some(&server));
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "hasty", "version": "1" } });
    client.send(json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params })).await;
    client.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
    client.send(json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call("who") })).await;
    let answer = client.until(&json!(1)).await;
    assert_eq!(answer["result"]["structuredContent"]["client"]["name"], "hasty", "{answer}");
}

/// Ends a server and begins another where it was.
async fn restart(server: Serving) -> (Serving, Log) {
    let address = server.address();
    server.stop().await;
    start(address, options()).await
}

async fn start(address: SocketAddr, options: Options) -> (Serving, Log) {
    loop {
        if let Ok(listener) = TcpListener::bind(address).await {
            return serving_on(listener, options);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn call(name: &str) -> Value {
    json!({ "name": name, "arguments": {} })
}

#[tokio::test]
async fn a_client_in_a_session_notices_nothing_of_a_restart() {
    let (server, _) = serving(options()).await;
    let mut client = Client::new(Some(&server));
    client.begin().await;
    let who = client.ask(1, "tools/call", call("who")).await;
    assert_eq!(who["result"]["structuredContent"]["client"]["name"], "proxied");
    client.ask(2, "tools/list", json!({})).await;
    let (_server, log) = restart(server).await;
    let who = client.ask(3, "tools/call", call("who")).await;
    assert_eq!(who["result"]["structuredContent"]["client"]["name"], "proxied", "initialize was replayed");
    assert_eq!(log.lines(), ["call who"]);
}

#[tokio::test]
async fn lists_and_pings_are_answered_while_no_server_is_there_and_a_call_waits_for_it() {
    let (server, _) = serving(options()).await;
    let address = server.address();
    let mut client = Client::new(Some(&server));
    client.begin().await;
    let listed = client.ask(1, "tools/list", json!({})).await;
    server.stop().await;
    assert_eq!(client.ask(2, "tools/list", json!({})).await["result"], listed["result"]);
    assert_eq!(client.ask(3, "ping", json!({})).await["result"], json!({}));
    client.send(json!({ "jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": call("echo") })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (_server, log) = start(address, options()).await;
    let answer = client.until(&json!(4)).await;
    assert_eq!(answer["result"]["structuredContent"]["echo"], json!({}));
    assert_eq!(log.count("call echo"), 1);
}

#[tokio::test]
async fn a_call_in_flight_is_reported_and_never_sent_again() {
    for era in [json!({}), modern_meta()] {
        let (server, log) = serving(options()).await;
        let mut client = Client::new(Some(&server));
        if era == json!({}) {
            client.begin().await;
        }
        let mut params = call("hang");
        params["_meta"] = era;
        client.send(json!({ "jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": params })).await;
        log.until("call hang").await;
        let (_server, log) = restart(server).await;
        let answer = client.until(&json!(4)).await;
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
        assert!(text.starts_with("[SC0402] The server went away while hang was running"), "{answer}");
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(log.count("call hang"), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_for_a_server_that_never_comes_says_so() {
    let mut client = Client::new(None);
    let mut params = call("echo");
    params["_meta"] = modern_meta();
    let begun = tokio::time::Instant::now();
    let answer = client.ask(1, "tools/call", params).await;
    assert_eq!(answer["result"]["isError"], true);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
    assert!(text.starts_with("[SC0401] The server is not there: no server is running."), "{text}");
    assert!(begun.elapsed() >= PATIENCE);
}

#[tokio::test]
async fn a_changed_catalogue_is_told_after_a_restart_and_an_equal_one_is_not() {
    let (server, _) = serving(options()).await;
    let mut client = Client::new(Some(&server));
    client.begin().await;
    client.ask(1, "tools/list", json!({})).await;
    client.ask(2, "tools/call", json!({ "name": "change", "arguments": { "extra": true } })).await;
    client.until(&json!("notifications/tools/list_changed")).await;
    client.ask(3, "tools/list", json!({})).await;
    // The new server begins without the tool, and says so by itself: nothing is sent meanwhile.
    let (server, _) = restart(server).await;
    client.until(&json!("notifications/tools/list_changed")).await;
    client.ask(4, "tools/list", json!({})).await;
    let (_server, _) = restart(server).await;
    client.send(json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": call("echo") })).await;
    let next = client.next().await;
    assert_eq!(next["id"], 5, "{next}");
}

fn modern_meta() -> Value {
    json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "proxied", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {} })
}

#[tokio::test]
async fn a_subscription_without_a_session_lives_through_a_restart() {
    let (server, _) = serving(options()).await;
    let mut client = Client::new(Some(&server));
    client.ask(1, "tools/list", json!({ "_meta": modern_meta() })).await;
    let mut change = json!({ "name": "change", "arguments": { "extra": true } });
    change["_meta"] = modern_meta();
    client.ask(2, "tools/call", change).await;
    client.ask(3, "tools/list", json!({ "_meta": modern_meta() })).await;
    let wanted = json!({ "_meta": modern_meta(), "notifications": { "toolsListChanged": true } });
    client.send(json!({ "jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen", "params": wanted })).await;
    client.until(&json!("notifications/subscriptions/acknowledged")).await;
    let (_server, _) = restart(server).await;
    let told = client.until(&json!("notifications/tools/list_changed")).await;
    assert_eq!(told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "s");
}

#[tokio::test]
async fn the_server_may_come_back_somewhere_else() {
    let (server, _) = serving(options()).await;
    let mut client = Client::new(Some(&server));
    client.begin().await;
    server.stop().await;
    *client.address.lock().expect("nobody panics here") = None;
    let (other, log) = serving(Options { token: Some("sesame".into()), ..options() }).await;
    *client.address.lock().expect("nobody panics here") =
        Some(Address { url: other.url(), token: Some("sesame".into()) });
    let answer = client.ask(1, "tools/call", call("echo")).await;
    assert_eq!(answer["result"]["structuredContent"]["echo"], json!({}));
    assert_eq!(log.count("call echo"), 1);
}

#[tokio::test]
async fn a_cancelled_call_is_cancelled_at_the_server_in_both_eras() {
    for era in [json!({}), modern_meta()] {
        let (server, log) = serving(options()).await;
        let mut client = Client::new(Some(&server));
        if era == json!({}) {
            client.begin().await;
        }
        let mut params = call("hang");
        params["_meta"] = era;
        client.send(json!({ "jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": params })).await;
        log.until("call hang").await;
        client
            .send(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 4 } }))
            .await;
        log.until("hang ended").await;
        assert_eq!(log.count("hang cancelled"), 1);
    }
}
