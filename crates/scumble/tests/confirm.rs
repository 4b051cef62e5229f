//! Asking the person before a command runs for an agent.

mod fixture;

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use fixture::{NoSuchNote, NoteId, Notes};
use scumble::__private::channels::{
    Asker, CommandError, Dispatch, LocalBoxFuture, RefusedReason, Returned, agent_call, confirm, take_refusals,
};
use scumble::__private::protocol::{Answer, Question};
use scumble::__private::reactive::{CallScope, host};
use scumble::prelude::*;
use scumble::{Door, Refused};
use serde_json::{Map, Value, json};

/// A person in front of a dialog: questions stay open until the test answers.
#[derive(Default)]
struct Dialog {
    asked: RefCell<Vec<Question>>,
    answer: RefCell<Option<Answer>>,
    open: Cell<usize>,
    waiting: RefCell<Option<Waker>>,
}

impl Dialog {
    fn answer(&self, answer: Answer) {
        *self.answer.borrow_mut() = Some(answer);
        if let Some(waker) = self.waiting.borrow_mut().take() {
            waker.wake();
        }
        host::run_until_idle();
    }
}

struct Shown(Rc<Dialog>);

impl Drop for Shown {
    fn drop(&mut self) {
        self.0.open.set(self.0.open.get() - 1);
    }
}

struct Person(Rc<Dialog>);

impl Asker for Person {
    fn ask(&self, question: Question) -> LocalBoxFuture<Answer> {
        let dialog = Rc::clone(&self.0);
        dialog.asked.borrow_mut().push(question);
        dialog.open.set(dialog.open.get() + 1);
        let shown = Shown(dialog);
        Box::pin(poll_fn(move |cx| match shown.0.answer.borrow_mut().take() {
            Some(answer) => Poll::Ready(answer),
            None => {
                *shown.0.waiting.borrow_mut() = Some(cx.waker().clone());
                Poll::Pending
            }
        }))
    }
}

struct Stage {
    scope: Scope,
    notes: Notes,
    dialog: Rc<Dialog>,
    call: CallScope,
}

impl Stage {
    fn new() -> Self {
        let scope = Scope::root();
        let notes = scope.run(Notes::open_local);
        notes.create();
        notes.create();
        let dialog = Rc::new(Dialog::default());
        let asker: Rc<dyn Asker> = Rc::new(Person(Rc::clone(&dialog)));
        let call = agent_call(Caller::by(Door::Mcp), Some(asker));
        Stage { scope, notes, dialog, call }
    }

    /// Sends a command as the agent; what it returns once it has.
    fn send(&self, command: &'static str, arguments: Value) -> Rc<RefCell<Option<Returned>>> {
        let answer = Rc::new(RefCell::new(None));
        let told = Rc::clone(&answer);
        let notes = self.notes;
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        self.call.enter(|| match notes.dispatch(command, arguments) {
            Dispatch::Later(future) => spawn(async move {
                let returned = future.await;
                *told.borrow_mut() = Some(returned);
            }),
            Dispatch::Done(returned) => *told.borrow_mut() = Some(returned),
            Dispatch::Unknown => panic!("{command} is unknown"),
        });
        host::run_until_idle();
        answer
    }

    fn count(&self) -> usize {
        self.notes.rows.peek().len()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.scope.dispose();
    }
}

fn declined() -> Refused {
    Refused { channel: "notes".into(), command: "delete".into(), reason: RefusedReason::Declined }
}

#[test]
fn a_person_is_never_asked() {
    let stage = Stage::new();
    assert_eq!(stage.notes.delete(NoteId(1)).done(), Some(Ok(())));
    assert_eq!(stage.notes.delete(NoteId(1)).done(), Some(Err(NoSuchNote(NoteId(1)))));
    assert_eq!(stage.count(), 1);
    assert!(stage.dialog.asked.borrow().is_empty());
}

#[test]
fn an_agents_command_waits_for_the_person_and_runs_when_approved() {
    let stage = Stage::new();
    let answer = stage.send("delete", json!({ "id": 1 }));
    assert_eq!(stage.count(), 2);
    assert!(answer.borrow().is_none());
    assert!(stage.call.is_paused(), "the deadline stands still while a person is asked");
    let question = stage.dialog.asked.borrow()[0].clone();
    assert_eq!((question.channel.as_str(), question.command.as_str()), ("notes", "delete"));
    assert_eq!(question.description, "Delete a note for good.");
    assert_eq!(question.arguments, json!({ "id": 1 }));
    assert!(question.destructive);
    assert_eq!(question.caller.door, Door::Mcp);

    stage.dialog.answer(Answer::Approved);
    assert_eq!(*answer.borrow(), Some(Ok(None)));
    assert_eq!(stage.count(), 1);
    assert!(!stage.call.is_paused());
    assert!(stage.call.is_idle());
}

#[test]
fn an_approval_is_for_one_command_with_those_arguments() {
    let stage = Stage::new();
    stage.send("delete", json!({ "id": 1 }));
    stage.dialog.answer(Answer::Approved);
    stage.send("delete", json!({ "id": 2 }));
    assert_eq!(stage.dialog.asked.borrow().len(), 2);
    assert_eq!(stage.count(), 1);
}

#[test]
fn a_declined_command_does_not_run_and_the_agent_is_told_once() {
    let stage = Stage::new();
    let answer = stage.send("delete", json!({ "id": 1 }));
    stage.dialog.answer(Answer::Declined);
    let refused = answer.borrow_mut().take().expect("is answered").expect_err("is refused");
    assert_eq!(refused, CommandError::Refused(declined()));
    assert_eq!(refused.to_string(), "The person declined notes.delete. Do not send it again unless they ask.");
    assert_eq!(stage.count(), 2);
    assert_eq!(take_refusals(&stage.call), [declined()]);
    assert!(take_refusals(&stage.call).is_empty());
}

