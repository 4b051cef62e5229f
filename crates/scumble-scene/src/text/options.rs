//! What a text is to look like and the room it has. Plain values; no font is looked up here.

use std::borrow::Cow;
use std::fmt;

/// The name of a font family, as [`Fonts::add_font`](super::Fonts::add_font) gave it. Cheap to clone for the
/// embedded family.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct FamilyName(Cow<'static, str>);

impl FamilyName {
    /// The family compiled into the program: Latin, regular and bold.
    pub const EMBEDDED: FamilyName = FamilyName(Cow::Borrowed("Scumble Sans"));

    /// A family by name. A name no font was added under falls back to the embedded family.
    pub fn new(name: impl Into<String>) -> FamilyName {
        FamilyName(Cow::Owned(name.into()))
    }

    /// The name itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for FamilyName {
    fn default() -> FamilyName {
        FamilyName::EMBEDDED
    }
}

impl fmt::Display for FamilyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for FamilyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// How the glyphs of a text look.
#[derive(Clone, Debug, PartialEq)]
pub struct TextStyle {
    /// Font size in CSS pixels. Sizes that are not a positive number are laid out as 1.
    pub size: f32,
    /// Height of a line in CSS pixels, whatever the fonts on it.
    pub line_height: f32,
    /// CSS font weight, 1 to 1000: 400 is regular, 700 bold. The nearest weight the family has is used, as
    /// CSS does; none is made up.
    pub weight: u16,
    /// Extra space after every grapheme, CSS pixels. Turns optional ligatures off unless it is 0.
    pub letter_spacing: f32,
    /// Where to look for glyphs first; then the embedded family, then the other added ones in the order they
    /// came.
    pub family: FamilyName,
}

impl TextStyle {
    /// Regular text of the embedded family.
    pub const fn new(size: f32, line_height: f32) -> TextStyle {
        TextStyle { size, line_height, weight: 400, letter_spacing: 0.0, family: FamilyName::EMBEDDED }
    }

    /// The same in another weight.
    pub fn weight(self, weight: u16) -> TextStyle {
        TextStyle { weight, ..self }
    }

    /// Whether the other style would shape every text alike, bit for bit.
    pub(super) fn same_as(&self, other: &TextStyle) -> bool {
        self.size.to_bits() == other.size.to_bits()
            && self.line_height.to_bits() == other.line_height.to_bits()
            && self.weight == other.weight
            && self.letter_spacing.to_bits() == other.letter_spacing.to_bits()
            && self.family == other.family
    }

    /// The style with every number fit to lay out with.
    pub(super) fn sane(&self) -> Cow<'_, TextStyle> {
        let fine = |value: f32| value.is_finite() && value > 0.0 && value < 1.0e5;
        if fine(self.size) && fine(self.line_height) && self.letter_spacing.is_finite() {
            return Cow::Borrowed(self);
        }
        let size = if fine(self.size) { self.size } else { 1.0 };
        Cow::Owned(TextStyle {
            size,
            line_height: if fine(self.line_height) { self.line_height } else { size * 1.5 },
            letter_spacing: if self.letter_spacing.is_finite() { self.letter_spacing } else { 0.0 },
            ..self.clone()
        })
    }
}

/// Where lines stand in the width they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// At the side a hard line's own direction starts from: left for Latin, right for Hebrew or Arabic.
    #[default]
    Start,
    /// In the middle.
    Center,
    /// At the side the direction ends.
    End,
}

/// The room a text has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayoutOptions {
    /// Width lines are broken and aligned in, CSS pixels; `None` is as wide as the text likes.
    pub max_width: Option<f32>,
    /// Where lines stand within `max_width`. Without one they all start at the left edge of the widest.
    pub align: Align,
    /// Lines to show at most; what does not fit ends in an ellipsis. With 1 the line is filled to the last
    /// letter that fits, with more the last line breaks as the others do. 0 counts as 1.
    pub max_lines: Option<u32>,
    /// Whether lines break at `max_width`. If not, they end at hard breaks only and stick out, or are cut
    /// with an ellipsis if `max_lines` is given.
    pub wrap: bool,
}

impl Default for LayoutOptions {
    fn default() -> LayoutOptions {
        LayoutOptions { max_width: None, align: Align::Start, max_lines: None, wrap: true }
    }
}

impl LayoutOptions {
    /// Wrapped within `width`, aligned to the start, as many lines as it takes.
    pub fn within(width: f32) -> LayoutOptions {
        LayoutOptions { max_width: Some(width), ..LayoutOptions::default() }
    }

    /// One line per hard line, however wide.
    pub fn unwrapped() -> LayoutOptions {
        LayoutOptions { wrap: false, ..LayoutOptions::default() }
    }
}
