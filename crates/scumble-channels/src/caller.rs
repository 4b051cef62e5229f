//! Who asked: the person, or an agent.

use std::cell::RefCell;
use std::rc::Rc;

use scumble_protocol::Caller;
use scumble_reactive::CallScope;

use crate::confirm::{Asker, Refused};

/// What an agent's call carries through everything it starts.
pub struct CallContext {
    caller: Rc<Caller>,
    asker: Option<Rc<dyn Asker>>,
    refusals: RefCell<Vec<Refused>>,
}

/// A scope for one call of an agent. What runs in it knows who asked, and asks the person by `asker` if it has to; by
/// the application's asker ([`crate::confirm::set_asker`]) if that is `None`.
pub fn agent_call(caller: Caller, asker: Option<Rc<dyn Asker>>) -> CallScope {
    CallScope::new(Rc::new(CallContext { caller: Rc::new(caller), asker, refusals: RefCell::default() }))
}

/// The refusals met so far by commands of this call, however they were sent; each is given once.
pub fn take_refusals(call: &CallScope) -> Vec<Refused> {
    call.context::<CallContext>().map(|context| context.refusals.take()).unwrap_or_default()
}

pub(crate) fn note_refusal(call: &CallScope, refused: &Refused) {
    if let Some(context) = call.context::<CallContext>() {
        context.refusals.borrow_mut().push(refused.clone());
    }
}

pub(crate) fn caller_of(call: &CallScope) -> Option<Rc<Caller>> {
    match call.context::<CallContext>() {
        Some(context) => Some(Rc::clone(&context.caller)),
        None => call.context::<Caller>(),
    }
}

pub(crate) fn asker_of(call: &CallScope) -> Option<Rc<dyn Asker>> {
    call.context::<CallContext>().and_then(|context| context.asker.clone())
}

/// `Caller::current()`.
pub trait CurrentCaller {
    /// The agent on whose behalf this runs, or none if it is the person (or the application by itself). Holds across
    /// awaits, and in tasks and effects a call set off.
    fn current() -> Option<Rc<Caller>>;
}

impl CurrentCaller for Caller {
    fn current() -> Option<Rc<Caller>> {
        CallScope::current().as_ref().and_then(caller_of)
    }
}
