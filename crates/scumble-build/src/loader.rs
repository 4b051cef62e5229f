//! The script that fetches split chunks, as the split library emits it, changed in three ways: it
//! outlives an instance (a panic ends one and starts another), it refuses a chunk of another build,
//! and its chunks carry the package's name.
//!
//! The changes replace exact text of the pinned split library; where that text is not found once,
//! the build fails rather than ship a loader that corrupts memory after the first panic.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The runtime inside the emitted script, as version 0.2.4 of the split library has it, below a comment of ours.
const ORIGINAL: &str = include_str!("loader/original.js");

/// What takes its place.
const RUNTIME: &str = include_str!("loader/runtime.js");

/// One chunk: what the split library called it, what the package calls it, and its final bytes.
pub(crate) struct Chunk<'a> {
    pub emitted_name: &'a str,
    pub name: &'a str,
    pub bytes: &'a [u8],
}

/// The loader for `chunks`, or a sentence about what in `emitted` is not as expected.
pub(crate) fn adapt(emitted: &str, chunks: &[Chunk<'_>]) -> Result<String, String> {
    let mut script = replace_once(emitted, original(), RUNTIME, "its runtime")?;
    for chunk in chunks {
        let fetch = format!("fetch(new URL(\"./{}\", import.meta.url))", chunk.emitted_name);
        let integrity = STANDARD.encode(Sha256::digest(chunk.bytes));
        let replacement = format!("fetchChunk(new URL(\"./{}\", import.meta.url), \"sha256-{integrity}\")", chunk.name);
        script = replace_once(&script, &fetch, &replacement, chunk.emitted_name)?;
    }
    let instantiations = script.matches(INSTANTIATE).count();
    if instantiations != chunks.len() {
        return Err(format!(
            "the chunk loader instantiates {instantiations} chunks, and {} were split off",
            chunks.len()
        ));
    }
    Ok(script.replace(INSTANTIATE, "instantiateChunk(src, imports)"))
}

fn original() -> &'static str {
    ORIGINAL.find("function ").map_or(ORIGINAL, |start| &ORIGINAL[start..])
}

const INSTANTIATE: &str = "WebAssembly.instantiateStreaming(src, imports)";

fn replace_once(text: &str, from: &str, to: &str, what: &str) -> Result<String, String> {
    match text.matches(from).count() {
        1 => Ok(text.replacen(from, to, 1)),
        count => Err(format!(
            "the chunk loader has {what} {count} times where once is expected: it was emitted by another version of wasm_split_cli_support than this build knows"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the split library writes it around the runtime.
    fn emitted() -> String {
        format!(
            "import {{ initSync }} from \"./notes_glue.js\";\n\nlet sharedImports = undefined;\nfunction getSharedImports() {{ }}\n{}\
             export const __wasm_split_load_agent = wrapAsyncCb(makeLoad(() => {{\n    const src = fetch(new URL(\"./split_agent.wasm\", import.meta.url));\n    src.catch(() => {{}});\n    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n}}\n, []));\n",
            original()
        )
    }

    const CHUNK: Chunk<'_> = Chunk { emitted_name: "split_agent.wasm", name: "notes_agent.wasm", bytes: b"wasm" };

    #[test]
    fn the_loader_outlives_an_instance_and_checks_what_it_fetches() {
        let script = adapt(&emitted(), &[CHUNK]).expect("it is as the library writes it");
        assert!(script.contains("export function __scumble_next_generation()"));
        assert!(script.contains("fetchChunk(new URL(\"./notes_agent.wasm\", import.meta.url), \"sha256-"));
        assert!(script.contains("(instantiateChunk(src, imports))"));
        assert!(!script.contains("split_agent") && !script.contains("instantiateStreaming"));
    }

    #[test]
    fn a_loader_of_another_version_is_refused() {
        let other = emitted().replace("Memoize successes only", "Keep successes");
        let message = adapt(&other, &[CHUNK]).expect_err("its runtime differs");
        assert!(message.contains("another version of wasm_split_cli_support"), "{message}");
        let message = adapt(&emitted(), &[]).expect_err("a chunk nobody named");
        assert!(message.contains("instantiates 1 chunks, and 0 were split off"), "{message}");
    }
}
