//! Who calls: clients numbered in the order they came.
//!
//! rmcp makes a handler for every request of the era without sessions, so numbers are given where a client says
//! hello, and, without sessions, to each name and version that was not seen before. Knows nothing of transports.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use scumble_protocol::{Caller, ClientInfo, Door};

/// Sessions kept at once. They do not end by being idle, so the one unused longest has to make way.
pub(crate) const MOST_SESSIONS: usize = 256;

#[derive(Default)]
pub(crate) struct Callers {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    count: u32,
    /// Clients without sessions.
    known: HashMap<(String, String), u32>,
    /// Sessions, the one used last at the end.
    sessions: Vec<String>,
}

impl Callers {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A client said hello: its number.
    pub(crate) fn greet(&self) -> u32 {
        let mut state = self.state();
        state.count += 1;
        state.count
    }

    /// The number of a client that has no session.
    pub(crate) fn without_session(&self, client: Option<&ClientInfo>) -> u32 {
        let key = client.map(|client| (client.name.clone(), client.version.clone())).unwrap_or_default();
        let mut state = self.state();
        if let Some(number) = state.known.get(&key) {
            return *number;
        }
        // Names are the client's to choose: one that makes up a new one each time is one caller, not a leak.
        if state.known.len() >= MOST_SESSIONS {
            return 0;
        }
        state.count += 1;
        let number = state.count;
        state.known.insert(key, number);
        number
    }

    /// A session was used; yields the one that has to end for it, if there are too many.
    pub(crate) fn used(&self, session: &str) -> Option<String> {
        let mut state = self.state();
        let sessions = &mut state.sessions;
        if sessions.last().is_some_and(|last| last == session) {
            return None;
        }
        sessions.retain(|known| known != session);
        sessions.push(session.to_owned());
        (sessions.len() > MOST_SESSIONS).then(|| sessions.remove(0))
    }

    /// A session has ended.
    pub(crate) fn ended(&self, session: &str) {
        self.state().sessions.retain(|known| known != session);
    }
}

/// A caller that came over MCP.
pub(crate) fn caller(session: String, number: u32, client: Option<ClientInfo>) -> Caller {
    Caller { door: Door::Mcp, session, number, client }
}

#[cfg(test)]
mod tests {
    use scumble_protocol::ClientInfo;

    use super::{Callers, MOST_SESSIONS};

    fn client(name: &str) -> ClientInfo {
        ClientInfo { name: name.to_owned(), version: "1".to_owned() }
    }

    #[test]
    fn callers_are_numbered_in_the_order_they_come_in_either_era() {
        let callers = Callers::default();
        assert_eq!(callers.greet(), 1);
        assert_eq!(callers.without_session(Some(&client("a"))), 2);
        assert_eq!(callers.without_session(Some(&client("b"))), 3);
        assert_eq!(callers.without_session(Some(&client("a"))), 2);
        assert_eq!(callers.greet(), 4);
    }

    #[test]
    fn the_session_unused_longest_makes_way() {
        let callers = Callers::default();
        for number in 0..MOST_SESSIONS {
            assert_eq!(callers.used(&number.to_string()), None);
        }
        assert_eq!(callers.used("0"), None);
        assert_eq!(callers.used("new"), Some("1".to_owned()));
        callers.ended("2");
        assert_eq!(callers.used("newer"), None);
    }

    #[test]
    fn a_client_that_makes_up_names_does_not_grow_the_table() {
        let callers = Callers::default();
        for number in 0..MOST_SESSIONS {
            callers.without_session(Some(&client(&number.to_string())));
        }
        assert_eq!(callers.without_session(Some(&client("one more"))), 0);
        assert_eq!(callers.without_session(Some(&client("0"))), 1);
    }
}
