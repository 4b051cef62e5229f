//! A button: something is done when it is pressed.
//!
//! Role `button`; named by its text, or by its label where it shows only an icon. Pressed by the pointer, by Enter and
//! by Space. A toggle button says whether it is pressed.

use accesskit::Role;
use scumble_scene::prop::IntoProp;
use scumble_scene::style::{Cursor, State};
use scumble_scene::theme::{ColorToken, RadiusToken, TextToken};
use scumble_scene::{Element, IntoElement, Press, row, text};

use crate::control::Control;
use crate::icon::{Icon, icon};

/// A button before it is put in the tree; see [`button`].
pub struct Button {
    element: Element,
    look: Look,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Ordinary,
    Primary,
    Danger,
    Quiet,
}

/// A button with a text on it.
#[must_use]
pub fn button<M>(label: impl IntoProp<String, M>) -> Button {
    let element = base().padding_x(14).child(text(label).style(TextToken::Label).max_lines(1));
    Button { element, look: Look::Ordinary }
}

/// A square button that shows an icon alone; `label` is what it is called.
#[must_use]
pub fn icon_button<M>(shown: Icon, label: impl IntoProp<String, M>) -> Button {
    let element = base().width(36).label(label).child(icon(shown, 18.0));
    Button { element, look: Look::Quiet }
}

fn base() -> Element {
    row().role(Role::Button).height(36).gap(8).center().shrink(0).radius(RadiusToken::Medium).cursor(Cursor::Pointer)
}

impl Button {
    /// What it does.
    #[must_use]
    pub fn on_press(self, f: impl Fn(&Press) + 'static) -> Self {
        self.with(move |element| element.on_press(f))
    }

    /// The main action of its place; one at most.
    #[must_use]
    pub fn primary(self) -> Self {
        Button { look: Look::Primary, ..self }
    }

    /// An action that destroys.
    #[must_use]
    pub fn danger(self) -> Self {
        Button { look: Look::Danger, ..self }
    }

    /// No ground of its own until the pointer is over it.
    #[must_use]
    pub fn quiet(self) -> Self {
        Button { look: Look::Quiet, ..self }
    }

    /// An icon after the text.
    #[must_use]
    pub fn icon(self, shown: Icon) -> Self {
        self.with(move |element| element.child(icon(shown, 16.0)))
    }

    /// Makes it a toggle that says whether it is down.
    #[must_use]
    pub fn pressed<M>(self, down: impl IntoProp<bool, M>) -> Self {
        let down = down.into_prop();
        self.with(move |element| element.pressed(down))
    }
}

impl Control for Button {
    fn with(mut self, change: impl FnOnce(Element) -> Element + 'static) -> Self {
        self.element = change(self.element);
        self
    }
}

impl IntoElement for Button {
    fn into_element(self) -> Element {
        let element = self.element;
        let faded = |element: Element| element.when(State::Disabled, |look| look.opacity(0.45));
        faded(match self.look {
            Look::Ordinary => element
                .background(ColorToken::ControlBackground)
                .border(1.0, ColorToken::ControlBorder)
                .when(State::Hovered, |look| look.background(ColorToken::ControlHovered))
                .when(State::Pressed, |look| look.background(ColorToken::ControlPressed)),
            Look::Primary => element
                .background(ColorToken::Primary)
                .color(ColorToken::OnPrimary)
                .when(State::Hovered, |look| look.background(ColorToken::PrimaryHovered))
                .when(State::Pressed, |look| look.background(ColorToken::PrimaryHovered)),
            Look::Danger => element
                .background(ColorToken::Danger)
                .color(ColorToken::OnDanger)
                .when(State::Hovered, |look| look.background(ColorToken::DangerHovered))
                .when(State::Pressed, |look| look.background(ColorToken::DangerHovered)),
            Look::Quiet => element
                .color(ColorToken::TextMuted)
                .when(State::Hovered, |look| look.background(ColorToken::ControlHovered).color(ColorToken::Text))
                .when(State::Pressed, |look| look.background(ColorToken::ControlPressed).color(ColorToken::Text)),
        })
    }
}
