//! What is wrong with a request that rmcp could not read: there is no such method, or its parameters are of another shape.
//!
//! rmcp takes either for a method it does not know. A model that wrote its arguments as text has to be told so, and not
//! that there are no calls. Knows the shape of parameters, and nothing of what they mean.

use rmcp::model::{ErrorCode, ErrorData};
use serde_json::Value;

/// A parameter a method has to have, or may have, and what it is.
struct Field {
    name: &'static str,
    kind: Kind,
    required: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Text,
    Object,
}

const fn field(name: &'static str, kind: Kind, required: bool) -> Field {
    Field { name, kind, required }
}

const CALL: &[Field] = &[field("name", Kind::Text, true), field("arguments", Kind::Object, false)];
const RESOURCE: &[Field] = &[field("uri", Kind::Text, true)];
const PAGE: &[Field] = &[field("cursor", Kind::Text, false)];
const COMPLETE: &[Field] = &[field("ref", Kind::Object, true), field("argument", Kind::Object, true)];

/// The methods of both eras.
const METHODS: &[(&str, &[Field])] = &[
    ("tools/list", PAGE),
    ("tools/call", CALL),
    ("resources/list", PAGE),
    ("resources/templates/list", PAGE),
    ("resources/read", RESOURCE),
    ("prompts/list", PAGE),
    ("prompts/get", CALL),
    ("completion/complete", COMPLETE),
];

/// Those of sessions alone.
const SESSION_METHODS: &[(&str, &[Field])] = &[
    ("resources/subscribe", RESOURCE),
    ("resources/unsubscribe", RESOURCE),
    ("logging/setLevel", &[field("level", Kind::Text, true)]),
];

/// Those of the era without sessions alone.
const MODERN_METHODS: &[(&str, &[Field])] =
    &[("server/discover", &[]), ("subscriptions/listen", &[field("notifications", Kind::Object, true)])];

/// The error of a request that rmcp does not know.
pub(crate) fn misshapen(method: &str, params: Option<&Value>, modern: bool) -> ErrorData {
    let own = if modern { MODERN_METHODS } else { SESSION_METHODS };
    let Some((_, fields)) = METHODS.iter().chain(own).find(|(known, _)| *known == method) else {
        return ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("There is no method {method}."), None);
    };
    let wrong = fields.iter().find_map(|field| wrong(field, params));
    let shape = || format!("The parameters of {method} are not of the shape the protocol gives them.");
    ErrorData::invalid_params(wrong.unwrap_or_else(shape), None)
}

fn wrong(Field { name, kind, required }: &Field, params: Option<&Value>) -> Option<String> {
    let wanted = match kind {
        Kind::Text => "a string",
        Kind::Object => "an object",
    };
    match params.and_then(|params| params.get(name)) {
        None | Some(Value::Null) => required.then(|| format!("params.{name} is required; it is {wanted}.")),
        Some(Value::String(_)) if *kind == Kind::Text => None,
        Some(Value::Object(_)) if *kind == Kind::Object => None,
        Some(given) => Some(format!("params.{name} must be {wanted}, not {}.", named(given))),
    }
}

/// A value's kind, in words.
fn named(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::ErrorCode;
    use serde_json::{Value, json};

    use super::misshapen;

    #[track_caller]
    fn check(method: &str, params: &Value, said: &str) {
        let error = misshapen(method, Some(params), false);
        assert_eq!((error.code, &*error.message), (ErrorCode::INVALID_PARAMS, said));
    }

    #[test]
    fn the_parameter_that_is_wrong_is_named() {
        let text = json!({ "name": "notes_view", "arguments": "{}" });
        check("tools/call", &text, "params.arguments must be an object, not a string.");
        check("tools/call", &json!({}), "params.name is required; it is a string.");
        check("tools/call", &json!({ "name": 3 }), "params.name must be a string, not a number.");
        check("resources/read", &json!({ "uri": ["a"] }), "params.uri must be a string, not a list.");
        check("logging/setLevel", &json!({ "level": null }), "params.level is required; it is a string.");
        let loud = "The parameters of logging/setLevel are not of the shape the protocol gives them.";
        check("logging/setLevel", &json!({ "level": "loud" }), loud);
    }

    #[test]
    fn a_method_of_no_era_or_the_other_is_not_found() {
        for (method, modern) in [("nothing/there", false), ("logging/setLevel", true), ("subscriptions/listen", false)]
        {
            let error = misshapen(method, None, modern);
            assert_eq!(error.code, ErrorCode::METHOD_NOT_FOUND);
            assert_eq!(error.message, format!("There is no method {method}."));
        }
    }
}
