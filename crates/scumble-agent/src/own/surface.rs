//! The application's own tools, resources and prompts as one surface.

use std::rc::Rc;

use scumble_channels::confirm::{Guarded, guard_async};
use scumble_channels::{CommandError, tool_part};
use scumble_protocol::{
    AgentDocument, Block, Caller, Change, Completing, Contents, Listening, Prompt, PromptMessage, Resource, Tool,
    ToolError,
};
use serde_json::{Map, Value};

use super::ToolCall;
use super::prompt::{self, OwnPrompt};
use super::resource::{self, OwnResource};
use super::tool::{OwnTool, ToolContract};
use crate::bounded::{bound, part, size};
use crate::carry::{Carried, Made, Started, Task, carry, failure, panic_of};
use crate::shared::Shared;
use crate::surface::{Answered, Call, LocalBoxFuture, Outcome, Surface, answer, arguments_of, at_once};
use crate::unwind::{Panicked, guard};

/// A tool with its type forgotten.
#[derive(Clone)]
struct Entry {
    contract: ToolContract,
    start: fn(ToolCall, Map<String, Value>) -> Started,
}

/// What an application offers of its own, in the order it was added.
#[derive(Clone)]
pub(crate) struct OwnSurface {
    shared: Rc<Shared>,
    tools: Vec<Entry>,
    listed: Vec<Tool>,
    resources: Vec<resource::Entry>,
    prompts: Vec<prompt::Entry>,
}

impl OwnSurface {
    /// One that offers nothing yet.
    pub(crate) fn new(shared: Rc<Shared>) -> OwnSurface {
        OwnSurface { shared, tools: Vec::new(), listed: Vec::new(), resources: Vec::new(), prompts: Vec::new() }
    }

    pub(crate) fn add_tool<T: OwnTool>(&mut self) {
        self.add(Entry { contract: T::contract(), start: T::start });
    }

    fn add(&mut self, entry: Entry) {
        self.listed.push(entry.contract.listed());
        self.tools.push(entry);
    }

    pub(crate) fn add_resource<R: OwnResource>(&mut self) {
        self.resources.push(resource::Entry { contract: R::contract(), read: R::read });
    }

    pub(crate) fn add_prompt<P: OwnPrompt>(&mut self) {
        self.prompts.push(prompt::Entry { contract: P::contract(), fill: P::fill });
    }

    /// What a resource holds now. Reading is part of the caller's call, should its function do more than read.
    fn held(&self, entry: resource::Entry, caller: &Caller) -> Result<Contents, ToolError> {
        let reading = Call::new(caller.clone(), entry.contract.uri, Value::Null);
        let scope = self.shared.call_scope(&reading);
        let body = guard(|| self.shared.act(&scope, || (entry.read)(self.shared.scope)))
            .map_err(|panicked| panic_of(entry.contract.uri, &panicked))?;
        Ok(body.at(entry.contract.uri, entry.contract.mime))
    }

    fn filled(&self, entry: &prompt::Entry, call: &Call) -> Result<Vec<PromptMessage>, ToolError> {
        let name = entry.contract.name;
        let arguments = entry.contract.arguments(&call.arguments)?;
        let scope = self.shared.call_scope(call);
        guard(|| self.shared.act(&scope, || (entry.fill)(self.shared.scope, arguments)))
            .map_err(|Panicked(said)| panic_of(name, &Panicked(said)))?
            .map_err(|error| failure(name, error))
    }
}

impl Surface for OwnSurface {
    fn tools(&self) -> Vec<Tool> {
        self.listed.clone()
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
        let arguments = match arguments_of(&self.listed, &call) {
            Ok(arguments) => arguments,
            Err(error) => return at_once(Err(error)),
        };
        let found = self.tools.iter().find(|entry| tool_part(entry.contract.name) == call.name).cloned();
        let entry = found.expect("what is listed is there");
        answer(Box::pin(run(entry, Rc::clone(&self.shared), call, arguments)))
    }

    fn resources(&self) -> Vec<Resource> {
        self.resources.iter().map(resource::Entry::listed).collect()
    }

    fn read(&self, uri: &str, caller: &Caller) -> LocalBoxFuture<Option<Result<Contents, ToolError>>> {
        let found = self.resources.iter().find(|entry| entry.contract.uri == uri);
        let contents = found.map(|entry| self.held(*entry, caller));
        Box::pin(async move { contents })
    }

