//! What is served where: the page, files beside it, the package under `/pkg/`, the
//! socket of the pages, agents at `/__mcp`, and the inspector at `/__scumble/`.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use scumble_mcp::McpService;
use serde_json::json;

use super::files::{content_type, locate};
use super::guard::Guard;
use super::hub::Hub;
use super::inspector::{self, Inspector};
use super::page::{self, CLIENT_PATH, HEADLESS_PATH};
use super::socket;

/// What a server serves.
#[derive(Clone)]
pub(crate) struct Served {
    /// Builds, pages and what both have to do with each other.
    pub(crate) hub: Arc<Hub>,
    /// The application's folder.
    pub(crate) root: PathBuf,
    /// The application.
    pub(crate) name: String,
    /// The name its package's files carry.
    pub(crate) file_name: String,
    pub(crate) guard: Guard,
    /// What agents and the inspector need, if they need one.
    pub(crate) token: Option<String>,
    pub(crate) inspector: Inspector,
}

/// Where agents connect.
pub(crate) const MCP_PATH: &str = "/__mcp";

/// The server; `mcp` answers agents.
pub(crate) fn router(served: Served, mcp: McpService) -> Router {
    let served = Arc::new(served);
    let guard = served.guard;
    Router::new()
        .merge(inspector::routes(&served))
        .route("/__scumble/socket", get(socket))
        .route("/__connection.json", get(connection))
        .route_service(MCP_PATH, mcp)
        .route(CLIENT_PATH, get(client))
        .route(HEADLESS_PATH, get(async || typed("headless.html", page::HEADLESS)))
        .route("/pkg/{*file}", get(package_file))
        .fallback(page_or_file)
        .layer(middleware::from_fn_with_state(guard, guarded))
        .with_state(served)
}

/// Nothing answers before this, and nothing is kept by a browser: it is all about to change.
async fn guarded(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let host = host_of(request.headers(), request.uri());
    let mut response = match guard.check_host(host.as_deref()) {
        Ok(()) => next.run(request).await,
        Err(message) => text(StatusCode::FORBIDDEN, message),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

/// The one host a request names; none if it names several.
pub(crate) fn host_of(headers: &HeaderMap, uri: &Uri) -> Option<String> {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok().map(str::to_owned),
        // HTTP/2 names the host in the address.
        (None, _) => uri.authority().map(ToString::to_string),
        (Some(_), Some(_)) => None,
    }
}

async fn client(State(served): State<Arc<Served>>) -> Response {
    let state = served.hub.current.built().await;
    let script = page::client(state.package.as_ref().map(|package| package.build.as_str()));
    typed("client.js", script)
}

async fn package_file(State(served): State<Arc<Served>>, uri: Uri) -> Response {
    let name = uri.path().trim_start_matches("/pkg/");
    let Some(package) = served.hub.current.built().await.package else {
        return text(
            StatusCode::SERVICE_UNAVAILABLE,
            format!(
                "{} has not been built yet: its first build failed. The terminal and the page say why.",
                served.name
            ),
        );
    };
    match package.files.get(name) {
        Some(bytes) => typed(name, bytes.clone()),
        None => text(StatusCode::NOT_FOUND, format!("The package of {} has no {name}.", served.name)),
    }
}

async fn page_or_file(State(served): State<Arc<Served>>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return text(StatusCode::METHOD_NOT_ALLOWED, format!("{} takes GET alone.", uri.path()));
    }
    let path = if uri.path() == "/" { "/index.html" } else { uri.path() };
    let found = {
        let (root, path) = (served.root.clone(), path.to_owned());
        // Reading files is not for the threads that answer.
        tokio::task::spawn_blocking(move || {
            let file = locate(&root, &path)?;
            let bytes = std::fs::read(&file).ok()?;
            Some((file.file_name()?.to_string_lossy().into_owned(), bytes))
        })
        .await
        .ok()
        .flatten()
    };
    match found {
        Some((name, bytes)) if content_type(&name).starts_with("text/html") => {
            typed(&name, page::inject(&String::from_utf8_lossy(&bytes), &served.hub.secret))
        }
        Some((name, bytes)) => typed(&name, bytes),
        None if path == "/index.html" => {
            typed(path, page::inject(&page::default_page(&served.name, &served.file_name), &served.hub.secret))
        }
        None => text(StatusCode::NOT_FOUND, format!("{} has no {path}.", served.root.display())),
    }
}

pub(crate) fn typed(name: &str, body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, content_type(name))], body.into()).into_response()
}

pub(crate) fn text(status: StatusCode, message: String) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], message).into_response()
}

async fn socket(
    State(served): State<Arc<Served>>,
    headers: HeaderMap,
    uri: Uri,
    upgrade: WebSocketUpgrade,
) -> Response {
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    if let Err(message) = served.guard.check_origin(host_of(&headers, &uri).as_deref(), origin) {
        return text(StatusCode::FORBIDDEN, message);
    }
    let hub = Arc::clone(&served.hub);
    let upgrade = upgrade.max_message_size(socket::LARGEST_MESSAGE).max_frame_size(socket::LARGEST_MESSAGE);
    upgrade.on_upgrade(move |socket| socket::serve(socket, hub))
}

