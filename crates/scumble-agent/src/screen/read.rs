//! From the scene's semantics to an outline: roles in ARIA's words, secrets masked, windows of lists counted.

use std::collections::HashMap;

use scumble_scene::semantics::{SemanticsNode, SemanticsTree, aria_role};
use scumble_scene::{NodeId, Scene};

use crate::outline::{Entry, Outline, is_item_role};
use crate::refs::{Anchor, Identity};

/// What stands for the text of a secret field.
pub(crate) const MASK: &str = "••••";

/// The tree as an outline; `number` yields a node's ref.
pub(crate) fn outline(tree: &SemanticsTree, revision: u64, mut number: impl FnMut(&SemanticsNode) -> u32) -> Outline {
    let mut places: HashMap<NodeId, u32> = HashMap::with_capacity(tree.nodes.len());
    let mut entries: Vec<Entry> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        places.insert(node.id, entries.len() as u32);
        entries.push(Entry {
            number: number(node),
            parent: node.parent.and_then(|parent| places.get(&parent).map(|&place| place as usize)),
            role: role_of(node).to_string(),
            name: node.name.clone(),
            states: node.states.iter().map(|state| state.name().to_string()).collect(),
            value: value_of(node),
            disabled: node.disabled,
            focused: node.focused,
            level: node.level,
            position: node.pos_in_set.zip(node.set_size),
            window: None,
            untrusted: node.untrusted,
            bounds: node.bounds,
        });
    }
    for (index, window) in windows(&entries) {
        entries[index].window = Some(window);
    }
    Outline { revision, entries }
}

/// A node's role in ARIA's words; `text` for what has a name alone.
pub(crate) fn role_of(node: &SemanticsNode) -> &'static str {
    aria_role(node.role)
}

/// Where a node is found again.
pub(crate) fn identity(scene: &Scene, node: NodeId) -> Identity {
    identity_of(scene.identity(node))
}

/// What a path of keys says about the node at its end.
fn identity_of(path: String) -> Identity {
    // A part without a key is its kind and a count (`box.0`); a part shown on a condition has the condition for its key.
    let is_keyed = |part: &str| {
        let counted = part.rsplit_once('.').is_some_and(|(kind, count)| {
            matches!(kind, "box" | "text" | "edit" | "draw" | "image" | "group" | "portal")
                && count.bytes().all(|byte| byte.is_ascii_digit())
        });
        !counted && !matches!(part, "()" | "true" | "false" | "")
    };
    let anchor = match path.rsplit_once('/') {
        _ if path.split('/').next_back().is_some_and(is_keyed) => Anchor::Own,
        Some((around, _)) if around.split('/').any(is_keyed) => Anchor::Around,
        _ => Anchor::Place,
    };
    Identity { path, anchor }
}

/// The value a line shows: an editable field's text, else a value that says more than the name.
fn value_of(node: &SemanticsNode) -> Option<String> {
    if node.secret {
        let is_empty = node.value.as_ref().is_none_or(String::is_empty);
        return Some(if is_empty { String::new() } else { MASK.to_string() });
    }
    if node.editable {
        return Some(node.value.clone().unwrap_or_default());
    }
    let numeric = || node.numeric.as_ref().map(|numeric| numeric.value.to_string());
    node.value.clone().or_else(numeric).filter(|value| *value != node.name)
}

/// The parts of lists that show only some of their items: the list's index and first, last, size.
fn windows(entries: &[Entry]) -> Vec<(usize, (u32, u32, u32))> {
    let mut shown: Vec<Option<(u32, u32, u32, u32)>> = vec![None; entries.len()];
    for entry in entries {
        if let (Some(parent), Some((place, size)), true) = (entry.parent, entry.position, is_item_role(&entry.role)) {
            let window = shown[parent].get_or_insert((place, place, size, 0));
            *window = (window.0.min(place), window.1.max(place), window.2.max(size), window.3 + 1);
        }
    }
    let windows = shown.into_iter().enumerate().filter_map(|(index, window)| {
        let (first, last, size, count) = window?;
        (count < size).then_some((index, (first, last, size)))
    });
    windows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_says_whether_a_key_names_the_node_or_what_it_stands_in() {
        let anchor = |path: &str| identity_of(path.into()).anchor;
        assert_eq!(anchor("box.0/group.0/12"), Anchor::Own);
        assert_eq!(anchor("box.0/group.0/12/box.1"), Anchor::Around);
        assert_eq!(anchor("box.0/text.3"), Anchor::Place);
        assert_eq!(anchor("box.0/group.1/()"), Anchor::Place, "a condition is no name");
    }
}
