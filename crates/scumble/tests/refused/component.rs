//! Components used as they were not made.

use scumble::prelude::*;
use scumble::scene::text;

/// A label.
#[component]
pub fn Label(
    /// What it says.
    words: String,
    /// How often.
    #[prop(optional)]
    times: usize,
) -> impl IntoElement {
    text(words.repeat(times))
}

/// Uses it.
pub fn user() -> Element {
    let _ = Label::new("a").size(3); //~ error: no method named `size` found for struct `Label`
    let _ = Label::new(); //~ error: this function takes 1 argument but 0 arguments were supplied
    Label::new("a").times("b").into_element() //~ error: mismatched types
}
