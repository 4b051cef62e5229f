//! The build block of one build, put together from what cargo and the steps after it say.
//!
//! An object exists only for a signal that arrived; a time only where it was measured.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use scumble_protocol::build::{BuildBlock, BuildObject, BuildSummary, Diagnostic, Level, ObjectKind, ObjectStatus};

use crate::messages::{Artifact, CompilerMessage};
use crate::{BuildError, Project};

/// What is known so far.
pub(crate) struct Report<'a> {
    project: &'a Project,
    crates: Vec<BuildObject>,
    /// Diagnostics by source file, in the order of first mention.
    modules: Vec<(String, Vec<Diagnostic>)>,
    packages: Vec<BuildObject>,
    /// Units with errors, by package id: they give no artifact.
    failed: BTreeMap<String, FailedUnit>,
    skipped: u32,
    /// When the last unit was done: the application is compiled last and alone, from then on.
    last_unit: Instant,
}

struct FailedUnit {
    name: String,
    /// Errors with no place in a source file, such as the linker's.
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(project: &'a Project) -> Self {
        Self {
            project,
            crates: Vec::new(),
            modules: Vec::new(),
            packages: Vec::new(),
            failed: BTreeMap::new(),
            skipped: 0,
            last_unit: Instant::now(),
        }
    }

    /// The unit's name, for progress.
    pub(crate) fn artifact(&mut self, artifact: &Artifact) -> String {
        let name = artifact.target.describe(&self.unit_name(&artifact.package_id, &artifact.target.name));
        let elapsed = self.last_unit.elapsed();
        self.last_unit = Instant::now();
        if artifact.fresh {
            self.skipped += 1;
        } else {
            let own = artifact.package_id == self.project.id;
            self.crates.push(object(ObjectKind::Crate, &name, Vec::new(), own.then_some(elapsed)));
        }
        name
    }

    pub(crate) fn compiler_message(&mut self, message: &CompilerMessage) {
        let said = &message.message;
        if said.is_summary() {
            return;
        }
        let diagnostic = said.diagnostic();
        let place = said.place();
        if diagnostic.level == Level::Error {
            let name = message.target.describe(&self.unit_name(&message.package_id, &message.target.name));
            let unit = self
                .failed
                .entry(message.package_id.clone())
                .or_insert_with(|| FailedUnit { name, diagnostics: Vec::new() });
            if place.is_none() {
                unit.diagnostics.push(diagnostic.clone());
            }
        }
        if let Some(place) = place {
            let file = self.module_name(&message.package_id, &place.file_name);
            self.module(file).push(diagnostic);
        }
    }

