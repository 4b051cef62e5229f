//! A checkbox: something is on or off.
//!
//! Role `checkbox`; named by its label; checked or not. Pressed by the pointer and by Space; an agent may set it.

use accesskit::{Role, Toggled};
use scumble_scene::event::Change;
use scumble_scene::prop::{IntoProp, Prop};
use scumble_scene::style::{Cursor, State};
use scumble_scene::theme::{ColorToken, RadiusToken};
use scumble_scene::{Element, IntoElement, container, row, text};

use crate::control::Control;
use crate::icon::{Icon, icon};

/// A checkbox before it is put in the tree; see [`checkbox`].
pub struct Checkbox {
    element: Element,
    checked: Prop<bool>,
}

/// A checkbox with its label beside it. It shows what `checked` says: change that in [`Checkbox::on_change`].
#[must_use]
pub fn checkbox<M, N>(label: impl IntoProp<String, M>, checked: impl IntoProp<bool, N>) -> Checkbox {
    let checked = checked.into_prop();
    let mark = container()
        .size(18, 18)
        .shrink(0)
        .center()
        .radius(RadiusToken::Small)
        .background(ColorToken::ControlBackground)
        .border(1.0, ColorToken::BorderStrong)
        .color(ColorToken::Transparent)
        .when(State::Hovered, |look| look.background(ColorToken::ControlHovered))
        .when(State::Checked, |look| {
            look.background(ColorToken::Primary).border_color(ColorToken::Primary).color(ColorToken::OnPrimary)
        })
        .child(icon(Icon::Check, 14.0));
    let element = row()
        .role(Role::CheckBox)
        .align(scumble_scene::style::Align::Center)
        .gap(8)
        .padding_y(4)
        .radius(RadiusToken::Small)
        .cursor(Cursor::Pointer)
        .checked(checked.clone().map(Toggled::from))
        .when(State::Disabled, |look| look.opacity(0.45))
        .child(mark)
        .child(text(label));
    Checkbox { element, checked }
}

impl Checkbox {
    /// Called with what it is to be.
    #[must_use]
    pub fn on_change(self, f: impl Fn(bool) + 'static) -> Self {
        let checked = self.checked.clone();
        let set = std::rc::Rc::new(f);
        let pressed = std::rc::Rc::clone(&set);
        self.with(move |element| {
            element.on_press(move |_| pressed(!checked.get())).on_change(move |change| {
                if let Change::Checked(on) = change {
                    set(*on);
                }
            })
        })
    }
}

impl Control for Checkbox {
    fn with(mut self, change: impl FnOnce(Element) -> Element + 'static) -> Self {
        self.element = change(self.element);
        self
    }
}

impl IntoElement for Checkbox {
    fn into_element(self) -> Element {
        self.element
    }
}
