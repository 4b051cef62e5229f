//! The channel: what the application holds and what it can be asked to do.

use std::fmt;

use scumble::prelude::*;

use crate::model::{Attachment, Note, NoteId, NoteRow, Saving};
use crate::seed;

/// How large an attached file may be, in bytes.
const LARGEST: usize = 1_000_000;

/// How long the server takes to store a note, in milliseconds.
const STORING: f64 = 1_000.0;

/// The notes the person keeps.
#[channel(name = "notes")]
pub struct Notes {
    /// The notes that fit the search, pinned ones first, then the newest.
    #[view]
    rows: Signal<Vec<NoteRow>>,
    /// The note being edited, if one is open.
    #[view]
    open: Signal<Option<Note>>,
    /// What is searched for; empty shows every note.
    #[view]
    query: Signal<String>,
    /// Where the open note stands with the server.
    #[view]
    saving: Signal<Saving>,
    /// Whether the person works without the server; nothing can be saved then.
    #[view]
    offline: Signal<bool>,
    /// The token this device syncs with.
    #[view(secret)]
    sync_token: Signal<String>,
    /// Names this run of the application in the server's log.
    #[view(hidden)]
    session: Signal<String>,
    /// Every note, the newest first.
    #[view(hidden)]
    all: Signal<Vec<Note>>,
    /// Which note is open.
    #[view(hidden)]
    open_id: Signal<Option<NoteId>>,
    /// Where the caret stands in the open note, for the words counted beside it.
    #[view(hidden)]
    caret: Signal<usize>,
}

impl Notes {
    /// The channel on this device, with the notes it begins with.
    pub fn open_local() -> Notes {
        let all = Signal::new(seed::notes());
        let query = Signal::new(String::new());
        let open_id = Signal::new(None);
        Notes {
            rows: memo(move || rows(&all.read(), &query.read())),
            open: memo(move || {
                let id = open_id.get()?;
                all.read().iter().find(|note| note.id == id).cloned()
            }),
            query,
            saving: Signal::new(Saving::Saved),
            offline: Signal::new(false),
            sync_token: Signal::new("tok_5f2c91e0".to_owned()),
            session: Signal::new("session-1".to_owned()),
            all,
            open_id,
            caret: Signal::new(0),
        }
    }

    /// The rows to show; followed where it is read.
    pub fn rows(&self) -> Signal<Vec<NoteRow>> {
        self.rows
    }

    /// The open note; followed where it is read.
    pub fn opened(&self) -> Signal<Option<Note>> {
        self.open
    }

    /// Every note, the newest first, as they are now.
    pub fn all(&self) -> Vec<Note> {
        self.all.get()
    }

    /// What is searched for.
    pub fn query(&self) -> Signal<String> {
        self.query
    }

    /// Where the open note stands with the server.
    pub fn saving(&self) -> Signal<Saving> {
        self.saving
    }

    /// Whether the person works without the server.
    pub fn offline(&self) -> Signal<bool> {
        self.offline
    }

    /// Changes the open note and says that the server does not have it yet.
    fn change_open(&self, change: impl FnOnce(&mut Note)) -> Result<(), NoteError> {
        let id = self.open_id.get().ok_or(NoteError::NoneOpen)?;
        self.change(id, change)?;
        self.saving.set(Saving::Unsaved);
        Ok(())
    }

    fn change(&self, id: NoteId, change: impl FnOnce(&mut Note)) -> Result<(), NoteError> {
        let at = self.all.peek().iter().position(|note| note.id == id).ok_or(NoteError::NoSuchNote(id))?;
        self.all.update(|all| {
            let note = &mut all[at];
            change(note);
            note.changed = "Just now".to_owned();
        });
        Ok(())
    }
}

#[commands]
impl Notes {
    /// Create an empty note and open it. Call this before `set_title` and `set_body` for a new note.
    pub fn create(&self) -> NoteId {
        let id = NoteId(self.all.peek().iter().map(|note| note.id.0).max().unwrap_or(0) + 1);
        let note = Note {
            id,
            title: String::new(),
            body: String::new(),
            pinned: false,
            changed: "Just now".to_owned(),
            attachments: Vec::new(),
        };
        self.all.update(|all| all.insert(0, note));
        self.query.set(String::new());
        self.open_id.set(Some(id));
        self.saving.set(Saving::Unsaved);
        id
    }

    /// Open a note for reading and editing.
    #[command(idempotent)]
    pub fn open(
        &self,
        /// Which note, as the rows name it.
        id: NoteId,
    ) -> Result<(), NoteError> {
        if !self.all.peek().iter().any(|note| note.id == id) {
            return Err(NoteError::NoSuchNote(id));
        }
        self.open_id.set(Some(id));
        self.saving.set(Saving::Saved);
        Ok(())
    }

