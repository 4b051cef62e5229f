//! Focus groups: many controls that are one stop for Tab, with arrow keys between them.
//!
//! A list of four hundred rows is one stop: Tab comes to the row that had the focus last, or the selected one, or the
//! first, then to the controls inside that row, then goes on.

use crate::NodeId;
use crate::element::Element;
use crate::node::Node;
use crate::scene::Scene;
use crate::tree::Tree;

/// Which arrow keys move the focus within a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrows {
    /// Up and down: lists.
    Vertical,
    /// Left and right: toolbars, tabs.
    Horizontal,
    /// All four: radio groups.
    Both,
}

impl Arrows {
    /// Whether a key moves on (`true`) or back (`false`) in such a group.
    fn moves(self, key: &str) -> Option<bool> {
        match (key, self) {
            ("ArrowDown", Arrows::Vertical | Arrows::Both) | ("ArrowRight", Arrows::Horizontal | Arrows::Both) => {
                Some(true)
            }
            ("ArrowUp", Arrows::Vertical | Arrows::Both) | ("ArrowLeft", Arrows::Horizontal | Arrows::Both) => {
                Some(false)
            }
            _ => None,
        }
    }
}

impl Element {
    /// The controls in here are one stop for Tab; these arrow keys, Home and End move between them.
    pub fn focus_group(mut self, arrows: Arrows) -> Element {
        self.body.props.focus_group = Some(arrows);
        self
    }
}

impl Tree {
    /// The controls of a group in order: those in no other control.
    fn members(&self, group: NodeId) -> Vec<NodeId> {
        let mut members = Vec::new();
        let mut open: Vec<NodeId> =
            self.nodes.get(group).map(|node| node.children.iter().rev().copied().collect()).unwrap_or_default();
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(id) else { continue };
            if node.props.hidden || node.props.meaning.disabled {
                continue;
            }
            if node.props.focusable && node.props.tab_stop {
                members.push(id);
            } else {
                open.extend(node.children.iter().rev());
            }
        }
        members
    }

    /// The one of a group that Tab comes to.
    pub(crate) fn group_entrance(&self, group: NodeId) -> Option<NodeId> {
        let members = self.members(group);
        let last = self.nodes.get(group).and_then(|node| node.group_last).filter(|last| members.contains(last));
        let chosen = |node: &Node| {
            let meaning = &node.props.meaning;
            meaning.selected == Some(true) || meaning.current || meaning.checked == Some(accesskit::Toggled::True)
        };
        last.or_else(|| members.iter().copied().find(|id| self.nodes.get(*id).is_some_and(chosen)))
            .or(members.first().copied())
    }

    /// Remembers which of its group has the focus.
    pub(crate) fn remember_in_group(&mut self, focused: NodeId) {
        let Some(group) = self.group_of(focused) else { return };
        let member = self.members(group).into_iter().find(|member| self.is_within(focused, *member));
        if let Some(node) = self.nodes.get_mut(group) {
            node.group_last = member;
        }
    }

    fn group_of(&self, id: NodeId) -> Option<NodeId> {
        self.nearest(id, |node| node.props.focus_group.is_some()).filter(|group| *group != id)
    }

    /// Where a key takes the focus within the group of what has it.
    fn group_target(&self, focused: NodeId, key: &str) -> Option<NodeId> {
        let group = self.group_of(focused)?;
        let arrows = self.nodes.get(group)?.props.focus_group?;
        let members = self.members(group);
        let at = members.iter().position(|member| self.is_within(focused, *member))?;
        let to = match (key, arrows.moves(key)) {
            ("Home", _) => 0,
            ("End", _) => members.len() - 1,
            (_, Some(true)) => at + 1,
            (_, Some(false)) => at.checked_sub(1)?,
            _ => return None,
        };
        members.get(to).copied()
    }
}

impl Scene {
    /// Moves the focus within a group. Says whether the key did that.
    pub(crate) fn group_key(&self, focused: NodeId, key: &str) -> bool {
        let target = self.tree.borrow().group_target(focused, key);
        let Some(target) = target.filter(|target| *target != focused) else { return false };
        if self.focus_on(target, true).is_err() {
            return false;
        }
        let mut tree = self.tree.borrow_mut();
        tree.lay_out();
        tree.scroll_into_view(target);
        true
    }
}
