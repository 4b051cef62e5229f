//! What is to be built: the application's crate, its workspace, and the packages it is made of, as
//! cargo sees them.
//!
//! Reads what cargo knows and `wasm-pack.toml`; compiles nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::metadata::Metadata;
use crate::{BuildError, Config};

/// The version of wasm-bindgen whose output this library reads.
pub const BINDGEN_VERSION: &str = "0.2.130";

/// The target every page is compiled for.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// An application that can be built.
#[derive(Clone, Debug)]
pub struct Project {
    /// The crate's folder, absolute.
    pub dir: PathBuf,
    /// The package's name, as in its manifest.
    pub name: String,
    /// The name its files carry: the library's, without dashes.
    pub file_name: String,
    /// The package's version.
    pub version: String,
    /// The root of its workspace; its own folder if it has none.
    pub workspace_root: PathBuf,
    /// Where cargo puts what it compiles.
    pub target_dir: PathBuf,
    /// How the package is made.
    pub config: Config,
    /// The file that says so, if there is one.
    pub config_path: Option<PathBuf>,
    /// Every package that goes into the page, the application's own among them, by cargo's id.
    pub packages: BTreeMap<String, Package>,
    /// The application's id among them.
    pub(crate) id: String,
}

/// A package that goes into the page.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its folder.
    pub dir: PathBuf,
    /// Whether it is somebody's source on this machine rather than a registry's copy.
    pub local: bool,
    /// Names of the packages it depends on directly.
    pub dependencies: BTreeSet<String>,
}

impl Project {
    /// The application in `path`: a folder with its Cargo.toml, that file itself, or a workspace
    /// whose `wasm-pack.toml` names one.
    ///
    /// # Errors
    /// A sentence for a folder without a manifest, a workspace that names no application, a crate
    /// that is no `cdylib`, another wasm-bindgen than [`BINDGEN_VERSION`], a `wasm-pack.toml` that
    /// does not parse, and whatever stops cargo from reading the manifests.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BuildError> {
        let path = path.as_ref();
        let dir = if path.file_name().is_some_and(|name| name == "Cargo.toml") {
            match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            }
        } else {
            path
        };
        let Ok(dir) = dir.canonicalize() else {
            return Err(BuildError::NoManifest { dir: dir.into() });
        };
        let manifest = dir.join("Cargo.toml");
        if !manifest.is_file() {
            return Err(BuildError::NoManifest { dir });
        }
        let metadata = Metadata::ask(&manifest)?;
        let (config, config_path) = Config::find(&dir, &metadata.workspace_root)?;
        let Some(package) = metadata.packages.iter().find(|package| package.manifest_path == manifest) else {
            // A virtual manifest: the file beside it may say which member is meant.
            return match (&config.krate, &config_path) {
                (Some(krate), Some(file)) if dir.join(krate) != dir => {
                    let base = file.parent().unwrap_or(&dir);
                    Self::open(base.join(krate))
                }
                _ => Err(BuildError::NoPackage { candidates: metadata.applications(), dir }),
            };
        };
        let Some(target) = package.targets.iter().find(|target| target.is_cdylib()) else {
            return Err(BuildError::NotAnApplication { manifest });
        };
        let packages = metadata.reachable(&package.id);
        if let Some(found) = packages.values().find(|package| package.name == "wasm-bindgen")
            && found.version != BINDGEN_VERSION
        {
            return Err(BuildError::BindgenVersion { found: found.version.clone(), needed: BINDGEN_VERSION });
        }
        Ok(Self {
            name: package.name.clone(),
            file_name: target.name.replace('-', "_"),
            version: package.version.clone(),
            id: package.id.clone(),
            workspace_root: metadata.workspace_root.clone(),
            target_dir: metadata.target_directory.clone(),
            packages,
            config,
            config_path,
            dir,
        })
    }

    /// The application's own package.
    pub fn application(&self) -> &Package {
        &self.packages[&self.id]
    }

    /// The packages whose sources are on this machine, the application's first.
    pub fn local_packages(&self) -> impl Iterator<Item = &Package> {
        let own = std::iter::once(self.application());
        own.chain(
            self.packages.iter().filter(|(id, package)| package.local && **id != self.id).map(|(_, package)| package),
        )
    }

    /// A file as objects name it: relative to the application, else to its workspace, with `/` between.
    pub(crate) fn name_of(&self, path: &Path) -> String {
        let short = path.strip_prefix(&self.dir).or_else(|_| path.strip_prefix(&self.workspace_root)).unwrap_or(path);
        short.to_string_lossy().replace('\\', "/")
    }

    /// Whether a package of this name goes into the page.
    pub fn has_package(&self, name: &str) -> bool {
        self.packages.values().any(|package| package.name == name)
    }
}

