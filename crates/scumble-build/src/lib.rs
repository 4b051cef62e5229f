//! An application's crate in, the package a page imports out: cargo, wasm-bindgen, splitting and
//! wasm-opt as one library, with no tool to install beside cargo (and node for wasm-opt).
//!
//! [`Project::open`] finds out what is to be built, [`build`] builds it and answers a [`Build`]: the
//! build block, and the package if everything went well. A program that does not compile is a
//! `Build` too; [`BuildError`] is for what kept the build from happening.
//!
//! This crate compiles and writes files. It serves nothing and watches nothing: that is the
//! `scumble` command's.

mod config;
mod error;
mod link;
mod loader;
mod messages;
mod metadata;
mod optimise;
mod package;
mod pipeline;
mod process;
mod profile;
mod project;
mod record;
mod report;
mod sizes;
mod sources;

pub use config::{Budget, CONFIG_FILE, Config, DevProfile, OptLevel, Optimise, ProfileName, ReleaseProfile, Target};
pub use error::BuildError;
pub use optimise::wasm_opt;
pub use pipeline::{Build, BuildOptions, BuiltPackage, Progress, build, failure_block};
pub use process::Cancel;
pub use profile::{WASM_RUSTFLAGS, wasm_rustflags_config};
pub use project::{BINDGEN_VERSION, Package, Project, WASM_TARGET};
pub use record::{Change, Newer, Record, Verdict, Verified};
pub use report::timestamp;
pub use sizes::{ModulePart, ModuleSize};
pub use sources::{Sources, is_source_path};
