//! The server as the proxy knows it: where it is, the client's session there, what it listed last.
//!
//! A session that ended with its server is begun again as the client began it. Knows nothing of standard input.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::Method;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::message::{header_value, is_list, method, own_version, subject};
use super::wire::{Address, Answer, Failed, send};

/// Says where the server is now, or why there is none, as the rest of a sentence that begins "The server is not there:".
/// Asked before everything that is sent, and answers soon: whoever needs a server asks again.
pub type Resolve = Arc<dyn Fn(Need) -> BoxFuture<'static, Result<Address, String>> + Send + Sync>;

/// What a server is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The client waits for an answer. If no server runs, this is the time to start one.
    Answer,
    /// To be told of what changes, if there is a server to tell of it.
    News,
}

/// What the client has done in its session that a new one needs too.
#[derive(Default)]
struct State {
    /// The client's `initialize`, once it was answered.
    hello: Option<Value>,
    /// Whether it said that it is ready.
    greeted: bool,
    session: Option<String>,
    version: Option<String>,
    subscribed: BTreeSet<String>,
    level: Option<Value>,
    /// The last result of each listing method.
    lists: BTreeMap<String, Value>,
    own_requests: u64,
}

pub(crate) struct Link {
    resolve: Resolve,
    out: mpsc::UnboundedSender<String>,
    state: Mutex<State>,
    /// Held while a session is begun again.
    reviving: tokio::sync::Mutex<()>,
}

/// Why a request has no answer, and what may be done.
pub(crate) enum Trouble {
    /// It did not arrive, or arrived where it counts for nothing: it may be sent again.
    Again(String),
    /// It may have arrived.
    Lost(String),
}

impl From<Failed> for Trouble {
    fn from(failed: Failed) -> Trouble {
        match failed {
            Failed::NotSent(why) => Trouble::Again(why),
            Failed::Lost(why) => Trouble::Lost(why),
        }
    }
}

