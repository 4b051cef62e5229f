//! "Confirming": a command marked `confirm` runs for an agent only once the person said so, however it was sent.

use scumble_agent::{Call, LocalBoxFuture, Surface};
use scumble_protocol::{Ability, Answer, Asked, Caller, ClientSide, Door, Question};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::rc::Rc;

use crate::notes::{Notes, app};

const DECLINED: &str = "[SC0107] The person declined notes.delete. Do not send it again unless they ask.";

#[test]
fn an_approved_command_runs_and_the_question_says_what_it_is() {
    let app = app();
    let agent = app.agent();
    agent.person_approves();
    let value = agent.value("notes_delete", json!({ "id": 2 }));
    assert_eq!(value["rows"].as_array().map(Vec::len), Some(2));
    let questions = agent.questions();
    assert_eq!(questions.len(), 1);
    let question = &questions[0];
    assert_eq!((question.channel.as_str(), question.command.as_str()), ("notes", "delete"));
    assert_eq!(question.arguments, json!({ "id": 2 }));
    assert_eq!(question.description, "Delete a note for good.");
    assert!(question.destructive);
    assert_eq!(question.caller.client.as_ref().map(|client| client.name.as_str()), Some("test agent"));
}

#[test]
fn a_declined_command_does_not_run_and_the_agent_is_told_not_to_repeat_it() {
    let app = app();
    let agent = app.agent();
    agent.person_declines();
    assert_eq!(agent.fails("notes_delete", json!({ "id": 2 })), DECLINED);
    assert_eq!(app.channel::<Notes>().rows.read().len(), 3);
}

#[test]
fn the_agents_press_on_the_applications_own_button_asks_too() {
    let app = app();
    let agent = app.agent();
    agent.person_declines();
    assert_eq!(agent.fails("ui_press", json!({ "role": "button", "name": "Delete Holiday" })), DECLINED);
    assert_eq!(app.channel::<Notes>().rows.read().len(), 3);
    agent.person_approves();
    let text = agent.text("ui_press", json!({ "role": "button", "name": "Delete Holiday" }));
    assert!(text.contains("-   - listitem \"Holiday\""), "{text}");
    assert_eq!(app.channel::<Notes>().rows.read().len(), 2);
    assert_eq!(agent.questions().len(), 2);
}

#[test]
fn the_persons_own_click_does_not_ask() {
    let app = app();
    app.find("button", "Delete Holiday").press();
    assert_eq!(app.channel::<Notes>().rows.read().len(), 2);
    assert_eq!(app.agent().questions().len(), 0);
}

#[test]
fn arguments_are_checked_before_anybody_is_asked() {
    let app = app();
    let agent = app.agent();
    agent.person_approves();
    assert!(agent.fails("notes_delete", json!({ "id": "two" })).starts_with("[SC0102] input.id must be"));
    assert_eq!(agent.questions().len(), 0);
}

#[test]
fn the_deadline_stands_still_while_the_person_is_asked() {
    let app = app();
    let agent = app.agent();
    agent.person_answers(|_| None);
    let call = agent.start("notes_delete", json!({ "id": 2 }));
    app.advance(60_000.0);
    assert!(!call.is_answered());
    assert_eq!(agent.open_questions(), 1);
    agent.answer(Answer::Approved);
    assert!(call.is_answered());
    assert!(!call.wait().is_error());
    assert_eq!(app.channel::<Notes>().rows.read().len(), 2);
}

#[test]
fn a_cancelled_call_withdraws_its_question_and_a_late_yes_sends_nothing() {
    let app = app();
    let agent = app.agent();
    agent.person_answers(|_| None);
    let call = agent.start("notes_delete", json!({ "id": 2 }));
    assert_eq!(agent.open_questions(), 1);
    call.cancel();
    assert_eq!(agent.open_questions(), 0);
    agent.answer(Answer::Approved);
    app.advance(1_000.0);
    assert_eq!(call.wait().error.map(|error| error.code), Some("SC0105".into()));
    assert_eq!(app.channel::<Notes>().rows.read().len(), 3);
}

#[test]
fn a_question_nobody_answers_is_withdrawn_after_five_minutes() {
    let app = app();
    let agent = app.agent();
    agent.person_answers(|_| None);
    let call = agent.start("notes_delete", json!({ "id": 2 }));
    app.advance(5.0 * 60_000.0 - 1.0);
    assert!(!call.is_answered());
    app.advance(2.0);
    let error = call.wait().error.expect("nobody answered");
    assert_eq!(error.code, "SC0109");
    assert!(error.message.contains("nobody answered within 5 minutes"), "{}", error.message);
    assert_eq!(app.channel::<Notes>().rows.read().len(), 3);
}

#[test]
fn with_nobody_to_ask_the_agent_is_told_that_the_person_must_do_it() {
    let agent = app().agent();
    let failure = agent.fails("notes_delete", json!({ "id": 2 }));
    assert!(failure.starts_with("[SC0108]") && failure.ends_with("Ask the person to do it themselves."), "{failure}");
}

#[test]
fn an_approval_is_for_that_calls_arguments_alone() {
    let agent = app().agent();
    agent.person_answers(|question| {
        Some(if question.arguments["id"] == 2 { Answer::Approved } else { Answer::Declined })
    });
    assert!(!agent.call("notes_delete", json!({ "id": 2 })).is_error());
    assert_eq!(agent.fails("notes_delete", json!({ "id": 3 })), DECLINED);
    assert_eq!(agent.questions().len(), 2);
}

/// A client that can ask the person, who approves.
struct Elicits;

impl ClientSide for Elicits {
    fn can(&self, ability: Ability) -> bool {
        ability == Ability::Elicit
    }

    fn request(&self, _asked: Vec<Asked>) -> LocalBoxFuture<Result<Map<String, Value>, String>> {
        Box::pin(async { Err("only confirming is tried here".into()) })
    }

    fn confirm(&self, question: Question) -> LocalBoxFuture<Answer> {
        Box::pin(async move { if question.command == "delete" { Answer::Approved } else { Answer::Declined } })
    }
}

#[test]
fn where_nobody_is_in_front_of_the_screen_the_client_asks_if_it_can() {
    let app = app();
    let surfaces = app.agent_side().surfaces().expect("no names clash");
    let call =
        Call { client: Some(Rc::new(Elicits)), ..Call::new(Caller::by(Door::Mcp), "notes_delete", json!({ "id": 2 })) };
    let into: Rc<RefCell<Option<bool>>> = Rc::default();
    let (out, calling) = (Rc::clone(&into), surfaces.call(call));
    scumble_reactive::spawn(async move {
        *out.borrow_mut() = calling.await.into_document().map(|document| document.is_error())
    });
    scumble_reactive::host::run_until_idle();
    assert_eq!(*into.borrow(), Some(false));
    assert_eq!(
        (app.agent().questions().len(), app.channel::<Notes>().rows.read().len()),
        (1, 2),
        "the screen's person was tried first"
    );
}
