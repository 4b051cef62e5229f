//! One build from beginning to end: compile, split, bindgen, optimise, package, sizes.
//!
//! Each step is another module's; this one knows their order and what a failure of each means.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use scumble_protocol::build::{BuildBlock, Diagnostic, Level};
use serde_json::{Map, Value};
use walkdir::WalkDir;

use crate::link::{self, LOADER_FILE, LinkError, StepFailed};
use crate::messages::{self, Message};
use crate::package::{self, Entry};
use crate::process::{self, Cancel, Output};
use crate::project::{WASM_TARGET, cargo};
use crate::report::{self, Report, note};
use crate::sizes::{ModulePart, ModuleSize};
use crate::{BuildError, ProfileName, Project, Record, Sources, loader, optimise, profile};

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Which profile.
    pub profile: ProfileName,
    /// Where the package goes; `None` leaves it in cargo's target folder.
    pub out: Option<PathBuf>,
    /// Whether a release runs wasm-opt, if the configuration allows it and it is found.
    pub optimise: bool,
    /// Another target folder than the workspace's.
    pub target_dir: Option<PathBuf>,
    /// Whether the compiler's messages, as people read them, have colours.
    pub colour: bool,
    /// The sources of the build before this one: files that changed since become objects.
    pub previous: Option<Sources>,
    /// A handle that stops the build.
    pub cancel: Option<Cancel>,
}

impl BuildOptions {
    /// A build of `profile` with everything else as usual.
    pub fn new(profile: ProfileName) -> Self {
        Self { profile, out: None, optimise: true, target_dir: None, colour: false, previous: None, cancel: None }
    }
}

/// What a build is doing, for whoever waits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// A step began: `compile`, `split`, `bindgen`, `optimise`, `sizes`.
    Step(&'static str),
    /// Cargo is done with a unit, compiled now or found fresh.
    Unit {
        /// The crate.
        name: String,
        /// Whether there was nothing to do.
        fresh: bool,
    },
    /// The compiler said something, as people read it.
    Compiler {
        /// How serious it is.
        level: Level,
        /// The message with its excerpt of the source.
        rendered: String,
    },
    /// Something else worth knowing, such as waiting for another build.
    Note(String),
}

/// What a build came to.
#[derive(Clone, Debug)]
pub struct Build {
    /// Every object, and the totals.
    pub block: BuildBlock,
    /// The package, if it was made. One over its budget is there, and the block says so.
    pub package: Option<BuiltPackage>,
    /// The sources as they were when it began.
    pub sources: Sources,
}

impl Build {
    /// Whether nothing failed.
    pub fn is_ok(&self) -> bool {
        self.block.is_ok()
    }
}

/// A package on disk.
#[derive(Clone, Debug)]
pub struct BuiltPackage {
    /// Its folder.
    pub dir: PathBuf,
    /// The script a page imports, within the folder.
    pub entry: String,
    /// Every file of it, by its path relative to the folder, with `/` between; as built, whatever
    /// another build may have put there since.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Its modules, the main one first.
    pub modules: Vec<ModuleSize>,
}

