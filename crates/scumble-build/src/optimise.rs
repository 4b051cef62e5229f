//! wasm-opt, from the npm package `binaryen`, where node and the package are found.
//!
//! Never the one on PATH: Debian's breaks the modules bindgen writes. This module finds it and runs
//! it on one file; which files, and when, is the build's.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{self, Cancel};
use crate::{BuildError, Optimise, Project};

/// Where the package keeps the program.
const WASM_OPT: &str = "node_modules/binaryen/bin/wasm-opt";

/// The program, ready to be run by node.
#[derive(Clone, Debug)]
pub(crate) struct WasmOpt {
    script: PathBuf,
}

/// Look for wasm-opt in `node_modules` of the application, the folders above it, and the
/// workspace's end-to-end tests. Otherwise the reason there is none, as a sentence.
pub(crate) fn find(project: &Project) -> Result<WasmOpt, String> {
    let extra = project.workspace_root.join("tests/e2e");
    let script = project
        .dir
        .ancestors()
        .chain([extra.as_path()])
        .map(|dir| dir.join(WASM_OPT))
        .find(|path| path.is_file())
        .ok_or(
            "wasm-opt was not found, so the modules are larger than they need be. Run `npm install --save-dev binaryen` in the application's folder.",
        )?;
    match Command::new("node").arg("--version").output() {
        Ok(output) if output.status.success() => Ok(WasmOpt { script }),
        _ => Err("node was not found, and wasm-opt needs it, so the modules are larger than they need be. Install Node.js 20 or newer.".into()),
    }
}

/// Where the optimiser a release of `project` runs was found.
///
/// # Errors
/// The reason there is none, as a sentence with what to do.
pub fn wasm_opt(project: &Project) -> Result<PathBuf, String> {
    find(project).map(|tool| tool.script)
}

impl WasmOpt {
    /// Replace the module at `path` by a smaller one. The inner result is wasm-opt's own refusal.
    pub(crate) fn run(
        &self,
        path: &Path,
        options: &Optimise,
        cancel: Option<&Cancel>,
    ) -> Result<Result<(), String>, BuildError> {
        let smaller = path.with_extension("opt");
        let mut said = String::new();
        let mut command = Command::new("node");
        command.arg(&self.script).arg(path).arg("--output").arg(&smaller).args(&options.flags);
        command.args(options.features.iter().map(|feature| format!("--enable-{feature}")));
        let status = process::run(&mut command, cancel, &mut |_, line| {
            said.push_str(line);
            said.push('\n');
        })?;
        if !status.success() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            return Ok(Err(format!("wasm-opt failed on {name} ({status}): {}", said.trim_end())));
        }
        std::fs::rename(&smaller, path).map_err(BuildError::io("write", path))?;
        Ok(Ok(()))
    }
}
