//! Places in sets, and what is left out of a tree of what can be seen: it is not announced, but it is counted.

use accesskit::Role;

use super::build::{Build, is_structure, role_of};
use super::roles::counts_in_set;
use crate::NodeId;
use crate::geometry::Rect;
use crate::node::Node;
use crate::tree::Tree;

/// What a node, or what is in it if it is structure, adds to the sets of what is around it: how many of which role.
/// Kept with the node, so that what is out of view is not walked again with every change elsewhere.
pub(crate) type Members = Box<[(Role, u32)]>;

/// One part of a set, in reading order.
pub(super) enum Member {
    /// The record of this index.
    Shown(Role, usize),
    /// So many that were left out.
    LeftOut(Role, u32),
}

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
        let (members, considered) = self.tree.adds_to_sets(id);
        self.considered += considered;
        let left_out = members.iter().map(|(role, count)| Member::LeftOut(*role, *count));
        self.sets[parent.map_or(0, |parent| parent + 1)].extend(left_out);
    }

    /// Numbers the items of sets that were not numbered by their components.
    pub(super) fn number_sets(&mut self) {
        for members in std::mem::take(&mut self.sets) {
            let mut sizes: Vec<(Role, u32)> = Vec::new();
            for member in &members {
                match member {
                    Member::Shown(role, _) => add(&mut sizes, *role, 1),
                    Member::LeftOut(role, count) => add(&mut sizes, *role, *count),
                };
            }
            let mut positions: Vec<(Role, u32)> = Vec::new();
            for member in members {
                let (role, at) = match member {
                    Member::Shown(role, at) => (role, at),
                    Member::LeftOut(role, count) => {
                        add(&mut positions, role, count);
                        continue;
                    }
                };
                let position = add(&mut positions, role, 1);
                let record = &mut self.out.nodes[at];
                if record.pos_in_set.is_none() {
                    record.pos_in_set = Some(position);
                    record.set_size = sizes.iter().find(|(known, _)| *known == role).map(|(_, size)| *size);
                }
            }
        }
    }
}

/// Counts `more` of a role; how many there are of it then.
fn add(counts: &mut Vec<(Role, u32)>, role: Role, more: u32) -> u32 {
    if let Some((_, count)) = counts.iter_mut().find(|(known, _)| *known == role) {
        *count += more;
        return *count;
    }
    counts.push((role, more));
    more
}

impl Tree {
    /// What a node adds to the sets around it, and how many nodes had to be looked at to know.
    fn adds_to_sets(&self, id: NodeId) -> (&[(Role, u32)], u64) {
        let Some(node) = self.nodes.get(id) else { return (&[], 0) };
        let mut considered = 0;
        let members = node.members.get_or_init(|| {
            considered += 1;
            let mut counts = Vec::new();
            match role_of(node) {
                _ if node.props.hidden || node.props.meaning.silent => {}
                Some(role) if counts_in_set(role) => counts.push((role, 1)),
                None if is_structure(node) => {
                    for child in &node.children {
                        let (members, more) = self.adds_to_sets(*child);
                        considered += more;
                        for (role, count) in members {
                            add(&mut counts, *role, *count);
                        }
                    }
                }
                _ => {}
            }
            counts.into()
        });
        (members, considered)
    }

    /// What a node adds to the sets around it is another now, or may be, and so is what everything around it adds.
    pub(crate) fn members_changed(&mut self, id: NodeId) {
        let mut at = Some(id);
        while let Some(node) = at.and_then(|id| self.nodes.get_mut(id)) {
            node.members.take();
            at = node.parent;
        }
    }
}
