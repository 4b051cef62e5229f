//! One schema node made plain: no `format`, no `null` where a property can be left out, enums as enums, objects closed.

use serde_json::{Map, Value, json};

/// Where a node stands, which decides what `null` in it means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A property of an object: left out rather than `null`.
    Property,
    /// Anywhere else: an item of a list may well be `null`.
    Value,
}

/// Makes `node` and everything under it plain.
pub(super) fn tidy(node: &mut Value, place: Place) {
    if let Value::Bool(allowed) = node {
        *node = if *allowed { json!({}) } else { json!({ "not": {} }) };
        return;
    }
    let Value::Object(object) = node else { return };
    bound(object);
    for key in ["$schema", "$id", "format", "nullable"] {
        object.shift_remove(key);
    }
    if object.get("default") == Some(&Value::Null) {
        object.shift_remove("default");
    }
    merge_all_of(object);
    distribute(object);
    if place == Place::Property {
        drop_null(object);
    }
    tidy_properties(object);
    for key in ["items", "additionalProperties"] {
        if let Some(child @ Value::Object(_)) = object.get_mut(key) {
            tidy(child, Place::Value);
        }
    }
    if let Some(Value::Array(items)) = object.get_mut("prefixItems") {
        items.iter_mut().for_each(|item| tidy(item, Place::Value));
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(variants)) = object.get_mut(key) {
            variants.iter_mut().for_each(|variant| tidy(variant, Place::Value));
        }
    }
    collapse_choices(object);
    close(object);
}

/// What a number's `format` says of its range, said by keywords everybody checks. Beyond 32 bits JSON's numbers end first.
fn bound(object: &mut Map<String, Value>) {
    let (least, most): (i64, i64) = match object.get("format").and_then(Value::as_str) {
        Some("uint8") => (0, u8::MAX.into()),
        Some("uint16") => (0, u16::MAX.into()),
        Some("uint32") => (0, u32::MAX.into()),
        Some("int8") => (i8::MIN.into(), i8::MAX.into()),
        Some("int16") => (i16::MIN.into(), i16::MAX.into()),
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        _ => return,
    };
    object.entry("minimum").or_insert(least.into());
    object.entry("maximum").or_insert(most.into());
}

