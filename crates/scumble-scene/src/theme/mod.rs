//! A theme: the values behind the token names components paint with.
//!
//! A component names a token (`ColorToken::Primary`) and the scene looks the value up while painting, so a change of
//! theme repaints and measures anew but rebuilds nothing. Knows nothing of nodes or of the painter.

mod palettes;
mod tokens;

pub use tokens::{ColorToken, RadiusToken, ShadowToken, SpaceToken, TextToken};

use crate::geometry::{Color, Point};

/// How a piece of text is set: sizes in CSS px, weight on the OpenType scale (400 regular, 700 bold).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TypeStyle {
    /// Font size in px.
    pub size: f32,
    /// Distance between two baselines in px.
    pub line_height: f32,
    /// OpenType weight, 100 to 900.
    pub weight: u16,
    /// Extra space after every cluster in px; may be negative.
    pub letter_spacing: f32,
}

/// One blurred copy of a box drawn beneath it. Lengths in px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShadowLayer {
    /// How far the shadow is moved from the box.
    pub offset: Point,
    /// Blur radius: the distance over which the edge fades.
    pub blur: f32,
    /// Colour, alpha included.
    pub color: Color,
}

/// Every value a component can name. Make one with [`Theme::light`] or [`Theme::dark`] and change what differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// What the theme is called, as `tokens_view` and `render_frame` name it.
    pub name: String,
    /// Whether light text stands on a dark ground; the page's own controls follow it.
    pub is_dark: bool,
    colors: [Color; ColorToken::COUNT],
    type_styles: [TypeStyle; TextToken::COUNT],
    radii: [f32; RadiusToken::COUNT],
    spacing: [f32; SpaceToken::COUNT],
    shadows: [Vec<ShadowLayer>; ShadowToken::COUNT],
}

impl Theme {
    /// The stock light theme.
    pub fn light() -> Theme {
        palettes::light()
    }

    /// The stock dark theme.
    pub fn dark() -> Theme {
        palettes::dark()
    }

    /// The stock theme of this name, if there is one: `light` or `dark`.
    pub fn named(name: &str) -> Option<Theme> {
        match name {
            "light" => Some(Theme::light()),
            "dark" => Some(Theme::dark()),
            _ => None,
        }
    }

    /// The colour behind a token.
    pub fn color(&self, token: ColorToken) -> Color {
        self.colors[token as usize]
    }

    /// The type style behind a token.
    pub fn type_style(&self, token: TextToken) -> TypeStyle {
        self.type_styles[token as usize]
    }

    /// The corner radius behind a token, in px.
    pub fn radius(&self, token: RadiusToken) -> f32 {
        self.radii[token as usize]
    }

    /// The distance behind a token, in px.
    pub fn space(&self, token: SpaceToken) -> f32 {
        self.spacing[token as usize]
    }

    /// The layers of a shadow, the lowest first.
    pub fn shadow(&self, token: ShadowToken) -> &[ShadowLayer] {
        &self.shadows[token as usize]
    }

    /// The same theme with another colour behind `token`.
    pub fn with_color(mut self, token: ColorToken, color: Color) -> Theme {
        self.colors[token as usize] = color;
        self
    }

    /// The same theme with another type style behind `token`.
    pub fn with_type_style(mut self, token: TextToken, style: TypeStyle) -> Theme {
        self.type_styles[token as usize] = style;
        self
    }

    /// The same theme with another radius behind `token`, in px.
    pub fn with_radius(mut self, token: RadiusToken, radius: f32) -> Theme {
        self.radii[token as usize] = radius;
        self
    }

    /// The same theme with other layers behind `token`.
    pub fn with_shadow(mut self, token: ShadowToken, layers: Vec<ShadowLayer>) -> Theme {
        self.shadows[token as usize] = layers;
        self
    }
}

impl Default for Theme {
    fn default() -> Theme {
        Theme::light()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(color: Color) -> f32 {
        let channel = |value: u8| {
            let c = value as f32 / 255.0;
            if c <= 0.03928 { c / 12.92 } else { libm::powf((c + 0.055) / 1.055, 2.4) }
        };
        0.2126 * channel(color.r) + 0.7152 * channel(color.g) + 0.0722 * channel(color.b)
    }

    fn contrast(a: Color, b: Color) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_on_every_ground_reaches_the_contrast_of_wcag_aa() {
        use ColorToken::*;
        for theme in [Theme::light(), Theme::dark()] {
            for (ink, ground) in [
                (Text, Background),
                (Text, Surface),
                (Text, SurfaceRaised),
                (Text, ControlBackground),
                (Text, ControlHovered),
                (Text, ControlPressed),
                (Text, Selected),
                (TextMuted, Background),
                (TextMuted, Surface),
                (TextMuted, Selected),
                (OnPrimary, Primary),
                (OnPrimary, PrimaryHovered),
                (OnDanger, Danger),
                (OnDanger, DangerHovered),
                (Danger, Surface),
                (Danger, Background),
                (Success, Surface),
                (Placeholder, ControlBackground),
            ] {
                let ratio = contrast(theme.color(ink), theme.color(ground));
                assert!(ratio >= 4.5, "{} {} on {}: {ratio:.2}", theme.name, ink.name(), ground.name());
            }
        }
    }

    #[test]
    fn a_token_is_found_again_by_its_name() {
        for token in ColorToken::all() {
            assert_eq!(ColorToken::by_name(token.name()), Some(*token));
        }
        assert_eq!(ColorToken::TextMuted.name(), "textMuted");
        assert_eq!(ColorToken::by_name("textmuted"), None);
    }
}
