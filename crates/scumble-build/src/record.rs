//! What the last build said, kept on disk, so that it can be asked with nothing running.
//!
//! The last block, each object's last verdict, and the sources they are of. Compiles nothing; who builds, and what is
//! done about a verdict, is not its business.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};

use scumble_protocol::build::{BuildBlock, BuildObject, ObjectKind, ObjectStatus};
use serde::{Deserialize, Serialize};

use crate::{BuildError, ProfileName, Project, Sources};

/// The shape of the file; another number is another shape.
const VERSION: u32 = 1;

/// The record of an application's builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    version: u32,
    /// The application's folder: a target folder may be shared by others of its name.
    dir: PathBuf,
    /// The profile of the last build: `dev` or `release`.
    pub profile: String,
    /// The last build's block.
    pub block: BuildBlock,
    /// Each object's last verdict.
    pub verdicts: Vec<Verdict>,
    /// The sources of the last build: path as objects have it, and hash of the file.
    pub sources: BTreeMap<String, String>,
}

/// What was last said about one object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// The object.
    #[serde(flatten)]
    pub object: BuildObject,
    /// The build that said so.
    pub build: String,
    /// When that ended: RFC 3339 in UTC.
    pub timestamp: String,
}

/// A source that is not as the last build had it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Newer {
    /// Its path, as objects have it.
    pub name: String,
    /// What became of it.
    pub change: Change,
}

/// What can become of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// It is another than it was.
    Changed,
    /// It was not there.
    Added,
    /// It is no longer there.
    Removed,
}

/// What the record says of the sources as they are now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Objects whose last verdict is that they were not built.
    pub failing: Vec<Verdict>,
    /// Sources the last build did not have as they are.
    pub newer: Vec<Newer>,
    /// Of what was expected, what no build has seen.
    pub missing: Vec<String>,
}

impl Verified {
    /// Whether everything asked for is there, was built, and is as it was then.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.failing.is_empty() && self.newer.is_empty() && self.missing.is_empty()
    }
}

impl Record {
    /// Where the record of a project lies: `scumble/build.json` in its target folder; where several share that, as the
    /// applications of a workspace do, in a folder of the application's name there.
    #[must_use]
    pub fn path(project: &Project) -> PathBuf {
        let dir = project.target_dir.join("scumble");
        if project.dir == project.workspace_root && project.target_dir.starts_with(&project.dir) {
            dir.join("build.json")
        } else {
            dir.join(&project.file_name).join("build.json")
        }
    }

    /// The record of a project; `None` if there is none, or one of another version of this library.
    ///
    /// # Errors
    /// If there is a file that cannot be read.
    pub fn read(project: &Project) -> Result<Option<Record>, BuildError> {
        let path = Record::path(project);
        match std::fs::read(&path) {
            Ok(bytes) => {
                let record: Option<Record> = serde_json::from_slice(&bytes).ok();
                Ok(record.filter(|record| record.version == VERSION && record.dir == project.dir))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(BuildError::io("read", path)(error)),
        }
    }

    /// Adds a build to the record of its project, in one step for whoever reads it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(
        project: &Project,
        profile: ProfileName,
        block: &BuildBlock,
        sources: &Sources,
    ) -> Result<Record, BuildError> {
        let path = Record::path(project);
        let dir = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(dir).map_err(BuildError::io("make the folder", dir))?;
        // Two commands may build one project; each adds to what the other wrote.
        let lock = path.with_extension("lock");
        let turn = File::create(&lock).map_err(BuildError::io("write", &lock))?;
        // A file system without locks is no reason to forget the build.
        let _ = turn.lock();
        let before = Record::read(project)?.map(|record| record.verdicts).unwrap_or_default();
        let mut hashes = sources.hashes(project);
        // The lock file is cargo's to write, and it may have done so in this very build.
        let now = Sources::of_file(&project.workspace_root.join("Cargo.lock")).hashes(project);
        hashes.extend(now);
        let record = Record {
            version: VERSION,
            dir: project.dir.clone(),
            profile: match profile {
                ProfileName::Dev => "dev".into(),
                ProfileName::Release => "release".into(),
            },
            block: block.clone(),
            verdicts: merged(before, block, &hashes, &project.name),
            sources: hashes,
        };
        let bytes = serde_json::to_vec_pretty(&record).expect("blocks have string keys only");
        let fresh = path.with_extension(format!("{}.tmp", std::process::id()));
        std::fs::write(&fresh, bytes).map_err(BuildError::io("write", &fresh))?;
        std::fs::rename(&fresh, &path).map_err(BuildError::io("write", &path))?;
        Ok(record)
    }

