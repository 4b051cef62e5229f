//! A client on standard input and output, served by a server over HTTP that may come and go.
//!
//! Messages pass through as they are, of either era; rmcp's client is not used, since it would negotiate for itself and
//! hand on what it understood. What the proxy adds is patience: a session that ended with its server is begun again as
//! the client began it, lists are answered from what is known, word of a changed list is given when it differs, and a
//! request waits for the server up to [`PATIENCE`]. A call is never sent twice: where it may have arrived, the client is
//! told that nobody knows.

mod link;
mod message;
mod wire;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use scumble_protocol::Code;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::Instant;

pub use link::{Need, Resolve};
pub use wire::Address;

use link::{Link, Trouble};
use message::{is_list, method, only_reads, unanswered};

/// How long a request waits for a server that is not there.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How long it is between two looks whether it is there again.
const LOOK: Duration = Duration::from_millis(100);

/// How long the end of a session may take when the client has gone.
const FAREWELL: Duration = Duration::from_millis(500);

/// Serves the client on standard input and output until it closes its end, or `end` is there. On Unix whatever the
/// program prints to standard output from then on goes to standard error.
///
/// # Errors
/// A sentence if standard input or output cannot be used.
///
/// # Panics
/// Outside of a Tokio runtime.
pub async fn proxy(resolve: Resolve, end: impl Future<Output = ()>) -> Result<(), String> {
    let (output, writing) = crate::stdio::protocol_output()?;
    let ended = proxy_between(resolve, tokio::io::stdin(), output, end).await;
    // A client that does not read what is left has gone.
    let _ = tokio::time::timeout(FAREWELL, writing).await;
    ended
}

/// As [`proxy`], for a client at any two streams.
///
/// # Errors
/// A sentence if reading fails.
pub async fn proxy_between(
    resolve: Resolve,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
    end: impl Future<Output = ()>,
) -> Result<(), String> {
    let (out, lines) = mpsc::unbounded_channel();
    let writing = tokio::spawn(write(lines, output));
    let proxy = Arc::new(Proxy { link: Link::new(resolve, out), running: Mutex::default() });
    let mut input = BufReader::new(input).lines();
    tokio::pin!(end);
    let read = loop {
        let line = tokio::select! {
            line = input.next_line() => line,
            () = &mut end => break Ok(()),
        };
        match line {
            Ok(Some(line)) => tokio::select! {
                () = proxy.clone().take(&line) => {}
                () = &mut end => break Ok(()),
            },
            Ok(None) => break Ok(()),
            Err(error) => break Err(format!("The client cannot be read from: {error}.")),
        }
    };
    for (_, task) in proxy.running().drain() {
        task.abort();
    }
    let _ = tokio::time::timeout(FAREWELL, proxy.link.end()).await;
    // With the last holder of the link the lines end, and what was said is written to its end.
    drop(proxy);
    let _ = tokio::time::timeout(FAREWELL, writing).await;
    read
}

async fn write(mut lines: mpsc::UnboundedReceiver<String>, mut output: impl AsyncWrite + Unpin) {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        if output.write_all(line.as_bytes()).await.is_err() || output.flush().await.is_err() {
            return;
        }
    }
}

struct Proxy {
    link: Link,
    /// Requests that are not answered, by id as JSON; and what keeps the session's stream open.
    running: Mutex<HashMap<String, AbortHandle>>,
}

/// Where the task that keeps the session's stream open is kept: no id is written like this.
const KEEPER: &str = "keeper";

