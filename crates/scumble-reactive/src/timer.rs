//! Timers on the host's clock.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use crate::host;

#[derive(Default)]
struct Timers {
    now: Cell<f64>,
    next: Cell<u64>,
    /// By deadline (bits of a non-negative float order as the float does), then by age.
    waiting: RefCell<BTreeMap<(u64, u64), Waker>>,
    clock: RefCell<Option<Rc<dyn Fn() -> f64>>>,
}

thread_local! {
    static TIMERS: Timers = Timers::default();
}

/// The time in milliseconds, as the host gives it. Only differences mean anything.
#[must_use]
pub fn now() -> f64 {
    let clock = TIMERS.with(|timers| timers.clock.borrow().clone());
    if let Some(clock) = clock {
        set_now(clock());
    }
    TIMERS.with(|timers| timers.now.get())
}

pub(crate) fn set_now(ms: f64) {
    TIMERS.with(|timers| timers.now.set(timers.now.get().max(ms)));
}

pub(crate) fn set_clock(clock: Rc<dyn Fn() -> f64>) {
    let before = TIMERS.with(|timers| timers.clock.replace(Some(clock)));
    drop(before);
}

/// The earliest deadline, in the host's milliseconds.
pub(crate) fn next_deadline() -> Option<f64> {
    TIMERS.with(|timers| timers.waiting.borrow().keys().next().map(|(bits, _)| f64::from_bits(*bits)))
}

/// Wakes everything that is due.
pub(crate) fn fire() {
    let now = now();
    let due: Vec<Waker> = TIMERS.with(|timers| {
        let mut waiting = timers.waiting.borrow_mut();
        let later = waiting.split_off(&(now.max(0.0).to_bits(), u64::MAX));
        std::mem::replace(&mut *waiting, later).into_values().collect()
    });
    for waker in due {
        waker.wake();
    }
}

/// Resolves after `ms` milliseconds of the host's clock. Negative and not-a-number count as 0.
pub fn sleep(ms: f64) -> Sleep {
    Sleep { deadline: now() + if ms > 0.0 { ms } else { 0.0 }, slot: None }
}

/// A timer; see [`sleep`].
#[must_use = "a future does nothing until it is awaited"]
pub struct Sleep {
    deadline: f64,
    slot: Option<(u64, u64)>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if now() >= self.deadline {
            self.forget();
            return Poll::Ready(());
        }
        let slot = self.slot.unwrap_or_else(|| {
            let id = TIMERS.with(|timers| timers.next.replace(timers.next.get() + 1));
            (self.deadline.to_bits(), id)
        });
        self.slot = Some(slot);
        let earliest = TIMERS.with(|timers| {
            let mut waiting = timers.waiting.borrow_mut();
            waiting.insert(slot, cx.waker().clone());
            waiting.keys().next() == Some(&slot)
        });
        if earliest {
            host::timer_set(self.deadline);
        }
        Poll::Pending
    }
}

impl Sleep {
    fn forget(&mut self) {
        if let Some(slot) = self.slot.take() {
            let waker = TIMERS.try_with(|timers| timers.waiting.borrow_mut().remove(&slot));
            drop(waker);
        }
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        self.forget();
    }
}
