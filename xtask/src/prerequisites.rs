//! What the commands need on the machine: installed where a package manager we know can do it,
//! named in a sentence where not.

use std::path::{Path, PathBuf};

use crate::run::{command, read, root, run};

/// The oldest node the end-to-end tests' packages run on.
const NODE: (u32, u32) = (20, 19);

/// Adds the compile target for the browser, if rustup has not got it yet.
///
/// # Errors
/// When there is no rustup, or it cannot fetch the target.
pub(crate) fn wasm_target() -> Result<(), String> {
    let installed = read(command("rustup").args(["target", "list", "--installed"])).map_err(|_| {
        "rustup was not found, so the target wasm32-unknown-unknown cannot be checked. Install Rust by rustup."
            .to_owned()
    })?;
    if installed.lines().any(|line| line.trim() == "wasm32-unknown-unknown") {
        return Ok(());
    }
    run(command("rustup").args(["target", "add", "wasm32-unknown-unknown"]))
}

/// Where Chromium is, installed by apt if it is nowhere and apt is there.
///
/// # Errors
/// When no Chromium is found and none can be installed.
pub(crate) fn chromium() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        let path = PathBuf::from(named);
        return if path.is_file() {
            Ok(path)
        } else {
            Err(format!("CHROMIUM names {}, which is no file. Unset it or correct it.", path.display()))
        };
    }
    let find = || on_path(&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
    if let Some(path) = find() {
        return Ok(path);
    }
    if apt_install(&["chromium"])?
        && let Some(path) = find()
    {
        return Ok(path);
    }
    Err("Chromium was not found. Install it (150 or newer for WebMCP), or name it in the variable CHROMIUM.".to_owned())
}

/// Installs Debian packages; `false` where there is no apt.
///
/// # Errors
/// When apt fails.
pub(crate) fn apt_install(packages: &[&str]) -> Result<bool, String> {
    if on_path(&["apt-get"]).is_none() {
        return Ok(false);
    }
    let superuser = read(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let apt = |arguments: &[&str]| {
        let mut apt = if superuser {
            command("apt-get")
        } else {
            let mut sudo = command("sudo");
            sudo.arg("apt-get");
            sudo
        };
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        run(apt.args(arguments))
    };
    apt(&["update", "-qq"])?;
    apt(&[&["install", "-y", "-qq", "--no-install-recommends"], packages].concat())?;
    Ok(true)
}

/// Checks that node and npm are there and new enough.
///
/// # Errors
/// When either is missing or node is older than the packages need.
pub(crate) fn node() -> Result<(), String> {
    let wanted = format!("Install node {}.{} or newer with its npm.", NODE.0, NODE.1);
    let version = read(command("node").arg("--version")).map_err(|_| format!("node was not found. {wanted}"))?;
    let mut numbers = version.trim().trim_start_matches('v').split('.').map_while(|part| part.parse().ok());
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < NODE {
        return Err(format!("node is {}, too old. {wanted}", version.trim()));
    }
    read(command("npm").arg("--version")).map_err(|_| format!("npm was not found. {wanted}"))?;
    Ok(())
}

/// Installs the packages of tests/e2e as its lock file has them. Does nothing when they are there.
///
/// # Errors
/// When node is missing or npm fails.
pub(crate) fn e2e_packages() -> Result<(), String> {
    npm_packages(&root().join("tests/e2e"))
}

/// Installs what the benchmarks compare with, as its lock file has it. Does nothing when it is there.
///
/// # Errors
/// When node is missing or npm fails.
pub(crate) fn bench_packages() -> Result<(), String> {
    npm_packages(&root().join("benches/peers"))
}

fn npm_packages(folder: &Path) -> Result<(), String> {
    node()?;
    let lock = modified(&folder.join("package-lock.json"));
    // npm writes this file last, so it is older than the lock exactly when an install is due.
    let installed = modified(&folder.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= lock {
        return Ok(());
    }
    run(command("npm")
        .args(["ci", "--no-audit", "--no-fund"])
        .current_dir(folder)
        // The browser is the machine's own Chromium; no package fetches one.
        .env("PUPPETEER_SKIP_DOWNLOAD", "1")
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))
}

fn modified(path: &Path) -> Option<std::time::SystemTime> {
    path.metadata().ok()?.modified().ok()
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
}
