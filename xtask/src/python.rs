//! The Python client of the end-to-end tests: the official SDK in a folder of its own under `target/`, exactly as the lock
//! file has it.
//!
//! Knows the machine's Python and its pip, and nothing of what the client does.

use std::path::PathBuf;

use crate::prerequisites::apt_install;
use crate::run::{command, read, root, run};

/// The oldest Python the SDK runs on.
const PYTHON: (u32, u32) = (3, 10);

/// What tells a Python's version, if it can make an environment.
const PROBE: &str = "import sys, venv, ensurepip; print(*sys.version_info[:2])";

fn environment() -> PathBuf {
    root().join("target/e2e-python")
}

/// The interpreter that has the SDK, once [`client`] has made it.
pub(crate) fn interpreter() -> PathBuf {
    environment().join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// Installs the SDK as the lock file has it. Does nothing when it is there.
///
/// # Errors
/// When there is no Python new enough, or pip fails.
pub(crate) fn client() -> Result<(), String> {
    let lock = root().join("tests/e2e/python/requirements.txt");
    let wanted =
        std::fs::read_to_string(&lock).map_err(|error| format!("{} cannot be read: {error}.", lock.display()))?;
    // Written last, so an environment that was begun and not finished is made anew.
    let installed = environment().join("requirements.txt");
    if interpreter().is_file() && std::fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let python = machine_python()?;
    let _ = std::fs::remove_dir_all(environment());
    run(command(python).args(["-m", "venv"]).arg(environment()))?;
    run(command(interpreter())
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--requirement"])
        .arg(&lock))?;
    std::fs::write(&installed, wanted).map_err(|error| format!("{} cannot be written: {error}.", installed.display()))
}

/// A Python of this machine that is new enough, installed by apt if there is none and apt is there.
fn machine_python() -> Result<&'static str, String> {
    let found = find();
    if found.is_err() && apt_install(&["python3", "python3-venv"])? { find() } else { found }
}

fn find() -> Result<&'static str, String> {
    let wanted = format!("Install Python {}.{} or newer with its venv module.", PYTHON.0, PYTHON.1);
    let mut why = format!("Python was not found, or it has no venv module. {wanted}");
    for name in ["python3", "python"] {
        let Ok(version) = read(command(name).args(["-c", PROBE])) else { continue };
        let mut numbers = version.split_whitespace().map_while(|part| part.parse().ok());
        let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        if found >= PYTHON {
            return Ok(name);
        }
        why = format!("{name} is {}.{}, too old. {wanted}", found.0, found.1);
    }
    Err(why)
}
