//! Scrolling: how far a scroller is, where its thumbs are, and bringing things into view.

use crate::NodeId;
use crate::geometry::{Point, Rect};
use crate::tree::Tree;

/// One of the two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Horizontal,
    Vertical,
}

/// A scrollbar: the strip it lies in and the thumb on it, on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scrollbar {
    pub(crate) track: Rect,
    pub(crate) thumb: Rect,
    /// How far the content moves a px of the thumb.
    pub(crate) ratio: f32,
}

const TRACK: f32 = 12.0;
const THUMB: f32 = 6.0;
const SHORTEST_THUMB: f32 = 28.0;

impl Tree {
    /// The scrollbar of a scroller, if there is anything to scroll that way.
    pub(crate) fn scrollbar(&self, id: NodeId, axis: Axis) -> Option<Scrollbar> {
        let node = self.nodes.get(id)?;
        if !node.placed || !node.scrolls() {
            return None;
        }
        let most = node.max_scroll();
        let inner = node.inner_rect();
        let inset = (TRACK - THUMB) / 2.0;
        let (most, at, length) = match axis {
            Axis::Vertical => (most.y, node.scroll.y, inner.height),
            Axis::Horizontal => (most.x, node.scroll.x, inner.width),
        };
        if most <= 0.0 || length < SHORTEST_THUMB {
            return None;
        }
        let run = length - 2.0 * inset;
        let thumb = (run * length / (length + most)).clamp(SHORTEST_THUMB.min(run), run);
        let free = run - thumb;
        let start = inset + if most > 0.0 { free * at / most } else { 0.0 };
        let ratio = if free > 0.0 { most / free } else { 0.0 };
        Some(match axis {
            Axis::Vertical => Scrollbar {
                track: Rect::new(inner.right() - TRACK, inner.y, TRACK, inner.height),
                thumb: Rect::new(inner.right() - TRACK + inset, inner.y + start, THUMB, thumb),
                ratio,
            },
            Axis::Horizontal => Scrollbar {
                track: Rect::new(inner.x, inner.bottom() - TRACK, inner.width, TRACK),
                thumb: Rect::new(inner.x + start, inner.bottom() - TRACK + inset, thumb, THUMB),
                ratio,
            },
        })
    }

    /// The first scroller with anything to scroll to, in the order of the tree.
    pub(crate) fn first_scroller(&self) -> Option<NodeId> {
        let mut open = vec![self.root];
        while let Some(id) = open.pop() {
            let node = self.nodes.get(id)?;
            if node.placed && node.scrolls() && node.max_scroll() != Point::ZERO {
                return Some(id);
            }
            open.extend(node.boxes.iter().rev());
        }
        None
    }

    /// Scrolls to a place, as near as it goes. Says whether anything moved.
    pub(crate) fn scroll_to(&mut self, id: NodeId, to: Point) -> bool {
        let Some(node) = self.nodes.get_mut(id) else { return false };
        if !node.scrolls() || !to.x.is_finite() || !to.y.is_finite() {
            return false;
        }
        let most = node.max_scroll();
        let to = Point::new(to.x.clamp(0.0, most.x), to.y.clamp(0.0, most.y));
        if to == node.scroll {
            return false;
        }
        node.scroll = to;
        self.place_scrolled(id);
        true
    }

    /// Scrolls by a distance. Says whether anything moved.
    pub(crate) fn scroll_by(&mut self, id: NodeId, dx: f32, dy: f32) -> bool {
        let Some(node) = self.nodes.get(id) else { return false };
        let to = Point::new(node.scroll.x + dx, node.scroll.y + dy);
        self.scroll_to(id, to)
    }

    /// Scrolls everything around a node until the node is seen, or as much of it as fits.
    pub(crate) fn scroll_into_view(&mut self, id: NodeId) -> bool {
        let Some(node) = self.nodes.get(id) else { return false };
        let mut moved = false;
        let mut at = node.box_parent;
        while let Some(scroller) = at {
            at = self.nodes.get(scroller).and_then(|node| node.box_parent);
            let Some(node) = self.nodes.get(scroller) else { break };
            if !node.scrolls() {
                continue;
            }
            let target = self.nodes[id].rect;
            let inner = node.inner_rect();
            let dx = distance(target.x, target.right(), inner.x, inner.right());
            let dy = distance(target.y, target.bottom(), inner.y, inner.bottom());
            if dx != 0.0 || dy != 0.0 {
                moved |= self.scroll_by(scroller, dx, dy);
            }
        }
        moved
    }
}

/// How far to move a window `from..to` so that it shows `start..end`: the least, and the start rather than the end
/// when not all of it fits.
fn distance(start: f32, end: f32, from: f32, to: f32) -> f32 {
    if start >= from && end <= to {
        0.0
    } else if start < from || end - start > to - from {
        start - from
    } else {
        end - to
    }
}
