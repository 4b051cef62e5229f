//! What pointer events do: hover, focus, presses, drags, wheels.
//!
//! A press goes to what the hit test finds, exactly as an agent's press does.

use super::{Drag, Held, Tap};
use crate::NodeId;
use crate::edit::EditOp;
use crate::event::{Button, InputEvent, Modifiers, PointerKind, Press, PressBy};
use crate::geometry::Point;
use crate::scene::Scene;
use crate::scroll::Axis;

/// How far a finger may move before it is no press any more, px.
const SLOP: f32 = 8.0;

impl Scene {
    /// One pointer event. Says whether the scene used it.
    pub(crate) fn pointer_event(&self, event: &InputEvent) -> bool {
        match *event {
            InputEvent::PointerMove { position, .. } => self.pointer_move(position),
            InputEvent::PointerDown { position, button, modifiers, count, pointer } => {
                self.pointer_down(position, button, modifiers, count, pointer)
            }
            InputEvent::PointerUp { position, button, modifiers } => self.pointer_up(position, button, modifiers),
            InputEvent::PointerLeave => self.pointer_leave(),
            InputEvent::Wheel { position, dx, dy, modifiers } => self.wheel(position, dx, dy, modifiers),
            _ => false,
        }
    }

    /// The pointer's place is the same but what lies there may not be.
    pub(crate) fn hover_again(&self) {
        let (position, known) = {
            let tree = self.tree.borrow();
            (tree.pointer.position, tree.pointer.known_at == tree.revision || tree.pointer.drag.is_some())
        };
        if position.is_some() && !known {
            self.hover_at(position);
        }
    }

    fn hover_at(&self, position: Option<Point>) {
        let told: Vec<_> = {
            let mut tree = self.tree.borrow_mut();
            let (left, entered) = tree.hover(position);
            tree.pointer.known_at = tree.revision;
            let handler = |id: &NodeId, over: bool| {
                tree.get(*id).and_then(|node| node.handlers.hover.clone()).map(|handler| (handler, over))
            };
            left.iter()
                .filter_map(|id| handler(id, false))
                .chain(entered.iter().filter_map(|id| handler(id, true)))
                .collect()
        };
        for (handler, over) in told {
            self.run_handler(|| handler(over));
        }
    }

    fn pointer_move(&self, position: Point) -> bool {
        let drag = self.tree.borrow().pointer.drag;
        match drag {
            Some(Drag::Thumb { node, axis, from, scroll, ratio }) => {
                let to = match axis {
                    Axis::Vertical => Point::new(scroll.x, scroll.y + (position.y - from.y) * ratio),
                    Axis::Horizontal => Point::new(scroll.x + (position.x - from.x) * ratio, scroll.y),
                };
                let mut tree = self.tree.borrow_mut();
                tree.pointer.position = Some(position);
                tree.scroll_to(node, to);
                true
            }
            Some(Drag::Text { node }) => {
                let caret = {
                    let mut tree = self.tree.borrow_mut();
                    tree.pointer.position = Some(position);
                    tree.field_caret(node, position)
                };
                if let Some(caret) = caret {
                    self.edit_apply(node, EditOp::Place { caret, extend: true });
                }
                true
            }
            Some(Drag::Pan { node, last, moved }) => {
                let (dx, dy) = (last.x - position.x, last.y - position.y);
                let moved = moved || libm::hypotf(dx, dy) > SLOP;
                if moved {
                    {
                        let mut tree = self.tree.borrow_mut();
                        tree.pointer.drag = Some(Drag::Pan { node, last: position, moved });
                        tree.pointer.position = Some(position);
                        // A finger that pans presses nothing.
                        tree.pointer.tapped = None;
                        if let Some(held) = tree.pointer.held.take() {
                            tree.damage_subtree(held.node);
                        }
                    }
                    self.scroll_chain(node, dx, dy);
                }
                true
            }
            None => {
                self.hover_at(Some(position));
                true
            }
        }
    }

    fn pointer_down(
        &self,
        position: Point,
        button: Button,
        modifiers: Modifiers,
        count: u32,
        kind: PointerKind,
    ) -> bool {
        self.hover_at(Some(position));
        self.tree.borrow_mut().pointer.touches = kind == PointerKind::Touch;
        let (hit, field, focus) = {
            let mut tree = self.tree.borrow_mut();
            if button == Button::Primary
                && kind != PointerKind::Touch
                && let Some((node, axis)) = tree.scrollbar_at(position)
            {
                tree.take_scrollbar(node, axis, position);
                return true;
            }
            let Some(hit) = tree.hit(position) else { return false };
            let disabled = tree.is_disabled(hit);
            let held = if button == Button::Primary { tree.pressable(hit) } else { Some(hit) };
            if let Some(node) = held.filter(|_| !disabled) {
                tree.pointer.held = Some(Held { node, button, count, kind, by_key: false });
                tree.damage_subtree(node);
                tree.revision += 1;
            }
            let field = tree.nearest(hit, |node| matches!(node.kind, crate::node::NodeKind::Edit(_)));
            let focus = tree.nearest(hit, |node| node.props.focusable);
            if kind == PointerKind::Touch
                && let Some(scroller) = tree.nearest(hit, |node| node.scrolls())
            {
                tree.pointer.drag = Some(Drag::Pan { node: scroller, last: position, moved: false });
            }
            (hit, field.filter(|_| !disabled), focus.filter(|_| !disabled))
        };
        if kind == PointerKind::Touch {
            // A finger may be about to pan: what it touched gets the focus when it is lifted there.
            self.tree.borrow_mut().pointer.tapped = Some(Tap { hit, field, focus, count });
            return true;
        }
        self.point_at(hit, focus, button);
        if let Some(field) = field
            && button == Button::Primary
        {
            self.point_in_field(field, position, modifiers, count, kind);
        }
        true
    }

