//! What the compiler says to an author's mistake: each file of `refused/` is compiled, and says on its lines what is to
//! be told there, `//~ error: …` or `//~ warning: …`.
//!
//! Sentences a macro refuses with by itself are tested in its crate; here are those it has to leave to the compiler, and
//! that the place they are reported at is the author's.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Something the compiler is to say, or says: on which line, how bad, and what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Told {
    line: usize,
    level: String,
    text: String,
}

/// Compiles `refused/<name>.rs` and asserts that the compiler says what the file expects and says nothing of other lines.
#[track_caller]
fn check(name: &str, variables: &[(&str, &str)]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused").join(format!("{name}.rs"));
    let wanted = expected(&fs::read_to_string(&source).expect("the file is there"));
    assert!(!wanted.is_empty(), "{name} expects nothing");
    let told = compile(&source, variables);
    let missing: Vec<&Told> = wanted.iter().filter(|wanted| !told.iter().any(|told| fits(told, wanted))).collect();
    let surplus: Vec<&Told> =
        told.iter().filter(|told| !wanted.iter().any(|wanted| wanted.line == told.line)).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "{name}\nnot said: {missing:#?}\nnot expected: {surplus:#?}");
}

fn fits(told: &Told, wanted: &Told) -> bool {
    told.line == wanted.line && told.level == wanted.level && told.text.contains(&wanted.text)
}

fn expected(source: &str) -> Vec<Told> {
    let mut wanted = Vec::new();
    for (index, line) in source.lines().enumerate() {
        for part in line.split("//~ ").skip(1) {
            let (level, text) = part.split_once(": ").expect("`//~ level: text`");
            wanted.push(Told { line: index + 1, level: level.into(), text: text.trim().into() });
        }
    }
    wanted
}

fn compile(source: &Path, variables: &[(&str, &str)]) -> BTreeSet<Told> {
    let dependencies = dependencies();
    let output = Command::new("rustc")
        .args(["--edition=2024", "--crate-type=lib", "--error-format=short"])
        .arg(format!("--emit=metadata={}", scratch(source).display()))
        .arg("-L")
        .arg(format!("dependency={}", dependencies.display()))
        .arg("--extern")
        .arg(format!("scumble={}", library(&dependencies).display()))
        .arg(source)
        .env("CARGO_PKG_NAME", "refused")
        // The compiler writes types too long for a line into files beside itself.
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .envs(variables.iter().copied())
        .output()
        .expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stderr);
    let told: BTreeSet<Told> = text.lines().filter_map(parsed).collect();
    assert!(!told.is_empty() || output.status.success(), "rustc said what is not understood here:\n{text}");
    told
}

/// One line of the compiler's short format: `file.rs:3:1: error[E0277]: text`.
fn parsed(line: &str) -> Option<Told> {
    let (place, rest) = line.split_once(".rs:")?;
    if place.contains(' ') {
        return None;
    }
    let mut parts = rest.splitn(3, ':');
    let number = parts.next()?.parse().ok()?;
    parts.next()?;
    let (level, text) = parts.next()?.trim().split_once(": ")?;
    let level = level.split('[').next()?;
    Some(Told { line: number, level: level.into(), text: text.into() })
}

fn scratch(source: &Path) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(source.with_extension("rmeta").file_name().expect("a file has a name"))
}

/// Where cargo put what this test was built from.
fn dependencies() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows where it is");
    test.parent().expect("it is in a folder").to_owned()
}

/// The newest build of the library that can be compiled against.
fn library(dependencies: &Path) -> PathBuf {
    let mut found: Vec<_> = fs::read_dir(dependencies)
        .expect("the folder is there")
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let is_ours = name.starts_with("libscumble-") && name.ends_with(".rlib");
            is_ours.then(|| (entry.metadata().and_then(|meta| meta.modified()).ok(), entry.path()))
        })
        .collect();
    found.sort();
    found.pop().expect("cargo built the library before its test").1
}

#[test]
fn a_name_too_long_is_told_at_the_command() {
    check("long_name", &[]);
}

#[test]
fn a_type_an_agent_cannot_be_sent_or_shown_is_told_where_it_is_written() {
    check("types", &[]);
}

#[test]
fn refusals_stand_where_the_mistake_is_and_bring_no_others() {
    check("places", &[]);
}

#[test]
fn missing_docs_are_warned_of() {
    check("undocumented", &[("SCUMBLE_DENY_UNDOCUMENTED", "0")]);
}

#[test]
fn missing_docs_can_be_made_errors() {
    check("undocumented_denied", &[("SCUMBLE_DENY_UNDOCUMENTED", "1")]);
}

#[test]
fn a_component_that_does_not_fit_is_told_of() {
    check("component", &[]);
}

#[test]
fn tools_resources_and_prompts_that_cannot_be_are_told_of_where_they_are_written() {
    check("own", &[]);
}

#[test]
fn names_of_tools_that_cannot_be_are_told_of_where_they_are_written() {
    check("own_names", &[]);
}

#[test]
fn a_font_that_is_none_is_told_where_it_is_named() {
    check("no_font", &[]);
}

#[test]
fn what_is_well_written_compiles_under_the_strictest_lints() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused/fine.rs");
    let told = compile(&source, &[]);
    assert!(told.is_empty(), "{told:#?}");
}
