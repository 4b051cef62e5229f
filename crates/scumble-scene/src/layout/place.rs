//! From places within parents to places on the canvas, for what moved and what is inside it.

use crate::NodeId;
use crate::geometry::{Point, Rect};
use crate::node::NodeKind;
use crate::tree::Tree;

/// Places the nodes that moved.
pub(super) fn run(tree: &mut Tree, moved: Vec<NodeId>) {
    if moved.is_empty() {
        return;
    }
    let pass = tree.pass;
    for id in &moved {
        let mut at = tree.nodes.get(*id).and_then(|node| node.box_parent);
        while let Some(parent) = at {
            let Some(node) = tree.nodes.get_mut(parent) else { break };
            if node.below_moved == pass {
                break;
            }
            node.below_moved = pass;
            at = node.box_parent;
        }
    }
    place(tree, tree.root, Point::ZERO, Change::None);
    tree.meaning_changed();
}

/// What happened to the node around.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    None,
    /// It is elsewhere.
    Shifted,
    /// It was not on the canvas before.
    Appeared,
}

/// `origin` is where the parent's places are counted from.
fn place(tree: &mut Tree, id: NodeId, origin: Point, around: Change) {
    let pass = tree.pass;
    let Some(node) = tree.nodes.get_mut(id) else { return };
    let moved = std::mem::take(&mut node.moved);
    let change = if !node.placed { Change::Appeared } else { around };
    if !moved && change == Change::None && node.below_moved != pass {
        return;
    }
    let (location, size) = (node.layout.location, node.layout.size);
    let rect = Rect::new(origin.x + location.x, origin.y + location.y, size.width, size.height);
    let differs = rect != node.rect || change == Change::Appeared;
    let mut inner = change;
    if differs {
        let was_placed = node.placed;
        let resized = rect.size() != node.rect.size();
        if rect.origin() != node.rect.origin() {
            inner = inner.max(Change::Shifted);
        }
        if was_placed {
            tree.damage_moved(id);
        }
        let node = &mut tree.nodes[id];
        node.rect = rect;
        node.placed = true;
        if resized || !was_placed {
            match &mut node.kind {
                NodeKind::Draw(_) => tree.stale_drawings.push(id),
                NodeKind::Edit(state) => state.forget_lines(),
                NodeKind::Text(_) => tree.stale_lines.push(id),
                _ => {}
            }
        }
        tree.damage_moved(id);
        tree.counters.nodes_placed += 1;
    }
    let node = &mut tree.nodes[id];
    if node.scrolls() {
        let (before, most) = (node.scroll, node.max_scroll());
        node.scroll = Point::new(before.x.clamp(0.0, most.x), before.y.clamp(0.0, most.y));
        if node.scroll != before {
            inner = inner.max(Change::Shifted);
        }
    }
    let inner_origin = Point::new(node.rect.x - node.scroll.x, node.rect.y - node.scroll.y);
    if inner == Change::None && node.below_moved != pass {
        return;
    }
    for index in 0..tree.nodes[id].boxes.len() {
        let child = tree.nodes[id].boxes[index];
        place(tree, child, inner_origin, inner);
    }
    tree.nodes[id].in_order = tree.order_of_boxes(id);
}

/// With fewer boxes than this, looking at each is as quick as looking for the first.
const WORTH_SEARCHING: usize = 32;

impl Tree {
    /// Whether the boxes of a node stand below each other in order, and how far what is in them sticks out.
    fn order_of_boxes(&self, id: NodeId) -> Option<f32> {
        let node = self.nodes.get(id)?;
        if node.boxes.len() < WORTH_SEARCHING || !node.props.stands_in_column() {
            return None;
        }
        let (mut stray, mut top, mut bottom) = (0.0_f32, f32::NEG_INFINITY, f32::NEG_INFINITY);
        for child in &node.boxes {
            let child = self.nodes.get(*child)?;
            let (rect, extent) = (child.rect, child.extent());
            if rect.y < top || rect.bottom() < bottom || child.props.layout.position == taffy::Position::Absolute {
                return None;
            }
            (top, bottom) = (rect.y, rect.bottom());
            stray = stray.max(rect.y - extent.y).max(extent.bottom() - rect.bottom());
        }
        Some(stray)
    }

    /// Notes the pixels of a node that is being moved. A box that paints nothing itself leaves none behind.
    fn damage_moved(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get(id) else { return };
        let look = &node.props.look;
        let bare = matches!(node.kind, NodeKind::Container)
            && look.background.is_none()
            && look.border.is_none()
            && look.shadow == crate::theme::ShadowToken::None
            && node.props.variants.is_empty()
            && !node.is_control()
            && !node.clips();
        if !bare {
            self.damage_node(id);
        }
    }

    /// Moves what is inside a scroller to where its scroll position now has it.
    pub(crate) fn place_scrolled(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get(id) else { return };
        let origin = Point::new(node.rect.x - node.scroll.x, node.rect.y - node.scroll.y);
        let rect = node.rect;
        let clip = self.clip_of(id);
        // One rectangle for all that moves: nothing inside can be seen outside of it.
        self.damage.add(rect.intersect(&clip));
        let kept = std::mem::take(&mut self.damage);
        for index in 0..self.nodes[id].boxes.len() {
            let child = self.nodes[id].boxes[index];
            self.shift(child, origin);
        }
        self.damage = kept;
        self.meaning_changed();
    }

    fn shift(&mut self, id: NodeId, origin: Point) {
        let Some(node) = self.nodes.get_mut(id) else { return };
        if !node.placed {
            return;
        }
        let location = node.layout.location;
        node.rect.x = origin.x + location.x;
        node.rect.y = origin.y + location.y;
        let inner = Point::new(node.rect.x - node.scroll.x, node.rect.y - node.scroll.y);
        for index in 0..self.nodes[id].boxes.len() {
            let child = self.nodes[id].boxes[index];
            self.shift(child, inner);
        }
    }
}