    /// A file that changed since the last build is an object even if nothing was said about it.
    pub(crate) fn changed(&mut self, path: &Path) {
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = self.relative(path);
            self.module(name);
        }
    }

    /// A step after the compiler ended well.
    pub(crate) fn step(&mut self, name: &str, elapsed: Duration, notes: Vec<Diagnostic>) {
        self.packages.push(object(ObjectKind::Package, name, notes, Some(elapsed)));
    }

    /// Whether the compiler reported an error anywhere.
    pub(crate) fn has_errors(&self) -> bool {
        !self.failed.is_empty() || self.packages.iter().any(|object| object.status == ObjectStatus::Error)
    }

    /// Whether the compiler's complaint is that the target is not installed.
    pub(crate) fn lacks_target(&self) -> bool {
        let all = self.modules.iter().flat_map(|(_, diagnostics)| diagnostics);
        let all = all.chain(self.failed.values().flat_map(|unit| &unit.diagnostics));
        all.into_iter().any(|diagnostic| {
            diagnostic.code.as_deref() == Some("E0463")
                && ["`core`", "`std`"].iter().any(|name| diagnostic.msg.contains(name))
        })
    }

    pub(crate) fn finish(self, id: String) -> BuildBlock {
        let Self { mut crates, modules, packages, failed, skipped, .. } = self;
        crates.extend(failed.into_values().map(|unit| BuildObject {
            status: ObjectStatus::Error,
            ..object(ObjectKind::Crate, &unit.name, unit.diagnostics, None)
        }));
        let modules =
            modules.into_iter().map(|(name, diagnostics)| object(ObjectKind::Module, &name, diagnostics, None));
        let objects: Vec<BuildObject> = crates.into_iter().chain(modules).chain(packages).collect();
        block(id, objects, skipped)
    }

    fn module(&mut self, name: String) -> &mut Vec<Diagnostic> {
        let at = self.modules.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            self.modules.push((name, Vec::new()));
            self.modules.len() - 1
        });
        &mut self.modules[at].1
    }

    /// `name version` of a package of the page; build scripts' packages are not among those, and then
    /// the id's tail or the target's name has to do.
    fn unit_name(&self, package_id: &str, target: &str) -> String {
        match self.project.packages.get(package_id) {
            Some(package) if package.local => package.name.clone(),
            Some(package) => format!("{} {}", package.name, package.version),
            None => match package_id.rsplit('#').next().and_then(|tail| tail.split_once('@')) {
                Some((name, version)) => format!("{name} {version}"),
                None => target.to_owned(),
            },
        }
    }

    /// The compiler names files relative to where cargo ran it: the workspace's root for members, the
    /// package's folder for others.
    fn module_name(&self, package_id: &str, file: &str) -> String {
        let package = self.project.packages.get(package_id).map(|package| package.dir.clone());
        let bases = [Some(self.project.workspace_root.clone()), package];
        let found = bases.into_iter().flatten().map(|base| base.join(file)).find(|path| path.is_file());
        self.relative(&found.unwrap_or_else(|| PathBuf::from(file)))
    }

    fn relative(&self, path: &Path) -> String {
        self.project.name_of(path)
    }
}

/// The block of a build that never came to be: one failing object with the reason.
pub(crate) fn failure(id: String, name: &str, error: &BuildError) -> BuildBlock {
    let diagnostic = note(Level::Error, error.code(), error.to_string());
    block(id, vec![object(ObjectKind::Package, name, vec![diagnostic], None)], 0)
}

/// A diagnostic without a place.
pub(crate) fn note(level: Level, code: &str, msg: String) -> Diagnostic {
    Diagnostic { line: None, column: None, level, code: Some(code.to_owned()), msg }
}

fn object(kind: ObjectKind, name: &str, diagnostics: Vec<Diagnostic>, elapsed: Option<Duration>) -> BuildObject {
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
    BuildObject {
        kind,
        name: name.to_owned(),
        status: if failed { ObjectStatus::Error } else { ObjectStatus::Ok },
        diagnostics,
        elapsed_ms: elapsed.map(|elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)),
    }
}

fn block(id: String, objects: Vec<BuildObject>, skipped: u32) -> BuildBlock {
    let count =
        |status| u32::try_from(objects.iter().filter(|object| object.status == status).count()).unwrap_or(u32::MAX);
    let (built, failed) = (count(ObjectStatus::Ok), count(ObjectStatus::Error));
    BuildBlock {
        objects,
        summary: BuildSummary { id, built, failed, skipped, timestamp: timestamp(SystemTime::now()) },
    }
}

