//! `cargo xtask tidy`: the invariants of ARCHITECTURE.md and the house style, each as a check.
//!
//! A rule reads the repository and gives findings: where, and a sentence saying what to do. A rule
//! never changes a file.

mod dependencies;
mod documentation;
mod goldens;
mod manifests;
mod map;
mod sources;
mod tokens;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::run::root;

/// One thing to put right.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    /// Path from the repository's root, with a line where one is meant.
    place: String,
    /// What is wrong and what to do.
    sentence: String,
}

impl Finding {
    fn new(place: impl fmt::Display, sentence: impl Into<String>) -> Self {
        Self { place: place.to_string(), sentence: sentence.into() }
    }
}

/// A source file, read once for all rules.
struct Source {
    /// Path from the repository's root, with `/` between folders.
    path: String,
    /// The whole text.
    text: String,
}

impl Source {
    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The crate's folder name, for files under `crates/<name>/src`.
    fn crate_code(&self) -> Option<&str> {
        let (name, rest) = self.path.strip_prefix("crates/")?.split_once('/')?;
        rest.starts_with("src/").then_some(name)
    }
}

/// What the rules look at.
struct Repository {
    root: PathBuf,
    sources: Vec<Source>,
}

impl Repository {
    fn open() -> Result<Self, String> {
        let root = root();
        let mut sources = Vec::new();
        for folder in ["crates", "examples", "xtask", "tests", "benches", "www"] {
            let walk = walkdir::WalkDir::new(root.join(folder)).sort_by_file_name().into_iter();
            for entry in walk.filter_entry(|entry| !is_generated_folder(entry.file_name().to_string_lossy().as_ref())) {
                let Ok(entry) = entry else { continue };
                let extension = entry.path().extension().unwrap_or_default().to_string_lossy().into_owned();
                if !["rs", "js", "mjs", "ts"].contains(&extension.as_str()) {
                    continue;
                }
                let text = std::fs::read_to_string(entry.path())
                    .map_err(|error| format!("{} cannot be read: {error}.", entry.path().display()))?;
                sources.push(Source { path: relative(&root, entry.path()), text });
            }
        }
        Ok(Self { root, sources })
    }
}

fn is_generated_folder(name: &str) -> bool {
    ["target", "node_modules", "dist", "pkg"].contains(&name)
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// One rule: what it holds, as a sentence, and the check.
type Rule = (&'static str, fn(&Repository) -> Result<Vec<Finding>, String>);

const RULES: &[Rule] = &[
    ("Only the crates that may link a library do.", dependencies::libraries),
    ("Our crates depend on each other only downwards.", dependencies::directions),
    ("Every version stands once, in the root manifest.", manifests::one_version_source),
    ("Every manifest takes the workspace's lints and package fields.", manifests::inherits),
    ("Lock files name no host.", manifests::lock_files),
    ("ARCHITECTURE.md names every crate, and only crates that exist.", map::crates_and_map_agree),
    ("Crates that are fed time and input read no clock, randomness or environment.", sources::no_ambient_input),
    ("Floats that reach a pixel come from libm.", sources::deterministic_floats),
    ("Only the build and the command touch the file system.", sources::file_system),
    ("Nothing is imported by glob.", sources::no_globs),
    ("Every module opens with what it is.", sources::opens_with_a_doc),
    ("No file is over 700 lines.", sources::length),
    ("No module is named for nothing.", sources::names),
    ("Every golden is named by a test.", goldens::all_named),
    ("Everything an agent sees is documented.", documentation::agent_visible),
];

/// Runs every rule and prints what each found.
///
/// # Errors
/// When anything was found, or the repository could not be read.
pub(crate) fn tidy() -> Result<(), String> {
    let repository = Repository::open()?;
    let mut failed = 0;
    for (sentence, rule) in RULES {
        let findings = rule(&repository)?;
        println!("{} {sentence}", if findings.is_empty() { "ok  " } else { "FAIL" });
        failed += usize::from(!findings.is_empty());
        for finding in findings {
            println!("       {}: {}", finding.place, finding.sentence);
        }
    }
    println!("tidy: {} passed, {failed} failed", RULES.len() - failed);
    if failed == 0 { Ok(()) } else { Err(format!("{failed} rules of the repository do not hold.")) }
}

/// How many rules there are, for the summary of `test`.
pub(crate) fn rules() -> u64 {
    RULES.len() as u64
}

#[cfg(test)]
fn repository_of(files: &[(&str, &str)]) -> Repository {
    let sources =
        files.iter().map(|(path, text)| Source { path: (*path).to_owned(), text: (*text).to_owned() }).collect();
    Repository { root: PathBuf::from("/nowhere"), sources }
}
