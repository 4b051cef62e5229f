//! The inspector at `/__scumble/`: a page that shows what agents are offered and do, and tries a tool.
//!
//! **Who may.** Everything but the page's own files wants, in this order: the `Origin` of this server (a browser names
//! it; whatever names none is no page and has `/__mcp`), the project's secret in a header (it stands in the page's HTML,
//! which no page of another site can read), and the token where there is one. No other site may frame the page or learn
//! anything from it.
//!
//! **As whom.** A call from here has a caller, "Scumble inspector", and no more power than an agent's: a `confirm`
//! command asks in the page, and where that is hidden, in the inspector; what is for the person alone is refused. To
//! press Call is not taken for the answer, since every script of the application has the same origin and can read the
//! same secret.
//!
//! **On a network.** With `--host` others can load the page, as they can load the application. They see its name; tools,
//! calls, the activity log and the lines that tell how to connect need the token, which is asked for in the page, sent
//! in a header and kept in memory. Over plain HTTP whoever can listen in can read it, here as at `/__mcp`.

mod call;
mod live;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::header::{AUTHORIZATION, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use scumble_mcp::{Desk, LARGEST_BODY};
use scumble_protocol::{Caller, ClientInfo, Door};
use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot};

use super::page::escape;
use super::secret;
use super::server::{Served, host_of, text, typed};

/// The header the project's secret comes in.
const SECRET: &str = "x-scumble-secret";

/// What the page may do: load its own files, talk to its own server, draw the images an answer holds. Nothing of it is
/// inline, nothing is made of text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; media-src data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
     trusted-types 'none'";

const PAGE: &str = include_str!("page.html");

/// The page's files by name.
const FILES: &[(&str, &str)] = &[
    ("style.css", include_str!("style.css")),
    ("inspector.js", include_str!("inspector.js")),
    ("link.js", include_str!("link.js")),
    ("dom.js", include_str!("dom.js")),
    ("tools.js", include_str!("tools.js")),
    ("tool.js", include_str!("tool.js")),
    ("form.js", include_str!("form.js")),
    ("answer.js", include_str!("answer.js")),
    ("ask.js", include_str!("ask.js")),
    ("activity.js", include_str!("activity.js")),
    ("pages.js", include_str!("pages.js")),
    ("build.js", include_str!("build.js")),
    ("connect.js", include_str!("connect.js")),
];

/// What the inspector is over.
#[derive(Clone)]
pub(crate) struct Inspector {
    /// The surface agents have.
    desk: Desk,
    /// How agents connect, as the terminal says it.
    lines: String,
    questions: Arc<Questions>,
}

/// Takes the answers to a question by key, or the sentence why there are none.
type Reply = oneshot::Sender<Result<Map<String, Value>, String>>;

/// What calls from here ask the person, by a random name that is good for one answer.
#[derive(Default)]
struct Questions {
    waiting: Mutex<HashMap<String, Reply>>,
}

impl Questions {
    /// Keeps a question; it is called by the name this yields.
    fn ask(&self, reply: Reply) -> String {
        let name = scumble_mcp::token();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone(), reply);
        name
    }

    /// Takes a question out; none if it was answered, or nobody waits any more.
    fn take(&self, name: &str) -> Option<Reply> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(name)
    }
}

impl Inspector {
    pub(crate) fn new(desk: Desk, lines: String) -> Inspector {
        Inspector { desk, lines, questions: Arc::default() }
    }
}

/// Who calls from here.
fn caller() -> Caller {
    let client = ClientInfo { name: "Scumble inspector".into(), version: env!("CARGO_PKG_VERSION").into() };
    Caller { session: "inspector".into(), client: Some(client), ..Caller::by(Door::Native) }
}

/// What is served of the inspector.
pub(crate) fn routes(served: &Arc<Served>) -> Router<Arc<Served>> {
    Router::new()
        .route("/__scumble/call", post(call::call).layer(DefaultBodyLimit::max(LARGEST_BODY)))
        .route("/__scumble/answer", post(call::answer))
        .route("/__scumble/live", post(live::live))
        .route_layer(middleware::from_fn_with_state(Arc::clone(served), admitted))
        .route("/__scumble", get(|| async { Redirect::permanent("/__scumble/") }))
        .route("/__scumble/", get(page))
        .route("/__scumble/inspector/{file}", get(file))
}

