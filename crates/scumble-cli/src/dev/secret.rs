//! What a page has to know to be taken for a tab of this project: a random word, kept in the project's target folder
//! for its owner alone, so that a page left open finds its server again after a restart.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::Path;

use scumble_build::{Project, Record};

/// The secret of a project; made and kept if there is none yet.
///
/// # Errors
/// A sentence if it cannot be kept.
pub(crate) fn of_project(project: &Project) -> Result<String, String> {
    let path = Record::path(project).with_file_name("secret");
    at(&path).map_err(|error| format!("The secret of this project cannot be kept in {}: {error}.", path.display()))
}

fn at(path: &Path) -> std::io::Result<String> {
    let mut kept = String::new();
    if let Ok(mut file) = OpenOptions::new().read(true).open(path)
        && is_private(&file)
        && file.read_to_string(&mut kept).is_ok()
        && is_secret(kept.trim())
    {
        return Ok(kept.trim().to_owned());
    }
    let fresh = scumble_mcp::token();
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir)?;
    }
    // Written beside it and moved there, so that two servers that begin at once do not read half of one.
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let _ = std::fs::remove_file(&beside);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(fresh.as_bytes())?;
    std::fs::rename(&beside, path)?;
    Ok(fresh)
}

fn is_secret(text: &str) -> bool {
    text.len() >= 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether nobody but its owner may read it; one that others may have read is made anew.
#[cfg(unix)]
fn is_private(file: &std::fs::File) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().is_ok_and(|about| about.mode() & 0o077 == 0)
}

#[cfg(not(unix))]
fn is_private(_: &std::fs::File) -> bool {
    true
}

/// Whether two secrets are equal; every byte is looked at, wherever they differ.
pub(crate) fn equal(given: &str, wanted: &str) -> bool {
    let difference = given.bytes().zip(wanted.bytes()).fold(0, |difference, (one, other)| difference | (one ^ other));
    given.len() == wanted.len() && std::hint::black_box(difference) == 0
}

#[cfg(test)]
mod tests {
    use super::{at, equal};

    #[test]
    fn it_is_kept_and_one_that_others_could_read_is_not() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("scumble/secret");
        let first = at(&path).expect("it is kept");
        assert_eq!(at(&path).expect("it is read"), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&path).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("it is ours");
            assert_ne!(at(&path).expect("another is made"), first);
        }
        std::fs::write(&path, "short").expect("it is ours");
        assert!(at(&path).expect("another is made").len() >= 32);
    }

    #[test]
    fn only_the_whole_secret_is_equal() {
        assert!(equal("abc", "abc"));
        assert!(!equal("abd", "abc") && !equal("ab", "abc") && !equal("", "abc") && !equal("abcd", "abc"));
    }
}
