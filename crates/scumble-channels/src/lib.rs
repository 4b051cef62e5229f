//! Channels: what an application holds and what it can be asked to do.
//!
//! A channel is a `Copy` bundle of signals (its view) with commands, made by `#[channel]` and `#[commands]`. This crate
//! is what those macros generate code against, and what an agent's side reads: contracts with projected schemas,
//! arguments checked with sentences, commands sent by name, the person asked where a command wants it.
//!
//! It knows no tool, no screen and no transport, and it reads no clock.

#[doc(hidden)]
pub mod command;
pub mod confirm;
pub mod near;
pub mod schema;

mod bytes;
mod caller;
mod channel;
mod contract;
mod error;
mod oneshot;
mod validate;

pub use bytes::{Bytes, Element, Typed};
pub use caller::{CallContext, CurrentCaller, agent_call, take_refusals};
pub use channel::state::{self, ChannelState};
pub use channel::{Channel, ChannelScope, Dispatch, Returned, Served, Slot, check_served, tool_part};
pub use confirm::{Asker, Confirmed, Refused, RefusedReason};
pub use contract::{CommandContract, Contract, KeyContract, Visibility};
pub use error::{CommandError, Diagnostic, Failure};
pub use schema::{project_mcp, project_output, project_webmcp};
pub use scumble_protocol::to_agent_value;
pub use validate::validate;

/// A boxed future of one thread.
pub type LocalBoxFuture<T> = std::pin::Pin<Box<dyn Future<Output = T>>>;