/// Build `project`. A program that does not compile, or a package over its budget, is a [`Build`]
/// whose block has failing objects.
///
/// # Errors
/// What kept it from happening: see [`BuildError`]. [`failure_block`] makes a block of one.
///
/// Either way the project's [`Record`] has it, unless it was cancelled.
pub fn build(
    project: &Project,
    options: &BuildOptions,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Build, BuildError> {
    let sources = Sources::read(project)?;
    match build_sources(project, options, sources.clone(), on_progress) {
        Ok(built) => {
            Record::keep(project, options.profile, &built.block, &built.sources)?;
            Ok(built)
        }
        Err(error) => {
            if !matches!(error, BuildError::Cancelled) {
                let block = report::failure(sources.id(project, options.profile), &project.name, &error);
                // What kept the build from happening is the better thing to tell.
                let _ = Record::keep(project, options.profile, &block, &sources);
            }
            Err(error)
        }
    }
}

fn build_sources(
    project: &Project,
    options: &BuildOptions,
    sources: Sources,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Build, BuildError> {
    let id = sources.id(project, options.profile);
    let mut report = Report::new(project);
    if let Some(previous) = &options.previous {
        for path in sources.changed_since(previous) {
            report.changed(path);
        }
    }
    on_progress(Progress::Step("compile"));
    let module = compile(project, options, &mut report, on_progress)?;
    let mut package = None;
    if let Some(module) = module {
        match make_package(project, options, &id, &module, &mut report, on_progress) {
            Ok(made) => package = Some(made),
            Err(LinkError::Step(StepFailed { step, reason })) => {
                report.step(step, Duration::ZERO, vec![note(Level::Error, step, reason)]);
            }
            Err(LinkError::Build(error)) => return Err(error),
        }
    }
    Ok(Build { block: report.finish(id), package, sources })
}

/// The block of a build that `error` kept from happening: one failing object with the reason.
pub fn failure_block(project: &Project, profile: ProfileName, error: &BuildError) -> BuildBlock {
    let id = Sources::read(project).map(|sources| sources.id(project, profile)).unwrap_or_default();
    report::failure(id, &project.name, error)
}

/// Run cargo. Answers the module's path, or `None` if the program does not compile.
fn compile(
    project: &Project,
    options: &BuildOptions,
    report: &mut Report<'_>,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Option<PathBuf>, BuildError> {
    let mut command = cargo();
    command.current_dir(&project.dir).args(["build", "--lib", "--target", WASM_TARGET]);
    command.arg(if options.colour {
        "--message-format=json-diagnostic-rendered-ansi"
    } else {
        "--message-format=json"
    });
    if options.profile == ProfileName::Release {
        command.arg("--release");
    }
    if let Some(dir) = &options.target_dir {
        command.arg("--target-dir").arg(dir);
    }
    if !project.config.features.is_empty() {
        command.arg("--features").arg(project.config.features.join(","));
    }
    if project.config.no_default_features {
        command.arg("--no-default-features");
    }
    for value in profile::profile_config(project, options.profile).iter().chain([&profile::wasm_rustflags_config()]) {
        command.args(["--config", value]);
    }
    let mut module = None;
    let mut said = String::new();
    let status = process::run(&mut command, options.cancel.as_ref(), &mut |output, line| match (
        output,
        messages::parse(line),
    ) {
        (Output::Stderr, _) => {
            said.push_str(line);
            said.push('\n');
            if !is_routine(line) {
                on_progress(Progress::Note(line.to_owned()));
            }
        }
        (_, Some(Message::CompilerArtifact(artifact))) => {
            let name = report.artifact(&artifact);
            if artifact.package_id == project.id {
                module = module.take().or(artifact
                    .filenames
                    .iter()
                    .find(|path| path.extension().is_some_and(|e| e == "wasm"))
                    .cloned());
            }
            on_progress(Progress::Unit { name, fresh: artifact.fresh });
        }
        (_, Some(Message::CompilerMessage(message))) => {
            report.compiler_message(&message);
            let said = &message.message;
            if let Some(rendered) = said.rendered.as_ref().filter(|_| !said.is_summary()) {
                on_progress(Progress::Compiler { level: said.level(), rendered: rendered.trim_end().to_owned() });
            }
        }
        _ => {}
    })?;
    if status.success() {
        return match module {
            Some(module) => Ok(Some(module)),
            None => Err(BuildError::NotAnApplication { manifest: project.dir.join("Cargo.toml") }),
        };
    }
    if report.lacks_target() {
        return Err(BuildError::TargetMissing);
    }
    if !report.has_errors() {
        return Err(BuildError::Cargo { output: said });
    }
    Ok(None)
}

/// What cargo says of every build, told in other ways here.
fn is_routine(line: &str) -> bool {
    let word = line.trim_start().split(' ').next().unwrap_or_default();
    ["Compiling", "Fresh", "Finished", "Dirty"].contains(&word)
        || line.starts_with("warning: `") && line.contains("generated")
        || line.starts_with("error: could not compile")
        || line.starts_with("warning: build failed")
}

/// Everything after the compiler.
fn make_package(
    project: &Project,
    options: &BuildOptions,
    id: &str,
    module: &Path,
    report: &mut Report<'_>,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<BuiltPackage, LinkError> {
    let cancelled = || options.cancel.as_ref().map_or(Ok(()), Cancel::check);
    let file = &project.file_name;
    let target_dir = options.target_dir.as_ref().unwrap_or(&project.target_dir);
    let work = target_dir.join("scumble").join(file).join(match options.profile {
        ProfileName::Dev => "dev",
        ProfileName::Release => "release",
    });
    let _alone = lock(&work, options.cancel.as_ref(), on_progress)?;
    let (split_dir, staging) = (empty(&work.join("split"))?, empty(&work.join("staging"))?);
    let glue_file = format!("{file}_glue.js");
    let main_file = format!("{file}_bg.wasm");
    let release = options.profile == ProfileName::Release;

    on_progress(Progress::Step("split"));
    let bytes = std::fs::read(module).map_err(BuildError::io("read", module))?;
    let split = link::split(bytes, &split_dir, &glue_file)?;
    if split.loader.is_some() {
        report.step("split", split.elapsed, Vec::new());
    }
    cancelled()?;

    on_progress(Progress::Step("bindgen"));
    let (glue, elapsed) = link::bindgen(split.main, split.loader.is_some(), !release, file, &glue_file, &staging)?;
    report.step("bindgen", elapsed, Vec::new());
    cancelled()?;

    let chunks: Vec<(String, String)> =
        split.chunks.iter().map(|chunk| (chunk.emitted_name.clone(), format!("{file}_{}.wasm", chunk.name))).collect();
    for (chunk, (_, name)) in split.chunks.iter().zip(&chunks) {
        write(&staging.join(name), &chunk.bytes)?;
    }
    let modules: Vec<&String> = [&main_file].into_iter().chain(chunks.iter().map(|(_, name)| name)).collect();
    if release && options.optimise && project.config.optimise.enabled {
        let started = Instant::now();
        let notes = optimise_all(project, options, &staging, &modules, on_progress)?;
        report.step("optimise", started.elapsed(), notes);
    }

    // Last, because the loader carries the chunks' hashes.
    let mut bytes = Vec::new();
    for name in &modules {
        bytes.push(std::fs::read(staging.join(name)).map_err(BuildError::io("read", staging.join(name)))?);
    }
    if let Some(emitted) = &split.loader {
        let named: Vec<loader::Chunk<'_>> = chunks
            .iter()
            .zip(&bytes[1..])
            .map(|((emitted_name, name), bytes)| loader::Chunk { emitted_name, name, bytes })
            .collect();
        let script = loader::adapt(emitted, &named).map_err(|reason| link::failed("split", reason))?;
        write(&staging.join(LOADER_FILE), script.as_bytes())?;
    }
    let entry = Entry { project, profile: options.profile, build: id, is_split: split.loader.is_some(), glue: &glue };
    let files = write_own_files(&entry, &staging)?;

    on_progress(Progress::Step("sizes"));
    let started = Instant::now();
    let parts = [ModulePart::Main].into_iter().chain(std::iter::repeat(ModulePart::Chunk));
    let sizes: Vec<ModuleSize> = modules
        .iter()
        .zip(parts)
        .zip(&bytes)
        .map(|((name, part), bytes)| ModuleSize::measure(name, part, bytes, release))
        .collect();
    report.step("sizes", started.elapsed(), sizes.iter().map(|size| size.judge(&project.config.budget)).collect());

    let dir = options.out.clone().unwrap_or_else(|| work.join("pkg"));
    package::publish(&staging, &dir, &files)?;
    let read = |file: String| {
        let path = staging.join(&file);
        std::fs::read(&path).map(|bytes| (file, bytes)).map_err(BuildError::io("read", path))
    };
    let files = files.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(BuiltPackage { dir, entry: format!("{file}.js"), files, modules: sizes })
}

fn optimise_all(
    project: &Project,
    options: &BuildOptions,
    staging: &Path,
    modules: &[&String],
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Diagnostic>, LinkError> {
    let tool = match optimise::find(project) {
        Ok(tool) => tool,
        Err(reason) => return Ok(vec![note(Level::Warning, "no-wasm-opt", reason)]),
    };
    on_progress(Progress::Step("optimise"));
    for name in modules {
        tool.run(&staging.join(name), &project.config.optimise, options.cancel.as_ref())?
            .map_err(|reason| link::failed("optimise", reason))?;
    }
    Ok(Vec::new())
}

/// The entry, its types, the worker and the manifest. Answers every file of the package.
fn write_own_files(entry: &Entry<'_>, staging: &Path) -> Result<Vec<String>, BuildError> {
    let file = &entry.project.file_name;
    write(&staging.join(format!("{file}.js")), entry.script().as_bytes())?;
    write(&staging.join(format!("{file}.d.ts")), entry.types().as_bytes())?;
    if let Some(worker) = entry.worker() {
        write(&staging.join(format!("{file}_frame_worker.js")), worker.as_bytes())?;
    }
    // Bindgen writes one when a snippet needs something from npm.
    let path = staging.join("package.json");
    let dependencies = std::fs::read_to_string(&path)
        .ok()
        .and_then(|text| serde_json::from_str::<Map<String, Value>>(&text).ok())
        .and_then(|mut manifest| manifest.remove("dependencies"))
        .and_then(|dependencies| match dependencies {
            Value::Object(dependencies) => Some(dependencies),
            _ => None,
        })
        .unwrap_or_default();
    write(&path, b"")?;
    let files: Vec<String> = WalkDir::new(staging)
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .filter(|found| found.file_type().is_file())
        .filter_map(|found| {
            found.path().strip_prefix(staging).ok().map(|path| path.to_string_lossy().replace('\\', "/"))
        })
        .collect();
    write(&path, entry.manifest(&files, dependencies).as_bytes())?;
    Ok(files)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    std::fs::write(path, bytes).map_err(BuildError::io("write", path))
}

/// Wait until no other build of the same application and profile works in `work`; none begins until
/// the answer is dropped.
fn lock(work: &Path, cancel: Option<&Cancel>, on_progress: &mut dyn FnMut(Progress)) -> Result<File, BuildError> {
    std::fs::create_dir_all(work).map_err(BuildError::io("make the folder", work))?;
    let path = work.join("lock");
    let file = File::create(&path).map_err(BuildError::io("write", path))?;
    let mut waits = false;
    while let Err(TryLockError::WouldBlock) = file.try_lock() {
        if !std::mem::replace(&mut waits, true) {
            on_progress(Progress::Note("Waiting for another build of this application to end".into()));
        }
        if let Some(cancel) = cancel {
            cancel.check()?;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    // A file system that cannot lock is no reason not to build.
    Ok(file)
}

/// The folder, without what an earlier build left in it.
fn empty(dir: &Path) -> Result<PathBuf, BuildError> {
    match std::fs::remove_dir_all(dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(BuildError::io("empty", dir)(error)),
        _ => {}
    }
    std::fs::create_dir_all(dir).map_err(BuildError::io("make the folder", dir))?;
    Ok(dir.to_owned())
}
