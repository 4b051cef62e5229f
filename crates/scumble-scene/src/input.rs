//! Input: one event in, whether it was used out. Every host and every agent comes in here.

use crate::NodeId;
use crate::edit::EditOp;
use crate::event::{Button, InputEvent, InputOutcome, Modifiers, PointerKind, Press, PressBy};
use crate::geometry::Point;
use crate::scene::Scene;

impl Scene {
    /// One thing that happened at `now` (ms on the host's clock).
    pub fn input(&self, event: &InputEvent, now: f64) -> InputOutcome {
        self.begin(now);
        let mut outcome = InputOutcome::default();
        outcome.handled = match event {
            InputEvent::PointerMove { .. }
            | InputEvent::PointerDown { .. }
            | InputEvent::PointerUp { .. }
            | InputEvent::PointerLeave
            | InputEvent::Wheel { .. } => self.pointer_event(event),
            InputEvent::KeyDown { key, modifiers, repeat } => self.key_down(key, *modifiers, *repeat),
            InputEvent::KeyUp { key, modifiers } => self.key_up(key, *modifiers),
            InputEvent::Text(text) | InputEvent::Paste(text) => self.field_event(EditOp::Insert(text.clone())),
            InputEvent::Composition { text, caret } => {
                self.field_event(EditOp::SetComposition { text: text.clone(), caret: *caret })
            }
            InputEvent::CompositionEnd { commit: Some(text) } => {
                self.field_event(EditOp::CommitComposition(Some(text.clone())))
            }
            InputEvent::CompositionEnd { commit: None } => self.field_event(EditOp::CancelComposition),
            InputEvent::SelectionSet { anchor, focus } => {
                self.field_event(EditOp::SetSelection { anchor: *anchor, focus: *focus })
            }
            InputEvent::Copy => {
                let tree = self.tree.borrow();
                outcome.clipboard = tree.focus.focused.and_then(|id| tree.edit(id)?.editor.copy());
                outcome.clipboard.is_some()
            }
            InputEvent::Cut => {
                let focused = self.tree.borrow().focus.focused;
                outcome.clipboard = focused.and_then(|id| self.edit_cut(id));
                outcome.clipboard.is_some()
            }
            InputEvent::WindowFocus(has) => self.window_focus(*has),
        };
        self.end();
        outcome
    }

    /// Presses what is at a point as a click there would, without moving the person's pointer: how an agent presses.
    /// Says which control took the press.
    pub fn press_at(
        &self,
        position: Point,
        button: Button,
        count: u32,
        modifiers: Modifiers,
        now: f64,
    ) -> Option<NodeId> {
        self.begin(now);
        let taken = self.press_there(position, button, count, modifiers);
        self.end();
        taken
    }

    fn press_there(&self, position: Point, button: Button, count: u32, modifiers: Modifiers) -> Option<NodeId> {
        let (hit, focus, target) = {
            let tree = self.tree.borrow();
            let hit = tree.hit(position)?;
            if tree.is_disabled(hit) {
                return None;
            }
            let focus = tree.nearest(hit, |node| node.props.focusable);
            (hit, focus, tree.pressable(hit))
        };
        if let Some(id) = focus {
            let visible = self.is_edit(id);
            // The hit test let it through, so only a control that stopped taking the focus meanwhile is refused.
            let _ = self.focus_on(id, visible);
            if self.is_edit(id) {
                self.place_caret(id, position, count);
            }
        }
        let at = target.or(focus).unwrap_or(hit);
        let by = PressBy::Pointer(PointerKind::Mouse);
        let count = count.max(1);
        // Browsers tell of the first click of a double click too.
        for nth in 1..=count {
            self.deliver_press(at, Press { position, local: Point::ZERO, button, count: nth, modifiers, by });
        }
        target.or(focus)
    }

    fn place_caret(&self, id: NodeId, position: Point, count: u32) {
        let caret = self.tree.borrow_mut().field_caret(id, position);
        let Some(caret) = caret else { return };
        let index = self.tree.borrow().edit(id).map_or(0, |state| state.editor.from_display(caret.index));
        self.edit_apply(
            id,
            match count {
                0 | 1 => EditOp::Place { caret, extend: false },
                2 => EditOp::SelectWordAt(index),
                _ => EditOp::SelectLineAt(index),
            },
        );
    }

    /// A whole stroke of a key: down, the character it types if nothing took it, up. Says whether anything used it.
    pub fn stroke(&self, key: &str, modifiers: Modifiers, now: f64) -> bool {
        self.begin(now);
        let mut handled = self.key_down(key, modifiers, false);
        let types = key.chars().count() == 1 && !modifiers.ctrl && !modifiers.alt && !modifiers.meta;
        if !handled && types {
            handled = self.field_event(EditOp::Insert(key.to_owned()));
        }
        handled |= self.key_up(key, modifiers);
        self.end();
        handled
    }

    /// Puts this text in place of a field's whole text, as one edit a person could make: it can be undone, and the
    /// application hears of it. Says whether the field took it; what it then shows is its application's word.
    pub fn set_edit_text(&self, id: NodeId, text: &str, now: f64) -> bool {
        self.begin(now);
        let takes = {
            let tree = self.tree.borrow();
            tree.edit(id).is_some() && !tree.edit_is_fixed(id) && tree.is_behind_modal(id).is_none()
        };
        if takes {
            self.edit_apply(id, EditOp::ReplaceAll(text.to_owned()));
        }
        self.end();
        takes
    }

    /// Sets a control's value at once. Says whether it has a handler for that and is not disabled.
    pub fn change(&self, id: NodeId, change: &crate::event::Change, now: f64) -> bool {
        self.begin(now);
        let handler = {
            let tree = self.tree.borrow();
            let reachable = !tree.is_disabled(id) && tree.is_behind_modal(id).is_none();
            tree.get(id).filter(|_| reachable).and_then(|node| node.handlers.change.clone())
        };
        let taken = handler.is_some();
        if let Some(handler) = handler {
            self.run_handler(|| handler(change));
        }
        self.end();
        taken
    }

    fn window_focus(&self, has: bool) -> bool {
        let mut tree = self.tree.borrow_mut();
        if tree.focus.window != has {
            tree.focus.window = has;
            let now = tree.now;
            if let Some(focused) = tree.focus.focused {
                if let Some(state) = tree.edit_mut(focused) {
                    state.caret_since = now;
                }
                tree.damage_states(focused);
            }
        }
        true
    }

    /// Time and places are up to date before anything is looked up.
    fn begin(&self, now: f64) {
        {
            let mut tree = self.tree.borrow_mut();
            if now.is_finite() {
                tree.now = now;
            }
        }
        self.layout();
    }

    /// The focus is where it belongs, and what lies under the pointer is known, before anyone looks.
    fn end(&self) {
        self.settle_focus();
    }
}
