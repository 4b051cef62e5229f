//! Tasks: futures run by our own executor, each in the call scope and the owner it was spawned in.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use crate::call::{self, CallScope};
use crate::effect::batch;
use crate::host;
use crate::runtime::{Owner, ScopeKey, own};
use crate::scope::{adopt_task, current_scope, release_task};

/// Polls in one go before the host gets its turn again.
const MOST_POLLS: u32 = 10_000;

struct Task {
    /// Taken out while it is polled.
    future: Option<Pin<Box<dyn Future<Output = ()>>>>,
    call: Option<CallScope>,
    owner: Option<ScopeKey>,
}

/// Tasks that were woken. Shared with wakers, which the standard library wants to be `Send`.
#[derive(Default)]
struct Ready {
    queue: Mutex<VecDeque<u64>>,
    /// What tells the home thread of a wake that came from another one.
    elsewhere: Mutex<Option<Arc<dyn Fn() + Send + Sync>>>,
}

#[derive(Default)]
struct Executor {
    tasks: RefCell<BTreeMap<u64, Task>>,
    next: Cell<u64>,
    ready: Arc<Ready>,
    running: Cell<bool>,
}

thread_local! {
    static EXECUTOR: Executor = Executor::default();
}

struct TaskWaker {
    id: u64,
    ready: Arc<Ready>,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        push(&self.ready, self.id);
        let home = EXECUTOR.try_with(|ex| Arc::ptr_eq(&ex.ready, &self.ready).then(|| ex.running.get()));
        match home {
            Ok(Some(running)) => {
                if !running {
                    host::woke();
                }
            }
            // Woken from another thread: the queue holds it; a host that asked to be is told to look.
            Ok(None) | Err(_) => {
                let tell = self.ready.elsewhere.lock().unwrap_or_else(PoisonError::into_inner).clone();
                if let Some(tell) = tell {
                    tell();
                }
            }
        }
    }
}

/// Sets what is called when a task of this thread is woken from another.
pub(crate) fn on_wake_elsewhere(tell: Arc<dyn Fn() + Send + Sync>) {
    let ready = EXECUTOR.with(|ex| Arc::clone(&ex.ready));
    let before = ready.elsewhere.lock().unwrap_or_else(PoisonError::into_inner).replace(tell);
    drop(before);
}

fn push(ready: &Ready, id: u64) {
    let mut queue = ready.queue.lock().unwrap_or_else(PoisonError::into_inner);
    if !queue.contains(&id) {
        queue.push_back(id);
    }
}

/// Runs a future to its end, in the current call scope and owned by the current scope.
pub fn spawn(future: impl Future<Output = ()> + 'static) {
    spawn_named("a task", future);
}

/// As [`spawn`], with a name that an answer can give when the task is still running at a call's deadline.
pub fn spawn_named(name: &str, future: impl Future<Output = ()> + 'static) {
    let call = CallScope::current();
    if call.as_ref().is_some_and(CallScope::is_cancelled) {
        return;
    }
    let owner = current_scope();
    let id = EXECUTOR.with(|ex| {
        let id = ex.next.get();
        ex.next.set(id + 1);
        let task = Task { future: Some(Box::pin(future)), call: call.clone(), owner };
        ex.tasks.borrow_mut().insert(id, task);
        push(&ex.ready, id);
        id
    });
    adopt_task(owner, id);
    if let Some(call) = call {
        call.task_began(id, name);
    }
    if !EXECUTOR.with(|ex| ex.running.get()) {
        host::woke();
    }
}

/// Gives every other task and the host one turn.
pub async fn yield_now() {
    let mut yielded = false;
    std::future::poll_fn(move |cx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Ends a task where it stands.
pub(crate) fn end(id: u64) {
    let task = EXECUTOR.with(|ex| ex.tasks.borrow_mut().remove(&id));
    if let Some(task) = task {
        finish(id, task);
    }
}

fn finish(id: u64, task: Task) {
    let Task { future, call, owner } = task;
    drop(future);
    release_task(owner, id);
    if let Some(call) = call {
        call.task_ended(id);
    }
}

/// Whether a task waits to be polled.
pub(crate) fn any_ready() -> bool {
    EXECUTOR.with(|ex| !ex.ready.queue.lock().unwrap_or_else(PoisonError::into_inner).is_empty())
}

/// How many tasks have not ended.
pub(crate) fn count() -> usize {
    EXECUTOR.with(|ex| ex.tasks.borrow().len())
}

/// Polls every woken task until none is woken. `false` if some are left because the turn was long enough.
pub(crate) fn run_ready() -> bool {
    if EXECUTOR.with(|ex| ex.running.replace(true)) {
        return true;
    }
    let _running = Running;
    let mut polls = 0;
    loop {
        let next = EXECUTOR.with(|ex| ex.ready.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front());
        let Some(id) = next else { return true };
        poll(id);
        polls += 1;
        if polls >= MOST_POLLS {
            return !any_ready();
        }
    }
}

struct Running;

impl Drop for Running {
    fn drop(&mut self) {
        EXECUTOR.with(|ex| ex.running.set(false));
    }
}

fn poll(id: u64) {
    let taken = EXECUTOR.with(|ex| {
        let mut tasks = ex.tasks.borrow_mut();
        let task = tasks.get_mut(&id)?;
        Some((task.future.take()?, task.call.clone(), task.owner, Arc::clone(&ex.ready)))
    });
    let Some((mut future, call, owner, ready)) = taken else { return };
    let waker = Waker::from(Arc::new(TaskWaker { id, ready }));
    // A panicking future is gone, and so is its task: its call does not wait for it.
    let unwinding = EndOnPanic { id };
    let outcome = {
        let _call = call::make_current(call);
        let _owner = own(owner.map(Owner::Scope));
        batch(|| future.as_mut().poll(&mut Context::from_waker(&waker)))
    };
    std::mem::forget(unwinding);
    match outcome {
        Poll::Ready(()) => {
            drop(future);
            end(id);
        }
        Poll::Pending => {
            let left = EXECUTOR.with(|ex| match ex.tasks.borrow_mut().get_mut(&id) {
                Some(task) => {
                    task.future = Some(future);
                    None
                }
                // It was ended while it ran.
                None => Some(future),
            });
            drop(left);
        }
    }
}

struct EndOnPanic {
    id: u64,
}

impl Drop for EndOnPanic {
    fn drop(&mut self) {
        end(self.id);
    }
}
