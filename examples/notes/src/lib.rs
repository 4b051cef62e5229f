//! A notes application: what a person keeps, and an agent may help with.
//!
//! Run it with `cargo xtask demo`, or `cargo run -p scumble-cli -- dev examples/notes`.

mod channel;
mod model;
mod seed;
mod ui;

pub use channel::Notes;
pub use model::{Attachment, Note, NoteId, NoteRow, Saving};

scumble::app!(
    ui::App,
    name: "Notes",
    instructions: "A notes application the person keeps. Read notes_view for what there is; open a note before changing it. Deleting asks the person.",
    channels: [Notes::open_local()]
);
