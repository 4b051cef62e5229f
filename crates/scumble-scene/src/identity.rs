//! Identities: paths of keys that name a node across reloads.

use crate::NodeId;
use crate::node::{Node, NodeKind};
use crate::tree::Tree;

impl Tree {
    /// The path of a node: of each node down to it its key, else its kind and the how many-th of that kind it is
    /// among its siblings without a key.
    pub(crate) fn identity(&self, id: NodeId) -> String {
        let mut parts = Vec::new();
        let mut at = id;
        while let Some(node) = self.nodes.get(at) {
            let Some(parent) = node.portal.or(node.parent) else { break };
            parts.push(self.part(at, parent));
            at = parent;
        }
        parts.reverse();
        parts.join("/")
    }

    pub(crate) fn find_identity(&self, identity: &str) -> Option<NodeId> {
        let mut at = self.root;
        for part in identity.split('/') {
            at = self.named_children(at).into_iter().find(|(name, _)| name == part).map(|(_, id)| id)?;
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

    fn named_children(&self, parent: NodeId) -> Vec<(String, NodeId)> {
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        self.children_of(parent)
            .into_iter()
            .filter_map(|child| {
                let node = self.nodes.get(child)?;
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
                Some((name, child))
            })
            .collect()
    }

    fn part(&self, id: NodeId, parent: NodeId) -> String {
        if let Some(key) = self.nodes.get(id).and_then(|node| node.key.as_ref()) {
            return key.replace('~', "~0").replace('/', "~1");
        }
        let Some(node) = self.nodes.get(id) else { return String::new() };
        let kind = kind_name(&node.kind);
        let siblings = self.children_of(parent);
        let before = siblings.iter().take_while(|sibling| **sibling != id);
        let same = before.filter(|sibling| {
            self.nodes.get(**sibling).is_some_and(|node| node.key.is_none() && kind_name(&node.kind) == kind)
        });
        format!("{kind}.{}", same.count())
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
