//! Signals: values that effects follow.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;

use crate::call::CallScope;
use crate::runtime::{EffectKey, SignalKey, with};
use crate::scope::{Scope, adopt_signal, current_scope};
use crate::snapshot::Snapshot;
use crate::{effect, host};

/// A value that can be read, written and followed: a `Copy` handle into the arena of the thread.
///
/// # Panics
/// Reading or writing a signal whose scope was disposed panics with a sentence: it is a mistake of the author's, as
/// indexing past the end is.
pub struct Signal<T> {
    key: SignalKey,
    kind: PhantomData<fn() -> T>,
}

/// Names a signal without its type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SignalId(pub(crate) SignalKey);

pub(crate) struct SignalData {
    value: Rc<dyn Any>,
    /// The value as of the last completed flush, while that differs.
    settled: Option<Rc<dyn Any>>,
    revision: u64,
    pub(crate) followers: BTreeSet<EffectKey>,
    /// The effect that computes it, if it is a memo.
    memo: Option<EffectKey>,
    /// Where [`Signal::new`] made it, and the how many-th it was.
    #[cfg(debug_assertions)]
    made: Option<(&'static std::panic::Location<'static>, u64)>,
}

#[cfg(debug_assertions)]
impl SignalData {
    /// Where and in which order it was made, and its value; none if it is computed or the runtime's own.
    pub(crate) fn made(&self) -> Option<(&'static std::panic::Location<'static>, u64, Rc<dyn Any>)> {
        let (at, order) = self.made.filter(|_| self.memo.is_none())?;
        Some((at, order, Rc::clone(&self.value)))
    }
}

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Signal<T> {}

impl<T> PartialEq for Signal<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<T> Eq for Signal<T> {}

impl<T: fmt::Debug + 'static> fmt::Debug for Signal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Signal").field(&self.peek()).finish()
    }
}

#[cfg(debug_assertions)]
fn note_place(key: SignalKey, at: &'static std::panic::Location<'static>) {
    thread_local! {
        static MADE: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }
    let order = MADE.replace(MADE.get() + 1);
    with(|rt| {
        if let Some(data) = rt.signals.borrow_mut().get_mut(key) {
            data.made = Some((at, order));
        }
    });
}

impl<T: Default + 'static> Default for Signal<T> {
    fn default() -> Self {
        Signal::new(T::default())
    }
}

