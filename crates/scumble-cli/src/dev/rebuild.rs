//! Build, wait for a save, build again: and what the newest builds were, for whoever serves them.
//!
//! A save during a build ends that build, unless it changed nothing. A package is served from
//! memory, so a page never gets files of two builds.

use std::collections::HashMap;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use scumble_build::{Build, BuildError, BuildOptions, Cancel, ProfileName, Project, Sources, build, failure_block};
use scumble_protocol::build::BuildBlock;
use tokio::sync::{mpsc, watch};

use super::watch::Watch;
use crate::build::print_json;
use crate::terminal::{Terminal, summary};

/// Editors save in several steps; a build begins once they have been quiet for this long.
const QUIET: Duration = Duration::from_millis(20);

/// A folder that never is quiet is built all the same after this long.
const LONGEST_WAIT: Duration = Duration::from_millis(500);

/// The newest builds.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The newest, good or not; `None` until the first has ended.
    pub(crate) block: Option<Arc<BuildBlock>>,
    /// The last good one's package.
    pub(crate) package: Option<Arc<Package>>,
}

/// A package in memory.
#[derive(Debug)]
pub(crate) struct Package {
    /// The build it is of.
    pub(crate) build: String,
    /// Its files by path.
    pub(crate) files: HashMap<String, Bytes>,
}

/// [`State`], for one that changes it and many that wait for changes.
pub(crate) struct Current {
    state: watch::Sender<State>,
    /// What is built, as it was opened last.
    project: RwLock<Option<Arc<Project>>>,
    /// Where saved files are told.
    saved: OnceLock<mpsc::UnboundedSender<PathBuf>>,
}

impl Current {
    pub(crate) fn new() -> Self {
        Self { state: watch::Sender::new(State::default()), project: RwLock::default(), saved: OnceLock::new() }
    }

    /// What is built, as it was opened last; none before the first build begins.
    pub(crate) fn project(&self) -> Option<Arc<Project>> {
        self.project.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Say that something was saved, where the watch may not have noticed.
    pub(crate) fn nudge(&self) {
        if let (Some(saved), Some(project)) = (self.saved.get(), self.project()) {
            // Nobody listens any more when the server is ending.
            let _ = saved.send(project.dir.clone());
        }
    }

    /// This is what is built from now on.
    pub(crate) fn opened(&self, project: &Project) {
        *self.project.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(project.clone()));
    }

