//! Input and what assistive technology does, on one mounted application.
//!
//! Every way in ends by running what it woke and by following the focus at once: an on-screen keyboard opens only
//! within the event that asked for it. It knows no element of the page, only the mirror's numbers.

use scumble_reactive::host;
use scumble_scene::NodeId;
use scumble_scene::event::{Button, InputEvent, InputOutcome, Modifiers};

use crate::bridge;
use crate::page::Page;
use crate::typed::{replacement, to_byte};

impl Page {
    /// Hands an event to the scene.
    pub(crate) fn input(&self, event: &InputEvent) -> InputOutcome {
        let outcome = self.scene().input(event, bridge::now());
        if let InputEvent::PointerDown { button: Button::Secondary, .. } = event {
            self.mirror.borrow_mut().menu_press_used = outcome.handled;
        }
        self.after_input();
        outcome
    }

    /// Whether the last press of the menu button was used.
    pub(crate) fn took_menu_press(&self) -> bool {
        self.mirror.borrow().menu_press_used
    }

    /// An element of the mirror was pressed or got the page's focus.
    pub(crate) fn act(&self, element: u32, press: bool) {
        let Some(node) = self.mirror.borrow().node_of(element) else { return };
        // A refusal (disabled, behind a dialog) leaves the focus where it is; the page's then goes back there.
        let refused = self.scene().set_focus(node).is_err();
        if press {
            self.press(node);
        }
        if refused {
            self.picture.borrow_mut().forget_focus();
        }
        self.after_input();
    }

    /// A press in a node's visible middle, through the same hit test as a pointer's.
    fn press(&self, node: NodeId) {
        self.scene().scroll_into_view(node);
        if let Some(visible) = self.scene().visible_rect(node) {
            self.scene().press_at(visible.center(), Button::Primary, 1, Modifiers::NONE, bridge::now());
        }
    }

    /// A field holds another text by something that could not be stopped: the difference is edited into the scene.
    pub(crate) fn field_changed(&self, element: u32, value: &str, caret: usize) {
        let Some((node, shown)) = self.mirror.borrow().field_of(element) else { return };
        if self.scene().focus() != Some(node) && self.scene().set_focus(node).is_err() {
            return;
        }
        let Some(change) = replacement(&shown, value, to_byte(value, caret)) else { return };
        let text = self.scene().edit_text(node).unwrap_or_default();
        let (anchor, focus) = (in_text(&text, &shown, change.range.start), in_text(&text, &shown, change.range.end));
        let now = bridge::now();
        self.scene().input(&InputEvent::SelectionSet { anchor, focus }, now);
        let edit = if change.text.is_empty() {
            InputEvent::KeyDown { key: "Backspace".to_owned(), modifiers: Modifiers::NONE, repeat: false }
        } else {
            InputEvent::Text(change.text)
        };
        self.scene().input(&edit, now);
        self.after_input();
    }

    /// A part of a field is selected, in UTF-16 units.
    pub(crate) fn select(&self, element: u32, start: usize, end: usize) {
        let Some((node, shown)) = self.mirror.borrow().field_of(element) else { return };
        if self.scene().focus() != Some(node) {
            return;
        }
        let text = self.scene().edit_text(node).unwrap_or_default();
        let place = |units| in_text(&text, &shown, to_byte(&shown, units));
        self.scene().input(&InputEvent::SelectionSet { anchor: place(start), focus: place(end) }, bridge::now());
        self.after_input();
    }

    fn after_input(&self) {
        host::run_until_idle();
        bridge::request_frame(self.id());
        let focus = self.scene().focus();
        if self.mirror.borrow().told_focus() != focus {
            self.reflect();
        }
    }
}

/// The byte of `text` at the same character as byte `at` of what is shown for it (bullets, for a secret).
fn in_text(text: &str, shown: &str, at: usize) -> usize {
    let characters = shown.get(..at).map_or(0, |before| before.chars().count());
    text.char_indices().nth(characters).map_or(text.len(), |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use super::in_text;

    #[test]
    fn a_place_among_bullets_is_the_same_character_of_the_text() {
        assert_eq!(in_text("aé€b", "••••", 6), 3);
        assert_eq!(in_text("aé€b", "••••", 12), 7);
        assert_eq!(in_text("same", "same", 2), 2);
    }
}
