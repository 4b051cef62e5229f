//! A notes application: what a person keeps, and an agent may help with.
//!
//! Run it with `cargo xtask demo`, or `cargo run -p scumble-cli -- dev examples/notes`.

mod channel;
mod model;
mod own;
mod seed;
mod ui;

pub use channel::Notes;
pub use model::{Attachment, Note, NoteId, NoteRow, Saving};
pub use own::{Found, FoundNote, Length, NothingToFind, draft_note, find_notes, open_note};

scumble::app!(
    ui::App,
    name: "Notes",
    instructions: "A notes application the person keeps. Read notes_view for what there is, find_notes for what is in it; open a note before changing it. Deleting asks the person.",
    channels: [Notes::open_local()],
    tools: [find_notes],
    resources: [open_note],
    prompts: [draft_note],
);
