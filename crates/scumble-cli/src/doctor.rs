//! `scumble doctor`: what is missing on this machine, and the command that adds it.
//!
//! Looks and changes nothing. Each check is a probe of the machine and a judgement of what was found, apart.
//! Exit codes: 0 nothing that is needed is missing, 1 something is.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use clap::Args;
use scumble_build::{BuildError, Project, WASM_TARGET, wasm_opt};
use serde::Serialize;
use serde_json::json;

use crate::build::print_json;

/// What `scumble doctor` takes.
#[derive(Args)]
pub(crate) struct DoctorArgs {
    /// The application's folder, if there is one.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// The port `scumble dev` is to listen on.
    #[arg(long, default_value_t = 5173)]
    port: u16,
    /// Print one line of JSON, and nothing else, on stdout.
    #[arg(long)]
    json: bool,
}

/// The oldest node the optimiser and the tests run on.
const NODE: [u32; 2] = [20, 19];
/// The oldest Chromium with WebMCP behind its flag.
const CHROMIUM: [u32; 1] = [150];
/// What turns WebMCP on in a Chromium that has it.
pub(crate) const WEBMCP_FLAG: &str = "--enable-features=WebMCP";
/// What turns it on for everyone who visits a site.
pub(crate) const ORIGIN_TRIAL: &str = "register your site for the WebMCP origin trial and put its token in the page";
/// How long a server on the port may take to say who it is.
const PATIENCE: Duration = Duration::from_millis(500);

/// One thing looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Check {
    /// What it is.
    name: &'static str,
    /// How it stands.
    state: State,
    /// What was found, or is missing, as a sentence.
    found: String,
    /// What to do: commands, or sentences where no command does it.
    advice: Vec<String>,
}

/// How something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// In order.
    Ok,
    /// Worth knowing; everything works without.
    Note,
    /// Nothing is built without it.
    Missing,
}

impl Check {
    fn new(name: &'static str, state: State, found: impl Into<String>) -> Check {
        Check { name, state, found: found.into(), advice: Vec::new() }
    }

    fn advise(mut self, advice: impl Into<String>) -> Check {
        self.advice.push(advice.into());
        self
    }
}

