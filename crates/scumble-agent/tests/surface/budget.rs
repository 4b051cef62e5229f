//! "Budget": commands folded into one tool a channel, each with its own check and confirmation.

use scumble::prelude::*;
use scumble_agent::{Agent, AgentContext, Call, Surface};
use scumble_protocol::{AgentDocument, Caller, Door};
use scumble_scene::{Scene, SceneOptions};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

use crate::notes::Notes;

fn agent(budget: usize) -> Agent {
    let scope = Scope::root();
    let mut context = AgentContext::new(scope, Scene::new(SceneOptions::default()));
    context.options.budget = Some(budget);
    let mut agent = Agent::new(context);
    agent.offer(scope.run(Notes::open_local));
    agent
}

fn call(agent: &Agent, tool: &str, arguments: Value) -> AgentDocument {
    let into: Rc<RefCell<Option<AgentDocument>>> = Rc::default();
    let out = Rc::clone(&into);
    let calling = agent.surfaces().expect("no names clash").call(Call::new(Caller::by(Door::Native), tool, arguments));
    spawn(async move { *out.borrow_mut() = calling.await.into_document() });
    scumble_reactive::host::run_until_idle();
    let answer = into.borrow_mut().take();
    answer.expect("nothing has to be waited for")
}

#[test]
fn commands_are_folded_only_past_the_budget() {
    let names = |budget| {
        agent(budget).surfaces().expect("no names clash").tools().into_iter().map(|tool| tool.name).collect::<Vec<_>>()
    };
    assert_eq!(names(22).len(), 22);
    assert_eq!(names(21)[..2], ["notes_view", "notes_send"]);
    assert_eq!(names(21).len(), 12);
}

/// Nothing, said by a tool of the application's own.
#[tool(read)]
fn nothing() {}

#[test]
fn tools_of_the_applications_own_count_and_are_not_folded() {
    let with_own = |budget| {
        let mut agent = agent(budget);
        agent.tool::<nothing>();
        agent.surfaces().expect("no names clash").tools().into_iter().map(|tool| tool.name).collect::<Vec<_>>()
    };
    assert_eq!(with_own(23).len(), 23);
    assert_eq!(with_own(22)[..3], ["notes_view", "notes_send", "nothing"]);
    assert_eq!(with_own(1).len(), 13, "one cannot be reached");
}

#[test]
fn the_folded_tool_is_consequential_and_names_every_command_with_its_arguments() {
    let tools = agent(12).surfaces().expect("no names clash").tools();
    let send = &tools[1];
    assert_eq!(send.annotations.destructive, Some(true));
    assert!(
        send.description.contains("- delete: Delete a note for good. The person is asked first. Arguments: {"),
        "{}",
        send.description
    );
    assert!(!send.description.contains("caret_moved"));
}

#[test]
fn a_folded_command_keeps_its_check_and_its_confirmation() {
    let agent = agent(12);
    let answer =
        call(&agent, "notes_send", json!({ "command": "rename", "arguments": { "id": 1, "title": "Taxes 2027" } }));
    assert_eq!(answer.value.map(|value| value["rows"][2]["title"].clone()), Some(json!("Taxes 2027")));
    let said =
        |arguments: Value| call(&agent, "notes_send", arguments).error.map(|error| error.message).unwrap_or_default();
    assert_eq!(said(json!({ "command": "rename", "arguments": { "id": 1 } })), "input.arguments.title is required.");
    assert!(
        said(json!({ "command": "caret_moved", "arguments": { "at": 1 } })).starts_with("input.command must be one of")
    );
    assert!(said(json!({ "command": "delete", "arguments": { "id": 1 } })).contains("needs the person's approval"));
}
