//! A font that is none.

use scumble::prelude::*;

/// The screen.
#[component]
pub fn App() -> impl IntoElement {
    column()
}

scumble::app!(
    App,
    fonts: [
        "no_font.rs" //~ error: this file is no TrueType or OpenType font
    ]
);
