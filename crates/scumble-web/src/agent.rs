//! The seam to the agent part, which is a chunk of its own: what it is given, what it gives back, and the calls in
//! flight. What this module says to the main part is text and one trait; schemas, tools and dispatch are named only by
//! [`PageAgent`]'s maker ([`crate::serve`]), which nothing but the chunk calls.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use scumble_agent::CancelToken;
use scumble_protocol::Caller;
use scumble_reactive::{Scope, host, spawn_named};
use scumble_scene::Scene;

use crate::page::Page;
use crate::{LocalBoxFuture, bridge, page};

/// Fetches the agent part of an application and starts it; what `app!` generates.
pub type AgentLoader = fn(AgentSeed) -> LocalBoxFuture<Result<Rc<dyn PageAgent>, String>>;

/// What the agent part of one mounted application begins with.
pub struct AgentSeed {
    /// Every served channel, in order: the `C: Channel` values, for the chunk to downcast.
    pub channels: Vec<Rc<dyn Any>>,
    pub(crate) scope: Scope,
    pub(crate) scene: Scene,
    pub(crate) options: AgentOptions,
    /// The application's number in its instance; frames ask for it.
    #[cfg(debug_assertions)]
    pub(crate) app: u32,
}

/// What a page wants of the agent part.
#[derive(Clone, Debug)]
pub struct AgentOptions {
    /// Offer the tools that read and operate the screen.
    pub screen: bool,
    /// Offer the tools that look at it.
    pub look: bool,
    /// At most this many tools.
    pub budget: Option<usize>,
    /// What the page puts before every tool's name.
    pub prefix: String,
    /// Whether the page was built for development.
    pub dev: bool,
    /// Whether components can be drawn by name.
    pub frames: bool,
    /// The refs of the instance before this one, as [`PageAgent::refs`] wrote them.
    pub refs: Option<String>,
}

/// The agent part of one mounted application, as the page sees it: JSON in and out.
pub trait PageAgent {
    /// The tools as `registerTool` takes them, a JSON array.
    fn catalogue(&self) -> String;

    /// Tells the catalogue again whenever it is another.
    fn follow(&self, told: Rc<dyn Fn(&str)>);

    /// The answer of a call which only reads, if that is still what it was answered before.
    fn again(&self, caller: &Caller, tool: &str, arguments: &str) -> Option<Rc<str>>;

    /// Calls a tool. Resolves to JSON of what the caller gets; dropping it cancels the call.
    fn call(&self, call: PageCall) -> LocalBoxFuture<Rc<str>>;

    /// The refs given out, so that they still name the same controls in a new instance.
    fn refs(&self) -> String;

    /// The surface itself, for the development server's calls.
    #[cfg(debug_assertions)]
    fn surface(&self) -> Rc<dyn scumble_agent::Surface>;

    /// The screen's revision before and after the call that ended last, for the development server's log.
    #[cfg(debug_assertions)]
    fn revisions(&self) -> Option<[u64; 2]>;
}

/// One call from the page.
pub struct PageCall {
    /// The tool's own name, without a prefix.
    pub tool: String,
    /// Its arguments, JSON of an object.
    pub arguments: String,
    /// Who calls.
    pub caller: Caller,
    /// Cancelled when nobody waits any more.
    pub cancel: CancelToken,
}

thread_local! {
    static RUNNING: RefCell<BTreeMap<u32, CancelToken>> = const { RefCell::new(BTreeMap::new()) };
}

/// Loads the agent part of a page and tells the page what it offers, or why it cannot.
pub(crate) fn start(page: &Rc<Page>, loader: AgentLoader, options: AgentOptions) {
    let seed = AgentSeed {
        channels: page.channels(),
        scope: page.scope(),
        scene: page.scene().clone(),
        options,
        #[cfg(debug_assertions)]
        app: page.id(),
    };
    let page = Rc::clone(page);
    page.scope().run(|| {
        let page = Rc::clone(&page);
        spawn_named("loading the agent part", async move {
            match loader(seed).await {
                Ok(agent) => {
                    let (app, catalogue) = (page.id(), agent.catalogue());
                    agent.follow(Rc::new(move |catalogue| bridge::set_catalogue(app, catalogue)));
                    #[cfg(debug_assertions)]
                    crate::relay::follow(&page, &agent.surface());
                    page.set_agent(agent);
                    bridge::set_catalogue(app, &catalogue);
                }
                Err(sentence) => bridge::agent_failed(page.id(), &sentence),
            }
        });
    });
}

/// Runs a tool and answers the page's call `id`, at once if nothing has to be waited for.
pub(crate) fn call(page: &Rc<Page>, id: u32, tool: String, arguments: String) {
    let (Some(agent), Some(caller)) = (page.agent(), page.caller()) else { return };
    if let Some(text) = agent.again(caller, &tool, &arguments) {
        return bridge::answer(id, &text);
    }
    let caller = caller.clone();
    let cancel = begin_running(id);
    let app = page.id();
    page.scope().run(|| {
        spawn_named("answering an agent", async move {
            let text = agent.call(PageCall { tool: tool.clone(), arguments, caller, cancel }).await;
            end_running(id);
            called(app, &tool);
            bridge::answer(id, &text);
        });
    });
    host::run_until_idle();
}

/// The page's call `id` runs from now on.
pub(crate) fn begin_running(id: u32) -> CancelToken {
    let cancel = CancelToken::new();
    RUNNING.with_borrow_mut(|running| running.insert(id, cancel.clone()));
    cancel
}

/// The page's call `id` has ended.
pub(crate) fn end_running(id: u32) {
    RUNNING.with_borrow_mut(|running| running.remove(&id));
}

/// A tool of an application was called: the refs it may have given out are kept, and what it moved is drawn.
pub(crate) fn called(app: u32, tool: &str) {
    // Only what reads the screen gives refs out.
    if !tool.starts_with("ui_") && tool != "render_frame" {
        return;
    }
    if let Some((page, agent)) = page::get(app).and_then(|page| Some((page.clone(), page.agent()?))) {
        page.keep_refs(agent.refs());
        // Scrolling and moving focus change the scene alone, and no flush tells of it.
        bridge::request_frame(app);
    }
}

/// Cancels the page's call `id`.
pub(crate) fn cancel(id: u32) {
    let token = RUNNING.with_borrow_mut(|running| running.remove(&id));
    if let Some(token) = token {
        token.cancel();
        host::run_until_idle();
    }
}
