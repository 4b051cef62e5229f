//! The only link to a page: its WebSocket. Who may open one, what each message is for, and when a page is told to load
//! itself again.
//!
//! Carries messages; what they mean for calls is [`super::tabs`]'s.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use scumble_protocol::wire::{FromPage, ToPage, WIRE_VERSION};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::hub::Hub;
use super::rebuild;
use super::secret;
use super::tabs::{About, Event};
use super::trace;

/// The largest message a page may send, in bytes; pages know it and say what did not fit.
pub(crate) const LARGEST_MESSAGE: usize = 32 * 1024 * 1024;

/// A page says who it is within this time.
const HELLO: Duration = Duration::from_secs(10);

/// How often a page is asked whether it is there.
const PING: Duration = Duration::from_secs(5);

/// How long a reload waits for calls in flight.
const LAST_CALLS: Duration = Duration::from_secs(2);

/// Why a socket was ended: the page does not know the secret, or did not say who it is.
const STRANGER: u16 = 4403;

/// Serves one page until it is gone.
pub(crate) async fn serve(mut socket: WebSocket, hub: Arc<Hub>) {
    let hello = match timeout(HELLO, next(&mut socket)).await {
        Ok(Some(hello)) => hello,
        _ => return end(socket, "A page says hello first.").await,
    };
    let FromPage::Hello { protocol, secret: given, tab, build, url, title, visible, front, catalogue, webmcp } = hello
    else {
        return end(socket, "A page says hello first.").await;
    };
    if !secret::equal(&given, &hub.secret) {
        return end(socket, "This page was not served by this server. Load it again.").await;
    }
    if protocol != WIRE_VERSION {
        // Served by another version of this server: the page of this one knows better.
        let _ = send(&mut socket, &ToPage::Reload { build: None }).await;
        return end(socket, "This page was served by another version. Load it again.").await;
    }
    let (link, messages) = mpsc::unbounded_channel();
    let about = About { id: tab.unwrap_or_default(), url, title, build: build.clone(), visible, front, webmcp };
    let (connection, id) = hub.tabs.arrive(about, catalogue, link.clone());
    let page = Page { hub: Arc::clone(&hub), connection, id: id.clone(), shown: build, link };
    if send(&mut socket, &ToPage::Welcome { tab: id }).await.is_ok() {
        page.carry(&mut socket, messages).await;
    }
    hub.tabs.depart(connection);
}

/// One page that said who it is.
struct Page {
    hub: Arc<Hub>,
    connection: u64,
    id: String,
    /// The build it shows.
    shown: Option<String>,
    link: mpsc::UnboundedSender<ToPage>,
}

impl Page {
    /// Carries messages both ways until either side ends.
    async fn carry(&self, socket: &mut WebSocket, mut messages: mpsc::UnboundedReceiver<ToPage>) {
        let mut states = self.hub.current.subscribe();
        let mut told = self.tell_build(&states.borrow_and_update().clone(), None);
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                message = messages.recv() => {
                    let Some(message) = message else { return };
                    if send(socket, &message).await.is_err() {
                        return;
                    }
                }
                changed = states.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    let state = states.borrow_and_update().clone();
                    told = self.tell_build(&state, told);
                }
                received = socket.recv() => {
                    heard = Instant::now();
                    match received {
                        Some(Ok(Message::Text(text))) => self.take(&text),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                        Some(Ok(_)) => {}
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > PING * 3 || socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// One message of the page. What is no message is left out: a page of this version sends none.
    fn take(&self, text: &str) {
        let Ok(message) = serde_json::from_str::<FromPage>(text) else { return };
        let tabs = &self.hub.tabs;
        match message {
            FromPage::Hello { .. } => {}
            FromPage::Catalogue { catalogue } => tabs.offer(self.connection, catalogue),
            FromPage::Visible { visible, front, url, title } => tabs.seen(self.connection, visible, front, url, title),
            FromPage::Updated { uri } => tabs.updated(self.connection, uri),
            FromPage::Progress { id, progress, total, message } => {
                tabs.tell(self.connection, id, Event::Progress { progress, total, message });
            }
            FromPage::Asking { asking } => tabs.asking(self.connection, asking),
            FromPage::Ask { id, question } => tabs.tell(self.connection, id, Event::Ask(question)),
            FromPage::Answer { id, answer } => tabs.tell(self.connection, id, Event::Answered(answer)),
            FromPage::Problem { kind, message } => {
                if kind == "panic" {
                    tabs.panicked(self.connection, &message);
                }
                self.problem(&kind, &message);
            }
            FromPage::Reset { sentences } => {
                for sentence in sentences {
                    self.problem("reset", &sentence);
                }
            }
            FromPage::Leaving { how } => tabs.leaves(self.connection, how),
            FromPage::Frozen { frozen } => tabs.freeze(self.connection, frozen),
        }
    }

    fn problem(&self, kind: &str, message: &str) {
        let message = trace::readable(message);
        if self.hub.problems.add(kind, &message, &self.id, self.shown.as_deref()) {
            eprintln!("  {} ({kind}): {message}", self.id);
        }
    }

    /// Tells the newest build, and to load the page again where it shows another good one. `told` is what it was told
    /// to load already.
    fn tell_build(&self, state: &rebuild::State, told: Option<String>) -> Option<String> {
        let Some(block) = &state.block else { return told };
        let _ = self.link.send(ToPage::Build { build: (**block).clone() });
        let newest = state.package.as_ref().map(|package| package.build.clone()).filter(|_| block.is_ok());
        match newest {
            Some(newest) if self.shown.as_ref() != Some(&newest) && told.as_ref() != Some(&newest) => {
                self.hub.tabs.reloading(self.connection, newest.clone());
                let (hub, link, connection) = (Arc::clone(&self.hub), self.link.clone(), self.connection);
                let build = Some(newest.clone());
                tokio::spawn(async move {
                    let mut changed = hub.tabs.watch();
                    let _ = timeout(LAST_CALLS, changed.wait_for(|_| hub.tabs.is_idle(connection))).await;
                    let _ = link.send(ToPage::Reload { build });
                });
                Some(newest)
            }
            _ => told,
        }
    }
}

async fn next(socket: &mut WebSocket) -> Option<FromPage> {
    loop {
        match socket.recv().await? {
            Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => return None,
        }
    }
}

async fn send(socket: &mut WebSocket, message: &ToPage) -> Result<(), axum::Error> {
    let text = serde_json::to_string(message).expect("messages have string keys only");
    socket.send(Message::text(text)).await
}

async fn end(mut socket: WebSocket, why: &'static str) {
    // It may be gone already.
    let _ = socket.send(Message::Close(Some(CloseFrame { code: STRANGER, reason: why.into() }))).await;
}
