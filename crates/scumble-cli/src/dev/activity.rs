//! What was asked of this server: a line for every call, read and prompt that has ended, the newest few hundred.
//!
//! The lines are the ones a page's own log has ([`Line`]), with the tab a call was sent to. A page's log holds what was
//! asked of that page, through any door, and goes with it; this one holds what came through the server, whoever
//! answered, and is what agents read here. Knows no argument and no answer but by its size and its outcome.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::Future;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use scumble_protocol::{Call, Code, Contents, Line, MOST_LINES, Resource};
use tokio::sync::watch;

/// The log's address.
pub(crate) const URI: &str = "scumble://activity";

/// The log of one server.
pub(crate) struct Activity {
    lines: Mutex<VecDeque<Line>>,
    /// How many were ever written.
    written: watch::Sender<u64>,
}

impl Default for Activity {
    fn default() -> Self {
        Activity { lines: Mutex::default(), written: watch::Sender::new(0) }
    }
}

impl Activity {
    fn lines(&self) -> MutexGuard<'_, VecDeque<Line>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line; the oldest makes way.
    pub(crate) fn write(&self, line: Line) {
        let mut lines = self.lines();
        if lines.len() == MOST_LINES {
            lines.pop_front();
        }
        lines.push_back(line);
        // Told while nobody else can write, so that the count is that of the lines.
        self.written.send_modify(|written| *written += 1);
    }

    /// How many were ever written, told whenever there is one more.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.written.subscribe()
    }

    /// What was written since the first `known` lines, oldest first, as far as it is kept; and how many there were.
    pub(crate) fn since(&self, known: u64) -> (Vec<Line>, u64) {
        let lines = self.lines();
        let written = *self.written.borrow();
        let new = usize::try_from(written.saturating_sub(known)).unwrap_or(usize::MAX).min(lines.len());
        (lines.range(lines.len() - new..).cloned().collect(), written)
    }

    /// All that is kept, a line each, oldest first.
    pub(crate) fn contents(&self) -> Contents {
        let lines: Vec<String> =
            self.lines().iter().map(|line| format!("{} {}", time_of(line.at_ms), line.said())).collect();
        Contents::text(URI, "text/plain", lines.join("\n"))
    }
}

/// The log as it is listed.
pub(crate) fn resource() -> Resource {
    Resource {
        uri: URI.into(),
        name: "activity".into(),
        description: "What was called through this server, by whom and what came of it: a line a call, oldest first."
            .into(),
        mime_type: "text/plain".into(),
    }
}

/// What only those know who carry a call: where it went, and how far the screen went with it.
#[derive(Clone, Default)]
pub(crate) struct Trail {
    tab: Rc<RefCell<Option<String>>>,
    revisions: Rc<Cell<Option<[u64; 2]>>>,
}

impl Trail {
    /// It was sent to this tab.
    pub(crate) fn sent_to(&self, tab: &str) {
        *self.tab.borrow_mut() = Some(tab.to_owned());
    }

    /// The screen's revision before and after it.
    pub(crate) fn moved(&self, revisions: Option<[u64; 2]>) {
        self.revisions.set(revisions);
    }
}

/// A call that runs. It is written down when it ends: answered, or because nobody waits for it any more.
pub(crate) struct Running {
    activity: Arc<Activity>,
    line: Line,
    trail: Trail,
    began: Instant,
}

impl Running {
    /// A call begins now.
    pub(crate) fn begin(activity: &Arc<Activity>, call: &Call) -> Running {
        let line = Line::of(call, Code::Cancelled.as_str(), 0.0, 0.0);
        Running { activity: Arc::clone(activity), line, trail: Trail::default(), began: Instant::now() }
    }

    /// What those fill in who carry it.
    pub(crate) fn trail(&self) -> Trail {
        self.trail.clone()
    }