impl Link {
    pub(crate) fn new(resolve: Resolve, out: mpsc::UnboundedSender<String>) -> Link {
        Link { resolve, out, state: Mutex::default(), reviving: tokio::sync::Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a message to the client.
    pub(crate) fn emit(&self, message: &Value) {
        let _ = self.out.send(message.to_string());
    }

    /// What a listing method answered last.
    pub(crate) fn kept(&self, method: &str) -> Option<Value> {
        self.state().lists.get(method).cloned()
    }

    /// The session, where the client has one.
    pub(crate) fn session(&self) -> Option<String> {
        self.state().session.clone()
    }

    /// Whether the client is in a session, alive or to be begun again.
    pub(crate) fn has_begun(&self) -> bool {
        self.state().greeted
    }

    /// A session is known to have ended.
    pub(crate) fn forget(&self, session: &str) {
        let mut state = self.state();
        if state.session.as_deref() == Some(session) {
            state.session = None;
        }
    }

    async fn address(&self, need: Need) -> Result<Address, Trouble> {
        (self.resolve)(need).await.map_err(Trouble::Again)
    }

    /// Sends a message in the era it is of. In a session that has ended, that is begun again first.
    pub(crate) async fn post(&self, message: &Value, need: Need) -> Result<(Answer, Option<String>), Trouble> {
        let address = self.address(need).await?;
        let (mut headers, mut session) = (Vec::new(), None);
        if let Some(version) = own_version(message) {
            headers.push(("mcp-protocol-version", version.to_owned()));
            headers.push(("mcp-method", method(message).to_owned()));
            headers.extend(subject(message).map(|subject| ("mcp-name", header_value(subject))));
        } else if method(message) != "initialize" {
            self.revive(&address).await?;
            session = self.session();
            headers = self.session_headers();
        }
        let answer = send(&address, Method::POST, &headers, message.to_string()).await?;
        if answer.status == 404
            && let Some(session) = &session
        {
            self.forget(session);
            return Err(Trouble::Again("its session has ended".to_owned()));
        }
        Ok((answer, session))
    }

    /// Opens the stream of what the server has to say by itself; the session it is of.
    pub(crate) async fn listen(&self) -> Result<(Answer, Option<String>), Trouble> {
        let address = self.address(Need::News).await?;
        self.revive(&address).await?;
        let session = self.session();
        Ok((send(&address, Method::GET, &self.session_headers(), String::new()).await?, session))
    }

    /// Ends the client's session, if the server is there to be told.
    pub(crate) async fn end(&self) {
        if let (Some(_), Ok(address)) = (self.session(), self.address(Need::News).await) {
            let _ = send(&address, Method::DELETE, &self.session_headers(), String::new()).await;
        }
    }

    fn session_headers(&self) -> Vec<(&'static str, String)> {
        let state = self.state();
        let session = state.session.iter().map(|session| ("mcp-session-id", session.clone()));
        let version = state.version.iter().map(|version| ("mcp-protocol-version", version.clone()));
        session.chain(version).collect()
    }

    /// Notes what an answer tells: a session that began, a list.
    pub(crate) fn note(&self, request: &Value, answer: &Value, session: Option<String>) {
        let Some(result) = answer.get("result") else { return };
        let mut state = self.state();
        match method(request) {
            "initialize" => {
                state.hello = Some(request.clone());
                state.session = session;
                state.version = result["protocolVersion"].as_str().map(str::to_owned);
            }
            "resources/subscribe" => {
                state.subscribed.extend(request["params"]["uri"].as_str().map(str::to_owned));
            }
            "resources/unsubscribe" => {
                state.subscribed.remove(request["params"]["uri"].as_str().unwrap_or_default());
            }
            "logging/setLevel" => state.level = Some(request["params"].clone()),
            list if is_list(list) && request["params"]["cursor"].is_null() => {
                state.lists.insert(list.to_owned(), result.clone());
            }
            _ => {}
        }
    }

    /// The client said that it is ready.
    pub(crate) fn greeted(&self) {
        self.state().greeted = true;
    }

    /// Begins the client's session again, if it had one and that has ended.
    async fn revive(&self, address: &Address) -> Result<(), Trouble> {
        let _turn = self.reviving.lock().await;
        let (hello, greeted) = {
            let state = self.state();
            if state.session.is_some() {
                return Ok(());
            }
            // A server without sessions needs no beginning, and one that was never begun is the client's to begin.
            let Some(hello) = state.hello.clone().filter(|_| state.greeted) else { return Ok(()) };
            (hello, state.greeted)
        };
        let mut hello = hello;
        hello["id"] = self.own_id();
        let answer = send(address, Method::POST, &[], hello.to_string()).await?;
        let session = answer.session.clone();
        let begun = read_answer(answer, &hello["id"]).await?;
        if begun.get("result").is_none() {
            return Err(Trouble::Again(format!("its session could not be begun again: {}", begun["error"]["message"])));
        }
        self.state().session = session;
        if greeted {
            self.tell(address, json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await?;
        }
        self.restore(address).await
    }

    /// Subscribes again, and tells the client what is not as it was.
    async fn restore(&self, address: &Address) -> Result<(), Trouble> {
        let (subscribed, level) = {
            let state = self.state();
            (state.subscribed.clone(), state.level.clone())
        };
        if let Some(level) = level {
            self.ask(address, "logging/setLevel", level).await?;
        }
        for uri in subscribed {
            self.ask(address, "resources/subscribe", json!({ "uri": uri })).await?;
            self.emit(
                &json!({ "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": { "uri": uri } }),
            );
        }
        for (list, key, changed) in LISTS {
            let Some(before) = self.kept(list) else { continue };
            let now = self.ask(address, list, json!({})).await?;
            if before[key] != now["result"][key] {
                self.emit(&json!({ "jsonrpc": "2.0", "method": changed }));
            }
        }
        Ok(())
    }

    /// Asks what a client without a session has listed before; yields what to tell it of.
    pub(crate) async fn changed_lists(&self, meta: &Value) -> Vec<&'static str> {
        let mut changes = Vec::new();
        for (list, key, changed) in LISTS {
            let Some(before) = self.kept(list) else { continue };
            let request = json!({ "jsonrpc": "2.0", "id": self.own_id(), "method": list, "params": { "_meta": meta } });
            let Ok((answer, _)) = self.post(&request, Need::News).await else { continue };
            let Ok(now) = read_answer(answer, &request["id"]).await else { continue };
            if now.get("result").is_some_and(|result| before[key] != result[key]) {
                self.state().lists.insert(list.to_owned(), now["result"].clone());
                changes.push(changed);
            }
        }
        changes
    }

    async fn ask(&self, address: &Address, method: &str, params: Value) -> Result<Value, Trouble> {
        let request = json!({ "jsonrpc": "2.0", "id": self.own_id(), "method": method, "params": params });
        let answer = send(address, Method::POST, &self.session_headers(), request.to_string()).await?;
        let answer = read_answer(answer, &request["id"]).await?;
        self.note(&request, &answer, None);
        Ok(answer)
    }

    async fn tell(&self, address: &Address, notification: Value) -> Result<(), Trouble> {
        send(address, Method::POST, &self.session_headers(), notification.to_string()).await?;
        Ok(())
    }

    /// An id no client chooses.
    fn own_id(&self) -> Value {
        let mut state = self.state();
        state.own_requests += 1;
        format!("proxy-{}", state.own_requests).into()
    }
}

/// Methods that list, the member of the result that holds the list, and what tells of a change.
const LISTS: [(&str, &str, &str); 3] = [
    ("tools/list", "tools", "notifications/tools/list_changed"),
    ("resources/list", "resources", "notifications/resources/list_changed"),
    ("prompts/list", "prompts", "notifications/prompts/list_changed"),
];

/// The answer to a request of the proxy's own.
async fn read_answer(mut answer: Answer, id: &Value) -> Result<Value, Trouble> {
    let unreadable = |text: &str| Trouble::Again(format!("it answered what is no answer: {text}"));
    if !answer.is_events {
        let text = answer.text().await?;
        return serde_json::from_str(&text).map_err(|_| unreadable(&text));
    }
    while let Some(data) = answer.event().await? {
        let message: Value = serde_json::from_str(&data).map_err(|_| unreadable(&data))?;
        if message["id"] == *id && message.get("method").is_none() {
            return Ok(message);
        }
    }
    Err(Trouble::Again("it ended its answer before giving it".to_owned()))
}
