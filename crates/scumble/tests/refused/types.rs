//! Types that cannot go where they are written.

use std::rc::Rc;

use scumble::prelude::*;

/// Derives nothing.
pub struct Bare;

type Failing = Result<(), Bare>;
type Told = Result<u8, std::fmt::Error>;

/// A channel.
#[channel]
pub struct Notes { //~ error: cannot be implemented for this type
    /// What is bare.
    #[view]
    bare: Signal<Bare>, //~ error: `Bare` cannot be the value of a view key
    owned: String, //~ error: `String` cannot be a field of a channel
}

#[commands]
impl Notes {
    /// Takes it.
    pub fn take(
        &self,
        /// It.
        bare: Bare, //~ error: `Bare` cannot be a parameter of a command
    ) {
        let _ = bare;
    }

    /// Gives it.
    pub fn give(&self) -> Bare { //~ error: `Bare` cannot be returned by a command
        Bare
    }

    /// Fails with it.
    pub fn fail(&self) -> Result<(), Bare> { //~ error: `Bare` cannot be the error of a command
        Err(Bare)
    }

    /// Fails with it by another name.
    pub fn fail_so(&self) -> Failing { //~ error: `Result<(), Bare>` cannot be returned by a command
        Err(Bare)
    }

    /// Fails in a way that can be told, by another name.
    pub fn fail_well(&self) -> Told {
        Err(std::fmt::Error)
    }

    /// The interface may take anything.
    #[command(hidden)]
    pub fn anything(&self, bare: Rc<Bare>) -> Rc<Bare> {
        bare
    }
}
