//! Who may come in: checks of a request's head, before anything reads its body.
//!
//! In order: the host it was sent to, the origin of the page that sent it, the token. A page of another site can make
//! a browser send requests here, and by a name of its own that resolves to this machine; an agent is no page.

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN, WWW_AUTHENTICATE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri};
use sha2::{Digest, Sha256};

use crate::options::Options;

/// A refusal: the status, the sentence, and a header where the status wants one.
#[derive(Debug, PartialEq)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) sentence: String,
    pub(crate) header: Option<(HeaderName, &'static str)>,
}

fn forbidden(sentence: String) -> Refused {
    Refused { status: StatusCode::FORBIDDEN, sentence, header: None }
}

/// Checks the host and the origin.
pub(crate) fn check_source(uri: &Uri, headers: &HeaderMap, options: &Options) -> Result<(), Refused> {
    let mut hosts = headers.get_all(HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok().map(str::to_owned),
        // HTTP/2 names the host in the address.
        (None, _) => uri.authority().map(ToString::to_string),
        (Some(_), Some(_)) => None,
    };
    let Some(host) = host else { return Err(forbidden("A request has to name one host.".to_owned())) };
    if !host_is_allowed(&host, &options.allowed_hosts) {
        return Err(forbidden(format!("This server is not called {host}. Use localhost, or allow that host.")));
    }
    let mut origins = headers.get_all(ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (None, _) => Ok(()),
        (Some(origin), None) if allowed_origin(origin.to_str().ok(), options).is_some() => Ok(()),
        (Some(origin), _) => Err(forbidden(format!(
            "Requests from pages of {} are not allowed.",
            String::from_utf8_lossy(origin.as_bytes())
        ))),
    }
}

/// The origin as allowed, if it is.
pub(crate) fn allowed_origin<'a>(origin: Option<&str>, options: &'a Options) -> Option<&'a str> {
    let origin = origin?;
    options
        .allowed_origins
        .iter()
        .map(|allowed| allowed.trim_end_matches('/'))
        .find(|allowed| allowed.eq_ignore_ascii_case(origin))
}

/// The name in a `Host` header, without port and brackets; none if it is no host, or its port is none.
#[must_use]
pub fn host_name(host: &str) -> Option<&str> {
    // A user part is no part of a host; a browser sends none.
    let authority = Authority::try_from(host).ok().filter(|_| !host.contains('@'))?;
    let (written, rest) = host.split_at_checked(authority.host().len())?;
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    let ends = rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port);
    ends.then(|| written.trim_start_matches('[').trim_end_matches(']'))
}

fn host_is_allowed(host: &str, allowed: &[String]) -> bool {
    let Some(name) = host_name(host) else { return false };
    is_loopback(name)
        || allowed.iter().any(|allowed| {
            allowed.eq_ignore_ascii_case(host)
                || allowed.trim_start_matches('[').trim_end_matches(']').eq_ignore_ascii_case(name)
        })
}

fn is_loopback(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Checks the token. How long this takes says nothing of how much of it was right.
pub(crate) fn check_token(headers: &HeaderMap, options: &Options) -> Result<(), Refused> {
    let Some(wanted) = &options.token else { return Ok(()) };
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let (first, more) = (given.next(), given.next());
    let refused = |sentence: &str, challenge: &'static str| Refused {
        status: StatusCode::UNAUTHORIZED,
        sentence: sentence.to_owned(),
        header: Some((WWW_AUTHENTICATE, challenge)),
    };
    let Some(first) = first else {
        return Err(refused("This server needs its token as Authorization: Bearer.", "Bearer"));
    };
    let bytes = first.as_bytes();
    let is_bearer = bytes.len() > 7 && bytes[..7].eq_ignore_ascii_case(b"bearer ");
    if more.is_none() && is_bearer && equal(&bytes[7..], wanted.as_bytes()) {
        return Ok(());
    }
    Err(refused("The token is not this server's.", "Bearer error=\"invalid_token\""))
}

