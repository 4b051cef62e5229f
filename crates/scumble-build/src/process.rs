//! Child processes that end when they are told to, with everything they started.
//!
//! Knows nothing of what the programs do.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};

use crate::BuildError;

/// A handle that stops a build from another thread. Clones are the same handle.
///
/// With one, the build's processes form a group of their own, which a terminal's Ctrl-C does not
/// reach: whoever passes a handle has to use it when it is told to end.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    inner: Arc<CancelState>,
}

#[derive(Debug, Default)]
struct CancelState {
    cancelled: AtomicBool,
    /// The running child, which leads its group.
    child: Mutex<Option<u32>>,
}

impl Cancel {
    /// A handle for one build.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stop the build: end its running process and let no other start. The build answers
    /// [`BuildError::Cancelled`]. Does nothing the second time.
    pub fn cancel(&self) {
        self.inner.cancelled.store(true, Ordering::SeqCst);
        if let Some(leader) = *self.child() {
            end_group(leader);
        }
    }

    /// Whether it was told to stop.
    pub fn is_cancelled(&self) -> bool {
        self.inner.cancelled.load(Ordering::SeqCst)
    }

    pub(crate) fn check(&self) -> Result<(), BuildError> {
        if self.is_cancelled() { Err(BuildError::Cancelled) } else { Ok(()) }
    }

    fn child(&self) -> std::sync::MutexGuard<'_, Option<u32>> {
        self.inner.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which of a process's outputs a line came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout,
    Stderr,
}

/// Run `command` to its end, handing over each line of its output as it comes.
pub(crate) fn run(
    command: &mut Command,
    cancel: Option<&Cancel>,
    on_line: &mut dyn FnMut(Output, &str),
) -> Result<ExitStatus, BuildError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |source| BuildError::Spawn { program: program.clone(), source };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if cancel.is_some() {
        own_group(command);
    }
    let mut child = {
        // Held while spawning, so that a cancel finds either no child, and then none is started, or this one.
        let mut slot = cancel.map(Cancel::child);
        if let Some(cancel) = cancel {
            cancel.check()?;
        }
        let child = command.spawn().map_err(failed)?;
        if let Some(slot) = &mut slot {
            **slot = Some(child.id());
        }
        child
    };
    let (sender, lines) = mpsc::channel();
    let readers: Vec<_> = [
        child.stdout.take().map(|pipe| spawn_reader(Output::Stdout, pipe, sender.clone())),
        child.stderr.take().map(|pipe| spawn_reader(Output::Stderr, pipe, sender.clone())),
    ]
    .into_iter()
    .flatten()
    .collect();
    drop(sender);
    for (output, line) in lines {
        on_line(output, &line);
    }
    for reader in readers {
        // A reader only ends; it has nothing to answer.
        let _ = reader.join();
    }
    if let Some(cancel) = cancel {
        // Before waiting: until then the process id cannot have been given to another process.
        *cancel.child() = None;
    }
    let status = child.wait().map_err(failed)?;
    if let Some(cancel) = cancel {
        cancel.check()?;
    }
    Ok(status)
}

fn spawn_reader(
    output: Output,
    pipe: impl Read + Send + 'static,
    sender: mpsc::Sender<(Output, String)>,
) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = Vec::new();
        while pipe.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            let text = String::from_utf8_lossy(&line);
            if sender.send((output, text.trim_end_matches(['\r', '\n']).to_owned())).is_err() {
                return;
            }
            line.clear();
        }
    })
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn end_group(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // It may have ended by itself just now, which is as good.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(leader: u32) {
    // /T takes the processes it started along.
    let _ = Command::new("taskkill").args(["/F", "/T", "/PID", &leader.to_string()]).output();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn lines_of_both_outputs_arrive_and_the_status_is_answered() {
        let mut seen = Vec::new();
        let status = run(&mut shell("echo out; echo err >&2; exit 3"), None, &mut |output, line| {
            seen.push((output, line.to_owned()));
        })
        .expect("sh runs");
        assert_eq!(status.code(), Some(3));
        assert!(seen.contains(&(Output::Stdout, "out".into())));
        assert!(seen.contains(&(Output::Stderr, "err".into())));
    }

    #[test]
    fn cancelling_ends_the_process_and_what_it_started() {
        let cancel = Cancel::new();
        let mut grandchild = None;
        let result = run(&mut shell("sleep 600 & echo $!; wait"), Some(&cancel), &mut |_, line| {
            grandchild = line.parse::<i32>().ok();
            cancel.cancel();
        });
        assert!(matches!(result, Err(BuildError::Cancelled)));
        let pid = grandchild.and_then(rustix::process::Pid::from_raw).expect("the script printed it");
        // It was told to sleep for ten minutes; ending takes the system a moment.
        let stat = format!("/proc/{}/stat", pid.as_raw_nonzero());
        let sleeps =
            || std::fs::read_to_string(&stat).is_ok_and(|state| !state.contains(") Z ") && !state.contains(") X "));
        let ended = (0..500).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            !sleeps()
        });
        assert!(ended, "{stat} is still there");
    }

    #[test]
    fn nothing_starts_after_a_cancel() {
        let cancel = Cancel::new();
        cancel.cancel();
        let result = run(&mut shell("echo started"), Some(&cancel), &mut |_, line| panic!("{line}"));
        assert!(matches!(result, Err(BuildError::Cancelled)));
    }

    #[test]
    fn a_missing_program_is_a_sentence() {
        let error = run(&mut Command::new("no-such-program"), None, &mut |_, _| ()).expect_err("it is missing");
        assert!(error.to_string().contains("`no-such-program` could not be started"), "{error}");
    }
}
