//! Everything an agent is offered through the dev server: the page's tools, then the library's, then the server's own.
//! What is asked passes here, and is written down here.
//!
//! Knows whose a tool is by its name, and nothing of what it does.

use std::rc::Rc;
use std::sync::Arc;

use scumble_catalog::Library;
use scumble_protocol::wire::Catalogue;
use scumble_protocol::{
    Call, Caller, Change, Code, Completing, Contents, Listening, LocalBoxFuture, Outcome, Prompt, PromptMessage,
    Resource, Surface, Template, Tool, ToolError,
};
use serde_json::Value;

use super::activity::{self, Running, Trail};
use super::hub::Hub;
use super::instructions;
use super::relay;
use super::server_tools;

/// The dev server's surface.
pub(crate) struct DevSurface {
    hub: Arc<Hub>,
    library: Library,
    own: Vec<Tool>,
}

impl DevSurface {
    pub(crate) fn new(hub: Arc<Hub>, library: Library) -> DevSurface {
        let mut own = library.tools();
        own.extend(server_tools::tools());
        DevSurface { hub, library, own }
    }

    fn is_own(&self, name: &str) -> bool {
        self.own.iter().any(|tool| tool.name == name)
    }

    /// Begins a call of whoever's tool it is.
    fn begin(&self, call: Call, trail: &Trail) -> LocalBoxFuture<Outcome> {
        if let Some(document) = self.library.answer(&call.name, &call.arguments) {
            return Box::pin(async move { Outcome::Answer(document) });
        }
        if self.is_own(&call.name) {
            return server_tools::call(&self.hub, call);
        }
        let catalogue = self.hub.tabs.catalogue();
        // Before a page was ever open nobody knows its tools; the page knows them best.
        if !catalogue.tools.is_empty() && !catalogue.tools.iter().any(|tool| tool.name == call.name) {
            let error = self.unknown(&call.name);
            // What was just written may bring the tool.
            let (hub, name, trail) = (Arc::clone(&self.hub), call.name.clone(), trail.clone());
            return Box::pin(async move {
                if super::fresh::fresh(&hub).await.is_ok()
                    && hub.tabs.catalogue().tools.iter().any(|tool| tool.name == name)
                {
                    return relay::call(&hub, call, &trail).await;
                }
                Outcome::failed(error)
            });
        }
        relay::call(&self.hub, call, trail)
    }

    /// The sentence of a call to nobody.
    fn unknown(&self, name: &str) -> ToolError {
        let error = ToolError::new(Code::UnknownTool, format!("There is no tool called {name}."));
        let tools = self.tools();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        error.fix(format!("The tools are {}.", names.join(", ")))
    }
}

fn offers(catalogue: &Catalogue, uri: &str) -> bool {
    catalogue.resources.iter().any(|resource| resource.uri == uri)
}

impl Surface for DevSurface {
    fn tools(&self) -> Vec<Tool> {
        let catalogue = self.hub.tabs.catalogue();
        // A name the server has is the server's.
        let page = catalogue.tools.iter().filter(|tool| !self.is_own(&tool.name)).cloned();
        page.chain(self.own.iter().cloned()).collect()
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
        let running = Running::begin(&self.hub.activity, &call);
        let answering = self.begin(call, &running.trail());
        Box::pin(running.until(answering, Outcome::in_a_word))
    }

    fn resources(&self) -> Vec<Resource> {
        let catalogue = self.hub.tabs.catalogue();
        let page = catalogue.resources.iter().filter(|resource| resource.uri != activity::URI).cloned();
        page.chain([activity::resource()]).collect()
    }

    fn read(&self, uri: &str, caller: &Caller) -> LocalBoxFuture<Option<Result<Contents, ToolError>>> {
        if uri == activity::URI {
            // No line of its own: whoever follows the log would never come to an end.
            let contents = self.hub.activity.contents();
            return Box::pin(async move { Some(Ok(contents)) });
        }
        let catalogue = self.hub.tabs.catalogue();
        let known = offers(&catalogue, uri);
        // Before a page was ever open nobody knows what there is to read.
        let unheard_of = !known && catalogue.templates.is_empty() && !catalogue.tools.is_empty();
        // An address that is not listed may hold what somebody typed.
        let call = match known {
            true => Call::new(caller.clone(), format!("resources/read {uri}"), Value::Null),
            false => Call::new(caller.clone(), "resources/read", uri.into()),
        };
        let running = Running::begin(&self.hub.activity, &call);
        let (hub, uri, caller, trail) = (Arc::clone(&self.hub), uri.to_owned(), caller.clone(), running.trail());
        let reading = async move {
            // What was just written may bring it.
            if unheard_of && (super::fresh::fresh(&hub).await.is_err() || !offers(&hub.tabs.catalogue(), &uri)) {
                return None;
            }
            relay::read(&hub, &uri, &caller, &trail).await
        };
        Box::pin(running.until(reading, |read| match read {
            Some(Ok(_)) => "ok".into(),
            Some(Err(error)) => error.code.clone(),
            None => "no such resource".into(),
        }))
    }

    fn prompts(&self) -> Vec<Prompt> {
        self.hub.tabs.catalogue().prompts.clone()
    }

    fn prompt(&self, call: Call) -> LocalBoxFuture<Option<Result<Vec<PromptMessage>, ToolError>>> {
        if !self.hub.tabs.catalogue().prompts.iter().any(|prompt| prompt.name == call.name) {
            return Box::pin(async { None });
        }
        let named = Call { name: format!("prompts/get {}", call.name), ..call.clone() };
        let running = Running::begin(&self.hub.activity, &named);
        let filling = relay::prompt(&self.hub, call, &running.trail());
        Box::pin(running.until(filling, |filled| match filled {
            Some(Ok(_)) => "ok".into(),
            Some(Err(error)) => error.code.clone(),
            None => "no such prompt".into(),
        }))
    }

    fn complete(&self, completing: Completing) -> LocalBoxFuture<Vec<String>> {
        relay::complete(&self.hub, completing)
    }

    fn instructions(&self) -> Option<String> {
        let project = self.hub.current.project()?;
        Some(instructions::of(&project.name, &project.dir))
    }

    fn templates(&self) -> Vec<Template> {
        self.hub.tabs.catalogue().templates.clone()
    }

    fn listen(&self, listener: Rc<dyn Fn(Change)>) -> Listening {
        let told = Rc::clone(&listener);
        let page = relay::listen(
            &self.hub,
            Rc::new(move |change| match change {
                // A page's own log is not the one that is read here.
                Change::Updated(uri) if uri == activity::URI => {}
                change => told(change),
            }),
        );
        let mut written = self.hub.activity.watch();
        let following = tokio::task::spawn_local(async move {
            while written.changed().await.is_ok() {
                listener(Change::Updated(activity::URI.into()));
            }
        });
        Listening::until(move || {
            following.abort();
            drop(page);
        })
    }
}