/// Nothing required and no object closed, everywhere under `node`.
pub(super) fn open(node: &mut Value) {
    match node {
        Value::Object(object) => {
            // A property may itself be called `required`; only a list is the keyword.
            if matches!(object.get("required"), Some(Value::Array(_))) {
                object.shift_remove("required");
            }
            if object.get("additionalProperties") == Some(&Value::Bool(false)) {
                object.shift_remove("additionalProperties");
            }
            object.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

fn tidy_properties(object: &mut Map<String, Value>) {
    let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
    let mut optional = Vec::new();
    for (name, property) in properties.iter_mut() {
        if admits_null(property) {
            optional.push(name.clone());
        }
        tidy(property, Place::Property);
    }
    if let Some(Value::Array(required)) = object.get_mut("required") {
        required.retain(|name| name.as_str().is_none_or(|name| !optional.iter().any(|o| o == name)));
        if required.is_empty() {
            object.shift_remove("required");
        }
    }
}

fn is_null(node: &Value) -> bool {
    node.get("type").and_then(Value::as_str) == Some("null") || node.get("const") == Some(&Value::Null)
}

fn admits_null(node: &Value) -> bool {
    let in_type = match node.get("type") {
        Some(Value::Array(types)) => types.iter().any(|t| t == "null"),
        Some(Value::String(one)) => one == "null",
        _ => false,
    };
    let in_enum = node.get("enum").and_then(Value::as_array).is_some_and(|values| values.contains(&Value::Null));
    let in_variants = ["anyOf", "oneOf"]
        .iter()
        .filter_map(|key| node.get(*key).and_then(Value::as_array))
        .any(|variants| variants.iter().any(is_null));
    in_type || in_enum || in_variants
}

fn drop_null(object: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|t| t != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            object.insert("type".into(), one);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    for key in ["anyOf", "oneOf"] {
        let Some(Value::Array(variants)) = object.get_mut(key) else { continue };
        variants.retain(|variant| !is_null(variant));
        if variants.len() == 1
            && let Some(Value::Object(only)) = variants.pop()
        {
            object.shift_remove(key);
            absorb(object, only);
        }
    }
}

/// Adds `more` to `object`; what `object` already says of itself stays.
fn absorb(object: &mut Map<String, Value>, more: Map<String, Value>) {
    for (key, value) in more {
        object.entry(key).or_insert(value);
    }
}

/// `allOf`, which flattened structs give, as one object.
fn merge_all_of(object: &mut Map<String, Value>) {
    let Some(Value::Array(parts)) = object.shift_remove("allOf") else { return };
    let mut rest = Vec::new();
    for part in parts {
        let Value::Object(mut part) = part else { continue };
        merge_all_of(&mut part);
        let two_choices = ["oneOf", "anyOf"].iter().any(|key| object.contains_key(*key) && part.contains_key(*key));
        if part.contains_key("$ref") || two_choices {
            rest.push(Value::Object(part));
        } else {
            merge_object(object, part);
        }
    }
    if !rest.is_empty() {
        object.insert("allOf".into(), Value::Array(rest));
    }
}

fn merge_object(into: &mut Map<String, Value>, from: Map<String, Value>) {
    for (key, value) in from {
        match (key.as_str(), into.get_mut(&key), value) {
            ("properties", Some(Value::Object(have)), Value::Object(more)) => absorb(have, more),
            ("required", Some(Value::Array(have)), Value::Array(more)) => {
                for name in more {
                    if !have.contains(&name) {
                        have.push(name);
                    }
                }
            }
            (_, Some(_), _) => {}
            (_, None, value) => {
                into.insert(key, value);
            }
        }
    }
}

/// An object with properties of its own and a choice beside them (a flattened enum) becomes a choice of whole objects.
fn distribute(object: &mut Map<String, Value>) {
    if !object.contains_key("properties") {
        return;
    }
    for key in ["oneOf", "anyOf"] {
        let Some(Value::Array(variants)) = object.get(key) else { continue };
        if !variants.iter().all(|variant| variant.get("properties").is_some()) {
            continue;
        }
        let Some(Value::Array(variants)) = object.shift_remove(key) else { continue };
        let mut base = std::mem::take(object);
        let description = base.shift_remove("description");
        base.shift_remove("additionalProperties");
        base.shift_remove("unevaluatedProperties");
        let variants = variants
            .into_iter()
            .map(|variant| {
                let mut whole = base.clone();
                if let Value::Object(variant) = variant {
                    merge_object(&mut whole, variant);
                }
                Value::Object(whole)
            })
            .collect();
        if let Some(description) = description {
            object.insert("description".into(), description);
        }
        object.insert(key.into(), Value::Array(variants));
        return;
    }
}

/// A choice between strings is an `enum`, its variants' docs moved into the description; a choice of one is that one.
fn collapse_choices(object: &mut Map<String, Value>) {
    for key in ["oneOf", "anyOf"] {
        let Some(Value::Array(variants)) = object.get(key) else { continue };
        let Some(named) = variants.iter().map(strings_of).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let mut description: Vec<String> =
            object.get("description").and_then(Value::as_str).map(str::to_owned).into_iter().collect();
        let mut values = Vec::new();
        for (names, doc) in named {
            if let (Some(doc), [Value::String(name)]) = (doc, names.as_slice()) {
                description.push(format!("{name}: {doc}"));
            }
            values.extend(names);
        }
        object.shift_remove(key);
        object.insert("type".into(), "string".into());
        object.insert("enum".into(), Value::Array(values));
        if !description.is_empty() {
            object.insert("description".into(), description.join("\n").into());
        }
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(variants)) = object.get_mut(key)
            && variants.len() == 1
            && let Some(Value::Object(only)) = variants.pop()
        {
            object.shift_remove(key);
            absorb(object, only);
        }
    }
}

/// The strings a node allows, if strings are all it allows.
fn strings_of(node: &Value) -> Option<(Vec<Value>, Option<String>)> {
    let values = match (node.get("const"), node.get("enum")) {
        (Some(one), None) => vec![one.clone()],
        (None, Some(Value::Array(several))) => several.clone(),
        _ => return None,
    };
    let doc = node.get("description").and_then(Value::as_str).map(str::to_owned);
    (!values.is_empty() && values.iter().all(Value::is_string)).then_some((values, doc))
}

/// `additionalProperties: false` on every object whose fields are known, nothing on one that is open.
fn close(object: &mut Map<String, Value>) {
    object.shift_remove("unevaluatedProperties");
    match object.get("additionalProperties") {
        Some(Value::Bool(true)) => {
            object.shift_remove("additionalProperties");
        }
        Some(_) => {}
        None if object.get("properties").is_some_and(Value::is_object) => {
            object.insert("additionalProperties".into(), Value::Bool(false));
        }
        None => {}
    }
}
