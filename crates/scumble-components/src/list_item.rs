//! An item of a list that can be chosen. Role `listitem`; its position in the list is announced with it.

use accesskit::Role;
use scumble_scene::prop::IntoProp;
use scumble_scene::style::{Cursor, State};
use scumble_scene::theme::{ColorToken, RadiusToken};
use scumble_scene::{Element, IntoElement, Press, column};

use crate::control::Control;

/// An item before it is put in a list; see [`list_item`].
pub struct ListItem {
    element: Element,
}

/// An item that holds whatever is put in it. It is named by the texts inside, or by its label.
#[must_use]
pub fn list_item() -> ListItem {
    ListItem {
        element: column()
            .role(Role::ListItem)
            .padding_x(12)
            .padding_y(10)
            .gap(2)
            .radius(RadiusToken::Medium)
            .when(State::Selected, |look| look.background(ColorToken::Selected)),
    }
}

impl ListItem {
    /// Puts something inside.
    #[must_use]
    pub fn child(mut self, child: impl IntoElement) -> Self {
        self.element = self.element.child(child);
        self
    }

    /// What choosing it does.
    #[must_use]
    pub fn on_press(mut self, f: impl Fn(&Press) + 'static) -> Self {
        self.element = self
            .element
            .on_press(f)
            .cursor(Cursor::Pointer)
            .when(State::Hovered, |look| look.background(ColorToken::ControlHovered))
            .when(State::Pressed, |look| look.background(ColorToken::ControlPressed))
            .when(State::Selected, |look| look.background(ColorToken::Selected));
        self
    }

    /// Whether it is the chosen one.
    #[must_use]
    pub fn selected<M>(mut self, selected: impl IntoProp<bool, M>) -> Self {
        self.element = self.element.selected(selected);
        self
    }
}

impl Control for ListItem {
    fn with(mut self, change: impl FnOnce(Element) -> Element + 'static) -> Self {
        self.element = change(self.element);
        self
    }
}

impl IntoElement for ListItem {
    fn into_element(self) -> Element {
        self.element
    }
}
