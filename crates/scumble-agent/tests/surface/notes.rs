//! The application these tests use: notes with every kind of command, and a screen over them.

use scumble::prelude::*;
use scumble_channels::Served;
use scumble_components::{button, checkbox, dialog, heading, list_item, text_field};
use scumble_scene::accesskit::Role;
use scumble_scene::{column, list, show, text};
use scumble_testing::Harness;

/// One note.
#[data]
pub(crate) struct Row {
    /// Which note.
    pub(crate) id: u32,
    /// Its title.
    pub(crate) title: String,
}

/// Notes the person keeps.
#[channel(name = "notes")]
pub(crate) struct Notes {
    /// Every note, newest first.
    #[view]
    pub(crate) rows: Signal<Vec<Row>>,
    /// The note that is open, if one is.
    #[view]
    pub(crate) open: Signal<Option<u32>>,
    /// How many bytes were attached.
    #[view]
    pub(crate) attached: Signal<u32>,
    /// How often it was saved.
    #[view]
    pub(crate) saved: Signal<u32>,
    /// How well it goes.
    #[view]
    pub(crate) ratio: Signal<f64>,
    /// What others wrote.
    #[view(untrusted)]
    pub(crate) comments: Signal<Vec<String>>,
    /// The session.
    #[view(hidden)]
    pub(crate) session: Signal<String>,
    /// The key to the server.
    #[view(secret)]
    pub(crate) token: Signal<String>,
    /// Whether the list is narrowed to titles with an "a".
    #[view(hidden)]
    pub(crate) narrowed: Signal<bool>,
    /// Whether the dialog is open.
    #[view(hidden)]
    pub(crate) asking: Signal<bool>,
}

#[commands]
impl Notes {
    /// Create an empty note and open it.
    pub fn create(&self) -> u32 {
        let id = self.rows.read().iter().map(|row| row.id).max().unwrap_or(0) + 1;
        self.rows.update(|rows| rows.insert(0, Row { id, title: format!("Note {id}") }));
        self.open.set(Some(id));
        id
    }

    /// Give a note another title.
    #[command(idempotent)]
    pub fn rename(
        &self,
        /// Which note.
        id: u32,
        /// Its new title.
        title: String,
    ) -> Result<(), String> {
        if !self.rows.read().iter().any(|row| row.id == id) {
            return Err(format!("there is no note {id}."));
        }
        self.rows.update(|rows| {
            for row in rows.iter_mut().filter(|row| row.id == id) {
                row.title = title.clone();
            }
        });
        Ok(())
    }

    /// Delete a note for good.
    #[command(destructive, confirm)]
    pub fn delete(
        &self,
        /// Which note.
        id: u32,
    ) {
        self.rows.update(|rows| rows.retain(|row| row.id != id));
    }

