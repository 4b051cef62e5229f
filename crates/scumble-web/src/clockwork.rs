//! The executor's clock and turns in a page: `performance.now`, a microtask for woken tasks, a browser timer for the
//! next deadline. It knows no application.

use scumble_reactive::host;

use crate::bridge;

/// Gives the runtime its host; once for an instance.
pub(crate) fn install() {
    host::set_clock(bridge::now);
    host::on_wake(bridge::wake);
    host::on_timer(bridge::set_timer);
}