    /// Close the open note and show the list alone.
    #[command(idempotent)]
    pub fn close(&self) {
        self.open_id.set(None);
    }

    /// Give the open note another title.
    #[command(idempotent)]
    pub fn set_title(
        &self,
        /// The title, in one line.
        title: String,
    ) -> Result<(), NoteError> {
        self.change_open(|note| note.title = title)
    }

    /// Replace the text of the open note.
    #[command(idempotent)]
    pub fn set_body(
        &self,
        /// The whole text; line breaks are kept.
        body: String,
    ) -> Result<(), NoteError> {
        self.change_open(|note| note.body = body)
    }

    /// Show only the notes that hold every word. An empty search shows all.
    #[command(idempotent)]
    pub fn search(
        &self,
        /// The words to look for, in titles and texts.
        query: String,
    ) {
        self.query.set(query);
    }

    /// Keep a note above the others, or no longer.
    #[command(idempotent)]
    pub fn pin(
        &self,
        /// Which note.
        id: NoteId,
        /// Whether it is to be pinned; left out, it is.
        pinned: Option<bool>,
    ) -> Result<(), NoteError> {
        self.change(id, |note| note.pinned = pinned.unwrap_or(true))
    }

    /// Attach a file to the open note. A second file of one name replaces the first.
    pub fn attach(
        &self,
        /// The file's name.
        name: String,
        /// What is in it; at most 1,000,000 bytes.
        bytes: Bytes,
    ) -> Result<(), NoteError> {
        if name.trim().is_empty() {
            return Err(NoteError::NoFileName);
        }
        if bytes.0.len() > LARGEST {
            return Err(NoteError::TooLarge(bytes.0.len()));
        }
        let size = u32::try_from(bytes.0.len()).unwrap_or(u32::MAX);
        self.change_open(|note| {
            note.attachments.retain(|attachment| attachment.name != name);
            note.attachments.push(Attachment { name, size });
        })
    }

    /// Delete a note for good.
    #[command(destructive, confirm)]
    pub fn delete(
        &self,
        /// Which note.
        id: NoteId,
    ) -> Result<(), NoteError> {
        if !self.all.peek().iter().any(|note| note.id == id) {
            return Err(NoteError::NoSuchNote(id));
        }
        self.all.update(|all| all.retain(|note| note.id != id));
        if self.open_id.get() == Some(id) {
            self.open_id.set(None);
        }
        Ok(())
    }

    /// Save the open note to the server. Resolves once it is stored there.
    #[command(idempotent)]
    pub async fn save(&self) -> Result<(), NoteError> {
        let note = self.open.get().ok_or(NoteError::NoneOpen)?;
        self.saving.set(Saving::Saving);
        sleep(STORING).await;
        let outcome = if self.offline.get() {
            Err(NoteError::Offline)
        } else if note.title.trim().is_empty() {
            Err(NoteError::NoTitle)
        } else {
            Ok(())
        };
        self.saving.set(if outcome.is_ok() { Saving::Saved } else { Saving::Failed });
        outcome
    }

    /// Work without the server, or with it again.
    #[command(idempotent)]
    pub fn set_offline(
        &self,
        /// Whether to work without it.
        offline: bool,
    ) {
        self.offline.set(offline);
    }

    /// Only the interface calls this.
    #[command(hidden)]
    pub fn caret_moved(&self, at: usize) {
        self.caret.set(at);
    }
}

/// Why a command could not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteError {
    /// There is no note of this id.
    NoSuchNote(NoteId),
    /// It needs an open note.
    NoneOpen,
    /// A file without a name.
    NoFileName,
    /// A file of so many bytes.
    TooLarge(usize),
    /// The server takes no note without a title.
    NoTitle,
    /// There is no way to the server.
    Offline,
}

impl fmt::Display for NoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoteError::NoSuchNote(NoteId(id)) => {
                write!(f, "There is no note {id}. Read notes_view for the notes there are.")
            }
            NoteError::NoneOpen => write!(f, "No note is open. Open one with notes_open, or create one."),
            NoteError::NoFileName => write!(f, "The file has no name. Give it one."),
            NoteError::TooLarge(size) => {
                write!(f, "The file has {size} bytes; at most {LARGEST} can be attached. Attach a smaller one.")
            }
            NoteError::NoTitle => write!(f, "The server takes no note without a title. Give it one and save again."),
            NoteError::Offline => {
                write!(f, "The server cannot be reached while working offline. Go online and save again.")
            }
        }
    }
}

fn rows(all: &[Note], query: &str) -> Vec<NoteRow> {
    let (pinned, others): (Vec<_>, Vec<_>) = all.iter().filter(|note| note.fits(query)).partition(|note| note.pinned);
    pinned.into_iter().chain(others).map(Note::row).collect()
}
