//! The list: searching, choosing and beginning a note.

use scumble::prelude::*;

use crate::channel::Notes;
use crate::model::NoteRow;

/// The list of notes with its search.
#[component]
pub fn Sidebar(cx: Scope) -> impl IntoElement {
    let notes = cx.channel::<Notes>();
    let (rows, query, opened) = (notes.rows(), notes.query(), notes.opened());
    let count = move || match rows.read().len() {
        0 => "No notes".to_owned(),
        1 => "1 note".to_owned(),
        n => format!("{n} notes"),
    };
    column()
        .height(FILL)
        .background(ColorToken::Surface)
        .child(
            column()
                .padding(16)
                .gap(12)
                .shrink(0)
                .child(row().align(Align::Center).gap(8).child(heading(1, "Notes").grow(1)).child(
                    button("New note").primary().on_press(move |_| {
                        notes.create();
                    }),
                ))
                .child(
                    text_field("Search", query)
                        .placeholder("Search titles and texts")
                        .on_input(move |words| notes.search(words)),
                )
                .child(text(count).style(TextToken::BodySmall).muted().live(Live::Polite)),
        )
        .child(divider())
        .child(scroll_area(
            list(
                move || rows.get(),
                |row| row.id,
                move |row| {
                    let id = row.peek().id;
                    NoteItem::new(row).chosen(move || opened.read().as_ref().is_some_and(|note| note.id == id)).on_open(
                        move |id| {
                            // A row that is shown is a note that exists.
                            let _ = notes.open(id);
                        },
                    )
                },
            )
            .label("Notes")
            .padding(8)
            .gap(2),
        ))
}

/// One note in the list.
#[component]
pub fn NoteItem(
    /// The row to show.
    row: Signal<NoteRow>,
    /// Whether it is the note that is open.
    #[prop(optional)]
    chosen: Prop<bool>,
    /// Called with the note's id when it is chosen.
    #[prop(optional)]
    on_open: Callback<crate::model::NoteId>,
) -> impl IntoElement {
    list_item()
        .label(move || row.read().title.clone())
        .selected(chosen)
        .on_press(move |_| on_open.run(row.peek().id))
        .child(
            scumble::prelude::row()
                .align(Align::Center)
                .gap(6)
                .child(text(move || row.read().title.clone()).style(TextToken::BodyStrong).max_lines(1).grow(1))
                .child(show(move || row.read().pinned, || icon(Icon::Pin, 14.0).color(ColorToken::Accent))),
        )
        .child(text(move || row.read().preview.clone()).style(TextToken::BodySmall).muted().max_lines(1))
        .child(
            scumble::prelude::row()
                .gap(6)
                .align(Align::Center)
                .color(ColorToken::TextMuted)
                .child(text(move || row.read().changed.clone()).style(TextToken::BodySmall).muted())
                .child(show(
                    move || row.read().attachments > 0,
                    move || {
                        scumble::prelude::row()
                            .align(Align::Center)
                            .gap(3)
                            .child(icon(Icon::Paperclip, 13.0))
                            .child(text(move || row.read().attachments.to_string()).style(TextToken::BodySmall).muted())
                    },
                )),
        )
}
