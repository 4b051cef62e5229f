//! Signals, effects, tasks and call scopes.
//!
//! Values live in an arena of the thread and are reached by `Copy` handles: a [`Signal`] moves into as many closures
//! as one likes. [`Signal::read`] gives a [`Snapshot`], never a lock, so a handler may write the signal it is
//! reading. Everything created while a [`Scope`] is current is freed with it.
//!
//! Effects run synchronously: a write outside a [`batch`] is followed at once by every effect that depends on it, a
//! write inside one by the end of the outermost batch. So quiescence is known, never guessed: when no effect is
//! queued and no task of a [`CallScope`] is left, the call that opened the scope has settled.
//!
//! This crate knows no screen, no channel and no browser. It reads no clock: the host says what time it is and when
//! tasks may run ([`host`]).

mod call;
mod callback;
mod effect;
pub mod host;
#[cfg(debug_assertions)]
mod plain;
mod runtime;
mod scope;
mod signal;
mod snapshot;
mod stored;
mod task;
mod timer;

pub use call::{CallScope, Pause, Settled};
pub use callback::Callback;
pub use effect::{batch, effect, memo, untrack};
#[cfg(debug_assertions)]
pub use plain::{Plain, PlainSignal, plain_signals, restore_plain_signals};
pub use scope::Scope;
pub use signal::{Signal, SignalId};
pub use snapshot::Snapshot;
pub use stored::Stored;
pub use task::{spawn, spawn_named, yield_now};
pub use timer::{Sleep, now, sleep};

#[cfg(test)]
mod tests;
