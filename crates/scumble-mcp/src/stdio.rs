//! A surface on standard input and output, for a client that starts the program itself.
//!
//! Standard output carries the protocol alone: what the application prints goes to standard error instead.

use std::io::Write;

use rmcp::service::{QuitReason, ServerInitializeError, serve_server};
use tokio::io::{AsyncReadExt, DuplexStream};
use tokio::task::JoinHandle;

use crate::connection::{Connection, Shared};
use crate::desk::Desk;
use crate::options::Options;

/// Serves until the client closes standard input.
pub(crate) async fn run(desk: Desk, options: Options) -> Result<(), String> {
    let (output, writing) = protocol_output()?;
    let ended = serve(desk, options, output).await;
    let _ = writing.await;
    ended
}

async fn serve(desk: Desk, options: Options, output: DuplexStream) -> Result<(), String> {
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

/// How much may wait to be written.
const WAITING: usize = 64 * 1024;

/// What the protocol is written to, and the task that writes it: it ends once the stream is dropped and everything is
/// written. From here on whatever else prints to standard output prints to standard error, except on systems that have
/// no such redirection.
///
/// # Errors
/// A sentence if the process has no such streams.
pub(crate) fn protocol_output() -> Result<(DuplexStream, JoinHandle<()>), String> {
    let output = keep_standard_output()?;
    let (ours, theirs) = tokio::io::duplex(WAITING);
    Ok((ours, tokio::spawn(pump(theirs, output))))
}

/// Standard output as it is for the protocol alone.
#[cfg(unix)]
fn keep_standard_output() -> Result<std::io::PipeWriter, String> {
    let said = |error: rustix::io::Errno| format!("Standard output cannot be kept for the protocol: {error}.");
    let kept = rustix::io::dup(rustix::stdio::stdout()).map_err(said)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr()).map_err(said)?;
    // A handle to write to, whatever it leads to.
    Ok(std::io::PipeWriter::from(kept))
}

#[cfg(not(unix))]
fn keep_standard_output() -> Result<std::io::Stdout, String> {
    Ok(std::io::stdout())
}

/// Writes what comes, on a thread that may block.
async fn pump(mut from: DuplexStream, mut to: impl Write + Send + 'static) {
    let mut buffer = Vec::with_capacity(WAITING);
    while from.read_buf(&mut buffer).await.is_ok_and(|read| read > 0) {
        let written = tokio::task::spawn_blocking(move || {
            let done = to.write_all(&buffer).and_then(|()| to.flush());
            buffer.clear();
            done.map(|()| (to, buffer))
        });
        match written.await {
            Ok(Ok(back)) => (to, buffer) = back,
            // Nobody reads any more; the client's end of the other stream says so too.
            Ok(Err(_)) | Err(_) => return,
        }
    }
}
