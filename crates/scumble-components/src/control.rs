//! What every control takes: its place among others and what it is called.

use scumble_scene::prop::IntoProp;
use scumble_scene::style::{Align, Length, Number};
use scumble_scene::{Element, IntoElement};

/// The properties all controls share. They go to the node that carries the role.
pub trait Control: IntoElement + Sized {
    /// Changes the control's own node.
    #[must_use]
    fn with(self, change: impl FnOnce(Element) -> Element + 'static) -> Self;

    /// What it is called, where the text on it does not say it or there is none.
    #[must_use]
    fn label<M>(self, label: impl IntoProp<String, M>) -> Self {
        let label = label.into_prop();
        self.with(move |element| element.label(label))
    }

    /// What else is to be known about it; read out after its name.
    #[must_use]
    fn description<M>(self, text: impl IntoProp<String, M>) -> Self {
        let text = text.into_prop();
        self.with(move |element| element.description(text))
    }

    /// Whether it takes no input.
    #[must_use]
    fn disabled<M>(self, disabled: impl IntoProp<bool, M>) -> Self {
        let disabled = disabled.into_prop();
        self.with(move |element| element.disabled(disabled))
    }

    /// Whether it is left out: no box, no pixels, nothing announced.
    #[must_use]
    fn hidden<M>(self, hidden: impl IntoProp<bool, M>) -> Self {
        let hidden = hidden.into_prop();
        self.with(move |element| element.hidden(hidden))
    }

    /// Takes the focus when the dialog it is in opens.
    #[must_use]
    fn autofocus(self) -> Self {
        self.with(Element::autofocus)
    }

    /// Only the person may operate it: every agent's action on it is refused.
    #[must_use]
    fn person_only(self) -> Self {
        self.with(Element::person_only)
    }

    /// What it is called among its siblings, so that references to it survive a reload.
    #[must_use]
    fn key(self, key: impl Into<String>) -> Self {
        let key = key.into();
        self.with(move |element| element.key(key))
    }

    /// Its share of the room left over along the container's main axis.
    #[must_use]
    fn grow<M>(self, factor: impl IntoProp<Number, M>) -> Self {
        let factor = factor.into_prop();
        self.with(move |element| element.grow(factor))
    }

    /// Its width.
    #[must_use]
    fn width<M>(self, width: impl IntoProp<Length, M>) -> Self {
        let width = width.into_prop();
        self.with(move |element| element.width(width))
    }

    /// Its height.
    #[must_use]
    fn height<M>(self, height: impl IntoProp<Length, M>) -> Self {
        let height = height.into_prop();
        self.with(move |element| element.height(height))
    }

    /// Where it stands across the container's main axis.
    #[must_use]
    fn align_self<M>(self, align: impl IntoProp<Align, M>) -> Self {
        let align = align.into_prop();
        self.with(move |element| element.align_self(align))
    }
}
