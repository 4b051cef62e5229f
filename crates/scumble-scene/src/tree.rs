//! The tree itself: putting nodes in, taking them out, moving them, and noting what that touches.
//!
//! Never runs the author's code: whoever holds the tree holds it alone, and for a moment.

use std::rc::Rc;

use slotmap::SlotMap;

use crate::NodeId;
use crate::clusters::Clusters;
use crate::counters::Counters;
use crate::damage::Damage;
use crate::element::Touches;
use crate::element::props::Props;
use crate::focus::{FocusState, Gap};
use crate::geometry::{Rect, Size};
use crate::node::{Node, NodeKind};
use crate::pointer::PointerState;
use crate::semantics::SemanticsTree;
use crate::text::Fonts;
use crate::theme::Theme;

/// Everything a scene knows.
pub(crate) struct Tree {
    pub(crate) nodes: SlotMap<NodeId, Node>,
    /// Holds the content and, above it, the overlay layer.
    pub(crate) root: NodeId,
    pub(crate) content: NodeId,
    pub(crate) overlay: NodeId,
    pub(crate) theme: Rc<Theme>,
    pub(crate) size: Size,
    pub(crate) scale: f32,
    pub(crate) locale: String,
    pub(crate) fonts: Fonts,
    pub(crate) clusters: Clusters,
    pub(crate) counters: Counters,

    pub(crate) layout_stale: bool,
    /// Nodes whose list of boxes has to be made anew.
    pub(crate) stale_boxes: Vec<NodeId>,
    pub(crate) pass: u64,
    pub(crate) damage: Damage,
    pub(crate) semantics: Option<Rc<SemanticsTree>>,
    /// The part of it that can be seen.
    pub(crate) semantics_view: Option<Rc<SemanticsTree>>,
    /// Semantics changed since the last frame told.
    pub(crate) semantics_changed: bool,
    pub(crate) revision: u64,
    /// Texts whose lines are others now.
    pub(crate) stale_lines: Vec<NodeId>,
    /// Drawings that may have to be made anew.
    pub(crate) stale_drawings: Vec<NodeId>,

    pub(crate) focus: FocusState,
    pub(crate) pointer: PointerState,
    pub(crate) now: f64,
    /// Nodes taken out, whose closures are the author's: dropped when nobody holds the tree.
    pub(crate) removed: Vec<Node>,
    /// The caret the last frame painted.
    pub(crate) caret_shown: Option<Rect>,
}

impl Tree {
    pub(crate) fn new(theme: Theme, size: Size, scale: f32, locale: String) -> Tree {
        let mut nodes = SlotMap::with_key();
        let mut insert = |props: Props| nodes.insert(Node::new(NodeKind::Container, props, Default::default(), None));
        let full = || {
            let mut props = Props::default();
            crate::layout::make_layer(&mut props);
            props
        };
        let root = insert(full());
        let content = insert(full());
        let mut over = full();
        over.pass_through = true;
        let overlay = insert(over);
        for layer in [content, overlay] {
            nodes[layer].parent = Some(root);
            nodes[layer].box_parent = Some(root);
            nodes[layer].props.layout.grid_row = taffy::prelude::line(1);
            nodes[layer].props.layout.grid_column = taffy::prelude::line(1);
        }
        nodes[root].children = vec![content, overlay];
        nodes[root].boxes = vec![content, overlay];
        Tree {
            nodes,
            root,
            content,
            overlay,
            theme: Rc::new(theme),
            size,
            scale,
            locale,
            fonts: Fonts::new(),
            counters: Counters::default(),
            layout_stale: true,
            stale_boxes: Vec::new(),
            pass: 0,
            damage: Damage::whole(size),
            semantics: None,
            semantics_view: None,
            semantics_changed: true,
            revision: 1,
            stale_lines: Vec::new(),
            stale_drawings: Vec::new(),
            focus: FocusState::new(),
            pointer: PointerState::default(),
            now: 0.0,
            removed: Vec::new(),
            clusters: Clusters::default(),
            caret_shown: None,
        }
    }

