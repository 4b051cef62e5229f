//! A prompt of the application's own: typed arguments in, messages out.
//!
//! A client gives arguments as text, whatever their type; what is written there is read as the type wants it.

use scumble_channels::schema::Parameters;
use scumble_channels::{CommandError, validate};
use scumble_protocol::{Code, Prompt, PromptArgument, PromptMessage, ToolError};
use scumble_reactive::Scope;
use serde_json::{Map, Value};

use crate::surface::checked;

/// A function with `#[prompt]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a prompt",
    note = "`prompts: […]` of `app!` lists functions with `#[prompt]`"
)]
pub trait OwnPrompt {
    /// Its name, as it is listed.
    const NAME: &'static str;

    /// What it says of itself.
    fn contract() -> PromptContract;

    /// Its messages, in the application's scope. `arguments` have been validated.
    ///
    /// # Errors
    /// What the function failed with.
    fn fill(scope: Scope, arguments: Map<String, Value>) -> Result<Vec<PromptMessage>, CommandError>;
}

/// A prompt, described.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptContract {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment; empty if it has none.
    pub description: &'static str,
    /// The schema of its arguments, an object with a property a parameter.
    pub input: Value,
}

impl PromptContract {
    /// A prompt as written.
    #[must_use]
    pub fn new(name: &'static str, description: &'static str, parameters: Parameters) -> Self {
        PromptContract { name, description, input: parameters.finish() }
    }

    fn properties(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.input.get("properties").and_then(Value::as_object).into_iter().flatten()
    }

    fn is_required(&self, name: &str) -> bool {
        let required = self.input.get("required").and_then(Value::as_array);
        required.is_some_and(|required| required.iter().any(|other| other == name))
    }

    /// The prompt as it is listed.
    pub(crate) fn listed(&self) -> Prompt {
        let arguments = self.properties().map(|(name, schema)| {
            let described = schema.get("description").and_then(Value::as_str).unwrap_or_default();
            let choices = choices(schema);
            // The docs of an enum's variants name them already.
            let unsaid = choices.iter().any(|choice| !described.contains(&format!("{choice}:")));
            let one_of = if unsaid { format!(" One of {}.", choices.join(", ")) } else { String::new() };
            PromptArgument {
                name: name.clone(),
                description: format!("{described}{one_of}").trim_start().to_owned(),
                required: self.is_required(name),
            }
        });
        Prompt { name: self.name.into(), description: self.description.into(), arguments: arguments.collect() }
    }

    /// The arguments a client gave, of the types the function takes.
    pub(crate) fn arguments(&self, given: &Value) -> Result<Map<String, Value>, ToolError> {
        let mut read = match given {
            Value::Null => Map::new(),
            Value::Object(given) => given.clone(),
            other => {
                return Err(ToolError::new(
                    Code::BadArguments,
                    format!("The arguments must be an object, not {other}."),
                ));
            }
        };
        for (name, schema) in self.properties() {
            let Some(Value::String(text)) = read.get(name) else { continue };
            // A form sends a field that was left empty as an empty text.
            if text.is_empty() && !self.is_required(name) {
                read.shift_remove(name);
            } else if validate(schema, &read[name]).is_err()
                && let Ok(value) = serde_json::from_str::<Value>(text)
            {
                read.insert(name.clone(), value);
            }
        }
        checked(&self.input, &Value::Object(read))
    }

    /// How what was typed of an argument may go on.
    pub(crate) fn complete(&self, argument: &str, typed: &str) -> Vec<String> {
        let typed = typed.to_lowercase();
        let found = self.properties().find(|(name, _)| *name == argument);
        let mut choices = found.map(|(_, schema)| choices(schema)).unwrap_or_default();
        choices.retain(|choice| choice.to_lowercase().starts_with(&typed));
        choices
    }
}

/// What an argument may be, where that is one of a few.
fn choices(schema: &Value) -> Vec<String> {
    if schema.get("type").and_then(Value::as_str) == Some("boolean") {
        return vec!["true".into(), "false".into()];
    }
    let of = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if let Some(Value::Array(listed)) = schema.get("enum") {
        return listed.iter().map(of).collect();
    }
    Vec::new()
}

/// A prompt with its type forgotten.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) contract: PromptContract,
    pub(crate) fill: fn(Scope, Map<String, Value>) -> Result<Vec<PromptMessage>, CommandError>,
}

/// What a prompt's function may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a prompt",
    label = "not messages",
    note = "return text (`String`, `&'static str`), a `PromptMessage` or a `Vec` of them, or a `Result` of one of these whose error has `Display`"
)]
pub trait Messages {
    /// The messages.
    fn messages(self) -> Vec<PromptMessage>;
}

impl Messages for String {
    fn messages(self) -> Vec<PromptMessage> {
        vec![PromptMessage::user(self)]
    }
}

impl Messages for &'static str {
    fn messages(self) -> Vec<PromptMessage> {
        vec![PromptMessage::user(self)]
    }
}

impl Messages for PromptMessage {
    fn messages(self) -> Vec<PromptMessage> {
        vec![self]
    }
}

impl Messages for Vec<PromptMessage> {
    fn messages(self) -> Vec<PromptMessage> {
        self
    }
}

/// The messages of a prompt.
///
/// # Errors
/// What the function failed with.
pub fn filled<T: Messages>(made: Result<T, CommandError>) -> Result<Vec<PromptMessage>, CommandError> {
    made.map(Messages::messages)
}
