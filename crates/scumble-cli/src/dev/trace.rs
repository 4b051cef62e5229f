//! What a page says of an error, made readable: frames of WebAssembly as the Rust functions they are, and neither the
//! machinery of panics nor the runtime's own scripts among them.
//!
//! Development builds keep their names and no lines; the place of a panic is in its message. Knows nothing of what went
//! wrong.

use rustc_demangle::try_demangle;

/// The most frames of one error.
const MOST: usize = 12;

/// Functions a panic or a call from a page goes through, and which say nothing of where it came from.
const MACHINERY: [&str; 14] = [
    "core::panicking::",
    "std::panicking::",
    "std::sys::",
    "core::ops::function::",
    "core::option::",
    "core::result::",
    "core::cell::",
    "alloc::boxed::",
    "rust_panic",
    "rust_begin_unwind",
    "__rust",
    "__wbg",
    "wasm_bindgen::",
    "scumble_web::",
];

/// Scripts of the package and of this server.
const OWN_SCRIPTS: [&str; 2] = ["/pkg/", "/__scumble/"];

/// `message` with its frames as a person reads them.
pub(crate) fn readable(message: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut frames = 0;
    for line in message.lines() {
        let Some(frame) = line.trim_start().strip_prefix("at ").filter(|_| line.starts_with(char::is_whitespace))
        else {
            lines.push(line.to_owned());
            continue;
        };
        let Some(frame) = read(frame) else { continue };
        let frame = format!("    at {frame}");
        // Functions that were inlined into each other, or call themselves, look the same.
        if frames < MOST && lines.last() != Some(&frame) {
            lines.push(frame);
            frames += 1;
        }
    }
    lines.join("\n")
}

/// One frame; none if it says nothing.
fn read(frame: &str) -> Option<String> {
    let (name, place) = match frame.strip_suffix(')').and_then(|frame| frame.rsplit_once(" (")) {
        Some((name, place)) => (name, place),
        None => ("", frame),
    };
    if place.contains("wasm-function[") {
        let name = function(name);
        return (!name.is_empty() && !is_machinery(&name)).then_some(name);
    }
    if OWN_SCRIPTS.iter().any(|script| place.contains(script)) {
        return None;
    }
    Some(frame.to_owned())
}

/// The Rust function's path: without the module it is in, its hash, and the hashes of crates.
fn function(name: &str) -> String {
    let name = name.split_once(".wasm.").map_or(name, |(_, name)| name);
    let name = try_demangle(name).map_or_else(|_| name.to_owned(), |name| format!("{name:#}"));
    without_hashes(&name)
}

fn without_hashes(name: &str) -> String {
    let is_hex = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let name = match name.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && is_hex(hash) => path,
        _ => name,
    };
    let mut rest = name;
    let mut clean = String::new();
    while let Some((before, after)) = rest.split_once('[') {
        clean.push_str(before);
        match after.split_once(']') {
            // A crate's disambiguator, `notes[1f2e3d4c5b6a7980]`; a slice or an array is none.
            Some((inside, more)) if inside.len() >= 12 && is_hex(inside) => rest = more,
            _ => {
                clean.push('[');
                rest = after;
            }
        }
    }
    clean + rest
}

fn is_machinery(name: &str) -> bool {
    // `<alloc::boxed::Box<F> as core::ops::function::Fn>::call` begins with what it is implemented for.
    let path = name.trim_start_matches(['<', '&']);
    MACHINERY.iter().any(|start| path.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn frames_of_webassembly_are_functions_of_rust() {
        let said = "[scumble] The application panicked at src/lib.rs:12:9: boom
    at panicked (http://localhost:5173/pkg/snippets/scumble-web-1/js/instance.js:140:7)
    at lab-0123.wasm.std::panicking::begin_panic_handler::h0123456789abcdef (http://localhost:5173/pkg/lab_bg.wasm:wasm-function[812]:0x3fe2c)
    at lab-0123.wasm.__rust_start_panic (http://localhost:5173/pkg/lab_bg.wasm:wasm-function[813]:0x3fe2c)
    at lab-0123.wasm.<lab[1f2e3d4c5b6a7980]::Lab>::explode::h0123456789abcdef (http://localhost:5173/pkg/lab_bg.wasm:wasm-function[7]:0x1)
    at lab-0123.wasm.<lab[1f2e3d4c5b6a7980]::Lab>::explode::h0123456789abcdea (http://localhost:5173/pkg/lab_bg.wasm:wasm-function[8]:0x1)
    at _ZN3lab3App28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE (wasm://wasm/00a1:wasm-function[9]:0x2)
    at <[u8] as lab::Sum>::sum (http://localhost:5173/pkg/lab_bg.wasm:wasm-function[10]:0x2)
    at enter (http://localhost:5173/pkg/snippets/scumble-web-1/js/instance.js:92:12)
    at onclick (http://localhost:5173/page.js:3:4)";
        assert_eq!(
            readable(said),
            "[scumble] The application panicked at src/lib.rs:12:9: boom
    at <lab::Lab>::explode
    at lab::App::{{closure}}
    at <[u8] as lab::Sum>::sum
    at onclick (http://localhost:5173/page.js:3:4)"
        );
    }

    #[test]
    fn what_is_no_trace_stays_as_it_is_and_a_long_one_ends() {
        assert_eq!(readable("Look at this (or not)\n  not a frame"), "Look at this (or not)\n  not a frame");
        let frames: String = (0..40)
            .map(|number| format!("    at a.wasm.f{number} (http://x/pkg/a.wasm:wasm-function[1]:0x1)\n"))
            .collect();
        assert_eq!(readable(&format!("Error: x\n{frames}")).lines().count(), 1 + super::MOST);
    }
}
