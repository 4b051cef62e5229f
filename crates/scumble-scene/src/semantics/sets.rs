//! Places in sets, and what is left out of a tree of what can be seen: it is not announced, but it is counted.

use accesskit::Role;

use super::build::{Build, is_structure, role_of};
use super::roles::counts_in_set;
use crate::NodeId;
use crate::geometry::Rect;
use crate::node::Node;

impl Build<'_> {
    /// Whether neither the node nor anything inside it can be seen.
    pub(super) fn is_out_of_view(&self, id: NodeId, node: &Node, clip: &Rect) -> bool {
        if !node.has_box() || self.kept.contains(&id) {
            return false;
        }
        !node.placed || !node.extent().intersects(clip)
    }

    /// Counts what is left out in the sets it belongs to.
    pub(super) fn count_in_sets(&mut self, id: NodeId, parent: Option<usize>) {
        let Some(node) = self.tree.nodes.get(id) else { return };
        if node.props.hidden || node.props.meaning.silent {
            return;
        }
        match role_of(node) {
            Some(role) if counts_in_set(role) => self.sets[parent.map_or(0, |parent| parent + 1)].push((role, None)),
            None if is_structure(node) => {
                for child in &node.children {
                    self.count_in_sets(*child, parent);
                }
            }
            _ => {}
        }
    }

    /// Numbers the items of sets that were not numbered by their components.
    pub(super) fn number_sets(&mut self) {
        for members in std::mem::take(&mut self.sets) {
            let size = |role: Role| members.iter().filter(|(other, _)| *other == role).count() as u32;
            let mut sizes: Vec<(Role, u32, u32)> = Vec::new();
            for (role, at) in &members {
                let position = match sizes.iter_mut().find(|(known, ..)| known == role) {
                    Some((_, count, _)) => {
                        *count += 1;
                        *count
                    }
                    None => {
                        sizes.push((*role, 1, size(*role)));
                        1
                    }
                };
                let of = sizes.iter().find(|(known, ..)| known == role).map_or(position, |(_, _, size)| *size);
                if let Some(at) = at
                    && self.out.nodes[*at].pos_in_set.is_none()
                {
                    self.out.nodes[*at].pos_in_set = Some(position);
                    self.out.nodes[*at].set_size = Some(of);
                }
            }
        }
    }
}
