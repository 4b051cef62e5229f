//! Time for tests: it stands still until it is told to go on, and stops at every timer on the way.

use scumble_reactive::{host, now};

/// Lets everything run that can run now.
pub(crate) fn settle() {
    host::run_until_idle();
}

/// Lets this much time pass, in milliseconds; every timer on the way fires at its own time.
pub(crate) fn advance(ms: f64) {
    let until = now() + ms.max(0.0);
    settle();
    while let Some(next) = host::next_timer().filter(|next| *next <= until) {
        host::fire_timers(next);
    }
    host::fire_timers(until);
}

/// Goes on to the next timer, if there is one.
pub(crate) fn skip_to_next_timer() -> bool {
    match host::next_timer() {
        Some(next) => {
            host::fire_timers(next.max(now()));
            true
        }
        None => false,
    }
}
