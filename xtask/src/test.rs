//! `cargo xtask test`: everything CI runs, in an order that fails early, one heading a step.
//!
//! Steps go on after a failure, so that one run names all that is red; a step that needs an earlier
//! one's result is skipped and says so. Every runner's count stands at the end.

use std::path::PathBuf;
use std::time::Instant;

use crate::run::{Tally, cargo, command, heading, root, run, run_counted};
use crate::sizes::{Budget, SPLIT_LIMIT_PERCENT, growth_percent, table, weigh};
use crate::{prerequisites, python, tidy, wasm_flags};

/// The steps in order.
const STEPS: &[(&str, &str, Step)] = &[
    ("fmt", "Formatting", fmt),
    ("tidy", "Invariants and house style", tidy_step),
    ("clippy", "Clippy, natively", clippy),
    ("wasm", "Clippy, for the browser", clippy_wasm),
    ("unit", "Tests, natively", unit),
    ("conform", "MCP's conformance suite", conform),
    ("build", "Release package and its sizes", build),
    ("e2e", "End to end, in Chromium", end_to_end),
];

type Step = fn(&[String]) -> (Tally, Result<(), String>);

/// Packages whose code runs in the browser as well, checked for that target too.
const BROWSER: [&str; 3] = ["scumble-web", "notes", "lab"];

/// Runs the steps named before a `--`, or all of them; what follows it goes to the last step.
///
/// # Errors
/// When any step failed, naming them.
pub(crate) fn test(arguments: &[String]) -> Result<(), String> {
    let split = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let named = &arguments[..split];
    let rest = arguments.get(split + 1..).unwrap_or_default();
    if let Some(unknown) = named.iter().find(|name| !STEPS.iter().any(|(step, ..)| step == *name)) {
        let names: Vec<&str> = STEPS.iter().map(|(name, ..)| *name).collect();
        return Err(format!("There is no step `{unknown}`; the steps are {}.", names.join(", ")));
    }
    let chosen: Vec<_> =
        STEPS.iter().filter(|(name, ..)| named.is_empty() || named.iter().any(|wanted| wanted == name)).collect();

    heading("What is needed");
    prerequisites::wasm_target()?;
    if chosen.iter().any(|(name, ..)| ["conform", "build", "e2e"].contains(name)) {
        prerequisites::e2e_packages()?;
    }
    if chosen.iter().any(|(name, ..)| *name == "e2e") {
        println!("Chromium: {}", prerequisites::chromium()?.display());
        python::client()?;
    }

    let mut lines = Vec::new();
    let mut counts = Vec::new();
    let mut failures = Vec::new();
    for (index, (name, title, step)) in chosen.iter().enumerate() {
        heading(title);
        let begun = Instant::now();
        let arguments = if index + 1 == chosen.len() { rest } else { &[] };
        let (tally, outcome) = step(arguments);
        let seconds = begun.elapsed().as_secs();
        lines.push(format!("  {:<7} {:<32} {seconds:>5} s", if outcome.is_ok() { "ok" } else { "FAILED" }, title));
        if tally != Tally::default() {
            counts.push((*name, tally));
        }
        if let Err(sentence) = outcome {
            println!("{sentence}");
            failures.push(format!("{name}: {sentence}"));
        }
    }
    heading("In short");
    println!("{}\n", lines.join("\n"));
    for failure in &failures {
        println!("{failure}");
    }
    for (name, tally) in counts {
        println!("{name}: {} passed, {} failed, {} skipped", tally.passed, tally.failed, tally.skipped);
    }
    if failures.is_empty() { Ok(()) } else { Err(format!("{} of {} steps failed.", failures.len(), chosen.len())) }
}

fn uncounted(outcome: Result<(), String>) -> (Tally, Result<(), String>) {
    (Tally::default(), outcome)
}

fn fmt(_: &[String]) -> (Tally, Result<(), String>) {
    uncounted(run(cargo().args(["fmt", "--all", "--check"])))
}

