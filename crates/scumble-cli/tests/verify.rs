//! `scumble verify` after real builds: what its exit code and its words say of each.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const GOOD: &str = "mod part;\nuse wasm_bindgen::prelude::*;\n#[wasm_bindgen]\npub fn twice(number: u32) -> u32 {\n    part::sum(number, number)\n}\n";
const PART: &str = "pub fn sum(a: u32, b: u32) -> u32 {\n    a + b\n}\n";

/// A crate in cargo's folder for tests, so that its dependencies are compiled once.
fn write_crate() -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify-app");
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(dir.join("src")).expect("cargo's folder for tests is writable");
    write(
        &dir,
        "Cargo.toml",
        "[package]\nname = \"verify-app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n[dependencies]\nwasm-bindgen = \"=0.2.130\"\n[workspace]\n",
    );
    write(&dir, "src/lib.rs", GOOD);
    write(&dir, "src/part.rs", PART);
    // The versions of this workspace, so that nothing has to be looked up.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    std::fs::copy(lock, dir.join("Cargo.lock")).expect("cargo's folder for tests is writable");
    dir
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("target")
}

fn write(dir: &Path, path: &str, text: &str) {
    std::fs::write(dir.join(path), text).expect("cargo's folder for tests is writable");
}

fn scumble(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scumble"));
    command.args(arguments).current_dir(dir).env("CARGO_TARGET_DIR", target());
    command.output().expect("it was built for this test")
}

/// Exit code and words of `scumble verify`.
fn verify(dir: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let all: Vec<&str> = ["verify"].iter().chain(arguments).copied().collect();
    let output = scumble(dir, &all);
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr),
    )
}

#[test]
fn what_the_last_build_said_is_told_with_nothing_running() {
    let _ = std::fs::remove_file(target().join("scumble/verify_app/build.json"));
    let dir = write_crate();
    let (code, said) = verify(&dir, &[]);
    assert_eq!(code, Some(2));
    assert!(
        said.starts_with("No build of verify-app is recorded in ")
            && said.ends_with("Run `scumble build` or `scumble dev`.\n"),
        "{said}"
    );

    assert!(scumble(&dir, &["build"]).status.success());
    let (code, said) = verify(&dir, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("ok: verify-app and its 4 sources are as they were in build "), "{said}");

    // Saved and not built: the record is of older code, whatever that was.
    write(&dir, "src/part.rs", "pub fn sum(a: u32, b: u32) -> u32 {\n    a + missing\n}\n");
    let (code, said) = verify(&dir, &[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.starts_with("newer    src/part.rs: changed since\n"), "{said}");
    assert_eq!(verify(&dir, &["--expect", "src/lib.rs"]).0, Some(0));

    // Built and failed: which, where and why.
    assert_eq!(scumble(&dir, &["build"]).status.code(), Some(1));
    let (code, said) = verify(&dir, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains(
            "failed   src/part.rs:2: cannot find value `missing` in this scope: not found in this scope [E0425]\n"
        ),
        "{said}"
    );
    let (code, said) = verify(&dir, &["--json"]);
    let told: Value = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"));
    assert_eq!((code, &told["ok"], &told["exit"]), (Some(1), &Value::Bool(false), &Value::from(1)));
    let names: Vec<&Value> = told["failing"].as_array().expect("a list").iter().map(|object| &object["name"]).collect();
    assert_eq!(names, ["verify-app", "src/part.rs"], "{said}");

    // Mended: it is in order again.
    write(&dir, "src/part.rs", PART);
    assert!(scumble(&dir, &["build"]).status.success());
    assert_eq!(verify(&dir, &[]).0, Some(0));
    assert_eq!(verify(&dir, &["--expect", "src/part.rs", "src/other.rs"]).0, Some(2));
}