/// Look, and tell.
pub(crate) fn run(args: &DoctorArgs) -> ExitCode {
    let checks = look(args);
    let ok = checks.iter().all(|check| check.state != State::Missing);
    if args.json {
        print_json(&json!({ "ok": ok, "checks": checks }));
    } else {
        for check in &checks {
            for line in lines(check) {
                println!("{line}");
            }
        }
    }
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn lines(check: &Check) -> Vec<String> {
    let sign = match check.state {
        State::Ok => "ok",
        State::Note => "note",
        State::Missing => "MISSING",
    };
    let first = format!("{sign:<8} {}: {}", check.name, check.found);
    std::iter::once(first).chain(check.advice.iter().map(|advice| format!("         -> {advice}"))).collect()
}

fn look(args: &DoctorArgs) -> Vec<Check> {
    let mut checks = vec![
        judge_rust(said("rustc", &["--version"]).as_deref()),
        judge_target(has_wasm_target(), find_on_path(&["rustup"]).is_some()),
        judge_node(said("node", &["--version"]).as_deref()),
    ];
    let project = Project::open(&args.path);
    if let Ok(project) = &project {
        checks.push(judge_optimiser(wasm_opt(project)));
    }
    checks.extend(judge_project(project.map(|project| project.name)));
    let browser = chromium();
    let version = browser.as_ref().and_then(|path| said(&path.to_string_lossy(), &["--version"]));
    checks.extend(judge_browser(browser.as_deref(), version.as_deref()));
    checks.push(judge_port(args.port, &who_listens(args.port)));
    checks
}

fn judge_rust(version: Option<&str>) -> Check {
    let needed = env!("CARGO_PKG_RUST_VERSION");
    let Some(version) = version else {
        return Check::new("Rust", State::Missing, "no rustc was found.")
            .advise("install Rust by rustup: https://rustup.rs");
    };
    let needed_numbers = numbers(needed);
    if numbers(version) < needed_numbers {
        let found = format!("{version} is older than {needed}.");
        return Check::new("Rust", State::Missing, found).advise("rustup update stable");
    }
    Check::new("Rust", State::Ok, version)
}

fn judge_target(installed: bool, rustup: bool) -> Check {
    if installed {
        return Check::new("Wasm target", State::Ok, WASM_TARGET);
    }
    let check =
        Check::new("Wasm target", State::Missing, format!("the standard library for {WASM_TARGET} is not installed."));
    if rustup {
        check.advise(format!("rustup target add {WASM_TARGET}"))
    } else {
        check.advise(format!(
            "add {WASM_TARGET} the way your Rust was installed, or install Rust by rustup: https://rustup.rs"
        ))
    }
}

fn judge_node(version: Option<&str>) -> Check {
    let wanted = format!("install Node.js {}.{} or newer: https://nodejs.org", NODE[0], NODE[1]);
    match version {
        None => Check::new("Node", State::Note, "not found; only wasm-opt needs it, to make a release smaller.")
            .advise(wanted),
        Some(version) if numbers(version) < NODE.to_vec() => {
            Check::new("Node", State::Note, format!("{version} is too old for wasm-opt.")).advise(wanted)
        }
        Some(version) => Check::new("Node", State::Ok, version),
    }
}

fn judge_optimiser(found: Result<PathBuf, String>) -> Check {
    match found {
        Ok(path) => Check::new("wasm-opt", State::Ok, path.display().to_string()),
        Err(sentence) => Check::new("wasm-opt", State::Note, "not found; releases are larger than they need be.")
            .advise(command_in(&sentence).unwrap_or(sentence)),
    }
}

/// The command between backticks in a sentence.
fn command_in(sentence: &str) -> Option<String> {
    sentence.split('`').nth(1).map(str::to_owned)
}

fn judge_project(opened: Result<String, BuildError>) -> Option<Check> {
    match opened {
        Ok(name) => Some(Check::new("Project", State::Ok, name)),
        // Asked outside of one.
        Err(BuildError::NoManifest { .. }) => None,
        Err(error) => Some(Check::new("Project", State::Missing, error.to_string())),
    }
}

fn judge_browser(path: Option<&Path>, version: Option<&str>) -> Vec<Check> {
    let install = if cfg!(target_os = "macos") {
        "brew install --cask chromium"
    } else if find_on_path(&["apt-get"]).is_some() {
        "sudo apt-get install chromium"
    } else {
        "install Chromium or Chrome, or name it in the variable CHROMIUM"
    };
    let Some(path) = path else {
        let found = "no Chromium was found; any browser shows the page, only `--headless` and WebMCP need one.";
        return vec![Check::new("Browser", State::Note, found).advise(install)];
    };
    let name = version.map(str::trim).filter(|version| !version.is_empty());
    let told = format!("{} ({})", name.unwrap_or("of unknown version"), path.display());
    let mut checks = vec![Check::new("Browser", State::Ok, told)];
    let old = name.is_some_and(|version| numbers(version) < CHROMIUM.to_vec());
    checks.push(if old {
        Check::new("WebMCP", State::Note, format!("needs Chromium {} or newer.", CHROMIUM[0])).advise(install)
    } else {
        Check::new("WebMCP", State::Note, "off in a browser until it is turned on; agents at /__mcp do not need it.")
            .advise(format!("{} {WEBMCP_FLAG}", path.display()))
            .advise(format!("or {ORIGIN_TRIAL}"))
    });
    checks
}

/// Who has a port.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Listener {
    Nobody,
    /// A development server of ours, and of which application.
    Scumble(String),
    Somebody,
}

fn judge_port(port: u16, listener: &Listener) -> Check {
    match listener {
        Listener::Nobody => Check::new("Port", State::Ok, format!("{port} is free.")),
        Listener::Scumble(name) => {
            Check::new("Port", State::Ok, format!("{port} has the development server of {name}."))
        }
        Listener::Somebody => {
            let found = format!("{port} is in use by another program; `scumble dev` takes the next free one of ten.");
            Check::new("Port", State::Note, found)
                .advise(format!("scumble dev --port {}", port.saturating_add(100)))
                .advise("and the same port in .mcp.json")
        }
    }
}

/// What a program says on stdout; `None` if it is not there or fails.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// Whether the compiler has the target's standard library, however it was installed.
fn has_wasm_target() -> bool {
    let Some(folder) = said("rustc", &["--print", "target-libdir", "--target", WASM_TARGET]) else { return false };
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore"))
}

/// The browser named by `CHROMIUM`, else one on PATH or where macOS keeps it.
pub(crate) fn chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM").map(PathBuf::from).filter(|path| path.is_file()) {
        return Some(named);
    }
    let known = [
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    find_on_path(&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])
        .or_else(|| known.iter().map(PathBuf::from).find(|path| path.is_file()))
}

/// The first of these programs that is on PATH.
fn find_on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let file = |name: &str| format!("{name}{}", std::env::consts::EXE_SUFFIX);
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(file(name)))).find(|path| path.is_file())
}

/// Whether a program is on PATH.
pub(crate) fn is_on_path(name: &str) -> bool {
    find_on_path(&[name]).is_some()
}

