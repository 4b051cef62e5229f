//! Asking the person before a command marked `confirm` runs for an agent.
//!
//! The check stands in the command's own method, so it holds by whatever way the command was sent: an agent's tool
//! call, or an agent pressing the application's own button. A person's own click never asks. How the person is asked
//! is an [`Asker`]'s business; a dialog, an elicitation, a window.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use scumble_protocol::{Answer, Caller, Question, called};
use scumble_reactive::{CallScope, Scope, Sleep, sleep, spawn_named};
use serde_json::Value;

use crate::LocalBoxFuture;
use crate::caller::{asker_of, caller_of, note_refusal};
use crate::oneshot::{Receiver, channel};

/// How long a question stands, in milliseconds.
pub const QUESTION_MS: f64 = 5.0 * 60.0 * 1000.0;

/// A way to ask the person.
pub trait Asker {
    /// Asks, and resolves with what came of it. Dropping the future withdraws the question: whatever shows it goes away.
    fn ask(&self, question: Question) -> LocalBoxFuture<Answer>;
}

#[derive(Clone)]
struct ProvidedAsker(Rc<dyn Asker>);

/// Sets how commands in this scope and below it ask the person, where the call itself does not say.
pub fn set_asker(scope: Scope, asker: Rc<dyn Asker>) {
    scope.provide(ProvidedAsker(asker));
}

/// How commands in this scope ask the person, if [`set_asker`] said so here or above.
#[must_use]
pub fn provided_asker(scope: Scope) -> Option<Rc<dyn Asker>> {
    scope.consume::<ProvidedAsker>().map(|asker| asker.0)
}

/// Why a command that a person was to approve did not run. Its `Display` is the sentence an agent reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The channel's name; empty for a tool of the application's own.
    pub channel: String,
    /// The command's name.
    pub command: String,
    /// What came of the question.
    pub reason: RefusedReason,
}

/// What came of a question that was not approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusedReason {
    /// The person said no.
    Declined,
    /// The question was taken back before it was answered; why, as a sentence.
    Withdrawn(String),
    /// There is nobody to ask, or no way to; why, as a sentence.
    NoWay(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refused { channel, command, reason } = self;
        let called = called(channel, command);
        match reason {
            RefusedReason::Declined => {
                write!(f, "The person declined {called}. Do not send it again unless they ask.")
            }
            RefusedReason::Withdrawn(why) => {
                write!(f, "The question about {called} was withdrawn, so it was not sent: {}", ended(why))
            }
            RefusedReason::NoWay(why) => write!(
                f,
                "{called} needs the person's approval, and they cannot be asked: {} Ask the person to do it \
                 themselves.",
                ended(why)
            ),
        }
    }
}

impl std::error::Error for Refused {}

fn ended(sentence: &str) -> String {
    let sentence = sentence.trim();
    if sentence.ends_with(['.', '!', '?']) { sentence.to_owned() } else { format!("{sentence}.") }
}

/// What a method of a `confirm` command gives back: the result at once for a person, something to await for an agent.
///
/// An interface may drop it: the command runs all the same once it is approved.
#[derive(Debug)]
pub enum Confirmed<R> {
    /// It ran.
    Done(R),
    /// The person is being asked.
    Asking(Asking<R>),
}

impl<R> Confirmed<R> {
    /// The result, if the command ran at once.
    pub fn done(self) -> Option<R> {
        match self {
            Confirmed::Done(result) => Some(result),
            Confirmed::Asking(_) => None,
        }
    }
}

impl<R> IntoFuture for Confirmed<R> {
    type Output = Result<R, Refused>;
    type IntoFuture = Asking<R>;

    fn into_future(self) -> Asking<R> {
        match self {
            Confirmed::Done(result) => Asking { state: State::Done(Some(result)) },
            Confirmed::Asking(asking) => asking,
        }
    }
}

/// Resolves once the person has answered and, if they approved, the command has run.
#[must_use = "awaiting it gives the command's result"]
pub struct Asking<R> {
    state: State<R>,
}

enum State<R> {
    Done(Option<R>),
    Waiting { answer: Receiver<Result<R, Refused>>, channel: &'static str, command: &'static str },
}

impl<R> fmt::Debug for Asking<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.state {
            State::Done(_) => "Asking(done)",
            State::Waiting { .. } => "Asking(waiting)",
        })
    }
}

impl<R> Unpin for Asking<R> {}

impl<R> Future for Asking<R> {
    type Output = Result<R, Refused>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.state {
            State::Done(result) => Poll::Ready(Ok(result.take().expect("a future is not polled after it is done"))),
            State::Waiting { answer, channel, command } => Pin::new(answer).poll(cx).map(|answer| {
                // The asking task was ended with its call before it could say anything.
                answer.unwrap_or_else(|| Err(withdrawn(channel, command, "the call was cancelled")))
            }),
        }
    }
}

