//! Keys: to the focused control first, then to what is around it, then to the scene itself (Tab, Escape, scrolling).

use crate::NodeId;
use crate::edit::{EditOp, keymap};
use crate::event::{Button, Handled, Key, Modifiers, Press, PressBy};
use crate::geometry::Point;
use crate::node::NodeKind;
use crate::scene::Scene;

/// How far an arrow key scrolls, px.
const LINE: f32 = 40.0;

impl Scene {
    /// A key went down. Says whether the scene used it.
    pub(crate) fn key_down(&self, key: &str, modifiers: Modifiers, repeat: bool) -> bool {
        if matches!(key, "Shift" | "Control" | "Alt" | "Meta" | "CapsLock") {
            return false;
        }
        let focused = {
            let mut tree = self.tree.borrow_mut();
            let focused = tree.focus.focused;
            if let Some(focused) = focused
                && !tree.focus.visible
            {
                tree.focus.visible = true;
                tree.damage_states(focused);
            }
            focused
        };
        let event = Key { key: key.to_owned(), modifiers, repeat };
        if let Some(id) = focused {
            let works = !self.tree.borrow().is_disabled(id);
            if works
                && (self.offer_key(id, &event)
                    || self.key_in_field(id, key, modifiers)
                    || self.key_on_control(id, &event))
            {
                return true;
            }
        }
        let around = {
            let tree = self.tree.borrow();
            let from = focused.or(tree.modal()).unwrap_or(tree.content);
            let mut path = tree.path_of(from);
            if focused.is_some() {
                path.remove(0);
            }
            path
        };
        if around.into_iter().any(|id| self.offer_key(id, &event)) {
            return true;
        }
        let in_field = focused.is_some_and(|id| self.is_edit(id));
        if let Some(id) = focused
            && !in_field
            && modifiers == Modifiers::NONE
            && self.group_key(id, key)
        {
            return true;
        }
        match key {
            "Tab" if !modifiers.ctrl && !modifiers.alt && !modifiers.meta => self.tab(modifiers.shift),
            "Escape" if modifiers == Modifiers::NONE => self.dismiss(focused),
            _ => self.scroll_key(focused, key, modifiers),
        }
    }

    /// A key went up: Space presses what it held down.
    pub(crate) fn key_up(&self, key: &str, modifiers: Modifiers) -> bool {
        if key != " " {
            return false;
        }
        let held = {
            let mut tree = self.tree.borrow_mut();
            let held = tree.pointer.release_key();
            if let Some(id) = held {
                tree.damage_subtree(id);
                tree.revision += 1;
            }
            held.filter(|id| tree.focus.focused == Some(*id))
        };
        match held {
            Some(id) => self.press_by_key(id, modifiers),
            None => false,
        }
    }

    fn offer_key(&self, id: NodeId, key: &Key) -> bool {
        let handler = self.tree.borrow().get(id).and_then(|node| node.handlers.key.clone());
        let Some(handler) = handler else { return false };
        let mut handled = Handled::No;
        self.run_handler(|| handled = handler(key));
        handled == Handled::Yes
    }

    fn key_in_field(&self, id: NodeId, key: &str, modifiers: Modifiers) -> bool {
        let multiline = match self.tree.borrow().edit(id) {
            Some(state) => state.is_multiline(),
            None => return false,
        };
        let submits = key == "Enter" && (!multiline || modifiers.ctrl || modifiers.meta);
        if submits && !modifiers.alt && !modifiers.shift {
            let handler = {
                let tree = self.tree.borrow();
                let at = tree.nearest(id, |node| node.handlers.submit.is_some());
                at.and_then(|at| tree.get(at)).and_then(|node| node.handlers.submit.clone())
            };
            return match handler {
                Some(handler) => {
                    self.run_handler(|| handler(()));
                    true
                }
                None => false,
            };
        }
        match keymap(key, modifiers, self.shared.platform, multiline) {
            // A key the field knows is the field's, even where there is nothing left to move or delete.
            Some(operation) => {
                self.edit_apply(id, operation);
                true
            }
            None => false,
        }
    }