    /// What the record says of the sources `now`: of those `expected`, or, if nothing is, of all. An expected name is an
    /// object's or a source's. A unit that was not built counts whatever is expected: without it nothing was.
    #[must_use]
    pub fn verify(&self, project: &Project, now: &Sources, expected: &[String]) -> Verified {
        let asked = |name: &str| expected.is_empty() || expected.iter().any(|expected| expected == name);
        let now = now.hashes(project);
        let failing = self.verdicts.iter().filter(|verdict| {
            verdict.object.status == ObjectStatus::Error
                && (asked(&verdict.object.name) || verdict.object.kind != ObjectKind::Module)
        });
        let names: BTreeSet<&String> = now.keys().chain(self.sources.keys()).collect();
        let newer = names.into_iter().filter(|name| asked(name)).filter_map(|name| {
            let change = match (self.sources.get(name), now.get(name)) {
                (Some(then), Some(now)) if then == now => return None,
                (Some(_), Some(_)) => Change::Changed,
                (None, _) => Change::Added,
                (_, None) => Change::Removed,
            };
            Some(Newer { name: name.clone(), change })
        });
        let known = |name: &&String| {
            self.sources.contains_key(*name)
                || now.contains_key(*name)
                || self.verdicts.iter().any(|verdict| verdict.object.name == **name)
        };
        Verified {
            failing: failing.cloned().collect(),
            newer: newer.collect(),
            missing: expected.iter().filter(|name| !known(name)).cloned().collect(),
        }
    }
}

/// The verdicts after a build: its own, and those of before that it does not speak against.
fn merged(
    before: Vec<Verdict>,
    block: &BuildBlock,
    sources: &BTreeMap<String, String>,
    application: &str,
) -> Vec<Verdict> {
    let said: BTreeSet<(&str, &str)> =
        block.objects.iter().map(|object| (kind(object), object.name.as_str())).collect();
    // A build that never came to be is one object of the application's name.
    let began = !said.contains(&("package", application));
    let compiled = began && block.failing().all(|object| object.kind == ObjectKind::Package);
    let mut verdicts: Vec<Verdict> = Vec::new();
    for mut verdict in before {
        let object = &verdict.object;
        if said.contains(&(kind(object), &object.name)) {
            continue;
        }
        let failed = object.status == ObjectStatus::Error;
        match object.kind {
            // Gone with its file.
            ObjectKind::Module if object.name.starts_with("src/") && !sources.contains_key(&object.name) => continue,
            // A step that failed and was not taken again has nothing to say of a build that went well.
            ObjectKind::Package if failed && (block.is_ok() || object.name == application && began) => continue,
            // Cargo has nothing to say of what is in order.
            ObjectKind::Crate | ObjectKind::Module if failed && compiled => {
                verdict.object.status = ObjectStatus::Ok;
                verdict.object.diagnostics.clear();
                verdict.build.clone_from(&block.summary.id);
                verdict.timestamp.clone_from(&block.summary.timestamp);
            }
            _ => {}
        }
        verdicts.push(verdict);
    }
    verdicts.extend(block.objects.iter().map(|object| Verdict {
        object: object.clone(),
        build: block.summary.id.clone(),
        timestamp: block.summary.timestamp.clone(),
    }));
    verdicts.sort_by(|a, b| (kind(&a.object), &a.object.name).cmp(&(kind(&b.object), &b.object.name)));
    verdicts
}

