//! `build_run`: the release build, in a target folder of its own, while saves go on being built in theirs.

use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

use scumble_build::{BuildError, BuildOptions, Cancel, ProfileName, Progress, Project, build, failure_block};
use scumble_protocol::build::BuildBlock;
use scumble_protocol::{Code, OnProgress, ToolError};
use tokio::sync::{Mutex, mpsc};

use super::hub::Hub;

/// Builds the release and answers its block; stopped when nobody waits for it any more.
///
/// # Errors
/// If it was never begun.
pub(crate) async fn run(hub: &Hub, clean: bool, progress: Option<OnProgress>) -> Result<BuildBlock, ToolError> {
    // One at a time: the second would wait for the first one's locks anyway.
    static TURN: OnceLock<Mutex<()>> = OnceLock::new();
    let _turn = TURN.get_or_init(Mutex::default).lock().await;
    let project = hub.current.project().ok_or_else(|| failed("the project is still being opened"))?;
    let cancel = Cancel::new();
    let _stop = StopOnDrop(cancel.clone());
    let (said, mut saying) = mpsc::unbounded_channel();
    let mut job = tokio::task::spawn_blocking(move || one(&project, clean, cancel, &said));
    let mut steps = 0.0;
    loop {
        tokio::select! {
            Some(line) = saying.recv() => {
                steps += 1.0;
                if let Some(told) = &progress {
                    told(steps, None, &line);
                }
            }
            done = &mut job => return done.unwrap_or_else(|_| Err(failed("it panicked"))),
        }
    }
}

struct StopOnDrop(Cancel);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

fn one(
    project: &Arc<Project>,
    clean: bool,
    cancel: Cancel,
    said: &mpsc::UnboundedSender<String>,
) -> Result<BuildBlock, ToolError> {
    let target = project.target_dir.join("scumble").join("release-target");
    if clean {
        forget(project, &target)?;
    }
    let mut options = BuildOptions::new(ProfileName::Release);
    options.out = Some(target.join("scumble").join(&project.file_name).join("pkg"));
    options.target_dir = Some(target);
    options.cancel = Some(cancel);
    let mut compiled = 0_u32;
    let built = build(project, &options, &mut |progress| {
        let line = match progress {
            Progress::Step(step) => format!("Step {step}."),
            Progress::Unit { name, fresh: false } => {
                compiled += 1;
                format!("Compiled {name} ({compiled}).")
            }
            _ => return,
        };
        // Nobody listens any more when the call was cancelled.
        let _ = said.send(line);
    });
    match built {
        Ok(built) => Ok(built.block),
        Err(BuildError::Cancelled) => Err(ToolError::new(Code::Cancelled, "The release build was stopped.")),
        Err(error) => Ok(failure_block(project, ProfileName::Release, &error)),
    }
}

/// Forgets what was built of the project's own crates.
fn forget(project: &Project, target: &std::path::Path) -> Result<(), ToolError> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(&project.dir).args(["clean", "--quiet", "--release", "--target", scumble_build::WASM_TARGET]);
    cargo.arg("--target-dir").arg(target);
    for package in project.local_packages() {
        cargo.arg("--package").arg(&package.name);
    }
    let output =
        cargo.stdin(Stdio::null()).output().map_err(|error| failed(&format!("cargo could not be started: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    Err(failed(&format!("cargo clean said: {}", String::from_utf8_lossy(&output.stderr).trim())))
}

fn failed(why: &str) -> ToolError {
    ToolError::new(Code::Internal, format!("The release build was not begun: {why}."))
}
