//! What the inspector's page is told as it happens: how to connect, the tools, the open pages, the newest build, and the
//! activity log line by line. A message each, and only what is another than what was told last.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use scumble_protocol::Tool;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::lines;
use crate::dev::fresh::on_disk;
use crate::dev::hub::Hub;
use crate::dev::server::{MCP_PATH, Served};

/// How long changes are gathered before they are told.
const GATHER: Duration = Duration::from_millis(50);

/// How often is looked for what nobody tells: sources saved on disk, problems in the pages.
const LOOK: Duration = Duration::from_millis(500);

/// Follows the server until the page is gone.
pub(super) async fn live(State(served): State<Arc<Served>>) -> Response {
    let (out, messages) = mpsc::channel(16);
    tokio::spawn(async move {
        // Ends with the page: there is nobody to tell.
        let _ = tell(&served, &out).await;
    });
    lines(messages)
}

/// The page is gone.
struct Gone;

async fn tell(served: &Served, out: &mpsc::Sender<Value>) -> Result<(), Gone> {
    let hub = &served.hub;
    let (mut builds, mut pages, mut activity) = (hub.current.subscribe(), hub.tabs.watch(), hub.activity.watch());
    let mut told = Told { out, last: HashMap::new() };
    told.tell("about", about(served)).await?;
    let mut known = None;
    loop {
        builds.mark_unchanged();
        pages.mark_unchanged();
        activity.mark_unchanged();
        told.tell("tools", tools(&served.inspector.desk.tools().await)).await?;
        told.tell("pages", self::pages(hub)).await?;
        told.tell("build", build(hub).await).await?;
        let (lines, written) = hub.activity.since(known.unwrap_or(0));
        if known.is_none() || !lines.is_empty() {
            let message = json!({ "type": "activity", "begins": known.is_none(), "lines": lines });
            out.send(message).await.map_err(|_| Gone)?;
        }
        known = Some(written);
        let changed = async {
            tokio::select! {
                _ = builds.changed() => {}
                _ = pages.changed() => {}
                _ = activity.changed() => {}
            }
            sleep(GATHER).await;
        };
        tokio::select! {
            _ = timeout(LOOK, changed) => {}
            () = out.closed() => return Err(Gone),
        }
    }
}

/// What was told last of each kind.
struct Told<'a> {
    out: &'a mpsc::Sender<Value>,
    last: HashMap<&'static str, Value>,
}

impl Told<'_> {
    async fn tell(&mut self, kind: &'static str, value: Value) -> Result<(), Gone> {
        if self.last.get(kind) == Some(&value) {
            return Ok(());
        }
        let mut message = value.clone();
        message["type"] = kind.into();
        self.last.insert(kind, value);
        self.out.send(message).await.map_err(|_| Gone)
    }
}

fn about(served: &Served) -> Value {
    let hub = &served.hub;
    json!({
        "name": hub.name,
        "url": hub.url,
        "mcp": format!("{}{MCP_PATH}", hub.url.trim_end_matches('/')),
        "version": env!("CARGO_PKG_VERSION"),
        "lines": served.inspector.lines.lines().map(str::trim).collect::<Vec<_>>(),
    })
}

/// The tools as they are listed, each with the group it stands in.
fn tools(tools: &[Tool]) -> Value {
    let tools: Vec<Value> = tools
        .iter()
        .map(|tool| {
            let mut listed = json!(tool);
            listed["group"] = group(&tool.source).into();
            listed
        })
        .collect();
    json!({ "tools": tools })
}

/// The group of a tool, by who offers it.
fn group(source: &str) -> &'static str {
    match source {
        "the screen" => "screen",
        "looking at the screen" => "look",
        "the library" => "library",
        "the dev server" => "build",
        // Channels and the application's own.
        _ => "page",
    }
}

fn pages(hub: &Hub) -> Value {
    let pages: Vec<Value> = hub
        .tabs
        .list()
        .into_iter()
        .map(|tab| {
            json!({
                "id": tab.about.id, "url": tab.about.url, "title": tab.about.title, "build": tab.about.build,
                "visible": tab.about.visible, "answering": tab.answering, "frozen": tab.frozen, "asking": tab.asking,
            })
        })
        .collect();
    json!({ "pages": pages, "fixed": hub.tabs.fixed() })
}

/// The newest build, whether another runs, and what went wrong in the pages since.
async fn build(hub: &Hub) -> Value {
    let now = on_disk(hub).await;
    let state = hub.current.subscribe().borrow().clone();
    let built = state.block.as_ref().map(|block| block.summary.id.clone());
    let running = built.is_none() || now.is_some() && now != built;
    let shown = state.package.as_ref().map(|package| package.build.as_str());
    json!({
        "running": running,
        "block": state.block.as_deref(),
        "problems": hub.problems.of(shown),
    })
}

#[cfg(test)]
mod tests {
    use super::group;
    use crate::dev::server_tools;

    #[test]
    fn every_tool_has_a_group_in_the_order_they_are_listed() {
        assert!(server_tools::tools().iter().all(|tool| group(&tool.source) == "build"));
        for (source, in_group) in [
            ("channel notes", "page"),
            ("the application", "page"),
            ("the screen", "screen"),
            ("looking at the screen", "look"),
            ("the library", "library"),
        ] {
            assert_eq!(group(source), in_group);
        }
    }
}
