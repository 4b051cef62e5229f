//! What agents did: one line a call, the newest few hundred, and what they still have to be told.
//!
//! Counts and names only; no argument and no answer is kept here.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use scumble_protocol::{Caller, Line, MOST_LINES};

/// How many notices wait for one caller's next answer.
const MOST_NOTICES: usize = 20;

/// The log of one mounted application.
pub struct Activity {
    lines: RefCell<VecDeque<Line>>,
    notices: RefCell<Vec<(Caller, String)>>,
    revision: Rc<dyn Fn() -> u64>,
    listener: RefCell<Option<Rc<dyn Fn(&Line)>>>,
}

impl Activity {
    /// An empty log; `revision` yields the screen's revision.
    #[must_use]
    pub fn new(revision: Rc<dyn Fn() -> u64>) -> Activity {
        Activity { lines: RefCell::default(), notices: RefCell::default(), revision, listener: RefCell::default() }
    }

    /// The lines kept, oldest first.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        self.lines.borrow().iter().cloned().collect()
    }

    /// Called with every line as it is written; replaces the listener before it.
    pub fn on_line(&self, listener: impl Fn(&Line) + 'static) {
        let before = self.listener.replace(Some(Rc::new(listener)));
        drop(before);
    }

    /// The screen's revision now.
    pub(crate) fn revision(&self) -> u64 {
        (self.revision)()
    }

    /// The line written last.
    #[must_use]
    pub fn last(&self) -> Option<Line> {
        self.lines.borrow().back().cloned()
    }

    /// Writes a line.
    pub(crate) fn record(&self, line: Line) {
        let listener = self.listener.borrow().clone();
        let told = listener.map(|listener| (listener, line.clone()));
        {
            let mut lines = self.lines.borrow_mut();
            if lines.len() == MOST_LINES {
                lines.pop_front();
            }
            lines.push_back(line);
        }
        if let Some((listener, line)) = told {
            listener(&line);
        }
    }

    /// Keeps a sentence for this caller's next answer: something that ended after its own answer had gone out.
    pub(crate) fn notice(&self, caller: &Caller, sentence: String) {
        let mut notices = self.notices.borrow_mut();
        if notices.iter().filter(|(whose, _)| is_same(whose, caller)).count() < MOST_NOTICES {
            notices.push((caller.clone(), sentence));
        }
    }

    /// Whether there is something this caller has not been told yet.
    pub(crate) fn has_notices(&self, caller: &Caller) -> bool {
        self.notices.borrow().iter().any(|(whose, _)| is_same(whose, caller))
    }

    /// What this caller has not been told yet.
    pub(crate) fn take_notices(&self, caller: &Caller) -> Vec<String> {
        let mut notices = self.notices.borrow_mut();
        let (told, kept): (Vec<_>, Vec<_>) = notices.drain(..).partition(|(whose, _)| is_same(whose, caller));
        *notices = kept;
        told.into_iter().map(|(_, sentence)| sentence).collect()
    }
}

/// Whether two calls come from the same agent.
fn is_same(a: &Caller, b: &Caller) -> bool {
    a.door == b.door && a.session == b.session && a.number == b.number
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_protocol::Door;

    fn caller(number: u32) -> Caller {
        Caller { number, ..Caller::by(Door::Mcp) }
    }

    fn line(tool: &str) -> Line {
        Line {
            at_ms: 1_200.0,
            caller: caller(1),
            tool: tool.into(),
            argument_bytes: 18,
            outcome: "ok".into(),
            ms: 1.25,
            revision_before: Some(40),
            revision_after: Some(41),
            tab: None,
        }
    }

    #[test]
    fn only_the_newest_lines_are_kept() {
        let activity = Activity::new(Rc::new(|| 0));
        for call in 0..MOST_LINES + 3 {
            activity.record(line(&format!("tool_{call}")));
        }
        let lines = activity.lines();
        assert_eq!((lines.len(), lines[0].tool.as_str()), (MOST_LINES, "tool_3"));
    }

    #[test]
    fn a_notice_is_told_once_and_only_to_whom_it_concerns() {
        let activity = Activity::new(Rc::new(|| 0));
        activity.notice(&caller(1), "notes.save failed after its answer: offline.".into());
        assert_eq!(activity.take_notices(&caller(2)), Vec::<String>::new());
        assert_eq!(activity.take_notices(&caller(1)).len(), 1);
        assert_eq!(activity.take_notices(&caller(1)), Vec::<String>::new());
    }
}
