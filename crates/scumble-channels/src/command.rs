//! Between JSON and a command's method: arguments in, what it returned out. Generated code calls this.

use std::cell::Cell;
use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value};

use crate::channel::{Dispatch, Returned};
use crate::confirm::{Confirmed, Refused};
use crate::error::{CommandError, Diagnostic, Failure};
use crate::to_agent_value;

/// What a parameter of a command has to be, and one of a tool or a prompt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a command, a tool or a prompt",
    label = "an agent cannot send this",
    note = "a parameter needs `serde::Deserialize` and `schemars::JsonSchema`; `#[scumble::data]` on your own type derives both"
)]
pub trait Parameter: DeserializeOwned + schemars::JsonSchema {}

impl<T: DeserializeOwned + schemars::JsonSchema> Parameter for T {}

/// What an error of a command has to be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a command",
    label = "an agent cannot be told this",
    note = "implement `std::fmt::Display` for it: its text is the sentence the agent reads"
)]
pub trait CommandFailure: Display {}

impl<T: Display> CommandFailure for T {}

/// What a command's `Ok` may hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a command",
    label = "an agent cannot be given this",
    note = "return `()`, a type with `serde::Serialize`, or a `Result` of one; `#[scumble::data]` on your own type derives it"
)]
pub trait CommandValue: Serialize {}

impl<T: Serialize> CommandValue for T {}

/// A parameter that may be asked about: a `confirm` command shows its arguments to the person.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a command with `confirm`",
    label = "a person cannot be shown this",
    note = "the person is shown the arguments before they approve, so it needs `serde::Serialize`; `#[scumble::data]` on your own type derives it"
)]
pub trait Askable: Serialize {}

impl<T: Serialize> Askable for T {}

/// What a field of a channel that is no view key has to be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a channel",
    label = "not `Copy`",
    note = "a channel is a `Copy` bundle of handles, so that it moves into as many closures as one likes: use `Stored<{Self}>` or `Signal<{Self}>`"
)]
pub trait Field: Copy + 'static {}

impl<T: Copy + 'static> Field for T {}

/// What the value of a view key has to be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of a view key",
    label = "an agent cannot be shown this, nor a reload keep it",
    note = "a view key's value needs `serde::Serialize`, `serde::Deserialize` and `schemars::JsonSchema`; `#[scumble::data]` on your own type derives all three"
)]
pub trait ViewValue: Serialize + DeserializeOwned + schemars::JsonSchema + 'static {}

impl<T: Serialize + DeserializeOwned + schemars::JsonSchema + 'static> ViewValue for T {}

/// Takes the argument of that name. One that is absent is `null` to its type: an `Option` is `None`, anything else is
/// refused.
///
/// # Errors
/// A sentence with the argument's path.
pub fn argument<T: Parameter>(arguments: &mut Map<String, Value>, name: &str) -> Result<T, CommandError> {
    let given = take(arguments, name);
    let absent = given.is_none();
    serde_json::from_value(given.unwrap_or(Value::Null)).map_err(|error| unreadable(name, absent, &error))
}

fn take(arguments: &mut Map<String, Value>, name: &str) -> Option<Value> {
    let mut value = arguments.shift_remove(name)?;
    whole_numbers(&mut value);
    Some(value)
}

fn unreadable(name: &str, absent: bool, error: &serde_json::Error) -> CommandError {
    CommandError::Arguments(if absent {
        format!("input.{name} is required.")
    } else {
        format!("input.{name} cannot be read: {error}.")
    })
}

/// `3.0` is the integer 3 in JSON Schema, and is not one to serde.
fn whole_numbers(value: &mut Value) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(float) = number.as_f64()
                && float % 1.0 == 0.0
                && float.abs() <= EXACT
            {
                *number = Number::from(float as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(whole_numbers),
        Value::Object(fields) => fields.values_mut().for_each(whole_numbers),
        _ => {}
    }
}

/// Serialises an argument for the question a person is asked.
pub fn asked<T: Askable>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_else(|error| Value::String(format!("(cannot be shown: {error})")))
}

/// Holds what a command's method returned until it is known what that is; see [`ByDiagnostic`], [`BySentence`],
/// [`ByValue`] and [`ByNothing`], of which generated code takes the first that fits, by the depth of the reference.
pub struct Outcome<T>(Cell<Option<T>>);

