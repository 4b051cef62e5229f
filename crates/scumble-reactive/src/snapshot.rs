//! Snapshots: what reading a signal gives.

use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// A value as it was when the signal was read. It stays as it is whatever is written since, and holds no lock.
///
/// It has no methods of its own, so what is called on it is called on the value: `open.read().as_ref()` is the
/// option's, `rows.read().clone()` copies the rows.
pub struct Snapshot<T: ?Sized>(Rc<T>);

impl<T> Snapshot<T> {
    pub(crate) fn new(value: Rc<T>) -> Self {
        Snapshot(value)
    }

    /// The same value as a counted reference, to keep.
    #[must_use]
    pub fn into_rc(snapshot: Self) -> Rc<T> {
        snapshot.0
    }
}

impl<T: ?Sized> Deref for Snapshot<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Snapshot<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for Snapshot<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
