//! A small surface that remembers what it was asked.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use scumble_protocol::{
    AgentDocument, Annotations, Call, Caller, Change, Contents, Listening, LocalBoxFuture, Outcome, Question, Resource,
    Surface, Tool, ToolError,
};
use serde_json::{Value, json};

/// What happened, for the test to read.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn say(&self, line: impl Into<String>) {
        self.0.lock().expect("nobody panics here").push(line.into());
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().expect("nobody panics here").clone()
    }

    /// How often this was said.
    pub(crate) fn count(&self, line: &str) -> usize {
        self.lines().iter().filter(|said| *said == line).count()
    }

    /// Waits until this was said.
    pub(crate) async fn until(&self, line: &str) {
        while self.count(line) == 0 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

/// The surface.
pub(crate) struct Sample {
    log: Log,
    extra: Rc<Cell<bool>>,
    listeners: Rc<RefCell<Vec<Rc<dyn Fn(Change)>>>>,
}

impl Sample {
    pub(crate) fn new(log: Log) -> Sample {
        Sample { log, extra: Rc::default(), listeners: Rc::default() }
    }
}

fn tool(name: &str) -> Tool {
    Tool {
        name: name.into(),
        title: name.into(),
        description: format!("Does {name}."),
        input_schema: json!({ "type": "object" }),
        output_schema: None,
        annotations: Annotations::acting(),
        source: "the sample".into(),
    }
}

/// Says when it is dropped.
struct Dropped(Log, &'static str);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.say(self.1);
    }
}

impl Surface for Sample {
    fn tools(&self) -> Vec<Tool> {
        let names = ["echo", "who", "count", "hang", "large", "ask_person", "change", "touch", "panic"];
        names.iter().copied().chain(self.extra.get().then_some("extra")).map(tool).collect()
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
        let (log, extra, listeners) = (self.log.clone(), Rc::clone(&self.extra), Rc::clone(&self.listeners));
        log.say(format!("call {}", call.name));
        Box::pin(async move {
            let document = match call.name.as_str() {
                "echo" => AgentDocument::new().text("Echoed.").value(json!({ "echo": call.arguments })),
                "who" => AgentDocument::new().value(json!(call.caller)).text("You."),
                "count" => {
                    for (at, message) in [(1.0, "one"), (1.0, "not more"), (0.5, "less"), (3.0, &*"x".repeat(300))] {
                        if let Some(progress) = &call.progress {
                            progress(at, Some(3.0), message);
                        }
                    }
                    AgentDocument::new().text(if call.progress.is_some() { "Told." } else { "Not asked to tell." })
                }
                "hang" => {
                    let _dropped = Dropped(log.clone(), "hang ended");
                    call.cancel.cancelled().await;
                    log.say("hang cancelled");
                    std::future::pending::<()>().await;
                    unreachable!("nothing wakes it")
                }
                "large" => AgentDocument::new().text("x".repeat(4 * 1024 * 1024)),
                "ask_person" => return ask_person(&call, &log),
                "change" => {
                    extra.set(call.arguments["extra"] == true);
                    tell(&listeners, &Change::Tools);
                    AgentDocument::new().text("Said that tools changed.")
                }
                "touch" => {
                    for _ in 0..50 {
                        tell(&listeners, &Change::Updated("sample://touched".into()));
                    }
                    tell(&listeners, &Change::Updated("sample://other".into()));
                    AgentDocument::new().text("Touched.")
                }
                "panic" => panic!("as it was asked to"),
                _ => AgentDocument::new().text("There."),
            };
            Outcome::Answer(document)
        })
    }

    fn resources(&self) -> Vec<Resource> {
        let resource = |uri: &str| Resource {
            uri: uri.into(),
            name: uri.into(),
            description: String::new(),
            mime_type: "text/plain".into(),
        };
        vec![resource("sample://touched"), resource("sample://other")]
    }

    fn read(&self, uri: &str, _caller: &Caller) -> LocalBoxFuture<Option<Result<Contents, ToolError>>> {
        let contents = self
            .resources()
            .iter()
            .any(|resource| resource.uri == uri)
            .then(|| Contents::text(uri, "text/plain", "here"));
        Box::pin(async move { contents.map(Ok) })
    }

    fn listen(&self, listener: Rc<dyn Fn(Change)>) -> Listening {
        self.listeners.borrow_mut().push(listener);
        Listening::nothing()
    }
}

fn tell(listeners: &RefCell<Vec<Rc<dyn Fn(Change)>>>, change: &Change) {
    for listener in listeners.borrow().iter() {
        listener(change.clone());
    }
}

/// A surface that leaves the asking to its door.
fn ask_person(call: &Call, log: &Log) -> Outcome {
    match &call.answered {
        Some((state, approved)) => {
            log.say(format!("answered {state} {approved}"));
            Outcome::Answer(AgentDocument::new().text(if *approved { "Done." } else { "Left." }))
        }
        None => Outcome::NeedsPerson {
            question: Question {
                channel: "sample".into(),
                command: "ask_person".into(),
                description: "Needs a person.".into(),
                arguments: Value::Null,
                destructive: true,
                caller: call.caller.clone(),
            },
            state: "state-1".into(),
        },
    }
}
