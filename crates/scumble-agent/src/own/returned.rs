//! A function's result taken apart: what it made, or the sentence it failed with. Generated code calls this.
//!
//! Which of the traits below fits is found out by the depth of the reference the question is asked through, so that a
//! `Result` is known as one by whatever name it is written.

use std::cell::Cell;
use std::fmt::Display;

use scumble_channels::{CommandError, Diagnostic, Failure, Refused};

/// Holds what a function returned until it is known what that is.
pub struct Returned<T>(Cell<Option<T>>);

impl<T> Returned<T> {
    /// Holds `value`.
    pub fn new(value: T) -> Self {
        Returned(Cell::new(Some(value)))
    }

    fn take(&self) -> T {
        self.0.take().expect("what was returned is taken once")
    }
}

/// A `Result` whose error is that the person did not approve; asked first.
pub trait FailsWithRefusal<V> {
    /// What was made.
    ///
    /// # Errors
    /// The refusal.
    fn made(&self) -> Result<V, CommandError>;
}

impl<V> FailsWithRefusal<V> for &&&Returned<Result<V, Refused>> {
    fn made(&self) -> Result<V, CommandError> {
        self.take().map_err(CommandError::Refused)
    }
}

/// A `Result` whose error says more than a sentence.
pub trait FailsWithDiagnostic<V> {
    /// What was made.
    ///
    /// # Errors
    /// What the function failed with.
    fn made(&self) -> Result<V, CommandError>;
}

impl<V, E: Diagnostic> FailsWithDiagnostic<V> for &&Returned<Result<V, E>> {
    fn made(&self) -> Result<V, CommandError> {
        self.take().map_err(|error| {
            CommandError::Failed(Failure {
                message: error.to_string(),
                code: error.code(),
                fix: error.fix(),
                docs: error.docs(),
            })
        })
    }
}

/// A `Result` whose error is a sentence.
pub trait FailsWithSentence<V> {
    /// What was made.
    ///
    /// # Errors
    /// What the function failed with.
    fn made(&self) -> Result<V, CommandError>;
}

impl<V, E: Display> FailsWithSentence<V> for &Returned<Result<V, E>> {
    fn made(&self) -> Result<V, CommandError> {
        self.take().map_err(|error| CommandError::Failed(Failure { message: error.to_string(), ..Failure::default() }))
    }
}

/// Anything else, which is what was made.
pub trait NeverFails<V> {
    /// What was made.
    ///
    /// # Errors
    /// None.
    fn made(&self) -> Result<V, CommandError>;
}

impl<T> NeverFails<T> for Returned<T> {
    fn made(&self) -> Result<T, CommandError> {
        Ok(self.take())
    }
}