fn who_listens(port: u16) -> Listener {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    if TcpListener::bind(address).is_ok() {
        return Listener::Nobody;
    }
    server_name(address).map_or(Listener::Somebody, Listener::Scumble)
}

/// The application a development server at this address says it serves.
fn server_name(address: SocketAddr) -> Option<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    write!(stream, "GET /__connection.json HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = Vec::new();
    // Whoever it is has one buffer's time to say it.
    let _ = stream.take(16_384).read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n")?;
    if !head.lines().next()?.contains(" 200") {
        return None;
    }
    let body: serde_json::Value = serde_json::from_str(&body[body.find('{')?..=body.rfind('}')?]).ok()?;
    body["name"].as_str().map(str::to_owned)
}

/// The numbers of the first version in a text: `rustc 1.95.0 (…)` has 1, 95 and 0.
fn numbers(text: &str) -> Vec<u32> {
    let start = text.find(|character: char| character.is_ascii_digit()).unwrap_or(text.len());
    text[start..]
        .split(|character: char| !(character.is_ascii_digit() || character == '.'))
        .next()
        .unwrap_or_default()
        .split('.')
        .map_while(|part| part.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(check: &Check) -> String {
        lines(check).join("\n")
    }

    #[test]
    fn what_is_needed_and_missing_comes_with_its_command() {
        assert_eq!(
            told(&judge_rust(Some("rustc 1.80.1 (3f5fd8dd4 2024-08-06)"))),
            format!(
                "MISSING  Rust: rustc 1.80.1 (3f5fd8dd4 2024-08-06) is older than {}.\n         -> rustup update stable",
                env!("CARGO_PKG_RUST_VERSION")
            )
        );
        assert_eq!(judge_rust(None).state, State::Missing);
        assert_eq!(judge_rust(Some("rustc 2.0.0")).state, State::Ok);
        assert_eq!(judge_target(false, true).advice, ["rustup target add wasm32-unknown-unknown"]);
        assert!(judge_target(false, false).advice[0].contains("rustup.rs"));
        assert_eq!(judge_target(true, false).state, State::Ok);
    }

    #[test]
    fn what_is_only_of_use_is_a_note() {
        assert_eq!(judge_node(None).state, State::Note);
        assert_eq!(judge_node(Some("v18.2.0")).state, State::Note);
        assert_eq!(judge_node(Some("v20.19.0")).state, State::Ok);
        let missing =
            judge_optimiser(Err("wasm-opt was not found. Run `npm install --save-dev binaryen` in it.".into()));
        assert_eq!((missing.state, missing.advice), (State::Note, vec!["npm install --save-dev binaryen".to_owned()]));
    }

    #[test]
    fn the_browser_that_can_is_told_how_to_turn_webmcp_on() {
        let path = Path::new("/usr/bin/chromium");
        let [browser, webmcp] = &judge_browser(Some(path), Some("Chromium 156.0.8078.114 built on Debian"))[..] else {
            panic!("two checks")
        };
        assert_eq!(browser.found, "Chromium 156.0.8078.114 built on Debian (/usr/bin/chromium)");
        assert_eq!(webmcp.advice[0], "/usr/bin/chromium --enable-features=WebMCP");
        assert!(judge_browser(Some(path), Some("Chromium 120.0.1"))[1].found.starts_with("needs Chromium 150"));
        assert_eq!(judge_browser(None, None).len(), 1);
    }

    #[test]
    fn a_port_in_use_is_told_with_who_has_it() {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = free.local_addr().expect("it has an address").port();
        // Somebody who listens and says nothing of himself.
        let answering = std::thread::spawn(move || {
            let (mut stream, _) = free.accept().expect("the probe connects");
            let mut request = [0; 512];
            let _ = stream.read(&mut request).expect("the probe asks");
            let body = "{\"name\":\"tea-shop\",\"mcp\":\"/__mcp\"}";
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
            drop(stream);
            free
        });
        assert_eq!(who_listens(port), Listener::Scumble("tea-shop".into()));
        let free = answering.join().expect("it answered");
        let silent = std::thread::spawn(move || drop(free.accept()));
        assert_eq!(who_listens(port), Listener::Somebody);
        silent.join().expect("it ended");
        assert_eq!(judge_port(port, &Listener::Somebody).state, State::Note);
        assert!(judge_port(5173, &Listener::Scumble("tea-shop".into())).found.contains("of tea-shop"));
    }

    #[test]
    fn versions_are_read_out_of_what_programs_say() {
        assert_eq!(numbers("rustc 1.95.0 (59807616e 2026-04-14)"), [1, 95, 0]);
        assert_eq!(numbers("v20.19.0"), [20, 19, 0]);
        assert_eq!(numbers("nothing"), Vec::<u32>::new());
    }
}
