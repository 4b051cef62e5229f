//! The words of a refusal: where a value stands, what it is, what it should be.

use std::fmt;

use serde_json::Value;

/// Where a value stands, as a chain up to the whole; written `input.tags[2]`.
pub(super) struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

enum Step<'a> {
    Root,
    Field(&'a str),
    Item(usize),
}

impl<'a> Path<'a> {
    pub(super) fn root() -> Self {
        Self { parent: None, step: Step::Root }
    }

    pub(super) fn field<'b>(&'b self, name: &'b str) -> Path<'b> {
        Path { parent: Some(self), step: Step::Field(name) }
    }

    pub(super) fn item(&self, index: usize) -> Path<'_> {
        Path { parent: Some(self), step: Step::Item(index) }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            write!(f, "{parent}")?;
        }
        match self.step {
            Step::Root => f.write_str("input"),
            Step::Item(index) => write!(f, "[{index}]"),
            Step::Field(name) if is_word(name) => write!(f, ".{name}"),
            Step::Field(name) => write!(f, "[{}]", quoted(&name.into())),
        }
    }
}

fn is_word(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-'))
}

/// A value as it is written in JSON, cut when long.
pub(super) fn quoted(value: &Value) -> String {
    const MOST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= MOST {
        return text;
    }
    let cut: String = text.chars().take(MOST).collect();
    format!("{cut}…{}", if value.is_string() { "\"" } else { "" })
}

/// What a value is: `number 3`, `string "a"`, `null`, `an array`.
pub(super) fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => format!("boolean {value}"),
        Value::Number(n) => format!("number {}", n.as_f64().map_or_else(|| n.to_string(), number)),
        Value::String(_) => format!("string {}", quoted(value)),
        Value::Array(_) => "an array".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// A number as one writes it: `3`, not `3.0`.
pub(super) fn number(n: f64) -> String {
    format!("{n}")
}

/// A JSON type with its article.
pub(super) fn a_kind(kind: &str) -> &'static str {
    match kind {
        "string" => "a string",
        "number" => "a number",
        "integer" => "an integer",
        "boolean" => "a boolean",
        "array" => "an array",
        "object" => "an object",
        "null" => "null",
        _ => "another type",
    }
}

/// Whether a value is of a JSON type. A number without a fraction is an integer however it is written.
pub(super) fn is_kind(value: &Value, kind: &str) -> bool {
    match (value, kind) {
        (Value::Null, "null")
        | (Value::Bool(_), "boolean")
        | (Value::String(_), "string")
        | (Value::Array(_), "array")
        | (Value::Object(_), "object")
        | (Value::Number(_), "number") => true,
        (Value::Number(n), "integer") => {
            n.is_i64() || n.is_u64() || n.as_f64().is_some_and(|n| n.is_finite() && n % 1.0 == 0.0)
        }
        _ => false,
    }
}

/// `1 item`, `2 items`.
pub(super) fn count(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn listed<S: Into<String>>(parts: impl Iterator<Item = S>, last: &str) -> String {
    let mut parts: Vec<String> = parts.map(Into::into).collect();
    match parts.pop() {
        None => String::new(),
        Some(only) if parts.is_empty() => only,
        Some(end) => format!("{} {last} {end}", parts.join(", ")),
    }
}

/// The same words with a capital first letter.
pub(super) fn sentence_case(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
