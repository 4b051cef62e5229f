//! From the module cargo made to the scripts and modules of a page: split, then bindgen.
//!
//! Works on one module and one folder; knows neither cargo nor the package's own files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use wasm_bindgen_cli_support::Bindgen;

use crate::BuildError;

/// The import by which a module shows that it wants splitting.
const SPLIT_PLACEHOLDER: &[u8] = b"__wasm_split_placeholder__";

/// The chunk loader's file, imported by the main module under this name.
pub(crate) const LOADER_FILE: &str = "__wasm_split.js";

/// A step that failed on what it was given: its name and its reason.
#[derive(Debug)]
pub(crate) struct StepFailed {
    pub step: &'static str,
    pub reason: String,
}

/// What either step can end in beside success.
#[derive(Debug)]
pub(crate) enum LinkError {
    Step(StepFailed),
    Build(BuildError),
}

impl From<BuildError> for LinkError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

pub(crate) fn failed(step: &'static str, reason: impl std::fmt::Display) -> LinkError {
    LinkError::Step(StepFailed { step, reason: reason.to_string() })
}

/// A module and the chunks taken out of it.
pub(crate) struct Split {
    pub main: Vec<u8>,
    /// The loader's script as it was emitted; `None` if there was nothing to split.
    pub loader: Option<String>,
    pub chunks: Vec<SplitChunk>,
    pub elapsed: Duration,
}

/// A chunk as the split library left it.
pub(crate) struct SplitChunk {
    /// `split_agent.wasm`.
    pub emitted_name: String,
    /// `agent`.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Take the chunks out of `module`, by way of the empty folder `dir`. `glue` is the script the main
/// module will have.
pub(crate) fn split(module: Vec<u8>, dir: &Path, glue: &str) -> Result<Split, LinkError> {
    let started = Instant::now();
    if !contains(&module, SPLIT_PLACEHOLDER) {
        return Ok(Split { main: module, loader: None, chunks: Vec::new(), elapsed: started.elapsed() });
    }
    let main_path = dir.join("main.wasm");
    let link_name = format!("./{LOADER_FILE}");
    let main_module = format!("./{glue}");
    let mut options = wasm_split_cli_support::Options::new(&module);
    options.output_dir = dir;
    options.main_out_path = &main_path;
    options.link_name = &link_name;
    options.main_module = &main_module;
    options.emit_dwarf = false;
    let done = wasm_split_cli_support::transform(options).map_err(|report| failed("split", format!("{report:#}")))?;
    let mut chunks = Vec::new();
    for path in done.split_modules {
        let emitted_name = file_name(&path);
        let stem = emitted_name.trim_end_matches(".wasm");
        let name = stem.strip_prefix("split_").unwrap_or(stem).to_owned();
        let bytes = read(&path)?;
        // A chunk without code of its own is answered by the loader without a fetch.
        chunks.push(SplitChunk { emitted_name, name, bytes });
    }
    chunks.sort_by(|a, b| a.name.cmp(&b.name));
    let loader = read_text(&dir.join(LOADER_FILE))?;
    chunks.retain(|chunk| loader.contains(&format!("\"./{}\"", chunk.emitted_name)));
    Ok(Split { main: read(&main_path)?, loader: Some(loader), chunks, elapsed: started.elapsed() })
}

/// Write bindgen's scripts, snippets and module for `main` into `dir`; the script is called `glue`,
/// the module `{name}_bg.wasm`. Answers the script's text and how long it took.
pub(crate) fn bindgen(
    main: Vec<u8>,
    is_split: bool,
    keep_names: bool,
    name: &str,
    glue: &str,
    dir: &Path,
) -> Result<(String, Duration), LinkError> {
    let started = Instant::now();
    let failed = |error| failed("bindgen", format!("{error:#}"));
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes(name, main)
        .web(true)
        .map_err(failed)?
        .out_name(name)
        .typescript(true)
        // A panic starts a new instance of the same module.
        .reset_state_function(true)
        .keep_lld_exports(true)
        .remove_name_section(!keep_names)
        .remove_producers_section(!keep_names);
    let mut output = bindgen.generate_output().map_err(failed)?;
    if let Some(reason) = undefined(&mut output) {
        return Err(LinkError::Step(StepFailed { step: "link", reason }));
    }
    if !is_split {
        // Splitting reads these sections and leaves them out; unread they would describe code that moved.
        remove_relocations(&mut output);
    }
    output.emit(dir).map_err(failed)?;
    let rename = |from: String, to: String| {
        let (from, to) = (dir.join(from), dir.join(to));
        std::fs::rename(&from, &to).map_err(BuildError::io("rename", from))
    };
    rename(format!("{name}.js"), glue.to_owned())?;
    rename(format!("{name}.d.ts"), glue.replace(".js", ".d.ts"))?;
    let internal = dir.join(format!("{name}_bg.wasm.d.ts"));
    std::fs::remove_file(&internal).map_err(BuildError::io("remove", internal))?;
    Ok((read_text(&dir.join(glue))?, started.elapsed()))
}

/// Why a module cannot be loaded for want of functions. The linker lets what no crate defines be an import of "env",
/// which no page has.
fn undefined(output: &mut wasm_bindgen_cli_support::Output) -> Option<String> {
    let imports = output.wasm_mut().imports.iter().filter(|import| import.module == "env");
    let names: Vec<&str> = imports.map(|import| import.name.as_str()).collect();
    let first = names.first()?;
    let more = match names.len() {
        1 => String::new(),
        all => format!(" (and {} more)", all - 1),
    };
    // How the compiler names what it shares between the objects of one crate.
    let next = if names.iter().any(|name| name.contains(".llvm.")) {
        "The compiler took up an object that no longer fits the others. Run `cargo clean`, then build again."
    } else {
        "Depend on the crate that defines it, or take out the `extern` block that names it."
    };
    Some(format!("No crate defines the function {first}{more}, which the application calls. {next}"))
}

fn remove_relocations(output: &mut wasm_bindgen_cli_support::Output) {
    let customs = &mut output.wasm_mut().customs;
    let stale: Vec<String> = customs
        .iter()
        .map(|(_, section)| section.name().to_owned())
        .filter(|name| name == "linking" || name.starts_with("reloc."))
        .collect();
    for name in stale {
        customs.remove_raw(&name);
    }
}

fn contains(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn read(path: &PathBuf) -> Result<Vec<u8>, BuildError> {
    std::fs::read(path).map_err(BuildError::io("read", path))
}

fn read_text(path: &Path) -> Result<String, BuildError> {
    std::fs::read_to_string(path).map_err(BuildError::io("read", path))
}
