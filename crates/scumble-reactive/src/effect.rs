//! Effects and memos, and the flush that runs them.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::call::CallScope;
use crate::runtime::{EffectKey, Owner, Restore, ScopeKey, SignalKey, observe, own, with};
use crate::scope::{Scope, adopt_effect, current_scope};
use crate::signal::{self, Signal};
use crate::{call, host};

/// How often one effect may run within a flush before it is taken for one that wakes itself for ever.
const MOST_RUNS: u32 = 200;

pub(crate) struct EffectData {
    /// Taken out while it runs.
    run: Option<Box<dyn FnMut()>>,
    order: u64,
    owner: Option<ScopeKey>,
    /// What the last run created; made when first needed.
    inner: Option<ScopeKey>,
    follows: BTreeSet<SignalKey>,
    /// The call whose write woke it.
    woken_by: Option<CallScope>,
    /// Runs within the flush named second.
    runs: (u32, u64),
}

/// Runs `f` now, and again after each flush in which a signal it read was written. Freed with the current scope.
///
/// What `f` creates (signals, effects) is freed before it runs again.
pub fn effect(f: impl FnMut() + 'static) {
    create(Box::new(f));
}

fn create(run: Box<dyn FnMut()>) -> EffectKey {
    let owner = current_scope();
    let key = with(|rt| {
        let order = rt.next_order.get();
        rt.next_order.set(order + 1);
        rt.effects.borrow_mut().insert(EffectData {
            run: Some(run),
            order,
            owner,
            inner: None,
            follows: BTreeSet::new(),
            woken_by: None,
            runs: (0, 0),
        })
    });
    adopt_effect(owner, key);
    // In a batch: what it writes wakes others, and itself, after it has returned.
    batch(|| run_effect(key, CallScope::current()));
    key
}

/// A signal computed from others. It is computed again when one of them was written, and its own followers are woken
/// only if the result differs. Reading it inside a batch sees what was written before in that batch.
#[must_use]
pub fn memo<T: PartialEq + 'static>(f: impl Fn() -> T + 'static) -> Signal<T> {
    let owner = current_scope().map(|key| Scope { key });
    let made: Rc<Cell<Option<Signal<T>>>> = Rc::default();
    let inner = Rc::clone(&made);
    let key = create(Box::new(move || {
        let value = f();
        match inner.get() {
            Some(signal) => signal.set_if_changed_raw(value),
            None => inner.set(Some(match owner {
                Some(owner) => Signal::new_in(owner, value),
                None => untracked_root(|| Signal::new(value)),
            })),
        }
    }));
    let signal = made.get().expect("the first run of a memo makes its signal");
    signal.mark_memo(key);
    signal
}

fn untracked_root<R>(f: impl FnOnce() -> R) -> R {
    let _owner = own(None);
    f()
}

impl<T: PartialEq + 'static> Signal<T> {
    /// As `set_if_changed`, without asking the memo to refresh itself (it is what runs).
    fn set_if_changed_raw(&self, value: T) {
        if *self.current() != value {
            self.set(value);
        }
    }
}

/// Runs `f` without following what it reads.
pub fn untrack<R>(f: impl FnOnce() -> R) -> R {
    let _observer = observe(None);
    f()
}

/// Runs `f`; effects of what it writes run once, at the end of the outermost batch.
pub fn batch<R>(f: impl FnOnce() -> R) -> R {
    let depth = Batch::open();
    let result = f();
    drop(depth);
    result
}

/// An open batch. The outermost one flushes when it ends, but not through a panic: what was written then is not settled.
struct Batch;

impl Batch {
    fn open() -> Batch {
        with(|rt| rt.batches.set(rt.batches.get() + 1));
        Batch
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        let outermost = with(|rt| {
            let depth = rt.batches.get() - 1;
            rt.batches.set(depth);
            depth == 0
        });
        if outermost && !std::thread::panicking() {
            host::flush();
        }
    }
}

/// Remembers that the running effect read this signal.
pub(crate) fn track(key: SignalKey) {
    with(|rt| {
        let Some(observer) = rt.observer.get() else { return };
        if let Some(data) = rt.signals.borrow_mut().get_mut(key)
            && let Some(effect) = rt.effects.borrow_mut().get_mut(observer)
        {
            data.followers.insert(observer);
            effect.follows.insert(key);
        }
    });
}

/// Brings a memo up to date before it is read, and the memos it reads.
pub(crate) fn refresh(key: SignalKey) {
    let Some(memo) = signal::memo_of(key) else { return };
    let idle = with(|rt| rt.queue.borrow().is_empty());
    if idle {
        return;
    }
    let follows: Vec<SignalKey> =
        with(|rt| rt.effects.borrow().get(memo).map(|data| data.follows.iter().copied().collect()).unwrap_or_default());
    for follow in follows {
        refresh(follow);
    }
    let queued = with(|rt| {
        let order = rt.effects.borrow().get(memo).map(|data| data.order)?;
        rt.queue.borrow_mut().remove(&(order, memo)).then_some(())
    });
    if queued.is_some() {
        run_queued(memo);
    }
}

