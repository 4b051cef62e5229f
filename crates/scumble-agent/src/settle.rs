//! Waiting until a call has settled: its tasks done, no effect queued, the frame they asked for laid out.
//!
//! Nothing here guesses from the clock. The clock only bounds the wait: the deadline, which stands still
//! while a person is being asked.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use scumble_protocol::CancelToken;
use scumble_reactive::{CallScope, Sleep, now, sleep, yield_now};

/// How a wait ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Everything the call caused is done and laid out.
    Settled,
    /// Time is up; these are its tasks that go on.
    DeadlinePassed {
        /// Their names, oldest first.
        running: Vec<String>,
    },
    /// Nobody waits for the answer any more.
    Cancelled,
}

/// Rounds of laying out and waiting again before a layout that keeps causing work is taken as it is.
const MOST_ROUNDS: usize = 8;

/// The time a call has left.
pub(crate) struct Deadline {
    left_ms: f64,
    seen_at: f64,
    paused: bool,
    timer: Option<Sleep>,
}

impl Deadline {
    /// This long from now.
    pub(crate) fn after(ms: f64) -> Deadline {
        Deadline { left_ms: ms, seen_at: now(), paused: false, timer: None }
    }

    /// Accounts for the time since the last look; whether time is up.
    fn is_up(&mut self, paused: bool) -> bool {
        let at = now();
        if !self.paused {
            self.left_ms -= at - self.seen_at;
        }
        self.seen_at = at;
        self.paused = paused;
        !paused && self.left_ms <= 0.0
    }

    /// Wakes the caller when time may be up.
    fn arm(&mut self, cx: &mut std::task::Context<'_>) {
        if self.paused {
            self.timer = None;
            return;
        }
        let left = self.left_ms;
        let mut timer = sleep(left);
        if Pin::new(&mut timer).poll(cx).is_ready() {
            // The clock moved between the two looks: look again at once.
            cx.waker().wake_by_ref();
        }
        self.timer = Some(timer);
    }
}

/// Waits until `ready` says so, time is up, or the call is cancelled.
///
/// `ready` is asked whenever something the call caused has moved on; it wakes the given context itself if it has
/// more to wait for.
async fn wait(scope: &CallScope, deadline: &mut Deadline, cancel: &CancelToken) -> Ended {
    let mut settled = scope.settled();
    poll_fn(|cx| {
        if cancel.poll_cancelled(cx).is_ready() {
            return Poll::Ready(Ended::Cancelled);
        }
        if Pin::new(&mut settled).poll(cx).is_ready() {
            return Poll::Ready(Ended::Settled);
        }
        if deadline.is_up(scope.is_paused()) {
            return Poll::Ready(Ended::DeadlinePassed { running: scope.running() });
        }
        deadline.arm(cx);
        Poll::Pending
    })
    .await
}

/// Waits until the call has settled. `lay_out` brings the screen up to date and yields its revision.
pub(crate) async fn settle(
    scope: &CallScope,
    deadline: &mut Deadline,
    cancel: &CancelToken,
    lay_out: &dyn Fn() -> u64,
) -> Ended {
    for _ in 0..MOST_ROUNDS {
        // The call may itself be a task, and effects wait for the end of a task's turn.
        yield_now().await;
        match wait(scope, deadline, cancel).await {
            Ended::Settled => {}
            other => return other,
        }
        let revision = scope.enter(lay_out);
        yield_now().await;
        if scope.is_idle() && scope.enter(lay_out) == revision {
            break;
        }
    }
    Ended::Settled
}

/// For a command whose effects the runtime cannot see: waits until `revision` has changed and was still for
/// `quiet_ms`, at most `most_ms`.
pub(crate) async fn quiet(
    before: u64,
    revision: &dyn Fn() -> u64,
    quiet_ms: f64,
    most_ms: f64,
    cancel: &CancelToken,
) -> Ended {
    let began = now();
    let mut last = revision();
    loop {
        let was = last;
        if !pause(quiet_ms, cancel).await {
            return Ended::Cancelled;
        }
        last = revision();
        if (last != before && last == was) || now() - began >= most_ms {
            return Ended::Settled;
        }
    }
}

/// Sleeps; `false` if the call was cancelled meanwhile.
pub(crate) async fn pause(ms: f64, cancel: &CancelToken) -> bool {
    let mut timer = sleep(ms);
    poll_fn(|cx| {
        if cancel.poll_cancelled(cx).is_ready() {
            return Poll::Ready(false);
        }
        Pin::new(&mut timer).poll(cx).map(|()| true)
    })
    .await
}

