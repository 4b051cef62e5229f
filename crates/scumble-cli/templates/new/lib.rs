//! My app: a list of what is to be done.
//!
//! Run it with `scumble dev`. What it holds and can be asked to do is in `tasks`, what is drawn in `ui`.

mod tasks;
mod ui;

pub use tasks::{Task, TaskError, Tasks};

scumble::app!(
    ui::App,
    name: "My app",
    instructions: "A list of tasks the person keeps. Read tasks_view for what is on it. Removing the finished ones asks the person.",
    channels: [Tasks::open()]
);
