//! The surface: every tool an agent has over an application's channels and screen.
//!
//! Channels, the screen and what the application adds of its own ([`own`]) are offered alike.
//!
//! Knows no transport, no clock and no page: calls and time come in as values, answers go out as
//! documents, and a host carries both.

mod activity;
mod agent;
mod asking;
mod bounded;
mod carry;
mod channel_tools;
mod look;
mod order;
mod outline;
pub mod own;
mod refs;
mod screen;
mod screen_tools;
mod settle;
mod shared;
mod spec;
mod surface;
mod surfaces;
mod target;
mod unwind;
mod watch;
mod written;

pub use activity::Activity;
pub use agent::{Agent, AgentContext, AgentOptions};
pub use look::{Frame, FrameRequest, Frames, LocalFrames, draw_component};
pub use scumble_protocol::{Call, CancelToken, DEADLINE_MS, Line, LocalBoxFuture, MOST_LINES, Outcome, Surface};
pub use shared::Limits;
pub use spec::AppSpec;
pub use surfaces::{LONGEST_TOOL_NAME, Surfaces};