/// Compares digests, every byte of them: neither length nor place of a difference shows in the time.
fn equal(given: &[u8], wanted: &[u8]) -> bool {
    let (given, wanted) = (Sha256::digest(given), Sha256::digest(wanted));
    let difference = given.iter().zip(wanted.iter()).fold(0, |difference, (one, other)| difference | (one ^ other));
    std::hint::black_box(difference) == 0
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};

    use super::{check_source, check_token};
    use crate::options::Options;

    fn headers(lines: &[(&str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers
                .append(HeaderName::try_from(*name).expect("a name"), HeaderValue::from_str(value).expect("a value"));
        }
        headers
    }

    fn comes_in(lines: &[(&str, &str)], options: &Options) -> bool {
        check_source(&Uri::from_static("/mcp"), &headers(lines), options).is_ok()
    }

    #[test]
    fn only_loopback_names_and_allowed_hosts_come_in() {
        let mut options = Options::new("test", "1");
        for host in ["localhost", "LOCALHOST:5173", "127.0.0.1:80", "127.9.8.7", "[::1]", "[::1]:7310"] {
            assert!(comes_in(&[("host", host)], &options), "{host}");
        }
        let rebinding = [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1.nip.io",
            "localhost.evil.example:80",
            "evil.example.",
            "evil@localhost",
            "localhost:80@evil.example",
            "localhost:evil",
            "localhost:99999",
            "localhost:+80",
            "localhost:80:81",
            "[::1].evil.example",
            "2130706433",
            "127.1",
            "0.0.0.0",
            "[::]:80",
            "local host",
            "",
        ];
        for host in rebinding {
            assert!(!comes_in(&[("host", host)], &options), "{host}");
        }
        assert!(!comes_in(&[], &options));
        assert!(!comes_in(&[("host", "localhost"), ("host", "evil.example")], &options));
        options.allowed_hosts = vec!["box.local".into(), "other.local:8080".into()];
        assert!(
            comes_in(&[("host", "box.local:5173")], &options) && comes_in(&[("host", "other.local:8080")], &options)
        );
        assert!(!comes_in(&[("host", "other.local:8081")], &options));
    }

    #[test]
    fn every_page_is_refused_but_those_allowed() {
        let mut options = Options::new("test", "1");
        for origin in ["http://localhost:5173", "https://evil.example", "null", ""] {
            assert!(!comes_in(&[("host", "localhost"), ("origin", origin)], &options), "{origin}");
        }
        options.allowed_origins = vec!["https://inspector.example/".into()];
        assert!(comes_in(&[("host", "localhost"), ("origin", "https://inspector.example")], &options));
        for origin in [
            "https://inspector.example:8443",
            "http://inspector.example",
            "https://inspector.example.evil",
            "https://an.inspector.example",
        ] {
            assert!(!comes_in(&[("host", "localhost"), ("origin", origin)], &options), "{origin}");
        }
        let two = [("host", "localhost"), ("origin", "https://inspector.example"), ("origin", "https://evil.example")];
        assert!(!comes_in(&two, &options));
    }

    #[test]
    fn a_token_that_differs_anywhere_or_in_length_is_refused_with_a_challenge() {
        let options = Options { token: Some("sesame".into()), ..Options::default() };
        let check = |lines: &[(&str, &str)]| check_token(&headers(lines), &options);
        assert_eq!(check(&[("authorization", "Bearer sesame")]), Ok(()));
        assert_eq!(check(&[("authorization", "bearer sesame")]), Ok(()));
        for wrong in [
            "Bearer sesamE",
            "Bearer Sesame",
            "Bearer sesam",
            "Bearer sesame ",
            "Bearer sesamee",
            "Basic sesame",
            "sesame",
            "Bearer",
        ] {
            let refused = check(&[("authorization", wrong)]).expect_err(wrong);
            assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
            assert!(
                refused
                    .header
                    .is_some_and(|(name, challenge)| name == "www-authenticate" && challenge.starts_with("Bearer"))
            );
        }
        assert!(check(&[]).is_err());
        assert!(check(&[("authorization", "Bearer sesame"), ("authorization", "Bearer wrong")]).is_err());
    }
}
