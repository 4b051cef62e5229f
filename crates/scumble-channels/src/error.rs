//! How a command fails, in a sentence an agent reads.

use std::fmt::{self, Display};

use crate::confirm::Refused;

/// Why a command did not do what it was sent for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// An argument fits its schema but not its type; nothing ran.
    Arguments(String),
    /// The command answered with an error.
    Failed(Failure),
    /// A person was to approve it, and did not; nothing ran.
    Refused(Refused),
    /// The command ran, but what it returned cannot be shown.
    Answer(String),
}

/// The `Err` of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The error's `Display`.
    pub message: String,
    /// The author's own code, by [`Diagnostic::code`].
    pub code: Option<String>,
    /// What to do about it, by [`Diagnostic::fix`].
    pub fix: Option<String>,
    /// Where it is explained, by [`Diagnostic::docs`].
    pub docs: Option<String>,
}

impl Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Arguments(sentence) | CommandError::Answer(sentence) => f.write_str(sentence),
            CommandError::Failed(failure) => f.write_str(&failure.message),
            CommandError::Refused(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for CommandError {}

/// What an error type may say beyond its sentence. Implementing it is optional: `Display` is enough for a command's error.
pub trait Diagnostic: Display {
    /// A short stable code of the application's own: `NOTE_LOCKED`.
    fn code(&self) -> Option<String> {
        None
    }

    /// What whoever sent the command should do now, as a sentence.
    fn fix(&self) -> Option<String> {
        None
    }

    /// Where it is explained: an address or a name of a page.
    fn docs(&self) -> Option<String> {
        None
    }
}
