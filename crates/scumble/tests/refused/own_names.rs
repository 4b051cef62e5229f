//! Names of tools: one that is listed twice, one that is none, and one that only an agent may call.

use scumble::prelude::*;

/// A tool.
#[tool]
pub fn sum_up() {}

/// A tool nobody but an agent may call.
#[tool(confirm)]
pub fn asks() {}

/// Calls them.
pub fn user() {
    sum_up();
    asks(); //~ error: `asks`
}

/// The root.
#[component]
pub fn Root() -> impl IntoElement {
    text("")
}

scumble::app!(
    Root,
    tools: [
        sum_up,
        sum_up, //~ error: the tool `sum_up` is listed twice
        absent, //~ error: cannot find type `absent`
    ],
);
