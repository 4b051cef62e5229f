//! What an agent sees and nobody described.

use scumble::prelude::*;

#[channel]
pub struct Notes { //~ warning: the channel `notes` has no doc comment, and that is all an agent knows of it
    #[view]
    rows: Signal<Vec<String>>, //~ warning: the view key `rows` of the channel `notes` has no doc comment
    #[view(hidden)]
    pub session: Signal<String>,
}

#[commands]
impl Notes {
    pub fn add( //~ warning: the command `add` has no doc comment
        &self,
        text: String, //~ warning: the parameter `text` of the command `add` has no doc comment
    ) {
        self.rows.update(|rows| rows.push(text));
    }

    #[command(hidden)]
    pub fn caret(&self, _at: usize) {}
}
