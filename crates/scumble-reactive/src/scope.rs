//! Scopes: who owns what. A scope frees everything that was created while it was current.

use std::any::{Any, TypeId};
use std::rc::Rc;

use crate::runtime::{EffectKey, Owner, ScopeKey, SignalKey, StoredKey, own, with};
use crate::{effect, task};

/// A node of the ownership tree, as a `Copy` handle: the `cx` of a component.
///
/// Disposing a scope runs its clean-ups (last added first), ends its tasks and effects, and frees its signals, stored
/// values and child scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Scope {
    pub(crate) key: ScopeKey,
}

#[derive(Default)]
pub(crate) struct ScopeData {
    parent: Option<ScopeKey>,
    children: Vec<ScopeKey>,
    signals: Vec<SignalKey>,
    effects: Vec<EffectKey>,
    stored: Vec<StoredKey>,
    tasks: Vec<u64>,
    cleanups: Vec<Box<dyn FnOnce()>>,
    provided: Vec<(TypeId, Rc<dyn Any>)>,
}

impl Scope {
    /// A new scope with no parent.
    #[must_use]
    pub fn root() -> Scope {
        Scope { key: with(|rt| rt.scopes.borrow_mut().insert(ScopeData::default())) }
    }

    /// A new scope that is disposed with this one. A child of a disposed scope is a root.
    #[must_use]
    pub fn child(&self) -> Scope {
        let key = with(|rt| {
            let mut scopes = rt.scopes.borrow_mut();
            let parent = scopes.contains_key(self.key).then_some(self.key);
            let key = scopes.insert(ScopeData { parent, ..ScopeData::default() });
            if let Some(parent) = parent {
                scopes[parent].children.push(key);
            }
            key
        });
        Scope { key }
    }

    /// The scope new signals and effects would belong to now.
    #[must_use]
    pub fn current() -> Option<Scope> {
        current_scope().map(|key| Scope { key })
    }

    /// Runs `f` with this scope current. Reads inside are not tracked for an effect outside.
    pub fn run<R>(&self, f: impl FnOnce() -> R) -> R {
        let _owner = own(Some(Owner::Scope(self.key)));
        f()
    }

    /// Whether the scope has not been disposed.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        with(|rt| rt.scopes.borrow().contains_key(self.key))
    }

    /// Calls `f` when the scope is disposed; at once if it already is.
    pub fn on_cleanup(&self, f: impl FnOnce() + 'static) {
        let late = with(|rt| match rt.scopes.borrow_mut().get_mut(self.key) {
            Some(data) => {
                data.cleanups.push(Box::new(f));
                None
            }
            None => Some(f),
        });
        if let Some(f) = late {
            f();
        }
    }

    /// Offers a value to this scope and all below it, found by its type. A second value of one type replaces the first.
    pub fn provide<T: 'static>(&self, value: T) {
        let value: Rc<dyn Any> = Rc::new(value);
        let id = TypeId::of::<T>();
        let replaced = with(|rt| {
            let mut scopes = rt.scopes.borrow_mut();
            let data = scopes.get_mut(self.key)?;
            match data.provided.iter_mut().find(|(known, _)| *known == id) {
                Some(slot) => Some(std::mem::replace(&mut slot.1, value)),
                None => {
                    data.provided.push((id, value));
                    None
                }
            }
        });
        drop(replaced);
    }

    /// The value of this type provided by the nearest scope upwards, this one included.
    #[must_use]
    pub fn consume<T: Clone + 'static>(&self) -> Option<T> {
        let id = TypeId::of::<T>();
        let found = with(|rt| {
            let scopes = rt.scopes.borrow();
            let mut at = Some(self.key);
            while let Some(key) = at {
                let data = scopes.get(key)?;
                if let Some((_, value)) = data.provided.iter().find(|(known, _)| *known == id) {
                    return Some(Rc::clone(value));
                }
                at = data.parent;
            }
            None
        })?;
        found.downcast_ref::<T>().cloned()
    }

    /// Frees everything of this scope and of those below it. A second time does nothing.
    pub fn dispose(self) {
        let data = with(|rt| {
            let mut scopes = rt.scopes.borrow_mut();
            let data = scopes.remove(self.key)?;
            if let Some(parent) = data.parent.and_then(|parent| scopes.get_mut(parent)) {
                parent.children.retain(|child| *child != self.key);
            }
            Some(data)
        });
        let Some(data) = data else { return };
        for child in data.children.into_iter().rev() {
            Scope { key: child }.dispose();
        }
        for cleanup in data.cleanups.into_iter().rev() {
            cleanup();
        }
        for id in data.tasks {
            task::end(id);
        }
        for key in data.effects {
            effect::remove(key);
        }
        let values: Vec<_> = with(|rt| {
            let mut signals = rt.signals.borrow_mut();
            data.signals.iter().filter_map(|key| signals.remove(*key)).collect()
        });
        let stored: Vec<_> = with(|rt| {
            let mut stored = rt.stored.borrow_mut();
            data.stored.iter().filter_map(|key| stored.remove(*key)).collect()
        });
        drop((values, stored, data.provided));
    }
}

/// The scope that is current, made now if a running effect owns what comes.
pub(crate) fn current_scope() -> Option<ScopeKey> {
    match with(|rt| rt.owner.get())? {
        Owner::Scope(key) => Some(key),
        Owner::Effect(effect) => effect::own_scope(effect),
    }
}

fn edit(scope: Option<ScopeKey>, f: impl FnOnce(&mut ScopeData)) {
    if let Some(key) = scope {
        with(|rt| {
            if let Some(data) = rt.scopes.borrow_mut().get_mut(key) {
                f(data);
            }
        });
    }
}

pub(crate) fn adopt_signal(scope: Option<ScopeKey>, key: SignalKey) {
    edit(scope, |data| data.signals.push(key));
}

pub(crate) fn adopt_effect(scope: Option<ScopeKey>, key: EffectKey) {
    edit(scope, |data| data.effects.push(key));
}

pub(crate) fn adopt_stored(scope: Option<ScopeKey>, key: StoredKey) {
    edit(scope, |data| data.stored.push(key));
}

pub(crate) fn adopt_task(scope: Option<ScopeKey>, id: u64) {
    edit(scope, |data| data.tasks.push(id));
}

/// Forgets a task that has ended, so that a long-lived scope does not collect ids.
pub(crate) fn release_task(scope: Option<ScopeKey>, id: u64) {
    edit(scope, |data| data.tasks.retain(|known| *known != id));
}
