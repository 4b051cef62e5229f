//! The surface: every tool an agent has over an application's channels and screen.
//!
//! Knows no transport, no clock and no page: calls and time come in as values, answers go out as
//! documents, and a host carries both.

mod activity;
mod bounded;
mod cancel;
mod channel_tools;
mod outline;
mod refs;
mod settle;
mod shared;
mod surface;
mod surfaces;
mod target;
mod unwind;

pub use activity::{Activity, Line, MOST_LINES};
pub use cancel::CancelToken;
pub use shared::Limits;
pub use surface::{Call, DEADLINE_MS, LocalBoxFuture, Outcome, Surface};
pub use surfaces::{LONGEST_TOOL_NAME, Surfaces};