    pub(crate) fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// Puts a node in as the last child of `parent`. Nothing when the parent is gone.
    pub(crate) fn insert(&mut self, parent: NodeId, mut node: Node) -> Option<NodeId> {
        let parent_node = self.nodes.get(parent)?;
        let (place, portal) = match parent_node.kind {
            NodeKind::Portal { .. } => (self.overlay, Some(parent)),
            _ => (parent, None),
        };
        node.props.keep_floor();
        node.parent = Some(place);
        node.portal = portal;
        node.box_parent = self.nearest_box(place);
        let draws = matches!(node.kind, NodeKind::Draw(_));
        let modal = node.props.modal;
        let wants_focus = node.props.autofocus;
        let box_parent = node.box_parent;
        let id = self.nodes.insert(node);
        self.nodes[place].children.push(id);
        if let Some(portal) = portal
            && let NodeKind::Portal { content } = &mut self.nodes[portal].kind
        {
            content.push(id);
        }
        if let Some(box_parent) = box_parent {
            self.boxes_changed(box_parent);
        }
        self.children_changed(place);
        if let Some(portal) = portal {
            self.children_changed(portal);
        }
        if draws {
            self.stale_drawings.push(id);
        }
        if modal {
            self.focus.opened(id);
        }
        if wants_focus {
            self.focus.wants = Some(id);
        }
        self.meaning_changed();
        Some(id)
    }

    /// The node itself if it has a box, else the nearest ancestor that has.
    pub(crate) fn nearest_box(&self, id: NodeId) -> Option<NodeId> {
        let mut at = Some(id);
        while let Some(id) = at {
            let node = self.nodes.get(id)?;
            if node.has_box() {
                return Some(id);
            }
            at = node.parent;
        }
        None
    }

