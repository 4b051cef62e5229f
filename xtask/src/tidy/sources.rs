//! Rules over source files, one at a time.

use super::tokens::{Token, lines_of, outside_tests};
use super::{Finding, Repository, Source};

/// Crates whose time and input come in as values.
const FED: [&str; 5] = ["scumble-reactive", "scumble-scene", "scumble-paint", "scumble-channels", "scumble-agent"];

/// Crates that read and write files.
const FILES: [&str; 3] = ["scumble-cli", "scumble-build", "scumble-catalog"];

/// Float functions of std that no standard fixes to the last bit. `sqrt`, `floor` and their like
/// are exact everywhere and may stay.
const INEXACT: [&str; 25] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sin_cos", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "exp", "exp2", "exp_m1", "ln", "ln_1p", "log2", "log10", "powf", "powi", "cbrt", "hypot",
];

/// Longest a file may be, in lines.
const LONGEST: usize = 700;

/// Names that say nothing of what is inside.
const EMPTY_NAMES: [&str; 6] = ["utils", "util", "helpers", "common", "manager", "misc"];

fn crate_files<'a>(
    repository: &'a Repository,
    crates: &'a [&str],
    within: bool,
) -> impl Iterator<Item = (&'a Source, Vec<Token>)> {
    repository.sources.iter().filter_map(move |source| {
        let name = source.crate_code().filter(|_| source.is_rust())?;
        (crates.contains(&name) == within).then_some(())?;
        // A file of a crate's tests module is only compiled into its tests.
        (!is_test_file(source)).then_some(())?;
        Some((source, outside_tests(&source.text)?))
    })
}

fn is_test_file(source: &Source) -> bool {
    source.path.contains("/tests/") || source.path.ends_with("/tests.rs")
}

fn banned(source: &Source, tokens: &[Token], sequences: &[&[&str]], advice: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for sequence in sequences {
        for line in lines_of(tokens, sequence) {
            findings.push(Finding::new(
                format!("{}:{line}", source.path),
                format!("`{}` does not belong here. {advice}", sequence.concat()),
            ));
        }
    }
    findings
}

pub(super) fn no_ambient_input(repository: &Repository) -> Result<Vec<Finding>, String> {
    const AMBIENT: &[&[&str]] = &[
        &["std", ":", ":", "time"],
        &["Instant", ":", ":", "now"],
        &["SystemTime"],
        &["std", ":", ":", "env"],
        &["env", ":", ":", "var"],
        &["getrandom"],
        &["rand", ":", ":"],
        &["RandomState"],
        &["std", ":", ":", "thread", ":", ":", "sleep"],
    ];
    Ok(crate_files(repository, &FED, true)
        .flat_map(|(source, tokens)| {
            banned(
                source,
                &tokens,
                AMBIENT,
                "Take the value as an argument; the host reads clocks and the environment.",
            )
        })
        .collect())
}

pub(super) fn deterministic_floats(repository: &Repository) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for (source, tokens) in crate_files(repository, &FED, true) {
        for function in INEXACT {
            let method = [".", function, "("];
            for line in lines_of(&tokens, &method) {
                findings.push(inexact(source, line, function));
            }
            for float in ["f32", "f64"] {
                for line in lines_of(&tokens, &[float, ":", ":", function]) {
                    findings.push(inexact(source, line, function));
                }
            }
        }
    }
    Ok(findings)
}

fn inexact(source: &Source, line: usize, function: &str) -> Finding {
    Finding::new(
        format!("{}:{line}", source.path),
        format!("std's `{function}` differs between platforms. Call libm's, or do without."),
    )
}

pub(super) fn file_system(repository: &Repository) -> Result<Vec<Finding>, String> {
    const FILE_SYSTEM: &[&[&str]] = &[
        &["std", ":", ":", "fs"],
        &["tokio", ":", ":", "fs"],
        &["File", ":", ":", "open"],
        &["File", ":", ":", "create"],
    ];
    Ok(crate_files(repository, &FILES, false)
        .flat_map(|(source, tokens)| {
            banned(source, &tokens, FILE_SYSTEM, "Only the build and the command read or write files.")
        })
        .collect())
}

pub(super) fn no_globs(repository: &Repository) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for source in repository.sources.iter().filter(|source| source.is_rust()) {
        let Some(tokens) = outside_tests(&source.text) else { continue };
        for (start, token) in tokens.iter().enumerate().filter(|(_, token)| token.text == "use") {
            let statement: Vec<&str> =
                tokens[start..].iter().map(|token| token.text.as_str()).take_while(|text| *text != ";").collect();
            let glob = statement.windows(3).any(|window| window == [":", ":", "*"]);
            // A prelude is made to be imported whole.
            let prelude = statement.contains(&"prelude");
            if glob && !prelude {
                findings.push(Finding::new(
                    format!("{}:{}", source.path, token.line),
                    "A glob import hides where names come from. Name what is used.",
                ));
            }
        }
    }
    Ok(findings)
}

