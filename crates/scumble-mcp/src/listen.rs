//! A server of its own for a native program: loopback, the usual port or the next that is free.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tower_service::Service;

use crate::http::McpService;

/// The first port tried.
pub const FIRST_PORT: u16 = 7310;

/// How many are tried.
const PORTS: u16 = 10;

/// How long to wait where no connection could be taken.
const BREATH: Duration = Duration::from_millis(50);

/// A server that runs. It stops when this is dropped.
#[derive(Debug)]
pub struct Serving {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Serving {
    /// Where clients connect.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// The address it is bound to.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until it has ended, which it does by itself only with the runtime.
    pub async fn ended(mut self) {
        let _ = (&mut self.task).await;
    }

    /// Stops it and waits until it has.
    pub async fn stop(mut self) {
        // Not gracefully: open streams would keep it for ever. Their clients see the connection end.
        self.task.abort();
        let _ = (&mut self.task).await;
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Binds the first free port and serves there.
pub(crate) async fn listen(service: McpService) -> Result<Serving, String> {
    for port in FIRST_PORT..FIRST_PORT + PORTS {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => return serve_on(listener, service),
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(format!("Port {port} of 127.0.0.1 cannot be listened on: {error}.")),
        }
    }
    let last = FIRST_PORT + PORTS - 1;
    Err(format!(
        "Ports {FIRST_PORT} to {last} are all in use, so agents cannot be served. End one of the programs that use them, or mount \
         scumble_mcp::service on a listener of your own."
    ))
}

/// Serves on a listener that is bound already.
pub(crate) fn serve_on(listener: TcpListener, service: McpService) -> Result<Serving, String> {
    let address = listener.local_addr().map_err(|error| format!("The listener has no address: {error}."))?;
    let task = tokio::spawn(accept(listener, service));
    Ok(Serving { address, task })
}

/// Takes connections until it is dropped, and drops them with it: a server that was stopped says no more to anybody,
/// which axum's own loop does not promise of connections it has handed on.
async fn accept(listener: TcpListener, service: McpService) {
    let _ended = EndSessions(service.clone());
    let router = Router::new().route_service("/mcp", service);
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    let _ = stream.set_nodelay(true);
                    connections.spawn(connection(stream, router.clone()));
                }
                // Out of handles, or a client that was gone at once: neither is the end of the server.
                Err(_) => tokio::time::sleep(BREATH).await,
            },
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
        }
    }
}

async fn connection(stream: TcpStream, router: Router) {
    let serve = service_fn(move |request: hyper::Request<Incoming>| router.clone().call(request));
    // How a connection ends is the client's affair.
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), serve).await;
}

/// Ends what clients have begun when the server ends.
struct EndSessions(McpService);

impl Drop for EndSessions {
    fn drop(&mut self) {
        self.0.end();
    }
}