    /// Takes a node and everything in it out, into `removed`.
    pub(crate) fn remove(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get(id) else { return };
        let parent = node.parent;
        let portal = node.portal;
        let siblings = parent.and_then(|parent| self.nodes.get(parent)).map_or(&[][..], |parent| &parent.children);
        let next = siblings.iter().skip_while(|sibling| **sibling != id).nth(1).copied();
        let gap = next.map(Gap::Before).or(parent.map(Gap::EndOf));
        if let Some(parent) = parent
            && let Some(parent_node) = self.nodes.get_mut(parent)
        {
            parent_node.children.retain(|child| *child != id);
            self.children_changed(parent);
            if let Some(holder) = self.nearest_box(parent) {
                self.boxes_changed(holder);
            }
        }
        if let Some(portal) = portal
            && let Some(Node { kind: NodeKind::Portal { content }, .. }) = self.nodes.get_mut(portal)
        {
            content.retain(|child| *child != id);
            self.children_changed(portal);
        }
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            self.damage_node(id);
            let Some(node) = self.nodes.remove(id) else { continue };
            doomed.extend(&node.children);
            if let NodeKind::Portal { content } = &node.kind {
                // They stand in the overlay layer, not below this node.
                for child in content.clone() {
                    self.remove(child);
                }
            }
            self.removed.push(node);
            self.focus.removed(id, gap);
            self.pointer.removed(id);
        }
        self.meaning_changed();
    }

    /// Gives a fragment's children this order. Children not named keep theirs, after the others.
    pub(crate) fn reorder(&mut self, parent: NodeId, mut order: Vec<NodeId>) {
        let Some(node) = self.nodes.get(parent) else { return };
        if let NodeKind::Portal { .. } = node.kind {
            return;
        }
        let known = node.children.len();
        order.retain(|child| self.nodes.get(*child).is_some_and(|child| child.parent == Some(parent)));
        if order.len() < known {
            let named: crate::hashing::Set<NodeId> = order.iter().copied().collect();
            order.extend(self.nodes[parent].children.iter().filter(|child| !named.contains(child)));
        }
        if self.nodes[parent].children == order {
            return;
        }
        self.nodes[parent].children = order;
        self.children_changed(parent);
        if let Some(holder) = self.nearest_box(parent) {
            self.boxes_changed(holder);
        }
        self.meaning_changed();
    }

    /// Changes a node's values and notes what that touches.
    pub(crate) fn change(&mut self, id: NodeId, touches: Touches, change: impl FnOnce(&mut Props)) {
        let Some(node) = self.nodes.get_mut(id) else { return };
        change(&mut node.props);
        if touches >= Touches::Layout {
            node.props.keep_floor();
        }
        self.touched(id, touches);
    }

    pub(crate) fn touched(&mut self, id: NodeId, touches: Touches) {
        if !self.nodes.contains_key(id) {
            return;
        }
        match touches {
            Touches::Meaning => {}
            Touches::Look => {
                self.damage_subtree(id);
                self.lines_changed(id);
                self.revision += 1;
                return;
            }
            Touches::Paint => {
                self.damage_subtree(id);
                self.lines_changed(id);
            }
            Touches::Layout => {
                self.damage_node(id);
                self.lines_changed(id);
                self.measure_again(id);
            }
            Touches::Structure => {
                self.damage_subtree(id);
                if let Some(node) = self.nodes.get_mut(id) {
                    node.layout = taffy::Layout::new();
                }
                self.measure_again(id);
                if let Some(parent) = self.nodes.get(id).and_then(|node| node.parent)
                    && let Some(holder) = self.nearest_box(parent)
                {
                    self.boxes_changed(holder);
                }
            }
        }
        self.members_changed(id);
        self.meaning_changed();
    }

    /// A text's lines are others, or will be: where they reach is known after layout.
    pub(crate) fn lines_changed(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get_mut(id) else { return };
        if matches!(node.kind, NodeKind::Text(_) | NodeKind::Edit(_)) {
            node.forget_lines();
            self.stale_lines.push(id);
        }
    }

    /// What is announced is another now, or may be.
    pub(crate) fn meaning_changed(&mut self) {
        self.semantics = None;
        self.semantics_view = None;
        self.semantics_changed = true;
        self.revision += 1;
    }

    /// The same look, but not the same pixels: hover, scroll, caret.
    pub(crate) fn look_changed(&mut self, id: NodeId) {
        self.damage_node(id);
        self.revision += 1;
    }

    fn boxes_changed(&mut self, holder: NodeId) {
        if let Some(node) = self.nodes.get_mut(holder)
            && !node.boxes_stale
        {
            node.boxes_stale = true;
            self.stale_boxes.push(holder);
        }
        self.layout_stale = true;
    }

    /// Whether `id` is `ancestor` or inside it. Content of a portal is inside the portal's surroundings too.
    pub(crate) fn is_within(&self, id: NodeId, ancestor: NodeId) -> bool {
        let mut at = Some(id);
        while let Some(id) = at {
            if id == ancestor {
                return true;
            }
            at = self.nodes.get(id).and_then(|node| node.portal.or(node.parent));
        }
        false
    }

    /// Whether the node or something around it is disabled.
    pub(crate) fn is_disabled(&self, id: NodeId) -> bool {
        self.any_upwards(id, |node| node.props.meaning.disabled)
    }

    /// Whether the node or something around it is left out.
    pub(crate) fn is_hidden(&self, id: NodeId) -> bool {
        self.any_upwards(id, |node| node.props.hidden)
    }

    /// The nearest of the node and its ancestors for which `test` holds.
    pub(crate) fn nearest(&self, id: NodeId, test: impl Fn(&Node) -> bool) -> Option<NodeId> {
        let mut at = Some(id);
        while let Some(id) = at {
            let node = self.nodes.get(id)?;
            if test(node) {
                return Some(id);
            }
            at = node.portal.or(node.parent);
        }
        None
    }

    fn any_upwards(&self, id: NodeId, test: impl Fn(&Node) -> bool) -> bool {
        self.nearest(id, test).is_some()
    }

    /// The part of the canvas in which the node's pixels can be: the window, cut by everything around it that cuts.
    pub(crate) fn clip_of(&self, id: NodeId) -> Rect {
        let mut clip = Rect::from_origin_size(crate::geometry::Point::ZERO, self.size);
        let mut at = self.nodes.get(id).and_then(|node| node.box_parent);
        while let Some(id) = at {
            let Some(node) = self.nodes.get(id) else { break };
            if node.clips() {
                clip = clip.intersect(&node.inner_rect());
            }
            at = node.box_parent;
        }
        clip
    }
}
