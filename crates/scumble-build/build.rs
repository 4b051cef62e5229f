//! Takes in the two files of other folders that every package carries: the worker that draws frames
//! in development, and the types of the JavaScript interface. Where one does not exist yet, the
//! package goes without the worker, or with the types kept here.

use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    // Folders, because a watched file that does not exist would run this at every build.
    println!("cargo::rerun-if-changed=../scumble-web/js");
    println!("cargo::rerun-if-changed=../../www/npm");
    println!("cargo::rerun-if-changed=src/package/app.d.ts");
    println!("cargo::rerun-if-changed=build.rs");
    take(&root.join("../scumble-web/js/frame-worker.js"), None, &out.join("frame-worker.js"));
    take(&root.join("../../www/npm/index.d.ts"), Some(&root.join("src/package/app.d.ts")), &out.join("app.d.ts"));
}

/// Copy `from`, else `instead`, else nothing, to `to`.
fn take(from: &Path, instead: Option<&Path>, to: &Path) {
    let text = [Some(from), instead].into_iter().flatten().find_map(|path| std::fs::read_to_string(path).ok());
    std::fs::write(to, text.unwrap_or_default()).expect("cargo's output folder is writable");
}
