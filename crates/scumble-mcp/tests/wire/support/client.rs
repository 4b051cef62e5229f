//! HTTP by hand: a socket, a request written out, a response read as it comes.

use scumble_mcp::Serving;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// The head of a response.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
}

impl Head {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A whole response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) head: Head,
    pub(crate) body: String,
}

impl Reply {
    /// The messages of an event stream, or the one of a JSON body.
    pub(crate) fn messages(&self) -> Vec<Value> {
        if self.head.header("content-type") == Some("application/json") {
            return vec![serde_json::from_str(&self.body).expect("JSON")];
        }
        self.body.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok()).collect()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }
}

/// A response whose body is still coming.
pub(crate) struct Stream {
    pub(crate) head: Head,
    reader: BufReader<TcpStream>,
    rest: Vec<u8>,
}

impl Stream {
    /// The rest of it.
    pub(crate) async fn reply(mut self) -> Reply {
        let mut body = std::mem::take(&mut self.rest);
        while let Some(chunk) = self.chunk().await {
            body.extend(chunk);
        }
        Reply { head: self.head, body: String::from_utf8(body).expect("text") }
    }

    /// The next message of an event stream; `None` at its end.
    pub(crate) async fn message(&mut self) -> Option<Value> {
        loop {
            while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                let line = String::from_utf8(line).expect("text");
                if let Some(message) =
                    line.strip_prefix("data:").and_then(|data| serde_json::from_str(data.trim()).ok())
                {
                    return Some(message);
                }
            }
            let chunk = self.chunk().await?;
            self.rest.extend(chunk);
        }
    }

    async fn chunk(&mut self) -> Option<Vec<u8>> {
        if self.head.header("transfer-encoding") == Some("chunked") {
            let mut size = String::new();
            self.reader.read_line(&mut size).await.ok().filter(|read| *read > 0)?;
            let size = usize::from_str_radix(size.trim(), 16).expect("a chunk's size");
            let mut chunk = vec![0; size + 2];
            self.reader.read_exact(&mut chunk).await.ok()?;
            chunk.truncate(size);
            return (size > 0).then_some(chunk);
        }
        let length: usize = self.head.header("content-length")?.parse().expect("a length");
        self.head.headers.retain(|(name, _)| name != "content-length");
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body).await.ok()?;
        Some(body)
    }
}

/// Sends a request; headers given replace the usual ones, and an empty value leaves one out.
pub(crate) async fn request(server: &Serving, method: &str, headers: &[(&str, String)], body: &str) -> Stream {
    let mut lines: Vec<(&str, String)> = vec![
        ("host", server.address().to_string()),
        ("accept", "application/json, text/event-stream".into()),
        ("content-type", "application/json".into()),
        ("content-length", body.len().to_string()),
    ];
    lines.retain(|(usual, _)| !headers.iter().any(|(given, _)| given == usual));
    lines.extend(headers.iter().filter(|(_, value)| !value.is_empty()).cloned());
    let mut text = format!("{method} /mcp HTTP/1.1\r\n");
    for (name, value) in lines {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    let mut socket = TcpStream::connect(server.address()).await.expect("the server listens");
    socket.write_all(text.as_bytes()).await.expect("the server reads");
    // A server may refuse a body before it has read it.
    let _ = socket.write_all(body.as_bytes()).await;
    let mut reader = BufReader::new(socket);
    let mut line = String::new();
    reader.read_line(&mut line).await.expect("a status line");
    let status =
        line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("no status: {line:?}"));
    let mut received = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).await.expect("a header");
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        received.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    Stream { head: Head { status, headers: received }, reader, rest: Vec::new() }
}

/// Sends a request and reads the whole response.
pub(crate) async fn exchange(server: &Serving, method: &str, headers: &[(&str, String)], body: &str) -> Reply {
    request(server, method, headers, body).await.reply().await
}
