//! What is at a point: the one test for a person's pointer and for an agent's press.

use crate::NodeId;
use crate::geometry::Point;
use crate::tree::Tree;

impl Tree {
    /// The topmost node at a point, as deep as it goes. Nothing outside an open modal's layer is ever hit.
    pub(crate) fn hit(&self, point: Point) -> Option<NodeId> {
        match self.modal_layer() {
            Some(layer) => {
                // What the modal itself opened stands in layers above it.
                let layers = &self.nodes.get(self.overlay)?.boxes;
                let above = layers.iter().rev().filter(|id| **id != layer && self.is_within(**id, layer));
                above.copied().chain([layer]).find_map(|id| self.hit_in(id, point))
            }
            None => self.hit_in(self.root, point),
        }
    }

    fn hit_in(&self, id: NodeId, point: Point) -> Option<NodeId> {
        let node = self.nodes.get(id)?;
        if !node.placed {
            return None;
        }
        if !node.has_box() {
            return node.children.iter().rev().find_map(|child| self.hit_in(*child, point));
        }
        let inside = node.rect.contains(point);
        if (node.clips() && !node.inner_rect().contains(point)) || !self.reach_of(id).contains(point) {
            return (inside && !node.props.pass_through).then_some(id);
        }
        let near = [crate::geometry::Rect::new(point.x, point.y, 1.0, 1.0)];
        let (first, last) = self.boxes_in_sight(id, &near);
        let within = node.boxes[first..last].iter().rev().find_map(|child| self.hit_in(*child, point));
        within.or_else(|| (inside && !node.props.pass_through).then_some(id))
    }

    /// The nodes from the one hit outwards to the root, through portals.
    pub(crate) fn path_of(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let Some(node) = self.nodes.get(id) else { break };
            path.push(id);
            at = node.portal.or(node.parent);
        }
        path
    }

    /// The control a press at this node would press: itself or the nearest around it with a handler.
    pub(crate) fn pressable(&self, id: NodeId) -> Option<NodeId> {
        self.nearest(id, |node| node.handlers.press.is_some())
    }
}
