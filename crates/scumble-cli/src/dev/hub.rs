//! What the parts of one dev server share: the builds, the pages, and what is on disk.

use std::sync::Arc;

use super::activity::Activity;
use super::problems::Problems;
use super::rebuild::Current;
use super::stamps::Stamps;
use super::tabs::Tabs;

/// One dev server.
pub(crate) struct Hub {
    /// The newest builds.
    pub(crate) current: Arc<Current>,
    /// The open pages.
    pub(crate) tabs: Arc<Tabs>,
    /// What went wrong in them.
    pub(crate) problems: Problems,
    /// What was called through this server.
    pub(crate) activity: Arc<Activity>,
    /// The sources on disk.
    pub(crate) stamps: Arc<Stamps>,
    /// What a page has to know.
    pub(crate) secret: String,
    /// The page's address.
    pub(crate) url: String,
    /// What agents know the server as.
    pub(crate) name: String,
}

impl Hub {
    pub(crate) fn new(current: Arc<Current>, secret: String, url: String, name: String) -> Arc<Hub> {
        Arc::new(Hub {
            current,
            tabs: Tabs::new(),
            problems: Problems::default(),
            activity: Arc::default(),
            stamps: Arc::default(),
            secret,
            url,
            name,
        })
    }
}
