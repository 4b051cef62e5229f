//! What cargo knows of a workspace: its packages and what each depends on.
//!
//! Asking cargo takes a quarter of a second, most of a start, so its answer is kept in the target folder with everything
//! it follows from, and asked for again when any of that is another.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::BuildError;
use crate::project::{Package, WASM_TARGET, cargo};

#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<MetaPackage>,
    resolve: Option<Resolve>,
    pub(crate) workspace_root: PathBuf,
    pub(crate) target_directory: PathBuf,
}

#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct MetaPackage {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    source: Option<String>,
    pub(crate) manifest_path: PathBuf,
    pub(crate) targets: Vec<MetaTarget>,
}

#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct MetaTarget {
    pub(crate) name: String,
    crate_types: Vec<String>,
}

#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Node {
    id: String,
    deps: Vec<NodeDep>,
}

#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct NodeDep {
    pkg: String,
    dep_kinds: Vec<DepKind>,
}

#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct DepKind {
    kind: Option<String>,
}

impl MetaTarget {
    pub(crate) fn is_cdylib(&self) -> bool {
        self.crate_types.iter().any(|kind| kind == "cdylib")
    }
}

impl MetaPackage {
    fn dir(&self) -> PathBuf {
        self.manifest_path.parent().map(Path::to_path_buf).unwrap_or_default()
    }
}

impl Metadata {
    /// What cargo knows of the package or workspace at `manifest`.
    ///
    /// # Errors
    /// What cargo says if it cannot read the manifests.
    pub(crate) fn ask(manifest: &Path) -> Result<Self, BuildError> {
        // Without dependencies it takes a tenth of the time, and says where what was kept would lie.
        let outline = run(manifest, &["--no-deps"])?;
        let target_directory = parse::<Outline>(&outline)?.target_directory;
        let kept = Kept::path(&target_directory, manifest);
        if let Some(metadata) = Kept::read(&kept, &outline) {
            return Ok(metadata);
        }
        let metadata: Metadata = parse(&run(manifest, &["--filter-platform", WASM_TARGET])?)?;
        Kept::write(&kept, &outline, metadata.clone());
        Ok(metadata)
    }

    /// Members of the workspace that build a page, relative to its root.
    pub(crate) fn applications(&self) -> Vec<String> {
        let mut found: Vec<String> = self
            .packages
            .iter()
            .filter(|package| package.source.is_none() && package.targets.iter().any(MetaTarget::is_cdylib))
            .map(|package| {
                let dir = package.dir();
                dir.strip_prefix(&self.workspace_root).unwrap_or(&dir).display().to_string()
            })
            .collect();
        found.sort();
        found
    }

    /// The package `root` and everything compiled into it for the page.
    pub(crate) fn reachable(&self, root: &str) -> BTreeMap<String, Package> {
        let packages: BTreeMap<&str, &MetaPackage> =
            self.packages.iter().map(|package| (package.id.as_str(), package)).collect();
        let nodes: BTreeMap<&str, &Node> =
            self.resolve.iter().flat_map(|resolve| &resolve.nodes).map(|node| (node.id.as_str(), node)).collect();
        let mut reached = BTreeMap::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            let Some(package) = packages.get(id) else { continue };
            if reached.contains_key(id) {
                continue;
            }
            let normal: Vec<&str> = nodes
                .get(id)
                .into_iter()
                .flat_map(|node| &node.deps)
                .filter(|dep| dep.dep_kinds.iter().any(|kind| kind.kind.is_none()))
                .map(|dep| dep.pkg.as_str())
                .collect();
            reached.insert(
                id.to_owned(),
                Package {
                    name: package.name.clone(),
                    version: package.version.clone(),
                    dir: package.dir(),
                    local: package.source.is_none(),
                    dependencies: normal
                        .iter()
                        .filter_map(|id| packages.get(id))
                        .map(|package| package.name.clone())
                        .collect(),
                },
            );
            open.extend(normal);
        }
        reached
    }
}

/// The part of an answer without dependencies that is looked at.
#[derive(Deserialize)]
struct Outline {
    target_directory: PathBuf,
}

fn run(manifest: &Path, arguments: &[&str]) -> Result<Vec<u8>, BuildError> {
    let output = cargo()
        .args(["metadata", "--format-version", "1"])
        .args(arguments)
        .arg("--manifest-path")
        .arg(manifest)
        .output()
        .map_err(|source| BuildError::Spawn { program: "cargo".into(), source })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(BuildError::Cargo { output: String::from_utf8_lossy(&output.stderr).into_owned() })
}

fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, BuildError> {
    serde_json::from_slice(text)
        .map_err(|error| BuildError::Cargo { output: format!("metadata this build cannot read: {error}") })
}

/// An answer, and a fingerprint of what it follows from.
#[derive(Deserialize, Serialize)]
struct Kept {
    follows_from: String,
    metadata: Metadata,
}

