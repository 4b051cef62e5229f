//! Word of a resource's changes: after they have settled, and at most four times a second.
//!
//! Knows a resource by its address and a number that rises; the last change is always told.

use std::cell::Cell;
use std::rc::Rc;

use scumble_protocol::{Change, Listening};
use scumble_reactive::{CallScope, Scope, host, now, sleep, spawn_named};

/// The shortest time between two words about one resource, in milliseconds.
const LEAST_MS: f64 = 250.0;

struct Watch {
    uri: String,
    revision: Rc<dyn Fn() -> u64>,
    listener: Rc<dyn Fn(Change)>,
    scope: Scope,
    told: Cell<u64>,
    told_at: Cell<f64>,
    waiting: Cell<bool>,
    ended: Cell<bool>,
}

/// Tells `listener` when the revision of the resource has risen, until the returned value is dropped or the scope ends.
pub(crate) fn watch(
    uri: String,
    scope: Scope,
    revision: Rc<dyn Fn() -> u64>,
    listener: Rc<dyn Fn(Change)>,
) -> Listening {
    let told = Cell::new(revision());
    let watch = Rc::new(Watch {
        uri,
        revision,
        listener,
        scope,
        told,
        told_at: Cell::new(f64::NEG_INFINITY),
        waiting: Cell::new(false),
        ended: Cell::new(false),
    });
    let looking = Rc::clone(&watch);
    let listening = host::on_flush(move || looking.look());
    Listening::until(move || {
        watch.ended.set(true);
        drop(listening);
    })
}

impl Watch {
    fn look(self: &Rc<Self>) {
        if self.ended.get() || self.waiting.get() || !self.scope.is_alive() || (self.revision)() == self.told.get() {
            return;
        }
        let left = LEAST_MS - (now() - self.told_at.get());
        if left <= 0.0 {
            self.tell();
            return;
        }
        self.waiting.set(true);
        let later = Rc::clone(self);
        // The wait is nobody's call: the call whose write brought this about must not wait for it.
        CallScope::new(Rc::new(())).enter(|| {
            self.scope.run(|| {
                spawn_named("word of a change", async move {
                    sleep(left).await;
                    later.waiting.set(false);
                    later.look();
                });
            });
        });
    }

    fn tell(&self) {
        self.told.set((self.revision)());
        self.told_at.set(now());
        (self.listener)(Change::Updated(self.uri.clone()));
    }
}
