//! The pointer: what it is over, what it holds down, what it drags.

mod events;

use crate::NodeId;
use crate::event::{Button, PointerKind};
use crate::geometry::Point;
use crate::scroll::Axis;
use crate::style::Cursor;
use crate::tree::Tree;

#[derive(Default)]
pub(crate) struct PointerState {
    pub(crate) position: Option<Point>,
    /// What it is over, innermost first.
    pub(crate) hover: Vec<NodeId>,
    held: Option<Held>,
    drag: Option<Drag>,
    /// What a finger is on.
    tapped: Option<Tap>,
    /// Whether what is down is a finger: it hovers over nothing once it is up.
    touches: bool,
    /// The revision at which `hover` was found out.
    known_at: u64,
}

/// A button that went down on a control.
#[derive(Clone, Copy)]
struct Held {
    node: NodeId,
    button: Button,
    count: u32,
    kind: PointerKind,
    /// Held by a key rather than by a button.
    by_key: bool,
}

/// What a finger was put on, until it pans or is lifted.
#[derive(Clone, Copy)]
struct Tap {
    hit: NodeId,
    field: Option<NodeId>,
    focus: Option<NodeId>,
    count: u32,
}

#[derive(Clone, Copy)]
enum Drag {
    /// The thumb of a scrollbar: where it was taken, and how far the content was then.
    Thumb { node: NodeId, axis: Axis, from: Point, scroll: Point, ratio: f32 },
    /// A selection in a field.
    Text { node: NodeId },
    /// Content under a finger.
    Pan { node: NodeId, last: Point, moved: bool },
}

impl PointerState {
    pub(crate) fn removed(&mut self, id: NodeId) {
        self.hover.retain(|hovered| *hovered != id);
        if self.held.is_some_and(|held| held.node == id) {
            self.held = None;
        }
        let dragged = match self.drag {
            Some(Drag::Thumb { node, .. } | Drag::Text { node } | Drag::Pan { node, .. }) => Some(node),
            None => None,
        };
        if dragged == Some(id) {
            self.drag = None;
        }
        let touched = |tap: &Tap| tap.hit == id || tap.field == Some(id) || tap.focus == Some(id);
        if self.tapped.as_ref().is_some_and(touched) {
            self.tapped = None;
        }
    }

    /// Whether a node is shown as held down.
    pub(crate) fn shows_pressed(&self, id: NodeId) -> bool {
        self.held.is_some_and(|held| held.node == id && (held.by_key || self.hover.contains(&id)))
    }

    pub(crate) fn holds_scrollbar(&self, id: NodeId, on: Axis) -> bool {
        matches!(self.drag, Some(Drag::Thumb { node, axis, .. }) if node == id && axis == on)
    }

    /// The key that holds a control down.
    pub(crate) fn hold_by_key(&mut self, node: NodeId) {
        self.held = Some(Held { node, button: Button::Primary, count: 1, kind: PointerKind::Mouse, by_key: true });
    }

    /// Lets go of what a key holds.
    pub(crate) fn release_key(&mut self) -> Option<NodeId> {
        let held = self.held.filter(|held| held.by_key)?;
        self.held = None;
        Some(held.node)
    }
}

impl Tree {
    /// The pointer's shape where it is.
    pub(crate) fn cursor(&self) -> Cursor {
        match self.pointer.drag {
            Some(Drag::Text { .. }) => return Cursor::Text,
            Some(Drag::Thumb { .. }) => return Cursor::Default,
            _ => {}
        }
        let Some(position) = self.pointer.position else { return Cursor::Default };
        if self.scrollbar_at(position).is_some() {
            return Cursor::Default;
        }
        let Some(&innermost) = self.pointer.hover.first() else { return Cursor::Default };
        let disabled = self.is_disabled(innermost);
        for id in &self.pointer.hover {
            let Some(node) = self.nodes.get(*id) else { continue };
            if node.is_control() && disabled {
                return Cursor::NotAllowed;
            }
            if let Some(cursor) = node.props.look.cursor {
                return cursor;
            }
            if node.handlers.press.is_some() && node.props.focusable {
                return Cursor::Pointer;
            }
        }
        Cursor::Default
    }

    /// The scroller whose bar is at a point.
    fn scrollbar_at(&self, point: Point) -> Option<(NodeId, Axis)> {
        let hit = self.hit(point)?;
        self.path_of(hit).into_iter().find_map(|id| {
            [Axis::Vertical, Axis::Horizontal]
                .into_iter()
                .find(|axis| self.scrollbar(id, *axis).is_some_and(|bar| bar.track.contains(point)))
                .map(|axis| (id, axis))
        })
    }

    fn hover(&mut self, position: Option<Point>) -> (Vec<NodeId>, Vec<NodeId>) {
        self.pointer.position = position;
        let over = position.and_then(|position| self.hit(position)).map(|id| self.path_of(id)).unwrap_or_default();
        if over == self.pointer.hover {
            return (Vec::new(), Vec::new());
        }
        let left: Vec<NodeId> = self.pointer.hover.iter().copied().filter(|id| !over.contains(id)).collect();
        let entered: Vec<NodeId> = over.iter().copied().filter(|id| !self.pointer.hover.contains(id)).collect();
        self.pointer.hover = over;
        for id in left.iter().chain(&entered) {
            if self.nodes.get(*id).is_some_and(|node| node.is_control() || !node.props.variants.is_empty()) {
                self.damage_subtree(*id);
                self.revision += 1;
            }
        }
        (left, entered)
    }

    pub(crate) fn field_caret(&mut self, id: NodeId, position: Point) -> Option<crate::text::Caret> {
        let lines = self.edit_lines(id)?;
        let origin = self.edit_origin(id);
        Some(lines.index_at(Point::new(position.x - origin.x, position.y - origin.y)))
    }
}

impl Tree {
    fn take_scrollbar(&mut self, node: NodeId, axis: Axis, position: Point) {
        let Some(bar) = self.scrollbar(node, axis) else { return };
        if !bar.thumb.contains(position) {
            // A press beside the thumb goes there at once.
            let center = bar.thumb.center();
            let scroll = self.nodes[node].scroll;
            let to = match axis {
                Axis::Vertical => Point::new(scroll.x, scroll.y + (position.y - center.y) * bar.ratio),
                Axis::Horizontal => Point::new(scroll.x + (position.x - center.x) * bar.ratio, scroll.y),
            };
            self.scroll_to(node, to);
        }
        let scroll = self.nodes[node].scroll;
        self.pointer.drag = Some(Drag::Thumb { node, axis, from: position, scroll, ratio: bar.ratio });
        self.look_changed(node);
    }

    /// Scrolls the text inside a field of many lines.
    fn scroll_field(&mut self, id: NodeId, dx: f32, dy: f32) -> bool {
        let Some(lines) = self.edit_lines(id) else { return false };
        let Some(node) = self.nodes.get(id) else { return false };
        let room = node.content_rect().size();
        let Some(state) = self.edit_mut(id) else { return false };
        let most = if state.is_multiline() {
            Point::new(0.0, (lines.size().height - room.height).max(0.0))
        } else {
            Point::new((lines.size().width + 1.0 - room.width).max(0.0), 0.0)
        };
        let to = Point::new((state.scroll.x + dx).clamp(0.0, most.x), (state.scroll.y + dy).clamp(0.0, most.y));
        if to == state.scroll {
            return false;
        }
        state.scroll = to;
        self.look_changed(id);
        true
    }
}
