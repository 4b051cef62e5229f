//! Asking the person in a page: the question goes to `js/consent.js`, the answer comes back as a promise.
//! It does not know how the question is shown.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use scumble_channels::confirm::Asker;
use scumble_protocol::{Answer, Question};
use wasm_bindgen_futures::JsFuture;

use crate::{LocalBoxFuture, bridge};

/// Asks by the page's own means.
pub(crate) struct PageAsker {
    /// The application whose page it is.
    pub(crate) app: u32,
}

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

impl Asker for PageAsker {
    fn ask(&self, question: Question) -> LocalBoxFuture<Answer> {
        let id = NEXT.with(|next| next.replace(next.get().wrapping_add(1)));
        let Ok(text) = serde_json::to_string(&question) else {
            return Box::pin(async { Answer::NoWay("The question could not be written down.".to_owned()) });
        };
        let answer = JsFuture::from(bridge::ask(self.app, id, &text));
        Box::pin(Asked { id, answer, answered: false })
    }
}

/// The question while it stands. Dropped before it is answered, it goes from the screen.
struct Asked {
    id: u32,
    answer: JsFuture,
    answered: bool,
}

impl Future for Asked {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer> {
        Pin::new(&mut self.answer).poll(cx).map(|result| {
            self.answered = true;
            let text = result.ok().and_then(|value| value.as_string()).unwrap_or_default();
            serde_json::from_str(&text).unwrap_or_else(|_| Answer::NoWay("The page could not ask.".to_owned()))
        })
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if !self.answered {
            bridge::withdraw(self.id);
        }
    }
}

/// The asker of the application `app`.
pub(crate) fn asker(app: u32) -> Rc<dyn Asker> {
    Rc::new(PageAsker { app })
}