impl<T: 'static> Signal<T> {
    /// A signal owned by the current scope. With no scope current it lives as long as the thread.
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new(value: T) -> Self {
        let signal = Self::insert(current_scope(), Rc::new(value));
        #[cfg(debug_assertions)]
        note_place(signal.key, std::panic::Location::caller());
        signal
    }

    /// The signal of this key, which holds a `T`.
    #[cfg(debug_assertions)]
    pub(crate) fn of(key: SignalKey) -> Self {
        Signal { key, kind: PhantomData }
    }

    /// A signal owned by `scope`.
    #[must_use]
    pub fn new_in(scope: Scope, value: T) -> Self {
        Self::insert(Some(scope.key), Rc::new(value))
    }

    fn insert(scope: Option<crate::runtime::ScopeKey>, value: Rc<dyn Any>) -> Self {
        let key = with(|rt| {
            rt.signals.borrow_mut().insert(SignalData {
                value,
                settled: None,
                revision: 0,
                followers: BTreeSet::new(),
                memo: None,
                #[cfg(debug_assertions)]
                made: None,
            })
        });
        adopt_signal(scope, key);
        Signal { key, kind: PhantomData }
    }

    pub(crate) fn mark_memo(&self, by: EffectKey) {
        with(|rt| {
            if let Some(data) = rt.signals.borrow_mut().get_mut(self.key) {
                data.memo = Some(by);
            }
        });
    }

    /// A snapshot of the value; the running effect follows the signal from now on.
    #[must_use]
    pub fn read(&self) -> Snapshot<T> {
        effect::track(self.key);
        self.peek()
    }

    /// A snapshot of the value, followed by nobody.
    #[must_use]
    pub fn peek(&self) -> Snapshot<T> {
        effect::refresh(self.key);
        self.snapshot(|data| &data.value)
    }

    /// A copy of the value; followed as with [`Signal::read`].
    #[must_use]
    pub fn get(&self) -> T
    where
        T: Clone,
    {
        T::clone(&self.read())
    }

    /// What `f` makes of the value; followed as with [`Signal::read`].
    pub fn with<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        f(&self.read())
    }

    /// The value as of the last completed flush: what a panic in the middle of a command falls back to.
    #[must_use]
    pub fn settled(&self) -> Snapshot<T> {
        self.snapshot(|data| data.settled.as_ref().unwrap_or(&data.value))
    }

    /// The value without asking a memo to come up to date.
    pub(crate) fn current(&self) -> Snapshot<T> {
        self.snapshot(|data| &data.value)
    }

    /// Replaces the value and wakes what follows it.
    pub fn set(&self, value: T) {
        let value: Rc<dyn Any> = Rc::new(value);
        let before = with(|rt| {
            let mut signals = rt.signals.borrow_mut();
            let data = signals.get_mut(self.key).unwrap_or_else(|| gone::<T>());
            let before = std::mem::replace(&mut data.value, value);
            data.revision += 1;
            if data.settled.is_none() {
                data.settled = Some(Rc::clone(&before));
                rt.unsettled.borrow_mut().push(self.key);
            }
            before
        });
        drop(before);
        if let Some(call) = CallScope::current() {
            call.note_write(SignalId(self.key));
        }
        effect::wake_followers(self.key);
    }

    /// Replaces the value only if it differs.
    pub fn set_if_changed(&self, value: T)
    where
        T: PartialEq,
    {
        if *self.peek() != value {
            self.set(value);
        }
    }

    /// Changes a copy of the value and puts it in place: snapshots given out before keep what they showed, and a panic
    /// in `f` changes nothing.
    pub fn update(&self, f: impl FnOnce(&mut T))
    where
        T: Clone,
    {
        let mut next = T::clone(&self.peek());
        f(&mut next);
        self.set(next);
    }

    /// Names the signal without its type.
    #[must_use]
    pub fn id(&self) -> SignalId {
        SignalId(self.key)
    }

    /// How often the signal was written.
    #[must_use]
    pub fn revision(&self) -> u64 {
        with(|rt| rt.signals.borrow().get(self.key).map_or(0, |data| data.revision))
    }

    /// Whether its scope has not been disposed.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        with(|rt| rt.signals.borrow().contains_key(self.key))
    }

    fn snapshot(&self, pick: impl FnOnce(&SignalData) -> &Rc<dyn Any>) -> Snapshot<T> {
        let value = with(|rt| rt.signals.borrow().get(self.key).map(|data| Rc::clone(pick(data))));
        match value.map(Rc::downcast::<T>) {
            Some(Ok(value)) => Snapshot::new(value),
            _ => gone::<T>(),
        }
    }
}

fn gone<T>() -> ! {
    panic!(
        "A signal of {} was used after the scope that owned it was disposed. Keep what must outlive a component in a \
         channel or in a scope above it.",
        std::any::type_name::<T>()
    )
}

/// The effect that computes this signal, if it is a memo.
pub(crate) fn memo_of(key: SignalKey) -> Option<EffectKey> {
    with(|rt| rt.signals.borrow().get(key).and_then(|data| data.memo))
}

/// What was written is settled now. Whether anything was.
pub(crate) fn commit() -> bool {
    let (wrote, old): (bool, Vec<_>) = with(|rt| {
        let written = std::mem::take(&mut *rt.unsettled.borrow_mut());
        let mut signals = rt.signals.borrow_mut();
        let wrote = !written.is_empty();
        (wrote, written.into_iter().filter_map(|key| signals.get_mut(key)?.settled.take()).collect())
    });
    drop(old);
    wrote
}

/// Puts every written signal back to its settled value and wakes what follows it.
pub(crate) fn rollback() {
    let written = with(|rt| std::mem::take(&mut *rt.unsettled.borrow_mut()));
    let mut dropped = Vec::new();
    for key in written {
        let back = with(|rt| {
            let mut signals = rt.signals.borrow_mut();
            let data = signals.get_mut(key)?;
            let settled = data.settled.take()?;
            data.revision += 1;
            Some(std::mem::replace(&mut data.value, settled))
        });
        if let Some(value) = back {
            dropped.push(value);
            effect::queue_followers(key);
        }
    }
    drop(dropped);
    host::flush();
}
