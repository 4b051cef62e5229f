//! Never old code for new: a call waits until the page shows the sources as they lie on disk.
//!
//! What counts is the disk at the moment the call arrives, not what the watch has noticed. A build that failed leaves
//! the last good page up, and the call is told so.

use std::sync::Arc;
use std::time::Duration;

use scumble_protocol::build::BuildBlock;
use scumble_protocol::{Code, ToolError};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::hub::Hub;
use super::rebuild::State;
use super::tabs::{Answering, frozen};

/// The longest a call waits for a build and the page's reload with it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// How often the disk is looked at while a build is waited for: more may be saved meanwhile.
const LOOK: Duration = Duration::from_millis(250);

/// How often the pages are looked at while one is waited for.
const AWAY: Duration = Duration::from_secs(1);

/// A page that shows what there is to show.
pub(crate) struct Fresh {
    pub(crate) connection: u64,
    /// The newest build if it failed, and the page therefore shows an older one.
    pub(crate) stale: Option<Stale>,
}

/// The page shows an older build than the newest.
pub(crate) struct Stale {
    shows: Option<String>,
    newest: Arc<BuildBlock>,
}

impl Stale {
    /// For the status of an answer: which build it is of, and what failed in the newest.
    pub(crate) fn to_status(&self) -> Value {
        json!({ "shows": self.shows, "newest": self.to_value() })
    }

    /// The newest block, the failing objects of it alone.
    pub(crate) fn to_value(&self) -> Value {
        let failing: Vec<_> = self.newest.failing().collect();
        json!({ "objects": failing, "summary": self.newest.summary })
    }

    /// Where it failed, in a sentence.
    pub(crate) fn sentence(&self) -> String {
        let place = self.newest.first_place().map(|place| format!(" at {place}")).unwrap_or_default();
        format!("The newest build {} failed{place}.", self.newest.summary.id)
    }
}

/// Waits for a page that shows the sources as they are.
///
/// # Errors
/// If no page is open, at once; if build and reload take too long.
pub(crate) async fn fresh(hub: &Hub) -> Result<Fresh, ToolError> {
    match hub.tabs.answering() {
        Answering::Nobody => return Err(no_page(hub)),
        Answering::Frozen => return Err(frozen()),
        Answering::NotYet | Answering::Down { .. } | Answering::Ready { .. } => {}
    }
    let until = Instant::now() + PATIENCE;
    let Some(state) = newest(hub, until).await else {
        let error = format!("The build of the sources as they are now has not ended within {} s.", PATIENCE.as_secs());
        return Err(ToolError::new(Code::BuildRunning, error).fix("Call build_status to wait for it, then call again."));
    };
    let wanted = state.package.as_ref().map(|package| package.build.clone());
    let failed = state.block.filter(|block| !block.is_ok());
    if let (Some(newest), None) = (&failed, &wanted) {
        let stale = Stale { shows: None, newest: Arc::clone(newest) };
        let error = format!("{} No build was good yet, so the page has nothing to show.", stale.sentence());
        return Err(ToolError::new(Code::BuildFailed, error).fix("Read build_status and put it right."));
    }
    let mut changed = hub.tabs.watch();
    loop {
        changed.mark_unchanged();
        match hub.tabs.answering() {
            Answering::Nobody => return Err(no_page(hub)),
            Answering::Frozen => return Err(frozen()),
            Answering::Ready { connection, build } if build == wanted => {
                let stale = failed.map(|newest| Stale { shows: build, newest });
                return Ok(Fresh { connection, stale });
            }
            Answering::Down { build, said } if build == wanted => return Err(down(&said)),
            Answering::Ready { .. } | Answering::Down { .. } | Answering::NotYet => {}
        }
        // Looked at again now and then: that a page that was to load itself again stays away, nobody tells.
        let look = until.min(Instant::now() + AWAY);
        if timeout_at(look, changed.changed()).await.is_err() && Instant::now() >= until {
            let build = wanted.unwrap_or_default();
            let error = format!("The page has not loaded build {build} within {} s.", PATIENCE.as_secs());
            return Err(ToolError::new(Code::BuildRunning, error).fix(
                "build_status has what went wrong in it, if anything did; else ask the person to load the page again.",
            ));
        }
    }
}

/// The newest build's state once it is of the sources as they are; none if that takes longer than `until`.
pub(crate) async fn newest(hub: &Hub, until: Instant) -> Option<State> {
    let mut states = hub.current.subscribe();
    let mut nudged = String::new();
    loop {
        let now = on_disk(hub).await;
        let state = states.borrow_and_update().clone();
        let built = state.block.as_ref().map(|block| block.summary.id.as_str());
        if built.is_some() && (now.is_none() || built == now.as_deref()) {
            return Some(state);
        }
        if Instant::now() >= until {
            return None;
        }
        if let Some(now) = now.filter(|now| *now != nudged) {
            hub.current.nudge();
            nudged = now;
        }
        let _ = timeout_at(until.min(Instant::now() + LOOK), states.changed()).await;
    }
}

/// The id of the sources as they lie on disk.
pub(crate) async fn on_disk(hub: &Hub) -> Option<String> {
    let project = hub.current.project()?;
    let stamps = Arc::clone(&hub.stamps);
    tokio::task::spawn_blocking(move || stamps.id(&project)).await.ok().flatten()
}

fn down(said: &str) -> ToolError {
    let said = said.lines().next().unwrap_or_default().trim_start_matches("[scumble] ");
    ToolError::new(Code::PageLost, format!("The page did not come up. {said}"))
        .fix("Put it right and save the file; build_status has the whole of it under problems.")
}

pub(crate) fn no_page(hub: &Hub) -> ToolError {
    ToolError::new(Code::NoPage, "No page is open.")
        .fix(format!("Open {} in a browser, or start with --headless.", hub.url))
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Arc;
    use std::task::{Context, Poll, Waker};

    use scumble_protocol::Code;

    use super::super::rebuild::Current;
    use super::super::tabs::About;
    use super::{Hub, fresh};

    /// What a call is told without waiting for anything at all.
    fn at_once(hub: &Hub) -> Option<(String, String)> {
        match pin!(fresh(hub)).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Err(error)) => Some((error.code.clone(), error.sentences())),
            _ => None,
        }
    }

    #[tokio::test]
    async fn where_no_page_can_answer_nothing_is_waited_for() {
        let url = "http://localhost:5173/".to_owned();
        let hub = Hub::new(Arc::new(Current::new()), "5ec7e7".into(), url, "notes".into());
        let no_page = "No page is open. Open http://localhost:5173/ in a browser, or start with --headless.";
        assert_eq!(at_once(&hub), Some((Code::NoPage.as_str().into(), no_page.into())));
        let (link, _messages) = tokio::sync::mpsc::unbounded_channel();
        let (connection, _) = hub.tabs.arrive(About::default(), Some(Default::default()), link);
        assert_eq!(at_once(&hub), None, "this one is waited for: the first build is not there yet");
        hub.tabs.freeze(connection, true);
        let (code, said) = at_once(&hub).expect("it will not go on by itself");
        assert_eq!(code, Code::PageLost.as_str());
        assert!(said.contains("frozen by the browser") && said.contains("tab_use"), "{said}");
        hub.tabs.depart(connection);
        assert_eq!(at_once(&hub), Some((Code::NoPage.as_str().into(), no_page.into())));
    }
}
