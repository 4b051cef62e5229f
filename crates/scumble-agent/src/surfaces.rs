//! Several surfaces as one: every tool under its own name, every call to whom it belongs.
//!
//! Also keeps the activity log, since every call passes here. Knows nothing of what the parts do.

use std::cell::RefCell;
use std::rc::Rc;

use scumble_protocol::{
    Caller, Change, Code, Completing, Contents, Line, Listening, Prompt, PromptMessage, Resource, Template, Tool,
    ToolError,
};
use scumble_reactive::now;
use serde_json::{Map, Value};

use crate::activity::Activity;
use crate::surface::{Call, LocalBoxFuture, Outcome, Surface};
use crate::unwind::{Guarded, Panicked};

/// The longest name a tool may have, in characters.
pub const LONGEST_TOOL_NAME: usize = 64;

/// Surfaces joined in the order they were given.
pub struct Surfaces {
    parts: Vec<Rc<dyn Surface>>,
    /// Which part has a tool, as of the last look: a catalogue is not made for every call.
    owners: RefCell<Vec<(String, usize)>>,
    activity: Rc<Activity>,
    refs: Rc<dyn Fn() -> String>,
}

impl Surfaces {
    /// Joins surfaces.
    ///
    /// # Errors
    /// A sentence that names both sources if two tools have one name, or the tool whose name no client takes.
    pub fn join(parts: Vec<Rc<dyn Surface>>, activity: Rc<Activity>) -> Result<Surfaces, String> {
        let surfaces = Surfaces { parts, owners: RefCell::default(), activity, refs: Rc::new(String::new) };
        check_names(&surfaces.tools())?;
        Ok(surfaces)
    }

    /// Says where the refs given out are kept.
    pub(crate) fn with_refs(self, refs: impl Fn() -> String + 'static) -> Surfaces {
        Surfaces { refs: Rc::new(refs), ..self }
    }

    /// The refs given out, as JSON for the next mount; empty where there is no screen.
    #[must_use]
    pub fn refs(&self) -> String {
        (self.refs)()
    }

    /// What was called so far.
    #[must_use]
    pub fn activity(&self) -> Rc<Activity> {
        Rc::clone(&self.activity)
    }

    /// Notes in the activity log that a call which only reads was answered again with what it was answered before. False,
    /// and nothing is noted, if its caller has something else to be told: then it has to be called.
    #[must_use]
    pub fn answered_again(&self, caller: &Caller, tool: &str, argument_bytes: usize) -> bool {
        if self.activity.has_notices(caller) {
            return false;
        }
        let revision = self.activity.revision();
        self.activity.record(Line {
            at_ms: now(),
            caller: caller.clone(),
            tool: tool.to_owned(),
            argument_bytes,
            outcome: "ok".into(),
            ms: 0.0,
            revision_before: Some(revision),
            revision_after: Some(revision),
            tab: None,
        });
        true
    }

    /// Whose tool this is.
    fn owner(&self, name: &str) -> Option<Rc<dyn Surface>> {
        let find = |owners: &[(String, usize)]| owners.iter().find(|(own, _)| own == name).map(|(_, place)| *place);
        let known = find(&self.owners.borrow());
        let place = known.or_else(|| {
            let mut owners = self.owners.borrow_mut();
            *owners = self
                .parts
                .iter()
                .enumerate()
                .flat_map(|(place, part)| part.tools().into_iter().map(move |tool| (tool.name, place)))
                .collect();
            find(&owners)
        });
        place.map(|place| Rc::clone(&self.parts[place]))
    }
}

impl Surface for Surfaces {
    fn tools(&self) -> Vec<Tool> {
        self.parts.iter().flat_map(|part| part.tools()).collect()
    }

