//! The sockets: the wanted port or the next free one of ten, on both loopback addresses.
//!
//! `localhost` is two addresses, and a browser takes whichever answers. A port counts as free only
//! if it is free on both, or a page of another server would appear under our address.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::TcpListener;

/// How many ports are tried.
const TRIES: u16 = 10;

/// What is listened on.
#[derive(Debug)]
pub(crate) struct Listening {
    /// One or two sockets of one port.
    pub(crate) listeners: Vec<TcpListener>,
    host: IpAddr,
    port: u16,
}

impl Listening {
    /// The address of the page.
    pub(crate) fn url(&self) -> String {
        let port = self.port;
        match self.host {
            host if host.is_loopback() || host.is_unspecified() => format!("http://localhost:{port}/"),
            IpAddr::V4(host) => format!("http://{host}:{port}/"),
            IpAddr::V6(host) => format!("http://[{host}]:{port}/"),
        }
    }
}

/// Listen on `port` of `host` or the next free one of ten; 0 is any.
pub(crate) async fn listen(host: IpAddr, port: u16) -> Result<Listening, String> {
    let mut last = None;
    for offset in 0..TRIES {
        let candidate = if port == 0 { 0 } else { port.saturating_add(offset) };
        match bind(host, candidate).await {
            Ok((listeners, bound)) => {
                if last.is_some() {
                    eprintln!(
                        "  Port {port} is taken, so this is port {bound}: an agent told of {port} reaches another program."
                    );
                }
                return Ok(Listening { listeners, host, port: bound });
            }
            Err(error) if error.kind() == ErrorKind::AddrInUse => last = Some(error),
            Err(error) => {
                return Err(format!(
                    "Could not listen on {host}, port {candidate}: {error}. Name an address of this machine with --host, and a port it may use with --port."
                ));
            }
        }
    }
    let reason = last.map(|error| error.to_string()).unwrap_or_default();
    Err(format!(
        "Ports {port} to {} of {host} are all taken ({reason}). Name another with --port, or --port 0 for any.",
        port.saturating_add(TRIES - 1)
    ))
}

async fn bind(host: IpAddr, port: u16) -> std::io::Result<(Vec<TcpListener>, u16)> {
    let first = TcpListener::bind(SocketAddr::new(host, port)).await?;
    let port = first.local_addr()?.port();
    let other = match host {
        IpAddr::V4(Ipv4Addr::LOCALHOST) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        IpAddr::V6(Ipv6Addr::LOCALHOST) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        _ => return Ok((vec![first], port)),
    };
    match TcpListener::bind(SocketAddr::new(other, port)).await {
        Ok(second) => Ok((vec![first, second], port)),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Err(error),
        // A machine without the other family has nobody else there either.
        Err(_) => Ok((vec![first], port)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[tokio::test]
    async fn a_taken_port_gives_way_to_the_next_free_one() {
        let first = listen(LOCAL, 0).await.expect("some port is free");
        let second = listen(LOCAL, first.port).await.expect("one of the next nine is free");
        assert!(second.port > first.port && second.port < first.port + TRIES, "{} {}", first.port, second.port);
    }

    #[tokio::test]
    async fn a_port_taken_on_the_other_loopback_address_counts_as_taken() {
        let Ok(other) = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).await else {
            // Without IPv6 the case cannot arise.
            return;
        };
        let port = other.local_addr().expect("it is bound").port();
        let ours = listen(LOCAL, port).await.expect("one of the next nine is free");
        assert_ne!(ours.port, port);
    }

    #[tokio::test]
    async fn the_address_is_one_a_person_can_type() {
        let listening = listen(LOCAL, 0).await.expect("some port is free");
        assert_eq!(listening.url(), format!("http://localhost:{}/", listening.port));
    }
}
