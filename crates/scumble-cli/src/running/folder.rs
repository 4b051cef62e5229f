//! The folder of this person's running servers: where it is, and that it is theirs alone.
//!
//! It lies in `XDG_RUNTIME_DIR` where that is the person's, else in the folder for temporary files, under a name with
//! the person's number in it. A server and who looks for it may have been started with different environments, so it
//! is written in the first and looked for in both. Knows nothing of what is in it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A folder that nobody but this person can write to or read.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder to write to; made if it is not there.
    ///
    /// # Errors
    /// A sentence if it cannot be had, or belongs to somebody else.
    pub(crate) fn own() -> Result<Folder, String> {
        let Some(path) = candidates(std::env::var_os("XDG_RUNTIME_DIR")).into_iter().next() else {
            return Err("There is no folder for the files of running servers.".into());
        };
        Folder::at(path)
    }

    /// Every folder there is to look in.
    pub(crate) fn every() -> Vec<Folder> {
        let there = candidates(std::env::var_os("XDG_RUNTIME_DIR")).into_iter().filter(|path| is_theirs(path));
        there.map(|path| Folder { path }).collect()
    }

    /// The folder at `path`; made if it is not there.
    ///
    /// # Errors
    /// A sentence if it cannot be had, or belongs to somebody else.
    pub(crate) fn at(path: PathBuf) -> Result<Folder, String> {
        let failed = |error: std::io::Error| {
            format!("The folder of running servers, {}, cannot be had: {error}.", path.display())
        };
        match make(&path) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
        }
        // Looked at after it is there, whoever made it; a link in its place is not followed.
        let found = std::fs::symlink_metadata(&path).map_err(failed)?;
        match judge(&found) {
            Standing::Private => {}
            Standing::Readable => close(&path).map_err(failed)?,
            Standing::Foreign => {
                return Err(format!(
                    "{} is not a folder of this user's, so nothing in it is believed. Remove it, or name a folder of your own in the variable XDG_RUNTIME_DIR.",
                    path.display()
                ));
            }
        }
        Ok(Folder { path })
    }

    /// A file in it.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The names of the files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(&self.path) else { return Vec::new() };
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }
}

/// How a folder that is there stands.
#[derive(Debug, PartialEq, Eq)]
enum Standing {
    /// Nobody else can read it.
    Private,
    /// It is this user's, and others can read it.
    Readable,
    /// It is no folder, or another user's.
    Foreign,
}

/// Where it may lie, the first choice first.
fn candidates(runtime: Option<OsString>) -> Vec<PathBuf> {
    // The specification has relative paths ignored; one that is another user's is left over from a change of user.
    let runtime = runtime.map(PathBuf::from).filter(|path| path.is_absolute() && is_theirs(path));
    let temporary = std::env::temp_dir().join(name());
    runtime.map(|path| path.join("scumble")).into_iter().chain([temporary]).collect()
}

/// Whether there is a folder of this user's.
fn is_theirs(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|found| judge(&found) != Standing::Foreign)
}

/// Its name where other users have theirs too.
#[cfg(unix)]
fn name() -> String {
    format!("scumble-{}", rustix::process::geteuid().as_raw())
}

#[cfg(not(unix))]
fn name() -> String {
    "scumble".into()
}

#[cfg(unix)]
fn judge(found: &std::fs::Metadata) -> Standing {
    use std::os::unix::fs::MetadataExt;
    standing(found.is_dir(), found.uid(), found.mode(), rustix::process::geteuid().as_raw())
}

#[cfg(unix)]
fn standing(is_folder: bool, owner: u32, mode: u32, user: u32) -> Standing {
    match (is_folder && owner == user, mode & 0o077) {
        (false, _) => Standing::Foreign,
        (true, 0) => Standing::Private,
        (true, _) => Standing::Readable,
    }
}

/// Elsewhere the folder for temporary files is the person's own.
#[cfg(not(unix))]
fn judge(found: &std::fs::Metadata) -> Standing {
    if found.is_dir() { Standing::Private } else { Standing::Foreign }
}

fn make(path: &Path) -> std::io::Result<()> {
    #[allow(unused_mut, reason = "only Unix has a mode to set")]
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(unix)]
fn close(path: &Path) -> std::io::Result<()> {
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))
}

#[cfg(not(unix))]
fn close(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn it_is_made_for_its_owner_alone_and_one_that_others_could_read_is_closed() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("scumble");
        for _ in 0..2 {
            Folder::at(path.clone()).expect("it is ours");
            assert_eq!(std::fs::metadata(&path).expect("it is there").mode() & 0o777, 0o700);
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        }
    }

    #[test]
    fn what_is_another_users_or_no_folder_is_refused() {
        assert_eq!(standing(true, 1000, 0o40700, 1000), Standing::Private);
        assert_eq!(standing(true, 1000, 0o40755, 1000), Standing::Readable);
        assert_eq!(standing(true, 1001, 0o40700, 1000), Standing::Foreign);
        assert_eq!(standing(true, 1001, 0o41777, 0), Standing::Foreign);
        let dir = tempfile::tempdir().expect("a temporary folder");
        let link = dir.path().join("scumble");
        symlink(dir.path(), &link).expect("the folder is writable");
        let said = Folder::at(link).expect_err("a link may lead anywhere");
        assert!(said.contains("nothing in it is believed. Remove it"), "{said}");
        let file = dir.path().join("file");
        std::fs::write(&file, "").expect("the folder is writable");
        assert!(Folder::at(file).is_err());
    }

    #[test]
    fn a_runtime_folder_that_is_not_there_or_is_relative_gives_way_to_the_temporary_one() {
        let temporary = std::env::temp_dir().join(name());
        for unusable in [None, Some("run/user".into()), Some("/none/at/all".into())] {
            assert_eq!(candidates(unusable), std::slice::from_ref(&temporary));
        }
        let dir = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(candidates(Some(dir.path().into())), [dir.path().join("scumble"), temporary]);
    }
}
