//! The Rust files below a package's `src`, read again only where they changed.
//!
//! Knows paths, times and hashes, nothing of what a file says.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::entry::Problem;
use crate::read::{FileFacts, read};

/// A file changed this shortly before it was read may change once more without another time or size.
const UNSETTLED: Duration = Duration::from_secs(2);

/// The files of one package.
pub(crate) struct Files {
    dir: PathBuf,
    /// By path from the package's folder, with `/` between.
    files: BTreeMap<String, File>,
}

/// One file as it was read last.
pub(crate) struct File {
    stamp: Stamp,
    hash: [u8; 32],
    /// What it said when it last parsed; `None` if it never did.
    pub(crate) facts: Option<Arc<FileFacts>>,
    /// Why it could not be read as it is now.
    pub(crate) problem: Option<Problem>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    changed: SystemTime,
    length: u64,
    /// Whether time and length tell every change from here on.
    settled: bool,
}

/// What a look at the files came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refreshed {
    /// Files that are there.
    pub files: usize,
    /// Files whose bytes were read.
    pub read: usize,
    /// Files whose text was parsed, since it was another than before.
    pub parsed: usize,
    /// Files that are gone.
    pub gone: usize,
}

impl Refreshed {
    /// Whether anything is to be told differently.
    #[must_use]
    pub fn changed(&self) -> bool {
        self.parsed > 0 || self.gone > 0
    }
}

impl Files {
    /// No files yet, of the package in `dir`.
    pub(crate) fn new(dir: PathBuf) -> Files {
        Files { dir, files: BTreeMap::new() }
    }

    /// The files by path from the package's folder.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(path, file)| (path.as_str(), file))
    }

    /// Looks at every file and reads those that changed.
    pub(crate) fn refresh(&mut self) -> Refreshed {
        let mut refreshed = Refreshed::default();
        let mut before = std::mem::take(&mut self.files);
        let hidden = |name: &str| name.starts_with('.') || name.ends_with('~');
        let walk = WalkDir::new(self.dir.join("src")).sort_by_file_name().into_iter();
        let entries = walk.filter_entry(|entry| !entry.file_name().to_str().is_some_and(hidden));
        for entry in entries.flatten().filter(|entry| entry.file_type().is_file()) {
            if entry.path().extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let Ok(from_package) = entry.path().strip_prefix(&self.dir) else { continue };
            let path = from_package.to_string_lossy().replace('\\', "/");
            let known = before.remove(&path);
            // A file that goes while it is looked at was not there.
            if let Some(file) = look(entry.path(), &path, known, &mut refreshed) {
                self.files.insert(path, file);
            }
        }
        refreshed.files = self.files.len();
        refreshed.gone = before.len();
        refreshed
    }
}

/// A file as it is now; `None` if it is gone.
fn look(path: &Path, name: &str, known: Option<File>, refreshed: &mut Refreshed) -> Option<File> {
    let metadata = std::fs::metadata(path).ok()?;
    let changed = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    let settled = SystemTime::now().duration_since(changed).is_ok_and(|age| age > UNSETTLED);
    let stamp = Stamp { changed, length: metadata.len(), settled };
    let known = match known {
        Some(file) if file.stamp.settled && file.stamp == stamp => return Some(file),
        other => other,
    };
    refreshed.read += 1;
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => {
            refreshed.parsed += 1;
            let facts = known.and_then(|file| file.facts);
            let problem = problem(name, None, format!("{name} cannot be read: {error}."), facts.is_some());
            return Some(File {
                stamp: Stamp { settled: false, ..stamp },
                hash: [0; 32],
                facts,
                problem: Some(problem),
            });
        }
    };
    let hash: [u8; 32] = Sha256::digest(&bytes).into();
    if let Some(file) = known {
        if file.hash == hash {
            return Some(File { stamp, ..file });
        }
        return Some(parse(name, &bytes, stamp, hash, file.facts, refreshed));
    }
    Some(parse(name, &bytes, stamp, hash, None, refreshed))
}

fn parse(
    name: &str,
    bytes: &[u8],
    stamp: Stamp,
    hash: [u8; 32],
    before: Option<Arc<FileFacts>>,
    refreshed: &mut Refreshed,
) -> File {
    refreshed.parsed += 1;
    let parsed = match std::str::from_utf8(bytes) {
        Ok(text) => read(text).map_err(|wrong| {
            let place = format!("line {}, column {}", wrong.line, wrong.column);
            (Some(wrong.line), format!("{name} does not parse at {place}: {}.", wrong.message.trim_end_matches('.')))
        }),
        Err(error) => Err((None, format!("{name} is not UTF-8: {error}."))),
    };
    match parsed {
        Ok(facts) => File { stamp, hash, facts: Some(Arc::new(facts)), problem: None },
        Err((line, message)) => {
            let problem = problem(name, line, message, before.is_some());
            File { stamp, hash, facts: before, problem: Some(problem) }
        }
    }
}

fn problem(file: &str, line: Option<usize>, message: String, kept: bool) -> Problem {
    Problem { file: file.to_owned(), line, message, kept }
}
