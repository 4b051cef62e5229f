//! `scumble new` as a person uses it: the project it writes compiles and passes its own test at once.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scumble(arguments: &[&str], dir: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_scumble"))
        .args(arguments)
        .current_dir(dir)
        .output()
        .expect("it was built for this test")
}

/// A folder of cargo's for tests, without what an earlier run left in it.
fn empty(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("cargo's folder for tests is writable");
    dir
}

#[test]
fn a_new_project_passes_its_own_test_and_has_a_library() {
    let dir = empty("new");
    let written = scumble(&["new", "tea-shop"], &dir);
    let said = String::from_utf8_lossy(&written.stdout);
    assert!(written.status.success() && said.contains("tea-shop is ready in tea-shop."), "{written:?}");
    let project = dir.join("tea-shop");

    // The workspace's own folder and profile, so that what both use is compiled once.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the target folder");
    let tested = Command::new(env!("CARGO"))
        .args(["test", "--offline"])
        .current_dir(&project)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_PROFILE_TEST_DEBUG", "line-tables-only")
        .output()
        .expect("cargo runs this test");
    let (out, errors) = (String::from_utf8_lossy(&tested.stdout), String::from_utf8_lossy(&tested.stderr));
    assert!(tested.status.success(), "{out}\n{errors}");
    assert!(out.contains("test an_agent_removes_nothing_unless_the_person_agrees ... ok"), "{out}");
    let own = errors.lines().filter(|line| line.starts_with("warning") && line.contains("tea-shop")).count();
    assert_eq!(own, 0, "{errors}");

    // Nothing was built for a page yet.
    let verified = scumble(&["verify", "--json", "tea-shop"], &dir);
    assert_eq!(verified.status.code(), Some(2), "{verified:?}");
    let again = scumble(&["new", "tea-shop"], &dir);
    assert_eq!(again.status.code(), Some(2), "{again:?}");
    assert!(String::from_utf8_lossy(&again.stderr).starts_with("tea-shop is not empty"), "{again:?}");
}
