//! The agent part, as a page is served by it: tools as `registerTool` takes them, answers lowered to what WebMCP
//! carries. Only the chunk calls this, so nothing of it is in the main part.

use std::cell::RefCell;
use std::rc::Rc;

use scumble_agent::{Agent, AgentContext, Call, Outcome, Surface, Surfaces};
use scumble_channels::{Channel, project_output, project_webmcp};
use scumble_protocol::{AgentDocument, Caller, Change, Code, Door, Listening, Tool, ToolError, lower_webmcp};
use serde_json::{Value, json};

use crate::LocalBoxFuture;
use crate::agent::{AgentSeed, PageAgent, PageCall};

/// The agent part as a page uses it.
struct Served {
    agent: Agent,
    surfaces: Rc<Surfaces>,
    listening: RefCell<Option<Listening>>,
}

impl AgentSeed {
    /// The agent's side of this application with no channels yet; [`Agent::channel`] adds each.
    #[must_use]
    pub fn begin(&self) -> Agent {
        let mut context = AgentContext::new(self.scope, self.scene.clone());
        context.options.screen = self.options.screen;
        context.options.look = self.options.look;
        context.options.budget = self.options.budget;
        context.refs = self.options.refs.as_ref().and_then(|refs| serde_json::from_str(refs).ok());
        #[cfg(debug_assertions)]
        if self.options.frames {
            context.frames = Some(Rc::new(crate::frames::PageFrames { app: self.app }));
        }
        Agent::new(context)
    }

    /// The served channel number `index`, which is a `C`.
    ///
    /// # Errors
    /// A sentence if it is not: what `app!` serves and what it names would differ.
    pub fn channel<C: Channel>(&self, index: usize) -> Result<C, String> {
        let found = self.channels.get(index).and_then(|channel| channel.downcast_ref::<C>());
        found.copied().ok_or_else(|| {
            format!("The application serves no {} as its channel number {}.", C::CHANNEL_NAME, index + 1)
        })
    }
}

/// Serves a page with the surfaces of `agent`.
///
/// # Errors
/// A sentence if two tools have one name, or one is called what no client takes.
pub fn serve(agent: Agent) -> Result<Rc<dyn PageAgent>, String> {
    let surfaces = Rc::new(agent.surfaces()?);
    Ok(Rc::new(Served { agent, surfaces, listening: RefCell::default() }))
}

impl PageAgent for Served {
    fn catalogue(&self) -> String {
        catalogue(&self.surfaces)
    }

    fn follow(&self, told: Rc<dyn Fn(&str)>) {
        let surfaces = Rc::downgrade(&self.surfaces);
        let listener = move |change| {
            if let (Change::Tools, Some(surfaces)) = (change, surfaces.upgrade()) {
                told(&catalogue(&surfaces));
            }
        };
        let before = self.listening.replace(Some(self.surfaces.listen(Rc::new(listener))));
        drop(before);
    }

    fn call(&self, call: PageCall) -> LocalBoxFuture<String> {
        let PageCall { tool, arguments, caller, cancel } = call;
        let arguments = match serde_json::from_str(&arguments) {
            Ok(arguments) => arguments,
            Err(error) => {
                let error = ToolError::new(Code::BadArguments, format!("input could not be read: {error}."));
                return Box::pin(async move { lowered(&AgentDocument::failed(error)) });
            }
        };
        let caller = Caller { door: Door::WebMcp, session: caller.session, number: caller.number, client: None };
        let mut call = Call::new(caller, tool, arguments);
        call.cancel = cancel;
        let answering = self.surfaces.call(call);
        Box::pin(async move {
            match answering.await {
                Outcome::Answer(document) => lowered(&document),
                // A page asks by its own dialog while the call runs, so this does not come up; it is said, not dropped.
                Outcome::NeedsPerson { question, .. } => lowered(&AgentDocument::failed(ToolError::new(
                    Code::NobodyToAsk,
                    format!("{} needs the person's approval, and they cannot be asked here.", question.called()),
                ))),
            }
        })
    }

    fn refs(&self) -> String {
        self.agent.refs().to_string()
    }

    #[cfg(debug_assertions)]
    fn surface(&self) -> Rc<dyn Surface> {
        Rc::clone(&self.surfaces) as Rc<dyn Surface>
    }
}

fn catalogue(surfaces: &Surfaces) -> String {
    Value::Array(surfaces.tools().iter().map(described).collect()).to_string()
}

fn lowered(document: &AgentDocument) -> String {
    lower_webmcp(document).to_string()
}

fn described(tool: &Tool) -> Value {
    let hints = &tool.annotations;
    let mut described = json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": project_webmcp(tool.input_schema.clone()),
        "annotations": {
            "readOnlyHint": hints.read_only,
            "consequentialHint": hints.destructive == Some(true),
            "untrustedContentHint": hints.untrusted,
            "debugging": hints.debugging,
        },
    });
    if let Some(schema) = &tool.output_schema {
        described["outputSchema"] = project_output(project_webmcp(schema.clone()));
    }
    described
}
