//! A scroll area: what does not fit is scrolled to, by wheel, by dragging the bar, by keys, or to reach what got focus.

use scumble_scene::{Element, IntoElement, column};

/// A pane that takes the room left over and scrolls its content up and down.
#[must_use]
pub fn scroll_area(content: impl IntoElement) -> Element {
    column().fill().scroll_y().child(content)
}
