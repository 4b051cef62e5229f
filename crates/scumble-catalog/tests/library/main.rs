//! The catalogue over real files: projects written into a temporary folder, changed, broken and mended.

mod drawing;
mod entries;
mod keeping;
mod tools;

use std::path::Path;

use scumble_catalog::{Catalog, Component};
use tempfile::TempDir;

/// A crate on disk.
struct Project {
    dir: TempDir,
}

impl Project {
    /// A crate `shop` of these files.
    fn of(files: &[(&str, &str)]) -> Project {
        let project = Project { dir: tempfile::tempdir().expect("a temporary folder") };
        project.write("Cargo.toml", "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        std::fs::create_dir_all(project.path().join("src")).expect("a temporary folder is writable");
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        let folder = path.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder).expect("a temporary folder is writable");
        std::fs::write(path, text).expect("a temporary folder is writable");
    }

    fn remove(&self, path: &str) {
        std::fs::remove_file(self.path().join(path)).expect("the file is there");
    }

    fn open(&self) -> Catalog {
        Catalog::open(self.path()).expect("a crate")
    }
}

/// The component of this name.
fn find<'a>(catalog: &'a Catalog, name: &str) -> &'a Component {
    let mut found = catalog.components().iter().filter(|component| component.name == name);
    let component = found.next().unwrap_or_else(|| panic!("there is no {name}"));
    assert!(found.next().is_none(), "there are several {name}");
    component
}

/// Where a component is used, as `file count`.
fn users(component: &Component) -> Vec<String> {
    component.used_by.iter().map(|user| format!("{} {}", user.file, user.count)).collect()
}
