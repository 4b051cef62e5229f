//! The agent part, as a page is served by it: tools as `registerTool` takes them, answers lowered to what WebMCP
//! carries. Only the chunk calls this, so nothing of it is in the main part.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use scumble_agent::{Agent, AgentContext, Call, Outcome, Surface, Surfaces};
use scumble_channels::{Channel, project_output, project_webmcp};
use scumble_protocol::{AgentDocument, Caller, Change, Code, Listening, Tool, ToolError, lower_webmcp};
use serde_json::{Value, json};

use crate::LocalBoxFuture;
use crate::agent::{AgentSeed, PageAgent, PageCall};

/// So many answers are kept to be given again: an agent reads the same few things.
const MOST_KEPT: usize = 8;

/// The agent part as a page uses it.
struct Served {
    agent: Agent,
    surfaces: Rc<Surfaces>,
    kept: Rc<RefCell<VecDeque<Kept>>>,
    listening: RefCell<Option<Listening>>,
}

/// What a tool that only reads answered, good for as long as its version stays.
struct Kept {
    tool: String,
    arguments: String,
    version: u64,
    answer: Rc<str>,
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
    Ok(Rc::new(Served { agent, surfaces, kept: Rc::default(), listening: RefCell::default() }))
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

    fn again(&self, caller: &Caller, tool: &str, arguments: &str) -> Option<Rc<str>> {
        let kept = self.kept.borrow();
        let kept = kept.iter().find(|kept| kept.tool == tool && kept.arguments == arguments)?;
        let is_same = self.surfaces.version(tool) == Some(kept.version);
        (is_same && self.surfaces.answered_again(caller, tool, arguments.len())).then(|| Rc::clone(&kept.answer))
    }

    fn call(&self, call: PageCall) -> LocalBoxFuture<Rc<str>> {
        let PageCall { tool, arguments: text, caller, cancel } = call;
        let arguments = match serde_json::from_str(&text) {
            Ok(arguments) => arguments,
            Err(error) => {
                let error = ToolError::new(Code::BadArguments, format!("input could not be read: {error}."));
                return Box::pin(async move { lowered(&AgentDocument::failed(error)) });
            }
        };
        let version = self.surfaces.version(&tool);
        let mut call = Call::new(caller, tool.clone(), arguments);
        call.cancel = cancel;
        let answering = self.surfaces.call(call);
        let (surfaces, kept) = (Rc::clone(&self.surfaces), Rc::clone(&self.kept));
        Box::pin(async move {
            match answering.await {
                Outcome::Answer(document) => {
                    let answer = lowered(&document);
                    // What is said once, a failure or a notice, is not said again.
                    if let Some(version) = version
                        && !document.is_error()
                        && document.status.notes.is_empty()
                        && surfaces.version(&tool) == Some(version)
                    {
                        keep(&kept, Kept { tool, arguments: text, version, answer: Rc::clone(&answer) });
                    }
                    answer
                }
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

    #[cfg(debug_assertions)]
    fn revisions(&self) -> Option<[u64; 2]> {
        let line = self.surfaces.activity().last()?;
        Some([line.revision_before?, line.revision_after?])
    }
}

fn catalogue(surfaces: &Surfaces) -> String {
    Value::Array(surfaces.tools().iter().map(described).collect()).to_string()
}

/// Keeps an answer in the place of an older one to the same, or of the oldest.
fn keep(all: &RefCell<VecDeque<Kept>>, answer: Kept) {
    let mut all = all.borrow_mut();
    all.retain(|kept| kept.tool != answer.tool || kept.arguments != answer.arguments);
    if all.len() == MOST_KEPT {
        all.pop_front();
    }
    all.push_back(answer);
}

fn lowered(document: &AgentDocument) -> Rc<str> {
    lower_webmcp(document).to_string().into()
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