fn kind(object: &BuildObject) -> &'static str {
    match object.kind {
        ObjectKind::Crate => "crate",
        ObjectKind::Module => "module",
        ObjectKind::Package => "package",
    }
}

#[cfg(test)]
mod tests {
    use scumble_protocol::build::{BuildSummary, Diagnostic, Level};

    use super::*;

    fn application(dir: &Path) -> Project {
        std::fs::create_dir_all(dir.join("src")).expect("a temporary folder is writable");
        let manifest = "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n[workspace]\n";
        write(dir, "Cargo.toml", manifest);
        write(dir, "src/lib.rs", "mod editor;\n");
        write(dir, "src/editor.rs", "");
        Project::open(dir).expect("an application")
    }

    fn write(dir: &Path, path: &str, text: &str) {
        std::fs::write(dir.join(path), text).expect("a temporary folder is writable");
    }

    fn object(kind: ObjectKind, name: &str, error: Option<&str>) -> BuildObject {
        let diagnostics = error.map(|msg| Diagnostic {
            line: Some(12),
            column: Some(9),
            level: Level::Error,
            code: Some("E0308".into()),
            msg: msg.into(),
        });
        BuildObject {
            kind,
            name: name.into(),
            status: if error.is_some() { ObjectStatus::Error } else { ObjectStatus::Ok },
            diagnostics: diagnostics.into_iter().collect(),
            elapsed_ms: None,
        }
    }

    fn block(id: &str, objects: Vec<BuildObject>) -> BuildBlock {
        let failed = objects.iter().filter(|object| object.status == ObjectStatus::Error).count() as u32;
        let built = objects.len() as u32 - failed;
        let summary =
            BuildSummary { id: id.into(), built, failed, skipped: 0, timestamp: "2026-11-30T12:00:00Z".into() };
        BuildBlock { objects, summary }
    }

    fn keep(project: &Project, block: &BuildBlock) -> Record {
        let sources = Sources::read(project).expect("readable");
        Record::keep(project, ProfileName::Dev, block, &sources).expect("writable")
    }

    fn verified(project: &Project, expected: &[&str]) -> Verified {
        let record = Record::read(project).expect("readable").expect("there is one");
        let expected: Vec<String> = expected.iter().map(|name| (*name).to_owned()).collect();
        record.verify(project, &Sources::read(project).expect("readable"), &expected)
    }

    fn names(verified: &Verified) -> Vec<&str> {
        verified.failing.iter().map(|verdict| verdict.object.name.as_str()).collect()
    }

    #[test]
    fn a_good_build_is_remembered_until_a_source_is_another() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = application(dir.path());
        assert_eq!(Record::read(&project).expect("readable"), None);
        let block =
            block("a1", vec![object(ObjectKind::Crate, "app", None), object(ObjectKind::Package, "bindgen", None)]);
        let kept = keep(&project, &block);
        assert_eq!(Record::read(&project).expect("readable"), Some(kept));
        assert!(Record::path(&project).ends_with("target/scumble/build.json"));
        assert!(verified(&project, &[]).is_ok());

