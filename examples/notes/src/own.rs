//! What agents are offered beside the channel: notes read whole without opening one, the open note as a document, and a
//! way to begin a new one.

use scumble::prelude::*;

use crate::channel::Notes;
use crate::model::{Note, NoteId};

/// How many notes are looked through between two words of progress.
const STEP: usize = 10;

/// How many notes are given whole if nothing else is asked for.
const USUAL: usize = 5;

/// A note, whole.
#[data]
pub struct FoundNote {
    /// Which note.
    pub id: NoteId,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
    /// When it was last changed, in words.
    pub changed: String,
}

/// The notes that were found.
#[data]
pub struct Found {
    /// Whole, the newest first.
    pub notes: Vec<FoundNote>,
    /// How many there are beside these.
    pub more: usize,
}

/// Find notes by words in their titles and texts, and read them whole. Changes nothing the person sees: no note is
/// opened, and their own search stays as it is. Safe to call freely.
#[tool(read)]
pub fn find_notes(
    cx: ToolCx<'_>,
    /// The words; a note has to hold every one of them.
    words: String,
    /// How many notes to read at most; 5 if left out.
    at_most: Option<usize>,
) -> Result<Found, NothingToFind> {
    if words.trim().is_empty() {
        return Err(NothingToFind);
    }
    let all = cx.channel::<Notes>().all();
    let mut found: Vec<FoundNote> = Vec::new();
    for (index, notes) in all.chunks(STEP).enumerate() {
        let fitting = notes.iter().filter(|note| note.fits(&words));
        found.extend(fitting.map(FoundNote::of));
        let read = index * STEP + notes.len();
        cx.progress((read, all.len()), &format!("{} found in {read} of {} notes", found.len(), all.len()));
    }
    let more = found.len().saturating_sub(at_most.unwrap_or(USUAL));
    found.truncate(found.len() - more);
    Ok(Found { notes: found, more })
}

impl FoundNote {
    fn of(note: &Note) -> FoundNote {
        let Note { id, title, body, changed, .. } = note.clone();
        FoundNote { id, title, body, changed }
    }
}

/// Nothing was given to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NothingToFind;

impl std::fmt::Display for NothingToFind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("There is no word to look for. Give at least one, or read notes_view for the titles of all notes.")
    }
}

/// The note the person has open, whole, as a document.
#[resource(uri = "notes://open", mime = "text/markdown")]
pub fn open_note(cx: Scope) -> String {
    match &*cx.channel::<Notes>().opened().read() {
        Some(note) => format!("# {}\n\n{}\n", note.row().title, note.body),
        None => "No note is open.\n".to_owned(),
    }
}

/// How long a note is to be.
#[data]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// A few lines.
    Short,
    /// Up to a page.
    Page,
}

/// Write a new note from what the others say.
#[prompt]
pub fn draft_note(
    /// What it is about.
    about: String,
    /// How long it is to be; short if left out.
    length: Option<Length>,
) -> String {
    let length = match length {
        None | Some(Length::Short) => "a few lines",
        Some(Length::Page) => "at most a page",
    };
    format!(
        "Write a new note about this: {about}\n\nFirst look for what I wrote already: call find_notes with a word or two at \
         a time. Take facts from my notes only, and say in the note which notes they are from. Then call notes_create, \
         notes_set_title and notes_set_body. Keep it to {length}, in the way my notes are written. Do not save it; I read \
         it first."
    )
}
