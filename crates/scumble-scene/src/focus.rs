//! Focus: who holds the keyboard, in which order Tab goes, and what modals keep to themselves.

use std::fmt;

use crate::NodeId;
use crate::node::{Node, NodeKind};
use crate::scene::Scene;
use crate::tree::Tree;

#[derive(Default)]
pub(crate) struct FocusState {
    pub(crate) focused: Option<NodeId>,
    /// Whether the person is using the keyboard, so that the ring is shown.
    pub(crate) visible: bool,
    /// Whether the window has the keyboard.
    pub(crate) window: bool,
    /// Open modals, the topmost last, and who held the focus before each.
    modals: Vec<Modal>,
    /// Modals mounted since focus was last settled.
    opened: Vec<NodeId>,
    /// Who gets the focus back from a modal that closed.
    give_back: Option<NodeId>,
    /// Something with `autofocus` was mounted.
    pub(crate) wants: Option<NodeId>,
    /// Where the focus was when its holder was taken out: Tab goes on from there.
    lost_at: Option<Gap>,
    /// Handlers to run: who lost the focus and who got it.
    told: Vec<(NodeId, bool)>,
}

/// A place in the tree where something was taken out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Right before this node.
    Before(NodeId),
    /// After everything in this node.
    EndOf(NodeId),
}

struct Modal {
    node: NodeId,
    before: Option<NodeId>,
}

/// Why a node was not given the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusRefused {
    /// It is not there any more.
    Gone,
    /// It never takes the focus.
    NotFocusable,
    /// It, or something around it, is disabled.
    Disabled,
    /// It, or something around it, is left out of the screen.
    Hidden,
    /// This modal is open and it is not inside.
    BehindModal(NodeId),
}

impl fmt::Display for FocusRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FocusRefused::Gone => "The control is gone; ask for the screen again.",
            FocusRefused::NotFocusable => "It does not take the focus; focus a control inside or beside it.",
            FocusRefused::Disabled => "It is disabled; enable it first.",
            FocusRefused::Hidden => "It is not on the screen now.",
            FocusRefused::BehindModal(_) => "It is behind an open dialog; answer that first.",
        })
    }
}

impl FocusState {
    /// Nobody holds the keyboard; the window has it until the host says otherwise.
    pub(crate) fn new() -> FocusState {
        FocusState { window: true, ..FocusState::default() }
    }

    pub(crate) fn opened(&mut self, modal: NodeId) {
        self.opened.push(modal);
    }

    /// A node was taken out; `gap` is where it or what it was in stood.
    pub(crate) fn removed(&mut self, id: NodeId, gap: Option<Gap>) {
        if self.focused == Some(id) {
            self.focused = None;
            self.lost_at = gap;
        }
        if self.lost_at == Some(Gap::Before(id)) || self.lost_at == Some(Gap::EndOf(id)) {
            self.lost_at = gap;
        }
        if self.wants == Some(id) {
            self.wants = None;
        }
        self.opened.retain(|modal| *modal != id);
        if let Some(at) = self.modals.iter().position(|modal| modal.node == id) {
            let closed = self.modals.remove(at);
            // A modal opened over this one gives the focus back to whoever this one would have.
            match self.modals.get_mut(at) {
                Some(above) => above.before = closed.before,
                None => self.give_back = closed.before,
            }
        }
    }
}

impl Tree {
    /// The topmost open modal.
    pub(crate) fn modal(&self) -> Option<NodeId> {
        let pending = self.focus.opened.last().copied();
        pending.or(self.focus.modals.last().map(|modal| modal.node)).filter(|id| self.nodes.contains_key(*id))
    }

    /// The part of the tree that a modal leaves within reach: the whole of its layer, its scrim included.
    pub(crate) fn modal_layer(&self) -> Option<NodeId> {
        let modal = self.modal()?;
        let mut at = modal;
        let mut layer = modal;
        while let Some(parent) = self.nodes.get(at).and_then(|node| node.parent) {
            if parent == self.overlay {
                layer = at;
                break;
            }
            at = parent;
        }
        Some(layer)
    }

    /// Whether an open modal keeps a node out of reach.
    pub(crate) fn is_behind_modal(&self, id: NodeId) -> Option<NodeId> {
        let modal = self.modal()?;
        let layer = self.modal_layer()?;
        (!self.is_within(id, layer)).then_some(modal)
    }

