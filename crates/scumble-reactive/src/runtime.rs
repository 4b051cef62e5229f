//! The arena of a thread: where signals, effects, scopes and stored values live.
//!
//! One rule keeps it sound: **no code of a user runs while a part of the arena is borrowed.** Values are handed out as
//! `Rc` snapshots, closures are taken out before they run, and whatever is removed is dropped after the borrow ends.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use slotmap::{SlotMap, new_key_type};

use crate::call::CallScope;
use crate::effect::EffectData;
use crate::scope::ScopeData;
use crate::signal::SignalData;

new_key_type! {
    pub(crate) struct ScopeKey;
    pub(crate) struct SignalKey;
    pub(crate) struct EffectKey;
    pub(crate) struct StoredKey;
}

/// What new signals, effects and tasks belong to.
#[derive(Clone, Copy)]
pub(crate) enum Owner {
    Scope(ScopeKey),
    /// A running effect: what it creates is freed when it runs again. Its scope is made when first needed.
    Effect(EffectKey),
}

#[derive(Default)]
pub(crate) struct Runtime {
    pub(crate) scopes: RefCell<SlotMap<ScopeKey, ScopeData>>,
    pub(crate) signals: RefCell<SlotMap<SignalKey, SignalData>>,
    pub(crate) effects: RefCell<SlotMap<EffectKey, EffectData>>,
    pub(crate) stored: RefCell<SlotMap<StoredKey, Rc<dyn Any>>>,
    pub(crate) owner: Cell<Option<Owner>>,
    pub(crate) observer: Cell<Option<EffectKey>>,
    pub(crate) call: RefCell<Option<CallScope>>,
    pub(crate) batches: Cell<u32>,
    pub(crate) flushing: Cell<bool>,
    /// Effects waiting to run, in the order they were created: a memo runs before what reads it.
    pub(crate) queue: RefCell<BTreeSet<(u64, EffectKey)>>,
    pub(crate) next_order: Cell<u64>,
    /// Signals written since the last completed flush.
    pub(crate) unsettled: RefCell<Vec<SignalKey>>,
}

thread_local! {
    static RUNTIME: Runtime = Runtime::default();
}

pub(crate) fn with<R>(f: impl FnOnce(&Runtime) -> R) -> R {
    RUNTIME.with(f)
}

/// Sets a cell of the runtime for as long as it lives, also through a panic.
pub(crate) struct Restore<T: Copy + 'static> {
    cell: fn(&Runtime) -> &Cell<T>,
    before: T,
}

impl<T: Copy + 'static> Restore<T> {
    pub(crate) fn set(cell: fn(&Runtime) -> &Cell<T>, value: T) -> Self {
        let before = with(|rt| cell(rt).replace(value));
        Restore { cell, before }
    }
}

impl<T: Copy + 'static> Drop for Restore<T> {
    fn drop(&mut self) {
        with(|rt| (self.cell)(rt).set(self.before));
    }
}

/// Makes `owner` current for as long as the guard lives.
pub(crate) fn own(owner: Option<Owner>) -> Restore<Option<Owner>> {
    Restore::set(|rt| &rt.owner, owner)
}

/// Makes `observer` the effect that reads are tracked for.
pub(crate) fn observe(observer: Option<EffectKey>) -> Restore<Option<EffectKey>> {
    Restore::set(|rt| &rt.observer, observer)
}
