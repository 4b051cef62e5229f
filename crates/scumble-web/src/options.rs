//! What a page may pass to `createApp`: an option nobody knows is a sentence at once, not a setting that silently does
//! nothing. It does not know what the options do.

use js_sys::{Array, Object};
use scumble_channels::near::nearest;
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};

/// The options that are read on this side of the boundary. The page keeps the object for what it does itself
/// (`js/application.js`), functions above all.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    theme: Option<Wish>,
    locale: Option<String>,
    scale: Option<f32>,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    webmcp: JsValue,
}

/// The theme a page wants.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Wish {
    Light,
    Dark,
    /// The one the person has chosen for the browser.
    System,
}

/// What of the application is offered to agents.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Offer {
    /// The tools that read and operate the screen, unless this is false.
    pub(crate) screen: Option<bool>,
    /// The tools that look at it, unless this is false.
    pub(crate) look: Option<bool>,
    /// At most this many tools.
    pub(crate) budget: Option<usize>,
}

impl Options {
    /// Reads what [`check`] has let pass.
    ///
    /// # Errors
    /// A sentence if the object is another by now.
    pub(crate) fn read(options: &JsValue) -> Result<Options, String> {
        read(options)
    }

    /// Whether it is dark, where the person's choice for the browser is `system`.
    pub(crate) fn is_dark(&self, system: bool) -> bool {
        match self.theme {
            Some(Wish::Light) => false,
            Some(Wish::Dark) => true,
            Some(Wish::System) | None => system,
        }
    }

    /// The language, where the browser's is `system`.
    pub(crate) fn locale(&self, system: &str) -> String {
        self.locale.clone().unwrap_or_else(|| system.to_owned())
    }

    /// Device pixels to a CSS px, where the screen has `system`.
    pub(crate) fn scale(&self, system: f32) -> f32 {
        self.scale.unwrap_or(system)
    }

    /// What is offered to agents, if anything is.
    ///
    /// # Errors
    /// As [`Options::read`].
    pub(crate) fn offer(&self) -> Result<Offer, String> {
        if self.webmcp.is_object() { read(&self.webmcp) } else { Ok(Offer::default()) }
    }
}

fn read<T: serde::de::DeserializeOwned>(value: &JsValue) -> Result<T, String> {
    serde_wasm_bindgen::from_value(value.clone())
        .map_err(|error| format!("The options of createApp could not be read: {error}. Were they changed meanwhile?"))
}

/// What an option may be.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Flag,
    Function,
    /// Device pixels to a CSS px.
    Scale,
    /// How many, at least one.
    Count,
    /// A function, or the browser's own way.
    Confirm,
    /// True, false or the options of [`WEBMCP`].
    WebMcp,
    OneOf(&'static [&'static str]),
}

type Known = &'static [(&'static str, Kind)];

const APP: Known = &[
    ("name", Kind::Text),
    ("theme", Kind::OneOf(&["light", "dark", "system"])),
    ("locale", Kind::Text),
    ("scale", Kind::Scale),
    ("confirm", Kind::Confirm),
    ("webmcp", Kind::WebMcp),
];

const WEBMCP: Known = &[
    ("confirm", Kind::Confirm),
    ("screen", Kind::Flag),
    ("look", Kind::Flag),
    ("tools", Kind::Function),
    ("filter", Kind::Function),
    ("budget", Kind::Count),
    ("badge", Kind::Flag),
];

/// Checks a page's options.
///
/// # Errors
/// A sentence naming the first that makes no sense.
pub(crate) fn check(options: &JsValue) -> Result<(), String> {
    if options.is_undefined() || options.is_null() {
        return Ok(());
    }
    if !options.is_object() || Array::is_array(options) {
        return Err(format!(
            "createApp takes an object of options, such as {{ webmcp: true }}, not {}.",
            described(options)
        ));
    }
    check_fields(options, APP, "")
}

