//! The client at the other end of a call: what a call may ask of it, or tell it, while it runs.
//!
//! Knows no transport: a door says what its client can do and carries the requests there.

use serde_json::{Map, Value, json};

use crate::{Answer, LocalBoxFuture, Question};

/// What a client may be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ability {
    /// Ask the person something (client/elicitation).
    Elicit,
    /// Have its model say something (client/sampling).
    Sample,
    /// Tell which folders it works in (client/roots).
    Roots,
}

/// One thing asked of a client.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientRequest {
    /// Ask the person: a message, and a flat object schema of what they fill in.
    Elicit {
        /// What the person reads.
        message: String,
        /// A JSON Schema: an object of strings, numbers, booleans and enums.
        schema: Value,
    },
    /// Have the model say something: the parameters of `sampling/createMessage`.
    Sample(Value),
    /// Which folders the client works in.
    Roots,
}

impl ClientRequest {
    /// What a client needs to be able to for it.
    #[must_use]
    pub fn ability(&self) -> Ability {
        match self {
            ClientRequest::Elicit { .. } => Ability::Elicit,
            ClientRequest::Sample(_) => Ability::Sample,
            ClientRequest::Roots => Ability::Roots,
        }
    }
}

/// Something asked of a client, under a name its answer comes back by.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Unique among what is asked at once.
    pub key: String,
    /// What is asked.
    pub request: ClientRequest,
}

/// The client at the other end of a call.
pub trait ClientSide {
    /// Whether it said it can do this.
    fn can(&self, ability: Ability) -> bool;

    /// Asks several things at once; the answers are the client's results by key. The answer may lack keys, or hold
    /// what does not fit: a client is not trusted to answer well.
    ///
    /// # Errors
    /// A sentence if the client cannot, or did not answer.
    fn request(&self, asked: Vec<Asked>) -> LocalBoxFuture<Result<Map<String, Value>, String>>;

    /// Tells it something for its log: a level of RFC 5424 (`info`, `warning`, …), who says so, and what.
    fn log(&self, level: &str, logger: &str, data: Value) {
        let _ = (level, logger, data);
    }

    /// Has it ask the person whether a command may run.
    fn confirm(&self, question: Question) -> LocalBoxFuture<Answer> {
        if !self.can(Ability::Elicit) {
            let why = "the client cannot ask the person.".to_owned();
            return Box::pin(async { Answer::NoWay(why) });
        }
        let request = ClientRequest::Elicit {
            message: question.sentence(),
            schema: json!({
                "type": "object",
                "properties": {
                    "approve": {
                        "type": "boolean",
                        "title": "Approve",
                        "description": "Run this command, with these arguments, this once.",
                        "default": false
                    }
                },
                "required": ["approve"]
            }),
        };
        let answered = self.request(vec![Asked { key: "confirm".to_owned(), request }]);
        Box::pin(async move {
            match answered.await {
                Ok(answers) => answer_of(answers.get("confirm")),
                Err(why) => Answer::Withdrawn(why),
            }
        })
    }
}

/// An elicitation's result as an answer: only an accepted form that says so approves.
fn answer_of(result: Option<&Value>) -> Answer {
    let Some(result) = result else {
        return Answer::Withdrawn("the client did not say what the person answered.".to_owned());
    };
    match result["action"].as_str() {
        Some("accept") if result["content"]["approve"] == true => Answer::Approved,
        Some("accept" | "decline") => Answer::Declined,
        _ => Answer::Withdrawn("the person closed the question.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::answer_of;
    use crate::Answer;

    #[test]
    fn only_an_accepted_form_that_says_so_approves() {
        assert_eq!(answer_of(Some(&json!({ "action": "accept", "content": { "approve": true } }))), Answer::Approved);
        assert_eq!(answer_of(Some(&json!({ "action": "accept", "content": { "approve": false } }))), Answer::Declined);
        assert_eq!(answer_of(Some(&json!({ "action": "accept", "content": { "approve": "true" } }))), Answer::Declined);
        assert_eq!(answer_of(Some(&json!({ "action": "accept" }))), Answer::Declined);
        assert_eq!(answer_of(Some(&json!({ "action": "decline" }))), Answer::Declined);
        assert!(matches!(answer_of(Some(&json!({ "action": "cancel" }))), Answer::Withdrawn(_)));
        assert!(matches!(answer_of(Some(&json!("yes"))), Answer::Withdrawn(_)));
        assert!(matches!(answer_of(None), Answer::Withdrawn(_)));
    }
}
