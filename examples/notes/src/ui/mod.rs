//! What the person sees: the list beside the editor, or one of them where there is no room for both.

mod delete;
mod editor;
mod sidebar;

use scumble::prelude::*;

use crate::channel::Notes;
use editor::{Editor, NothingOpen};
use sidebar::Sidebar;

/// Below this width the list and the editor take turns, in px.
const NARROW: f32 = 720.0;

/// The whole application.
#[component]
pub fn App(cx: Scope) -> impl IntoElement {
    let notes = cx.channel::<Notes>();
    let opened = notes.opened();
    let narrow = memo({
        let window = Viewport::of(cx);
        move || window.width() < NARROW
    });
    let is_open = memo(move || opened.read().is_some());
    row()
        .size(FILL, FILL)
        .background(ColorToken::Background)
        .child(
            column()
                .height(FILL)
                .width(move || if narrow.get() { FILL } else { Length::Px(340.0) })
                .shrink(0)
                .hidden(move || narrow.get() && is_open.get())
                .child(Sidebar::new()),
        )
        .child(column().fill().height(FILL).hidden(move || narrow.get() && !is_open.get()).child(show_else(
            move || is_open.get(),
            move || Editor::new(narrow),
            NothingOpen::new,
        )))
}
