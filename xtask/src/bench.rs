//! `cargo xtask bench`: ours and the alternatives, interleaved in one run, so that the machine's mood
//! falls on both alike. Prints a table and writes benches/results.md. Never fails on
//! time: what is counted has its limits in `test`.

use std::path::Path;

use serde_json::{Value, json};

use crate::run::{cargo, command, heading, root, run};
use crate::sizes::weigh;
use crate::{prerequisites, test};

/// Builds the release packages of the bench application and the notes, then measures.
///
/// # Errors
/// When something does not build or the measuring itself breaks.
pub(crate) fn bench(rows: &[String]) -> Result<(), String> {
    heading("What is needed");
    prerequisites::wasm_target()?;
    prerequisites::e2e_packages()?;
    prerequisites::bench_packages()?;
    let chromium = prerequisites::chromium()?;

    heading("Release packages");
    // What is timed is what is installed.
    run(cargo().args(["build", "--release", "--package", "scumble-cli"]))?;
    let scumble = root().join("target/release").join(format!("scumble{}", std::env::consts::EXE_SUFFIX));
    let application = root().join("target/scumble/release/bench");
    let notes = test::release_package();
    for (source, package) in [("benches/app", &application), ("examples/notes", &notes)] {
        run(command(&scumble).args(["build", source, "--release", "--out"]).arg(package))?;
    }

    heading("Measuring");
    run(command("node")
        .arg("benches/run.mjs")
        .args(rows)
        .env("SCUMBLE", &scumble)
        .env("SCUMBLE_BENCH", &application)
        .env("SCUMBLE_RELEASE", &notes)
        .env("SCUMBLE_SIZES", sizes(&notes)?.to_string())
        .env("CHROMIUM", chromium))
}

fn sizes(package: &Path) -> Result<Value, String> {
    let weights = weigh(package)?;
    Ok(weights
        .iter()
        .map(|weight| json!({"name": weight.name, "raw": weight.raw, "gzip": weight.gzip}))
        .collect::<Vec<Value>>()
        .into())
}
