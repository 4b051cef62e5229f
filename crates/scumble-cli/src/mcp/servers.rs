//! Which server a client of `scumble mcp` is served by: one that runs is joined, a new one is started when it is time.
//!
//! A server that was started for its users and died is started again at once. One that a person started is waited for,
//! and another is started in its place only when the client wants an answer and the person's has not come back. Knows
//! nothing of the protocol.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use scumble_mcp::proxy::{Address, Need};

use super::McpArgs;
use super::start::start;
use crate::running::{Folder, Found, Running, Standing, Use, of_project};

/// How long a person's own server is waited for before another is started in its place.
const RETURN: Duration = Duration::from_secs(3);

/// How long after a start that failed the next one is tried.
const AGAIN: Duration = Duration::from_secs(2);

/// Why there is no server to send something to now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoServer {
    /// One is on its way.
    Starting,
    /// The one there was has ended, and it is not time for another.
    Ended,
    /// None can be started, in a sentence.
    Failed(String),
}

impl fmt::Display for NoServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoServer::Starting => f.write_str("it is being started"),
            NoServer::Ended => f.write_str("it has ended"),
            // The sentence it becomes part of has an end of its own.
            NoServer::Failed(why) => f.write_str(why.trim_end().trim_end_matches('.')),
        }
    }
}

/// The servers of one project, as one client sees them.
pub(crate) struct Servers {
    own: Folder,
    project: PathBuf,
    args: McpArgs,
    /// This command, as it was called: its file may be replaced while it runs.
    program: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    joined: Option<Joined>,
    gone: Option<Gone>,
    starting: bool,
    failed: Option<(Instant, String)>,
}

/// The server the client is served by.
struct Joined {
    found: Found,
    _use: Use,
}

/// The last server there was.
#[derive(Clone)]
struct Gone {
    running: Running,
    how: Standing,
    at: Instant,
}

impl Gone {
    /// Whether it is time for another one in its place.
    fn is_missed(&self, need: Need) -> bool {
        match (self.running.while_used, self.how) {
            (true, Standing::Died) => true,
            (true, _) => need == Need::Answer,
            (false, _) => need == Need::Answer && self.at.elapsed() >= RETURN,
        }
    }
}

impl Servers {
    pub(crate) fn new(own: Folder, project: PathBuf, args: McpArgs) -> Arc<Servers> {
        let program = std::env::current_exe().ok();
        Arc::new(Servers { own, project, args, program, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the server is.
    ///
    /// # Errors
    /// Why there is none now. It may be on its way.
    pub(crate) fn address(self: &Arc<Self>, need: Need) -> Result<Address, NoServer> {
        let mut state = self.state();
        if let Some(joined) = &state.joined {
            match joined.found.standing() {
                Standing::Runs => return Ok(address(&joined.found.running)),
                how => {
                    state.gone = Some(Gone { running: joined.found.running.clone(), how, at: Instant::now() });
                    state.joined = None;
                }
            }
        }
        let running = of_project(&Folder::every(), &self.project);
        if let Some((held, found)) = running.into_iter().find_map(|found| Some((found.begin_use()?, found))) {
            let address = address(&found.running);
            eprintln!("Joined the development server at {} (process {}).", found.running.url, found.running.pid);
            (state.joined, state.gone, state.failed) = (Some(Joined { found, _use: held }), None, None);
            return Ok(address);
        }
        if state.starting {
            return Err(NoServer::Starting);
        }
        if state.gone.as_ref().is_some_and(|gone| !gone.is_missed(need)) {
            return Err(NoServer::Ended);
        }
        if let Some((at, why)) = &state.failed
            && at.elapsed() < AGAIN
        {
            return Err(NoServer::Failed(why.clone()));
        }
        state.starting = true;
        // The page that is open knows where its server was.
        let before = state.gone.as_ref().map(|gone| gone.running.clone());
        drop(state);
        let servers = Arc::clone(self);
        tokio::spawn(async move {
            let started =
                start(&servers.own, &servers.project, servers.program.as_deref(), &servers.args, before).await;
            let mut state = servers.state();
            state.starting = false;
            state.failed = started.err().map(|why| {
                eprintln!("{why}");
                (Instant::now(), why)
            });
        });
        Err(NoServer::Starting)
    }
}

fn address(running: &Running) -> Address {
    Address { url: running.mcp.clone(), token: running.token.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(while_used: bool, how: Standing, ago: Duration) -> Gone {
        let running = Running {
            project: "/notes".into(),
            url: "http://localhost:5173/".into(),
            mcp: "http://localhost:5173/__mcp".into(),
            name: "notes".into(),
            token: None,
            pid: 1,
            started: 1,
            while_used,
        };
        Gone { running, how, at: Instant::now().checked_sub(ago).expect("the machine is up for longer") }
    }

    #[test]
    fn a_server_that_was_killed_is_missed_at_once_and_one_that_was_ended_when_it_is_needed() {
        let now = Duration::ZERO;
        assert!(gone(true, Standing::Died, now).is_missed(Need::News));
        assert!(!gone(true, Standing::Ended, now).is_missed(Need::News));
        assert!(gone(true, Standing::Ended, now).is_missed(Need::Answer));
    }

    #[test]
    fn a_persons_own_server_has_time_to_come_back() {
        for how in [Standing::Died, Standing::Ended] {
            assert!(!gone(false, how, Duration::ZERO).is_missed(Need::Answer));
            assert!(!gone(false, how, RETURN).is_missed(Need::News));
            assert!(gone(false, how, RETURN).is_missed(Need::Answer));
        }
    }

    #[test]
    fn why_there_is_none_is_the_rest_of_a_sentence() {
        assert_eq!(NoServer::Failed("It did not begin.\n".into()).to_string(), "It did not begin");
    }
}
