//! What a person reads while something is built: one line that is rewritten on a terminal, plain
//! lines elsewhere. All of it on stderr, so that stdout stays for what was asked for.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use scumble_build::Progress;
use scumble_protocol::build::{BuildBlock, Level, ObjectKind};

/// Shows the progress of one build.
pub(crate) struct Terminal {
    /// Whether the status line is rewritten in place.
    live: bool,
    /// Whether anything but the compiler's messages is shown.
    quiet: bool,
    /// Columns of the status line on the screen now.
    shown: bool,
    units: usize,
}

impl Terminal {
    /// `quiet` leaves out everything but what the compiler says.
    pub(crate) fn new(quiet: bool) -> Self {
        Self { live: std::io::stderr().is_terminal(), quiet, shown: false, units: 0 }
    }

    /// Whether the compiler should write in colours.
    pub(crate) fn has_colour(&self) -> bool {
        self.live && std::env::var_os("NO_COLOR").is_none()
    }

    pub(crate) fn show(&mut self, progress: &Progress) {
        match progress {
            Progress::Step("compile") => {}
            Progress::Step(step) => self.status(&format!("{}…", doing(step))),
            Progress::Unit { fresh: true, .. } => {}
            Progress::Unit { name, fresh: false } => {
                self.units += 1;
                self.status(&format!("compiled {name} ({})", self.units));
            }
            Progress::Compiler { rendered, .. } => self.line(rendered),
            Progress::Note(line) if !self.quiet => self.line(line),
            _ => {}
        }
    }

    /// Take the status line away.
    pub(crate) fn clear(&mut self) {
        if self.shown {
            eprint!("\r\x1b[2K");
            let _ = std::io::stderr().flush();
            self.shown = false;
        }
    }

    fn status(&mut self, text: &str) {
        if self.quiet {
            return;
        }
        if self.live {
            eprint!("\r\x1b[2K  {text}");
            let _ = std::io::stderr().flush();
            self.shown = true;
        } else {
            eprintln!("  {text}");
        }
    }

    fn line(&mut self, text: &str) {
        self.clear();
        eprintln!("{text}");
    }
}

fn doing(step: &str) -> &'static str {
    match step {
        "split" => "splitting",
        "bindgen" => "writing the scripts",
        "optimise" => "optimising (this takes a while)",
        "sizes" => "measuring",
        _ => "working",
    }
}

/// What a build came to, in one or a few lines.
pub(crate) fn summary(block: &BuildBlock, took: Duration) -> String {
    let seconds = took.as_secs_f64();
    if block.is_ok() {
        return format!("  ✓ built {} in {seconds:.1} s", block.summary.id);
    }
    let place = block.first_place().map(|place| format!(" at {place}")).unwrap_or_default();
    let mut text = format!("  ✗ the build failed{place} after {seconds:.1} s");
    // The compiler's errors are on the screen already; a step's are nowhere else.
    let steps = block.failing().filter(|object| object.kind == ObjectKind::Package);
    for diagnostic in steps.flat_map(|object| &object.diagnostics).filter(|found| found.level == Level::Error) {
        text.push_str("\n    ");
        text.push_str(&diagnostic.msg);
    }
    text
}

/// Notes and warnings of the steps after the compiler: sizes, and what was missing.
pub(crate) fn notes(block: &BuildBlock) -> impl Iterator<Item = &str> {
    let steps = block.objects.iter().filter(|object| object.kind == ObjectKind::Package);
    let said = steps.flat_map(|object| &object.diagnostics).filter(|found| found.level != Level::Error);
    said.map(|diagnostic| diagnostic.msg.as_str())
}
