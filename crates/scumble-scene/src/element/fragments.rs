//! Children that come and go: keyed lists and conditions. They stand in the tree without a box of their own.

use std::fmt::Debug;
use std::hash::Hash;

use accesskit::Role;
use scumble_reactive::{Scope, Signal, effect, memo, untrack};

use super::{Element, IntoElement, column, fragment};
use crate::NodeId;
use crate::hashing::Map;
use crate::scene::WeakScene;

/// Fills a fragment once it stands in the tree; runs with the fragment's owner current.
pub(crate) type Start = Box<dyn FnOnce(&WeakScene, NodeId)>;

/// One mounted item of a keyed list.
struct Slot<T> {
    value: Signal<T>,
    scope: Scope,
    node: NodeId,
    /// The round in which it was last wanted.
    round: u64,
}

/// A view for each item, kept as long as an item of its key is there: moved when the order changes, told its new
/// value through the signal, freed when it is gone. Items of one key are told apart by the order they come in.
pub fn each<T, K, V>(
    items: impl Fn() -> Vec<T> + 'static,
    key: impl Fn(&T) -> K + 'static,
    view: impl Fn(Signal<T>) -> V + 'static,
) -> Element
where
    T: PartialEq + 'static,
    K: Hash + Eq + Debug + 'static,
    V: IntoElement,
{
    fragment(Some(Box::new(move |scene, parent| {
        let Some(owner) = Scope::current() else { return };
        let scene = scene.clone();
        let mut slots: Map<(K, u32), Slot<T>> = Map::default();
        let mut round = 0u64;
        effect(move || {
            let items = items();
            untrack(|| {
                round += 1;
                let mut order = Vec::with_capacity(items.len());
                let mut seen: Map<K, u32> = Map::default();
                for item in items {
                    let repeat = {
                        let count = seen.entry(key(&item)).or_insert(0);
                        *count += 1;
                        *count - 1
                    };
                    let slot_key = (key(&item), repeat);
                    if let Some(slot) = slots.get_mut(&slot_key) {
                        slot.round = round;
                        slot.value.set_if_changed(item);
                        order.push(slot.node);
                        continue;
                    }
                    let scope = owner.child();
                    let (value, element) = scope.run(|| {
                        let value = Signal::new(item);
                        (value, view(value).into_element())
                    });
                    let name = match repeat {
                        0 => format!("{:?}", slot_key.0),
                        _ => format!("{:?}#{repeat}", slot_key.0),
                    };
                    let Some(node) = scene.mount_item(scope, parent, element, name) else { return };
                    order.push(node);
                    slots.insert(slot_key, Slot { value, scope, node, round });
                }
                let mut gone: Vec<Slot<T>> =
                    slots.extract_if(|_, slot| slot.round != round).map(|(_, slot)| slot).collect();
                gone.sort_by_key(|slot| slot.node);
                for slot in gone {
                    scene.remove(slot.node);
                    slot.scope.dispose();
                }
                scene.reorder(parent, order);
            });
        });
    })))
}

/// A column announced as a list, with a view for each item. See [`each`].
pub fn list<T, K, V>(
    items: impl Fn() -> Vec<T> + 'static,
    key: impl Fn(&T) -> K + 'static,
    view: impl Fn(Signal<T>) -> V + 'static,
) -> Element
where
    T: PartialEq + 'static,
    K: Hash + Eq + Debug + 'static,
    V: IntoElement,
{
    column().role(Role::List).child(each(items, key, view))
}

/// The view while the condition holds; made anew each time it begins to.
pub fn show<V: IntoElement>(condition: impl Fn() -> bool + 'static, view: impl Fn() -> V + 'static) -> Element {
    each(move || if condition() { vec![()] } else { Vec::new() }, |()| (), move |_| view())
}

/// One view while the condition holds, another while it does not.
pub fn show_else<V: IntoElement, W: IntoElement>(
    condition: impl Fn() -> bool + 'static,
    view: impl Fn() -> V + 'static,
    otherwise: impl Fn() -> W + 'static,
) -> Element {
    each(
        move || vec![condition()],
        |holds| *holds,
        move |holds| if *holds.peek() { view().into_element() } else { otherwise().into_element() },
    )
}

/// The view while there is something; it stays while the something changes, and follows it through the signal.
pub fn show_some<T: PartialEq + 'static, V: IntoElement>(
    value: impl Fn() -> Option<T> + 'static,
    view: impl Fn(Signal<T>) -> V + 'static,
) -> Element {
    each(move || value().into_iter().collect(), |_| (), view)
}

/// The view of a value, made anew whenever the value is another.
pub fn rebuild<T: PartialEq + Clone + 'static, V: IntoElement>(
    value: impl Fn() -> T + 'static,
    view: impl Fn(T) -> V + 'static,
) -> Element {
    fragment(Some(Box::new(move |scene, parent| {
        let Some(owner) = Scope::current() else { return };
        let scene = scene.clone();
        let value = memo(value);
        let mut mounted: Option<(Scope, NodeId)> = None;
        effect(move || {
            let value = value.get();
            untrack(|| {
                if let Some((scope, node)) = mounted.take() {
                    scene.remove(node);
                    scope.dispose();
                }
                let scope = owner.child();
                let element = scope.run(|| view(value).into_element());
                if let Some(node) = scene.mount_item(scope, parent, element, String::from("it")) {
                    mounted = Some((scope, node));
                    scene.reorder(parent, vec![node]);
                }
            });
        });
    })))
}