/// The command a guard stands before. Generated code names it.
#[derive(Clone, Copy, Debug)]
pub struct Guarded {
    /// The channel's name; empty for a tool of the application's own.
    pub channel: &'static str,
    /// The command's name.
    pub command: &'static str,
    /// Its doc comment.
    pub description: &'static str,
    /// Whether it cannot be undone.
    pub destructive: bool,
}

/// Runs `run` at once for a person; for an agent, once the person has approved these arguments.
///
/// The question is asked in a task of the agent's call: cancelling the call withdraws it, and an answer after that runs
/// nothing. The call's deadline stands still while it is open.
///
/// `describe` gives the arguments as the person is shown them, an object by parameter name.
pub fn guard<A: 'static, R: 'static>(
    command: Guarded,
    arguments: A,
    describe: impl FnOnce(&A) -> Value,
    run: impl FnOnce(A) -> R + 'static,
) -> Confirmed<R> {
    let Some(pending) = Pending::open(command, || describe(&arguments)) else {
        return Confirmed::Done(run(arguments));
    };
    let (sender, receiver) = channel();
    spawn_named(&called(command.channel, command.command), async move {
        let result = pending.approved().await.map(|()| run(arguments));
        sender.send(result);
    });
    let state = State::Waiting { answer: receiver, channel: command.channel, command: command.command };
    Confirmed::Asking(Asking { state })
}

/// The same for an `async` command: resolves when it has run.
///
/// Who sends it is who calls the method, not who drives the future: one that an agent's call made asks wherever it is
/// awaited. Nothing is asked before it is first polled.
pub fn guard_async<A, R>(
    command: Guarded,
    arguments: A,
    describe: impl FnOnce(&A) -> Value,
    run: impl AsyncFnOnce(A) -> R,
) -> impl Future<Output = Result<R, Refused>> {
    let pending = Pending::open(command, || describe(&arguments));
    async move {
        if let Some(pending) = pending {
            pending.approved().await?;
        }
        Ok(run(arguments).await)
    }
}

/// Resolves once the person has approved what `question` asks, given the agent that does; at once where there is none.
///
/// As with a command, who asks is who calls this, and nothing is asked before it is first polled.
///
/// # Errors
/// If the person did not approve.
pub fn approval(question: impl FnOnce(Caller) -> Question) -> LocalBoxFuture<Result<(), Refused>> {
    let pending = Pending::of(question);
    Box::pin(async move {
        match pending {
            Some(pending) => pending.approved().await,
            None => Ok(()),
        }
    })
}

/// A question about to be asked, with everything it takes from the moment the command was sent.
struct Pending {
    call: CallScope,
    asker: Option<Rc<dyn Asker>>,
    question: Question,
}

impl Pending {
    /// None when there is nobody to ask for: the person does it themselves.
    fn open(command: Guarded, arguments: impl FnOnce() -> Value) -> Option<Self> {
        let Guarded { channel, command, description, destructive } = command;
        Pending::of(|caller| Question {
            channel: channel.into(),
            command: command.into(),
            description: description.into(),
            arguments: arguments(),
            destructive,
            caller,
        })
    }

    /// The same for a question of any words.
    fn of(question: impl FnOnce(Caller) -> Question) -> Option<Self> {
        let call = CallScope::current()?;
        let caller = caller_of(&call)?;
        let provided = || Scope::current().and_then(provided_asker);
        let asker = asker_of(&call).or_else(provided);
        let question = question((*caller).clone());
        Some(Pending { call, asker, question })
    }

    async fn approved(self) -> Result<(), Refused> {
        let (channel, command) = (self.question.channel.clone(), self.question.command.clone());
        let answer = match &self.asker {
            None => Answer::NoWay("this application gives agents no way to ask.".into()),
            Some(asker) => {
                let deadline = self.call.pause();
                let answer = OrLater { asked: asker.ask(self.question), patience: sleep(QUESTION_MS) }.await;
                drop(deadline);
                answer.unwrap_or_else(|| Answer::Withdrawn("nobody answered within 5 minutes.".into()))
            }
        };
        let reason = match answer {
            Answer::Approved if !self.call.is_cancelled() => return Ok(()),
            Answer::Approved => RefusedReason::Withdrawn("the call was cancelled.".into()),
            Answer::Declined => RefusedReason::Declined,
            Answer::Withdrawn(why) => RefusedReason::Withdrawn(why),
            Answer::NoWay(why) => RefusedReason::NoWay(why),
        };
        let refused = Refused { channel, command, reason };
        note_refusal(&self.call, &refused);
        Err(refused)
    }
}

fn withdrawn(channel: &str, command: &str, why: &str) -> Refused {
    Refused { channel: channel.into(), command: command.into(), reason: RefusedReason::Withdrawn(why.into()) }
}

/// The answer, or none when patience ends first.
struct OrLater {
    asked: LocalBoxFuture<Answer>,
    patience: Sleep,
}

impl Future for OrLater {
    type Output = Option<Answer>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(answer) = self.asked.as_mut().poll(cx) {
            return Poll::Ready(Some(answer));
        }
        Pin::new(&mut self.patience).poll(cx).map(|()| None)
    }
}
