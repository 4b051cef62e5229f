//! The open pages: which one answers, what it offers, and the calls it owes an answer.
//!
//! The page the person last brought to the front answers, hidden or not, unless one was fixed. Shared between the
//! sockets, which bring what pages say, and the surface, which sends calls; knows neither of them, and no build but by
//! its id.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use scumble_protocol::wire::{Catalogue, Reply, ToPage};
use scumble_protocol::{Change, Code, Question, ToolError};
use tokio::sync::{broadcast, mpsc, watch};

/// Changes a slow listener may be behind.
const CHANGES_KEPT: usize = 256;

/// How long a page that was told to load itself again is waited for.
const RETURN: Duration = Duration::from_secs(15);

/// Every open page.
pub(crate) struct Tabs {
    state: Mutex<State>,
    changes: broadcast::Sender<Change>,
    version: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    tabs: Vec<Tab>,
    next_connection: u64,
    next_tab: u64,
    next_call: u64,
    /// Fixed by `tab_use`.
    fixed: Option<String>,
    /// Told to load themselves again, and not back yet.
    away: Vec<Away>,
    /// Until when pages are waited for that a server before this one had.
    expected: Option<Instant>,
    /// What was listed last.
    listed: Arc<Catalogue>,
    /// Who answered when that was last looked at.
    answered: Option<u64>,
}

/// A page that loads itself again: who it was, when it was last brought to the front, since when it is gone.
struct Away {
    id: String,
    front: f64,
    since: Instant,
}

struct Tab {
    connection: u64,
    about: About,
    link: mpsc::UnboundedSender<ToPage>,
    catalogue: Option<Arc<Catalogue>>,
    frozen: bool,
    asking: bool,
    /// How it said it goes.
    leaving: Option<String>,
    /// The build it was told to load.
    reloading: Option<String>,
    /// How it panicked before it offered anything.
    down: Option<String>,
    calls: BTreeMap<u64, Running>,
}

/// What a page says of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct About {
    /// Kept over reloads.
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) build: Option<String>,
    pub(crate) visible: bool,
    /// When it was last brought to the front, in milliseconds of the epoch.
    pub(crate) front: f64,
    pub(crate) webmcp: bool,
}

/// A call the page owes an answer.
struct Running {
    what: String,
    events: mpsc::UnboundedSender<Event>,
}

/// Word of a call that was sent to a page; nothing comes after the last two.
#[derive(Debug)]
pub(crate) enum Event {
    Progress { progress: f64, total: Option<f64>, message: String },
    Ask(Question),
    Asking(bool),
    Answered(Reply),
    Lost(ToolError),
}

/// A page as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Listed {
    pub(crate) about: About,
    pub(crate) answering: bool,
    pub(crate) frozen: bool,
    /// Whether it asks a person something.
    pub(crate) asking: bool,
}

/// A call in flight; dropped before its end, it is cancelled.
pub(crate) struct Flight {
    /// The page it was sent to.
    pub(crate) tab: String,
    tabs: Arc<Tabs>,
    connection: u64,
    id: u64,
    events: mpsc::UnboundedReceiver<Event>,
    ended: bool,
}

/// What the page that would answer now is like.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answering {
    /// None is open, and none is expected back.
    Nobody,
    /// It is loading, or about to.
    NotYet,
    /// The browser stopped it.
    Frozen,
    /// It panicked before it offered anything.
    Down { build: Option<String>, said: String },
    /// It can be called.
    Ready { connection: u64, build: Option<String> },
}

