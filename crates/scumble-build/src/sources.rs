//! The sources a build is made of, and the id they give it.
//!
//! Reads every file of the local packages that could take part in a compile, and the files that
//! decide how; knows nothing of what is in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use walkdir::{DirEntry, WalkDir};

use crate::{BuildError, ProfileName, Project};

/// A fingerprint of every source file, by absolute path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: BTreeMap<PathBuf, [u8; 32]>,
}

/// What can lie directly in a package's folder and is read by no compile.
const NOT_SOURCES: [&str; 8] = ["target", "node_modules", "dist", "pkg", "tests", "benches", "goldens", "fixtures"];

/// Whether the file or folder at `relative` inside a package's folder can be part of what is
/// compiled or served: not a build's output, not a test, not hidden, not an editor's leftovers.
pub fn is_source_path(relative: &Path) -> bool {
    let mut names = relative.iter().map(|name| name.to_str());
    let Some(Some(first)) = names.next() else { return false };
    !NOT_SOURCES.contains(&first) && is_kept(first) && names.all(|name| name.is_some_and(is_kept))
}

fn is_kept(name: &str) -> bool {
    let leftover = name.ends_with('~') || name.ends_with(".swp") || name.ends_with(".tmp") || name == "4913";
    !leftover && !name.starts_with('.') && name != "node_modules"
}

impl Sources {
    /// Read the sources of `project` as they are on disk now. A file that vanishes meanwhile is left out.
    ///
    /// # Errors
    /// [`BuildError::Io`] if the application's own folder cannot be read.
    pub fn read(project: &Project) -> Result<Self, BuildError> {
        std::fs::read_dir(&project.dir).map_err(BuildError::io("read", &project.dir))?;
        let mut files = BTreeMap::new();
        for package in project.local_packages() {
            let entries = WalkDir::new(&package.dir).into_iter().filter_entry(|entry| is_source(&package.dir, entry));
            for entry in entries.flatten().filter(|entry| entry.file_type().is_file()) {
                add(&mut files, entry.path());
            }
        }
        let root = &project.workspace_root;
        for path in [root.join("Cargo.toml"), root.join("Cargo.lock")].iter().chain(&project.config_path) {
            add(&mut files, path);
        }
        Ok(Self { files })
    }

    /// The build's id: 12 hexadecimal digits of the sources, the profile and this library's version.
    pub fn id(&self, project: &Project, profile: ProfileName) -> String {
        let mut hash = Sha256::new();
        hash.update(env!("CARGO_PKG_VERSION"));
        hash.update(match profile {
            ProfileName::Dev => b"dev",
            ProfileName::Release => b"rel",
        });
        for (path, digest) in &self.files {
            // Relative, so that equal checkouts in different folders give equal ids.
            let path = path.strip_prefix(&project.workspace_root).unwrap_or(path);
            hash.update(path.as_os_str().as_encoded_bytes());
            hash.update(digest);
        }
        hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Every file, as an absolute path.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.keys().map(PathBuf::as_path)
    }

    /// Whether a file that decides which packages there are, and how they are compiled, is another than in `before`.
    #[must_use]
    pub fn manifests_differ(&self, before: &Sources) -> bool {
        let decides = |path: &&Path| {
            path.extension().is_some_and(|ending| ending == "toml")
                || path.file_name().is_some_and(|name| name == "Cargo.lock")
        };
        self.changed_since(before).chain(before.changed_since(self)).any(|path| decides(&path))
    }

    /// One file's fingerprint; none if it is not there.
    pub(crate) fn of_file(path: &Path) -> Self {
        let mut files = BTreeMap::new();
        add(&mut files, path);
        Self { files }
    }

    /// Each file's hash in hexadecimal, by its path as the build's objects have it.
    pub(crate) fn hashes(&self, project: &Project) -> BTreeMap<String, String> {
        let hex = |digest: &[u8; 32]| digest.iter().map(|byte| format!("{byte:02x}")).collect();
        self.files.iter().map(|(path, digest)| (project.name_of(path), hex(digest))).collect()
    }

    /// The files that are new or different here from what they were in `before`.
    pub fn changed_since<'a>(&'a self, before: &'a Sources) -> impl Iterator<Item = &'a Path> {
        self.files
            .iter()
            .filter(|(path, digest)| before.files.get(*path) != Some(digest))
            .map(|(path, _)| path.as_path())
    }
}

fn is_source(package: &Path, entry: &DirEntry) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    // A folder with a manifest is a package of its own; if it takes part, it is walked for itself.
    let nested = entry.file_type().is_dir() && entry.path().join("Cargo.toml").is_file();
    !nested && entry.path().strip_prefix(package).is_ok_and(is_source_path)
}

fn add(files: &mut BTreeMap<PathBuf, [u8; 32]>, path: &Path) {
    if let Ok(bytes) = std::fs::read(path) {
        files.insert(path.to_owned(), Sha256::digest(&bytes).into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn application(dir: &Path) -> Project {
        std::fs::create_dir_all(dir.join("src")).expect("a temporary folder is writable");
        let manifest = "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n[workspace]\n";
        std::fs::write(dir.join("Cargo.toml"), manifest).expect("a temporary folder is writable");
        std::fs::write(dir.join("src/lib.rs"), "//! One.\n").expect("a temporary folder is writable");
        Project::open(dir).expect("an application")
    }

    #[test]
    fn the_id_follows_sources_and_profile_and_nothing_else() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = application(dir.path());
        let before = Sources::read(&project).expect("readable");
        let id = before.id(&project, ProfileName::Dev);
        assert_eq!(id.len(), 12);
        assert_ne!(id, before.id(&project, ProfileName::Release));

        std::fs::create_dir_all(project.dir.join("target/debug")).expect("a temporary folder is writable");
        std::fs::write(project.dir.join("target/debug/junk"), "x").expect("a temporary folder is writable");
        assert_eq!(id, Sources::read(&project).expect("readable").id(&project, ProfileName::Dev));

        std::fs::write(project.dir.join("src/lib.rs"), "//! Two.\n").expect("a temporary folder is writable");
        let after = Sources::read(&project).expect("readable");
        assert_ne!(id, after.id(&project, ProfileName::Dev));
        let changed: Vec<&Path> = after.changed_since(&before).collect();
        assert_eq!(changed, [project.dir.join("src/lib.rs")]);
    }

    #[test]
    fn output_and_tests_are_told_from_modules_of_those_names() {
        for source in ["src/lib.rs", "src/tests/press.rs", "src/pkg/mod.rs", "index.html", "assets/a.png", "build.rs"] {
            assert!(is_source_path(Path::new(source)), "{source}");
        }
        for other in [
            "",
            "target/debug/x",
            "pkg/app.js",
            "tests/a.rs",
            ".git/index",
            "src/.lib.rs.swp",
            "src/lib.rs~",
            "www/node_modules/x",
        ] {
            assert!(!is_source_path(Path::new(other)), "{other}");
        }
    }

    #[test]
    fn equal_checkouts_in_different_folders_have_equal_ids() {
        let ids: Vec<String> = (0..2)
            .map(|_| {
                let dir = tempfile::tempdir().expect("a temporary folder");
                let project = application(dir.path());
                Sources::read(&project).expect("readable").id(&project, ProfileName::Dev)
            })
            .collect();
        assert_eq!(ids[0], ids[1]);
    }
}
