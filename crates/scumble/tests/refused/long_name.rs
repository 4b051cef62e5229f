//! A command whose tool's name would be too long together with the channel's.

use scumble::prelude::*;

/// A channel.
#[channel(name = "a_channel_with_a_name_that_says_everything")]
pub struct Wordy {}

#[commands]
impl Wordy {
    /// Fits.
    pub fn short(&self) {}

    /// Does not.
    pub fn and_a_command_that_goes_on(&self) {} //~ error: the tool of the command `and_a_command_that_goes_on` would have a name longer than 64 characters
}