impl<T> Outcome<T> {
    /// Holds `value`.
    pub fn new(value: T) -> Self {
        Outcome(Cell::new(Some(value)))
    }

    fn take(&self) -> T {
        self.0.take().expect("an outcome is told once")
    }
}

fn answer<T: Serialize>(value: &T) -> Returned {
    returned(to_agent_value(value))
}

fn returned(shown: Result<Value, String>) -> Returned {
    match shown {
        Ok(Value::Null) => Ok(None),
        Ok(value) => Ok(Some(value)),
        Err(problem) => {
            Err(CommandError::Answer(format!("The command ran, but its answer cannot be shown: {problem}")))
        }
    }
}

/// A `Result` whose error says more than a sentence.
pub trait ByDiagnostic {
    /// What the agent is told.
    fn told(&self) -> Returned;
}

impl<T: Serialize, E: Diagnostic> ByDiagnostic for &&&Outcome<Result<T, E>> {
    fn told(&self) -> Returned {
        self.take().map_or_else(
            |error| {
                Err(CommandError::Failed(Failure {
                    message: error.to_string(),
                    code: error.code(),
                    fix: error.fix(),
                    docs: error.docs(),
                }))
            },
            |value| answer(&value),
        )
    }
}

/// A `Result` whose error is a sentence.
pub trait BySentence {
    /// What the agent is told.
    fn told(&self) -> Returned;
}

impl<T: Serialize, E: Display> BySentence for &&Outcome<Result<T, E>> {
    fn told(&self) -> Returned {
        self.take().map_or_else(
            |error| Err(CommandError::Failed(Failure { message: error.to_string(), ..Failure::default() })),
            |value| answer(&value),
        )
    }
}

/// Any other value.
pub trait ByValue {
    /// What the agent is told.
    fn told(&self) -> Returned;
}

impl<T: Serialize> ByValue for &Outcome<T> {
    fn told(&self) -> Returned {
        answer(&self.take())
    }
}

/// What cannot be told; the compiler is made to say so by [`told`].
pub struct Untold;

/// Whatever else a method returns, which an agent cannot be given.
pub trait ByNothing {
    /// Nothing.
    fn told(&self) -> Untold;
}

impl<T> ByNothing for Outcome<T> {
    fn told(&self) -> Untold {
        Untold
    }
}

/// That a command returning `T` can be told of.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be returned by a command",
    label = "an agent cannot be given this",
    note = "return `()`, a type with `serde::Serialize`, or a `Result` of one whose error has `Display`; `#[scumble::data]` on your own type derives the first"
)]
pub trait Told<T> {
    /// What the agent is told.
    fn returned(self) -> Returned;
}

impl<T> Told<T> for Returned {
    fn returned(self) -> Returned {
        self
    }
}

/// What the agent is told of a command returning `T`.
pub fn told<T, X: Told<T>>(told: X) -> Returned {
    told.returned()
}

/// The same where the parts of `T` are checked one by one: a part that does not fit is the error, not the whole.
pub trait Checked {
    /// What the agent is told.
    fn returned(self) -> Returned;
}

impl Checked for Returned {
    fn returned(self) -> Returned {
        self
    }
}

impl Checked for Untold {
    fn returned(self) -> Returned {
        unreachable!("a command whose parts do not fit does not compile")
    }
}

/// What the agent is told of a command whose return type is checked by its parts.
pub fn told_checked(told: impl Checked) -> Returned {
    told.returned()
}

/// The dispatch of a `confirm` command: at once, or when the person has answered.
pub fn confirmed<R: 'static>(sent: Confirmed<R>, told: impl FnOnce(R) -> Returned + 'static) -> Dispatch {
    match sent {
        Confirmed::Done(result) => Dispatch::Done(told(result)),
        Confirmed::Asking(asking) => Dispatch::Later(Box::pin(async move { approved(asking.await, told) })),
    }
}

/// What came of a command that a person was asked about.
pub fn approved<R>(result: Result<R, Refused>, told: impl FnOnce(R) -> Returned) -> Returned {
    match result {
        Ok(result) => told(result),
        Err(refused) => Err(CommandError::Refused(refused)),
    }
}
