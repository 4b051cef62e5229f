//! The question before a note is deleted.

use scumble::prelude::*;

use crate::channel::Notes;

/// Asks whether the open note is to go.
#[component]
pub fn DeleteDialog(
    cx: Scope,
    /// Whether it asks.
    asking: Signal<bool>,
) -> impl IntoElement {
    let notes = cx.channel::<Notes>();
    let opened = notes.opened();
    let question = move || {
        let title = opened.read().as_ref().map(|note| note.row().title).unwrap_or_default();
        format!("“{title}” and its files will be gone for good.")
    };
    dialog(asking, "Delete this note?", move || {
        column().gap(20).child(text(question)).child(
            row()
                .gap(8)
                .justify(Justify::End)
                .child(button("Cancel").autofocus().on_press(move |_| asking.set(false)))
                .child(button("Delete note").danger().on_press(move |_| {
                    asking.set(false);
                    if let Some(note) = &*opened.peek() {
                        notes.delete(note.id);
                    }
                })),
        )
    })
    .on_close(move || asking.set(false))
}
