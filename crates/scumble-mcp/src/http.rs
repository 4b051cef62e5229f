//! The surface as an HTTP service: guards, then rmcp's Streamable HTTP.
//!
//! rmcp reads bodies, negotiates, and streams. Before it come the guards of [`crate::guard`], and here: the body's
//! size, whether it is JSON, whether the protocol version is one there is, whether the session is alive. All of them
//! answer before a handler exists. CORS for the origins that are allowed is here too, since rmcp has none.

use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, CONTENT_LENGTH,
    CONTENT_TYPE, EXPECT, ORIGIN, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;
use futures_util::future::BoxFuture;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use rmcp::model::ProtocolVersion;
use rmcp::transport::streamable_http_server::session::SessionManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};

use crate::connection::{Connection, SESSION_HEADER, Shared};
use crate::desk::Desk;
use crate::guard::{Refused, allowed_origin, check_source, check_token};
use crate::options::Options;

/// The largest body of a request, in bytes.
pub const LARGEST_BODY: usize = 4 * 1024 * 1024;

/// How much of a body that is too large is read past, in bytes.
const MOST_DRAINED: usize = 64 * 1024 * 1024;

const VERSION_HEADER: &str = "mcp-protocol-version";

const NO_SESSION: &str = "This request names no session. Begin one by initialize and send its Mcp-Session-Id, or send \
                          Mcp-Protocol-Version 2026-07-28 and the _meta that goes with it.";

/// A surface over Streamable HTTP: a tower service that any axum router mounts with `route_service`.
///
/// It serves every path it is given. Clones serve the same clients.
#[derive(Clone)]
pub struct McpService {
    shared: Arc<Shared>,
    sessions: Arc<LocalSessionManager>,
    inner: StreamableHttpService<Connection, LocalSessionManager>,
}

impl std::fmt::Debug for McpService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpService").field("options", &self.shared.options).finish_non_exhaustive()
    }
}

impl McpService {
    /// Serves the surface at a desk.
    #[must_use]
    pub fn new(desk: Desk, options: Options) -> McpService {
        let shared = Shared::new(desk, options);
        let mut sessions = LocalSessionManager::default();
        // An agent may think, and a person be asked, for longer than any limit.
        sessions.session_config.keep_alive = None;
        let sessions = Arc::new(sessions);
        let mut config = StreamableHttpServerConfig::default().disable_allowed_hosts();
        config.json_response = true;
        config.max_request_body_bytes = LARGEST_BODY;
        let serving = Arc::clone(&shared);
        let inner = StreamableHttpService::new(
            move || Ok(Connection::new(Arc::clone(&serving), "")),
            Arc::clone(&sessions),
            config,
        );
        McpService { shared, sessions, inner }
    }

    /// Ends every session and every stream. Requests that come after are refused; a server that is stopped does this by
    /// itself.
    pub fn end(&self) {
        self.inner.config.cancellation_token.cancel();
    }

    async fn handle(self, request: Request) -> Response {
        let options = &self.shared.options;
        if let Err(refused) = check_source(request.uri(), request.headers(), options) {
            return refusal(refused);
        }
        let origin = request.headers().get(ORIGIN).and_then(|origin| origin.to_str().ok());
        let origin = allowed_origin(origin, options).and_then(|origin| HeaderValue::from_str(origin).ok());
        let mut response = match &origin {
            Some(_) if *request.method() == Method::OPTIONS => preflight(request.headers()),
            _ => match check_token(request.headers(), options) {
                Ok(()) => self.admitted(request).await,
                Err(refused) => refusal(refused),
            },
        };
        if let Some(origin) = origin {
            let headers = response.headers_mut();
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("Mcp-Session-Id, WWW-Authenticate"));
            headers.append(VARY, HeaderValue::from_static("Origin"));
        }
        response
    }

    /// A request of somebody who may come in.
    async fn admitted(&self, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let body = match collect(&parts.headers, body).await {
            Ok(body) => body,
            Err(response) => return response,
        };
        let message = match parts.method {
            Method::POST => match read_message(&body) {
                Ok(message) => message,
                Err((code, sentence)) => return error(StatusCode::BAD_REQUEST, &Value::Null, code, &sentence),
            },
            _ => Value::Null,
        };
        let id = message.get("id").cloned().unwrap_or_default();
        if let Some(version) = unknown_version(&parts.headers, &message) {
            let sentence = format!("The MCP protocol version {version} is not one this server speaks.");
            return error(StatusCode::BAD_REQUEST, &id, -32600, &sentence);
        }
        let session = parts.headers.get(SESSION_HEADER).and_then(|session| session.to_str().ok()).map(str::to_owned);
        let begins = message["method"] == "initialize";
        let carries = [Method::POST, Method::GET, Method::DELETE].contains(&parts.method);
        if carries && session.is_none() && !begins && !is_modern(&parts.headers) && version_in(&message).is_none() {
            return error(StatusCode::BAD_REQUEST, &id, -32600, NO_SESSION);
        }
        if let Some(session) = session.as_deref().filter(|_| !begins && !is_modern(&parts.headers)) {
            let alive = self.sessions.has_session(&session.into()).await.unwrap_or(false);
            if !alive {
                return error(
                    StatusCode::NOT_FOUND,
                    &id,
                    -32001,
                    "This session has ended or never was. Begin a new one by initialize.",
                );
            }
            if parts.method == Method::DELETE {
                self.shared.callers.ended(session);
            } else {
                self.make_way(session).await;
            }
        }
        let (is_delete, is_json) = (parts.method == Method::DELETE, is_json(&parts.headers));
        let mut response = self.inner.handle(Request::from_parts(parts, Full::new(body))).await.map(Body::new);
        if is_delete && response.status() == StatusCode::ACCEPTED {
            // Done, not to be done: clients take 202 for a failure.
            *response.status_mut() = StatusCode::NO_CONTENT;
        }
        if is_json && response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            // What rmcp says of a message whose method or parameters are not shaped as the protocol has them.
            let method = message["method"].as_str().unwrap_or("this message");
            let sentence = format!("The parameters of {method} are not of the shape the protocol gives them.");
            return error(StatusCode::BAD_REQUEST, &id, -32602, &sentence);
        }
        if begins
            && let Some(session) = response.headers().get(SESSION_HEADER).and_then(|session| session.to_str().ok())
        {
            self.make_way(session).await;
        }
        response
    }

    /// Notes that a session was used, and ends the one unused longest if there are too many.
    async fn make_way(&self, session: &str) {
        if let Some(oldest) = self.shared.callers.used(session) {
            let _ = self.sessions.close_session(&oldest.into()).await;
        }
    }
}

