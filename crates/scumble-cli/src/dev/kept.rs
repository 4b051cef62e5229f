//! What the pages offered last, kept on disk: a server that was started again lists it before a page has come back.
//!
//! Only a list: what is called still needs a page. Knows no page.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use scumble_build::{Project, Record};
use scumble_protocol::wire::{Catalogue, WIRE_VERSION};
use serde::{Deserialize, Serialize};

use super::tabs::Tabs;

/// The file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Of another version of this program, or of another application of the target folder, it is not read.
    version: String,
    dir: PathBuf,
    catalogue: Arc<Catalogue>,
}

fn version() -> String {
    format!("{}/{WIRE_VERSION}", env!("CARGO_PKG_VERSION"))
}

fn path(project: &Project) -> PathBuf {
    Record::path(project).with_file_name("catalogue.json")
}

/// What was offered last; none if that is not known.
pub(crate) fn read(project: &Project) -> Option<Catalogue> {
    let kept: Kept = serde_json::from_slice(&std::fs::read(path(project)).ok()?).ok()?;
    (kept.version == version() && kept.dir == project.dir).then(|| Arc::unwrap_or_clone(kept.catalogue))
}

/// Keeps what is offered from now on, for as long as it is polled.
pub(crate) async fn keep(project: Project, tabs: Arc<Tabs>) {
    let mut changed = tabs.watch();
    let mut last = tabs.catalogue();
    while changed.changed().await.is_ok() {
        let now = tabs.catalogue();
        if Arc::ptr_eq(&now, &last) {
            continue;
        }
        if *now != *last {
            let kept = Kept { version: version(), dir: project.dir.clone(), catalogue: Arc::clone(&now) };
            let path = path(&project);
            // Where it cannot be kept, the next server waits for a page.
            let _ = tokio::task::spawn_blocking(move || write(&path, &kept)).await;
        }
        last = now;
    }
}

fn write(path: &Path, kept: &Kept) -> std::io::Result<()> {
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir)?;
    }
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    std::fs::write(&beside, serde_json::to_vec(kept)?)?;
    std::fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use scumble_build::Project;
    use scumble_protocol::wire::Catalogue;
    use scumble_protocol::{Annotations, Tool};
    use serde_json::json;

    use super::super::tabs::{About, Tabs};
    use super::{keep, path, read};

    fn catalogue() -> Catalogue {
        let tool = Tool {
            name: "notes_view".into(),
            title: "Notes".into(),
            description: "Reads the notes.".into(),
            input_schema: json!({ "type": "object" }),
            output_schema: None,
            annotations: Annotations::reading(),
            source: "channel notes".into(),
        };
        Catalogue { tools: vec![tool], ..Catalogue::default() }
    }

    #[tokio::test]
    async fn what_a_page_offered_is_listed_by_the_next_server() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir_all(dir.path().join("src")).expect("a writable folder");
        let manifest = "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n[workspace]\n";
        std::fs::write(dir.path().join("Cargo.toml"), manifest).expect("a writable folder");
        std::fs::write(dir.path().join("src/lib.rs"), "").expect("a writable folder");
        let project = Project::open(dir.path()).expect("an application");
        assert_eq!(read(&project), None);

        let tabs = Tabs::new();
        let keeping = tokio::spawn(keep(project.clone(), tabs.clone()));
        tokio::task::yield_now().await;
        let (link, _messages) = tokio::sync::mpsc::unbounded_channel();
        tabs.arrive(About::default(), Some(catalogue()), link);
        while read(&project).is_none() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        assert_eq!(read(&project), Some(catalogue()));
        keeping.abort();

        let next = Tabs::new();
        next.recall(catalogue());
        assert_eq!(*next.catalogue(), catalogue());
        let text = std::fs::read_to_string(path(&project)).expect("it is there");
        std::fs::write(path(&project), text.replace(env!("CARGO_PKG_VERSION"), "0.0.0")).expect("a writable folder");
        assert_eq!(read(&project), None, "of another version");
    }
}
