//! One value from a task to whoever waits for it, in one thread.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

struct Shared<T> {
    value: Option<T>,
    closed: bool,
    waiting: Option<Waker>,
}

pub(crate) struct Sender<T>(Rc<RefCell<Shared<T>>>);

pub(crate) struct Receiver<T>(Rc<RefCell<Shared<T>>>);

pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let shared = Rc::new(RefCell::new(Shared { value: None, closed: false, waiting: None }));
    (Sender(Rc::clone(&shared)), Receiver(shared))
}

impl<T> Sender<T> {
    pub(crate) fn send(self, value: T) {
        self.0.borrow_mut().value = Some(value);
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let waiting = {
            let mut shared = self.0.borrow_mut();
            shared.closed = true;
            shared.waiting.take()
        };
        if let Some(waker) = waiting {
            waker.wake();
        }
    }
}

impl<T> Future for Receiver<T> {
    /// None if the sender was dropped without sending.
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        let mut shared = self.0.borrow_mut();
        if shared.value.is_some() || shared.closed {
            return Poll::Ready(shared.value.take());
        }
        shared.waiting = Some(cx.waker().clone());
        Poll::Pending
    }
}