impl tower_service::Service<Request> for McpService {
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.handle(request).await) })
    }
}

/// The whole body, if it is not too large: by what it says of itself, and by what comes.
async fn collect(headers: &HeaderMap, mut body: Body) -> Result<Bytes, Response> {
    let too_large = || {
        let sentence = format!("The body is larger than {} MiB.", LARGEST_BODY / (1024 * 1024));
        error(StatusCode::PAYLOAD_TOO_LARGE, &Value::Null, -32600, &sentence)
    };
    let said = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if said.is_some_and(|length| length > LARGEST_BODY) {
        // Who asks first whether to send it has sent none of it.
        if !headers.contains_key(EXPECT) {
            drain(&mut body).await;
        }
        return Err(too_large());
    }
    match Limited::new(&mut body, LARGEST_BODY).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(failed) if failed.downcast_ref::<LengthLimitError>().is_some() => {
            drain(&mut body).await;
            Err(too_large())
        }
        Err(_) => Err(error(StatusCode::BAD_REQUEST, &Value::Null, -32700, "The body did not arrive whole.")),
    }
}

/// Reads past what is refused, within reason: a client that is still writing when the connection ends does not get to
/// read why.
async fn drain(body: &mut Body) {
    let mut left = MOST_DRAINED;
    while let Some(Ok(frame)) = body.frame().await {
        left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
        if left == 0 {
            return;
        }
    }
}

/// The one message of a body.
///
/// # Errors
/// Code and sentence if it is none.
fn read_message(body: &[u8]) -> Result<Value, (i32, String)> {
    let message: Value = serde_json::from_slice(body).map_err(|error| {
        let sentence = match error.to_string() {
            // serde_json reads no deeper, and has no kind of error for it.
            said if said.starts_with("recursion limit") => "The body is nested deeper than 127 levels.".to_owned(),
            said => format!("The body is not JSON: {said}."),
        };
        (-32700, sentence)
    })?;
    if message.is_array() {
        return Err((-32600, "Batches are not taken: send one message a request.".to_owned()));
    }
    let answers = message.get("result").is_some() || message.get("error").is_some();
    if message["jsonrpc"] != "2.0" || !message["method"].is_string() && !answers {
        let sentence =
            "The body is no JSON-RPC 2.0 message: that has jsonrpc \"2.0\" and a method, or a result or error.";
        return Err((-32600, sentence.to_owned()));
    }
    let id = message.get("id").filter(|_| message["method"].is_string());
    if id.is_some_and(|id| !id.is_string() && !id.is_i64() && !id.is_u64()) {
        return Err((-32600, "The id of a request is a string or a whole number.".to_owned()));
    }
    Ok(message)
}

/// The version a request's header names, if there is no such version and nothing in the body that rmcp answers better:
/// a version that is said in both gets the list of those there are.
fn unknown_version(headers: &HeaderMap, message: &Value) -> Option<String> {
    let named = headers.get(VERSION_HEADER)?;
    let version = String::from_utf8_lossy(named.as_bytes());
    let known = ProtocolVersion::KNOWN_VERSIONS.iter().any(|known| known.as_str() == version);
    (!known && version_in(message).is_none()).then(|| version.into_owned())
}

/// The version a message itself names, as each of the era without sessions does.
fn version_in(message: &Value) -> Option<&Value> {
    message["params"]["_meta"].get("io.modelcontextprotocol/protocolVersion")
}

fn is_json(headers: &HeaderMap) -> bool {
    let said = headers.get(CONTENT_TYPE).and_then(|said| said.to_str().ok());
    said.is_some_and(|said| said.to_ascii_lowercase().starts_with("application/json"))
}

fn is_modern(headers: &HeaderMap) -> bool {
    headers
        .get(VERSION_HEADER)
        .and_then(|version| version.to_str().ok())
        .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28.as_str())
}

fn preflight(asked: &HeaderMap) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let wanted = asked.get(ACCESS_CONTROL_REQUEST_HEADERS).cloned();
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST, GET, DELETE, OPTIONS"));
    let usual = HeaderValue::from_static(
        "Content-Type, Accept, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID",
    );
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, wanted.unwrap_or(usual));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    response
}

fn refusal(refused: Refused) -> Response {
    // A client reads a sentence out of JSON-RPC; of another body it tells the status alone.
    let mut response = error(refused.status, &Value::Null, -32600, &refused.sentence);
    if let Some((name, value)) = refused.header {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A JSON-RPC error as a whole answer.
fn error(status: StatusCode, id: &Value, code: i32, sentence: &str) -> Response {
    let body = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": sentence } });
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