    /// Whether a node could hold the focus now.
    pub(crate) fn may_focus(&self, id: NodeId) -> Result<(), FocusRefused> {
        let node = self.nodes.get(id).ok_or(FocusRefused::Gone)?;
        if !node.props.focusable {
            return Err(FocusRefused::NotFocusable);
        }
        if let Some(modal) = self.is_behind_modal(id) {
            return Err(FocusRefused::BehindModal(modal));
        }
        if self.is_hidden(id) {
            return Err(FocusRefused::Hidden);
        }
        if self.is_disabled(id) {
            return Err(FocusRefused::Disabled);
        }
        Ok(())
    }

    /// Moves the focus without asking; notes whom to tell.
    pub(crate) fn move_focus(&mut self, to: Option<NodeId>, visible: bool) {
        let from = self.focus.focused;
        if self.focus.visible != visible || from != to {
            for id in [from, to].into_iter().flatten() {
                self.damage_states(id);
            }
        }
        self.focus.visible = visible;
        if from == to {
            return;
        }
        self.focus.focused = to;
        self.focus.lost_at = None;
        if let Some(id) = to {
            self.remember_in_group(id);
        }
        self.focus.told.extend(from.map(|id| (id, false)));
        self.focus.told.extend(to.map(|id| (id, true)));
        let now = self.now;
        if let Some(state) = to.and_then(|id| self.edit_mut(id)) {
            state.caret_since = now;
        }
        self.meaning_changed();
    }

    /// Notes the pixels that show a node's states: its own, those inside it, those around it that show the focus of
    /// what is inside.
    pub(crate) fn damage_states(&mut self, id: NodeId) {
        self.damage_subtree(id);
        let mut at = self.nodes.get(id).and_then(|node| node.parent);
        while let Some(id) = at {
            let Some(node) = self.nodes.get(id) else { break };
            at = node.parent;
            if !node.props.variants.is_empty() {
                let inner = self.nodes[id].rect.inflate(crate::damage::RING_REACH);
                let clip = self.clip_of(id);
                self.damage.add(inner.intersect(&clip));
            }
        }
        self.revision += 1;
    }

    /// Every node Tab stops at, in order, within the topmost modal if one is open.
    pub(crate) fn tab_stops(&self) -> Vec<NodeId> {
        let from = self.modal().unwrap_or(self.root);
        let mut stops = Vec::new();
        // What a modal itself opened stands in layers of its own, above it.
        let layers = self.nodes.get(self.overlay).map_or(&[][..], |overlay| &overlay.children);
        let opened = |layer: &&NodeId| self.is_within(**layer, from) && !self.is_within(from, **layer);
        let above = layers.iter().rev().filter(|layer| from != self.root && opened(layer));
        let mut open: Vec<NodeId> = above.copied().chain([from]).collect();
        if from != self.root && self.is_disabled(from) {
            return stops;
        }
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(id) else { continue };
            if node.props.hidden || node.props.meaning.disabled {
                continue;
            }
            if node.props.focusable && node.props.tab_stop {
                stops.push(id);
            }
            if node.props.focus_group.is_some() {
                open.extend(self.group_entrance(id));
                continue;
            }
            open.extend(node.children.iter().rev());
        }
        stops
    }

    /// Where Tab goes from here; nothing when it leaves the scene.
    pub(crate) fn next_stop(&self, backwards: bool) -> Option<NodeId> {
        let stops = self.tab_stops();
        let modal = self.modal().is_some();
        let here = self.focus.focused;
        let at = here.and_then(|here| stops.iter().position(|stop| *stop == here));
        let gap = self.focus.lost_at.or(here.map(Gap::Before));
        let next = match (at, backwards) {
            (Some(at), false) => at.checked_add(1).filter(|next| *next < stops.len()),
            (Some(at), true) => at.checked_sub(1),
            // From a place that is no stop: to the nearest in reading order.
            (None, backwards) => match gap {
                Some(gap) => {
                    let after = stops.iter().position(|stop| self.comes_after(*stop, gap));
                    match (after, backwards) {
                        (Some(after), false) => Some(after),
                        (Some(after), true) => after.checked_sub(1),
                        (None, false) => None,
                        (None, true) => stops.len().checked_sub(1),
                    }
                }
                None if backwards => stops.len().checked_sub(1),
                None => (!stops.is_empty()).then_some(0),
            },
        };
        match next {
            Some(next) => stops.get(next).copied(),
            // A modal goes round.
            None if modal => if backwards { stops.last() } else { stops.first() }.copied(),
            None => None,
        }
    }

    /// Whether a node comes after a place in the order of the tree.
    fn comes_after(&self, id: NodeId, gap: Gap) -> bool {
        match gap {
            Gap::Before(next) => self.order_of(id) >= self.order_of(next),
            Gap::EndOf(around) => self.order_of(id) > self.order_of(around) && !self.is_within(id, around),
        }
    }

    /// A node's place in the tree, as positions among siblings from the root down.
    pub(crate) fn order_of(&self, id: NodeId) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = id;
        while let Some(parent) = self.nodes.get(at).and_then(|node| node.parent) {
            let siblings = &self.nodes[parent].children;
            path.push(siblings.iter().position(|child| *child == at).unwrap_or(0));
            at = parent;
        }
        path.reverse();
        path
    }

    /// The first node inside `within` that asked for the focus, else the first that takes it by Tab, else `within`.
    fn entrance(&self, within: NodeId) -> Option<NodeId> {
        let mut first = None;
        let mut open = vec![within];
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(id) else { continue };
            if node.props.hidden || node.props.meaning.disabled {
                continue;
            }
            if node.props.focusable {
                if node.props.autofocus {
                    return Some(id);
                }
                if node.props.tab_stop && first.is_none() {
                    first = Some(id);
                }
            }
            open.extend(node.children.iter().rev());
        }
        first
    }
}

