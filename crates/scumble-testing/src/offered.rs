//! What an agent's client does beside calling tools: it hears of progress, reads resources and fills in prompts.

use std::cell::RefCell;
use std::rc::Rc;

use scumble_agent::{Call, LocalBoxFuture, Surface};
use scumble_protocol::{Change, Completing, Contents, Listening, Prompt, PromptMessage, Resource};
use scumble_reactive::spawn_named;
use serde_json::Value;

use crate::agent::{AgentHand, CallInFlight};
use crate::clock;

/// What a call told of how far it had come: how far, of how much, and a sentence.
pub type Told = (f64, Option<f64>, String);

impl AgentHand {
    /// As [`AgentHand::start`], and what it tells of its progress is kept in the order it is told.
    #[must_use]
    pub fn start_told(&self, tool: &str, arguments: Value) -> (CallInFlight, Rc<RefCell<Vec<Told>>>) {
        let told: Rc<RefCell<Vec<Told>>> = Rc::default();
        let into = Rc::clone(&told);
        let mut call = Call::new(self.caller.clone(), tool, arguments);
        call.progress = Some(Rc::new(move |at, total, message: &str| {
            into.borrow_mut().push((at, total, message.to_owned()));
        }));
        (self.start_call(call), told)
    }

    /// The resources offered, in order.
    #[must_use]
    pub fn resources(&self) -> Vec<Resource> {
        self.surfaces.resources()
    }

    /// What a resource holds now.
    ///
    /// # Panics
    /// If there is none at this address, or it cannot be read.
    #[must_use]
    pub fn read(&self, uri: &str) -> Contents {
        let read = waited(self.surfaces.read(uri, &self.caller));
        let read = read.unwrap_or_else(|| panic!("no resource has the address {uri}"));
        read.unwrap_or_else(|error| panic!("{uri} cannot be read: {}", error.message))
    }

    /// Tells of every change of what is offered and what resources hold, until the returned value is dropped.
    pub fn listen(&self, listener: impl Fn(Change) + 'static) -> Listening {
        self.surfaces.listen(Rc::new(listener))
    }

    /// The prompts offered, in order.
    #[must_use]
    pub fn prompts(&self) -> Vec<Prompt> {
        self.surfaces.prompts()
    }

    /// A prompt filled in.
    ///
    /// # Errors
    /// The sentence of a prompt that cannot be filled in so: `[code] message`.
    ///
    /// # Panics
    /// If there is none of this name.
    pub fn prompt(&self, name: &str, arguments: Value) -> Result<Vec<PromptMessage>, String> {
        let filled = waited(self.surfaces.prompt(Call::new(self.caller.clone(), name, arguments)));
        let filled = filled.unwrap_or_else(|| panic!("no prompt is called {name}"));
        filled.map_err(|error| format!("[{}] {}", error.code, error.message))
    }

    /// How what was typed of a prompt's argument may go on.
    #[must_use]
    pub fn complete(&self, prompt: &str, argument: &str, typed: &str) -> Vec<String> {
        let (of, argument, value) = (prompt.to_owned(), argument.to_owned(), typed.to_owned());
        waited(self.surfaces.complete(Completing { of, argument, value }))
    }
}

/// What a future comes to that waits for nothing.
fn waited<T: 'static>(future: LocalBoxFuture<T>) -> T {
    let into: Rc<RefCell<Option<T>>> = Rc::default();
    let out = Rc::clone(&into);
    spawn_named("an agent's client", async move {
        let came = future.await;
        *out.borrow_mut() = Some(came);
    });
    clock::settle();
    let came = into.borrow_mut().take();
    came.expect("nothing has to be waited for")
}
