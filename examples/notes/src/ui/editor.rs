//! The editor: the open note, its title, text, files, and where it stands with the server.

use scumble::prelude::*;

use super::delete::DeleteDialog;
use crate::channel::Notes;
use crate::model::{Attachment, Saving};

/// The open note.
#[component]
pub fn Editor(
    cx: Scope,
    /// Whether the editor has the window to itself, with a way back to the list.
    narrow: Signal<bool>,
) -> impl IntoElement {
    let notes = cx.channel::<Notes>();
    let (opened, saving, offline) = (notes.opened(), notes.saving(), notes.offline());
    let asking = Signal::new(false);
    let title = memo(move || opened.read().as_ref().map(|note| note.title.clone()).unwrap_or_default());
    let body = memo(move || opened.read().as_ref().map(|note| note.body.clone()).unwrap_or_default());
    let pinned = memo(move || opened.read().as_ref().is_some_and(|note| note.pinned));
    let files = memo(move || opened.read().as_ref().map(|note| note.attachments.clone()).unwrap_or_default());
    let id = move || opened.peek().as_ref().map(|note| note.id);

    let toolbar = row()
        .align(Align::Center)
        .gap(6)
        .padding_x(16)
        .padding_y(10)
        .shrink(0)
        .child(
            icon_button(Icon::Back, "Back to the list").hidden(move || !narrow.get()).on_press(move |_| notes.close()),
        )
        .child(SaveState::new(saving))
        .child(spacer())
        .child(icon_button(Icon::Pin, move || if pinned.get() { "Unpin" } else { "Pin" }).pressed(pinned).on_press(
            move |_| {
                if let Some(id) = id() {
                    // The open note exists.
                    let _ = notes.pin(id, Some(!pinned.get()));
                }
            },
        ))
        .child(icon_button(Icon::Trash, "Delete").on_press(move |_| asking.set(true)))
        .child(
            button("Save")
                .primary()
                .disabled(move || matches!(*saving.read(), Saving::Saving | Saving::Saved))
                .on_press(move |_| {
                    spawn_named("save", async move {
                        // What came of it is shown by the state beside the button.
                        let _ = notes.save().await;
                    });
                }),
        );

    column()
        .fill()
        .background(ColorToken::Surface)
        .child(toolbar)
        .child(divider())
        .child(scroll_area(
            column()
                .padding_x(move || if narrow.get() { 20 } else { 40 })
                .padding_y(24)
                .gap(14)
                .max_width(820)
                .child(
                    text_field("Title", title)
                        .placeholder("Untitled")
                        .bare()
                        .with(|field| field.style(TextToken::Headline))
                        // The editor is there only while a note is open.
                        .on_input(move |words| drop(notes.set_title(words))),
                )
                .child(
                    text_area("Text", body)
                        .placeholder("Write something")
                        .bare()
                        .with(|area| area.min_height(260))
                        .on_input(move |words| drop(notes.set_body(words))),
                )
                .child(show(
                    move || !files.read().is_empty(),
                    move || {
                        list(move || files.get(), |file| file.name.clone(), AttachedFile::new)
                            .label("Attachments")
                            .gap(6)
                    },
                )),
        ))
        .child(divider())
        .child(
            row()
                .padding_x(20)
                .padding_y(8)
                .gap(12)
                .align(Align::Center)
                .shrink(0)
                .child(checkbox("Work offline", offline).on_change(move |on| notes.set_offline(on)))
                .child(spacer())
                .child(text(move || words(&body.read())).style(TextToken::BodySmall).muted()),
        )
        .child(DeleteDialog::new(asking))
}

fn words(body: &str) -> String {
    match body.split_whitespace().count() {
        1 => "1 word".to_owned(),
        n => format!("{n} words"),
    }
}

/// Where the note stands with the server, in a word.
#[component]
pub fn SaveState(
    /// Where it stands.
    saving: Signal<Saving>,
) -> impl IntoElement {
    text(move || match *saving.read() {
        Saving::Saved => "Saved",
        Saving::Unsaved => "Not saved",
        Saving::Saving => "Saving…",
        Saving::Failed => "Could not be saved",
    })
    .style(TextToken::BodySmall)
    .color(move || match *saving.read() {
        Saving::Failed => ColorToken::Danger,
        Saving::Saved => ColorToken::Success,
        _ => ColorToken::TextMuted,
    })
    .max_lines(1)
    .role(Role::Status)
    .live(Live::Polite)
}

/// A file attached to the note.
#[component]
pub fn AttachedFile(
    /// Which file.
    file: Signal<Attachment>,
) -> impl IntoElement {
    row()
        .role(Role::ListItem)
        .align(Align::Center)
        .gap(8)
        .padding_x(12)
        .padding_y(8)
        .radius(RadiusToken::Medium)
        .border(1.0, ColorToken::Border)
        .child(icon(Icon::Paperclip, 16.0).color(ColorToken::TextMuted))
        .child(text(move || file.read().name.clone()).max_lines(1))
        .child(spacer())
        .child(text(move || size(file.read().size)).style(TextToken::BodySmall).muted())
}

fn size(bytes: u32) -> String {
    match bytes {
        0..=999 => format!("{bytes} B"),
        1_000..=999_999 => format!("{} kB", bytes / 1_000),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}

/// What stands beside the list while no note is open.
#[component]
pub fn NothingOpen() -> impl IntoElement {
    column()
        .fill()
        .center()
        .gap(10)
        .child(icon(Icon::Note, 40.0).color(ColorToken::BorderStrong))
        .child(text("No note is open").style(TextToken::Title))
        .child(text("Choose one from the list, or begin a new one.").muted())
}
