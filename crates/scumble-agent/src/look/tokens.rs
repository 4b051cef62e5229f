//! `tokens_view`: the theme in force, by token name and value, for whoever writes components.
//!
//! Reads a theme and yields JSON; knows no scene.

use scumble_scene::theme::{ColorToken, RadiusToken, ShadowToken, SpaceToken, TextToken, Theme};
use serde_json::{Map, Value, json};

/// The theme as data: `{ theme, dark, colors, textStyles, radii, spacing, shadows }`, lengths in CSS px.
pub(crate) fn theme_value(theme: &Theme) -> Value {
    let colors: Map<String, Value> =
        ColorToken::all().iter().map(|token| (token.name().into(), theme.color(*token).to_hex().into())).collect();
    let text: Map<String, Value> = TextToken::all()
        .iter()
        .map(|token| {
            let style = theme.type_style(*token);
            let value = json!({
                "size": number(style.size),
                "lineHeight": number(style.line_height),
                "weight": style.weight,
                "letterSpacing": number(style.letter_spacing),
            });
            (token.name().into(), value)
        })
        .collect();
    let radii: Map<String, Value> =
        RadiusToken::all().iter().map(|token| (token.name().into(), number(theme.radius(*token)))).collect();
    let spacing: Map<String, Value> =
        SpaceToken::all().iter().map(|token| (token.name().into(), number(theme.space(*token)))).collect();
    let shadows: Map<String, Value> = ShadowToken::all()
        .iter()
        .map(|token| {
            let layers: Vec<Value> = theme
                .shadow(*token)
                .iter()
                .map(|layer| {
                    json!({ "x": number(layer.offset.x), "y": number(layer.offset.y), "blur": number(layer.blur), "color": layer.color.to_hex() })
                })
                .collect();
            (token.name().into(), Value::Array(layers))
        })
        .collect();
    json!({
        "theme": theme.name,
        "dark": theme.is_dark,
        "colors": colors,
        "textStyles": text,
        "radii": radii,
        "spacing": spacing,
        "shadows": shadows,
    })
}

/// A length as a JSON number without the tail a float's widening leaves.
pub(super) fn number(value: f32) -> Value {
    let thousandths = libm::round(f64::from(value) * 1_000.0) / 1_000.0;
    if thousandths == libm::trunc(thousandths) { json!(thousandths as i64) } else { json!(thousandths) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_is_there_by_the_name_a_component_writes() {
        let value = theme_value(&Theme::light());
        for token in ColorToken::all() {
            assert!(value["colors"][token.name()].as_str().is_some_and(|hex| hex.starts_with('#')), "{}", token.name());
        }
        for token in TextToken::all() {
            assert!(value["textStyles"][token.name()]["size"].is_number(), "{}", token.name());
        }
        assert_eq!(value["theme"], "light");
        assert_ne!(value["colors"], theme_value(&Theme::dark())["colors"]);
    }

    #[test]
    fn lengths_are_plain_numbers() {
        assert_eq!((number(14.0), number(0.2), number(-0.01)), (json!(14), json!(0.2), json!(-0.01)));
    }
}
