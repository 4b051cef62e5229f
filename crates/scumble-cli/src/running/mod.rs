//! The development servers this person has running: a file each.
//!
//! A file counts while its server holds the lock on it, and the system lets go of a lock however its process ends. So
//! a server that was killed is not taken for one that runs, whoever has its process id by now, and one that is merely
//! slow is not taken for one that is gone. A second file beside it is locked by whoever uses the server; one that was
//! started for its users ends when there are none. Knows no MCP.

mod folder;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

pub(crate) use folder::Folder;

/// A file that was never finished is taken away after this long.
const UNFINISHED: Duration = Duration::from_secs(60);

/// A running server, as its file tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Running {
    /// The application's folder.
    pub(crate) project: PathBuf,
    /// The page.
    pub(crate) url: String,
    /// Where agents connect.
    pub(crate) mcp: String,
    /// What agents know the server as.
    pub(crate) name: String,
    /// What they have to send, if they have to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) token: Option<String>,
    /// Its process.
    pub(crate) pid: u32,
    /// When it began, in milliseconds of the epoch.
    pub(crate) started: u64,
    /// Whether it ends when nobody uses it any more.
    pub(crate) while_used: bool,
}

/// A server that was found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) running: Running,
    file: PathBuf,
}

/// The word that a server runs; taken back when dropped.
#[derive(Debug)]
pub(crate) struct Announced {
    file: PathBuf,
    /// Held as long as the server lives.
    _alive: File,
    users: File,
}

/// A use of a server; ended when dropped.
#[derive(Debug)]
pub(crate) struct Use {
    _users: File,
}

/// How a server that was found stands now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Runs,
    /// It said that it ends.
    Ended,
    /// It was killed, or fell.
    Died,
}

/// Now, as [`Running::started`] has it.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Tell that a server runs. The file is there as a whole, or not at all.
///
/// # Errors
/// A sentence if it cannot be written.
pub(crate) fn announce(folder: &Folder, running: &Running) -> Result<Announced, String> {
    let token = scumble_mcp::token();
    let name = format!("{}-{}", running.pid, &token[..8]);
    let file = folder.file(&format!("{name}.json"));
    write(folder, &name, &file, running)
        .map_err(|error| format!("The file of this server, {}, cannot be written: {error}.", file.display()))
}

fn write(folder: &Folder, name: &str, file: &Path, running: &Running) -> std::io::Result<Announced> {
    let users = create(&users_of(file))?;
    let unfinished = folder.file(&format!("{name}.tmp"));
    let mut alive = create(&unfinished)?;
    // Locked before it has the name by which it is found.
    alive.lock_shared()?;
    alive.write_all(&serde_json::to_vec(running)?)?;
    alive.sync_all()?;
    std::fs::rename(&unfinished, file)?;
    Ok(Announced { file: file.to_owned(), _alive: alive, users })
}

/// A new file for its owner alone.
pub(crate) fn create(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Where the users of a server are counted.
fn users_of(file: &Path) -> PathBuf {
    file.with_extension("users")
}

impl Announced {
    /// Whether somebody uses the server.
    pub(crate) fn is_used(&self) -> bool {
        match self.users.try_lock() {
            // Only looked at: a user may come in the next moment.
            Ok(()) => self.users.unlock().is_err(),
            Err(_) => true,
        }
    }

    /// Ends being found, unless somebody uses the server. Nobody can begin to from then on.
    pub(crate) fn close_unless_used(&self) -> bool {
        let closed = self.users.try_lock().is_ok();
        if closed {
            remove(&self.file);
        }
        closed
    }
}

impl Drop for Announced {
    fn drop(&mut self) {
        remove(&self.file);
    }
}

impl Found {
    /// Whether it still runs; the file of one that died is swept.
    pub(crate) fn standing(&self) -> Standing {
        let alive = match File::open(&self.file) {
            Ok(alive) => alive,
            Err(error) if error.kind() == ErrorKind::NotFound => return Standing::Ended,
            // Nobody knows, and it did run.
            Err(_) => return Standing::Runs,
        };
        if runs(&alive) {
            return Standing::Runs;
        }
        remove(&self.file);
        Standing::Died
    }

    /// Begins to use it; none if it is about to end.
    pub(crate) fn begin_use(&self) -> Option<Use> {
        let users = File::open(users_of(&self.file)).ok()?;
        // The server itself looks whether there are any, and has it for that moment.
        let held = (0..20).any(|_| {
            users.try_lock_shared().is_ok() || {
                std::thread::sleep(Duration::from_millis(5));
                false
            }
        });
        (held && self.standing() == Standing::Runs).then_some(Use { _users: users })
    }
}

/// Whether the server of this file lives.
fn runs(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

fn remove(file: &Path) {
    // Whoever was quicker has done it.
    let _ = std::fs::remove_file(file);
    let _ = std::fs::remove_file(users_of(file));
}

/// The servers of a project that run, the youngest first. What servers left that run no longer is swept.
pub(crate) fn of_project(folders: &[Folder], project: &Path) -> Vec<Found> {
    let mut found: Vec<Found> = folders.iter().flat_map(all).filter(|found| found.running.project == project).collect();
    found.sort_by_key(|found| std::cmp::Reverse(found.running.started));
    found
}

fn all(folder: &Folder) -> Vec<Found> {
    let names = folder.names();
    names.iter().filter_map(|name| look(folder, name, &names)).collect()
}

/// One file of the folder: a server that runs, or nothing.
fn look(folder: &Folder, name: &str, names: &[String]) -> Option<Found> {
    let file = folder.file(name);
    let (stem, kind) = name.rsplit_once('.')?;
    match kind {
        "json" => {
            let mut alive = File::open(&file).ok()?;
            if !runs(&alive) {
                remove(&file);
                return None;
            }
            let mut text = String::new();
            alive.read_to_string(&mut text).ok()?;
            // One of another version of this command may have other words.
            let running = serde_json::from_str(&text).ok()?;
            Some(Found { running, file })
        }
        "tmp" | "users" if !names.contains(&format!("{stem}.json")) => {
            let old = std::fs::metadata(&file).and_then(|about| about.modified()).ok()?.elapsed().ok()?;
            if old > UNFINISHED {
                let _ = std::fs::remove_file(&file);
            }
            None
        }
        _ => None,
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
