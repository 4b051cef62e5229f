//! What CI and a newcomer run: `cargo xtask demo`, `test`, `bench`, `tidy`.
//!
//! Each command installs what it can, names what it cannot, and ends with a code a script can read.
//! This crate knows the repository's layout and the names of tools; it knows nothing of how an
//! application is built (that is `scumble-build`, called through the `scumble` command).

mod bench;
mod demo;
mod prerequisites;
mod python;
mod run;
mod sizes;
mod test;
mod tidy;
mod wasm_flags;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <command>

  demo  [-- ARGS]        build examples/notes and serve it; ARGS go to `scumble dev`
  test  [STEP…] [-- ARGS] everything CI runs, or only the steps named; ARGS go to the last of them
  tidy                   the rules of ARCHITECTURE.md and the house style, as checks
  bench [ROW…]           measure against the alternatives and write benches/results.md

steps of test: fmt, tidy, clippy, wasm, unit, conform, build, e2e
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let outcome = match command.as_str() {
        "demo" => demo::demo(&rest),
        "test" => test::test(&rest),
        "tidy" => tidy::tidy(),
        "bench" => bench::bench(&rest),
        "" | "help" | "-h" | "--help" => {
            print!("{USAGE}");
            Ok(())
        }
        other => Err(format!("There is no command `{other}`.\n\n{USAGE}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}
