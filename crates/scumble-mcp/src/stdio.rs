//! A surface on standard input and output, for a client that starts the program itself.
//!
//! Standard output carries the protocol alone: what the application prints goes to standard error instead.

use rmcp::service::{QuitReason, ServerInitializeError, serve_server};

use crate::connection::{Connection, Shared};
use crate::desk::Desk;
use crate::options::Options;

/// Serves until the client closes standard input.
pub(crate) async fn run(desk: Desk, options: Options) -> Result<(), String> {
    let output = protocol_output()?;
    let connection = Connection::new(Shared::new(desk, options), "stdio");
    let running = match serve_server(connection, (tokio::io::stdin(), output)).await {
        Ok(running) => running,
        // A client that goes before it said hello has ended like any other.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(format!("The client could not be served: {error}.")),
    };
    match running.waiting().await {
        Ok(QuitReason::Closed | QuitReason::Cancelled) => Ok(()),
        Ok(reason) => Err(format!("Serving the client ended: {reason:?}.")),
        Err(error) => Err(format!("Serving the client ended: {error}.")),
    }
}

/// What the protocol is written to. From here on whatever else prints to standard output prints to standard error.
///
/// # Errors
/// A sentence if the process has no such streams.
#[cfg(unix)]
pub(crate) fn protocol_output() -> Result<tokio::fs::File, String> {
    let said = |error: rustix::io::Errno| format!("Standard output cannot be kept for the protocol: {error}.");
    let kept = rustix::io::dup(rustix::stdio::stdout()).map_err(said)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr()).map_err(said)?;
    Ok(tokio::fs::File::from_std(std::fs::File::from(kept)))
}

/// What the protocol is written to. On this system an application that prints is not kept apart from it.
#[cfg(not(unix))]
pub(crate) fn protocol_output() -> Result<tokio::io::Stdout, String> {
    Ok(tokio::io::stdout())
}