impl Tabs {
    pub(crate) fn new() -> Arc<Tabs> {
        Arc::new(Tabs {
            state: Mutex::default(),
            changes: broadcast::Sender::new(CHANGES_KEPT),
            version: watch::Sender::new(0),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Told whenever anything about the pages is another.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Changes of what the page that answers offers and holds.
    pub(crate) fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// A page has come. Answers its connection and its id: the one it had, unless another page has that.
    pub(crate) fn arrive(
        &self,
        mut about: About,
        catalogue: Option<Catalogue>,
        link: mpsc::UnboundedSender<ToPage>,
    ) -> (u64, String) {
        let mut state = self.state();
        state.next_connection += 1;
        let connection = state.next_connection;
        // A duplicated tab brings the id of the one it was made from.
        let taken = state.tabs.iter().any(|tab| tab.about.id == about.id && tab.leaving.is_none());
        if about.id.is_empty() || taken {
            loop {
                state.next_tab += 1;
                about.id = format!("t{}", state.next_tab);
                let id = &about.id;
                if !state.tabs.iter().any(|tab| tab.about.id == *id) && state.fixed.as_ref() != Some(id) {
                    break;
                }
            }
        }
        let id = about.id.clone();
        state.away.retain(|away| away.id != id);
        state.tabs.push(Tab {
            connection,
            about,
            link,
            catalogue: catalogue.map(Arc::new),
            frozen: false,
            asking: false,
            leaving: None,
            reloading: None,
            down: None,
            calls: BTreeMap::new(),
        });
        self.settle(state);
        (connection, id)
    }

    /// A page is gone; what it owed is answered with that.
    pub(crate) fn depart(&self, connection: u64) {
        let mut state = self.state();
        let Some(at) = state.tabs.iter().position(|tab| tab.connection == connection) else { return };
        let tab = state.tabs.remove(at);
        let how = match (&tab.reloading, &tab.leaving) {
            (Some(_), _) => "was loaded again with new code".to_owned(),
            (_, Some(how)) => format!("was {how}"),
            (_, None) if tab.frozen => "was frozen by the browser and then ended".to_owned(),
            (_, None) => "went away without a word (it crashed, or its connection broke)".to_owned(),
        };
        // Whether or not it found the time to say that it goes.
        if tab.reloading.is_some() {
            state.away.push(Away { id: tab.about.id.clone(), front: tab.about.front, since: Instant::now() });
        }
        self.settle(state);
        lose(tab.calls, &how);
    }

    /// Change what is known of a page.
    fn change(&self, connection: u64, change: impl FnOnce(&mut Tab)) {
        let mut state = self.state();
        if let Some(tab) = state.tabs.iter_mut().find(|tab| tab.connection == connection) {
            change(tab);
        }
        self.settle(state);
    }

    pub(crate) fn offer(&self, connection: u64, catalogue: Catalogue) {
        self.change(connection, |tab| {
            tab.catalogue = Some(Arc::new(catalogue));
            tab.down = None;
        });
    }

    /// A page panicked. One that offers something is mounted again; one that does not may never come up.
    pub(crate) fn panicked(&self, connection: u64, said: &str) {
        self.change(connection, |tab| {
            if tab.catalogue.is_none() {
                tab.down = Some(said.to_owned());
            }
        });
    }

    pub(crate) fn seen(&self, connection: u64, visible: bool, front: f64, url: String, title: String) {
        self.change(connection, |tab| {
            tab.about = About { visible, front, url, title, ..std::mem::take(&mut tab.about) };
        });
    }

    pub(crate) fn leaves(&self, connection: u64, how: String) {
        self.change(connection, |tab| tab.leaving = Some(how));
    }

    /// The browser stopped the page, or goes on with it. What it owed is lost: nobody knows when it goes on.
    pub(crate) fn freeze(&self, connection: u64, frozen: bool) {
        let mut calls = BTreeMap::new();
        self.change(connection, |tab| {
            tab.frozen = frozen;
            if frozen {
                calls = std::mem::take(&mut tab.calls);
                // Nobody waits any more when it goes on.
                for id in calls.keys() {
                    let _ = tab.link.send(ToPage::Cancel { id: *id });
                }
            }
        });
        lose(calls, "was frozen by the browser");
    }

    pub(crate) fn asking(&self, connection: u64, asking: bool) {
        self.change(connection, |tab| {
            tab.asking = asking;
            for call in tab.calls.values() {
                let _ = call.events.send(Event::Asking(asking));
            }
        });
    }

    /// Word of a call from a page. It counts only from the page that was asked.
    pub(crate) fn tell(&self, connection: u64, id: u64, event: Event) {
        let mut state = self.state();
        let Some(tab) = state.tabs.iter_mut().find(|tab| tab.connection == connection) else { return };
        if matches!(event, Event::Answered(_) | Event::Lost(_)) {
            let Some(call) = tab.calls.remove(&id) else { return };
            drop(state);
            let _ = call.events.send(event);
            // Whoever waits for the page to be idle.
            self.version.send_modify(|version| *version += 1);
        } else if let Some(call) = tab.calls.get(&id) {
            let _ = call.events.send(event);
        }
    }

    /// What a resource holds changed.
    pub(crate) fn updated(&self, connection: u64, uri: String) {
        if self.state().answering().is_some_and(|tab| tab.connection == connection) {
            let _ = self.changes.send(Change::Updated(uri));
        }
    }

    /// The page is about to be told to load `build`: no more calls are sent to it as it is.
    pub(crate) fn reloading(&self, connection: u64, build: String) {
        self.change(connection, |tab| tab.reloading = Some(build));
    }

    /// Whether a page owes no answer.
    pub(crate) fn is_idle(&self, connection: u64) -> bool {
        self.state().tabs.iter().find(|tab| tab.connection == connection).is_none_or(|tab| tab.calls.is_empty())
    }

    /// Fixes the page that answers, or none.
    ///
    /// # Errors
    /// The ids there are, if no page has this one.
    pub(crate) fn fix(&self, id: Option<String>) -> Result<(), Vec<String>> {
        let mut state = self.state();
        if let Some(id) = &id
            && !state.tabs.iter().any(|tab| tab.about.id == *id)
        {
            return Err(state.tabs.iter().map(|tab| tab.about.id.clone()).collect());
        }
        state.fixed = id;
        self.settle(state);
        Ok(())
    }

    /// The page that was fixed, whether or not it is there.
    pub(crate) fn fixed(&self) -> Option<String> {
        self.state().fixed.clone()
    }

    /// Every page, the one brought to the front last first.
    pub(crate) fn list(&self) -> Vec<Listed> {
        let state = self.state();
        let answering = state.answering().map(|tab| tab.connection);
        let mut listed: Vec<Listed> = state
            .tabs
            .iter()
            .map(|tab| Listed {
                about: tab.about.clone(),
                answering: Some(tab.connection) == answering,
                frozen: tab.frozen,
                asking: tab.asking,
            })
            .collect();
        listed.sort_by(|one, other| other.about.front.total_cmp(&one.about.front));
        listed
    }

    /// What the page that answers offers; with none, or while it loads, what was offered last.
    pub(crate) fn catalogue(&self) -> Arc<Catalogue> {
        Arc::clone(&self.state().listed)
    }

    /// What another server of this project was offered last, until a page is there.
    pub(crate) fn recall(&self, catalogue: Catalogue) {
        self.state().listed = Arc::new(catalogue);
    }

    /// Pages are open that know the server before this one: until then they are on their way.
    pub(crate) fn expect(&self, until: Instant) {
        self.state().expected = Some(until);
    }

    /// Who would answer now.
    pub(crate) fn answering(&self) -> Answering {
        let mut state = self.state();
        state.away.retain(|away| away.since.elapsed() < RETURN);
        match state.answering() {
            // The one that is fixed, or was in front, comes back in a moment.
            _ if state.expects_the_one() => Answering::NotYet,
            None if state.expected.is_some_and(|until| Instant::now() < until) => Answering::NotYet,
            None => Answering::Nobody,
            Some(tab) if tab.frozen => Answering::Frozen,
            Some(tab) if tab.reloading.is_some() || tab.leaving.is_some() => Answering::NotYet,
            Some(Tab { down: Some(said), about, .. }) => {
                Answering::Down { build: about.build.clone(), said: said.clone() }
            }
            Some(tab) if tab.catalogue.is_none() => Answering::NotYet,
            Some(tab) => Answering::Ready { connection: tab.connection, build: tab.about.build.clone() },
        }
    }

    /// Sends a page something it owes an answer to, which `message` makes of the id.
    ///
    /// # Errors
    /// Why it cannot be sent.
    pub(crate) fn send(
        self: &Arc<Self>,
        connection: u64,
        what: &str,
        message: impl FnOnce(u64) -> ToPage,
    ) -> Result<Flight, ToolError> {
        let mut state = self.state();
        state.next_call += 1;
        let id = state.next_call;
        let (sender, events) = mpsc::unbounded_channel();
        let tab = state.tabs.iter_mut().find(|tab| tab.connection == connection);
        let Some(tab) = tab else {
            return Err(ToolError::new(
                Code::PageLost,
                format!("The page went away before {what} was sent; nothing was done."),
            ));
        };
        if tab.frozen {
            return Err(frozen());
        }
        if tab.asking {
            let _ = sender.send(Event::Asking(true));
        }
        tab.calls.insert(id, Running { what: what.to_owned(), events: sender });
        let _ = tab.link.send(message(id));
        let tab = tab.about.id.clone();
        drop(state);
        Ok(Flight { tab, tabs: Arc::clone(self), connection, id, events, ended: false })
    }

    fn say(&self, connection: u64, message: ToPage) {
        if let Some(tab) = self.state().tabs.iter().find(|tab| tab.connection == connection) {
            let _ = tab.link.send(message);
        }
    }

    /// After a change: who answers may be another, and what is listed.
    fn settle(&self, mut state: MutexGuard<'_, State>) {
        let answering = state.answering().map(|tab| (tab.connection, tab.catalogue.clone()));
        let connection = answering.as_ref().map(|(connection, _)| *connection);
        let mut changes = Vec::new();
        if state.answered != connection {
            for tab in &state.tabs {
                if Some(tab.connection) == connection || Some(tab.connection) == state.answered {
                    let _ = tab.link.send(ToPage::Subscribe { wanted: Some(tab.connection) == connection });
                }
            }
            state.answered = connection;
        }
        if let Some((_, Some(catalogue))) = answering
            && !Arc::ptr_eq(&catalogue, &state.listed)
        {
            let before = std::mem::replace(&mut state.listed, Arc::clone(&catalogue));
            if before.tools != catalogue.tools || before.prompts != catalogue.prompts {
                changes.push(Change::Tools);
            }
            if before.resources != catalogue.resources || before.templates != catalogue.templates {
                changes.push(Change::Resources);
            }
            // Another page holds other values, or the same page began anew.
            changes.extend(catalogue.resources.iter().map(|resource| Change::Updated(resource.uri.clone())));
        }
        drop(state);
        for change in changes {
            // Nobody listens before there is a surface.
            let _ = self.changes.send(change);
        }
        self.version.send_modify(|version| *version += 1);
    }
}

impl State {
    fn answering(&self) -> Option<&Tab> {
        let fixed = self.fixed.as_ref().and_then(|id| self.tabs.iter().find(|tab| tab.about.id == *id));
        fixed.or_else(|| {
            self.tabs
                .iter()
                // One that goes is not asked, but one that was told to load itself again is waited for.
                .filter(|tab| tab.leaving.is_none() || tab.reloading.is_some())
                .max_by(|one, other| one.about.front.total_cmp(&other.about.front))
        })
    }

    /// Whether a page that was told to load itself again is the one to wait for.
    fn expects_the_one(&self) -> bool {
        if let Some(id) = &self.fixed {
            if self.tabs.iter().any(|tab| tab.about.id == *id) {
                return false;
            }
            if self.away.iter().any(|away| away.id == *id) {
                return true;
            }
        }
        let front = self.answering().map_or(f64::NEG_INFINITY, |tab| tab.about.front);
        self.away.iter().any(|away| away.front > front)
    }
}

/// Why nothing is sent to a page that the browser stopped.
pub(crate) fn frozen() -> ToolError {
    ToolError::new(Code::PageLost, "The page is frozen by the browser, so nothing was sent to it and nothing was done.")
        .fix("Ask the person to bring it to the front, or choose another by tab_use.")
}

/// Answers calls of a page that does not answer any more.
fn lose(calls: BTreeMap<u64, Running>, how: &str) {
    for call in calls.into_values() {
        let what = &call.what;
        let error = ToolError::new(
            Code::PageLost,
            format!("The page {how} while {what} was running; whether it was carried out is not known."),
        );
        let _ = call.events.send(Event::Lost(error.fix("Read the state before you call it again.")));
    }
}

impl Flight {
    /// What comes next; none after the end.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        let event = self.events.recv().await;
        if matches!(event, Some(Event::Answered(_) | Event::Lost(_)) | None) {
            self.ended = true;
        }
        event
    }

    /// Tells the page what the client's person said.
    pub(crate) fn asked(&self, answer: scumble_protocol::Answer) {
        self.tabs.say(self.connection, ToPage::Asked { id: self.id, answer });
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let mut state = self.tabs.state();
        if let Some(tab) = state.tabs.iter_mut().find(|tab| tab.connection == self.connection)
            && tab.calls.remove(&self.id).is_some()
        {
            let _ = tab.link.send(ToPage::Cancel { id: self.id });
        }
        drop(state);
        self.tabs.version.send_modify(|version| *version += 1);
    }
}

#[cfg(test)]
#[path = "tabs_tests.rs"]
mod tests;
