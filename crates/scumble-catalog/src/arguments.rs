//! The arguments of a call, checked before anything happens, with the sentences every tool uses.

use scumble_protocol::{Code, ToolError};
use serde_json::{Map, Value};

use crate::search::nearest;

/// Arguments that are an object with known fields, each a text or a positive whole number.
pub(crate) struct Arguments {
    given: Map<String, Value>,
}

impl Arguments {
    /// Takes a call's arguments; `known` are its fields.
    pub(crate) fn read(arguments: &Value, known: &[&str]) -> Result<Arguments, ToolError> {
        let given = match arguments {
            Value::Null => Map::new(),
            Value::Object(given) => given.clone(),
            other => return Err(wrong(format!("input must be an object, not {}.", told(other)))),
        };
        if let Some(unknown) = given.keys().find(|name| !known.contains(&name.as_str())) {
            let message = match nearest(unknown, known.iter().copied()).first() {
                Some(near) => format!("input.{unknown} is not expected; did you mean {near}?"),
                None if known.is_empty() => format!("input.{unknown} is not expected; there are no fields."),
                None => format!("input.{unknown} is not expected; the fields are {}.", known.join(", ")),
            };
            return Err(wrong(message));
        }
        Ok(Arguments { given })
    }

    /// A text, if given. One of spaces alone counts as not given.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, ToolError> {
        match self.given.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim()).filter(|text| !text.is_empty())),
            Some(other) => Err(wrong(format!("input.{name} must be a string, not {}.", told(other)))),
        }
    }

    /// A text that has to be there.
    pub(crate) fn required(&self, name: &str) -> Result<&str, ToolError> {
        self.text(name)?.ok_or_else(|| wrong(format!("input.{name} is required.")))
    }

    /// A whole number from 1, if given.
    pub(crate) fn count(&self, name: &str) -> Result<Option<usize>, ToolError> {
        match self.given.get(name) {
            None => Ok(None),
            Some(value) => {
                match value.as_u64().and_then(|count| usize::try_from(count).ok()).filter(|count| *count > 0) {
                    Some(count) => Ok(Some(count)),
                    None => Err(wrong(format!("input.{name} must be a whole number from 1, not {}.", told(value)))),
                }
            }
        }
    }
}

fn wrong(message: String) -> ToolError {
    ToolError::new(Code::BadArguments, message)
}

fn told(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(value) => format!("boolean {value}"),
        Value::Number(value) => format!("number {value}"),
        Value::String(text) => format!("string {}", Value::String(text.chars().take(40).collect())),
        Value::Array(_) => "an array".into(),
        Value::Object(_) => "an object".into(),
    }
}
