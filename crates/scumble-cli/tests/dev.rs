//! `scumble dev` as a page and a person use it: the real program, a real compile, a real socket.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;

/// A crate in cargo's folder for tests, so that its dependencies are compiled once.
fn write_crate(name: &str, dependencies: &str, lib: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(dir.join("src")).expect("cargo's folder for tests is writable");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n[dependencies]\n{dependencies}\n[workspace]\n"
    );
    std::fs::write(dir.join("Cargo.toml"), manifest).expect("cargo's folder for tests is writable");
    std::fs::write(dir.join("src/lib.rs"), lib).expect("cargo's folder for tests is writable");
    // The versions of this workspace, so that nothing has to be looked up.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    if !dir.join("Cargo.lock").exists() && lock.exists() {
        std::fs::copy(lock, dir.join("Cargo.lock")).expect("cargo's folder for tests is writable");
    }
    dir
}

/// A running `scumble dev --json`; ended when dropped.
struct Dev {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Dev {
    fn start(dir: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_scumble"))
            .arg("dev")
            .arg(dir)
            .args(["--port", "0", "--json"])
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("target"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        Self { child, lines }
    }

    /// The next line of stdout, which has to be JSON.
    fn line(&mut self) -> Value {
        let line = self.lines.next().expect("it runs").expect("it writes text");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Ask it to end, and answer its exit code once it has.
    fn end(&mut self) -> Option<i32> {
        kill_process(Pid::from_child(&self.child), Signal::TERM).expect("it runs");
        self.child.wait().expect("it is our child").code()
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|status| status.is_none()) {
            let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
            let _ = self.child.wait();
        }
    }
}

fn authority(url: &str) -> String {
    url.trim_start_matches("http://").trim_end_matches('/').to_owned()
}

/// Headers and body of a GET.
fn get(url: &str, path: &str) -> (String, Vec<u8>) {
    let authority = authority(url);
    let mut stream = TcpStream::connect(&authority).expect("the server listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\r\n").expect("the server reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server answers");
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n").expect("an HTTP answer");
    (String::from_utf8_lossy(&answer[..end]).into_owned(), answer[end + 4..].to_vec())
}

type Socket = tungstenite::WebSocket<MaybeTlsStream<TcpStream>>;

/// The first message of a page that shows `build`.
fn hello(secret: &str, build: &str) -> Value {
    json!({ "type": "hello", "protocol": 1, "secret": secret, "build": build, "url": "http://localhost/", "visible": true, "front": 1.0 })
}

fn open_socket(url: &str, hello: &Value) -> Socket {
    let (mut socket, _) =
        tungstenite::connect(format!("ws://{}/__scumble/socket", authority(url))).expect("a page may connect");
    socket.send(tungstenite::Message::text(hello.to_string())).expect("the socket is open");
    socket
}

/// The next message of this type.
fn next_of(socket: &mut Socket, wanted: &str) -> Value {
    loop {
        if let tungstenite::Message::Text(text) = socket.read().expect("the socket is open") {
            let message: Value = serde_json::from_str(&text).expect("messages are JSON");
            if message["type"] == wanted {
                return message;
            }
        }
    }
}

const GOOD: &str =
    "use wasm_bindgen::prelude::*;\n#[wasm_bindgen]\npub fn double(number: u32) -> u32 {\n    number * 2\n}\n";

#[test]
fn a_save_reaches_the_page_and_a_failed_build_leaves_it() {
    let dir = write_crate("dev-app", "wasm-bindgen = \"=0.2.130\"", GOOD);
    let mut dev = Dev::start(&dir);
    let greeting = dev.line();
    let url = greeting["url"].as_str().expect("the first line has the address").to_owned();
    assert_eq!(greeting["name"], "dev-app");
    assert_eq!(greeting["pid"], dev.child.id());
    assert_eq!(greeting["mcp"], format!("{url}__mcp"));
    let (_, about) = get(&url, "/__connection.json");
    let about: Value = serde_json::from_slice(&about).expect("it is JSON");
    assert_eq!(
        (&about["name"], &about["mcp"], &about["pid"]),
        (&"dev-app".into(), &"/__mcp".into(), &dev.child.id().into())
    );

    // The page is there at once; its module is there when it is built.
    let (_, page) = get(&url, "/");
    assert!(String::from_utf8_lossy(&page).contains("/__scumble/client.js"));
    let (head, module) = get(&url, "/pkg/dev_app_bg.wasm");
    assert!(head.contains("application/wasm") && module.starts_with(b"\0asm"), "{head}");
    let first = dev.line();
    assert_eq!(first["summary"]["failed"], 0, "{first}");
    let id = first["summary"]["id"].as_str().expect("a build has an id").to_owned();

    let page = String::from_utf8_lossy(&page).into_owned();
    let secret =
        page.split("data-secret=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("it is in the page");
    let mut stranger = open_socket(&url, &hello("guessed", &id));
    assert!(matches!(stranger.read(), Ok(tungstenite::Message::Close(Some(why))) if u16::from(why.code) == 4403));

    let mut socket = open_socket(&url, &hello(secret, &id));
    assert_eq!(next_of(&mut socket, "welcome")["tab"], "t1");
    assert_eq!(next_of(&mut socket, "build")["build"], first);

    std::fs::write(dir.join("src/lib.rs"), GOOD.replace("* 2", "* \"2\"")).expect("the folder is writable");
    let failed = next_of(&mut socket, "build");
    assert_eq!(failed["build"]["summary"]["failed"], 2, "{failed}");
    assert_eq!(failed["build"], dev.line());
    let (_, kept) = get(&url, "/pkg/dev_app_bg.wasm");
    assert!(kept == module, "the last good module is served on");

    std::fs::write(dir.join("src/lib.rs"), GOOD.replace("* 2", "* 4")).expect("the folder is writable");
    let built = next_of(&mut socket, "build");
    assert_eq!(built["build"]["summary"]["failed"], 0, "{built}");
    let reload = next_of(&mut socket, "reload");
    assert_eq!(reload["build"], built["build"]["summary"]["id"]);
    assert_ne!(reload["build"], id);

    assert_eq!(dev.end(), Some(0));
}

#[test]
fn ending_during_a_compile_leaves_nothing_running() {
    let dir = write_crate("slow-app", "", "//! Its build script never ends.\n");
    let started = dir.join("started.tmp");
    let _ = std::fs::remove_file(&started);
    let script = format!(
        "fn main() {{\n    std::fs::write({started:?}, std::process::id().to_string()).unwrap();\n    std::thread::sleep(std::time::Duration::from_secs(600));\n}}\n"
    );
    std::fs::write(dir.join("build.rs"), script).expect("cargo's folder for tests is writable");
    let mut dev = Dev::start(&dir);
    dev.line();
    let script = loop {
        let pid = std::fs::read_to_string(&started).ok().and_then(|text| text.parse().ok()).and_then(Pid::from_raw);
        if let Some(pid) = pid {
            break pid;
        }
        assert!(dev.child.try_wait().expect("it is our child").is_none(), "it ended before the build script ran");
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert_eq!(dev.end(), Some(0));
    // Nobody waits for an orphan but the system, which takes a moment.
    let gone = (0..500).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        let state = std::fs::read_to_string(format!("/proc/{}/stat", script.as_raw_nonzero())).unwrap_or_default();
        test_kill_process(script).is_err() || state.contains(") Z ")
    });
    assert!(gone, "the build script still runs");
}

#[test]
fn a_folder_that_is_no_application_ends_with_a_sentence() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let output =
        Command::new(env!("CARGO_BIN_EXE_scumble")).arg("dev").arg(dir.path()).output().expect("the program was built");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("has no Cargo.toml. Name the folder of an application's crate."), "{said}");
}