    fn key_on_control(&self, id: NodeId, event: &Key) -> bool {
        let plain = !event.modifiers.ctrl && !event.modifiers.alt && !event.modifiers.meta;
        let pressable = {
            let tree = self.tree.borrow();
            tree.get(id).is_some_and(|node| node.handlers.press.is_some() && !matches!(node.kind, NodeKind::Edit(_)))
        };
        if !pressable || !plain {
            return false;
        }
        match event.key.as_str() {
            "Enter" if event.repeat => true,
            "Enter" => self.press_by_key(id, event.modifiers),
            " " => {
                if !event.repeat {
                    let mut tree = self.tree.borrow_mut();
                    tree.pointer.hold_by_key(id);
                    tree.damage_subtree(id);
                    tree.revision += 1;
                }
                true
            }
            _ => false,
        }
    }

    fn press_by_key(&self, id: NodeId, modifiers: Modifiers) -> bool {
        let position = self.tree.borrow().get(id).map_or(Point::ZERO, |node| node.rect.center());
        let by = PressBy::Keyboard;
        self.deliver_press(id, Press { position, local: Point::ZERO, button: Button::Primary, count: 1, modifiers, by })
    }

    fn tab(&self, backwards: bool) -> bool {
        let next = self.tree.borrow().next_stop(backwards);
        {
            let mut tree = self.tree.borrow_mut();
            tree.move_focus(next, true);
            if let Some(next) = next {
                tree.lay_out();
                tree.scroll_into_view(next);
            }
        }
        self.tell_focus();
        next.is_some()
    }

    fn dismiss(&self, focused: Option<NodeId>) -> bool {
        let handler = {
            let tree = self.tree.borrow();
            let modal = tree.modal();
            let from = focused.or(modal);
            let at = from.and_then(|from| tree.nearest(from, |node| node.handlers.dismiss.is_some()));
            // Not past the modal: what is behind it is out of reach of keys too.
            let at = match (at, modal, tree.modal_layer()) {
                (Some(at), Some(modal), Some(layer)) => Some(if tree.is_within(at, layer) { at } else { modal }),
                (at, modal, _) => at.or(modal),
            };
            at.and_then(|at| tree.get(at)).and_then(|node| node.handlers.dismiss.clone())
        };
        match handler {
            Some(handler) => {
                self.run_handler(|| handler(()));
                true
            }
            None => false,
        }
    }

    fn scroll_key(&self, focused: Option<NodeId>, key: &str, modifiers: Modifiers) -> bool {
        if modifiers.ctrl || modifiers.alt || modifiers.meta {
            return false;
        }
        let mut tree = self.tree.borrow_mut();
        let from = focused.or_else(|| tree.pointer.hover.first().copied()).or(tree.modal());
        let scroller = match from {
            Some(from) => tree.nearest(from, |node| node.scrolls() && node.max_scroll() != Point::ZERO),
            // With nobody concerned, the first there is.
            None => tree.first_scroller(),
        };
        let Some(scroller) = scroller else { return false };
        let Some(node) = tree.get(scroller) else { return false };
        let (scroll, most, page) = (node.scroll, node.max_scroll(), node.inner_rect().height * 0.9);
        let to = match key {
            "ArrowDown" => Point::new(scroll.x, scroll.y + LINE),
            "ArrowUp" => Point::new(scroll.x, scroll.y - LINE),
            "ArrowRight" => Point::new(scroll.x + LINE, scroll.y),
            "ArrowLeft" => Point::new(scroll.x - LINE, scroll.y),
            "PageDown" => Point::new(scroll.x, scroll.y + page),
            "PageUp" => Point::new(scroll.x, scroll.y - page),
            " " => Point::new(scroll.x, if modifiers.shift { scroll.y - page } else { scroll.y + page }),
            "Home" => Point::new(scroll.x, 0.0),
            "End" => Point::new(scroll.x, most.y),
            _ => return false,
        };
        tree.scroll_to(scroller, to)
    }

    /// What was typed, pasted or composed goes into the focused field.
    pub(crate) fn field_event(&self, operation: EditOp) -> bool {
        let field = {
            let tree = self.tree.borrow();
            tree.focus.focused.filter(|id| tree.edit(*id).is_some() && tree.is_behind_modal(*id).is_none())
        };
        match field {
            Some(id) => {
                self.edit_apply(id, operation);
                true
            }
            None => false,
        }
    }
}
