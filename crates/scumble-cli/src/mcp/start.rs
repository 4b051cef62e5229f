//! Starting a development server that nobody has on a terminal: it writes to a log, and lives as long as it is used.
//!
//! Clients of one project that start at once start one server between them. Knows nothing of the protocol.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, Command};
use tokio::time::Instant;

use super::McpArgs;
use crate::running::{Folder, Running, of_project};

/// How long a server may take until it says that it runs; it says so before its first build.
const BEGINNING: Duration = Duration::from_secs(30);

/// How long it is between two looks whether it runs.
const LOOK: Duration = Duration::from_millis(20);

/// How much of its log is told when it did not begin.
const LAST_WORDS: u64 = 2000;

/// Starts a server for `project` unless one runs, and waits until it does. It is where the one `before` it was, if that
/// place is free.
///
/// # Errors
/// A sentence if it does not begin to run.
pub(crate) async fn start(
    folder: &Folder,
    project: &Path,
    program: Option<&Path>,
    args: &McpArgs,
    before: Option<Running>,
) -> Result<(), String> {
    let key = key(project);
    let turn = folder.file(&format!("{key}.turn"));
    // Held until the server is found by whoever has the next turn.
    let _turn = tokio::task::spawn_blocking(move || take_turn(&turn))
        .await
        .map_err(|error| format!("Starting a server failed: {error}."))??;
    if !of_project(&Folder::every(), project).is_empty() {
        return Ok(());
    }
    let program = program.ok_or("This program does not know where it lies, and cannot start a server.")?;
    let log = folder.file(&format!("{key}.log"));
    let mut child = spawn(program, project, args, before, &log)?;
    let pid = child.id();
    let until = Instant::now() + BEGINNING;
    loop {
        if of_project(&Folder::every(), project).iter().any(|found| Some(found.running.pid) == pid) {
            break;
        }
        if let Ok(Some(status)) = child.try_wait() {
            return Err(format!("The development server could not be started ({status}). {}", last_words(&log)));
        }
        if Instant::now() >= until {
            let _ = child.kill().await;
            let seconds = BEGINNING.as_secs();
            return Err(format!(
                "The development server has not begun within {seconds} s and was ended. {}",
                last_words(&log)
            ));
        }
        tokio::time::sleep(LOOK).await;
    }
    eprintln!("Started a development server; its log is {}.", log.display());
    // Its end is noticed by its file; the system wants to be asked too.
    tokio::spawn(async move { child.wait().await });
    Ok(())
}

fn take_turn(path: &Path) -> Result<File, String> {
    let failed = |error: std::io::Error| format!("{} cannot be locked: {error}.", path.display());
    let file = match crate::running::create(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => File::open(path).map_err(failed)?,
        Err(error) => return Err(failed(error)),
    };
    file.lock().map_err(failed)?;
    Ok(file)
}

fn spawn(program: &Path, project: &Path, args: &McpArgs, before: Option<Running>, log: &Path) -> Result<Child, String> {
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}.", log.display());
    // Another server of this project may still write to the last one.
    let _ = std::fs::remove_file(log);
    let out = crate::running::create(log).map_err(failed)?;
    let errors = out.try_clone().map_err(failed)?;
    let port = before.and_then(|before| port_of(&before.url)).unwrap_or(args.port);
    let mut command = Command::new(program);
    command.arg("dev").arg(project).args(["--while-used", "--port", &port.to_string()]);
    if args.headless {
        command.arg("--headless");
    }
    for (option, value) in [("--token", &args.token), ("--name", &args.name)] {
        if let Some(value) = value {
            command.args([option, value]);
        }
    }
    command.stdin(Stdio::null()).stdout(out).stderr(errors);
    // What ends this process, such as Ctrl-C on a terminal, does not end the server of others.
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(windows)]
    command.creation_flags(NEW_PROCESS_GROUP | NO_WINDOW);
    command.spawn().map_err(|error| format!("{} could not be started: {error}.", program.display()))
}

#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x0000_0200;
#[cfg(windows)]
const NO_WINDOW: u32 = 0x0800_0000;

fn port_of(url: &str) -> Option<u16> {
    url.trim_end_matches('/').rsplit_once(':')?.1.parse().ok()
}

/// What a project's files are called beside those of its servers.
fn key(project: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    project.hash(&mut hasher);
    let name = project.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).take(60).collect();
    format!("{plain}-{:016x}", hasher.finish())
}

/// What a server said last.
fn last_words(log: &PathBuf) -> String {
    let read = || -> std::io::Result<String> {
        let mut file = File::open(log)?;
        let from = file.metadata()?.len().saturating_sub(LAST_WORDS);
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    };
    match read() {
        Ok(text) if !text.is_empty() => format!("It said: {text}"),
        _ => format!("It said nothing in {}.", log.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projects_of_one_name_have_logs_of_their_own() {
        let (one, other) = (key(Path::new("/a/tea shop")), key(Path::new("/b/tea shop")));
        assert!(one.starts_with("teashop-") && other.starts_with("teashop-") && one != other, "{one} {other}");
    }

    #[test]
    fn the_place_of_the_server_before_is_read_out_of_its_address() {
        assert_eq!(port_of("http://localhost:5174/"), Some(5174));
        assert_eq!(port_of("http://[::1]:80/"), Some(80));
        assert_eq!(port_of("http://localhost/"), None);
    }

    #[test]
    fn a_server_that_did_not_begin_is_quoted_and_not_at_length() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let log = dir.path().join("a.log");
        assert!(last_words(&log).starts_with("It said nothing in "));
        std::fs::write(&log, format!("{}The end.\n", "x".repeat(5000))).expect("the folder is writable");
        let said = last_words(&log);
        assert!(said.ends_with("The end.") && said.len() < 2020, "{}", said.len());
    }
}
