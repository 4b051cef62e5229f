//! Everything an agent is offered through the dev server: the page's tools, then the library's, then the server's own.
//!
//! Knows whose a tool is by its name, and nothing of what it does.

use std::rc::Rc;
use std::sync::Arc;

use scumble_catalog::Library;
use scumble_protocol::{
    Call, Caller, Change, Code, Contents, Listening, LocalBoxFuture, Outcome, Prompt, PromptMessage, Resource, Surface,
    Template, Tool, ToolError,
};

use super::hub::Hub;
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

    /// The sentence of a call to nobody.
    fn unknown(&self, name: &str) -> ToolError {
        let error = ToolError::new(Code::UnknownTool, format!("There is no tool called {name}."));
        let tools = self.tools();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        error.fix(format!("The tools are {}.", names.join(", ")))
    }
}

impl Surface for DevSurface {
    fn tools(&self) -> Vec<Tool> {
        let catalogue = self.hub.tabs.catalogue();
        // A name the server has is the server's.
        let page = catalogue.tools.iter().filter(|tool| !self.is_own(&tool.name)).cloned();
        page.chain(self.own.iter().cloned()).collect()
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
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
            let (hub, name) = (Arc::clone(&self.hub), call.name.clone());
            return Box::pin(async move {
                if super::fresh::fresh(&hub).await.is_ok()
                    && hub.tabs.catalogue().tools.iter().any(|tool| tool.name == name)
                {
                    return relay::call(&hub, call).await;
                }
                Outcome::failed(error)
            });
        }
        relay::call(&self.hub, call)
    }

    fn resources(&self) -> Vec<Resource> {
        self.hub.tabs.catalogue().resources.clone()
    }

    fn read(&self, uri: &str, caller: &Caller) -> LocalBoxFuture<Option<Contents>> {
        let catalogue = self.hub.tabs.catalogue();
        let known = catalogue.resources.iter().any(|resource| resource.uri == uri);
        if !known && catalogue.templates.is_empty() {
            return Box::pin(async { None });
        }
        relay::read(&self.hub, uri, caller)
    }

    fn prompts(&self) -> Vec<Prompt> {
        self.hub.tabs.catalogue().prompts.clone()
    }

    fn prompt(&self, call: Call) -> LocalBoxFuture<Option<Result<Vec<PromptMessage>, ToolError>>> {
        if !self.hub.tabs.catalogue().prompts.iter().any(|prompt| prompt.name == call.name) {
            return Box::pin(async { None });
        }
        relay::prompt(&self.hub, call)
    }

    fn templates(&self) -> Vec<Template> {
        self.hub.tabs.catalogue().templates.clone()
    }

    fn listen(&self, listener: Rc<dyn Fn(Change)>) -> Listening {
        relay::listen(&self.hub, listener)
    }
}
