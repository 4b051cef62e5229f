//! Run an application headless, as a person and as an agent.
//!
//! [`Harness`] mounts an application (or one element) in this thread, with a clock that goes only when told.
//! A person's half finds controls by role and name and uses them through the scene's own input: the pointer at
//! the control's centre, keys, typed text. An agent's half calls the tools an agent has, and answers the
//! questions a person would be asked as the test says.
//!
//! ```no_run
//! # fn app() -> scumble_agent::AppSpec { unimplemented!() }
//! use scumble_testing::Harness;
//! use serde_json::json;
//!
//! let app = Harness::new(app());
//! app.find("button", "New note").press();
//! app.find("textbox", "Title").fill("Shopping");
//! assert!(app.screen().contains("Shopping"));
//!
//! let answer = app.agent().call("notes_view", json!({}));
//! assert!(!answer.is_error());
//! ```
//!
//! Knows no browser and reads no clock.

mod agent;
mod clock;
mod control;
mod harness;

pub use agent::{AgentHand, CallInFlight};
pub use control::Control;
pub use harness::Harness;

pub use scumble_agent::AppSpec;
pub use scumble_paint::Canvas;
pub use scumble_protocol::{AgentDocument, Answer, Question};
