//! A call's cancellation: a flag that can be awaited.
//!
//! Knows nothing of what is cancelled. A host keeps one half, the call the other.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// Says that nobody waits for a call's answer any more. Clones are the same token.
#[derive(Clone, Default)]
pub struct CancelToken {
    inner: Rc<Inner>,
}

#[derive(Default)]
struct Inner {
    cancelled: Cell<bool>,
    waiting: RefCell<Vec<Waker>>,
}

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Cancels: what waits on it is woken. Cancelling twice is cancelling once.
    pub fn cancel(&self) {
        self.inner.cancelled.set(true);
        let waiting = std::mem::take(&mut *self.inner.waiting.borrow_mut());
        for waker in waiting {
            waker.wake();
        }
    }

    /// Whether it was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.inner.cancelled.get()
    }

    /// Resolves once it is cancelled.
    pub async fn cancelled(&self) {
        poll_fn(|cx| self.poll_cancelled(cx)).await;
    }

    /// As [`CancelToken::cancelled`], for use inside another future.
    pub fn poll_cancelled(&self, cx: &mut Context<'_>) -> Poll<()> {
        if self.is_cancelled() {
            return Poll::Ready(());
        }
        let mut waiting = self.inner.waiting.borrow_mut();
        if !waiting.iter().any(|waker| waker.will_wake(cx.waker())) {
            waiting.push(cx.waker().clone());
        }
        Poll::Pending
    }
}

impl std::fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CancelToken").field("cancelled", &self.is_cancelled()).finish()
    }
}