/// What a client that knows the address alone has to know to connect.
async fn connection(State(served): State<Arc<Served>>) -> Response {
    let state = served.hub.current.subscribe().borrow().clone();
    let build = state.block.as_ref().map(|block| &block.summary.id);
    let about = json!({
        "name": served.hub.name,
        "mcp": MCP_PATH,
        "url": served.hub.url,
        "build": build,
        "token": served.token.is_some(),
        "pid": std::process::id(),
    });
    typed("connection.json", about.to_string())
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

    use scumble_protocol::build::BuildBlock;
    use scumble_protocol::build::{BuildObject, BuildSummary, ObjectKind, ObjectStatus};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use scumble_catalog::{Catalog, Library};

    use super::*;
    use crate::dev::rebuild::{Current, Package};
    use crate::dev::surface::DevSurface;

    fn block(id: &str, status: ObjectStatus) -> BuildBlock {
        let object = BuildObject {
            kind: ObjectKind::Crate,
            name: "notes".into(),
            status,
            diagnostics: Vec::new(),
            elapsed_ms: None,
        };
        let failed = u32::from(status == ObjectStatus::Error);
        BuildBlock {
            objects: vec![object],
            summary: BuildSummary { id: id.into(), built: 1 - failed, failed, skipped: 0, timestamp: String::new() },
        }
    }

    fn package(build: &str) -> Package {
        let files = HashMap::from([("notes_bg.wasm".to_owned(), axum::body::Bytes::from_static(b"\0asm"))]);
        Package { build: build.into(), files }
    }

    async fn serve() -> (tempfile::TempDir, Arc<Current>, u16) {
        serve_with(None).await
    }

    /// A real server on a real socket, with one application folder; its secret is `5ec7e7`.
    pub(crate) async fn serve_with(token: Option<&str>) -> (tempfile::TempDir, Arc<Current>, u16) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(dir.path().join("style.css"), "body {}").expect("a writable folder");
        let current = Arc::new(Current::new());
        let hub = Hub::new(Arc::clone(&current), "5ec7e7".into(), "http://localhost/".into(), "notes".into());
        let surface = Arc::clone(&hub);
        let library = || Ok(DevSurface::new(surface, Library::new(Catalog::open(env!("CARGO_MANIFEST_DIR"))?)));
        let desk = scumble_mcp::Desk::open(library).expect("a surface");
        let served = Served {
            hub,
            root: dir.path().to_owned(),
            name: "notes".into(),
            file_name: "notes".into(),
            guard: Guard::new([127, 0, 0, 1].into()),
            token: token.map(str::to_owned),
            inspector: Inspector::new(desk.clone(), "  ➜  Agents:  here".into()),
        };
        let mcp = McpService::new(desk, scumble_mcp::Options::new("notes", "1"));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("some port is free");
        let port = listener.local_addr().expect("it is bound").port();
        tokio::spawn(async move { axum::serve(listener, router(served, mcp)).await });
        (dir, current, port)
    }

    async fn request(port: u16, path: &str, headers: &str) -> String {
        send(port, &format!("GET {path}"), headers, "").await
    }

    /// Sends a request, `head` its method and path, and gives the whole answer.
    pub(crate) async fn send(port: u16, head: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("the server listens");
        let length = body.len();
        let request =
            format!("{head} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}");
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("the server answers");
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[tokio::test]
    async fn a_page_is_made_up_and_everything_has_its_type_and_is_not_kept() {
        let (_dir, current, port) = serve().await;
        current.publish(block("b7f3", ObjectStatus::Ok), Some(package("b7f3")));
        let page = request(port, "/", "Host: localhost\r\n").await;
        assert!(
            page.contains("200 OK") && page.contains("/__scumble/client.js") && page.contains("/pkg/notes.js"),
            "{page}"
        );
        let module = request(port, "/pkg/notes_bg.wasm", "Host: localhost\r\n").await;
        assert!(
            module.contains("content-type: application/wasm") && module.contains("cache-control: no-store"),
            "{module}"
        );
        let style = request(port, "/style.css", "Host: localhost\r\n").await;
        assert!(style.contains("content-type: text/css"), "{style}");
        let client = request(port, "/__scumble/client.js", "Host: localhost\r\n").await;
        assert!(client.contains("window.__scumble_dev = { build: \"b7f3\", protocol: 1, largest: "), "{client}");
        assert!(request(port, "/none.css", "Host: localhost\r\n").await.contains("404"));
        assert!(request(port, "/pkg/none.js", "Host: localhost\r\n").await.contains("404"));
    }

    #[tokio::test]
    async fn the_package_waits_for_the_first_build() {
        let (_dir, current, port) = serve().await;
        let waiting = tokio::spawn(async move { request(port, "/pkg/notes_bg.wasm", "Host: localhost\r\n").await });
        tokio::task::yield_now().await;
        current.publish(block("b7f3", ObjectStatus::Error), None);
        let answer = waiting.await.expect("it does not panic");
        assert!(answer.contains("503") && answer.contains("its first build failed"), "{answer}");
    }

    #[tokio::test]
    async fn another_host_and_another_sites_socket_are_refused() {
        let (_dir, _current, port) = serve().await;
        let answer = request(port, "/", "Host: evil.example\r\n").await;
        assert!(answer.contains("403") && answer.contains("Open it as localhost"), "{answer}");
        let upgrade =
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        let headers = format!("Host: localhost\r\nOrigin: https://evil.example\r\n{upgrade}")
            .replace("Connection: close\r\n", "");
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("the server listens");
        let request = format!("GET /__scumble/socket HTTP/1.1\r\nConnection: Upgrade\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut answer = [0; 512];
        let read = stream.read(&mut answer).await.expect("the server answers");
        assert!(String::from_utf8_lossy(&answer[..read]).contains("403"));
    }
}
