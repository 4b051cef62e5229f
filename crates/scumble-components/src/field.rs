//! Fields: text the person writes, in one line or in many.
//!
//! Role `textbox`; named by its label, its value is its text. Takes every editing key, the clipboard, input methods and
//! undo. A field shows what its value says: change that in [`Field::on_input`].

use accesskit::Role;
use scumble_scene::prop::IntoProp;
use scumble_scene::style::{Cursor, State};
use scumble_scene::theme::{ColorToken, RadiusToken};
use scumble_scene::{EditOptions, Element, IntoElement, edit};

use crate::control::Control;

/// A field before it is put in the tree; see [`text_field`] and [`text_area`].
pub struct Field {
    options: EditOptions,
    /// What is to be done to the node once it is made.
    changes: Vec<Box<dyn FnOnce(Element) -> Element>>,
    bare: bool,
}

/// A field of one line. `label` is what it is called.
#[must_use]
pub fn text_field<M, N>(label: impl IntoProp<String, M>, value: impl IntoProp<String, N>) -> Field {
    let label = label.into_prop();
    Field { options: EditOptions::new(value), changes: vec![Box::new(move |e| e.label(label))], bare: false }
}

/// A field of many lines. `label` is what it is called.
#[must_use]
pub fn text_area<M, N>(label: impl IntoProp<String, M>, value: impl IntoProp<String, N>) -> Field {
    let label = label.into_prop();
    Field {
        options: EditOptions::new(value).multiline(),
        changes: vec![Box::new(move |e| e.label(label))],
        bare: false,
    }
}

impl Field {
    /// Called with the whole text after each edit.
    #[must_use]
    pub fn on_input(self, f: impl Fn(String) + 'static) -> Self {
        self.with(move |element| element.on_input(f))
    }

    /// Called when Enter is pressed in a field of one line.
    #[must_use]
    pub fn on_submit(self, f: impl Fn() + 'static) -> Self {
        self.with(move |element| element.on_submit(f))
    }

    /// Shown while it is empty.
    #[must_use]
    pub fn placeholder<M>(mut self, text: impl IntoProp<String, M>) -> Self {
        self.options = self.options.placeholder(text);
        self
    }

    /// A password: shown as dots, to agents too.
    #[must_use]
    pub fn secret(mut self) -> Self {
        self.options = self.options.secret();
        self
    }

    /// At most this many characters.
    #[must_use]
    pub fn max_len(mut self, characters: usize) -> Self {
        self.options = self.options.max_len(characters);
        self
    }

    /// No frame and no ground: text that can be written in where it stands.
    #[must_use]
    pub fn bare(mut self) -> Self {
        self.bare = true;
        self
    }

    /// The framed or bare node, before anything else is said about it.
    fn node(options: EditOptions, bare: bool) -> Element {
        let multiline = options.multiline;
        let element = edit(options)
            .role(if multiline { Role::MultilineTextInput } else { Role::TextInput })
            .cursor(Cursor::Text)
            .when(State::Disabled, |look| look.opacity(0.45));
        if bare {
            return element;
        }
        element
            .padding_x(11)
            .padding_y(6)
            .background(ColorToken::ControlBackground)
            .border(1.0, ColorToken::ControlBorder)
            .radius(RadiusToken::Medium)
            .when(State::Hovered, |look| look.border_color(ColorToken::BorderStrong))
            .when(State::Invalid, |look| look.border_color(ColorToken::Danger))
    }
}

impl Control for Field {
    fn with(mut self, change: impl FnOnce(Element) -> Element + 'static) -> Self {
        self.changes.push(Box::new(change));
        self
    }
}

impl IntoElement for Field {
    fn into_element(self) -> Element {
        let element = Field::node(self.options, self.bare);
        self.changes.into_iter().fold(element, |element, change| change(element))
    }
}
