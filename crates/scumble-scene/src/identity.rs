//! Identities: paths of keys that name a node across reloads.

use crate::NodeId;
use crate::hashing::Map;
use crate::node::{Node, NodeKind};
use crate::tree::Tree;

/// What a node's children are called, both ways. Kept with the node: to know what one is called all of them have to be
/// looked at, and whoever asks for one asks for the others.
#[derive(Default)]
pub(crate) struct ChildNames {
    of: Map<NodeId, String>,
    by: Map<String, NodeId>,
}

impl Tree {
    /// The path of a node: of each node down to it its key, else its kind and the how many-th of that kind it is
    /// among its siblings without a key.
    pub(crate) fn identity(&self, id: NodeId) -> String {
        let mut parts = Vec::new();
        let mut at = id;
        while let Some(node) = self.nodes.get(at) {
            let Some(parent) = node.portal.or(node.parent) else { break };
            parts.push(self.child_names(parent).and_then(|names| names.of.get(&at)).map_or("", String::as_str));
            at = parent;
        }
        parts.reverse();
        parts.join("/")
    }

    pub(crate) fn find_identity(&self, identity: &str) -> Option<NodeId> {
        let mut at = self.root;
        for part in identity.split('/') {
            at = *self.child_names(at)?.by.get(part)?;
        }
        (at != self.root).then_some(at)
    }

    fn children_of(&self, id: NodeId) -> Vec<NodeId> {
        match self.nodes.get(id) {
            Some(Node { kind: NodeKind::Portal { content }, .. }) => content.clone(),
            // What came from portals is named by them.
            Some(node) => node.children.iter().copied().filter(|child| self.nodes[*child].portal.is_none()).collect(),
            None => Vec::new(),
        }
    }

    fn child_names(&self, parent: NodeId) -> Option<&ChildNames> {
        Some(self.nodes.get(parent)?.child_names.get_or_init(|| Box::new(self.name_children(parent))))
    }

    fn name_children(&self, parent: NodeId) -> ChildNames {
        let mut names = ChildNames::default();
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        for child in self.children_of(parent) {
            let Some(node) = self.nodes.get(child) else { continue };
            let name = match &node.key {
                Some(key) => key.replace('~', "~0").replace('/', "~1"),
                None => {
                    let kind = kind_name(&node.kind);
                    let count = match counts.iter_mut().find(|(known, _)| *known == kind) {
                        Some((_, count)) => {
                            *count += 1;
                            *count
                        }
                        None => {
                            counts.push((kind, 0));
                            0
                        }
                    };
                    format!("{kind}.{count}")
                }
            };
            // Of two with one key the first is found.
            names.by.entry(name.clone()).or_insert(child);
            names.of.insert(child, name);
        }
        names
    }

    /// A node's children are others now, or in another order.
    pub(crate) fn children_changed(&mut self, parent: NodeId) {
        if let Some(node) = self.nodes.get_mut(parent) {
            node.child_names.take();
        }
        self.members_changed(parent);
    }
}

fn kind_name(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Container => "box",
        NodeKind::Text(_) => "text",
        NodeKind::Edit(_) => "edit",
        NodeKind::Draw(_) => "draw",
        NodeKind::Image(_) => "image",
        NodeKind::Fragment => "group",
        NodeKind::Portal { .. } => "portal",
    }
}
