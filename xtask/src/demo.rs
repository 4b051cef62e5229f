//! `cargo xtask demo`: the notes application built and served.

use crate::prerequisites;
use crate::run::{cargo, run};

/// Checks what is needed, builds, and serves until interrupted.
///
/// # Errors
/// A sentence naming what is missing, or the command that failed.
pub(crate) fn demo(rest: &[String]) -> Result<(), String> {
    prerequisites::wasm_target()?;
    if let Err(sentence) = prerequisites::chromium() {
        // Any browser shows the application; only its agent tools need one with WebMCP.
        eprintln!("note: {sentence}");
    }
    println!("To see the page's tools, open it in a Chromium 150 or newer started with --enable-features=WebMCP.");
    let rest = rest.iter().filter(|argument| *argument != "--");
    run(cargo().args(["run", "--quiet", "--package", "scumble-cli", "--", "dev", "examples/notes"]).args(rest))
}
