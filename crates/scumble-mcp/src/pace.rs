//! How often a client hears of a resource: at once if it was quiet, else later and once, at most 4 times a second.
//!
//! Given the time, keeps none. Knows no connection.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The least time between two words about one resource.
pub(crate) const LEAST: Duration = Duration::from_millis(250);

/// Resources remembered before those that have been quiet are forgotten.
const REMEMBERED: usize = 256;

#[derive(Default)]
pub(crate) struct Pace {
    /// When each was last told of, and whether it has changed since.
    told: HashMap<String, (Instant, bool)>,
}

impl Pace {
    /// A resource changed; whether to say so now. If not, it comes up in [`Pace::due`].
    pub(crate) fn changed(&mut self, uri: &str, now: Instant) -> bool {
        if self.told.len() > REMEMBERED {
            self.told.retain(|_, (at, waiting)| *waiting || now.duration_since(*at) < LEAST);
        }
        match self.told.get_mut(uri) {
            Some((at, waiting)) if now.duration_since(*at) < LEAST => {
                *waiting = true;
                false
            }
            Some(told) => {
                *told = (now, false);
                true
            }
            None => {
                self.told.insert(uri.to_owned(), (now, false));
                true
            }
        }
    }

    /// When there is something to say next.
    pub(crate) fn next(&self) -> Option<Instant> {
        self.told.values().filter(|(_, waiting)| *waiting).map(|(at, _)| *at + LEAST).min()
    }

    /// What is to be said now.
    pub(crate) fn due(&mut self, now: Instant) -> Vec<String> {
        let mut due = Vec::new();
        for (uri, told) in &mut self.told {
            if told.1 && now.duration_since(told.0) >= LEAST {
                *told = (now, false);
                due.push(uri.clone());
            }
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Pace;

    #[test]
    fn a_resource_that_changes_all_the_time_is_told_of_four_times_a_second_and_never_forgotten() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        let mut told = 0;
        for ms in 0..1_000 {
            let now = start + Duration::from_millis(ms);
            told += pace.due(now).len();
            told += usize::from(pace.changed("scumble://notes/view", now));
        }
        assert_eq!(told, 4);
        let next = pace.next().expect("the last change was not told of yet");
        assert_eq!(next, start + Duration::from_secs(1));
        assert_eq!(pace.due(next), ["scumble://notes/view"]);
        assert_eq!(pace.next(), None);
    }

    #[test]
    fn resources_do_not_wait_for_each_other() {
        let (mut pace, now) = (Pace::default(), Instant::now());
        assert!(pace.changed("a", now) && pace.changed("b", now));
        assert!(!pace.changed("a", now) && !pace.changed("b", now));
    }
}
