//! Whether pages were open when the last server of the project ended, however it did: they come back in a moment, and
//! a call waits for them instead of being told that there are none.
//!
//! A mark in the target folder says it, there while a page is. Knows nothing of what a page is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use scumble_build::{Project, Record};
use tokio::time::timeout;

use super::tabs::Tabs;

/// How long a page takes at most to find its server again, when that is back.
const RETURN: Duration = Duration::from_secs(3);

/// Where the mark is.
pub(crate) fn mark(project: &Project) -> PathBuf {
    Record::path(project).with_file_name("pages")
}

/// Has the pages of the last server expected, and keeps the mark from then on, for as long as it is polled.
pub(crate) async fn follow(mark: PathBuf, tabs: Arc<Tabs>) {
    let mut changed = tabs.watch();
    let mut marked = mark.exists();
    if marked {
        tabs.expect(Instant::now() + RETURN);
        let back = changed.wait_for(|_| !tabs.list().is_empty());
        // Late or there: from now on what is open counts.
        let _ = timeout(RETURN, back).await;
    }
    loop {
        let open = !tabs.list().is_empty();
        if open != marked {
            let path = mark.clone();
            // Without it the next server's first calls are told that no page is open.
            let _ = tokio::task::spawn_blocking(move || set(&path, open)).await;
            marked = open;
        }
        if changed.changed().await.is_err() {
            return;
        }
    }
}

fn set(mark: &Path, open: bool) -> std::io::Result<()> {
    if !open {
        return std::fs::remove_file(mark);
    }
    if let Some(dir) = mark.parent() {
        std::fs::create_dir_all(dir)?;
    }
    std::fs::write(mark, "")
}

#[cfg(test)]
mod tests {
    use super::super::tabs::{About, Answering};
    use super::*;

    async fn until(what: impl Fn() -> bool) {
        while !what() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    #[tokio::test]
    async fn pages_that_were_open_when_a_server_ended_are_expected_by_the_next_and_closed_ones_are_not() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let mark = dir.path().join("scumble/pages");
        let tabs = Tabs::new();
        let following = tokio::spawn(follow(mark.clone(), Arc::clone(&tabs)));
        let (link, _messages) = tokio::sync::mpsc::unbounded_channel();
        let (page, _) = tabs.arrive(About::default(), None, link);
        until(|| mark.exists()).await;
        following.abort();

        let next = Tabs::new();
        let following = tokio::spawn(follow(mark.clone(), Arc::clone(&next)));
        until(|| next.answering() == Answering::NotYet).await;
        following.abort();

        let following = tokio::spawn(follow(mark.clone(), Arc::clone(&tabs)));
        tokio::task::yield_now().await;
        tabs.depart(page);
        until(|| !mark.exists()).await;
        following.abort();
        let last = Tabs::new();
        let following = tokio::spawn(follow(mark, Arc::clone(&last)));
        tokio::task::yield_now().await;
        assert_eq!(last.answering(), Answering::Nobody);
        following.abort();
    }
}
