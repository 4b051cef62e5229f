//! The catalogue: a project's package, libraries beside it, and what they offer as of the last look.

use std::path::{Path, PathBuf};

use crate::entry::{Channel, Component, Problem};
use crate::files::Files;
use crate::join::{Joined, join};

pub use crate::files::Refreshed;

/// A project's components and channels, and the controls of the libraries it is written with.
pub struct Catalog {
    project: Package,
    libraries: Vec<Library>,
}

/// What is told of by one name; it may lie in several crates.
struct Library {
    name: String,
    packages: Vec<Package>,
    components: Vec<Component>,
}

struct Package {
    name: String,
    crate_name: String,
    /// The library's root file from the package's folder.
    library: String,
    is_library: bool,
    files: Files,
    joined: Joined,
}

impl Catalog {
    /// Reads the crate in `root`, the folder of its Cargo.toml.
    ///
    /// # Errors
    /// A sentence if there is no such folder, no manifest in it that can be read, or no `src` beside that.
    pub fn open(root: impl AsRef<Path>) -> Result<Catalog, String> {
        let mut project = Package::open(root.as_ref(), false)?;
        project.refresh();
        Ok(Catalog { project, libraries: Vec::new() })
    }

    /// Adds a library that is told of when asked for by `name`; its crate lies in `root`. A name that was added before
    /// gets one crate more. It is read at the next [`refresh`](Catalog::refresh), so that whoever only opens a catalogue
    /// does not wait for it.
    ///
    /// # Errors
    /// As [`Catalog::open`].
    pub fn with_library(mut self, name: impl Into<String>, root: impl AsRef<Path>) -> Result<Catalog, String> {
        let (name, package) = (name.into(), Package::open(root.as_ref(), true)?);
        match self.libraries.iter_mut().find(|library| library.name == name) {
            Some(library) => library.packages.push(package),
            None => self.libraries.push(Library { name, packages: vec![package], components: Vec::new() }),
        }
        Ok(self)
    }

    /// Reads again what changed since the last look, in the project and its libraries.
    pub fn refresh(&mut self) -> Refreshed {
        let mut all = self.project.refresh();
        for library in &mut self.libraries {
            let mut changed = false;
            for package in &mut library.packages {
                let refreshed = package.refresh();
                changed |= refreshed.changed();
                all.files += refreshed.files;
                all.read += refreshed.read;
                all.parsed += refreshed.parsed;
                all.gone += refreshed.gone;
            }
            if changed {
                let told = library.packages.iter().flat_map(|package| &package.joined.components);
                library.components = told.cloned().collect();
            }
        }
        all
    }

    /// The project's name, as in its manifest.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.project.name
    }

    /// The project's components, by file and line.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.project.joined.components
    }

    /// The project's channels, by file and line.
    #[must_use]
    pub fn channels(&self) -> &[Channel] {
        &self.project.joined.channels
    }

    /// The project's files that could not be read as they are now.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.project.joined.problems
    }

    /// The names of the libraries.
    pub fn libraries(&self) -> impl Iterator<Item = &str> {
        self.libraries.iter().map(|library| library.name.as_str())
    }

    /// The controls and components a library gives; `None` if there is no library of this name.
    #[must_use]
    pub fn library(&self, name: &str) -> Option<&[Component]> {
        let library = self.libraries.iter().find(|library| library.name == name)?;
        Some(&library.components)
    }
}

impl Package {
    fn open(root: &Path, is_library: bool) -> Result<Package, String> {
        let dir: PathBuf = root
            .canonicalize()
            .map_err(|error| format!("{} cannot be opened: {error}. Name the folder of a crate.", root.display()))?;
        let manifest = dir.join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest)
            .map_err(|error| format!("{} cannot be read: {error}. Name the folder of a crate.", manifest.display()))?;
        let table: toml::Table =
            text.parse().map_err(|error| format!("{} is not a manifest: {error}", manifest.display()))?;
        let of = |section: &str, key: &str| table.get(section)?.get(key)?.as_str().map(str::to_owned);
        let name = of("package", "name").ok_or_else(|| {
            format!("{} names no package. Name the folder of one of the workspace's crates.", manifest.display())
        })?;
        if !dir.join("src").is_dir() {
            return Err(format!("{} has no src folder, so there is nothing to read.", dir.display()));
        }
        let crate_name = of("lib", "name").unwrap_or_else(|| name.replace('-', "_"));
        let library = of("lib", "path").unwrap_or_else(|| "src/lib.rs".into());
        Ok(Package { name, crate_name, library, is_library, files: Files::new(dir), joined: Joined::default() })
    }

    fn refresh(&mut self) -> Refreshed {
        let refreshed = self.files.refresh();
        if refreshed.changed() {
            self.joined = join(&self.files, &self.library, &self.crate_name, self.is_library);
            // Example values parse types; nothing holds their spans.
            proc_macro2::extra::invalidate_current_thread_spans();
        }
        refreshed
    }
}
