//! The word that this server runs, for `scumble mcp`; and the end of one that runs for its users alone.

use std::time::Duration;

use scumble_build::Project;
use tokio::time::{Instant, sleep};

use super::agents::Agents;
use crate::DevArgs;
use crate::running::{self, Announced, Folder, Running};

/// How long a server stays that nobody uses: a client that is started again finds it, and the page with it.
const GRACE: Duration = Duration::from_secs(3);

/// How long it is between two looks whether it is used.
const LOOK: Duration = Duration::from_millis(250);

/// Tells that the server runs, until what this gives is dropped.
///
/// # Errors
/// A sentence if it cannot be told.
pub(crate) fn announce(project: &Project, args: &DevArgs, agents: &Agents, url: &str) -> Result<Announced, String> {
    let running = Running {
        project: project.dir.clone(),
        url: url.to_owned(),
        mcp: agents.url.clone(),
        name: agents.name.clone(),
        token: agents.token.clone(),
        pid: std::process::id(),
        started: running::now(),
        while_used: args.while_used,
    };
    running::announce(&Folder::own()?, &running)
}

/// Resolves once nobody has used the server for a while, and nobody can begin to any more; never without one.
pub(crate) async fn unused(announced: Option<&Announced>) {
    let Some(announced) = announced else { return std::future::pending().await };
    let mut idle = Idle { since: Instant::now() };
    loop {
        sleep(LOOK).await;
        if idle.for_long(announced.is_used(), Instant::now()) && announced.close_unless_used() {
            eprintln!("  Nobody uses this server any more; it ends.");
            return;
        }
    }
}

/// Since when nobody uses it.
struct Idle {
    since: Instant,
}

impl Idle {
    /// Takes in whether it is used now; whether it has not been for long enough.
    fn for_long(&mut self, used: bool, now: Instant) -> bool {
        if used {
            self.since = now;
        }
        now - self.since >= GRACE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_while_it_is_used_and_a_while_after() {
        let begun = Instant::now();
        let mut idle = Idle { since: begun };
        assert!(!idle.for_long(false, begun + GRACE - LOOK), "its first user has time to come");
        assert!(!idle.for_long(true, begun + GRACE * 3));
        assert!(!idle.for_long(false, begun + GRACE * 4 - LOOK), "a client that is started again finds it");
        assert!(idle.for_long(false, begun + GRACE * 4));
    }
}
