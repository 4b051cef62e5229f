//! Call scopes: who is asking, and what is still running because of it.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use crate::effect::batch;
use crate::runtime::with;
use crate::signal::SignalId;
use crate::task;

/// The scope of one call: tasks it spawns and effects it triggers belong to it; cheap to clone.
///
/// A task keeps the scope it was spawned in through every await; an effect takes the scope of the write that woke it.
/// The call has settled when none of its tasks is left (effects never wait, see the crate's page).
#[derive(Clone)]
pub struct CallScope {
    inner: Rc<Inner>,
}

struct Inner {
    context: Rc<dyn Any>,
    tasks: RefCell<BTreeMap<u64, String>>,
    wrote: RefCell<BTreeSet<SignalId>>,
    waiting: RefCell<Vec<Waker>>,
    paused: Cell<u32>,
    cancelled: Cell<bool>,
}

impl CallScope {
    /// A new scope that carries `context` (who is asking).
    #[must_use]
    pub fn new(context: Rc<dyn Any>) -> Self {
        CallScope {
            inner: Rc::new(Inner {
                context,
                tasks: RefCell::default(),
                wrote: RefCell::default(),
                waiting: RefCell::default(),
                paused: Cell::new(0),
                cancelled: Cell::new(false),
            }),
        }
    }

    /// The scope of the call that is being served now, if one is.
    #[must_use]
    pub fn current() -> Option<CallScope> {
        with(|rt| rt.call.borrow().clone())
    }

    /// Runs `f` as part of this call; effects of what it writes have run when it returns, unless a batch is open
    /// outside.
    pub fn enter<R>(&self, f: impl FnOnce() -> R) -> R {
        let _current = make_current(Some(self.clone()));
        batch(f)
    }

    /// What the scope carries, if it is a `T`.
    #[must_use]
    pub fn context<T: 'static>(&self) -> Option<Rc<T>> {
        Rc::clone(&self.inner.context).downcast::<T>().ok()
    }

    /// The names of its tasks that have not ended, oldest first.
    #[must_use]
    pub fn running(&self) -> Vec<String> {
        self.inner.tasks.borrow().values().cloned().collect()
    }

    /// Whether none of its tasks is left.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.inner.tasks.borrow().is_empty()
    }

    /// The signals written by it so far.
    #[must_use]
    pub fn wrote(&self) -> Vec<SignalId> {
        self.inner.wrote.borrow().iter().copied().collect()
    }

    /// Resolves when none of its tasks is left.
    pub fn settled(&self) -> Settled {
        Settled { scope: self.clone() }
    }

    /// Ends its tasks where they stand; what they would have done next is not done.
    pub fn cancel(&self) {
        self.inner.cancelled.set(true);
        let ids: Vec<u64> = self.inner.tasks.borrow().keys().copied().collect();
        for id in ids {
            task::end(id);
        }
        self.wake();
    }

    /// Whether [`CallScope::cancel`] was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.inner.cancelled.get()
    }

    /// Says that a person is being asked: until the returned value is dropped, the call's deadline stands still.
    #[must_use]
    pub fn pause(&self) -> Pause {
        self.inner.paused.set(self.inner.paused.get() + 1);
        self.wake();
        Pause { scope: self.clone() }
    }

    /// Whether a person is being asked.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.inner.paused.get() > 0
    }

    pub(crate) fn note_write(&self, id: SignalId) {
        self.inner.wrote.borrow_mut().insert(id);
    }

    pub(crate) fn task_began(&self, id: u64, name: &str) {
        self.inner.tasks.borrow_mut().insert(id, name.to_owned());
    }

    pub(crate) fn task_ended(&self, id: u64) {
        let last = {
            let mut tasks = self.inner.tasks.borrow_mut();
            tasks.remove(&id);
            tasks.is_empty()
        };
        if last {
            self.wake();
        }
    }

    fn wake(&self) {
        let waiting = std::mem::take(&mut *self.inner.waiting.borrow_mut());
        for waker in waiting {
            waker.wake();
        }
    }
}

/// Holds a call's deadline for as long as it lives.
pub struct Pause {
    scope: CallScope,
}

impl Drop for Pause {
    fn drop(&mut self) {
        self.scope.inner.paused.set(self.scope.inner.paused.get() - 1);
        self.scope.wake();
    }
}

/// Resolves when none of a call's tasks is left; see [`CallScope::settled`].
#[must_use = "a future does nothing until it is awaited"]
pub struct Settled {
    scope: CallScope,
}

impl Future for Settled {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.scope.is_idle() {
            return Poll::Ready(());
        }
        self.scope.inner.waiting.borrow_mut().push(cx.waker().clone());
        Poll::Pending
    }
}

/// Makes a call scope (or none) current until the guard is dropped.
pub(crate) fn make_current(call: Option<CallScope>) -> Current {
    Current { before: with(|rt| rt.call.replace(call)) }
}

pub(crate) struct Current {
    before: Option<CallScope>,
}

impl Drop for Current {
    fn drop(&mut self) {
        let before = self.before.take();
        let replaced = with(|rt| rt.call.replace(before));
        drop(replaced);
    }
}
