//! The agent's half: tools called as through a door, the person's answers given by the test.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use scumble_agent::{Call, CancelToken, LocalBoxFuture, Outcome, Surface, Surfaces};
use scumble_channels::Asker;
use scumble_protocol::{AgentDocument, Answer, Caller, ClientInfo, Door, Question, Tool};
use scumble_reactive::spawn_named;
use serde_json::Value;

use crate::clock;
use crate::harness::Mount;

/// How a person answers what they are asked.
type Reply = Rc<dyn Fn(&Question) -> Option<Answer>>;

/// The person of a test: answers questions by a rule, or when the test says so.
#[derive(Default)]
pub(crate) struct Person {
    reply: RefCell<Option<Reply>>,
    asked: RefCell<Vec<Question>>,
    given: RefCell<VecDeque<Answer>>,
    waiting: RefCell<Vec<Waker>>,
    open: RefCell<usize>,
}

/// Counts a question as open for as long as it is.
struct Open(Rc<Person>);

impl Drop for Open {
    fn drop(&mut self) {
        *self.0.open.borrow_mut() -= 1;
    }
}

pub(crate) struct AskPerson(pub(crate) Rc<Person>);

impl Asker for AskPerson {
    fn ask(&self, question: Question) -> LocalBoxFuture<Answer> {
        let person = Rc::clone(&self.0);
        person.asked.borrow_mut().push(question.clone());
        *person.open.borrow_mut() += 1;
        let open = Open(Rc::clone(&person));
        Box::pin(async move {
            let _open = open;
            let reply = person.reply.borrow().clone();
            if let Some(answer) = reply.and_then(|reply| reply(&question)) {
                return answer;
            }
            poll_fn(|cx| match person.given.borrow_mut().pop_front() {
                Some(answer) => Poll::Ready(answer),
                None => {
                    person.waiting.borrow_mut().push(cx.waker().clone());
                    Poll::Pending
                }
            })
            .await
        })
    }
}

/// An agent connected to the application of a [`crate::Harness`].
#[derive(Clone)]
pub struct AgentHand {
    pub(crate) surfaces: Rc<Surfaces>,
    pub(crate) person: Rc<Person>,
    pub(crate) caller: Caller,
    /// The application lives as long as an agent may call it.
    mount: Rc<Mount>,
}

impl AgentHand {
    pub(crate) fn new(surfaces: Rc<Surfaces>, person: Rc<Person>, mount: Rc<Mount>) -> AgentHand {
        let client = ClientInfo { name: "test agent".into(), version: "1".into() };
        let caller = Caller { session: "test".into(), client: Some(client), ..Caller::by(Door::Native) };
        AgentHand { surfaces, person, caller, mount }
    }

    /// The same application, called by another agent.
    #[must_use]
    pub fn with_caller(&self, caller: Caller) -> AgentHand {
        AgentHand { caller, ..self.clone() }
    }

    /// The tools offered, in order.
    #[must_use]
    pub fn tools(&self) -> Vec<Tool> {
        self.surfaces.tools()
    }

    /// The tool of this name.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn tool(&self, name: &str) -> Tool {
        self.tools().into_iter().find(|tool| tool.name == name).unwrap_or_else(|| panic!("no tool is called {name}"))
    }

    /// Calls a tool and waits for its answer; time passes as the call needs it.
    ///
    /// # Panics
    /// If the call can never be answered, since nothing it waits for will come.
    pub fn call(&self, tool: &str, arguments: Value) -> AgentDocument {
        self.start(tool, arguments).wait()
    }

    /// As [`AgentHand::call`], for calls that are to fail: `[code] message fix`.
    ///
    /// # Panics
    /// If the call succeeds.
    pub fn fails(&self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments);
        let Some(error) = answer.error else { panic!("{tool} succeeded:\n{}", answer.plain_text()) };
        format!("[{}] {}", error.code, error.sentences())
    }

    /// The text of a call that is to succeed.
    ///
    /// # Panics
    /// If the call fails.
    pub fn text(&self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments);
        match &answer.error {
            Some(error) => {
                panic!("{tool} failed: [{}] {}", error.code, error.sentences())
            }
            None => answer.plain_text(),
        }
    }

    /// The value of a call that is to succeed.
    ///
    /// # Panics
    /// If the call fails or answers no value.
    pub fn value(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments);
        match (answer.error, answer.value) {
            (None, Some(value)) => value,
            (error, _) => panic!("{tool} answered no value: {error:?}"),
        }
    }

    /// Starts a call and lets run what can run now.
    #[must_use]
    pub fn start(&self, tool: &str, arguments: Value) -> CallInFlight {
        self.start_call(Call::new(self.caller.clone(), tool, arguments))
    }

    /// As [`AgentHand::start`], with a deadline of one's own.
    #[must_use]
    pub fn start_with_deadline(&self, tool: &str, arguments: Value, deadline_ms: f64) -> CallInFlight {
        self.start_call(Call { deadline_ms, ..Call::new(self.caller.clone(), tool, arguments) })
    }

    pub(crate) fn start_call(&self, call: Call) -> CallInFlight {
        let (name, cancel) = (call.name.clone(), call.cancel.clone());
        let answering = self.surfaces.call(call);
        let outcome: Rc<RefCell<Option<Outcome>>> = Rc::default();
        let into = Rc::clone(&outcome);
        self.mount.scope.run(|| {
            spawn_named(&name, async move {
                let answered = answering.await;
                *into.borrow_mut() = Some(answered);
            });
        });
        clock::settle();
        CallInFlight { name, cancel, outcome }
    }

    /// How the person answers from now on; `None` leaves a question open for [`AgentHand::answer`].
    pub fn person_answers(&self, reply: impl Fn(&Question) -> Option<Answer> + 'static) {
        *self.person.reply.borrow_mut() = Some(Rc::new(reply));
    }

    /// The person approves everything from now on.
    pub fn person_approves(&self) {
        self.person_answers(|_| Some(Answer::Approved));
    }

    /// The person declines everything from now on.
    pub fn person_declines(&self) {
        self.person_answers(|_| Some(Answer::Declined));
    }

    /// Answers the oldest open question.
    pub fn answer(&self, answer: Answer) {
        self.person.given.borrow_mut().push_back(answer);
        let waiting = std::mem::take(&mut *self.person.waiting.borrow_mut());
        for waker in waiting {
            waker.wake();
        }
        clock::settle();
    }

    /// What the person was asked so far.
    #[must_use]
    pub fn questions(&self) -> Vec<Question> {
        self.person.asked.borrow().clone()
    }

    /// How many questions are open now.
    #[must_use]
    pub fn open_questions(&self) -> usize {
        *self.person.open.borrow()
    }
}

/// A call that may not have been answered yet.
pub struct CallInFlight {
    name: String,
    cancel: CancelToken,
    outcome: Rc<RefCell<Option<Outcome>>>,
}

impl CallInFlight {
    /// Whether it has been answered.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.outcome.borrow().is_some()
    }

    /// Cancels it.
    pub fn cancel(&self) {
        self.cancel.cancel();
        clock::settle();
    }

    /// Waits for the answer; time passes as the call needs it.
    ///
    /// # Panics
    /// If it can never be answered.
    #[must_use]
    pub fn wait(self) -> AgentDocument {
        clock::settle();
        while !self.is_answered() {
            assert!(clock::skip_to_next_timer(), "the call of {} waits for something that will never come", self.name);
        }
        let outcome = self.outcome.borrow_mut().take();
        match outcome {
            Some(Outcome::Answer(document)) => document,
            other => panic!("the call of {} was not answered with a document: {other:?}", self.name),
        }
    }
}