/// The cargo to run: the one that runs us, else the one on PATH.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    // Flags in the environment would replace those of the configuration, ours among them.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dir: &Path, file: &str, text: &str) {
        let path = dir.join(file);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a temporary folder is writable");
        std::fs::write(path, text).expect("a temporary folder is writable");
    }

    fn crate_at(dir: &Path, name: &str, lib: &str) {
        write(
            dir,
            "Cargo.toml",
            &format!("[package]\nname = \"{name}\"\nversion = \"0.3.0\"\nedition = \"2024\"\n{lib}"),
        );
        write(dir, "src/lib.rs", "//! Nothing.\n");
    }

    const CDYLIB: &str = "[lib]\ncrate-type = [\"cdylib\", \"rlib\"]\n";

    #[test]
    fn a_folder_without_a_manifest_says_so() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let message = Project::open(dir.path()).expect_err("there is nothing").to_string();
        assert!(message.contains("has no Cargo.toml"), "{message}");
        let message = Project::open(dir.path().join("nowhere")).expect_err("there is nothing").to_string();
        assert!(message.contains("nowhere has no Cargo.toml"), "{message}");
    }

    #[test]
    fn a_crate_that_is_no_cdylib_is_told_what_to_add() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        crate_at(dir.path(), "plain", "[workspace]\n");
        let message = Project::open(dir.path()).expect_err("a plain library").to_string();
        assert!(message.contains("crate-type = [\"cdylib\", \"rlib\"]"), "{message}");
    }

    #[test]
    fn a_workspace_names_its_applications_or_takes_the_configured_one() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        write(dir.path(), "Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"apps/*\"]\n");
        crate_at(&dir.path().join("apps/board"), "board", CDYLIB);
        crate_at(&dir.path().join("apps/model"), "model", "");
        let message = Project::open(dir.path()).expect_err("which one?").to_string();
        assert!(message.contains("apps/board") && !message.contains("apps/model"), "{message}");
        write(dir.path(), "wasm-pack.toml", "crate = \"apps/board\"\n");
        let project = Project::open(dir.path()).expect("the file names it");
        assert_eq!((project.name.as_str(), project.version.as_str()), ("board", "0.3.0"));
        assert_eq!(project.config_path.as_deref().and_then(Path::file_name), Some("wasm-pack.toml".as_ref()));
    }

    #[test]
    fn a_crate_opens_by_folder_and_by_manifest_with_its_own_packages_first() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let lib = "[dependencies]\npart = { path = \"part\" }\n[dev-dependencies]\nonly-tests = { path = \"only-tests\" }\n[workspace]\n";
        crate_at(dir.path(), "my-app", &format!("{CDYLIB}{lib}"));
        crate_at(&dir.path().join("part"), "part", "");
        crate_at(&dir.path().join("only-tests"), "only-tests", "");
        let project = Project::open(dir.path().join("Cargo.toml")).expect("an application");
        assert_eq!(project.file_name, "my_app");
        let names: Vec<&str> = project.local_packages().map(|package| package.name.as_str()).collect();
        assert_eq!(names, ["my-app", "part"]);
        assert!(project.application().dependencies.contains("part"));
        assert!(!project.has_package("only-tests"));
    }

    #[test]
    fn a_manifest_cargo_cannot_read_carries_what_cargo_said() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        write(dir.path(), "Cargo.toml", "[package]\nname = \n");
        let error = Project::open(dir.path()).expect_err("not TOML");
        assert_eq!(error.code(), "cargo");
        assert!(error.to_string().contains("Cargo.toml"), "{error}");
    }
}