    /// Waits for the answer; `word` says what came of it.
    pub(crate) async fn until<T>(mut self, answering: impl Future<Output = T>, word: impl FnOnce(&T) -> String) -> T {
        let answer = answering.await;
        self.line.outcome = word(&answer);
        answer
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut line = self.line.clone();
        line.at_ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64() * 1000.0);
        line.ms = self.began.elapsed().as_secs_f64() * 1000.0;
        line.tab = self.trail.tab.borrow().clone();
        if let Some([before, after]) = self.trail.revisions.get() {
            (line.revision_before, line.revision_after) = (Some(before), Some(after));
        }
        self.activity.write(line);
    }
}

/// `2026-11-30T12:00:00.250Z`.
fn time_of(at_ms: f64) -> String {
    let at = Duration::from_millis(at_ms.max(0.0) as u64);
    let second = scumble_build::timestamp(UNIX_EPOCH + at);
    format!("{}.{:03}Z", second.trim_end_matches('Z'), at.subsec_millis())
}

#[cfg(test)]
mod tests {
    use scumble_protocol::{Caller, ClientInfo, Door};
    use serde_json::json;

    use super::*;

    fn call(client: &str, number: u32, tool: &str) -> Call {
        let client = Some(ClientInfo { name: client.into(), version: "1.0.0".into() });
        let caller = Caller { number, client, ..Caller::by(Door::Mcp) };
        Call::new(caller, tool, json!({ "token": "sesame" }))
    }

    async fn wrote(activity: &Arc<Activity>, call: Call) {
        Running::begin(activity, &call).until(async {}, |()| "ok".into()).await;
    }

    #[tokio::test]
    async fn callers_are_told_apart_and_what_they_sent_is_not_told() {
        let activity = Arc::new(Activity::default());
        wrote(&activity, call("one", 1, "notes_view")).await;
        let running = Running::begin(&activity, &call("two", 2, "notes_create"));
        running.trail().sent_to("t2");
        running.trail().moved(Some([40, 41]));
        running.until(async {}, |()| "SC0103".into()).await;
        let text = activity.contents().text;
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(lines[0].contains("Z one #1 (mcp, 1.0.0) notes_view 18 B ok ") && lines[0].ends_with(" ms"), "{text}");
        assert!(lines[1].contains(" two #2 (mcp, 1.0.0) notes_create 18 B SC0103 "), "{text}");
        assert!(lines[1].ends_with(" ms revision 40→41 in t2"), "{text}");
        assert!(!text.contains("sesame"));
    }

    #[tokio::test]
    async fn a_call_nobody_waits_for_any_more_is_written_down_as_cancelled() {
        let activity = Arc::new(Activity::default());
        let running = Running::begin(&activity, &call("one", 1, "ui_wait"));
        let running = running.until(std::future::pending(), |()| "ok".into());
        let waited = tokio::time::timeout(Duration::from_millis(1), running).await;
        assert!(waited.is_err(), "it never ends by itself");
        assert!(activity.contents().text.contains(" ui_wait 18 B SC0105 "), "{}", activity.contents().text);
    }

    #[tokio::test]
    async fn who_follows_is_given_each_line_once_and_only_so_many_are_kept() {
        let activity = Arc::new(Activity::default());
        let mut watch = activity.watch();
        assert!(!watch.has_changed().expect("the log is there"));
        wrote(&activity, call("one", 1, "a")).await;
        assert!(watch.has_changed().expect("the log is there"));
        watch.mark_unchanged();
        let (lines, known) = activity.since(0);
        assert_eq!((lines.len(), known), (1, 1));
        assert_eq!(activity.since(known), (Vec::new(), 1));
        for _ in 0..MOST_LINES + 3 {
            wrote(&activity, call("one", 1, "b")).await;
        }
        let (lines, now) = activity.since(known);
        assert_eq!((lines.len(), now), (MOST_LINES, known + MOST_LINES as u64 + 3));
        assert!(lines.iter().all(|line| line.tool == "b"));
        // Of a server before this one: there is nothing newer than what it has.
        assert_eq!(activity.since(now + 10).0, Vec::new());
    }

    #[test]
    fn the_time_is_a_date_to_the_millisecond() {
        assert_eq!(time_of(1_250.0), "1970-01-01T00:00:01.250Z");
    }
}
