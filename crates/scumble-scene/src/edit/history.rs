//! What can be undone. Knows replacements of a range by a text and when they were made; not what made them
//! necessary.

use std::collections::VecDeque;

use super::selection::Selection;

/// Steps kept at most.
const STEPS: usize = 1_000;
/// Bytes of text kept in steps at most; the newest step is kept whatever its size.
const BYTES: usize = 8 << 20;
/// Milliseconds after which typing on starts a new step.
const PAUSE: f64 = 1_000.0;

/// How a step came about; only typing and deleting the same way go on in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Typed,
    DeletedBackward,
    DeletedForward,
    Other,
}

/// One replacement: at `at`, `removed` gave way to `inserted`.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) at: usize,
    pub(super) removed: String,
    pub(super) inserted: String,
    pub(super) before: Selection,
    pub(super) after: Selection,
    pub(super) kind: Kind,
    /// Milliseconds.
    pub(super) time: f64,
}

impl Step {
    fn bytes(&self) -> usize {
        self.removed.len() + self.inserted.len()
    }

    /// Takes `next` into this step if a person would see both as one.
    fn absorb(&mut self, next: &Step) -> bool {
        let soon = next.time - self.time <= PAUSE;
        if self.kind != next.kind || !soon || self.after != next.before {
            return false;
        }
        match next.kind {
            Kind::Typed
                if next.removed.is_empty()
                    && next.at == self.at + self.inserted.len()
                    && !starts_new_word_gap(self, next) =>
            {
                self.inserted.push_str(&next.inserted);
            }
            Kind::DeletedBackward if next.at + next.removed.len() == self.at && self.inserted.is_empty() => {
                self.removed.insert_str(0, &next.removed);
                self.at = next.at;
            }
            Kind::DeletedForward if next.at == self.at && self.inserted.is_empty() => {
                self.removed.push_str(&next.removed)
            }
            _ => return false,
        }
        self.after = next.after;
        self.time = next.time;
        true
    }
}

/// A space behind a word, or a line feed, begins a step: undo takes back a word with the space before it.
fn starts_new_word_gap(step: &Step, next: &Step) -> bool {
    let last = step.inserted.chars().next_back();
    let first = next.inserted.chars().next();
    let word_before = last.is_some_and(|c| !c.is_whitespace());
    word_before && first.is_some_and(char::is_whitespace) || next.inserted.contains('\n')
}

/// The steps behind and ahead.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    done: VecDeque<Step>,
    undone: Vec<Step>,
    bytes: usize,
    /// Set when something happened that the next step must not be joined across.
    closed: bool,
}

impl History {
    pub(super) fn record(&mut self, step: Step) {
        self.undone.clear();
        let open = !std::mem::take(&mut self.closed);
        self.bytes += step.bytes();
        if open && self.done.back_mut().is_some_and(|last| last.absorb(&step)) {
            return;
        }
        self.done.push_back(step);
        while self.done.len() > STEPS || (self.bytes > BYTES && self.done.len() > 1) {
            self.bytes -= self.done.pop_front().map_or(0, |step| step.bytes());
        }
    }

    /// The next step starts anew.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    pub(super) fn clear(&mut self) {
        *self = History::default();
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The step to take back; it can be redone then.
    pub(super) fn undo(&mut self) -> Option<&Step> {
        let step = self.done.pop_back()?;
        self.bytes -= step.bytes();
        self.closed = true;
        self.undone.push(step);
        self.undone.last()
    }

    /// The step to do again.
    pub(super) fn redo(&mut self) -> Option<&Step> {
        let step = self.undone.pop()?;
        self.bytes += step.bytes();
        self.closed = true;
        self.done.push_back(step);
        self.done.back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pasted(text: &str) -> Step {
        let (before, after) = (Selection::caret(0), Selection::caret(text.len()));
        Step { at: 0, removed: String::new(), inserted: text.to_owned(), before, after, kind: Kind::Other, time: 0.0 }
    }

    #[test]
    fn the_oldest_steps_are_forgotten_when_there_are_too_many() {
        let mut history = History::default();
        for n in 0..STEPS + 10 {
            history.record(pasted(&n.to_string()));
        }
        let undone = std::iter::from_fn(|| history.undo().map(|step| step.inserted.clone())).collect::<Vec<_>>();
        assert_eq!(undone.len(), STEPS);
        assert_eq!(undone.last().map(String::as_str), Some("10"));
        assert_eq!(history.bytes, 0);
    }

    #[test]
    fn steps_that_hold_too_much_text_are_forgotten_but_for_the_newest() {
        let mut history = History::default();
        for _ in 0..3 {
            history.record(pasted(&"x".repeat(BYTES / 2)));
        }
        assert_eq!(history.done.len(), 2);
        history.record(pasted(&"x".repeat(BYTES * 2)));
        assert_eq!(history.done.len(), 1);
        assert!(history.can_undo());
    }
}
