//! `wasm-pack.toml`: the one place that says how the browser package is made. Read from the
//! application's folder or the nearest one above it, up to the root of its workspace; every key has
//! a default, and a key nobody knows is an error rather than silence.
//!
//! This module knows the file, not what any value does to a build.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::BuildError;

/// The file's name.
pub const CONFIG_FILE: &str = "wasm-pack.toml";

/// How the browser package is made.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Config {
    /// The application's crate, relative to this file: what is built when the file's own folder is named.
    #[serde(rename = "crate")]
    pub krate: Option<PathBuf>,
    /// The kind of package; pages are the only one.
    pub target: Target,
    /// The profile when the command names none.
    pub profile: ProfileName,
    /// Cargo features of the application's crate.
    pub features: Vec<String>,
    /// Leave the crate's default features out.
    pub no_default_features: bool,
    /// The profile a page is developed with.
    pub dev: DevProfile,
    /// The profile a page is published with.
    pub release: ReleaseProfile,
    /// What wasm-opt is asked for.
    pub optimise: Optimise,
    /// Limits a release is held to.
    pub budget: Budget,
}

/// What kind of package is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// JavaScript modules a browser imports as they are.
    #[default]
    Web,
}

/// Which of the two profiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProfileName {
    /// For working on the application: quick to build, with checks.
    #[default]
    Dev,
    /// For publishing it: small.
    Release,
}

/// An optimisation level as cargo takes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum OptLevel {
    /// 0 to 3.
    Number(u8),
    /// `s` or `z`.
    Size(String),
}

/// Levels of the dev profile.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct DevProfile {
    /// The application's own crate.
    pub application: OptLevel,
    /// Everything it depends on.
    pub opt_level: OptLevel,
}

impl Default for DevProfile {
    fn default() -> Self {
        // Painting is 60 times slower at 0 than at 2, and only the crate being edited is compiled again.
        Self { application: OptLevel::Number(0), opt_level: OptLevel::Number(2) }
    }
}

/// Levels of the release profile.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ReleaseProfile {
    /// Everything not named in `fast`.
    pub opt_level: OptLevel,
    /// Crates compiled at 3: those in which layout and paint code is instantiated, and the packing of pictures.
    pub fast: Vec<String>,
}

impl Default for ReleaseProfile {
    fn default() -> Self {
        Self {
            opt_level: OptLevel::Size("z".into()),
            fast: ["scumble-scene", "scumble-paint", "taffy", "tiny-skia", "tiny-skia-path", "parley", "miniz_oxide"]
                .map(String::from)
                .to_vec(),
        }
    }
}

/// What wasm-opt is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Optimise {
    /// Whether a release runs it at all.
    pub enabled: bool,
    /// Its passes.
    pub flags: Vec<String>,
    /// The features it may use, without `--enable-`. Never all of them: it would then write modules
    /// that Chromium refuses.
    pub features: Vec<String>,
}

impl Default for Optimise {
    fn default() -> Self {
        Self {
            enabled: true,
            flags: vec!["-Oz".into()],
            features: [
                "bulk-memory",
                "bulk-memory-opt",
                "nontrapping-float-to-int",
                "sign-ext",
                "mutable-globals",
                "reference-types",
                "multivalue",
                "simd",
            ]
            .map(String::from)
            .to_vec(),
        }
    }
}

/// Limits a release is held to, in bytes after gzip; absent is without limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Budget {
    /// The main module.
    pub main_gzip: Option<u64>,
    /// Each chunk.
    pub chunk_gzip: Option<u64>,
}

impl Config {
    /// The configuration in force for `dir` and the file it came from, or the defaults and `None`.
    ///
    /// Looks in `dir` and its parents, `root` the last of them.
    ///
    /// # Errors
    /// [`BuildError::Config`] if the nearest file does not parse or has a key or value nobody knows.
    pub fn find(dir: &Path, root: &Path) -> Result<(Self, Option<PathBuf>), BuildError> {
        for folder in dir.ancestors() {
            let path = folder.join(CONFIG_FILE);
            if path.is_file() {
                return Ok((Self::read(&path)?, Some(path)));
            }
            if folder == root {
                break;
            }
        }
        Ok((Self::default(), None))
    }

    /// Read one file.
    ///
    /// # Errors
    /// [`BuildError::Io`] if it cannot be read, [`BuildError::Config`] as in [`Config::find`].
    pub fn read(path: &Path) -> Result<Self, BuildError> {
        let text = std::fs::read_to_string(path).map_err(BuildError::io("read", path))?;
        let config: Self = toml::from_str(&text).map_err(|error| BuildError::Config {
            path: path.into(),
            reason: error.to_string().trim_end().to_owned(),
        })?;
        config.check().map_err(|reason| BuildError::Config { path: path.into(), reason })?;
        Ok(config)
    }

    fn check(&self) -> Result<(), String> {
        let levels = [&self.dev.application, &self.dev.opt_level, &self.release.opt_level];
        for level in levels {
            let known = match level {
                OptLevel::Number(number) => *number <= 3,
                OptLevel::Size(size) => size == "s" || size == "z",
            };
            if !known {
                return Err(format!("there is no optimisation level {level}. Use 0 to 3, \"s\" or \"z\"."));
            }
        }
        let all = ["--all-features", "-all"];
        if self.optimise.flags.iter().any(|flag| all.contains(&flag.as_str())) {
            return Err(
                "optimise.flags has --all-features, whose output browsers refuse. Name the features in optimise.features."
                    .into(),
            );
        }
        Ok(())
    }
}

impl std::fmt::Display for OptLevel {
    /// As TOML has it: `2`, `"z"`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Size(size) => write!(f, "{size:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dir: &Path, text: &str) -> PathBuf {
        let path = dir.join(CONFIG_FILE);
        std::fs::write(&path, text).expect("a temporary folder is writable");
        path
    }

    #[test]
    fn without_a_file_the_defaults_hold() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let (config, path) = Config::find(dir.path(), dir.path()).expect("no file is no error");
        assert_eq!(config, Config::default());
        assert_eq!(path, None);
        assert!(config.release.fast.iter().any(|name| name == "scumble-paint"));
    }

    #[test]
    fn the_nearest_file_at_or_under_the_root_is_taken() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let inner = root.path().join("examples/notes");
        std::fs::create_dir_all(&inner).expect("a temporary folder is writable");
        write(root.path(), "crate = \"examples/notes\"\n[budget]\nmain-gzip = 850000\n");
        let (config, path) = Config::find(&inner, root.path()).expect("the file is right");
        assert_eq!(config.budget.main_gzip, Some(850_000));
        assert_eq!(path, Some(root.path().join(CONFIG_FILE)));
        let (outside, _) = Config::find(&inner, &inner).expect("the root bounds the search");
        assert_eq!(outside, Config::default());
    }

    #[test]
    fn an_unknown_key_names_itself_and_its_line() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = write(dir.path(), "target = \"web\"\n[optimize]\nflags = []\n");
        let message = Config::read(&path).expect_err("optimize is spelt otherwise").to_string();
        assert!(message.contains("optimize") && message.contains("line 2"), "{message}");
    }

    #[test]
    fn what_browsers_refuse_is_refused_here() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = write(dir.path(), "[optimise]\nflags = [\"-Oz\", \"--all-features\"]\n");
        let message = Config::read(&path).expect_err("browsers refuse it").to_string();
        assert!(message.contains("optimise.features"), "{message}");
        let path = write(dir.path(), "[release]\nopt-level = 4\n");
        let message = Config::read(&path).expect_err("there is no level 4").to_string();
        assert!(message.contains("no optimisation level 4"), "{message}");
    }
}