    fn call(&self, mut call: Call) -> LocalBoxFuture<Outcome> {
        if call.arguments.is_null() {
            call.arguments = Value::Object(Map::new());
        }
        let Some(part) = self.owner(&call.name) else {
            let outcome = Outcome::failed(unknown_tool(&call.name, &self.tools()));
            self.activity.record(line_of(&call, &outcome, 0.0, self.activity.revision(), &self.activity));
            return Box::pin(async move { outcome });
        };
        let activity = Rc::clone(&self.activity);
        Box::pin(async move {
            let began = now();
            let before = activity.revision();
            let answering = call.clone();
            let answered = Guarded::new(async move { part.call(answering).await }).await;
            let mut outcome = answered.unwrap_or_else(|Panicked(said)| {
                let error = ToolError::new(Code::CommandPanicked, format!("{} panicked: {said}.", call.name));
                Outcome::failed(error.fix("The application goes on with the values from before it."))
            });
            if let Outcome::Answer(document) = &mut outcome
                && !document.is_error()
            {
                document.status.notes.splice(0..0, activity.take_notices(&call.caller));
            }
            activity.record(line_of(&call, &outcome, now() - began, before, &activity));
            outcome
        })
    }

    fn version(&self, tool: &str) -> Option<u64> {
        self.owner(tool)?.version(tool)
    }

    fn resources(&self) -> Vec<Resource> {
        self.parts.iter().flat_map(|part| part.resources()).collect()
    }

    fn read(&self, uri: &str, caller: &Caller) -> LocalBoxFuture<Option<Result<Contents, ToolError>>> {
        Box::pin(first(self.parts.iter().map(|part| part.read(uri, caller)).collect()))
    }

    fn prompts(&self) -> Vec<Prompt> {
        self.parts.iter().flat_map(|part| part.prompts()).collect()
    }

    fn prompt(&self, call: Call) -> LocalBoxFuture<Option<Result<Vec<PromptMessage>, ToolError>>> {
        Box::pin(first(self.parts.iter().map(|part| part.prompt(call.clone())).collect()))
    }

    fn templates(&self) -> Vec<Template> {
        self.parts.iter().flat_map(|part| part.templates()).collect()
    }

    fn complete(&self, completing: Completing) -> LocalBoxFuture<Vec<String>> {
        let answers: Vec<LocalBoxFuture<Vec<String>>> =
            self.parts.iter().map(|part| part.complete(completing.clone())).collect();
        Box::pin(async move {
            let mut all = Vec::new();
            for answer in answers {
                all.extend(answer.await);
            }
            all
        })
    }

    fn listen(&self, listener: Rc<dyn Fn(Change)>) -> Listening {
        let all: Vec<Listening> = self.parts.iter().map(|part| part.listen(Rc::clone(&listener))).collect();
        Listening::until(move || drop(all))
    }
}

/// The first of the parts that answers; asks them one after the other.
async fn first<T>(answers: Vec<LocalBoxFuture<Option<T>>>) -> Option<T> {
    for answer in answers {
        if let Some(found) = answer.await {
            return Some(found);
        }
    }
    None
}

/// The activity log's line of a call that has ended.
fn line_of(call: &Call, outcome: &Outcome, ms: f64, revision_before: u64, activity: &Activity) -> Line {
    Line {
        revision_before: Some(revision_before),
        revision_after: Some(activity.revision()),
        ..Line::of(call, &outcome.in_a_word(), now(), ms)
    }
}