/// Lets in who comes from the page.
async fn admitted(State(served): State<Arc<Served>>, request: Request, next: Next) -> Response {
    match check(&served, request.headers(), request.uri()) {
        Ok(()) => next.run(request).await,
        Err((status, sentence)) => text(status, sentence),
    }
}

fn check(served: &Served, headers: &HeaderMap, uri: &Uri) -> Result<(), (StatusCode, String)> {
    let only = |name: HeaderName| {
        let mut given = headers.get_all(name).iter();
        match (given.next(), given.next()) {
            (Some(value), None) => value.to_str().ok(),
            _ => None,
        }
    };
    let forbidden = |sentence: &str| (StatusCode::FORBIDDEN, sentence.to_owned());
    let Some(origin) = only(ORIGIN) else {
        return Err(forbidden(
            "This is for the inspector's page, and the request does not name the page it comes from. Agents connect at /__mcp.",
        ));
    };
    let host = host_of(headers, uri);
    served.guard.check_origin(host.as_deref(), Some(origin)).map_err(|sentence| forbidden(&sentence))?;
    let given = only(HeaderName::from_static(SECRET)).unwrap_or_default();
    if !secret::equal(given, &served.hub.secret) {
        return Err(forbidden("This page was not served by this server. Load it again."));
    }
    let Some(wanted) = &served.token else { return Ok(()) };
    let given = only(AUTHORIZATION).and_then(|given| given.strip_prefix("Bearer ")).unwrap_or_default();
    if secret::equal(given, wanted) {
        return Ok(());
    }
    let sentence = match given {
        "" => "This server needs its token. The terminal it was started in says it.",
        _ => "The token is not this server's. The terminal it was started in says it.",
    };
    Err((StatusCode::UNAUTHORIZED, sentence.to_owned()))
}

async fn page(State(served): State<Arc<Served>>) -> Response {
    let needs = if served.token.is_some() { "token" } else { "" };
    let page = PAGE
        .replace("{{name}}", &escape(&served.hub.name))
        .replace("{{secret}}", &served.hub.secret)
        .replace("{{needs}}", needs);
    sealed(typed("page.html", page))
}

async fn file(Path(name): Path<String>) -> Response {
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((name, contents)) => sealed(typed(name, *contents)),
        None => text(StatusCode::NOT_FOUND, format!("The inspector has no {name}.")),
    }
}

/// With everything that keeps other sites out.
fn sealed(mut response: Response) -> Response {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// JSON, a line each, as they come.
fn lines(mut messages: mpsc::Receiver<Value>) -> Response {
    let stream = futures_util::stream::poll_fn(move |cx| {
        messages
            .poll_recv(cx)
            .map(|message| message.map(|message| Ok::<_, Infallible>(Bytes::from(format!("{message}\n")))))
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(stream)).into_response()
}

#[cfg(test)]
mod files {
    use super::{FILES, PAGE, POLICY};
    use crate::dev::files::content_type;

    #[test]
    fn the_page_and_its_scripts_name_only_files_there_are_and_no_other_address() {
        let has = |name: &str| FILES.iter().any(|(known, _)| *known == name);
        let named = PAGE.split("/__scumble/inspector/").skip(1).filter_map(|rest| rest.split('"').next());
        let named: Vec<&str> = named.collect();
        assert!(named.len() >= 2 && named.iter().all(|name| has(name)), "{named:?}");
        for (name, contents) in FILES {
            for from in contents.split(" from '").skip(1) {
                let imported = from.split('\'').next().and_then(|path| path.strip_prefix("./"));
                assert!(imported.is_some_and(has), "{name} imports {imported:?}");
            }
            assert!(!contents.contains("http://") && !contents.contains("https://"), "{name} names an address");
            assert!(!contents.contains("innerHTML") && !contents.contains("eval("), "{name} makes code of text");
            assert_ne!(content_type(name), "application/octet-stream");
        }
        assert!(!PAGE.contains("http://") && !PAGE.contains("style=") && !PAGE.contains("onclick"));
        assert!(!POLICY.contains("unsafe"));
    }
}
