//! The call boundary: a panic of the application's code becomes a value here.
//!
//! Works where panics unwind, natively. In a page a panic ends the instance, and the page answers the
//! call itself; there the wrapped code simply runs.

use std::any::Any;
use std::cell::RefCell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use scumble_reactive::host;

/// A caught panic: what it said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panicked(pub(crate) String);

thread_local! {
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `f`. If it panics, every signal it wrote and did not settle is put back, and the panic is the answer.
pub(crate) fn guard<R>(f: impl FnOnce() -> R) -> Result<R, Panicked> {
    // The arena is never borrowed while application code runs, and unsettled writes are rolled back, so nothing
    // half done is seen afterwards.
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        host::rollback();
        Panicked(message(payload.as_ref()))
    })
}

/// A future whose panics become its output.
pub(crate) struct Guarded<F> {
    inner: Pin<Box<F>>,
}

impl<F: Future> Guarded<F> {
    /// Wraps a future.
    pub(crate) fn new(inner: F) -> Guarded<F> {
        Guarded { inner: Box::pin(inner) }
    }
}

impl<F: Future> Future for Guarded<F> {
    type Output = Result<F::Output, Panicked>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match guard(|| self.inner.as_mut().poll(cx)) {
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(panicked) => Poll::Ready(Err(panicked)),
        }
    }
}

/// What a panic said, with its place if the host noted one.
fn message(payload: &(dyn Any + Send)) -> String {
    let said = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_string())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_string());
    match PLACE.with(|place| place.borrow_mut().take()) {
        Some(place) => format!("{said} ({place})"),
        None => said,
    }
}

/// Notes the place of every panic of this process for the answer, and goes on with the hook that was set before.
///
/// Natively, once a process; a page has its own hook.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn note_places() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if let Some(at) = info.location() {
                // A panic while the thread's locals are torn down has nobody to read its place.
                let _ = PLACE.try_with(|place| {
                    if let Ok(mut place) = place.try_borrow_mut() {
                        *place = Some(format!("{}:{}", at.file(), at.line()));
                    }
                });
            }
            before(info);
        }));
    });
}

/// In a page the page's own hook notes the place.
#[cfg(target_family = "wasm")]
pub(crate) fn note_places() {}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_reactive::Signal;

    #[test]
    fn a_panic_becomes_its_message_and_place_and_its_writes_are_undone() {
        note_places();
        let count = Signal::new(1);
        let caught: Result<(), Panicked> = guard(|| {
            scumble_reactive::batch(|| {
                count.set(2);
                panic!("no such note");
            });
        });
        let said = caught.map_err(|Panicked(said)| said).expect_err("the panic is caught");
        assert!(said.starts_with("no such note (") && said.contains("unwind.rs:"), "{said}");
        assert_eq!(count.get(), 1);
    }
}
