//! A resource of the application's own: an address, and the function that says what is there.

use std::rc::Rc;

use scumble_protocol::{Change, Listening, Resource};
use scumble_reactive::{Scope, memo};

use super::contents::Body;
use crate::watch::watch;

/// A function with `#[resource]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "`resources: […]` of `app!` lists functions with `#[resource(uri = \"…\")]`"
)]
pub trait OwnResource {
    /// Its address.
    const URI: &'static str;

    /// What it says of itself.
    fn contract() -> ResourceContract;

    /// What it holds now, in the application's scope.
    fn read(scope: Scope) -> Body;
}

/// A resource, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceContract {
    /// Its address.
    pub uri: &'static str,
    /// The function's name.
    pub name: &'static str,
    /// Its doc comment; empty if it has none.
    pub description: &'static str,
    /// Such as `text/markdown`.
    pub mime: &'static str,
}

/// A resource with its type forgotten.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) contract: ResourceContract,
    pub(crate) read: fn(Scope) -> Body,
}

impl Entry {
    pub(crate) fn listed(&self) -> Resource {
        let ResourceContract { uri, name, description, mime } = self.contract;
        Resource { uri: uri.into(), name: name.into(), description: description.into(), mime_type: mime.into() }
    }

    /// Tells `listener` when what it holds has become another, until the returned value is dropped. What its function
    /// reads is followed, as a memo follows it.
    pub(crate) fn listen(self, scope: Scope, listener: Rc<dyn Fn(Change)>) -> Listening {
        let following = scope.child();
        let held = following.run(|| memo(move || (self.read)(scope)));
        let watching = watch(self.contract.uri.into(), scope, Rc::new(move || held.revision()), listener);
        Listening::until(move || {
            drop(watching);
            following.dispose();
        })
    }
}