impl Proxy {
    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, AbortHandle>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One line of the client's.
    async fn take(self: Arc<Self>, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            let error = json!({ "code": -32700, "message": "The line is not JSON." });
            self.link.emit(&json!({ "jsonrpc": "2.0", "id": null, "error": error }));
            return;
        };
        match (method(&message), message.get("id")) {
            ("notifications/cancelled", _) => {
                let id = message["params"]["requestId"].to_string();
                let cancelled = self.running().remove(&id);
                if let Some(task) = cancelled {
                    task.abort();
                }
                // Without a session, an answer nobody reads any more says it all.
                if self.link.has_begun() {
                    self.notify(message).await;
                }
            }
            ("notifications/initialized", _) => {
                self.link.greeted();
                self.notify(message).await;
                let keeping = tokio::spawn(self.clone().keep_listening());
                let before = self.running().insert(KEEPER.to_owned(), keeping.abort_handle());
                if let Some(before) = before {
                    before.abort();
                }
            }
            (_, None) => self.notify(message).await,
            // What a client sends behind it without waiting is meant for the session it begins.
            ("initialize", Some(_)) => self.request(&message).await,
            ("", Some(_)) => {
                // An answer to a question of the server's. It may wait for a server, and the client must not.
                tokio::spawn(async move { self.notify(message).await });
            }
            (_, Some(id)) => {
                let key = id.to_string();
                let (proxy, ended) = (self.clone(), key.clone());
                // Inserted under the same lock that the task's end takes, so that it cannot end before.
                let mut running = self.running();
                let task = tokio::spawn(async move {
                    if method(&message) == "subscriptions/listen" {
                        proxy.subscribe(&message).await;
                    } else {
                        proxy.request(&message).await;
                    }
                    proxy.running().remove(&ended);
                });
                running.insert(key, task.abort_handle());
            }
        }
    }

    /// Sends what has no answer, while there is patience.
    async fn notify(&self, message: Value) {
        let patience = Instant::now() + PATIENCE;
        // A cancellation or a greeting is of no use to a server that was not there.
        let waits = method(&message).is_empty();
        while let Err(Trouble::Again(_)) = self.link.post(&message, Need::News).await {
            if !waits || Instant::now() >= patience {
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Sends a request and hands on its answer, or why there is none.
    async fn request(&self, request: &Value) {
        let patience = Instant::now() + PATIENCE;
        loop {
            let why = match self.attempt(request).await {
                Ok(()) => return,
                Err(Trouble::Again(why)) => why,
                Err(Trouble::Lost(why)) if only_reads(request) => why,
                Err(Trouble::Lost(why)) => {
                    let what = request["params"]["name"].as_str().unwrap_or(method(request));
                    let sentence = format!(
                        "The server went away while {what} was running ({why}); whether it was carried out is not known."
                    );
                    let fix = "It was not sent again. Look at what there is before sending it once more.";
                    return self.link.emit(&unanswered(request, Code::ServerLost, &sentence, fix));
                }
            };
            if let Some(result) = self.link.kept(method(request)).filter(|_| is_list(method(request))) {
                return self.link.emit(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }));
            }
            if method(request) == "ping" {
                return self.link.emit(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": {} }));
            }
            if Instant::now() >= patience {
                let sentence =
                    format!("The server is not there: {why}. It was waited for {} seconds.", PATIENCE.as_secs());
                let fix = "Nothing was done. Start it, and send this again.";
                return self.link.emit(&unanswered(request, Code::NoServer, &sentence, fix));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Sends a request once and hands on everything up to its answer.
    async fn attempt(&self, request: &Value) -> Result<(), Trouble> {
        // What can be answered without a server is no reason to start one.
        let need = match method(request) {
            "ping" => Need::News,
            list if is_list(list) && self.link.kept(list).is_some() => Need::News,
            _ => Need::Answer,
        };
        let (mut answer, _) = self.link.post(request, need).await?;
        let session = answer.session.clone();
        if !answer.is_events {
            let status = answer.status;
            let text = answer.text().await?;
            let message = match serde_json::from_str::<Value>(&text) {
                // What is refused before it is read is answered without the id.
                Ok(mut message) if message.is_object() => {
                    if message["id"].is_null() {
                        message["id"] = request["id"].clone();
                    }
                    message
                }
                _ => {
                    let error = json!({ "code": -32000, "message": format!("The server answered {status}: {text}") });
                    json!({ "jsonrpc": "2.0", "id": request["id"], "error": error })
                }
            };
            self.link.note(request, &message, session);
            self.link.emit(&message);
            return Ok(());
        }
        while let Some(data) = answer.event().await? {
            let Ok(message) = serde_json::from_str::<Value>(&data) else { continue };
            let is_answer = message["id"] == request["id"] && message.get("method").is_none();
            if is_answer {
                self.link.note(request, &message, session.clone());
            }
            self.link.emit(&message);
            if is_answer {
                return Ok(());
            }
        }
        Err(Trouble::Lost("it ended the answer before giving it".to_owned()))
    }

    /// Keeps a subscription of the era without sessions, over every server there will be.
    async fn subscribe(&self, request: &Value) {
        let mut acknowledged = false;
        loop {
            let need = if acknowledged { Need::News } else { Need::Answer };
            if let Ok((mut answer, _)) = self.link.post(request, need).await {
                if !answer.is_events {
                    if let Some(message) = answer.text().await.ok().and_then(|text| serde_json::from_str(&text).ok()) {
                        // Refused, and it will be the next time.
                        return self.link.emit(&message);
                    }
                    tokio::time::sleep(LOOK).await;
                    continue;
                }
                if acknowledged {
                    self.tell_changed_lists(request).await;
                }
                while let Ok(Some(data)) = answer.event().await {
                    let Ok(message) = serde_json::from_str::<Value>(&data) else { continue };
                    let is_acknowledgement = method(&message) == "notifications/subscriptions/acknowledged";
                    // The server's word that it ends is not the end of the subscription.
                    let is_end = message["id"] == request["id"] && message.get("method").is_none();
                    if is_end && message.get("error").is_some() {
                        return self.link.emit(&message);
                    }
                    let is_news = !is_acknowledgement || !acknowledged;
                    if is_news && !is_end {
                        self.link.emit(&message);
                    }
                    acknowledged |= is_acknowledgement;
                }
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// After a server came back: what a subscription asked to hear of and is not as it was.
    async fn tell_changed_lists(&self, request: &Value) {
        let params = &request["params"];
        let wanted = &params["notifications"];
        for changed in self.link.changed_lists(&params["_meta"]).await {
            let asked = match changed {
                "notifications/tools/list_changed" => &wanted["toolsListChanged"],
                "notifications/resources/list_changed" => &wanted["resourcesListChanged"],
                _ => &wanted["promptsListChanged"],
            };
            if *asked == true {
                let meta = json!({ "io.modelcontextprotocol/subscriptionId": request["id"] });
                self.link.emit(&json!({ "jsonrpc": "2.0", "method": changed, "params": { "_meta": meta } }));
            }
        }
    }

    /// Keeps the stream of a session open, over every server there will be.
    async fn keep_listening(self: Arc<Self>) {
        loop {
            match self.link.listen().await {
                Ok((mut answer, _)) if answer.status == 200 => {
                    while let Ok(Some(data)) = answer.event().await {
                        if let Ok(message) = serde_json::from_str::<Value>(&data) {
                            self.link.emit(&message);
                        }
                    }
                }
                Ok((answer, Some(session))) if answer.status == 404 => self.link.forget(&session),
                // This server has none to offer.
                Ok((answer, _)) if answer.status == 405 => return,
                Ok(_) | Err(_) => {}
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}
