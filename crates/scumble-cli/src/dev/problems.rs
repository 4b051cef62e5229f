//! What went wrong in the pages: errors of their consoles, panics, and state that no longer fitted after a reload.
//!
//! Kept for `build_status` with the build they are of, and told on the terminal as they come.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

/// How many are kept.
const MOST: usize = 50;

/// The longest message, in characters.
const LONGEST: usize = 4000;

/// One thing that went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    /// `error`, `panic` or `reset`.
    pub(crate) kind: String,
    /// What was said.
    pub(crate) message: String,
    /// The tab it was said in.
    pub(crate) tab: String,
    /// The build that showed then.
    pub(crate) build: Option<String>,
    /// How often in a row.
    pub(crate) times: u32,
}

/// The latest problems.
#[derive(Default)]
pub(crate) struct Problems {
    kept: Mutex<VecDeque<Problem>>,
}

impl Problems {
    /// Adds one; says whether it is another than the one before.
    pub(crate) fn add(&self, kind: &str, message: &str, tab: &str, build: Option<&str>) -> bool {
        let message: String = message.chars().take(LONGEST).collect();
        let problem =
            Problem { kind: kind.into(), message, tab: tab.into(), build: build.map(str::to_owned), times: 1 };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = kept.back_mut()
            && (&last.kind, &last.message, &last.tab, &last.build)
                == (&problem.kind, &problem.message, &problem.tab, &problem.build)
        {
            last.times += 1;
            return false;
        }
        if kept.len() == MOST {
            kept.pop_front();
        }
        kept.push_back(problem);
        true
    }

    /// Those of a build.
    pub(crate) fn of(&self, build: Option<&str>) -> Vec<Problem> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().filter(|problem| problem.build.as_deref() == build).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Problems};

    #[test]
    fn problems_are_of_a_build_counted_and_not_without_end() {
        let problems = Problems::default();
        assert!(problems.add("error", "It broke.", "t1", Some("a")));
        assert!(!problems.add("error", "It broke.", "t1", Some("a")));
        assert!(problems.add("error", "It broke.", "t1", Some("b")));
        assert_eq!(problems.of(Some("a")).iter().map(|problem| problem.times).collect::<Vec<_>>(), [2]);
        for number in 0..MOST {
            problems.add("error", &number.to_string(), "t1", Some("b"));
        }
        assert_eq!(problems.of(Some("b")).len(), MOST);
        assert!(problems.of(Some("a")).is_empty());
    }
}
