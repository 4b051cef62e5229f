//! What a release package weighs, against the budget in wasm-pack.toml.
//!
//! Sizes are of gzip at its default level, as a web server sends them.

use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use toml::{Table, Value};

use crate::run::root;

/// How much larger the main module may be with the agent split off than with none, in percent.
pub(crate) const SPLIT_LIMIT_PERCENT: f64 = 1.0;

/// The wasm files of one package.
#[derive(Clone, Debug)]
pub(crate) struct Weight {
    /// File name within the package.
    pub(crate) name: String,
    /// Bytes as they lie on disk.
    pub(crate) raw: u64,
    /// Bytes gzipped.
    pub(crate) gzip: u64,
}

/// The most a package may weigh, in bytes gzipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// The main module.
    pub(crate) main: u64,
    /// Each chunk.
    pub(crate) chunk: u64,
}

impl Budget {
    /// The repository's budget, from wasm-pack.toml.
    ///
    /// # Errors
    /// When the file or one of the two limits is missing: then nothing would be held to anything.
    pub(crate) fn read() -> Result<Self, String> {
        let path = root().join("wasm-pack.toml");
        let text =
            std::fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}.", path.display()))?;
        Self::parse(&text)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let config: Table = text.parse().map_err(|error| format!("wasm-pack.toml does not parse: {error}"))?;
        let limit = |key: &str| {
            config
                .get("budget")
                .and_then(|budget| budget.get(key))
                .and_then(Value::as_integer)
                .and_then(|bytes| u64::try_from(bytes).ok())
                .ok_or_else(|| format!("wasm-pack.toml sets no `{key}` under [budget]. Give a limit in bytes."))
        };
        Ok(Self { main: limit("main-gzip")?, chunk: limit("chunk-gzip")? })
    }

    /// The sentences of what is over its limit; none when all is well.
    pub(crate) fn exceeded(self, weights: &[Weight]) -> Vec<String> {
        weights
            .iter()
            .enumerate()
            .filter_map(|(index, weight)| {
                let limit = if index == 0 { self.main } else { self.chunk };
                (weight.gzip > limit)
                    .then(|| format!("{} weighs {} bytes gzipped; its limit is {limit}.", weight.name, weight.gzip))
            })
            .collect()
    }
}

/// Weighs every wasm file of a package: the main module first, then its chunks.
///
/// # Errors
/// When the folder cannot be read or holds no main module.
pub(crate) fn weigh(package: &Path) -> Result<Vec<Weight>, String> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(package)
        .map_err(|error| format!("{} cannot be read: {error}.", package.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "wasm"))
        .collect();
    files.sort_by_key(|path| (!is_main(path), path.clone()));
    if !files.first().is_some_and(|first| is_main(first)) {
        return Err(format!("{} holds no *_bg.wasm. Was it built?", package.display()));
    }
    files.iter().map(|path| weigh_file(path)).collect()
}

fn weigh_file(path: &Path) -> Result<Weight, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{} cannot be read: {error}.", path.display()))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let packed = encoder
        .write_all(&bytes)
        .and_then(|()| encoder.finish())
        .map_err(|error| format!("{} cannot be compressed: {error}.", path.display()))?;
    Ok(Weight {
        name: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        raw: bytes.len() as u64,
        gzip: packed.len() as u64,
    })
}

fn is_main(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with("_bg.wasm"))
}

/// One line a file, aligned.
pub(crate) fn table(weights: &[Weight]) -> String {
    weights
        .iter()
        .map(|weight| format!("  {:<28} {:>9} bytes  {:>9} gzipped\n", weight.name, weight.raw, weight.gzip))
        .collect()
}

/// How much larger `with` is than `without`, in percent.
pub(crate) fn growth_percent(with: u64, without: u64) -> f64 {
    (with as f64 / without.max(1) as f64 - 1.0) * 100.0
}

#[cfg(test)]
mod tests {
    use super::{Budget, Weight, growth_percent};

    fn weight(name: &str, gzip: u64) -> Weight {
        Weight { name: name.to_owned(), raw: gzip * 3, gzip }
    }

    #[test]
    fn the_main_module_and_chunks_have_limits_of_their_own() {
        let budget = Budget::parse("[budget]\nmain-gzip = 850\nchunk-gzip = 200\n").expect("both limits are there");
        assert!(budget.exceeded(&[weight("app_bg.wasm", 850), weight("app_agent.wasm", 200)]).is_empty());
        assert_eq!(budget.exceeded(&[weight("app_bg.wasm", 851), weight("app_agent.wasm", 201)]).len(), 2);
    }

    #[test]
    fn a_missing_limit_is_an_error() {
        let sentence = Budget::parse("[budget]\nmain-gzip = 850\n").expect_err("chunk-gzip is missing");
        assert!(sentence.contains("chunk-gzip"), "{sentence}");
    }

    #[test]
    fn growth_is_relative_to_the_build_without() {
        assert!((growth_percent(101, 100) - 1.0).abs() < 1e-9);
        assert!((growth_percent(99, 100) + 1.0).abs() < 1e-9);
    }
}