/// Ends a call's tasks if the call's future is dropped before it answered.
pub(crate) struct CancelOnDrop {
    scope: CallScope,
    armed: bool,
}

impl CancelOnDrop {
    /// Watches over a call.
    pub(crate) fn new(scope: &CallScope) -> CancelOnDrop {
        CancelOnDrop { scope: scope.clone(), armed: true }
    }

    /// The call has answered: what still runs may go on.
    pub(crate) fn answered(mut self) {
        self.armed = false;
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if self.armed {
            self.scope.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_reactive::{host, spawn, spawn_named};
    use std::cell::RefCell;
    use std::rc::Rc;

    /// Settles a call whose action is `act`, on a clock that goes in steps of 10 ms; yields the outcome and when it came.
    fn check(deadline_ms: f64, cancel_at: Option<f64>, act: impl FnOnce(&CallScope) + 'static) -> (Ended, f64) {
        let outcome: Rc<RefCell<Option<(Ended, f64)>>> = Rc::default();
        let cancel = CancelToken::new();
        let (into, token) = (Rc::clone(&outcome), cancel.clone());
        let began = now();
        spawn(async move {
            let scope = CallScope::new(Rc::new(()));
            scope.enter(|| act(&scope));
            let mut deadline = Deadline::after(deadline_ms);
            let ended = settle(&scope, &mut deadline, &token, &|| 1).await;
            *into.borrow_mut() = Some((ended, now() - began));
        });
        host::run_until_idle();
        while outcome.borrow().is_none() {
            let next = now() + 10.0;
            if cancel_at.is_some_and(|at| next - began >= at) {
                cancel.cancel();
            }
            host::fire_timers(next);
            assert!(next - began < 100_000.0, "the call never settled");
        }
        let outcome = outcome.borrow_mut().take();
        outcome.expect("the loop ends with an outcome")
    }

    #[test]
    fn a_call_without_tasks_settles_at_once() {
        assert_eq!(check(10_000.0, None, |_| {}), (Ended::Settled, 0.0));
    }

    #[test]
    fn a_task_of_the_call_is_waited_for_and_a_foreign_one_is_not() {
        spawn_named("foreign", sleep(5_000.0));
        let (ended, after) = check(10_000.0, None, |_| spawn_named("save", sleep(200.0)));
        assert_eq!(ended, Ended::Settled);
        assert!((200.0..=210.0).contains(&after), "{after}");
    }

    #[test]
    fn past_the_deadline_the_outcome_names_what_is_still_running() {
        let (ended, after) = check(1_000.0, None, |_| spawn_named("save", sleep(50_000.0)));
        assert_eq!(ended, Ended::DeadlinePassed { running: vec!["save".into()] });
        assert!((1_000.0..=1_010.0).contains(&after), "{after}");
    }

    #[test]
    fn the_deadline_stands_still_while_a_person_is_asked() {
        let (ended, after) = check(1_000.0, None, |scope| {
            let asking = scope.clone();
            spawn_named("delete", async move {
                sleep(500.0).await;
                let pause = asking.pause();
                sleep(60_000.0).await;
                drop(pause);
                sleep(400.0).await;
            });
        });
        assert_eq!(ended, Ended::Settled);
        assert!(after >= 60_900.0, "{after}");
    }

    #[test]
    fn cancelling_ends_the_wait() {
        let (ended, after) = check(10_000.0, Some(300.0), |_| spawn_named("save", sleep(5_000.0)));
        assert_eq!(ended, Ended::Cancelled);
        assert!(after <= 310.0, "{after}");
    }

    #[test]
    fn work_that_layout_causes_is_waited_for() {
        let outcome: Rc<RefCell<Option<f64>>> = Rc::default();
        let into = Rc::clone(&outcome);
        spawn(async move {
            let scope = CallScope::new(Rc::new(()));
            let rounds = RefCell::new(0);
            let began = now();
            let lay_out = || {
                *rounds.borrow_mut() += 1;
                if *rounds.borrow() == 1 {
                    spawn_named("mounted row loads", sleep(100.0));
                }
                1
            };
            settle(&scope, &mut Deadline::after(10_000.0), &CancelToken::new(), &lay_out).await;
            *into.borrow_mut() = Some(now() - began);
        });
        host::run_until_idle();
        while outcome.borrow().is_none() {
            host::fire_timers(now() + 10.0);
        }
        assert!(outcome.borrow().is_some_and(|after| after >= 100.0));
    }
}