pub(super) fn opens_with_a_doc(repository: &Repository) -> Result<Vec<Finding>, String> {
    Ok(repository
        .sources
        .iter()
        .filter_map(|source| {
            let first = source.text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!"))?;
            let opens = if source.is_rust() {
                first.starts_with("//!") || first.starts_with("// Generated by")
            } else {
                first.starts_with("//") || first.starts_with("/*")
            };
            (!opens).then(|| {
                Finding::new(format!("{}:1", source.path), "Open the file with what it is and what it does not know.")
            })
        })
        .collect())
}

pub(super) fn length(repository: &Repository) -> Result<Vec<Finding>, String> {
    Ok(repository
        .sources
        .iter()
        .filter_map(|source| {
            let lines = source.text.lines().count();
            (lines > LONGEST)
                .then(|| Finding::new(&source.path, format!("{lines} lines. Split it where its ideas part.")))
        })
        .collect())
}

pub(super) fn names(repository: &Repository) -> Result<Vec<Finding>, String> {
    Ok(repository
        .sources
        .iter()
        .filter(|source| {
            let mut parts: Vec<&str> = source.path.split('/').collect();
            let file = parts.pop().unwrap_or_default();
            let stem = file.split('.').next().unwrap_or_default();
            EMPTY_NAMES.contains(&stem) || parts.iter().any(|part| EMPTY_NAMES.contains(part))
        })
        .map(|source| Finding::new(&source.path, "The name says nothing. Name it for what it holds."))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::super::repository_of;
    use super::{deterministic_floats, file_system, length, names, no_ambient_input, no_globs, opens_with_a_doc};

    #[test]
    fn a_clock_in_a_fed_crate_is_found_and_elsewhere_is_not() {
        let code = "//! x\nfn f() { let t = std::time::Instant::now(); }\n";
        let repository =
            repository_of(&[("crates/scumble-scene/src/a.rs", code), ("crates/scumble-cli/src/a.rs", code)]);
        let findings = no_ambient_input(&repository).expect("the rule ran");
        assert!(!findings.is_empty());
        assert!(findings.iter().all(|finding| finding.place == "crates/scumble-scene/src/a.rs:2"));
    }

    #[test]
    fn inexact_floats_are_found_and_exact_ones_are_not() {
        let repository = repository_of(&[(
            "crates/scumble-paint/src/a.rs",
            "//! x\nfn f(a: f32) -> f32 {\n    a.sqrt() + a.sin() + f32::powf(a, a) + libm::cosf(a)\n}\n",
        )]);
        assert_eq!(deterministic_floats(&repository).expect("the rule ran").len(), 2);
    }

    #[test]
    fn files_are_for_the_build_and_the_command() {
        let code = "//! x\nuse std::fs;\n";
        let repository = repository_of(&[
            ("crates/scumble-agent/src/a.rs", code),
            ("crates/scumble-build/src/a.rs", code),
            ("crates/scumble-agent/tests/a.rs", code),
        ]);
        assert_eq!(file_system(&repository).expect("the rule ran").len(), 1);
    }

    #[test]
    fn globs_are_found_but_for_preludes_and_tests() {
        let code = "//! x\nuse a::*;\nuse scumble::prelude::*;\nuse b::{c, d::*};\n#[cfg(test)]\nmod tests { use super::*; }\n";
        let repository = repository_of(&[("crates/scumble-scene/src/a.rs", code)]);
        assert_eq!(no_globs(&repository).expect("the rule ran").len(), 2);
    }

    #[test]
    fn openings_lengths_and_names_are_checked() {
        let long = format!("//! x\n{}", "fn f() {}\n".repeat(700));
        let repository = repository_of(&[
            ("crates/scumble-scene/src/a.rs", "use a::b;\n"),
            ("crates/scumble-scene/src/b.rs", &long),
            ("crates/scumble-scene/src/utils.rs", "//! x\n"),
            ("tests/e2e/lib/ok.mjs", "// What it is.\n"),
        ]);
        assert_eq!(opens_with_a_doc(&repository).expect("the rule ran")[0].place, "crates/scumble-scene/src/a.rs:1");
        assert_eq!(length(&repository).expect("the rule ran")[0].place, "crates/scumble-scene/src/b.rs");
        assert_eq!(names(&repository).expect("the rule ran")[0].place, "crates/scumble-scene/src/utils.rs");
    }
}
