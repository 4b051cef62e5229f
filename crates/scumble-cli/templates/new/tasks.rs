//! The channel: what the application holds, and what a person and an agent can ask of it.
//!
//! What stands in doc comments here is what an agent reads.

use std::fmt;

use scumble::prelude::*;

/// One task.
#[data]
pub struct Task {
    /// Names it for good.
    pub id: u32,
    /// What is to be done.
    pub title: String,
    /// Whether it is done.
    pub done: bool,
}

/// The tasks of the person.
#[channel(name = "tasks")]
pub struct Tasks {
    /// Every task, in the order they were added.
    #[view]
    rows: Signal<Vec<Task>>,
    /// The id the next task gets.
    #[view(hidden)]
    next: Signal<u32>,
}

impl Tasks {
    /// The channel with a task to begin with.
    pub fn open() -> Tasks {
        let first = Task {
            id: 1,
            title: "Read AGENTS.md".to_owned(),
            done: false,
        };
        Tasks {
            rows: Signal::new(vec![first]),
            next: Signal::new(2),
        }
    }

    /// Every task; followed where it is read.
    pub fn rows(&self) -> Signal<Vec<Task>> {
        self.rows
    }
}

#[commands]
impl Tasks {
    /// Add a task to the end of the list. Returns its id.
    pub fn add(
        &self,
        /// What is to be done.
        title: String,
    ) -> Result<u32, TaskError> {
        let title = title.trim().to_owned();
        if title.is_empty() {
            return Err(TaskError::NoTitle);
        }
        let id = self.next.get();
        self.next.set(id + 1);
        self.rows.update(|rows| {
            rows.push(Task {
                id,
                title,
                done: false,
            })
        });
        Ok(id)
    }

    /// Say whether a task is done.
    #[command(idempotent)]
    pub fn set_done(
        &self,
        /// Which task.
        id: u32,
        /// Whether it is done.
        done: bool,
    ) -> Result<(), TaskError> {
        let at = self
            .rows
            .peek()
            .iter()
            .position(|task| task.id == id)
            .ok_or(TaskError::NoSuchTask(id))?;
        self.rows.update(|rows| rows[at].done = done);
        Ok(())
    }

    /// Remove the finished tasks for good.
    #[command(destructive, confirm)]
    pub fn remove_done(&self) {
        self.rows.update(|rows| rows.retain(|task| !task.done));
    }
}

/// Why a command was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskError {
    /// A task needs a title.
    NoTitle,
    /// There is no task with this id.
    NoSuchTask(u32),
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::NoTitle => f.write_str("A task needs a title."),
            TaskError::NoSuchTask(id) => write!(f, "There is no task {id}."),
        }
    }
}

impl std::error::Error for TaskError {}