/// Checks what `webmcp` of the options may be.
///
/// # Errors
/// As [`check`].
pub(crate) fn check_webmcp(value: &JsValue) -> Result<(), String> {
    check_value("webmcp", Kind::WebMcp, value)
}

fn check_fields(options: &JsValue, known: Known, path: &str) -> Result<(), String> {
    for entry in Object::entries(options.unchecked_ref()).iter() {
        let entry = Array::from(&entry);
        let key = entry.get(0).as_string().unwrap_or_default();
        let value = entry.get(1);
        let path = format!("{path}{key}");
        let Some((_, kind)) = known.iter().find(|(name, _)| *name == key) else {
            return Err(unknown(&path, &key, known));
        };
        if !value.is_undefined() {
            check_value(&path, *kind, &value)?;
        }
    }
    Ok(())
}

fn check_value(path: &str, kind: Kind, value: &JsValue) -> Result<(), String> {
    let number = value.as_f64();
    let text = value.as_string();
    let (fits, wanted) = match kind {
        Kind::WebMcp if value.is_object() && !Array::is_array(value) => {
            return check_fields(value, WEBMCP, &format!("{path}."));
        }
        Kind::WebMcp => (value.as_bool().is_some(), "true, false or an object".to_owned()),
        Kind::Text => (text.is_some(), "a string".to_owned()),
        Kind::Flag => (value.as_bool().is_some(), "true or false".to_owned()),
        Kind::Function => (value.is_function(), "a function".to_owned()),
        Kind::Confirm => {
            (value.is_function() || text.as_deref() == Some("window"), "a function or \"window\"".to_owned())
        }
        Kind::Scale => (number.is_some_and(|scale| scale.is_finite() && scale > 0.0), "a number above 0".to_owned()),
        Kind::Count => {
            let fits = number.is_some_and(|count| count >= 1.0 && count <= f64::from(u32::MAX) && count.fract() == 0.0);
            (fits, "a whole number from 1".to_owned())
        }
        Kind::OneOf(words) => {
            let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            (text.is_some_and(|text| words.contains(&text.as_str())), format!("one of {}", quoted.join(", ")))
        }
    };
    if fits { Ok(()) } else { Err(format!("Option \"{path}\" must be {wanted}, not {}.", described(value))) }
}

fn unknown(path: &str, key: &str, known: Known) -> String {
    let names = || known.iter().map(|(name, _)| *name);
    match nearest(key, names()) {
        Some(near) => format!("Option \"{path}\" is not known. Did you mean \"{near}\"?"),
        None => {
            format!("Option \"{path}\" is not known. The options are {}.", names().collect::<Vec<_>>().join(", "))
        }
    }
}

/// A value in a sentence.
fn described(value: &JsValue) -> String {
    if value.is_null() {
        "null".to_owned()
    } else if Array::is_array(value) {
        "a list".to_owned()
    } else if let Some(text) = value.as_string() {
        format!("\"{text}\"")
    } else if let Some(number) = value.as_f64() {
        format!("number {number}")
    } else if let Some(flag) = value.as_bool() {
        format!("{flag}")
    } else if value.is_function() {
        "a function".to_owned()
    } else if value.is_object() {
        "an object".to_owned()
    } else {
        format!("a {}", value.js_typeof().as_string().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::{APP, WEBMCP, unknown};

    #[test]
    fn an_unknown_option_names_the_one_that_was_meant() {
        assert_eq!(unknown("webmpc", "webmpc", APP), "Option \"webmpc\" is not known. Did you mean \"webmcp\"?");
        assert_eq!(
            unknown("webmcp.Badge", "Badge", WEBMCP),
            "Option \"webmcp.Badge\" is not known. Did you mean \"badge\"?"
        );
    }

    #[test]
    fn an_option_like_none_is_told_all_there_are() {
        assert_eq!(
            unknown("colour", "colour", APP),
            "Option \"colour\" is not known. The options are name, theme, locale, scale, confirm, webmcp."
        );
    }
}
