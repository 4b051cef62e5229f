//! The id of the sources as they lie on disk at this moment, without reading them all again when nothing changed.
//!
//! What the file system says of every file and folder is compared with what it said when they were last read. A file
//! saved so shortly before that reading that a second save could look the same is read again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use scumble_build::{ProfileName, Project, Sources};

/// File systems may give two saves within this time the same stamp.
const COARSE: Duration = Duration::from_millis(50);

/// The sources as they were read last.
#[derive(Default)]
pub(crate) struct Stamps {
    known: Mutex<Option<Known>>,
}

struct Known {
    dir: PathBuf,
    id: String,
    stamps: Vec<(PathBuf, Option<Stamp>)>,
}

#[derive(Clone, Copy, PartialEq)]
struct Stamp {
    modified: SystemTime,
    size: u64,
    inode: u64,
}

impl Stamps {
    /// The id a build of `project` as it is now would have; none if it cannot be read. Blocks on the file system.
    pub(crate) fn id(&self, project: &Project) -> Option<String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known
            && known.dir == project.dir
            && known.stamps.iter().all(|(path, stamp)| stamp.is_some() && of(path) == *stamp)
        {
            return Some(known.id.clone());
        }
        *known = None;
        // Stamped before it is read: a save in between shows the next time.
        let before = Sources::read(project).ok()?;
        let stamps = stamps(project, &before);
        let sources = Sources::read(project).ok()?;
        let id = sources.id(project, ProfileName::Dev);
        if sources == before {
            *known = Some(Known { dir: project.dir.clone(), id: id.clone(), stamps });
        }
        Some(id)
    }
}

/// Every file, and every folder a file could come into.
fn stamps(project: &Project, sources: &Sources) -> Vec<(PathBuf, Option<Stamp>)> {
    let mut paths: BTreeSet<&Path> = sources.paths().collect();
    for path in sources.paths() {
        let package = project.local_packages().map(|package| &package.dir).filter(|dir| path.starts_with(dir));
        let Some(top) = package.max_by_key(|dir| dir.components().count()) else { continue };
        paths.extend(path.ancestors().skip(1).take_while(|folder| folder.starts_with(top)));
    }
    let now = SystemTime::now();
    let settled = |stamp: &Stamp| now.duration_since(stamp.modified).map_or(true, |age| age > COARSE);
    paths.into_iter().map(|path| (path.to_owned(), of(path).filter(settled))).collect()
}

fn of(path: &Path) -> Option<Stamp> {
    let about = std::fs::metadata(path).ok()?;
    #[cfg(unix)]
    let inode = std::os::unix::fs::MetadataExt::ino(&about);
    #[cfg(not(unix))]
    let inode = 0;
    Some(Stamp { modified: about.modified().ok()?, size: about.len(), inode })
}

#[cfg(test)]
mod tests {
    use super::{ProfileName, Project, Sources, Stamps};

    #[test]
    fn every_change_on_disk_shows_at_once_however_short_after_the_last() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let src = dir.path().join("src");
        std::fs::create_dir_all(src.join("deep")).expect("a writable folder");
        let manifest = "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n[workspace]\n";
        std::fs::write(dir.path().join("Cargo.toml"), manifest).expect("a writable folder");
        std::fs::write(src.join("lib.rs"), "//! 000\n").expect("a writable folder");
        std::fs::write(src.join("deep/a.rs"), "//! a\n").expect("a writable folder");
        let project = Project::open(dir.path()).expect("an application");
        let stamps = Stamps::default();
        let fresh = || Sources::read(&project).expect("readable").id(&project, ProfileName::Dev);
        assert_eq!(stamps.id(&project), Some(fresh()));
        for number in 0..200 {
            // Of one length, so that only the time of the save could tell.
            std::fs::write(src.join("lib.rs"), format!("//! {number:03}\n")).expect("a writable folder");
            assert_eq!(stamps.id(&project), Some(fresh()), "save {number}");
        }
        std::fs::write(src.join("deep/b.rs"), "//! b\n").expect("a writable folder");
        assert_eq!(stamps.id(&project), Some(fresh()));
        std::fs::remove_file(src.join("deep/a.rs")).expect("a writable folder");
        assert_eq!(stamps.id(&project), Some(fresh()));
        std::thread::sleep(super::COARSE * 2);
        assert_eq!(stamps.id(&project), stamps.id(&project));
        assert!(
            stamps
                .known
                .lock()
                .expect("no panic")
                .as_ref()
                .is_some_and(|known| known.stamps.iter().all(|(_, stamp)| stamp.is_some()))
        );
    }
}
