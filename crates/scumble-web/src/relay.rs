//! The development server's calls: what it is told an application offers, and how a call from it is run.
//!
//! In development builds alone. The messages are [`scumble_protocol::wire`]'s; `js/relay.js` has the way they come by.

use std::rc::Rc;

use js_sys::Promise;
use scumble_protocol::wire::{Catalogue, Document, Reply, ToPage};
use scumble_protocol::{
    Ability, Answer, Asked, Call, Change, ClientSide, Code, LocalBoxFuture, OnProgress, Outcome, Question, Surface,
    ToolError,
};
use scumble_reactive::{host, spawn_named};
use serde_json::{Map, Value};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

use crate::instance::Instance;
use crate::page::Page;
use crate::{agent, bridge, page, recovery};

mod script {
    use js_sys::Promise;
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen(module = "/js/relay.js")]
    extern "C" {
        pub(super) fn begin();
        pub(super) fn progress(call: u32, at: f64, total: f64, message: &str);
        pub(super) fn ask(call: u32, question: &str) -> Promise;
        pub(super) fn updated(app: u32, uri: &str);
        pub(super) fn changed();
    }
}

/// Joins the page's socket, if this page was served by the development server.
pub(crate) fn begin() {
    script::begin();
}

/// Tells the server what changes on an application's surface.
pub(crate) fn follow(page: &Page, surface: &Rc<dyn Surface>) {
    let app = page.id();
    let listening = surface.listen(Rc::new(move |change| match change {
        Change::Updated(uri) => script::updated(app, &uri),
        Change::Resources => script::changed(),
        // The page's own catalogue is told again, and with it this one.
        Change::Tools => {}
    }));
    page.keep_listening(listening);
}

#[wasm_bindgen(js_class = __ScumbleInstance)]
impl Instance {
    /// Everything an application offers, as JSON; none while its agent part is not there.
    #[wasm_bindgen(js_name = relayCatalogue)]
    pub fn relay_catalogue(&self, app: u32) -> Option<String> {
        let surface = page::get(app)?.agent()?.surface();
        let catalogue = Catalogue {
            tools: surface.tools(),
            resources: surface.resources(),
            templates: surface.templates(),
            prompts: surface.prompts(),
        };
        serde_json::to_string(&catalogue).ok()
    }

    /// Runs a call, a read, a prompt or a completion of the server, a [`ToPage`] as JSON; the page hears by `answer(call, …)`.
    pub fn relay(&self, app: u32, call: u32, message: &str) -> Result<(), JsError> {
        let Some((page, surface)) = page::get(app).and_then(|page| Some((page.clone(), page.agent()?.surface())))
        else {
            return Ok(());
        };
        let message: ToPage = serde_json::from_str(message)
            .map_err(|error| JsError::new(&format!("The server's message could not be read: {error}.")))?;
        run(&page, &surface, call, message);
        Ok(())
    }

    /// What every application leaves for itself after the page is loaded again, as JSON by its number.
    pub fn handover(&self) -> String {
        recovery::handover()
    }
}

/// Runs what the server asks for and answers it as the page's call `id`.
fn run(page: &Rc<Page>, surface: &Rc<dyn Surface>, id: u32, message: ToPage) {
    let cancel = agent::begin_running(id);
    let app = page.id();
    let (tool, answering): (String, LocalBoxFuture<Reply>) = match message {
        ToPage::Call { tool, arguments, caller, deadline_ms, progress, can_ask, .. } => {
            let mut call = Call::new(caller, tool.clone(), arguments);
            call.deadline_ms = deadline_ms;
            call.cancel = cancel;
            call.progress = progress.then(|| told(id));
            call.client = can_ask.then(|| Rc::new(Client { call: id }) as Rc<dyn ClientSide>);
            let answering = surface.call(call);
            let page = Rc::clone(page);
            (
                tool,
                Box::pin(async move {
                    let outcome = answering.await;
                    // Its own: a call is written down as it ends.
                    reply(outcome, page.agent().and_then(|agent| agent.revisions()))
                }),
            )
        }
        ToPage::Read { uri, caller, .. } => {
            let reading = surface.read(&uri, &caller);
            (
                String::new(),
                Box::pin(async move {
                    match reading.await {
                        Some(Err(error)) => Reply::Failed(error),
                        Some(Ok(contents)) => Reply::Contents(Some(contents)),
                        None => Reply::Contents(None),
                    }
                }),
            )
        }
        ToPage::Prompt { name, arguments, caller, .. } => {
            let mut call = Call::new(caller, name, arguments);
            call.cancel = cancel;
            let filling = surface.prompt(call);
            (
                String::new(),
                Box::pin(async move {
                    match filling.await {
                        Some(Err(error)) => Reply::Failed(error),
                        Some(Ok(messages)) => Reply::Messages(Some(messages)),
                        None => Reply::Messages(None),
                    }
                }),
            )
        }
        ToPage::Complete { completing, .. } => {
            let values = surface.complete(completing);
            (String::new(), Box::pin(async move { Reply::Values(values.await) }))
        }
        _ => return,
    };
    page.scope().run(|| {
        spawn_named("answering the server", async move {
            let reply = answering.await;
            agent::end_running(id);
            agent::called(app, &tool);
            bridge::answer(id, &serde_json::to_string(&reply).unwrap_or_else(|error| unsayable(&error)));
        });
    });
    host::run_until_idle();
}

fn reply(outcome: Outcome, revisions: Option<[u64; 2]>) -> Reply {
    match outcome {
        Outcome::Answer(document) => Reply::Document(Document { revisions, ..document.into() }),
        // A page asks by its own dialog, or by the client, while the call runs.
        Outcome::NeedsPerson { question, .. } => Reply::Failed(ToolError::new(
            Code::NobodyToAsk,
            format!("{} needs the person's approval, and they cannot be asked here.", question.called()),
        )),
    }
}

fn unsayable(error: &serde_json::Error) -> String {
    let error = ToolError::new(Code::BadAnswer, format!("The answer could not be written down: {error}."));
    serde_json::json!({ "failed": error }).to_string()
}

fn told(id: u32) -> OnProgress {
    Rc::new(move |at, total, message| script::progress(id, at, total.unwrap_or(f64::NAN), message))
}

/// The client at the server's end.
struct Client {
    call: u32,
}

impl ClientSide for Client {
    fn can(&self, ability: Ability) -> bool {
        ability == Ability::Elicit
    }

    fn request(&self, _asked: Vec<Asked>) -> LocalBoxFuture<Result<Map<String, Value>, String>> {
        Box::pin(async { Err("a page asks the client's person for approval and for nothing else.".to_owned()) })
    }

    fn confirm(&self, question: Question) -> LocalBoxFuture<Answer> {
        let Ok(text) = serde_json::to_string(&question) else {
            return Box::pin(async { Answer::NoWay("The question could not be written down.".to_owned()) });
        };
        let asked: Promise = script::ask(self.call, &text);
        Box::pin(async move {
            let text = JsFuture::from(asked).await.ok().and_then(|value| value.as_string()).unwrap_or_default();
            serde_json::from_str(&text).unwrap_or_else(|_| Answer::NoWay("The client could not ask.".to_owned()))
        })
    }
}
