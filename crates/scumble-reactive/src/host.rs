//! What a host (a page, a native window, a test) gives the runtime: the time, turns for its tasks, and ears.
//!
//! The web host queues a microtask when a task is woken and a browser timer for the next deadline; a test turns the
//! crank by hand: [`run_until_idle`], [`set_now`], [`fire_timers`].

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::{effect, signal, task, timer};

#[derive(Default)]
struct Hooks {
    wake: RefCell<Option<Rc<dyn Fn()>>>,
    timer: RefCell<Option<Rc<dyn Fn(f64)>>>,
    flush: RefCell<Vec<(u64, Rc<dyn Fn()>)>>,
    next: Cell<u64>,
    flushes: Cell<u64>,
}

thread_local! {
    static HOOKS: Hooks = Hooks::default();
}

/// Says what time it is, in milliseconds. Time never goes back.
pub fn set_now(ms: f64) {
    timer::set_now(ms);
}

/// Gives a clock to ask instead, in milliseconds.
pub fn set_clock(clock: impl Fn() -> f64 + 'static) {
    timer::set_clock(Rc::new(clock));
}

/// Called when a task was woken while none was being polled: the host answers by calling [`run_until_idle`] soon.
pub fn on_wake(f: impl Fn() + 'static) {
    let before = HOOKS.with(|hooks| hooks.wake.replace(Some(Rc::new(f))));
    drop(before);
}

/// As [`on_wake`], for wakes that come from other threads; called on those. The host answers by having this thread call
/// [`run_until_idle`] soon.
pub fn on_wake_elsewhere(f: impl Fn() + Send + Sync + 'static) {
    task::on_wake_elsewhere(std::sync::Arc::new(f));
}

/// Called with the earliest deadline (the host's milliseconds) when there is a new one: the host answers by calling
/// [`fire_timers`] then.
pub fn on_timer(f: impl Fn(f64) + 'static) {
    let before = HOOKS.with(|hooks| hooks.timer.replace(Some(Rc::new(f))));
    drop(before);
}

/// Called after every flush that ran an effect or settled a write, until the returned value is dropped.
#[must_use = "the listener is removed when this is dropped"]
pub fn on_flush(f: impl Fn() + 'static) -> FlushListener {
    HOOKS.with(|hooks| {
        let id = hooks.next.replace(hooks.next.get() + 1);
        hooks.flush.borrow_mut().push((id, Rc::new(f)));
        FlushListener { id }
    })
}

/// Keeps a listener of [`on_flush`].
pub struct FlushListener {
    id: u64,
}

impl Drop for FlushListener {
    fn drop(&mut self) {
        let removed = HOOKS.try_with(|hooks| {
            let mut all = hooks.flush.borrow_mut();
            let at = all.iter().position(|(id, _)| *id == self.id)?;
            Some(all.remove(at))
        });
        drop(removed);
    }
}

/// Polls every woken task and runs every queued effect until nothing is left to do now. Tasks that keep waking
/// themselves are left for the next turn, and the host is told that there is one.
pub fn run_until_idle() {
    flush();
    if !task::run_ready() {
        woke();
    }
}

/// Wakes the timers that are due at `now` milliseconds and runs what they woke.
pub fn fire_timers(now: f64) {
    set_now(now);
    timer::fire();
    run_until_idle();
    if let Some(next) = timer::next_deadline() {
        timer_set(next);
    }
}

/// The earliest deadline of a timer, in the host's milliseconds.
#[must_use]
pub fn next_timer() -> Option<f64> {
    timer::next_deadline()
}

/// Whether a woken task waits for its turn.
#[must_use]
pub fn has_work() -> bool {
    task::any_ready()
}

/// How many tasks have not ended.
#[must_use]
pub fn task_count() -> usize {
    task::count()
}

/// Runs every queued effect now, unless a batch or a flush is open. What was written is then settled.
pub fn flush() {
    let open = crate::runtime::with(|rt| rt.flushing.get() || rt.batches.get() > 0);
    if open {
        return;
    }
    HOOKS.with(|hooks| hooks.flushes.set(hooks.flushes.get() + 1));
    let ran = effect::run_queue();
    let wrote = signal::commit();
    if ran || wrote {
        let listeners: Vec<_> = HOOKS.with(|hooks| hooks.flush.borrow().iter().map(|(_, f)| Rc::clone(f)).collect());
        for listener in listeners {
            listener();
        }
    }
}

/// After a caught panic: puts every signal written since the last completed flush back to what it was, so that nobody
/// sees half of what the panicking code meant to do.
pub fn rollback() {
    signal::rollback();
}

pub(crate) fn flush_number() -> u64 {
    HOOKS.with(|hooks| hooks.flushes.get())
}

pub(crate) fn woke() {
    let wake = HOOKS.with(|hooks| hooks.wake.borrow().clone());
    if let Some(wake) = wake {
        wake();
    }
}

pub(crate) fn timer_set(deadline: f64) {
    let timer = HOOKS.with(|hooks| hooks.timer.borrow().clone());
    if let Some(timer) = timer {
        timer(deadline);
    }
}
