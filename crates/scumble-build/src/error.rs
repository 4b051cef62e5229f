//! What can keep a build from happening at all. A program that does not compile is not among these:
//! that is a build whose block has failing objects.

use std::fmt;
use std::path::PathBuf;

/// Why there is no build. Every variant reads as a sentence: what, where, and what to do next.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The folder has no manifest.
    NoManifest {
        /// Where one was looked for.
        dir: PathBuf,
    },
    /// The manifest is a workspace without a package, and nothing says which member is meant.
    NoPackage {
        /// The workspace's root.
        dir: PathBuf,
        /// Members that could be built, as paths relative to the root.
        candidates: Vec<String>,
    },
    /// The package builds no module for a page.
    NotAnApplication {
        /// The manifest to change.
        manifest: PathBuf,
    },
    /// The application links another wasm-bindgen than the one whose output this library reads.
    BindgenVersion {
        /// The version in the application's lock file.
        found: String,
        /// The version that is needed.
        needed: &'static str,
    },
    /// `wasm-pack.toml` cannot be read.
    Config {
        /// The file.
        path: PathBuf,
        /// What is wrong in it, with its line.
        reason: String,
    },
    /// The Rust toolchain has no standard library for the page's target.
    TargetMissing,
    /// Cargo ended before it compiled anything, for a reason of its own.
    Cargo {
        /// What it wrote.
        output: String,
    },
    /// A program could not be started.
    Spawn {
        /// The program.
        program: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file could not be read or written.
    Io {
        /// What was being done, as a verb phrase: `write the package to`.
        doing: &'static str,
        /// To which file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The build was told to stop.
    Cancelled,
}

impl BuildError {
    /// A short stable name for the cause, the `code` of the diagnostic it becomes.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoManifest { .. } => "no-manifest",
            Self::NoPackage { .. } => "no-package",
            Self::NotAnApplication { .. } => "not-an-application",
            Self::BindgenVersion { .. } => "bindgen-version",
            Self::Config { .. } => "config",
            Self::TargetMissing => "target-missing",
            Self::Cargo { .. } => "cargo",
            Self::Spawn { .. } => "spawn",
            Self::Io { .. } => "io",
            Self::Cancelled => "cancelled",
        }
    }

    pub(crate) fn io(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { doing, path, source }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoManifest { dir } => write!(
                f,
                "{} has no Cargo.toml. Name the folder of an application's crate.",
                dir.display()
            ),
            Self::NoPackage { dir, candidates } if candidates.is_empty() => write!(
                f,
                "{} is a workspace in which no crate builds a page. Add `crate-type = [\"cdylib\"]` under [lib] of the application's Cargo.toml.",
                dir.display()
            ),
            Self::NoPackage { dir, candidates } => write!(
                f,
                "{} is a workspace. Name one of its applications ({}), or set `crate` in its wasm-pack.toml.",
                dir.display(),
                candidates.join(", ")
            ),
            Self::NotAnApplication { manifest } => write!(
                f,
                "{} builds no module for a page. Add `[lib]` with `crate-type = [\"cdylib\", \"rlib\"]` to it.",
                manifest.display()
            ),
            Self::BindgenVersion { found, needed } => write!(
                f,
                "The application uses wasm-bindgen {found}, and this build reads the output of {needed} alone. Run `cargo update -p wasm-bindgen --precise {needed}`, or require `wasm-bindgen = \"={needed}\"`."
            ),
            Self::Config { path, reason } => write!(f, "{} cannot be used: {reason}", path.display()),
            Self::TargetMissing => f.write_str(
                "The Rust toolchain has no standard library for wasm32-unknown-unknown. Run `rustup target add wasm32-unknown-unknown`.",
            ),
            Self::Cargo { output } => write!(f, "Cargo stopped before it compiled anything, and said: {}", output.trim()),
            Self::Spawn { program, source } => {
                write!(f, "`{program}` could not be started: {source}. Install it or put it on PATH.")
            }
            Self::Io { doing, path, source } => write!(f, "Could not {doing} {}: {source}.", path.display()),
            Self::Cancelled => f.write_str("The build was stopped before it ended."),
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Spawn { source, .. } | Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
