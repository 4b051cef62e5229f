//! One HTTP request on a connection of its own, and what comes back: a document, or events.
//!
//! A connection a request makes it certain what a failure means: nothing was sent, or it may have been. That is worth
//! more here than a connection saved on loopback. Knows no MCP.

use axum::body::Bytes;
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST};
use axum::http::{Method, Request, Uri};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Such as `http://localhost:5173/__mcp`; only `http`, since it is this machine.
    pub url: String,
    /// Sent as `Authorization: Bearer`.
    pub token: Option<String>,
}

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) enum Failed {
    /// It was not sent.
    NotSent(String),
    /// It may have been.
    Lost(String),
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The session the server says this is.
    pub(crate) session: Option<String>,
    pub(crate) is_events: bool,
    body: Incoming,
    events: Events,
}

/// Sends one request.
pub(crate) async fn send(
    address: &Address,
    method: Method,
    headers: &[(&str, String)],
    body: String,
) -> Result<Answer, Failed> {
    let not_sent =
        |error: &dyn std::fmt::Display| Failed::NotSent(format!("{} cannot be reached: {error}", address.url));
    let uri: Uri = address.url.parse().map_err(|error: axum::http::uri::InvalidUri| not_sent(&error))?;
    let authority = uri.authority().cloned().ok_or_else(|| not_sent(&"it names no host"))?;
    if uri.scheme_str() != Some("http") {
        return Err(not_sent(&"only http addresses are spoken to"));
    }
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    let stream =
        TcpStream::connect((host, authority.port_u16().unwrap_or(80))).await.map_err(|error| not_sent(&error))?;
    let _ = stream.set_nodelay(true);
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|error| not_sent(&error))?;
    tokio::spawn(async move {
        // How it ends is seen where its answer is read.
        let _ = connection.await;
    });
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(HOST, authority.as_str())
        .header(ACCEPT, "application/json, text/event-stream")
        .header(CONTENT_TYPE, "application/json");
    if let Some(token) = &address.token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let request = request.body(Full::new(Bytes::from(body))).map_err(|error| not_sent(&error))?;
    let response = sender.send_request(request).await.map_err(|error| Failed::Lost(error.to_string()))?;
    let (parts, body) = response.into_parts();
    let text = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    Ok(Answer {
        status: parts.status.as_u16(),
        session: text("mcp-session-id"),
        is_events: text(CONTENT_TYPE.as_str()).is_some_and(|kind| kind.starts_with("text/event-stream")),
        body,
        events: Events::default(),
    })
}

impl Answer {
    /// The whole body.
    pub(crate) async fn text(self) -> Result<String, Failed> {
        let collected = self.body.collect().await.map_err(|error| Failed::Lost(error.to_string()))?;
        Ok(String::from_utf8_lossy(&collected.to_bytes()).into_owned())
    }

    /// The next event's data; `None` at the end.
    pub(crate) async fn event(&mut self) -> Result<Option<String>, Failed> {
        loop {
            if let Some(data) = self.events.next() {
                return Ok(Some(data));
            }
            match self.body.frame().await {
                Some(Ok(frame)) => {
                    if let Some(bytes) = frame.data_ref() {
                        self.events.push(bytes);
                    }
                }
                Some(Err(error)) => return Err(Failed::Lost(error.to_string())),
                None => return Ok(None),
            }
        }
    }
}

/// An event stream (HTML, "Server-sent events") taken apart; only the data of its events is of interest.
#[derive(Default)]
struct Events {
    bytes: Vec<u8>,
    data: Option<String>,
    ready: std::collections::VecDeque<String>,
}

impl Events {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        while let Some(end) = self.bytes.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.bytes.drain(..=end).collect();
            self.line(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']));
        }
    }

    fn line(&mut self, line: &str) {
        if line.is_empty() {
            // An event without data is a sign of life.
            self.ready.extend(self.data.take().filter(|data| !data.is_empty()));
        } else if let Some(data) = line.strip_prefix("data:") {
            let data = data.strip_prefix(' ').unwrap_or(data);
            match &mut self.data {
                Some(so_far) => {
                    so_far.push('\n');
                    so_far.push_str(data);
                }
                None => self.data = Some(data.to_owned()),
            }
        }
    }

    fn next(&mut self) -> Option<String> {
        self.ready.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::Events;

    #[test]
    fn events_are_taken_apart_wherever_the_bytes_break() {
        let stream = "id: 0\nretry: 3000\ndata: \n\n: still here\n\nevent: message\ndata: {\"a\":\ndata: 1}\nid: 7\n\ndata:ä\r\n\r\n";
        for cut in 0..stream.len() {
            let mut events = Events::default();
            events.push(&stream.as_bytes()[..cut]);
            events.push(&stream.as_bytes()[cut..]);
            let all: Vec<String> = std::iter::from_fn(|| events.next()).collect();
            assert_eq!(all, ["{\"a\":\n1}", "ä"], "cut at {cut}");
        }
    }
}