    /// The state, and every change of it.
    pub(crate) fn subscribe(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// The state once a first build has ended.
    pub(crate) async fn built(&self) -> State {
        let mut receiver = self.subscribe();
        match receiver.wait_for(|state| state.block.is_some()).await {
            Ok(state) => state.clone(),
            // Only without a sender, and that is ours.
            Err(_) => State::default(),
        }
    }

    pub(crate) fn publish(&self, block: BuildBlock, package: Option<Package>) {
        self.state.send_modify(|state| {
            state.block = Some(Arc::new(block));
            if let Some(package) = package {
                state.package = Some(Arc::new(package));
            }
        });
    }
}

/// Build `project` now and after every save, until `ended`.
pub(crate) async fn keep_built(
    mut project: Project,
    current: &Current,
    json: bool,
    mut ended: Pin<&mut impl Future<Output = ()>>,
) {
    let (sender, mut changes) = mpsc::unbounded_channel();
    let mut watch = start_watch(&project, &sender);
    let _ = current.saved.set(sender.clone());
    // The sources of the last build that ran to its end, and those the project was opened with.
    let mut previous: Option<Sources> = None;
    let mut opened = Sources::read(&project).ok();
    loop {
        let began = Sources::read(&project).ok();
        if began.is_none() || began != previous {
            let cancel = Cancel::new();
            let job = tokio::task::spawn_blocking({
                let (project, previous, cancel) = (project.clone(), previous.clone(), cancel.clone());
                move || build_once(&project, previous, cancel, json)
            });
            tokio::pin!(job);
            let done = loop {
                tokio::select! {
                    () = &mut ended => {
                        cancel.cancel();
                        let _ = job.await;
                        return;
                    }
                    done = &mut job => break done,
                    path = changes.recv() => {
                        settle(path, &mut changes, &mut watch).await;
                        if Sources::read(&project).ok() != began {
                            cancel.cancel();
                        }
                    }
                }
            };
            let again = match done {
                Ok(Done::Built { block, package, sources }) => {
                    current.publish(block, package);
                    previous = sources.or(began);
                    // It may have been changed while it was built.
                    Sources::read(&project).ok() != previous
                }
                Ok(Done::Cancelled) => true,
                Err(error) => {
                    eprintln!("The build ended by itself: {error}. Save a file to try again.");
                    false
                }
            };
            if again {
                reopen(&mut project, &mut opened, &mut previous, &mut watch, &sender, current, json).await;
                continue;
            }
        }
        tokio::select! {
            () = &mut ended => return,
            path = changes.recv() => settle(path, &mut changes, &mut watch).await,
        }
        reopen(&mut project, &mut opened, &mut previous, &mut watch, &sender, current, json).await;
    }
}

/// Take in the rest of a burst of saves that began with `first`.
async fn settle(first: Option<PathBuf>, changes: &mut mpsc::UnboundedReceiver<PathBuf>, watch: &mut Option<Watch>) {
    let deadline = Instant::now() + LONGEST_WAIT;
    let mut path = first;
    while let Some(changed) = path {
        if let Some(watch) = watch {
            watch.follow(&changed);
        }
        let wait = QUIET.min(deadline.saturating_duration_since(Instant::now()));
        path = tokio::time::timeout(wait, changes.recv()).await.ok().flatten();
    }
}

/// A save may have changed which packages there are; asking cargo takes a while, so only after a save that could have.
/// A manifest that cannot be read any more is a failed build, and those sources count as built.
async fn reopen(
    project: &mut Project,
    opened_with: &mut Option<Sources>,
    previous: &mut Option<Sources>,
    watch: &mut Option<Watch>,
    sender: &mpsc::UnboundedSender<PathBuf>,
    current: &Current,
    json: bool,
) {
    let now = Sources::read(project).ok();
    if let (Some(now), Some(then)) = (&now, &*opened_with)
        && !now.manifests_differ(then)
    {
        return;
    }
    let dir = project.dir.clone();
    let Ok(opened) = tokio::task::spawn_blocking(move || Project::open(dir)).await else { return };
    match opened {
        Ok(opened) => {
            let dirs =
                |project: &Project| project.local_packages().map(|package| package.dir.clone()).collect::<Vec<_>>();
            if dirs(&opened) != dirs(project) {
                *watch = start_watch(&opened, sender);
            }
            current.opened(&opened);
            *project = opened;
            *opened_with = now;
        }
        Err(error) => {
            let sources = Sources::read(project).ok();
            if sources != *previous {
                let block = failure_block(project, ProfileName::Dev, &error);
                tell(&block, Duration::ZERO, json);
                current.publish(block, None);
                *previous = sources;
            }
        }
    }
}

fn start_watch(project: &Project, sender: &mpsc::UnboundedSender<PathBuf>) -> Option<Watch> {
    match Watch::start(project, sender.clone()) {
        Ok(watch) => Some(watch),
        Err(message) => {
            eprintln!("  {message}");
            None
        }
    }
}

enum Done {
    Built { block: BuildBlock, package: Option<Package>, sources: Option<Sources> },
    Cancelled,
}

fn build_once(project: &Project, previous: Option<Sources>, cancel: Cancel, json: bool) -> Done {
    let started = Instant::now();
    let mut terminal = Terminal::new(json);
    let mut options = BuildOptions::new(ProfileName::Dev);
    options.colour = terminal.has_colour();
    options.previous = previous;
    options.cancel = Some(cancel);
    let result = build(project, &options, &mut |progress| terminal.show(&progress));
    terminal.clear();
    match result {
        Ok(mut built) => {
            let package = package_of(&mut built);
            tell(&built.block, started.elapsed(), json);
            Done::Built { block: built.block, package, sources: Some(built.sources) }
        }
        Err(BuildError::Cancelled) => Done::Cancelled,
        Err(error) => {
            let block = failure_block(project, ProfileName::Dev, &error);
            tell(&block, started.elapsed(), json);
            Done::Built { block, package: None, sources: None }
        }
    }
}

fn tell(block: &BuildBlock, took: Duration, json: bool) {
    if json {
        print_json(block);
    } else {
        println!("{}", summary(block, took));
    }
}

/// The package of a build that went well.
fn package_of(built: &mut Build) -> Option<Package> {
    let package = built.package.take().filter(|_| built.is_ok())?;
    let files = package.files.into_iter().map(|(name, bytes)| (name, Bytes::from(bytes))).collect();
    Some(Package { build: built.block.summary.id.clone(), files })
}
