//! `--headless`: the page in a Chromium without a window, for agents with nobody in front of it.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::page::HEADLESS_PATH;
use crate::doctor::chromium;

/// A browser without a window; it ends when this is dropped.
pub(crate) struct Browser {
    child: Child,
    profile: PathBuf,
}

/// Opens `url` in a Chromium found on this machine.
///
/// # Errors
/// A sentence if there is none, or it does not start.
pub(crate) fn open(url: &str) -> Result<Browser, String> {
    let Some(program) = chromium() else {
        return Err("--headless needs Chromium or Chrome, and none was found. Install one, or name it in the variable CHROMIUM; `scumble doctor` says more.".into());
    };
    // A profile of its own: a running browser would otherwise be handed the address, and show it.
    let profile = std::env::temp_dir().join(format!("scumble-headless-{}", std::process::id()));
    let mut command = Command::new(&program);
    command
        .args(["--headless=new", "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--disable-sync"])
        .args(["--disable-background-networking", "--disable-component-update", "--enable-features=WebMCP"])
        .arg("--window-size=1280,800")
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("{}{HEADLESS_PATH}", url.trim_end_matches('/')))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Chromium's sandbox does not run as root, and a container's user often is.
    #[cfg(target_os = "linux")]
    if is_root() {
        command.arg("--no-sandbox");
    }
    let child = command.spawn().map_err(|error| format!("{} could not be started: {error}.", program.display()))?;
    Ok(Browser { child, profile })
}

#[cfg(target_os = "linux")]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0)
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
