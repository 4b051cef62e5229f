//! The tools of the server itself: the open pages, and what the builds say.
//!
//! They answer with no page open. Knows nothing of what a page offers.

use std::sync::Arc;
use std::time::Duration;

use scumble_build::{Record, Sources};
use scumble_protocol::{AgentDocument, Annotations, Call, Code, LocalBoxFuture, Outcome, Tool, ToolError};
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::fresh::{newest, on_disk};
use super::hub::Hub;
use super::release;
use crate::verify;

/// The longest `build_status` waits for a build.
const LONGEST_BUILD: Duration = Duration::from_secs(10 * 60);

type Answered = Result<AgentDocument, ToolError>;

/// As they are listed.
pub(crate) fn tools() -> Vec<Tool> {
    let none = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    vec![
        tool(
            "build_status",
            "Build status",
            "The verdict of the newest build, after a running one has ended: every crate, file and packaging step with its diagnostics, problems in the pages since, and which build each page shows. Call it after saving a file.",
            json!({
                "type": "object",
                "properties": { "wait": { "type": "boolean", "description": "false answers at once, saying whether a build runs. Default true." } },
                "additionalProperties": false
            }),
            Annotations::reading(),
        ),
        tool(
            "build_run",
            "Release build",
            "Builds the release: split, optimised, weighed against its budget. Catches what the incremental builds on save do not. Takes a minute or more; call it before you call work done.",
            json!({
                "type": "object",
                "properties": { "clean": { "type": "boolean", "description": "true forgets what was built of the project's own crates first. Default false." } },
                "additionalProperties": false
            }),
            Annotations { idempotent: true, ..Annotations::acting() },
        ),
        tool(
            "build_verify",
            "Verify the build",
            "From the record of builds, compiling nothing: whether every expected object (without any: every source file) was built, without error, from the file as it is now. Names each that was not.",
            json!({
                "type": "object",
                "properties": { "expect": { "type": "array", "items": { "type": "string" }, "description": "Names of objects, such as src/editor.rs." } },
                "additionalProperties": false
            }),
            Annotations::reading(),
        ),
        tool(
            "tabs",
            "Open pages",
            "The pages of the application that are open, the one brought to the front last first, and which one answers.",
            none,
            Annotations::reading(),
        ),
        tool(
            "tab_use",
            "Choose the page",
            "Fixes the page that answers until it is closed. Without an id: the one the person brought to the front last answers again.",
            json!({
                "type": "object",
                "properties": { "id": { "type": "string", "description": "As tabs lists it." } },
                "additionalProperties": false
            }),
            Annotations { idempotent: true, ..Annotations::acting() },
        ),
    ]
}

fn tool(name: &str, title: &str, description: &str, input: Value, annotations: Annotations) -> Tool {
    Tool {
        name: name.into(),
        title: title.into(),
        description: description.into(),
        input_schema: input,
        output_schema: Some(json!({ "type": "object" })),
        annotations,
        source: "the dev server".into(),
    }
}

/// Calls one of them.
pub(crate) fn call(hub: &Arc<Hub>, call: Call) -> LocalBoxFuture<Outcome> {
    let hub = Arc::clone(hub);
    Box::pin(async move {
        let cancel = call.cancel.clone();
        let answered = async {
            match call.name.as_str() {
                "build_status" => build_status(&hub, &call).await,
                "build_run" => build_run(&hub, &call).await,
                "build_verify" => build_verify(&hub, &call).await,
                "tab_use" => tab_use(&hub, &call),
                _ => fields(&call.arguments, &[]).map(|_| tabs(&hub, "")),
            }
        };
        tokio::select! {
            biased;
            () = cancel.cancelled() => Outcome::failed(ToolError::new(Code::Cancelled, format!("{} was cancelled.", call.name))),
            answered = answered => Outcome::from(answered),
        }
    })
}

async fn build_status(hub: &Arc<Hub>, call: &Call) -> Answered {
    let arguments = fields(&call.arguments, &["wait"])?;
    let wait = flag(&arguments, "wait")?.unwrap_or(true);
    let state = if wait {
        let waiting = newest(hub, Instant::now() + LONGEST_BUILD);
        let state = match &call.progress {
            // A client that wants to know is told that it is waited for.
            Some(told) => {
                let mut beats = 0.0;
                tokio::pin!(waiting);
                loop {
                    match tokio::time::timeout(Duration::from_secs(5), &mut waiting).await {
                        Ok(state) => break state,
                        Err(_) => {
                            beats += 1.0;
                            told(beats, None, "The build runs.");
                        }
                    }
                }
            }
            None => waiting.await,
        };
        state.unwrap_or_else(|| hub.current.subscribe().borrow().clone())
    } else {
        hub.current.subscribe().borrow().clone()
    };
    let now = on_disk(hub).await;
    let built = state.block.as_ref().map(|block| block.summary.id.clone());
    let running = built.is_none() || now.is_some() && now != built;
    let shown = state.package.as_ref().map(|package| package.build.as_str());
    let problems = hub.problems.of(shown);
    let pages: Vec<Value> = hub
        .tabs
        .list()
        .into_iter()
        .map(|tab| {
            let newest = built.is_some() && tab.about.build == built;
            json!({ "id": tab.about.id, "build": tab.about.build, "newest": newest, "answering": tab.answering })
        })
        .collect();
    let mut value = match &state.block {
        Some(block) => serde_json::to_value(&**block).unwrap_or_default(),
        None => json!({ "objects": [], "summary": null }),
    };
    value["running"] = running.into();
    value["problems"] = json!(problems);
    value["tabs"] = pages.into();
    let lead = match (&state.block, running) {
        (None, _) => "The first build runs.".to_owned(),
        (Some(block), true) => format!("Build {} is of older sources; another runs.", block.summary.id),
        (Some(block), false) if block.is_ok() => format!("Build {} is good.", block.summary.id),
        (Some(block), false) => {
            let place = block.first_place().map(|place| format!(" at {place}")).unwrap_or_default();
            format!("Build {} failed{place}.", block.summary.id)
        }
    };
    let more = match problems.len() {
        0 => String::new(),
        1 => " There was 1 problem in the pages since.".into(),
        many => format!(" There were {many} problems in the pages since."),
    };
    Ok(AgentDocument::new().text(format!("{lead}{more}\n{value}")).value(value))
}

