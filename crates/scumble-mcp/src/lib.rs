//! A surface over the Model Context Protocol: Streamable HTTP and stdio, sessions up to 2025-11-25 and the era without
//! them from 2026-07-28 on.
//!
//! [`service`] is mounted on a router of one's own, [`serve`] listens by itself, [`stdio`] speaks to the client that
//! started the program. [`proxy`] joins a client on stdio to a server over HTTP that may be restarted. A surface lives on one thread and connections on many; each of the three takes a closure that
//! makes the surface, and runs it on a thread of its own with the runtime's clock and timers ([`Desk`]).
//!
//! rmcp speaks the protocol. Where it leaves something to its server, or does it another way than
//! the surface promises, this crate does:
//! - the checks of host, origin, token, size, JSON and session before a handler exists, and CORS (`http`, `guard`);
//! - what is wrong with a request it cannot read, named (`misshapen`);
//! - a result without `isError` on success, and argument errors in the surface's sentences (`raise`, `connection`);
//! - sessions that do not end by being idle, but make way when there are too many, and callers numbered at
//!   `initialize`, since handlers are made for every request of the later era (`callers`);
//! - subscriptions of both eras, paced, and changed lists only where they differ (`watch`, `pace`, `host`);
//! - questions to the client in both eras, with states that are good for one answer (`conduct`, `parked`).

mod callers;
mod conduct;
mod connection;
mod desk;
mod door;
mod guard;
mod host;
mod http;
mod listen;
mod log;
mod misshapen;
mod options;
mod pace;
mod parked;
pub mod proxy;
mod raise;
mod random;
mod stdio;
mod watch;

pub use desk::Desk;
pub use door::{HostCall, Word};
pub use guard::host_name;
pub use http::{LARGEST_BODY, McpService};
pub use listen::{FIRST_PORT, Serving};
pub use options::{Around, Options};
pub use random::token;
use scumble_protocol::Surface;

/// Serves the surface that `make` makes, as a tower service for any axum router. `make` runs on the surface's thread.
///
/// # Errors
/// What `make` says.
pub fn service<S: Surface + 'static>(
    make: impl FnOnce() -> Result<S, String> + Send + 'static,
    options: Options,
) -> Result<McpService, String> {
    Ok(McpService::new(Desk::open(make)?, options))
}

/// Serves the surface that `make` makes at `/mcp` of 127.0.0.1, on port 7310 or the next free of ten.
///
/// # Errors
/// What `make` says, or a sentence if no port can be had.
///
/// # Panics
/// Outside of a Tokio runtime.
pub async fn serve<S: Surface + 'static>(
    make: impl FnOnce() -> Result<S, String> + Send + 'static,
    options: Options,
) -> Result<Serving, String> {
    listen::listen(service(make, options)?).await
}

/// As [`serve`], on a listener that is bound already.
///
/// # Errors
/// What `make` says, or a sentence if the listener has no address.
///
/// # Panics
/// Outside of a Tokio runtime.
pub fn serve_on<S: Surface + 'static>(
    listener: tokio::net::TcpListener,
    make: impl FnOnce() -> Result<S, String> + Send + 'static,
    options: Options,
) -> Result<Serving, String> {
    listen::serve_on(listener, service(make, options)?)
}

/// Serves the surface that `make` makes on standard input and output, until the client closes it. On Unix whatever the
/// program prints to standard output from then on goes to standard error.
///
/// # Errors
/// What `make` says, or how the connection failed.
///
/// # Panics
/// Outside of a Tokio runtime.
pub async fn stdio<S: Surface + 'static>(
    make: impl FnOnce() -> Result<S, String> + Send + 'static,
    options: Options,
) -> Result<(), String> {
    stdio::run(Desk::open(make)?, options).await
}
