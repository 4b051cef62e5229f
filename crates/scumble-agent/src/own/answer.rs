//! What a tool made as a document, and the schema of it. Generated code calls this.

use std::cell::Cell;
use std::marker::PhantomData;

use schemars::JsonSchema;
use scumble_channels::schema::{Direction, describe, project_output};
use scumble_channels::{CommandError, to_agent_value};
use scumble_protocol::AgentDocument;
use serde::Serialize;
use serde_json::Value;

use crate::carry::Made;

/// Holds what a tool made until it is known what that is: a document ([`AsDocument`]), data ([`AsData`]) or nothing an
/// agent can be given ([`AsNothing`]).
pub struct Given<T>(Cell<Option<T>>);

impl<T> Given<T> {
    /// Holds `value`.
    pub fn new(value: T) -> Self {
        Given(Cell::new(Some(value)))
    }

    fn take(&self) -> T {
        self.0.take().expect("what a tool made is given once")
    }
}

/// A document as its author put it together; asked first.
pub trait AsDocument {
    /// The answer.
    ///
    /// # Errors
    /// None.
    fn document(&self) -> Made;
}

impl AsDocument for &&Given<AgentDocument> {
    fn document(&self) -> Made {
        Ok(self.take())
    }
}

/// Anything that can be serialised; asked second.
pub trait AsData {
    /// The answer.
    ///
    /// # Errors
    /// If JSON cannot carry it.
    fn document(&self) -> Made;
}

impl<T: Serialize> AsData for &Given<T> {
    fn document(&self) -> Made {
        of_value(to_agent_value(&self.take()))
    }
}

fn of_value(value: Result<Value, String>) -> Made {
    match value.map_err(CommandError::Answer)? {
        Value::Null => Ok(AgentDocument::new()),
        // A text is what an agent reads; as data it would only be there twice.
        Value::String(text) => Ok(AgentDocument::new().text(text)),
        other => Ok(AgentDocument::new().value(other)),
    }
}

/// What cannot be given; the compiler is made to say so by [`told`].
pub struct Untold;

/// Whatever else a tool makes; asked last.
pub trait AsNothing {
    /// Nothing.
    fn document(&self) -> Untold;
}

impl<T> AsNothing for Given<T> {
    fn document(&self) -> Untold {
        Untold
    }
}

/// That a tool returning `T` can be told of.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be returned by a tool",
    label = "an agent cannot be given this",
    note = "return `AgentDocument`, `()`, a type with `serde::Serialize`, or a `Result` of one of them whose error has `Display`; `#[scumble::data]` on your own type derives `Serialize`"
)]
pub trait Told<T> {
    /// The answer.
    ///
    /// # Errors
    /// What the tool failed with.
    fn made(self) -> Made;
}

impl<T> Told<T> for Made {
    fn made(self) -> Made {
        self
    }
}

/// The answer of a tool returning `T`.
///
/// # Errors
/// What the tool failed with.
pub fn told<T, X: Told<T>>(told: X) -> Made {
    told.made()
}

/// Stands for a return type in the question for its schema.
pub struct OutputOf<T>(PhantomData<T>);

impl<T> OutputOf<T> {
    /// The question for `T`.
    #[expect(clippy::new_without_default, reason = "generated code asks, nobody stores it")]
    #[must_use]
    pub fn new() -> Self {
        OutputOf(PhantomData)
    }
}

/// A `Result`, whose value has the schema; asked first.
pub trait OfResult {
    /// The schema, if it is that of an object.
    fn schema(&self) -> Option<Value>;
}

impl<V: JsonSchema, E> OfResult for &&OutputOf<Result<V, E>> {
    fn schema(&self) -> Option<Value> {
        object(describe::<V>)
    }
}

/// Anything described; asked second.
pub trait OfValue {
    /// The schema, if it is that of an object.
    fn schema(&self) -> Option<Value>;
}

impl<T: JsonSchema> OfValue for &OutputOf<T> {
    fn schema(&self) -> Option<Value> {
        object(describe::<T>)
    }
}

/// What is not described, a document first of all; asked last.
pub trait OfNothing {
    /// None.
    fn schema(&self) -> Option<Value>;
}

impl<T> OfNothing for OutputOf<T> {
    fn schema(&self) -> Option<Value> {
        None
    }
}

/// The projected schema, if its root is an object: a client validates an answer against it, and only objects are
/// structured.
fn object(describe: fn(Direction) -> Value) -> Option<Value> {
    let schema = project_output(describe(Direction::Out));
    (schema.get("type").and_then(Value::as_str) == Some("object")).then_some(schema)
}
