//! Calls that wait for a client's answer between two requests, as the era without sessions asks its questions.
//!
//! A call is kept as it stands, not begun again: what it did before it asked is not done twice. The state a client is
//! given is a random name for it, good for one answer to the same request. Knows nothing of what is asked.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use scumble_protocol::Asked;
use serde_json::{Map, Value};

use crate::desk::{Flight, Kind, Reply};
use crate::random::token;

/// How long an answer is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// Calls kept at once; one more, and the oldest is cancelled.
const MOST: usize = 256;

/// What an answer has to be for: the same request, word for word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) arguments: Value,
}

/// A call and what it waits for.
pub(crate) struct Waiting {
    pub(crate) bound: Bound,
    pub(crate) flight: Flight,
    pub(crate) asked: Vec<Asked>,
    pub(crate) reply: Reply,
}

#[derive(Clone, Default)]
pub(crate) struct Parked {
    calls: Arc<Mutex<HashMap<String, (Instant, Waiting)>>>,
}

impl Parked {
    fn calls(&self) -> std::sync::MutexGuard<'_, HashMap<String, (Instant, Waiting)>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a call; yields the state its client has to send back.
    pub(crate) fn park(&self, waiting: Waiting) -> String {
        let state = token();
        let mut calls = self.calls();
        if calls.len() >= MOST {
            let oldest = calls.iter().min_by_key(|(_, (since, _))| *since).map(|(state, _)| state.clone());
            oldest.and_then(|oldest| calls.remove(&oldest));
        }
        calls.insert(state.clone(), (Instant::now(), waiting));
        drop(calls);
        let (parked, expiring) = (self.clone(), state.clone());
        tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            let expired = parked.calls().remove(&expiring);
            drop(expired);
        });
        state
    }

    /// Takes a call that is answered.
    ///
    /// # Errors
    /// A sentence if there is none by this state, or it was another request's; that one is then cancelled, since its
    /// state has been seen by somebody who has no business with it.
    pub(crate) fn take(&self, state: &str, bound: &Bound) -> Result<Waiting, String> {
        match self.calls().remove(state) {
            Some((_, waiting)) if waiting.bound == *bound => Ok(waiting),
            Some(_) => Err("This requestState belongs to another request: name and arguments have to be the same as when it was \
                            given. That call was cancelled; nothing it waited to do was done. Call again without requestState."
                .to_owned()),
            None => Err("This requestState is unknown: it was answered already, waited for too long, or is not of this server. Call \
                         again without requestState."
                .to_owned()),
        }
    }
}

/// The client's answers by key, if each that was asked for is there; else which are missing.
pub(crate) fn complete(
    asked: &[Asked],
    answers: Option<&BTreeMap<String, Value>>,
) -> Result<Map<String, Value>, Vec<String>> {
    let mut complete = Map::new();
    let mut missing = Vec::new();
    for Asked { key, .. } in asked {
        match answers.and_then(|answers| answers.get(key)) {
            Some(answer) => {
                complete.insert(key.clone(), answer.clone());
            }
            None => missing.push(key.clone()),
        }
    }
    if missing.is_empty() { Ok(complete) } else { Err(missing) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::sync::{mpsc, oneshot};

    use super::{Bound, Parked, Waiting};
    use crate::desk::{Flight, Kind};

    fn bound(id: u32) -> Bound {
        Bound { kind: Kind::Tool, name: "notes_delete".to_owned(), arguments: json!({ "id": id }) }
    }

    fn waiting(id: u32) -> (Waiting, oneshot::Receiver<()>) {
        let (_, events) = mpsc::unbounded_channel();
        let (cancel, cancelled) = oneshot::channel();
        let (reply, _) = oneshot::channel();
        (Waiting { bound: bound(id), flight: Flight { events, _cancel: cancel }, asked: Vec::new(), reply }, cancelled)
    }

    #[tokio::test]
    async fn a_state_is_good_for_one_answer() {
        let parked = Parked::default();
        let (call, _cancelled) = waiting(7);
        let state = parked.park(call);
        assert!(parked.take(&state, &bound(7)).is_ok());
        assert!(parked.take(&state, &bound(7)).is_err_and(|said| said.contains("answered already")));
    }

    #[tokio::test]
    async fn an_answer_for_other_arguments_cancels_the_call() {
        let parked = Parked::default();
        let (call, cancelled) = waiting(7);
        let state = parked.park(call);
        assert!(parked.take(&state, &bound(8)).is_err_and(|said| said.contains("another request")));
        assert!(cancelled.await.is_err(), "the call's cancellation was not dropped");
        assert!(parked.take(&state, &bound(7)).is_err());
    }

    #[tokio::test]
    async fn states_cannot_be_guessed_from_each_other() {
        let parked = Parked::default();
        let states: std::collections::BTreeSet<String> = (0..100).map(|id| parked.park(waiting(id).0)).collect();
        assert_eq!(states.len(), 100);
        assert!(states.iter().all(|state| state.len() == 32 && state.bytes().all(|byte| byte.is_ascii_hexdigit())));
    }
}
