//! What whoever serves a surface decides: what it is called, who may connect, what runs around each request.

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use scumble_protocol::Caller;

/// Runs around every request of a client: a span, a lock, a rate limit.
///
/// Given who asks (`None` before a client said so), the method, and the handling itself, which it awaits. If it ends
/// without having awaited that, the client is told that its request was not let through.
pub type Around =
    Arc<dyn for<'a> Fn(Option<&'a Caller>, &'a str, BoxFuture<'a, ()>) -> BoxFuture<'a, ()> + Send + Sync>;

/// How a surface is served.
#[derive(Clone, Default)]
pub struct Options {
    /// What the server is called.
    pub name: String,
    /// Its version; `0.0.0` if empty.
    pub version: String,
    /// What a connecting agent is told, where the surface itself has no instructions.
    pub instructions: Option<String>,
    /// Origins of pages that may connect, such as `https://inspector.example`; every other page is refused.
    pub allowed_origins: Vec<String>,
    /// Hosts the server may be called by beside loopback: `box.local`, or with a port `box.local:8080`.
    pub allowed_hosts: Vec<String>,
    /// What a client has to send as `Authorization: Bearer`; none is needed if this is `None`.
    pub token: Option<String>,
    /// Runs around every request.
    pub around: Option<Around>,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("name", &self.name)
            .field("version", &self.version)
            .field("allowed_origins", &self.allowed_origins)
            .field("allowed_hosts", &self.allowed_hosts)
            .field("token", &self.token.as_ref().map(|_| "set"))
            .finish_non_exhaustive()
    }
}

impl Options {
    /// A server of this name and version that takes whoever is on this machine, and no page.
    #[must_use]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Options {
        Options { name: name.into(), version: version.into(), ..Options::default() }
    }

    /// Adds what a connecting agent is told.
    #[must_use]
    pub fn instructions(mut self, text: impl Into<String>) -> Options {
        self.instructions = Some(text.into());
        self
    }
}
