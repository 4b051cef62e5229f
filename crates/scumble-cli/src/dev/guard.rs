//! Who may ask: nobody whose `Host` is not this machine, and no socket of another site's page.
//!
//! A page on the internet can point a name of its own at 127.0.0.1 and so read a server here as its
//! own origin (DNS rebinding); the `Host` header then still has that name.

use std::net::IpAddr;

/// The rule for one server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    listening_on: IpAddr,
}

impl Guard {
    pub(crate) fn new(listening_on: IpAddr) -> Self {
        Self { listening_on }
    }

    /// Whether a request with this `Host` header is answered; else why not.
    pub(crate) fn check_host(&self, host: Option<&str>) -> Result<(), String> {
        let Some(host) = host else {
            return Err("A request has to name one host.".into());
        };
        if scumble_mcp::host_name(host).is_some_and(|name| self.allows(name)) {
            return Ok(());
        }
        Err(format!(
            "This server answers for this machine alone, and the request came for {host}. Open it as localhost."
        ))
    }

    /// Whether a request with these headers is of a page of this server. Tools that are no browser send no `Origin`.
    pub(crate) fn check_origin(&self, host: Option<&str>, origin: Option<&str>) -> Result<(), String> {
        self.check_host(host)?;
        let (Some(host), Some(origin)) = (host, origin) else { return Ok(()) };
        let authority = origin.split_once("://").map_or(origin, |(_, authority)| authority);
        if authority.eq_ignore_ascii_case(host) {
            return Ok(());
        }
        Err(format!("This is for this server's own pages, and the request came from {origin}."))
    }

    fn allows(&self, name: &str) -> bool {
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        if name == "localhost" || name.ends_with(".localhost") {
            return true;
        }
        let Ok(address) = name.parse::<IpAddr>() else { return false };
        // An address cannot be rebound; on all addresses any of them is ours.
        address.is_loopback() || address == self.listening_on || self.listening_on.is_unspecified()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(host: &str) -> Guard {
        Guard::new(host.parse().expect("an address"))
    }

    #[test]
    fn this_machines_names_are_answered_and_others_are_not() {
        let guard = guard("127.0.0.1");
        for host in
            ["localhost", "localhost:5173", "LOCALHOST:5173", "127.0.0.1:5173", "[::1]:5173", "app.localhost:80"]
        {
            assert!(guard.check_host(Some(host)).is_ok(), "{host}");
        }
        for host in
            ["evil.example:5173", "localhost.evil.example", "127.0.0.1.nip.io:5173", "192.168.1.4:5173", "", "::"]
        {
            let message = guard.check_host(Some(host)).expect_err(host);
            assert!(message.contains("Open it as localhost"), "{message}");
        }
        for odd in ["127.0.0.1:80@evil.example", "localhost:evil", "localhost:99999", "[::1].evil.example"] {
            assert!(guard.check_host(Some(odd)).is_err(), "{odd}");
        }
        assert!(guard.check_host(None).is_err());
    }

    #[test]
    fn an_address_that_was_asked_for_is_answered_by_that_address_only() {
        assert!(guard("192.168.1.4").check_host(Some("192.168.1.4:5173")).is_ok());
        assert!(guard("192.168.1.4").check_host(Some("192.168.1.5:5173")).is_err());
        assert!(guard("0.0.0.0").check_host(Some("192.168.1.5:5173")).is_ok());
        assert!(guard("0.0.0.0").check_host(Some("evil.example")).is_err());
    }

    #[test]
    fn a_socket_of_another_sites_page_is_refused() {
        let guard = guard("127.0.0.1");
        let host = Some("localhost:5173");
        assert!(guard.check_origin(host, Some("http://localhost:5173")).is_ok());
        assert!(guard.check_origin(host, None).is_ok());
        for origin in ["https://evil.example", "http://localhost:8080", "null"] {
            assert!(guard.check_origin(host, Some(origin)).is_err(), "{origin}");
        }
    }
}
