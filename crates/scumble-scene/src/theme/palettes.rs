//! The two stock themes, as tables.

use super::{ColorToken, RadiusToken, ShadowLayer, ShadowToken, SpaceToken, TextToken, Theme, TypeStyle};
use crate::geometry::{Color, Point};

pub(super) fn light() -> Theme {
    theme("light", false, light_color, [0.05, 0.07, 0.10])
}

pub(super) fn dark() -> Theme {
    theme("dark", true, dark_color, [0.30, 0.38, 0.50])
}

const fn hex(value: u32) -> Color {
    Color { r: (value >> 16) as u8, g: (value >> 8) as u8, b: value as u8, a: 255 }
}

const fn veil(value: u32, alpha: u8) -> Color {
    let Color { r, g, b, .. } = hex(value);
    Color { r, g, b, a: alpha }
}

fn light_color(token: ColorToken) -> Color {
    match token {
        ColorToken::Background => hex(0xf4f5f7),
        ColorToken::Surface => hex(0xffffff),
        ColorToken::SurfaceRaised => hex(0xffffff),
        ColorToken::Primary => hex(0x2b5fd9),
        ColorToken::PrimaryHovered => hex(0x204fbd),
        ColorToken::OnPrimary => hex(0xffffff),
        ColorToken::Text => hex(0x1a1d23),
        ColorToken::TextMuted => hex(0x5a6270),
        ColorToken::Border => hex(0xe1e4e9),
        ColorToken::BorderStrong => hex(0x8a93a1),
        ColorToken::Placeholder => hex(0x6a7280),
        ColorToken::Scrim => veil(0x10141c, 110),
        ColorToken::ControlBackground => hex(0xffffff),
        ColorToken::ControlHovered => hex(0xf0f2f5),
        ColorToken::ControlPressed => hex(0xe4e7ec),
        ColorToken::ControlBorder => hex(0xc5cad3),
        ColorToken::Danger => hex(0xc62f38),
        ColorToken::DangerHovered => hex(0xa8242d),
        ColorToken::OnDanger => hex(0xffffff),
        ColorToken::Success => hex(0x1c7d4a),
        ColorToken::FocusRing => hex(0x3d74f0),
        ColorToken::SelectionBackground => hex(0xbfd4ff),
        ColorToken::Selected => hex(0xe4ecfd),
        ColorToken::Accent => hex(0xb7791f),
        ColorToken::Transparent => veil(0, 0),
    }
}

fn dark_color(token: ColorToken) -> Color {
    match token {
        ColorToken::Background => hex(0x121418),
        ColorToken::Surface => hex(0x1a1d23),
        ColorToken::SurfaceRaised => hex(0x23272f),
        ColorToken::Primary => hex(0x3f6fe0),
        ColorToken::PrimaryHovered => hex(0x3763cf),
        ColorToken::OnPrimary => hex(0xffffff),
        ColorToken::Text => hex(0xe8eaee),
        ColorToken::TextMuted => hex(0xa2abb9),
        ColorToken::Border => hex(0x2c313a),
        ColorToken::BorderStrong => hex(0x717b8b),
        ColorToken::Placeholder => hex(0x8d96a5),
        ColorToken::Scrim => veil(0x000000, 150),
        ColorToken::ControlBackground => hex(0x20242b),
        ColorToken::ControlHovered => hex(0x2a2f38),
        ColorToken::ControlPressed => hex(0x343a45),
        ColorToken::ControlBorder => hex(0x434b58),
        ColorToken::Danger => hex(0xef7178),
        ColorToken::DangerHovered => hex(0xf58f95),
        ColorToken::OnDanger => hex(0x2a0709),
        ColorToken::Success => hex(0x4cc38a),
        ColorToken::FocusRing => hex(0x7aa2ff),
        ColorToken::SelectionBackground => hex(0x2f4f94),
        ColorToken::Selected => hex(0x253250),
        ColorToken::Accent => hex(0xe0a642),
        ColorToken::Transparent => veil(0, 0),
    }
}

fn type_style(token: TextToken) -> TypeStyle {
    let (size, line_height, weight, letter_spacing) = match token {
        TextToken::Body => (15.0, 22.0, 400, 0.0),
        TextToken::BodyStrong => (15.0, 22.0, 700, 0.0),
        TextToken::BodySmall => (13.0, 18.0, 400, 0.0),
        TextToken::Label => (13.0, 18.0, 700, 0.0),
        TextToken::Title => (18.0, 26.0, 700, -0.1),
        TextToken::Headline => (24.0, 32.0, 700, -0.3),
        TextToken::Display => (34.0, 42.0, 700, -0.6),
    };
    TypeStyle { size, line_height, weight, letter_spacing }
}

fn radius(token: RadiusToken) -> f32 {
    match token {
        RadiusToken::None => 0.0,
        RadiusToken::Small => 4.0,
        RadiusToken::Medium => 8.0,
        RadiusToken::Large => 12.0,
        RadiusToken::ExtraLarge => 20.0,
        RadiusToken::Full => 9999.0,
    }
}

/// Two layers each: a close one that draws the edge and a wide one that lifts.
fn shadow(token: ShadowToken, strength: [f32; 3]) -> Vec<ShadowLayer> {
    let layer = |y: f32, blur: f32, alpha: f32| ShadowLayer {
        offset: Point { x: 0.0, y },
        blur,
        color: Color { r: 8, g: 12, b: 20, a: libm::roundf(alpha * 255.0) as u8 },
    };
    let [small, medium, large] = strength;
    match token {
        ShadowToken::None => Vec::new(),
        ShadowToken::Small => vec![layer(1.0, 3.0, small)],
        ShadowToken::Medium => vec![layer(6.0, 18.0, medium), layer(1.0, 3.0, small)],
        ShadowToken::Large => vec![layer(16.0, 40.0, large), layer(2.0, 6.0, small)],
    }
}

fn theme(name: &str, is_dark: bool, color: fn(ColorToken) -> Color, shadows: [f32; 3]) -> Theme {
    Theme {
        name: name.to_owned(),
        is_dark,
        colors: std::array::from_fn(|i| color(ColorToken::all()[i])),
        type_styles: std::array::from_fn(|i| type_style(TextToken::all()[i])),
        radii: std::array::from_fn(|i| radius(RadiusToken::all()[i])),
        spacing: std::array::from_fn(|i| SpaceToken::all()[i].px()),
        shadows: std::array::from_fn(|i| shadow(ShadowToken::all()[i], shadows)),
    }
}