/// Queues what follows a written signal, and flushes when no batch is open.
pub(crate) fn wake_followers(key: SignalKey) {
    queue_followers(key);
    let open = with(|rt| rt.batches.get() > 0 || rt.flushing.get());
    if !open {
        host::flush();
    }
}

pub(crate) fn queue_followers(key: SignalKey) {
    let call = CallScope::current();
    with(|rt| {
        let signals = rt.signals.borrow();
        let Some(data) = signals.get(key) else { return };
        let mut effects = rt.effects.borrow_mut();
        let mut queue = rt.queue.borrow_mut();
        for follower in &data.followers {
            if let Some(effect) = effects.get_mut(*follower) {
                queue.insert((effect.order, *follower));
                if call.is_some() {
                    effect.woken_by.clone_from(&call);
                }
            }
        }
    });
}

/// Runs every queued effect, in the order they were created, until none is left.
///
/// # Panics
/// If one effect runs more than 200 times in one flush: it writes what it reads.
pub(crate) fn run_queue() -> bool {
    let _batch = Restore::set(|rt| &rt.flushing, true);
    let mut ran = false;
    while let Some((_, key)) = with(|rt| rt.queue.borrow_mut().pop_first()) {
        ran = true;
        run_queued(key);
    }
    ran
}

fn run_queued(key: EffectKey) {
    let flush = host::flush_number();
    let (woken_by, runs) = with(|rt| {
        let mut effects = rt.effects.borrow_mut();
        let Some(data) = effects.get_mut(key) else { return (None, 0) };
        data.runs = if data.runs.1 == flush { (data.runs.0 + 1, flush) } else { (1, flush) };
        (data.woken_by.take(), data.runs.0)
    });
    assert!(
        runs <= MOST_RUNS,
        "An effect ran {MOST_RUNS} times without coming to rest: it writes a signal that it reads. Read that signal \
         with `peek`, or write only when the value differs (`set_if_changed`)."
    );
    run_effect(key, woken_by);
}

fn run_effect(key: EffectKey, call: Option<CallScope>) {
    let taken = with(|rt| {
        let mut effects = rt.effects.borrow_mut();
        let data = effects.get_mut(key)?;
        let run = data.run.take()?;
        let mut signals = rt.signals.borrow_mut();
        for followed in std::mem::take(&mut data.follows) {
            if let Some(signal) = signals.get_mut(followed) {
                signal.followers.remove(&key);
            }
        }
        Some((run, data.inner.take()))
    });
    let Some((run, inner)) = taken else { return };
    if let Some(inner) = inner {
        Scope { key: inner }.dispose();
    }
    // Put back whatever happens: an effect that panicked once still follows its signals.
    let mut running = PutBack { key, run: Some(run) };
    let _call = call::make_current(call);
    let _owner = own(Some(Owner::Effect(key)));
    let _observer = observe(Some(key));
    if let Some(run) = running.run.as_mut() {
        run();
    }
}

struct PutBack {
    key: EffectKey,
    run: Option<Box<dyn FnMut()>>,
}

impl Drop for PutBack {
    fn drop(&mut self) {
        let run = self.run.take();
        let left = with(|rt| match rt.effects.borrow_mut().get_mut(self.key) {
            Some(data) => {
                data.run = run;
                None
            }
            None => run,
        });
        drop(left);
    }
}

/// The scope that holds what the running effect creates.
pub(crate) fn own_scope(key: EffectKey) -> Option<ScopeKey> {
    let (inner, owner) = with(|rt| rt.effects.borrow().get(key).map(|data| (data.inner, data.owner)))?;
    if inner.is_some() {
        return inner;
    }
    let made = match owner {
        Some(owner) => Scope { key: owner }.child(),
        None => Scope::root(),
    };
    with(|rt| {
        if let Some(data) = rt.effects.borrow_mut().get_mut(key) {
            data.inner = Some(made.key);
        }
    });
    Some(made.key)
}

/// Ends an effect and frees what its last run created.
pub(crate) fn remove(key: EffectKey) {
    let data = with(|rt| {
        let data = rt.effects.borrow_mut().remove(key)?;
        rt.queue.borrow_mut().remove(&(data.order, key));
        let mut signals = rt.signals.borrow_mut();
        for followed in &data.follows {
            if let Some(signal) = signals.get_mut(*followed) {
                signal.followers.remove(&key);
            }
        }
        Some(data)
    });
    if let Some(data) = data {
        if let Some(inner) = data.inner {
            Scope { key: inner }.dispose();
        }
        drop(data.run);
    }
}
