//! A heading: the name of what follows. Role `heading`, with its level.

use accesskit::Role;
use scumble_scene::prop::IntoProp;
use scumble_scene::theme::TextToken;
use scumble_scene::{Element, text};

/// A heading of level 1 (the page) to 6. Levels 1 and 2 are set larger.
#[must_use]
pub fn heading<M>(level: u32, content: impl IntoProp<String, M>) -> Element {
    let style = match level {
        0 | 1 => TextToken::Headline,
        2 => TextToken::Title,
        _ => TextToken::BodyStrong,
    };
    text(content).role(Role::Heading).level(level.clamp(1, 6)).style(style)
}
