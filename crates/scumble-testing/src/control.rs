//! One control, found as a person would find it, and used as a person would use it.

use scumble_scene::NodeId;
use scumble_scene::event::{Button, InputEvent, Modifiers, PointerKind};
use scumble_scene::geometry::{Point, Rect};
use scumble_scene::semantics::{SemanticsNode, aria_role};

use crate::harness::Harness;

/// A control of the screen. It names a node: what is read of it is read now.
#[derive(Clone)]
pub struct Control<'a> {
    pub(crate) harness: &'a Harness,
    pub(crate) node: NodeId,
}

impl Control<'_> {
    /// Presses it: the pointer goes to its centre, down and up.
    ///
    /// # Panics
    /// If it cannot be seen.
    pub fn press(&self) {
        self.click(Button::Primary, 1);
    }

    /// Presses it twice in a row.
    ///
    /// # Panics
    /// If it cannot be seen.
    pub fn double_press(&self) {
        self.click(Button::Primary, 2);
    }

    /// Presses the secondary button on it.
    ///
    /// # Panics
    /// If it cannot be seen.
    pub fn press_secondary(&self) {
        self.click(Button::Secondary, 1);
    }

    fn click(&self, button: Button, count: u32) {
        let position = self.center();
        let modifiers = Modifiers::NONE;
        self.harness.input(&InputEvent::PointerMove { position, modifiers });
        for press in 1..=count {
            self.harness.input(&InputEvent::PointerDown {
                position,
                button,
                modifiers,
                count: press,
                pointer: PointerKind::Mouse,
            });
            self.harness.input(&InputEvent::PointerUp { position, button, modifiers });
        }
    }

    /// Presses it and types over all it holds.
    ///
    /// # Panics
    /// If it is no text field or cannot be seen.
    pub fn fill(&self, text: &str) {
        assert!(self.semantics().editable, "{} {:?} is no text field", self.role(), self.name());
        self.press();
        self.harness.key_with("a", Modifiers::CTRL);
        if text.is_empty() {
            self.harness.key("Delete");
        } else {
            self.harness.type_text(text);
        }
    }

    /// Presses it and types after what it holds.
    ///
    /// # Panics
    /// If it is no text field or cannot be seen.
    pub fn type_text(&self, text: &str) {
        assert!(self.semantics().editable, "{} {:?} is no text field", self.role(), self.name());
        self.press();
        self.harness.key("End");
        self.harness.type_text(text);
    }

    /// Gives it the keyboard's focus.
    ///
    /// # Panics
    /// If it cannot take it.
    pub fn focus(&self) {
        if let Err(refused) = self.harness.scene().set_focus(self.node) {
            panic!("{} {:?} cannot take focus: {refused}", self.role(), self.name());
        }
        self.harness.settle();
    }

    /// Focuses it and presses a key.
    ///
    /// # Panics
    /// If it cannot take focus.
    pub fn key(&self, key: &str) {
        self.focus();
        self.harness.key(key);
    }

    /// Its role in ARIA's words.
    #[must_use]
    pub fn role(&self) -> String {
        aria_role(self.semantics().role).to_string()
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> String {
        self.semantics().name
    }

    /// Its value, if it has one.
    #[must_use]
    pub fn value(&self) -> Option<String> {
        self.semantics().value
    }

    /// Its states in ARIA's words, sorted.
    #[must_use]
    pub fn states(&self) -> Vec<String> {
        self.semantics().states.iter().map(|state| state.name().to_string()).collect()
    }

    /// Whether it refuses use.
    #[must_use]
    pub fn is_disabled(&self) -> bool {
        self.semantics().disabled
    }

    /// Whether keys go to it.
    #[must_use]
    pub fn is_focused(&self) -> bool {
        self.harness.scene().focus() == Some(self.node)
    }

    /// Whether it is still on the screen.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.harness.scene().semantics().get(self.node).is_some()
    }

    /// Its box in CSS pixels.
    #[must_use]
    pub fn rect(&self) -> Rect {
        self.harness.scene().node_rect(self.node)
    }

    /// The node it names.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.node
    }

    fn center(&self) -> Point {
        let scene = self.harness.scene();
        if scene.visible_rect(self.node).is_none_or(|rect| rect.is_empty()) {
            scene.scroll_into_view(self.node);
            scene.layout();
        }
        match scene.visible_rect(self.node).filter(|rect| !rect.is_empty()) {
            Some(rect) => rect.center(),
            None => panic!("{} {:?} cannot be seen, so a person cannot press it", self.role(), self.name()),
        }
    }

    fn semantics(&self) -> SemanticsNode {
        let tree = self.harness.scene().semantics();
        match tree.get(self.node) {
            Some(node) => node.clone(),
            None => panic!("the control is no longer on the screen:\n{}", self.harness.screen()),
        }
    }
}