        write(&project.dir, "src/editor.rs", "// another\n");
        write(&project.dir, "src/new.rs", "");
        let newer = verified(&project, &[]).newer;
        let told: Vec<_> = newer.iter().map(|newer| (newer.name.as_str(), newer.change)).collect();
        assert_eq!(told, [("src/editor.rs", Change::Changed), ("src/new.rs", Change::Added)]);
        assert!(verified(&project, &["src/lib.rs"]).is_ok());
        assert_eq!(verified(&project, &["src/gone.rs"]).missing, ["src/gone.rs"]);
    }

    #[test]
    fn a_lock_file_that_the_build_itself_wrote_is_not_newer_than_it() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = application(dir.path());
        let sources = Sources::read(&project).expect("readable");
        write(&project.dir, "Cargo.lock", "# written by cargo\nversion = 4\n");
        let block = block("a1", vec![object(ObjectKind::Crate, "app", None)]);
        Record::keep(&project, ProfileName::Dev, &block, &sources).expect("writable");
        assert!(verified(&project, &[]).is_ok());
    }

    #[test]
    fn a_failure_stands_until_a_build_that_compiles_even_if_that_says_nothing_of_it() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = application(dir.path());
        let broken = [
            object(ObjectKind::Crate, "app", Some("no")),
            object(ObjectKind::Module, "src/editor.rs", Some("mismatched types")),
        ];
        keep(&project, &block("a1", broken.to_vec()));
        assert_eq!(names(&verified(&project, &[])), ["app", "src/editor.rs"]);
        // A build that never came to be says nothing of them, and of itself that it failed.
        keep(&project, &block("a2", vec![object(ObjectKind::Package, "app", Some("no target"))]));
        assert_eq!(names(&verified(&project, &[])), ["app", "src/editor.rs", "app"]);
        assert_eq!(names(&verified(&project, &["src/lib.rs"])), ["app", "app"]);
        // Mended elsewhere: the file is no object of the build that compiles.
        let record = keep(&project, &block("a3", vec![object(ObjectKind::Crate, "app", None)]));
        assert!(verified(&project, &[]).is_ok());
        let editor = record.verdicts.iter().find(|verdict| verdict.object.name == "src/editor.rs");
        assert_eq!(
            editor.map(|verdict| (verdict.build.as_str(), verdict.object.status)),
            Some(("a3", ObjectStatus::Ok))
        );
    }

    #[test]
    fn a_step_that_failed_is_told_until_a_build_goes_well() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = application(dir.path());
        let step = |error| {
            block("a1", vec![object(ObjectKind::Crate, "app", None), object(ObjectKind::Package, "sizes", error)])
        };
        keep(&project, &step(Some("over budget")));
        assert_eq!(names(&verified(&project, &[])), ["sizes"]);
        keep(&project, &step(None));
        assert!(verified(&project, &[]).is_ok());
    }

    #[test]
    fn a_record_of_another_version_or_half_a_file_is_none() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = application(dir.path());
        keep(&project, &block("a1", Vec::new()));
        let path = Record::path(&project);
        let text = std::fs::read_to_string(&path).expect("readable");
        std::fs::write(&path, text.replace("\"version\": 1", "\"version\": 2")).expect("writable");
        assert_eq!(Record::read(&project).expect("readable"), None);
        std::fs::write(&path, &text[..text.len() / 2]).expect("writable");
        assert_eq!(Record::read(&project).expect("readable"), None);
    }

    #[test]
    fn applications_that_share_a_target_folder_have_records_of_their_own() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let alone = dir.path().join("alone");
        let mut project = application(&alone);
        project.target_dir = dir.path().join("shared");
        assert!(Record::path(&project).ends_with("shared/scumble/app/build.json"));
        keep(&project, &block("a1", Vec::new()));
        // Another of the same name.
        project.dir = application(&dir.path().join("other")).dir;
        assert_eq!(Record::read(&project).expect("readable"), None);

        write(dir.path(), "Cargo.toml", "[workspace]\nmembers = [\"a-b\"]\nresolver = \"3\"\n");
        let member = dir.path().join("a-b");
        std::fs::create_dir_all(member.join("src")).expect("a temporary folder is writable");
        write(
            &member,
            "Cargo.toml",
            "[package]\nname = \"a-b\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n",
        );
        write(&member, "src/lib.rs", "");
        let project = Project::open(&member).expect("an application");
        assert!(Record::path(&project).ends_with("target/scumble/a_b/build.json"));
    }
}