    /// Moves the focus to what was pointed at, or away from where it was.
    fn point_at(&self, hit: NodeId, focus: Option<NodeId>, button: Button) {
        match focus {
            Some(id) => {
                let visible = self.is_edit(id);
                // What a modal keeps back cannot be hit in the first place, so a refusal here is only a disabled one.
                let _ = self.focus_on(id, visible);
            }
            None if button == Button::Primary && !self.tree.borrow().is_disabled(hit) => {
                let inside_modal = self.tree.borrow().modal().is_some();
                if !inside_modal {
                    self.tree.borrow_mut().move_focus(None, false);
                    self.tell_focus();
                }
            }
            None => {}
        }
    }

    fn point_in_field(&self, field: NodeId, position: Point, modifiers: Modifiers, count: u32, kind: PointerKind) {
        let caret = {
            let mut tree = self.tree.borrow_mut();
            if kind != PointerKind::Touch {
                tree.pointer.drag = Some(Drag::Text { node: field });
            }
            tree.lay_out();
            tree.field_caret(field, position)
        };
        let Some(caret) = caret else { return };
        let index = self.tree.borrow().edit(field).map_or(0, |state| state.editor.from_display(caret.index));
        let operation = match count {
            0 | 1 => EditOp::Place { caret, extend: modifiers.shift },
            2 => EditOp::SelectWordAt(index),
            _ => EditOp::SelectLineAt(index),
        };
        self.edit_apply(field, operation);
    }

    fn pointer_up(&self, position: Point, button: Button, modifiers: Modifiers) -> bool {
        let (held, dragged) = {
            let mut tree = self.tree.borrow_mut();
            let drag = tree.pointer.drag.take();
            if let Some(Drag::Thumb { node, .. }) = drag {
                tree.look_changed(node);
            }
            let held = tree.pointer.held.take_if(|held| !held.by_key && held.button == button);
            if let Some(held) = held {
                tree.damage_subtree(held.node);
                tree.revision += 1;
            }
            (held, matches!(drag, Some(Drag::Thumb { .. })))
        };
        self.hover_at(Some(position));
        let tapped = self.tree.borrow_mut().pointer.tapped.take();
        if let Some(Tap { hit, field, focus, count }) = tapped {
            self.point_at(hit, focus, button);
            if let Some(field) = field {
                self.point_in_field(field, position, modifiers, count, PointerKind::Touch);
            }
        }
        let Some(held) = held else {
            self.lift_finger();
            return dragged;
        };
        let over = {
            let tree = self.tree.borrow();
            tree.hit(position).is_some_and(|hit| tree.is_within(hit, held.node))
        };
        if over {
            let by = PressBy::Pointer(held.kind);
            self.deliver_press(
                held.node,
                Press { position, local: Point::ZERO, button, count: held.count.max(1), modifiers, by },
            );
        }
        self.lift_finger();
        true
    }

    fn lift_finger(&self) {
        if std::mem::take(&mut self.tree.borrow_mut().pointer.touches) {
            self.hover_at(None);
        }
    }

    fn pointer_leave(&self) -> bool {
        {
            let mut tree = self.tree.borrow_mut();
            tree.pointer.drag = None;
            tree.pointer.tapped = None;
            if let Some(held) = tree.pointer.held.take() {
                tree.damage_subtree(held.node);
                tree.revision += 1;
            }
        }
        self.hover_at(None);
        false
    }

    fn wheel(&self, position: Point, dx: f32, dy: f32, modifiers: Modifiers) -> bool {
        if !dx.is_finite() || !dy.is_finite() {
            return false;
        }
        let (dx, dy) = if modifiers.shift && dx == 0.0 { (dy, 0.0) } else { (dx, dy) };
        let Some(hit) = self.tree.borrow().hit(position) else { return false };
        let moved = self.scroll_chain(hit, dx, dy);
        if moved {
            self.hover_at(Some(position));
        }
        moved
    }

    /// Scrolls the nearest scroller from `from` outwards that has room left that way.
    pub(crate) fn scroll_chain(&self, from: NodeId, dx: f32, dy: f32) -> bool {
        let mut tree = self.tree.borrow_mut();
        for id in tree.path_of(from) {
            if tree.scroll_field(id, dx, dy) || tree.scroll_by(id, dx, dy) {
                return true;
            }
        }
        false
    }

    /// Runs what a press of a node does, if it is not disabled.
    pub(crate) fn deliver_press(&self, id: NodeId, press: Press) -> bool {
        let handler = {
            let tree = self.tree.borrow();
            if tree.is_disabled(id) {
                return false;
            }
            let wanted = |node: &crate::node::Node| match press.button {
                Button::Primary => node.handlers.press.clone(),
                Button::Secondary => node.handlers.menu.clone(),
                Button::Middle => None,
            };
            let Some(at) = tree.nearest(id, |node| wanted(node).is_some()) else { return false };
            let Some(node) = tree.get(at) else { return false };
            wanted(node).map(|handler| (handler, node.rect.origin()))
        };
        let Some((handler, origin)) = handler else { return false };
        let press = Press { local: Point::new(press.position.x - origin.x, press.position.y - origin.y), ..press };
        self.run_handler(|| handler(&press));
        true
    }
}
