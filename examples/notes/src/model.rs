//! What a note is.

use scumble::data;

/// Names a note for as long as it exists.
#[data]
#[derive(Copy, Eq, Hash, PartialOrd, Ord)]
pub struct NoteId(pub u32);

/// A note, whole.
#[data]
pub struct Note {
    /// Its name.
    pub id: NoteId,
    /// The first line a person sees.
    pub title: String,
    /// The text.
    pub body: String,
    /// Whether it is kept above the others.
    pub pinned: bool,
    /// When it was last changed, in words.
    pub changed: String,
    /// Files attached to it.
    pub attachments: Vec<Attachment>,
}

/// A file attached to a note.
#[data]
pub struct Attachment {
    /// Its file name.
    pub name: String,
    /// Its size in bytes.
    pub size: u32,
}

/// A note as the list shows it.
#[data]
pub struct NoteRow {
    /// Which note.
    pub id: NoteId,
    /// Its title, or a stand-in where it has none.
    pub title: String,
    /// The beginning of its text.
    pub preview: String,
    /// Whether it is kept above the others.
    pub pinned: bool,
    /// When it was last changed, in words.
    pub changed: String,
    /// How many files are attached.
    pub attachments: u32,
}

/// Where the open note stands with the server.
#[data]
pub enum Saving {
    /// The server has it as it is here.
    Saved,
    /// It was changed since.
    Unsaved,
    /// It is on its way.
    Saving,
    /// It did not get there.
    Failed,
}

impl Note {
    /// The note as the list shows it.
    pub fn row(&self) -> NoteRow {
        let title = if self.title.trim().is_empty() { "Untitled".to_owned() } else { self.title.clone() };
        let line = self.body.lines().find(|line| !line.trim().is_empty()).unwrap_or("No text yet");
        NoteRow {
            id: self.id,
            title,
            preview: line.chars().take(120).collect(),
            pinned: self.pinned,
            changed: self.changed.clone(),
            attachments: u32::try_from(self.attachments.len()).unwrap_or(u32::MAX),
        }
    }

    /// Whether every word of `query` stands in the title or the text, whatever its case.
    pub fn fits(&self, query: &str) -> bool {
        let text = format!("{}\n{}", self.title, self.body).to_lowercase();
        query.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}
