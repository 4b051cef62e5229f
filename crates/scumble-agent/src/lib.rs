//! The surface: every tool an agent has over an application's channels and screen.
//!
//! Knows no transport, no clock and no page: calls and time come in as values, answers go out as
//! documents, and a host carries both.

mod cancel;
mod outline;
mod refs;
mod settle;
mod unwind;

pub use cancel::CancelToken;