impl Kept {
    fn path(target: &Path, manifest: &Path) -> PathBuf {
        let mut hash = Sha256::new();
        hash.update(manifest.as_os_str().as_encoded_bytes());
        target.join("scumble").join(format!("metadata-{}.json", hex(hash, 6)))
    }

    fn read(path: &Path, outline: &[u8]) -> Option<Metadata> {
        let kept: Kept = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
        (kept.follows_from == follows_from(outline, &kept.metadata)).then_some(kept.metadata)
    }

    /// Where it cannot be kept, cargo is asked again the next time.
    fn write(path: &Path, outline: &[u8], metadata: Metadata) {
        let kept = Kept { follows_from: follows_from(outline, &metadata), metadata };
        let Ok(text) = serde_json::to_vec(&kept) else { return };
        let beside = path.with_extension(format!("{}.tmp", std::process::id()));
        let _ = path.parent().map(std::fs::create_dir_all);
        if std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path)).is_err() {
            let _ = std::fs::remove_file(&beside);
        }
    }
}

/// A fingerprint of what an answer follows from: what the manifests of the workspace say, the lock file, the manifests
/// of packages elsewhere on this machine, and cargo's configuration.
fn follows_from(outline: &[u8], metadata: &Metadata) -> String {
    let mut hash = Sha256::new();
    hash.update(env!("CARGO_PKG_VERSION"));
    hash.update(outline);
    let root = &metadata.workspace_root;
    let elsewhere = metadata.packages.iter().filter(|package| package.source.is_none());
    let configuration = root.ancestors().map(|dir| dir.join(".cargo/config.toml"));
    let home = std::env::var_os("CARGO_HOME").map(|home| PathBuf::from(home).join("config.toml"));
    let files = [root.join("Cargo.lock"), root.join("Cargo.toml")];
    for path in
        files.into_iter().chain(elsewhere.map(|package| package.manifest_path.clone())).chain(configuration).chain(home)
    {
        hash.update(path.as_os_str().as_encoded_bytes());
        // One that is not there is as good as an empty one.
        hash.update(Sha256::digest(std::fs::read(&path).unwrap_or_default()));
    }
    hex(hash, 16)
}

fn hex(hash: Sha256, bytes: usize) -> String {
    hash.finalize().iter().take(bytes).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dir: &Path, file: &str, text: &str) {
        let path = dir.join(file);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a temporary folder is writable");
        std::fs::write(path, text).expect("a temporary folder is writable");
    }

    fn names(metadata: &Metadata) -> Vec<&str> {
        let mut names: Vec<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn an_answer_is_kept_until_a_manifest_lock_or_configuration_it_follows_from_is_another() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let dir = dir.path().canonicalize().expect("it is there");
        let package = |name: &str, more: &str| {
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{more}")
        };
        write(&dir, "one/Cargo.toml", &package("one", "[workspace]\n[dependencies]\ntwo = { path = \"../two\" }\n"));
        write(&dir, "one/src/lib.rs", "//! Nothing.\n");
        write(&dir, "two/Cargo.toml", &package("two", ""));
        write(&dir, "two/src/lib.rs", "//! Nothing.\n");
        write(&dir, "three/Cargo.toml", &package("three", ""));
        write(&dir, "three/src/lib.rs", "//! Nothing.\n");
        let manifest = dir.join("one/Cargo.toml");

        let asked = Metadata::ask(&manifest).expect("cargo reads it");
        assert_eq!(names(&asked), ["one", "two"]);
        let kept = Kept::path(&asked.target_directory, &manifest);
        let outline = || run(&manifest, &["--no-deps"]).expect("cargo reads it");
        assert!(Kept::read(&kept, &outline()).is_some(), "nothing is another");

        // A package that is not in the workspace asks for one more.
        write(&dir, "two/Cargo.toml", &package("two", "[dependencies]\nthree = { path = \"../three\" }\n"));
        assert!(Kept::read(&kept, &outline()).is_none(), "a manifest elsewhere is another");
        assert_eq!(names(&Metadata::ask(&manifest).expect("cargo reads it")), ["one", "three", "two"]);
        assert!(Kept::read(&kept, &outline()).is_some());

        write(&dir, "one/.cargo/config.toml", "[build]\njobs = 1\n");
        assert!(Kept::read(&kept, &outline()).is_none(), "the configuration is another");
        write(&dir, "one/Cargo.toml", &package("one", "[workspace]\n"));
        assert_eq!(names(&Metadata::ask(&manifest).expect("cargo reads it")), ["one"]);
        std::fs::write(&kept, "not JSON").expect("a temporary folder is writable");
        assert_eq!(
            names(&Metadata::ask(&manifest).expect("cargo reads it")),
            ["one"],
            "what cannot be read is asked for"
        );
    }
}
