//! A mistake in one command, and everything else that uses the channel.

use scumble::prelude::*;

/// A channel.
#[channel]
pub struct Notes {
    /// Its rows.
    #[view]
    rows: Signal<Vec<String>>,
}

#[commands]
impl Notes {
    /// Fine.
    pub fn add(
        &self,
        /// The text.
        text: String,
    ) {
        self.rows.update(|rows| rows.push(text));
    }

    /// Not fine.
    pub fn put(
        &self,
        /// The text.
        text: &str, //~ error: the parameter `text` of the command `put` is a reference; take a `String`
    ) {
        self.add(text.to_owned());
    }

    /// Not fine either.
    pub fn view(&self) {} //~ error: a command cannot be called `view`

    /// Nor this.
    #[command(confirmed)] //~ error: there is no option `confirmed`
    pub fn clear(&self) {}
}

/// Uses what is fine and what is not.
pub fn user(cx: Scope) {
    let notes = cx.channel::<Notes>();
    notes.add("a".into());
    notes.put("b");
    notes.view();
    notes.clear();
}