fn tidy_step(_: &[String]) -> (Tally, Result<(), String>) {
    match tidy::tidy() {
        Ok(()) => (Tally { passed: tidy::rules(), ..Tally::default() }, Ok(())),
        Err(sentence) => (Tally { failed: 1, ..Tally::default() }, Err(sentence)),
    }
}

fn clippy(_: &[String]) -> (Tally, Result<(), String>) {
    uncounted(run(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])))
}

fn clippy_wasm(_: &[String]) -> (Tally, Result<(), String>) {
    uncounted(wasm_flags::config().and_then(|flags| {
        let mut clippy = cargo();
        // The flags of the build: what is checked is what is built.
        clippy.args(["--config", &flags, "clippy", "--target", "wasm32-unknown-unknown"]);
        for package in BROWSER {
            clippy.args(["--package", package]);
        }
        run(clippy.args(["--", "-D", "warnings"]))
    }))
}

fn unit(rest: &[String]) -> (Tally, Result<(), String>) {
    run_counted(cargo().args(["test", "--workspace", "--no-fail-fast"]).args(rest))
}

/// MCP's own suite against a fixture, at both revisions.
fn conform(_: &[String]) -> (Tally, Result<(), String>) {
    let built = run(cargo().args(["build", "--package", "conformance"]));
    uncounted(built.and_then(|()| run(command("node").arg("tests/conformance/run.mjs"))))
}

/// Where the release package of examples/notes is put, for the size check and the tests that need it.
pub(crate) fn release_package() -> PathBuf {
    root().join("target/scumble/release/notes")
}

/// The `scumble` command, built.
///
/// # Errors
/// When it does not compile.
pub(crate) fn scumble() -> Result<PathBuf, String> {
    run(cargo().args(["build", "--package", "scumble-cli"]))?;
    Ok(root().join("target/debug").join(format!("scumble{}", std::env::consts::EXE_SUFFIX)))
}

fn build(_: &[String]) -> (Tally, Result<(), String>) {
    uncounted(build_and_weigh())
}

fn build_and_weigh() -> Result<(), String> {
    let scumble = scumble()?;
    let package = release_package();
    run(command(&scumble).args(["build", "examples/notes", "--release", "--out"]).arg(&package))?;
    let weights = weigh(&package)?;
    print!("{}", table(&weights));
    let mut exceeded = Budget::read()?.exceeded(&weights);

    println!("\nThe same without an agent part, which is what the seam to the chunk is measured against:");
    let without = root().join("target/scumble/release/notes-without-agent");
    run(command(&scumble)
        .args(["build", "examples/notes", "--release", "--features", "scumble/without-agent", "--out"])
        .arg(&without))?;
    let bare = weigh(&without)?;
    print!("{}", table(&bare));
    let growth = growth_percent(weights[0].raw, bare[0].raw);
    println!("The main module is {growth:.2} % larger with the agent part split off.");
    if growth > SPLIT_LIMIT_PERCENT {
        exceeded.push(format!(
            "The main module is {growth:.2} % larger than without an agent part; at most {SPLIT_LIMIT_PERCENT} % is allowed."
        ));
    }
    if exceeded.is_empty() { Ok(()) } else { Err(exceeded.join("\n")) }
}

fn end_to_end(rest: &[String]) -> (Tally, Result<(), String>) {
    let prepared = scumble().and_then(|scumble| Ok((scumble, prerequisites::chromium()?)));
    let (scumble, chromium) = match prepared {
        Ok(prepared) => prepared,
        Err(sentence) => return uncounted(Err(sentence)),
    };
    run_counted(
        command("node")
            .arg("tests/e2e/run.mjs")
            .args(rest)
            .env("SCUMBLE", scumble)
            .env("SCUMBLE_RELEASE", release_package())
            .env("SCUMBLE_PYTHON", python::interpreter())
            .env("CHROMIUM", chromium),
    )
}