/// Whether a tool may be called this: what every client takes.
fn is_tool_name(name: &str) -> bool {
    (1..=LONGEST_TOOL_NAME).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Refuses names no client takes, and two tools of one name.
fn check_names(tools: &[Tool]) -> Result<(), String> {
    for (at, tool) in tools.iter().enumerate() {
        if tool.name.len() > LONGEST_TOOL_NAME {
            return Err(format!(
                "The tool name \"{}\" of {} has {} characters; at most {LONGEST_TOOL_NAME} are allowed. Shorten the channel's or the command's name.",
                tool.name,
                tool.source,
                tool.name.len()
            ));
        }
        if !is_tool_name(&tool.name) {
            return Err(format!(
                "The tool name \"{}\" of {} may hold only letters, digits, _ and -, and at least one of them.",
                tool.name, tool.source
            ));
        }
        if let Some(first) = tools[..at].iter().find(|first| first.name == tool.name) {
            return Err(format!(
                "Two tools would be called {}: one of {} and one of {}. Rename the channel, the command or the tool of one of them; every tool needs a name of its own.",
                tool.name, first.source, tool.source
            ));
        }
    }
    Ok(())
}

/// The failure of a call to nobody, with what is meant and what there is.
pub(crate) fn unknown_tool(name: &str, tools: &[Tool]) -> ToolError {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    let error = ToolError::new(Code::UnknownTool, format!("There is no tool called {name}."));
    if names.is_empty() {
        return error.fix("This application offers no tools.");
    }
    let list = names.join(", ");
    match scumble_channels::near::nearest(name, names.iter().copied()) {
        Some(near) => error.fix(format!("Did you mean {near}? The tools are {list}.")),
        None => error.fix(format!("The tools are {list}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_protocol::{AgentDocument, Annotations, Door};
    use scumble_reactive::{host, spawn};
    use serde_json::json;

    struct Echo(&'static str, &'static [&'static str]);

    impl Surface for Echo {
        fn tools(&self) -> Vec<Tool> {
            self.1
                .iter()
                .map(|name| Tool {
                    name: (*name).into(),
                    title: "Echo".into(),
                    description: "Says what it was told.".into(),
                    input_schema: json!({ "type": "object" }),
                    output_schema: None,
                    annotations: Annotations::reading(),
                    source: self.0.into(),
                })
                .collect()
        }

        fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
            let text = format!("{}: {} {}", self.0, call.name, call.arguments);
            Box::pin(async move { Outcome::Answer(AgentDocument::new().text(text)) })
        }
    }

    fn joined(parts: Vec<Echo>) -> Result<Surfaces, String> {
        Surfaces::join(
            parts.into_iter().map(|part| Rc::new(part) as Rc<dyn Surface>).collect(),
            Rc::new(Activity::new(Rc::new(|| 41))),
        )
    }

    fn answer(surfaces: &Surfaces, name: &str) -> AgentDocument {
        let into: Rc<RefCell<Option<Outcome>>> = Rc::default();
        let (calling, out) = (surfaces.call(Call::new(Caller::by(Door::Native), name, Value::Null)), Rc::clone(&into));
        spawn(async move { *out.borrow_mut() = Some(calling.await) });
        host::run_until_idle();
        let outcome = into.borrow_mut().take();
        outcome.and_then(Outcome::into_document).expect("an echo answers at once")
    }

    #[test]
    fn tools_keep_their_order_and_calls_reach_their_owner() {
        let surfaces =
            joined(vec![Echo("channel notes", &["notes_view", "notes_create"]), Echo("the screen", &["ui_press"])])
                .expect("no names clash");
        assert_eq!(
            surfaces.tools().iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(),
            ["notes_view", "notes_create", "ui_press"]
        );
        assert_eq!(answer(&surfaces, "ui_press").plain_text(), "the screen: ui_press {}");
        assert_eq!(surfaces.activity().lines().len(), 1);
    }

    #[test]
    fn two_tools_of_one_name_are_refused_naming_both_sources() {
        let refused = joined(vec![Echo("channel ui", &["ui_press"]), Echo("the screen", &["ui_press"])])
            .err()
            .unwrap_or_default();
        assert!(
            refused.starts_with("Two tools would be called ui_press: one of channel ui and one of the screen."),
            "{refused}"
        );
    }

    #[test]
    fn names_no_client_takes_are_refused() {
        let long: &'static str = Box::leak("x".repeat(65).into_boxed_str());
        let names: &'static [&'static str] = Box::leak(vec![long].into_boxed_slice());
        assert!(
            joined(vec![Echo("channel notes", names)])
                .err()
                .unwrap_or_default()
                .contains("has 65 characters; at most 64")
        );
        assert!(
            joined(vec![Echo("channel notes", &["notes.view"])])
                .err()
                .unwrap_or_default()
                .contains("may hold only letters")
        );
    }

    #[test]
    fn a_call_to_nobody_is_answered_with_the_name_meant_and_all_there_are() {
        let surfaces = joined(vec![Echo("channel notes", &["notes_view", "notes_create"])]).expect("no names clash");
        let error = answer(&surfaces, "notes_creat").error.expect("nobody has this tool");
        assert_eq!(error.code, "SC0101");
        assert_eq!(error.message, "There is no tool called notes_creat.");
        assert_eq!(error.fix.as_deref(), Some("Did you mean notes_create? The tools are notes_view, notes_create."));
    }
}