    fn prompts(&self) -> Vec<Prompt> {
        self.prompts.iter().map(|entry| entry.contract.listed()).collect()
    }

    fn prompt(&self, call: Call) -> LocalBoxFuture<Option<Result<Vec<PromptMessage>, ToolError>>> {
        let found = self.prompts.iter().find(|entry| entry.contract.name == call.name);
        let filled = found.map(|entry| self.filled(entry, &call));
        Box::pin(async move { filled })
    }

    fn complete(&self, completing: Completing) -> LocalBoxFuture<Vec<String>> {
        let Completing { of, argument, value } = completing;
        let found = self.prompts.iter().find(|entry| entry.contract.name == of);
        let choices = found.map(|entry| entry.contract.complete(&argument, &value)).unwrap_or_default();
        Box::pin(async move { choices })
    }

    fn listen(&self, listener: Rc<dyn Fn(Change)>) -> Listening {
        let scope = self.shared.scope;
        let all: Vec<Listening> =
            self.resources.iter().map(|entry| entry.listen(scope, Rc::clone(&listener))).collect();
        Listening::until(move || drop(all))
    }
}

/// Runs a tool whose arguments have been validated.
async fn run(entry: Entry, shared: Rc<Shared>, call: Call, arguments: Map<String, Value>) -> Answered {
    let name = entry.contract.name;
    let given = ToolCall { call: call.clone(), scope: shared.scope, destructive: entry.contract.destructive };
    let start = || {
        if entry.contract.confirm {
            Started::Later(Box::pin(approved(&entry, given, arguments)))
        } else {
            (entry.start)(given, arguments)
        }
    };
    let task = Task { called: name.to_owned(), name, quiet: None };
    let Carried { made, running, notes } = carry(task, &shared, &call, Box::new(start)).await?;
    let mut document = match made {
        Some(made) => fitting(made, name, shared.limits.answer_bytes),
        None => AgentDocument::new().text(format!("{name} is still running.")),
    };
    if document.blocks.is_empty() {
        document = document.text(format!("{name} is done."));
    }
    document.status.running = running;
    document.status.notes.extend(notes);
    Ok(document)
}

/// The tool once a person has approved these arguments; where the caller is one itself, at once.
fn approved(entry: &Entry, given: ToolCall, arguments: Map<String, Value>) -> impl Future<Output = Made> + use<> {
    let ToolContract { name, description, destructive, .. } = entry.contract;
    let start = entry.start;
    let asking = guard_async(
        Guarded { channel: "", command: name, description, destructive },
        (given, arguments),
        |(_, arguments)| Value::Object(arguments.clone()),
        async move |(given, arguments)| match start(given, arguments) {
            Started::Done(made) => made,
            Started::Later(future) => future.await,
        },
    );
    async move { asking.await.unwrap_or_else(|refused| Err(CommandError::Refused(refused))) }
}

/// The document within the size of an answer, its value among its blocks if they say nothing themselves.
fn fitting(mut document: AgentDocument, name: &str, budget: usize) -> AgentDocument {
    let mut left = budget;
    for block in &mut document.blocks {
        let (whole, what) = match block {
            Block::Text(text) | Block::Markdown(text) => (Value::String(std::mem::take(text)), "text"),
            Block::Json(value) => (value.take(), "json"),
            _ => continue,
        };
        let shown = part(&whole, 0, None, left);
        left = left.saturating_sub(size(&shown.value));
        if let Some(rest) = shown.rest {
            document.status.omitted.insert(what.into(), Value::String(less(&rest.shown, name)));
        }
        match (block, shown.value) {
            (Block::Text(text) | Block::Markdown(text), Value::String(shown)) => *text = shown,
            (Block::Json(value), shown) => *value = shown,
            _ => {}
        }
    }
    let value = match document.value.take() {
        Some(Value::Object(object)) => {
            let bounded = bound(object, budget, |_, _| less("too large", name));
            document.status.omitted.extend(bounded.omitted);
            Value::Object(bounded.view)
        }
        Some(other) => {
            let shown = part(&other, 0, None, budget);
            if let Some(rest) = shown.rest {
                document.status.omitted.insert("value".into(), Value::String(less(&rest.shown, name)));
            }
            shown.value
        }
        None => return document,
    };
    if document.plain_text().is_empty() {
        document = document.json(value.clone());
    }
    document.value(value)
}

fn less(shown: &str, name: &str) -> String {
    format!("{shown}; call {name} for less")
}
