//! The display list: what the painter is to paint, in order, for a part of the canvas.
//!
//! A walk down the boxes that skips whatever cannot reach the part asked for. Reads the tree, changes nothing in it
//! but caches of lines.

mod paint;

use crate::NodeId;
use crate::geometry::{Point, Rect};
use crate::node::NodeKind;
use crate::paint_list::{DisplayList, Item};
use crate::states::Inherited;
use crate::theme::ColorToken;
use crate::tree::Tree;

/// How far a shadow or ring may reach out of a box, px: what is further away than this cannot be seen.
const FURTHEST_REACH: f32 = 80.0;

/// What is painted beside the tree itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extras {
    /// The caret of the focused field.
    pub(crate) caret: bool,
}

/// A walk in progress.
pub(crate) struct Walk<'a> {
    pub(crate) tree: &'a mut Tree,
    pub(crate) list: DisplayList,
    /// The parts of the canvas that are asked for.
    pub(crate) wanted: &'a [Rect],
    pub(crate) extras: Extras,
}

impl Tree {
    /// The list for these parts of the whole canvas.
    pub(crate) fn display_list(&mut self, wanted: &[Rect], extras: Extras) -> DisplayList {
        let bounds = wanted.iter().copied().reduce(|a, b| a.union(&b)).unwrap_or(Rect::ZERO);
        let ground = self.theme.color(ColorToken::Background);
        let inherited = Inherited::top(&self.theme);
        let root = self.root;
        let whole = Rect::from_origin_size(Point::ZERO, self.size);
        let mut walk = Walk { tree: self, list: DisplayList::new(), wanted, extras };
        walk.list.bounds = bounds;
        walk.put(Item::Rect { rect: whole, radii: crate::geometry::Radii::ZERO, fill: Some(ground), border: None });
        walk.node(root, &inherited);
        walk.list
    }

    /// The list of one node and what is inside it, on the ground it stands on.
    pub(crate) fn display_list_of(&mut self, id: NodeId) -> (DisplayList, Rect) {
        let Some(node) = self.nodes.get(id) else { return (DisplayList::new(), Rect::ZERO) };
        if !node.placed {
            return (DisplayList::new(), Rect::ZERO);
        }
        let rect = node.rect;
        let inherited = self.inherited_at(id);
        let ground = self.ground_of(id);
        let wanted = [rect];
        let mut walk = Walk { tree: self, list: DisplayList::new(), wanted: &wanted, extras: Extras::default() };
        walk.list.bounds = rect;
        walk.put(Item::Rect { rect, radii: crate::geometry::Radii::ZERO, fill: Some(ground), border: None });
        walk.node(id, &inherited);
        (walk.list, rect)
    }

    /// The colour behind a node: the nearest opaque background around it.
    fn ground_of(&self, id: NodeId) -> crate::geometry::Color {
        let mut at = self.nodes.get(id).and_then(|node| node.box_parent);
        while let Some(id) = at {
            let inherited = self.inherited_at(id);
            if let Some(color) = self.resolve(id, &inherited).and_then(|resolved| resolved.background)
                && color.is_opaque()
            {
                return color;
            }
            at = self.nodes.get(id).and_then(|node| node.box_parent);
        }
        self.theme.color(ColorToken::Background)
    }

    /// Everything a node and what is inside it can reach.
    pub(crate) fn reach_of(&self, id: NodeId) -> Rect {
        let Some(node) = self.nodes.get(id) else { return Rect::ZERO };
        if node.boxes.is_empty() && !matches!(node.kind, NodeKind::Container) {
            return self.ink_rect(id);
        }
        node.extent().inflate(FURTHEST_REACH)
    }
}

impl Walk<'_> {
    pub(crate) fn put(&mut self, item: Item) {
        self.tree.counters.items_painted += 1;
        self.list.push(item);
    }

    /// Whether a rectangle reaches into what is asked for.
    pub(crate) fn is_wanted(&self, rect: &Rect) -> bool {
        self.wanted.iter().any(|wanted| wanted.intersects(rect))
    }

    fn node(&mut self, id: NodeId, around: &Inherited) {
        self.tree.counters.nodes_visited += 1;
        let Some(node) = self.tree.nodes.get(id) else { return };
        if !node.placed || !self.is_wanted(&self.tree.reach_of(id)) {
            return;
        }
        let Some(resolved) = self.tree.resolve(id, around) else { return };
        if resolved.inherited.opacity <= 0.0 {
            return;
        }
        self.box_of(id, &resolved);
        let clip = self.tree.nodes[id].clips();
        if clip {
            let node = &self.tree.nodes[id];
            let rect = node.inner_rect();
            let border = resolved.look.border.map_or(0.0, |(width, _)| width);
            let radii = crate::states::radii(&self.tree.theme, resolved.look.radius, &node.rect).inflate(-border);
            self.put(Item::PushClip { rect, radii });
        }
        self.content(id, &resolved);
        let (first, last) = self.tree.boxes_in_sight(id, self.wanted);
        for index in first..last {
            let child = self.tree.nodes[id].boxes[index];
            self.node(child, &resolved.inherited);
        }
        if clip {
            self.put(Item::PopClip);
        }
        self.scrollbars(id);
        if resolved.ring {
            self.ring(id, &resolved);
        }
    }
}

impl Tree {
    /// The boxes of a node that can be in the wanted parts, as a range: found by bisection where the boxes stand in
    /// order below each other, else all.
    pub(crate) fn boxes_in_sight(&self, id: NodeId, wanted: &[Rect]) -> (usize, usize) {
        let node = &self.nodes[id];
        let all = (0, node.boxes.len());
        let Some(stray) = node.in_order else { return all };
        let Some(wanted) = wanted.iter().copied().reduce(|a, b| a.union(&b)) else { return all };
        let reach = FURTHEST_REACH + stray;
        let first = node.boxes.partition_point(|child| self.nodes[*child].rect.bottom() + reach < wanted.y);
        let last = node.boxes.partition_point(|child| self.nodes[*child].rect.y - reach <= wanted.bottom());
        (first, last.max(first))
    }
}
