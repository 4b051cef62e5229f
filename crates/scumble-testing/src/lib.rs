//! Run an application headless, as a person and as an agent.
//!
//! [`Harness`] mounts an application (or one element) in this thread, with a clock that goes only when told.
//! A person's half finds controls by role and name and uses them through the scene's own input: the pointer at
//! the control's centre, keys, typed text. An agent's half calls the tools an agent has, and answers the
//! questions a person would be asked as the test says.
//!
//! ```
//! use scumble_reactive::Signal;
//! use scumble_scene::{Role, column, text};
//! use scumble_testing::Harness;
//! use serde_json::json;
//!
//! let app = Harness::of(|_| {
//!     let count = Signal::new(0);
//!     let add = column().role(Role::Button).label("Add").width(80.0).height(24.0).on_press(move |_| count.set(count.get() + 1));
//!     column().child(text(move || format!("{} so far", count.get()))).child(add)
//! });
//! app.find("button", "Add").press();
//! assert!(app.screen().contains("text \"1 so far\""));
//!
//! let answer = app.agent().text("ui_press", json!({ "role": "button", "name": "Add" }));
//! assert!(answer.contains("text \"2 so far\""));
//! ```
//!
//! An application made by `app!` is mounted with [`Harness::new`].
//!
//! Knows no browser and reads no clock.

mod agent;
mod clock;
mod control;
mod harness;
mod offered;

pub use agent::{AgentHand, CallInFlight};
pub use control::Control;
pub use harness::Harness;
pub use offered::Told;

pub use scumble_agent::AppSpec;
pub use scumble_paint::Canvas;
pub use scumble_protocol::{AgentDocument, Answer, Question};
