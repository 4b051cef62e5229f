//! Stored values: anything in the arena behind a `Copy` handle, followed by nobody.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use crate::runtime::{StoredKey, with};
use crate::scope::{adopt_stored, current_scope};

/// A value that is not followed, as a `Copy` handle: a client, a cache, a counter of a channel.
///
/// # Panics
/// Using it after its scope was disposed panics with a sentence.
pub struct Stored<T> {
    key: StoredKey,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for Stored<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Stored<T> {}

impl<T: 'static> Stored<T> {
    /// Stores a value in the current scope.
    #[must_use]
    pub fn new(value: T) -> Self {
        let key = with(|rt| rt.stored.borrow_mut().insert(Rc::new(RefCell::new(value))));
        adopt_stored(current_scope(), key);
        Stored { key, kind: PhantomData }
    }

    /// What `f` makes of the value.
    pub fn with<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        f(&self.cell().borrow())
    }

    /// What `f` makes of the value, which it may change.
    ///
    /// # Panics
    /// If the value is being read or changed further up the stack.
    pub fn with_mut<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        f(&mut self.cell().borrow_mut())
    }

    /// A copy of the value.
    #[must_use]
    pub fn get(&self) -> T
    where
        T: Clone,
    {
        self.cell().borrow().clone()
    }

    /// Replaces the value.
    pub fn set(&self, value: T) {
        let before = self.cell().replace(value);
        drop(before);
    }

    fn cell(&self) -> Rc<RefCell<T>> {
        let found = with(|rt| rt.stored.borrow().get(self.key).map(Rc::clone));
        match found.map(Rc::downcast::<RefCell<T>>) {
            Some(Ok(cell)) => cell,
            _ => panic!("A stored {} was used after the scope that owned it was disposed.", std::any::type_name::<T>()),
        }
    }
}