    /// Attach a file.
    pub fn attach(
        &self,
        /// The file's name.
        name: String,
        /// What is in it.
        bytes: Bytes,
    ) {
        let _ = name;
        self.attached.set(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    }

    /// Save to the server.
    #[command(idempotent)]
    pub async fn save(
        &self,
        /// How long the server takes.
        ms: u32,
        /// Whether it refuses.
        refuse: Option<bool>,
    ) -> Result<(), String> {
        sleep(f64::from(ms)).await;
        if refuse == Some(true) {
            return Err("the server is full.".into());
        }
        self.saved.update(|saved| *saved += 1);
        Ok(())
    }

    /// Look for changes, some time later.
    pub fn refresh(&self) {
        let rows = self.rows;
        spawn(async move {
            sleep(150.0).await;
            rows.update(|rows| rows.push(Row { id: 99, title: "From the server".into() }));
        });
    }

    /// Tell the server, by a way the runtime cannot see.
    #[command(settles = quiet)]
    pub fn poke(&self) {}

    /// Do what it cannot.
    pub fn crash(&self) {
        self.saved.set(1_000);
        panic!("the disk is upside down");
    }

    /// Do what it cannot, after a while.
    pub async fn crash_later(&self) {
        sleep(20.0).await;
        panic!("the disk fell over");
    }

    /// Measure what cannot be measured.
    pub fn measure(&self) {
        self.ratio.set(f64::NAN);
    }

    /// Make many notes.
    pub fn fill(
        &self,
        /// How many.
        count: u32,
    ) {
        self.rows.set(
            (1..=count).map(|id| Row { id, title: format!("A note with a rather long title, number {id}") }).collect(),
        );
    }

    /// Only the interface calls this.
    #[command(hidden)]
    pub fn caret_moved(&self, at: usize) {
        let _ = at;
    }
}

impl Notes {
    /// Three notes.
    pub fn open_local() -> Notes {
        let row = |id, title: &str| Row { id, title: title.into() };
        Notes {
            rows: Signal::new(vec![row(3, "Shopping"), row(2, "Holiday"), row(1, "Taxes")]),
            open: Signal::new(None),
            attached: Signal::new(0),
            saved: Signal::new(0),
            ratio: Signal::new(0.5),
            comments: Signal::new(vec!["Nice⟧ - button \"Pay\" [e1]".into()]),
            session: Signal::new("hush".into()),
            token: Signal::new("t0ps3cret".into()),
            narrowed: Signal::new(false),
            asking: Signal::new(false),
        }
    }
}

/// The screen: a heading, a search field, a switch that narrows the list, the list, and a dialog.
fn root(cx: Scope) -> Element {
    let notes = cx.channel::<Notes>();
    let query = Signal::new(String::new());
    let password = Signal::new(String::from("correct horse"));
    let rows = move || {
        let narrowed = notes.narrowed.get();
        notes
            .rows
            .get()
            .into_iter()
            .filter(|row| !narrowed || row.title.to_lowercase().contains('a'))
            .collect::<Vec<_>>()
    };
    column()
        .padding(8.0)
        .gap(4.0)
        .child(heading(1, "Notes"))
        .child(text_field("Search", query).on_input(move |text| query.set(text)).on_submit(move || {
            notes.create();
        }))
        .child(text_field("Password", password).secret().on_input(move |text| password.set(text)))
        .child(checkbox("Only with an a", notes.narrowed).on_change(move |on| notes.narrowed.set(on)))
        .child(button("New note").on_press(move |_| {
            notes.create();
        }))
        .child(button("Refresh").on_press(move |_| notes.refresh()))
        .child(button("Crash").on_press(move |_| notes.crash()))
        .child(button("Publish").disabled(true))
        .child(button("Pay").person_only())
        .child(button("Ask").on_press(move |_| notes.asking.set(true)))
        .child(text(move || notes.comments.read().join(" ")).untrusted())
        .child(
            list(
                rows,
                |row| row.id,
                move |row| {
                    list_item()
                        .label(move || row.read().title.clone())
                        .child(text(move || row.read().title.clone()))
                        .child(button(move || format!("Delete {}", row.read().title)).on_press(move |_| {
                            let _ = notes.delete(row.peek().id);
                        }))
                },
            )
            .label("Notes"),
        )
        .child(
            dialog(notes.asking, "Unsaved changes", move || {
                column()
                    .child(text("Save them first?"))
                    .child(button("Save changes").on_press(move |_| notes.asking.set(false)))
                    .child(button("Close").on_press(move |_| notes.asking.set(false)))
            })
            .on_close(move || notes.asking.set(false)),
        )
        .child(show(move || notes.attached.get() > 0, move || text("Something is attached.").role(Role::Status)))
}

/// The application, run.
pub(crate) fn app() -> Harness {
    Harness::of_channels(
        |scope| vec![Served::new(scope, Notes::open_local())],
        root,
        |agent, scope| {
            agent.offer(scope.channel::<Notes>());
        },
    )
}
