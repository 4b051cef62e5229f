//! Files that change: read again alone, kept while they are broken, gone when they are.

use scumble_catalog::{Catalog, Refreshed};

use super::{Project, find, users};

fn button(name: &str, doc: &str) -> String {
    format!("/// {doc}\n#[component]\npub fn {name}() -> impl IntoElement {{}}\n")
}

/// Sets a file's time back, as if it had been saved a minute ago.
fn age(project: &Project, path: &str) {
    let file = std::fs::File::options().write(true).open(project.path().join(path)).expect("the file is there");
    let before = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    file.set_modified(before).expect("a file's time can be set");
}

fn three() -> Project {
    let project = Project::of(&[
        ("src/lib.rs", "mod a;\nmod b;\n"),
        ("src/a.rs", &button("A", "The first.")),
        ("src/b.rs", "use crate::a::A;\n/// The second.\n#[component]\npub fn B() -> impl IntoElement { A::new() }\n"),
    ]);
    for path in ["src/lib.rs", "src/a.rs", "src/b.rs"] {
        age(&project, path);
    }
    project
}

#[test]
fn only_what_changed_is_read_again() {
    let project = three();
    let mut catalog = project.open();
    assert_eq!(catalog.refresh(), Refreshed { files: 3, read: 0, parsed: 0, gone: 0 });
    project.write("src/a.rs", &button("A", "Another."));
    assert_eq!(catalog.refresh(), Refreshed { files: 3, read: 1, parsed: 1, gone: 0 });
    assert_eq!(find(&catalog, "A").purpose, "Another.");
    // Just saved: looked into again, since the same second may hold another save; not parsed again.
    assert_eq!(catalog.refresh(), Refreshed { files: 3, read: 1, parsed: 0, gone: 0 });
}

#[test]
fn two_saves_of_one_length_in_one_moment_are_told_apart() {
    let project = three();
    project.write("src/a.rs", &button("A", "One."));
    let mut catalog = project.open();
    let time =
        std::fs::metadata(project.path().join("src/a.rs")).and_then(|data| data.modified()).expect("it has a time");
    project.write("src/a.rs", &button("A", "Two."));
    let file = std::fs::File::options().write(true).open(project.path().join("src/a.rs")).expect("the file is there");
    file.set_modified(time).expect("a file's time can be set");
    catalog.refresh();
    assert_eq!(find(&catalog, "A").purpose, "Two.");
}

#[test]
fn a_file_that_does_not_parse_keeps_what_it_said_with_the_parsers_message() {
    let project = three();
    let mut catalog = project.open();
    project.write("src/a.rs", "/// Half\n#[component]\npub fn A() -> impl {\n    column(;\n}\n");
    catalog.refresh();
    let a = find(&catalog, "A");
    assert_eq!(a.purpose, "The first.");
    let stale = a.stale.as_deref().expect("it is stale");
    assert_eq!(
        stale,
        "src/a.rs does not parse at line 5, column 1: a bracket or a text is not closed, or closed by another."
    );
    assert_eq!(users(a), ["src/b.rs 1"]);
    let [problem] = catalog.problems() else { panic!("one problem") };
    assert!(problem.kept && problem.line == Some(5), "{problem:?}");
    assert_eq!(find(&catalog, "B").stale, None);

    project.write("src/a.rs", &button("A", "Mended."));
    catalog.refresh();
    assert_eq!((find(&catalog, "A").purpose.as_str(), find(&catalog, "A").stale.as_deref()), ("Mended.", None));
    assert!(catalog.problems().is_empty());
}

#[test]
fn a_broken_root_hides_nothing_and_blames_no_file_for_not_being_declared() {
    let project = three();
    project.write("src/lib.rs", "mod a\nmod b;\n");
    let catalog = project.open();
    assert_eq!(catalog.components().len(), 2);
    assert!(catalog.components().iter().all(|component| !component.undeclared));
    let [problem] = catalog.problems() else { panic!("one problem") };
    assert!(
        !problem.kept && problem.message.starts_with("src/lib.rs does not parse at line 2, column 1"),
        "{problem:?}"
    );
}

#[test]
fn a_deleted_file_takes_its_components_with_it_and_a_renamed_one_moves_them() {
    let project = three();
    let mut catalog = project.open();
    std::fs::rename(project.path().join("src/a.rs"), project.path().join("src/c.rs")).expect("it can be renamed");
    project.write("src/lib.rs", "mod b;\nmod c;\n");
    let refreshed = catalog.refresh();
    assert_eq!((refreshed.files, refreshed.gone), (3, 1));
    assert_eq!(find(&catalog, "A").module, "src/c");

    project.remove("src/c.rs");
    assert_eq!(catalog.refresh().gone, 1);
    assert_eq!(catalog.components().iter().map(|component| component.name.as_str()).collect::<Vec<_>>(), ["B"]);
}

#[test]
fn what_is_no_crate_is_refused_in_a_sentence() {
    let refused = |path: &std::path::Path| Catalog::open(path).err().unwrap_or_default();
    let project = Project::of(&[]);
    assert!(refused(&project.path().join("nowhere")).ends_with("Name the folder of a crate."));
    project.write("Cargo.toml", "[workspace]\n");
    assert!(refused(project.path()).contains("names no package"));
    project.write("Cargo.toml", "[package]\nname = \"shop\"\n");
    std::fs::remove_dir(project.path().join("src")).expect("it is empty");
    assert!(refused(project.path()).contains("has no src folder"));
}

#[test]
fn text_that_is_not_utf_8_is_a_problem_of_its_file_alone() {
    let project = three();
    std::fs::write(project.path().join("src/a.rs"), [b'/', b'/', 0xff, b'\n']).expect("it can be written");
    let catalog = project.open();
    assert_eq!(catalog.components().len(), 1);
    assert!(catalog.problems()[0].message.starts_with("src/a.rs is not UTF-8"), "{:?}", catalog.problems());
}
