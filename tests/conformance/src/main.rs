//! A surface that offers what MCP's conformance suite asks servers for, under the names it asks by.
//!
//! Run by `node tests/conformance/run.mjs`, or by hand: `cargo run -p conformance -- 7399` and point the suite at the
//! URL it prints. Ends when standard input does.

mod prompts;
mod resources;
mod tools;

use std::cell::{Cell, RefCell};
use std::process::ExitCode;
use std::rc::Rc;

use scumble_mcp::Options;
use scumble_protocol::{
    Call, Caller, Change, Completing, Contents, Listening, LocalBoxFuture, Outcome, Prompt, PromptMessage, Resource,
    Surface, Template, Tool, ToolError,
};
use tokio::io::AsyncReadExt;

/// Who is told of changes.
type Listeners = Rc<RefCell<Vec<Rc<dyn Fn(Change)>>>>;

/// What the suite finds.
#[derive(Clone, Default)]
struct Fixture {
    /// Whether the tool that comes and goes is there.
    changed: Rc<Cell<bool>>,
    listeners: Listeners,
}

impl Fixture {
    fn say(&self, change: &Change) {
        let listeners = self.listeners.borrow().clone();
        for listener in listeners {
            listener(change.clone());
        }
    }
}

impl Surface for Fixture {
    fn tools(&self) -> Vec<Tool> {
        tools::list(self.changed.get())
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
        let fixture = self.clone();
        Box::pin(async move { tools::call(&fixture, call).await.into() })
    }

    fn resources(&self) -> Vec<Resource> {
        resources::list()
    }

    fn templates(&self) -> Vec<Template> {
        resources::templates()
    }

    fn read(&self, uri: &str, _caller: &Caller) -> LocalBoxFuture<Option<Result<Contents, ToolError>>> {
        let contents = resources::read(uri);
        Box::pin(async move { contents.map(Ok) })
    }

    fn prompts(&self) -> Vec<Prompt> {
        prompts::list()
    }

    fn prompt(&self, call: Call) -> LocalBoxFuture<Option<Result<Vec<PromptMessage>, ToolError>>> {
        Box::pin(prompts::fill(call))
    }

    fn complete(&self, completing: Completing) -> LocalBoxFuture<Vec<String>> {
        let places = ["paris", "park", "party", "test"];
        let values =
            places.iter().filter(|place| place.starts_with(&completing.value)).map(ToString::to_string).collect();
        Box::pin(async move { values })
    }

    fn listen(&self, listener: Rc<dyn Fn(Change)>) -> Listening {
        self.listeners.borrow_mut().push(Rc::clone(&listener));
        let listeners = Rc::clone(&self.listeners);
        Listening::until(move || listeners.borrow_mut().retain(|known| !Rc::ptr_eq(known, &listener)))
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(0);
    match serve(port).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(port: u16) -> Result<(), String> {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await;
    let listener = listener.map_err(|error| format!("Port {port} cannot be listened on: {error}."))?;
    let port = listener.local_addr().map_err(|error| format!("The listener has no address: {error}."))?.port();
    let mut options =
        Options::new("conformance", env!("CARGO_PKG_VERSION")).instructions("What the conformance suite asks for.");
    // The suite wants pages of this machine let in, as no server of ours does unless it is told to.
    options.allowed_origins = vec![format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}")];
    let serving = scumble_mcp::serve_on(listener, || Ok(Fixture::default()), options)?;
    println!("{}", serving.url());
    let mut rest = Vec::new();
    let _ = tokio::io::stdin().read_to_end(&mut rest).await;
    serving.stop().await;
    Ok(())
}