/// RFC 3339 in UTC, to the second.
#[must_use]
pub fn timestamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    // Howard Hinnant's civil_from_days, for days since 1970 (never negative here).
    let z = days + 719_468;
    let era = z / 146_097;
    let day_of_era = z % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::Package;
    use crate::messages::{Message, parse};

    fn project(dir: &Path) -> Project {
        let id = "path+file:///app#notes@0.1.0".to_owned();
        let own = Package {
            name: "notes".into(),
            version: "0.1.0".into(),
            dir: dir.join("examples/notes"),
            local: true,
            dependencies: Default::default(),
        };
        std::fs::create_dir_all(own.dir.join("src")).expect("a temporary folder is writable");
        std::fs::write(own.dir.join("src/editor.rs"), "").expect("a temporary folder is writable");
        Project {
            dir: own.dir.clone(),
            name: "notes".into(),
            file_name: "notes".into(),
            version: "0.1.0".into(),
            workspace_root: dir.into(),
            target_dir: dir.join("target"),
            config: Config::default(),
            config_path: None,
            packages: [(id.clone(), own)].into(),
            id,
        }
    }

    fn message(level: &str, text: &str, file: Option<&str>) -> String {
        let span = file.map(|file| {
            serde_json::json!({ "file_name": file, "line_start": 12, "column_start": 9, "is_primary": true, "label": null, "expansion": null })
        });
        serde_json::json!({
            "reason": "compiler-message", "package_id": "path+file:///app#notes@0.1.0",
            "target": { "name": "notes", "kind": ["cdylib"] },
            "message": { "message": text, "level": level, "code": null, "spans": Vec::from_iter(span), "rendered": text }
        })
        .to_string()
    }

    fn artifact(id: &str, fresh: bool) -> String {
        serde_json::json!({ "reason": "compiler-artifact", "package_id": id, "target": { "name": "x", "kind": ["lib"] },
            "filenames": [], "fresh": fresh })
        .to_string()
    }

    fn feed(report: &mut Report<'_>, lines: &[String]) {
        for line in lines {
            match parse(line).expect("a message") {
                Message::CompilerArtifact(artifact) => {
                    report.artifact(&artifact);
                }
                Message::CompilerMessage(message) => report.compiler_message(&message),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_failed_build_names_the_file_the_crate_and_what_was_fresh() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = project(dir.path());
        let mut report = Report::new(&project);
        feed(
            &mut report,
            &[
                artifact("registry+https://index#serde@1.0.0", true),
                artifact("registry+https://index#taffy@0.15.1", false),
                message("warning", "unused", Some("examples/notes/src/editor.rs")),
                message("error", "mismatched types", Some("examples/notes/src/editor.rs")),
                message("error", "aborting due to 1 previous error; 1 warning emitted", None),
            ],
        );
        assert!(report.has_errors());
        let block = report.finish("b7f3".into());
        let seen: Vec<(ObjectKind, &str, ObjectStatus)> =
            block.objects.iter().map(|object| (object.kind, object.name.as_str(), object.status)).collect();
        assert_eq!(
            seen,
            [
                (ObjectKind::Crate, "taffy 0.15.1", ObjectStatus::Ok),
                (ObjectKind::Crate, "notes", ObjectStatus::Error),
                (ObjectKind::Module, "src/editor.rs", ObjectStatus::Error),
            ]
        );
        assert_eq!(block.objects[2].diagnostics.len(), 2);
        assert_eq!((block.summary.built, block.summary.failed, block.summary.skipped), (1, 2, 1));
        assert_eq!(block.first_place().as_deref(), Some("src/editor.rs:12"));
    }

    #[test]
    fn an_error_without_a_place_stays_with_its_crate() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = project(dir.path());
        let mut report = Report::new(&project);
        feed(&mut report, &[message("error", "linking with `rust-lld` failed", None)]);
        let block = report.finish("b7f3".into());
        assert_eq!(block.objects.len(), 1);
        assert_eq!(block.objects[0].diagnostics[0].msg, "linking with `rust-lld` failed");
    }

    #[test]
    fn a_changed_file_is_an_object_and_only_the_application_is_timed() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = project(dir.path());
        let mut report = Report::new(&project);
        feed(&mut report, &[artifact("registry+https://index#taffy@0.15.1", false), artifact(&project.id, false)]);
        report.changed(&project.dir.join("src/editor.rs"));
        report.changed(&project.dir.join("index.html"));
        let block = report.finish("b7f3".into());
        assert_eq!(block.objects.len(), 3);
        assert_eq!(block.objects[0].elapsed_ms, None);
        assert!(block.objects[1].elapsed_ms.is_some());
        assert_eq!(block.objects[2].name, "src/editor.rs");
        assert!(block.is_ok());
    }

    #[test]
    fn what_never_came_to_be_is_one_failing_object() {
        let block = failure("b7f3".into(), "notes", &BuildError::TargetMissing);
        assert!(!block.is_ok());
        assert!(block.objects[0].diagnostics[0].msg.contains("rustup target add"));
    }

    #[test]
    fn times_are_written_as_dates() {
        let at = |seconds| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_796_040_000), "2026-11-30T12:00:00Z");
    }
}
