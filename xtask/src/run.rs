//! Running other programs: where the repository is, section headings, and counting what test
//! runners report on their closing lines.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The repository's root, from where this crate was compiled.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies one folder below the root").to_path_buf()
}

/// Prints a heading that stands out in a long log.
pub(crate) fn heading(title: &str) {
    println!("\n━━ {title} {}", "━".repeat(76_usize.saturating_sub(title.chars().count())));
    // A log that is cut off should still name the step it was cut off in.
    let _ = std::io::stdout().flush();
}

/// A command that starts in the repository's root.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The cargo that runs this, so that a `+toolchain` stays in force.
pub(crate) fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command with its output on the terminal.
///
/// # Errors
/// A sentence naming the command, when it cannot start or ends with a failure.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let shown = shown(command);
    println!("$ {shown}");
    let status = command.status().map_err(|error| format!("`{shown}` could not be started: {error}."))?;
    if status.success() { Ok(()) } else { Err(format!("`{shown}` ended with {status}.")) }
}

/// Runs a command and gives what it printed.
///
/// # Errors
/// A sentence with what it said on stderr, when it cannot start or ends with a failure.
pub(crate) fn read(command: &mut Command) -> Result<String, String> {
    let shown = shown(command);
    let output = command.output().map_err(|error| format!("`{shown}` could not be started: {error}."))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("`{shown}` ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
    }
}

/// How many tests a runner said it ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// Runs a test runner, passes its output through, and adds up the closing lines in it.
///
/// # Errors
/// A sentence naming the command, when it cannot start or ends with a failure; the tally stands
/// beside it, since a failed run has one too.
pub(crate) fn run_counted(command: &mut Command) -> (Tally, Result<(), String>) {
    let shown = shown(command);
    println!("$ {shown}");
    let mut child = match command.stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => return (Tally::default(), Err(format!("`{shown}` could not be started: {error}."))),
    };
    let mut tally = Tally::default();
    if let Some(output) = child.stdout.take() {
        let mut reader = BufReader::new(output);
        let mut line = Vec::new();
        while matches!(reader.read_until(b'\n', &mut line), Ok(read) if read > 0) {
            let text = String::from_utf8_lossy(&line);
            print!("{text}");
            tally.add(closing_line(text.trim_end()).unwrap_or_default());
            line.clear();
        }
    }
    let outcome = match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` ended with {status}.")),
        Err(error) => Err(format!("`{shown}` could not be waited for: {error}.")),
    };
    (tally, outcome)
}

/// What one line of a runner's output adds to the count: libtest's `test result: …` line, or one of
/// the lines node's runner closes with.
fn closing_line(line: &str) -> Option<Tally> {
    if let Some(rest) = line.strip_prefix("test result: ") {
        let number = |word: &str| {
            rest.split([';', '.']).find_map(|part| part.trim().strip_suffix(word)?.trim().parse().ok()).unwrap_or(0)
        };
        return Some(Tally { passed: number("passed"), failed: number("failed"), skipped: number("ignored") });
    }
    let (word, number) = line.strip_prefix("ℹ ").or_else(|| line.strip_prefix("# "))?.split_once(' ')?;
    let number = number.parse().ok()?;
    match word {
        "pass" => Some(Tally { passed: number, ..Tally::default() }),
        // A cancelled test is one whose file ended before it: as red as a failed one.
        "fail" | "cancelled" => Some(Tally { failed: number, ..Tally::default() }),
        "skipped" | "todo" => Some(Tally { skipped: number, ..Tally::default() }),
        _ => None,
    }
}

fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|word| word.to_string_lossy().into_owned()));
    if let Some(name) = Path::new(&words[0]).file_name() {
        words[0] = name.to_string_lossy().into_owned();
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Tally, closing_line};

    #[test]
    fn closing_lines_of_libtest_and_node_are_counted() {
        let cargo =
            "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s";
        assert_eq!(closing_line(cargo), Some(Tally { passed: 12, failed: 3, skipped: 1 }));
        assert_eq!(closing_line("ℹ pass 41"), Some(Tally { passed: 41, ..Tally::default() }));
        assert_eq!(closing_line("# fail 2"), Some(Tally { failed: 2, ..Tally::default() }));
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(closing_line("ℹ tests 41"), None);
        assert_eq!(closing_line("# Subtest: pass 3"), None);
        assert_eq!(closing_line("running 3 tests"), None);
    }
}
