//! Servers come, are killed, and are used: what the files tell of it.

use std::io::Write;
use std::path::Path;

use super::{Folder, Running, Standing, announce, create, of_project, users_of};

fn folder() -> (tempfile::TempDir, Folder) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = Folder::at(dir.path().join("scumble")).expect("it is ours");
    (dir, folder)
}

fn server(project: &str, started: u64) -> Running {
    Running {
        project: project.into(),
        url: "http://localhost:5173/".into(),
        mcp: "http://localhost:5173/__mcp".into(),
        name: "notes".into(),
        token: Some("sesame".into()),
        pid: std::process::id(),
        started,
        while_used: false,
    }
}

fn found(folder: &Folder, project: &str) -> Vec<Running> {
    let every = of_project(std::slice::from_ref(folder), Path::new(project));
    every.into_iter().map(|found| found.running).collect()
}

#[test]
fn a_server_is_found_while_it_runs_by_its_project_alone() {
    let (_dir, folder) = folder();
    let first = announce(&folder, &server("/notes", 1)).expect("it is written");
    let second = announce(&folder, &server("/notes", 2)).expect("two of one project may run");
    let _other = announce(&folder, &server("/tea", 3)).expect("it is written");
    assert_eq!(found(&folder, "/notes"), [server("/notes", 2), server("/notes", 1)]);
    drop(second);
    assert_eq!(found(&folder, "/notes"), [server("/notes", 1)]);
    drop(first);
    assert_eq!(found(&folder, "/notes"), []);
    assert_eq!(folder.names().len(), 2, "the other server's: {:?}", folder.names());
}

#[test]
fn the_file_of_a_process_that_is_gone_is_swept_though_its_number_is_another_process_now() {
    let (_dir, folder) = folder();
    // Written by nobody who lives, with the number of somebody who does: this process.
    let mut file = create(&folder.file("7-old.json")).expect("it is new");
    file.write_all(&serde_json::to_vec(&server("/notes", 1)).expect("it is plain")).expect("it is ours");
    create(&folder.file("7-old.users")).expect("it is new");
    drop(file);
    assert_eq!(found(&folder, "/notes"), []);
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn how_a_server_ended_is_told_apart() {
    let (_dir, folder) = folder();
    let announced = announce(&folder, &server("/notes", 1)).expect("it is written");
    let [ended] = &of_project(std::slice::from_ref(&folder), Path::new("/notes"))[..] else { panic!("one runs") };
    assert_eq!(ended.standing(), Standing::Runs);
    drop(announced);
    assert_eq!(ended.standing(), Standing::Ended);

    let mut announced = announce(&folder, &server("/notes", 1)).expect("it is written");
    let [died] = &of_project(std::slice::from_ref(&folder), Path::new("/notes"))[..] else { panic!("one runs") };
    // As the system does it for a process that is killed.
    announced._alive = create(&folder.file("other")).expect("it is new");
    assert_eq!(died.standing(), Standing::Died);
    assert_eq!(found(&folder, "/notes"), []);
}

#[test]
fn what_is_half_written_or_of_another_version_is_no_server() {
    let (_dir, folder) = folder();
    let half = create(&folder.file("8-half.tmp")).expect("it is new");
    half.lock_shared().expect("nobody else has it");
    let mut other = create(&folder.file("9-other.json")).expect("it is new");
    other.lock_shared().expect("nobody else has it");
    other.write_all(b"{\"version\":2}").expect("it is ours");
    assert_eq!(found(&folder, "/notes"), []);
    assert_eq!(folder.names().len(), 2, "neither is taken away under whoever writes it");
}

#[cfg(unix)]
#[test]
fn a_file_with_a_token_in_it_is_its_owners_alone() {
    use std::os::unix::fs::MetadataExt;
    let (_dir, folder) = folder();
    let announced = announce(&folder, &server("/notes", 1)).expect("it is written");
    for file in [&announced.file, &users_of(&announced.file)] {
        assert_eq!(std::fs::metadata(file).expect("it is there").mode() & 0o777, 0o600);
    }
}

#[test]
fn a_server_knows_whether_it_is_used_and_nobody_begins_to_once_it_ends() {
    let (_dir, folder) = folder();
    let announced = announce(&folder, &server("/notes", 1)).expect("it is written");
    let [found] = &of_project(std::slice::from_ref(&folder), Path::new("/notes"))[..] else { panic!("one runs") };
    assert!(!announced.is_used());
    let first = found.begin_use().expect("it runs");
    let second = found.begin_use().expect("many may use it");
    assert!(announced.is_used() && !announced.close_unless_used());
    drop(first);
    assert!(announced.is_used());
    drop(second);
    assert!(!announced.is_used());
    assert!(announced.close_unless_used());
    assert!(found.begin_use().is_none());
    assert_eq!(found.standing(), Standing::Ended);
}