async fn build_run(hub: &Arc<Hub>, call: &Call) -> Answered {
    let arguments = fields(&call.arguments, &["clean"])?;
    let clean = flag(&arguments, "clean")?.unwrap_or(false);
    let block = release::run(hub, clean, call.progress.clone()).await?;
    let value = serde_json::to_value(&block).unwrap_or_default();
    let lead = if block.is_ok() {
        format!("The release build {} is good.", block.summary.id)
    } else {
        let place = block.first_place().map(|place| format!(" at {place}")).unwrap_or_default();
        format!("The release build {} failed{place}.", block.summary.id)
    };
    Ok(AgentDocument::new().text(format!("{lead}\n{value}")).value(value))
}

async fn build_verify(hub: &Arc<Hub>, call: &Call) -> Answered {
    let arguments = fields(&call.arguments, &["expect"])?;
    let expect: Vec<String> = match arguments.get("expect") {
        None => Vec::new(),
        Some(given) => serde_json::from_value(given.clone())
            .map_err(|_| wrong("input.expect must be a list of names, such as [\"src/editor.rs\"].".into()))?,
    };
    let project = hub.current.project().ok_or_else(|| unread("the project is still being opened."))?;
    let told = tokio::task::spawn_blocking(move || -> Answered {
        let record = Record::read(&project).map_err(|error| unread(&error.to_string()))?;
        let now = Sources::read(&project).map_err(|error| unread(&error.to_string()))?;
        let Some(record) = record else {
            let value = json!({ "ok": false, "exit": 2, "message": "No build is recorded yet." });
            return Ok(AgentDocument::new().text(format!("No build is recorded yet.\n{value}")).value(value));
        };
        let verified = record.verify(&project, &now, &expect);
        let value = verify::to_value(&project, &record, &verified);
        let lines = verify::lines(&project.name, &record, &verified, &expect).join("\n");
        Ok(AgentDocument::new().text(format!("{lines}\n{value}")).value(value))
    });
    told.await.unwrap_or_else(|_| Err(unread("reading it panicked.")))
}

fn tab_use(hub: &Arc<Hub>, call: &Call) -> Answered {
    let arguments = fields(&call.arguments, &["id"])?;
    let id = match arguments.get("id") {
        None => None,
        Some(Value::String(id)) => Some(id.clone()),
        Some(_) => return Err(wrong("input.id must be a string, such as \"t1\".".into())),
    };
    let lead = match &id {
        Some(id) => format!("{id} answers until it is closed."),
        None => "The page brought to the front last answers.".into(),
    };
    hub.tabs.fix(id.clone()).map_err(|ids| {
        let error = ToolError::new(Code::NoSuchTab, format!("No open page is {}.", id.unwrap_or_default()));
        error.fix(if ids.is_empty() {
            format!("None is open. Open {} in a browser.", hub.url)
        } else {
            format!("There are {}; tabs tells what they show.", ids.join(", "))
        })
    })?;
    Ok(tabs(hub, &lead))
}

fn tabs(hub: &Arc<Hub>, lead: &str) -> AgentDocument {
    let listed: Vec<Value> = hub
        .tabs
        .list()
        .into_iter()
        .map(|tab| {
            json!({
                "id": tab.about.id, "url": tab.about.url, "title": tab.about.title, "build": tab.about.build,
                "visible": tab.about.visible, "answering": tab.answering, "frozen": tab.frozen,
            })
        })
        .collect();
    let lead = match (lead, listed.len()) {
        ("", 0) => format!("No page is open. Open {} in a browser, or start with --headless.", hub.url),
        ("", 1) => "1 page is open.".into(),
        ("", many) => format!("{many} pages are open."),
        (lead, _) => lead.to_owned(),
    };
    let value = json!({ "tabs": listed });
    AgentDocument::new().text(format!("{lead}\n{value}")).value(value)
}

/// The arguments, if they are an object of these fields.
fn fields(arguments: &Value, known: &[&str]) -> Result<Map<String, Value>, ToolError> {
    let given = match arguments {
        Value::Null => Map::new(),
        Value::Object(given) => given.clone(),
        _ => return Err(wrong("input must be an object.".into())),
    };
    match given.keys().find(|name| !known.contains(&name.as_str())) {
        None => Ok(given),
        Some(name) if known.is_empty() => Err(wrong(format!("input.{name} is not expected; there are no fields."))),
        Some(name) => Err(wrong(format!("input.{name} is not expected; the fields are {}.", known.join(", ")))),
    }
}

fn flag(arguments: &Map<String, Value>, name: &str) -> Result<Option<bool>, ToolError> {
    match arguments.get(name) {
        None => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(_) => Err(wrong(format!("input.{name} must be true or false."))),
    }
}

fn wrong(message: String) -> ToolError {
    ToolError::new(Code::BadArguments, message)
}

fn unread(why: &str) -> ToolError {
    ToolError::new(Code::Internal, format!("The record of builds could not be read: {why}"))
}
