//! Saved files, as paths: those that can change what is compiled or served, and no others.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use scumble_build::{CONFIG_FILE, Project, is_source_path};
use tokio::sync::mpsc::UnboundedSender;

/// Files of a workspace's root that decide what is compiled.
const ROOT_FILES: [&str; 3] = ["Cargo.toml", "Cargo.lock", CONFIG_FILE];

/// A running watch; it ends when dropped.
pub(crate) struct Watch {
    watcher: RecommendedWatcher,
    packages: Vec<PathBuf>,
}

impl Watch {
    /// Watch the sources of `project`; every saved file goes to `changed`.
    ///
    /// # Errors
    /// The system's reason, as a sentence.
    pub(crate) fn start(project: &Project, changed: UnboundedSender<PathBuf>) -> Result<Self, String> {
        let packages: Vec<PathBuf> = project.local_packages().map(|package| package.dir.clone()).collect();
        let roots: BTreeSet<PathBuf> =
            [Some(project.workspace_root.clone()), parent(&project.config_path)].into_iter().flatten().collect();
        let relevant = Relevant { packages: packages.clone(), roots: roots.clone() };
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            let Ok(event) = event else { return };
            if is_change(event.kind) {
                for path in event.paths.into_iter().filter(|path| relevant.has(path)) {
                    // Nobody listens any more when the server is ending.
                    let _ = changed.send(path);
                }
            }
        });
        let explain = |error: notify::Error| {
            format!(
                "Saved files cannot be watched, so start again after a change: {error}. On Linux, fs.inotify.max_user_watches may be too low."
            )
        };
        let mut watch = Self { watcher: watcher.map_err(explain)?, packages };
        for dir in watch.packages.clone() {
            watch.add(&dir, RecursiveMode::NonRecursive).map_err(explain)?;
            for entry in std::fs::read_dir(&dir).into_iter().flatten().flatten() {
                watch.add_folder(&entry.path()).map_err(explain)?;
            }
        }
        for dir in roots {
            watch.add(&dir, RecursiveMode::NonRecursive).map_err(explain)?;
        }
        Ok(watch)
    }

    /// A new folder directly in a package's is watched from now on.
    pub(crate) fn follow(&mut self, path: &Path) {
        if path.parent().is_some_and(|parent| self.packages.iter().any(|dir| dir == parent)) {
            // It may be gone again, and then there is nothing to watch.
            let _ = self.add_folder(path);
        }
    }

    /// Folders with sources are watched one by one, because a package's folder can hold cargo's
    /// target folder, with more files than a system can watch.
    fn add_folder(&mut self, path: &Path) -> notify::Result<()> {
        let is_source = path.file_name().is_some_and(|name| is_source_path(Path::new(name)));
        if path.is_dir() && is_source && !path.join("Cargo.toml").is_file() {
            self.add(path, RecursiveMode::Recursive)?;
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, mode: RecursiveMode) -> notify::Result<()> {
        self.watcher.watch(path, mode)
    }
}

fn parent(path: &Option<PathBuf>) -> Option<PathBuf> {
    path.as_deref().and_then(Path::parent).map(Path::to_path_buf)
}

/// Reading and changes of permission are no saves.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => false,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) | EventKind::Other => true,
    }
}

struct Relevant {
    packages: Vec<PathBuf>,
    roots: BTreeSet<PathBuf>,
}

impl Relevant {
    fn has(&self, path: &Path) -> bool {
        let is_root_file = path.parent().is_some_and(|dir| self.roots.contains(dir))
            && path.file_name().is_some_and(|name| ROOT_FILES.iter().any(|file| name == *file));
        // The innermost package counts: to an outer one it is a folder like any other.
        let inner = self
            .packages
            .iter()
            .filter_map(|dir| path.strip_prefix(dir).ok())
            .min_by_key(|rest| rest.components().count());
        is_root_file || inner.is_some_and(is_source_path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relevant() -> Relevant {
        Relevant { packages: vec!["/w/app".into(), "/w/app/part".into()], roots: [PathBuf::from("/w")].into() }
    }

    #[test]
    fn sources_and_pages_count_and_what_builds_write_does_not() {
        let relevant = relevant();
        for path in [
            "/w/app/src/lib.rs",
            "/w/app/index.html",
            "/w/app/part/src/a.rs",
            "/w/Cargo.lock",
            "/w/wasm-pack.toml",
            "/w/app/Cargo.toml",
        ] {
            assert!(relevant.has(Path::new(path)), "{path}");
        }
        for path in [
            "/w/app/target/debug/x",
            "/w/app/pkg/app.js",
            "/w/app/.git/index",
            "/w/app/src/.lib.rs.swp",
            "/w/app/src/lib.rs~",
            "/w/other/src/lib.rs",
            "/w/README.md",
            "/w/app",
        ] {
            assert!(!relevant.has(Path::new(path)), "{path}");
        }
    }

    #[tokio::test]
    async fn a_saved_file_arrives_also_from_a_folder_made_later() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir_all(dir.path().join("src")).expect("a writable folder");
        let manifest = "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n[workspace]\n";
        std::fs::write(dir.path().join("Cargo.toml"), manifest).expect("a writable folder");
        std::fs::write(dir.path().join("src/lib.rs"), "").expect("a writable folder");
        let project = Project::open(dir.path()).expect("an application");
        let (sender, mut changes) = tokio::sync::mpsc::unbounded_channel();
        let mut watch = Watch::start(&project, sender).expect("this system watches files");

        std::fs::write(project.dir.join("src/lib.rs"), "//! Saved.\n").expect("a writable folder");
        assert_eq!(changes.recv().await, Some(project.dir.join("src/lib.rs")));

        let images = project.dir.join("images");
        std::fs::create_dir(&images).expect("a writable folder");
        while changes.recv().await.expect("the watch runs") != images {}
        watch.follow(&images);
        std::fs::write(images.join("a.svg"), "<svg/>").expect("a writable folder");
        while changes.recv().await.expect("the watch runs") != images.join("a.svg") {}
    }
}
