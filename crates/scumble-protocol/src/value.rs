//! Values on their way to an agent: serialised, with what JSON cannot carry refused and what is absent left out.

mod finite;

use serde::Serialize;
use serde_json::{Map, Value};

/// Serialises a value for an agent. Members of objects that are `null` are left out, as their schema says.
///
/// # Errors
/// A sentence that says why it cannot be JSON: NaN, an infinity, a map whose keys are not text, or the type's own
/// `Serialize` refusing.
pub fn to_agent_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, String> {
    let mut json = serde_json::to_value(value).map_err(unwritable)?;
    // A number JSON cannot carry became a null, so only a value with nulls has to be looked at again.
    if prune(&mut json) {
        finite::check(value)?;
    }
    Ok(json)
}

fn unwritable(error: serde_json::Error) -> String {
    format!("it cannot be written as JSON: {error}.")
}

/// Leaves out null members of objects; says whether there was any null at all.
fn prune(value: &mut Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter_mut().fold(false, |found, item| prune(item) | found),
        Value::Object(fields) => prune_object(fields),
        _ => false,
    }
}

fn prune_object(fields: &mut Map<String, Value>) -> bool {
    let mut found = false;
    fields.retain(|_, value| {
        found |= prune(value);
        !value.is_null()
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn null_members_are_left_out_and_null_items_stay() {
        let value = json!({ "a": null, "b": [null, 1], "c": { "d": null, "e": 2 } });
        assert_eq!(to_agent_value(&value), Ok(json!({ "b": [null, 1], "c": { "e": 2 } })));
    }

    #[test]
    fn a_number_json_cannot_carry_is_an_error_not_null() {
        #[derive(serde::Serialize)]
        struct Reading {
            label: Option<String>,
            values: Vec<f64>,
        }
        let fine = Reading { label: None, values: vec![1.5] };
        assert_eq!(to_agent_value(&fine), Ok(json!({ "values": [1.5] })));
        let bad = Reading { label: Some("x".into()), values: vec![1.0, f64::NAN] };
        assert_eq!(to_agent_value(&bad), Err("values[1] is NaN, which JSON cannot carry.".into()));
        assert_eq!(to_agent_value(&f32::INFINITY), Err("it is infinity, which JSON cannot carry.".into()));
    }
}
