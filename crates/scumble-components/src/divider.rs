//! A divider: a line between two things. Role `separator`.

use accesskit::Role;
use scumble_scene::theme::ColorToken;
use scumble_scene::{Element, container};

/// A line across the container, 1 px thick.
#[must_use]
pub fn divider() -> Element {
    container().role(Role::Splitter).height(1).shrink(0).background(ColorToken::Border)
}
