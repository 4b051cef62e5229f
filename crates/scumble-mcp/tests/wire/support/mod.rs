//! A server under test, and the plainest client there can be.

mod client;
mod surface;

pub(crate) use client::{Reply, Stream, exchange, request};
pub(crate) use surface::{Log, Sample};

use scumble_mcp::{Options, Serving, serve_on};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// Serves a surface at a port of its own.
pub(crate) async fn serving(options: Options) -> (Serving, Log) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    serving_on(listener, options)
}

/// As [`serving`], where the test chooses.
pub(crate) fn serving_on(listener: TcpListener, options: Options) -> (Serving, Log) {
    let log = Log::default();
    let shared = log.clone();
    let serving = serve_on(listener, move || Ok(Sample::new(shared)), options).expect("the surface can be made");
    (serving, log)
}

/// What every test serves by.
pub(crate) fn options() -> Options {
    Options::new("sample", "1.2.3").instructions("Try things.")
}

/// A session of the era that has them.
pub(crate) struct Session {
    pub(crate) server: Serving,
    pub(crate) log: Log,
    pub(crate) id: String,
}

impl Session {
    /// Begins one with a server of its own.
    pub(crate) async fn begin(capabilities: Value) -> Session {
        let (server, log) = serving(options()).await;
        let id = hello(&server, "tester", capabilities).await;
        Session { server, log, id }
    }

    pub(crate) fn headers(&self) -> Vec<(&'static str, String)> {
        vec![("mcp-session-id", self.id.clone()), ("mcp-protocol-version", "2025-11-25".to_owned())]
    }

    /// Sends a message; the answer's stream.
    pub(crate) async fn post(&self, message: &Value) -> Stream {
        request(&self.server, "POST", &self.headers(), &message.to_string()).await
    }

    /// Sends a request and reads its result.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> Value {
        let reply =
            self.post(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })).await.reply().await;
        assert_eq!(reply.head.status, 200, "{}", reply.body);
        reply.messages().pop().expect("an answer")
    }

    /// Calls a tool; its result.
    pub(crate) async fn call(&self, name: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": name, "arguments": arguments })).await["result"].take()
    }

    /// Opens the stream of what the server says by itself.
    pub(crate) async fn listen(&self) -> Stream {
        request(&self.server, "GET", &self.headers(), "").await
    }
}

/// Begins a session; its id.
pub(crate) async fn hello(server: &Serving, name: &str, capabilities: Value) -> String {
    let message = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": { "name": name, "version": "9" } } });
    let reply = exchange(server, "POST", &[], &message.to_string()).await;
    assert_eq!(reply.head.status, 200, "{}", reply.body);
    let id = reply.head.header("mcp-session-id").expect("a session").to_owned();
    let headers = [("mcp-session-id", id.clone()), ("mcp-protocol-version", "2025-11-25".to_owned())];
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(exchange(server, "POST", &headers, &ready.to_string()).await.head.status, 202);
    id
}

/// A request of the era without sessions: its headers and its body.
pub(crate) fn modern(method: &str, mut params: Value, capabilities: &Value) -> (Vec<(&'static str, String)>, String) {
    let mut headers = vec![("mcp-protocol-version", "2026-07-28".to_owned()), ("mcp-method", method.to_owned())];
    let subject = params.get("name").or_else(|| params.get("uri")).and_then(Value::as_str).map(str::to_owned);
    headers.extend(subject.map(|subject| ("mcp-name", subject)));
    let mut meta = params.get("_meta").cloned().unwrap_or_else(|| json!({}));
    meta["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
    meta["io.modelcontextprotocol/clientInfo"] = json!({ "name": "modern tester", "version": "9" });
    meta["io.modelcontextprotocol/clientCapabilities"] = capabilities.clone();
    params["_meta"] = meta;
    (headers, json!({ "jsonrpc": "2.0", "id": 5, "method": method, "params": params }).to_string())
}

/// Sends a request of the era without sessions and reads its one answer, which has to be plain JSON.
pub(crate) async fn ask_modern(server: &Serving, method: &str, params: Value, capabilities: &Value) -> Value {
    let (headers, body) = modern(method, params, capabilities);
    let reply = exchange(server, "POST", &headers, &body).await;
    assert_eq!(reply.head.header("content-type"), Some("application/json"), "{}", reply.body);
    serde_json::from_str(&reply.body).expect("JSON")
}