impl Scene {
    /// Brings the focus to where it belongs after the tree changed, and tells those concerned.
    pub(crate) fn settle_focus(&self) {
        {
            let mut tree = self.tree.borrow_mut();
            let tree = &mut *tree;
            let shown = |node: &Node| node.props.hidden;
            if let Some(focused) = tree.focus.focused
                && tree.nearest(focused, shown).is_some()
            {
                tree.move_focus(None, tree.focus.visible);
                tree.focus.lost_at = Some(Gap::Before(focused));
            }
            for modal in std::mem::take(&mut tree.focus.opened) {
                let before = tree.focus.focused.or(tree.focus.give_back.take());
                tree.focus.modals.push(Modal { node: modal, before });
                let entrance = tree.entrance(modal);
                let visible = tree.focus.visible;
                tree.move_focus(entrance, visible);
            }
            if let Some(back) = tree.focus.give_back.take()
                && tree.focus.focused.is_none()
                && tree.may_focus(back).is_ok()
            {
                let visible = tree.focus.visible;
                tree.move_focus(Some(back), visible);
            }
            if let Some(wants) = tree.focus.wants.take()
                && tree.focus.focused.is_none_or(|holder| tree.edit(holder).is_none())
                && tree.may_focus(wants).is_ok()
            {
                let visible = tree.focus.visible;
                tree.move_focus(Some(wants), visible);
            }
        }
        self.tell_focus();
    }

    /// Runs `on_blur` and `on_focus` of whoever the focus moved between.
    pub(crate) fn tell_focus(&self) {
        loop {
            let told = std::mem::take(&mut self.tree.borrow_mut().focus.told);
            if told.is_empty() {
                return;
            }
            for (id, gained) in told {
                let handler = self
                    .tree
                    .borrow()
                    .get(id)
                    .and_then(|node| if gained { node.handlers.focus.clone() } else { node.handlers.blur.clone() });
                if let Some(handler) = handler {
                    self.run_handler(|| handler(()));
                }
            }
        }
    }

    /// Gives a node the focus, as Tab or a press would.
    pub(crate) fn focus_on(&self, id: NodeId, visible: bool) -> Result<(), FocusRefused> {
        {
            let mut tree = self.tree.borrow_mut();
            tree.may_focus(id)?;
            tree.move_focus(Some(id), visible);
        }
        self.tell_focus();
        Ok(())
    }

    /// Whether a node is a field.
    pub(crate) fn is_edit(&self, id: NodeId) -> bool {
        matches!(self.tree.borrow().get(id), Some(Node { kind: NodeKind::Edit(_), .. }))
    }
}
