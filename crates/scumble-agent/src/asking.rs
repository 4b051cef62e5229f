//! How the person is asked during one call: the mount's way, and the client's where that finds nobody.
//!
//! Knows neither dialogs nor transports; both are behind their traits.

use std::rc::Rc;

use scumble_channels::confirm::{Asker, provided_asker};
use scumble_protocol::{Ability, Answer, ClientSide, LocalBoxFuture, Question};
use scumble_reactive::Scope;

use crate::surface::Call;

/// The way for a call: `own` or what the scope provides first, then the client that called.
pub(crate) fn asker_for(call: &Call, own: Option<Rc<dyn Asker>>, scope: Scope) -> Option<Rc<dyn Asker>> {
    let own = own.or_else(|| provided_asker(scope));
    match &call.client {
        Some(client) if client.can(Ability::Elicit) => Some(Rc::new(ThenClient { own, client: Rc::clone(client) })),
        _ => own,
    }
}

/// Asks in the application's own way, and by the client where that way finds nobody in front of it.
struct ThenClient {
    own: Option<Rc<dyn Asker>>,
    client: Rc<dyn ClientSide>,
}

impl Asker for ThenClient {
    fn ask(&self, question: Question) -> LocalBoxFuture<Answer> {
        let Some(own) = &self.own else { return self.client.confirm(question) };
        let asked = own.ask(question.clone());
        let client = Rc::clone(&self.client);
        Box::pin(async move {
            match asked.await {
                Answer::NoWay(_) => client.confirm(question).await,
                answer => answer,
            }
        })
    }
}
