//! The vocabulary of looks and layout: lengths, inks, alignment, states and what a state changes.
//!
//! Values only; the tree resolves them against the theme in force while painting.

use crate::geometry::Color;
use crate::theme::{ColorToken, RadiusToken, ShadowToken, SpaceToken};

/// A length along one axis. Plain numbers are CSS px: `width(320)`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Length {
    /// As the content or the container asks.
    #[default]
    Auto,
    /// CSS px.
    Px(f32),
    /// A share of the container's length, 0 to 100.
    Percent(f32),
}

/// A share of the container's length: `width(percent(50))`.
pub fn percent(value: impl Into<f64>) -> Length {
    Length::Percent(value.into() as f32)
}

/// The container's whole length.
pub const FILL: Length = Length::Percent(100.0);

macro_rules! length_from_number {
    ($($number:ty),+) => {$(
        impl From<$number> for Length {
            fn from(px: $number) -> Length { Length::Px(px as f32) }
        }
        impl From<$number> for Number {
            fn from(value: $number) -> Number { Number(value as f32) }
        }
    )+};
}
length_from_number!(i32, u32, usize, f32, f64);

impl From<SpaceToken> for Length {
    fn from(token: SpaceToken) -> Length {
        Length::Px(token.px())
    }
}

/// A plain number given to a property, of whatever numeric type the author had at hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f32);

/// What something is painted with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ink {
    /// A colour of the theme, looked up while painting.
    Token(ColorToken),
    /// This colour in every theme.
    Fixed(Color),
    /// The text colour in force here.
    Current,
}

impl From<ColorToken> for Ink {
    fn from(token: ColorToken) -> Ink {
        Ink::Token(token)
    }
}

impl From<Color> for Ink {
    fn from(color: Color) -> Ink {
        Ink::Fixed(color)
    }
}

/// The roundness of all four corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Corner {
    /// A radius of the theme.
    Token(RadiusToken),
    /// A radius in px.
    Px(f32),
}

impl From<RadiusToken> for Corner {
    fn from(token: RadiusToken) -> Corner {
        Corner::Token(token)
    }
}

impl From<f32> for Corner {
    fn from(px: f32) -> Corner {
        Corner::Px(px)
    }
}

impl From<i32> for Corner {
    fn from(px: i32) -> Corner {
        Corner::Px(px as f32)
    }
}

/// Where children stand across the main axis, as CSS `align-items`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the start.
    Start,
    /// In the middle.
    Center,
    /// At the end.
    End,
    /// As long as the container.
    Stretch,
    /// First lines on one line.
    Baseline,
}

/// How children share the main axis, as CSS `justify-content`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Justify {
    /// Packed at the start.
    Start,
    /// Packed in the middle.
    Center,
    /// Packed at the end.
    End,
    /// The room left over goes between them.
    SpaceBetween,
    /// The room left over goes around each.
    SpaceAround,
    /// The room left over goes between and at the ends in equal parts.
    SpaceEvenly,
}

/// Where lines of text stand in their box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TextAlign {
    /// At the start of the line.
    #[default]
    Start,
    /// In the middle.
    Center,
    /// At the end of the line.
    End,
}

/// The pointer's shape over a node, named as in CSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Cursor {
    /// The arrow.
    #[default]
    Default,
    /// The hand over what can be pressed.
    Pointer,
    /// The beam over text.
    Text,
    /// What can be grabbed.
    Grab,
    /// What is held.
    Grabbing,
    /// What cannot be used.
    NotAllowed,
    /// An edge that moves sideways.
    ResizeHorizontal,
    /// An edge that moves up and down.
    ResizeVertical,
}

impl Cursor {
    /// The CSS `cursor` value.
    pub fn css(self) -> &'static str {
        match self {
            Cursor::Default => "default",
            Cursor::Pointer => "pointer",
            Cursor::Text => "text",
            Cursor::Grab => "grab",
            Cursor::Grabbing => "grabbing",
            Cursor::NotAllowed => "not-allowed",
            Cursor::ResizeHorizontal => "ew-resize",
            Cursor::ResizeVertical => "ns-resize",
        }
    }
}

/// A state a control can be in. A node inside a control that is no control itself is in the control's states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// The pointer is over it.
    Hovered,
    /// It is held down.
    Pressed,
    /// It holds the keyboard, however it came to it.
    Focused,
    /// It holds the keyboard and the person is using the keyboard.
    FocusVisible,
    /// It, or something around it, is disabled.
    Disabled,
    /// It is checked.
    Checked,
    /// It is selected.
    Selected,
    /// It is expanded.
    Expanded,
    /// Its value is not acceptable.
    Invalid,
}

/// The states a control is in at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct States(u16);

impl States {
    pub(crate) fn set(&mut self, state: State, on: bool) {
        if on {
            self.0 |= 1 << state as u16;
        } else {
            self.0 &= !(1 << state as u16);
        }
    }

    pub(crate) fn has(self, state: State) -> bool {
        self.0 & (1 << state as u16) != 0
    }
}

/// What a state changes about the look: paint only, so entering a state never moves anything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Patch {
    pub(crate) background: Option<Ink>,
    pub(crate) color: Option<Ink>,
    pub(crate) border_color: Option<Ink>,
    pub(crate) shadow: Option<ShadowToken>,
    pub(crate) opacity: Option<f32>,
    pub(crate) ring: bool,
}

impl Patch {
    /// Another background.
    pub fn background(mut self, ink: impl Into<Ink>) -> Patch {
        self.background = Some(ink.into());
        self
    }

    /// Another colour for text and icons within.
    pub fn color(mut self, ink: impl Into<Ink>) -> Patch {
        self.color = Some(ink.into());
        self
    }

    /// Another colour for the border.
    pub fn border_color(mut self, ink: impl Into<Ink>) -> Patch {
        self.border_color = Some(ink.into());
        self
    }

    /// Another shadow.
    pub fn shadow(mut self, shadow: ShadowToken) -> Patch {
        self.shadow = Some(shadow);
        self
    }

    /// The ring of focus around it: for what shows the focus of something inside it.
    pub fn ring(mut self) -> Patch {
        self.ring = true;
        self
    }

    /// Another opacity, 0 to 1.
    pub fn opacity(mut self, opacity: f32) -> Patch {
        self.opacity = Some(opacity.clamp(0.0, 1.0));
        self
    }
}