#[test]
fn a_press_on_the_applications_own_button_asks_too() {
    let stage = Stage::new();
    let notes = stage.notes;
    let button = move || {
        notes.delete(NoteId(1));
    };
    stage.call.enter(button);
    host::run_until_idle();
    assert_eq!(stage.count(), 2);
    assert_eq!(stage.call.running(), ["notes.delete"]);
    stage.dialog.answer(Answer::Declined);
    assert_eq!(take_refusals(&stage.call), [declined()]);
    assert_eq!(stage.count(), 2);

    stage.call.enter(button);
    host::run_until_idle();
    stage.dialog.answer(Answer::Approved);
    assert_eq!(stage.count(), 1);
}

#[test]
fn cancelling_the_call_withdraws_the_question_and_a_late_answer_sends_nothing() {
    let stage = Stage::new();
    stage.send("delete", json!({ "id": 1 }));
    assert_eq!(stage.dialog.open.get(), 1);
    stage.call.cancel();
    assert_eq!(stage.dialog.open.get(), 0);
    stage.dialog.answer(Answer::Approved);
    assert_eq!(stage.count(), 2);
}

#[test]
fn whoever_awaits_a_cancelled_question_is_told() {
    let stage = Stage::new();
    let confirmed = stage.call.enter(|| stage.notes.delete(NoteId(1)));
    host::run_until_idle();
    stage.call.cancel();
    let told = Rc::new(RefCell::new(None));
    let heard = Rc::clone(&told);
    spawn(async move {
        let result = confirmed.await;
        *heard.borrow_mut() = Some(result);
    });
    host::run_until_idle();
    let refused = told.borrow_mut().take().expect("resolves").expect_err("is refused");
    assert_eq!(
        refused.to_string(),
        "The question about notes.delete was withdrawn, so it was not sent: the call was cancelled."
    );
}

#[test]
fn a_question_nobody_answers_is_withdrawn_after_five_minutes() {
    let stage = Stage::new();
    let answer = stage.send("delete", json!({ "id": 1 }));
    host::fire_timers(scumble::now() + confirm::QUESTION_MS - 1.0);
    host::run_until_idle();
    assert!(answer.borrow().is_none());
    host::fire_timers(scumble::now() + 1.0);
    host::run_until_idle();
    let refused = answer.borrow_mut().take().expect("is answered").expect_err("is refused");
    assert_eq!(
        refused.to_string(),
        "The question about notes.delete was withdrawn, so it was not sent: nobody answered within 5 minutes."
    );
    assert_eq!(stage.dialog.open.get(), 0);
    assert_eq!(stage.count(), 2);
}

#[test]
fn without_a_way_to_ask_the_command_is_refused() {
    let stage = Stage::new();
    let call = agent_call(Caller::by(Door::WebMcp), None);
    let notes = stage.notes;
    call.enter(|| notes.delete(NoteId(1)));
    host::run_until_idle();
    let refused = take_refusals(&call);
    assert_eq!(
        refused[0].to_string(),
        "notes.delete needs the person's approval, and they cannot be asked: this application gives agents no way to \
         ask. Ask the person to do it themselves."
    );
    assert_eq!(stage.count(), 2);
}

#[test]
fn the_applications_own_way_to_ask_is_found_by_the_scope() {
    let stage = Stage::new();
    confirm::set_asker(stage.scope, Rc::new(Person(Rc::clone(&stage.dialog))));
    let call = agent_call(Caller::by(Door::WebMcp), None);
    let notes = stage.notes;
    stage.scope.child().run(|| call.enter(|| notes.delete(NoteId(1))));
    host::run_until_idle();
    assert_eq!(stage.dialog.asked.borrow().len(), 1);
    stage.dialog.answer(Answer::Approved);
    assert_eq!(stage.count(), 1);
}

#[test]
fn an_async_command_asks_first_and_then_takes_its_time() {
    let stage = Stage::new();
    let answer = stage.send("wipe", json!({}));
    stage.dialog.answer(Answer::Approved);
    assert!(answer.borrow().is_none());
    host::fire_timers(scumble::now() + 10.0);
    host::run_until_idle();
    assert_eq!(*answer.borrow(), Some(Ok(Some(json!(2)))));
    assert_eq!(stage.count(), 0);
}

#[test]
fn an_async_command_an_agent_made_asks_wherever_it_is_awaited() {
    let stage = Stage::new();
    let made = stage.call.enter(|| stage.notes.wipe());
    spawn(async move {
        let told = made.await.expect_err("is refused");
        assert_eq!(told.reason, RefusedReason::Declined);
    });
    host::run_until_idle();
    assert_eq!(stage.dialog.asked.borrow().len(), 1);
    stage.dialog.answer(Answer::Declined);
    assert_eq!(stage.count(), 2);
    assert_eq!(take_refusals(&stage.call).len(), 1);
}

#[test]
fn an_async_command_of_the_person_runs_without_a_question() {
    let stage = Stage::new();
    let notes = stage.notes;
    spawn(async move {
        assert_eq!(notes.wipe().await, Ok(2));
    });
    host::run_until_idle();
    host::fire_timers(scumble::now() + 10.0);
    host::run_until_idle();
    assert_eq!(stage.count(), 0);
    assert!(stage.dialog.asked.borrow().is_empty());
    assert!(matches!(stage.notes.dispatch("none", Map::new()), Dispatch::Unknown));
}
