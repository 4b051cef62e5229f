//! How large the modules of a package are, and whether that is within the budget.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use scumble_protocol::build::{Diagnostic, Level};

use crate::Budget;
use crate::report::note;

/// The size of one module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleSize {
    /// Its file in the package.
    pub file: String,
    /// Whether it is fetched at the start, or when it is first asked for.
    pub part: ModulePart,
    /// Bytes on disk.
    pub raw: u64,
    /// Bytes after gzip at its best level; measured in release builds only.
    pub gzip: Option<u64>,
}

/// When a module is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModulePart {
    /// With the page.
    Main,
    /// When it is first asked for.
    Chunk,
}

impl ModuleSize {
    pub(crate) fn measure(file: &str, part: ModulePart, bytes: &[u8], with_gzip: bool) -> Self {
        let gzip = with_gzip.then(|| {
            let mut encoder = GzEncoder::new(Counter(0), Compression::best());
            // Counting cannot fail.
            let _ = encoder.write_all(bytes);
            encoder.finish().map_or(0, |counter| counter.0)
        });
        Self { file: file.to_owned(), part, raw: bytes.len() as u64, gzip }
    }

    /// The size as a note, or as an error if it is over the budget.
    pub(crate) fn judge(&self, budget: &Budget) -> Diagnostic {
        let (limit, key) = match self.part {
            ModulePart::Main => (budget.main_gzip, "main-gzip"),
            ModulePart::Chunk => (budget.chunk_gzip, "chunk-gzip"),
        };
        match (self.gzip, limit) {
            (Some(gzip), Some(limit)) if gzip > limit => note(
                Level::Error,
                "budget",
                format!(
                    "{} is {} bytes after gzip, {} over its budget of {}. Make it smaller, or raise budget.{key} in wasm-pack.toml.",
                    self.file,
                    thousands(gzip),
                    thousands(gzip - limit),
                    thousands(limit)
                ),
            ),
            (Some(gzip), _) => note(
                Level::Note,
                "size",
                format!("{}: {} bytes, {} after gzip", self.file, thousands(self.raw), thousands(gzip)),
            ),
            (None, _) => note(Level::Note, "size", format!("{}: {} bytes", self.file, thousands(self.raw))),
        }
    }
}

struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// `1234567` as `1,234,567`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn a_module_over_its_budget_is_an_error_that_names_the_key() {
        // Hashes, because nothing else is sure not to compress.
        let noise: Vec<u8> = (0..100u32).flat_map(|at| Sha256::digest(at.to_le_bytes())).collect();
        let size = ModuleSize::measure("notes_agent.wasm", ModulePart::Chunk, &noise, true);
        assert!(size.gzip.is_some_and(|gzip| gzip > 1000), "{size:?}");
        let budget = Budget { main_gzip: Some(1), chunk_gzip: Some(1000) };
        let verdict = size.judge(&budget);
        assert_eq!(verdict.level, Level::Error);
        assert!(verdict.msg.contains("budget.chunk-gzip") && verdict.msg.contains("of 1,000"), "{}", verdict.msg);
        let within = size.judge(&Budget { main_gzip: Some(1), chunk_gzip: None });
        assert_eq!(within.level, Level::Note);
    }

    #[test]
    fn a_dev_build_measures_without_compressing_and_is_never_over() {
        let size = ModuleSize::measure("notes_bg.wasm", ModulePart::Main, &[0; 1_234_567], false);
        let verdict = size.judge(&Budget { main_gzip: Some(1), chunk_gzip: None });
        assert_eq!((verdict.level, verdict.msg.as_str()), (Level::Note, "notes_bg.wasm: 1,234,567 bytes"));
    }
}
