//! The smaller subset a browser takes: no `$ref`, no `oneOf`, no `null`, no `contentEncoding`, objects open or closed.
//!
//! Nothing is lost for checking, which happens against the fuller schema; what the subset cannot say is said in the
//! description.

use serde_json::{Map, Value, json};

use super::inline::{take_defs, target};
use super::{is_list, project_mcp};

/// What the subset keeps of a node. Anything else is dropped.
const KEPT: &[&str] = &[
    "type",
    "description",
    "title",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
    "default",
    "examples",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
];

/// The schema as WebMCP can carry it: recursive types become open objects where they recur, tagged enums one object
/// whose tag is an `enum`. Takes a raw schema or one that [`project_mcp`] made.
pub fn project_webmcp(schema: Value) -> Value {
    let mut schema = project_mcp(schema);
    let defs = take_defs(&mut schema);
    narrow(&mut schema, &defs, &mut Vec::new());
    part_types(&mut schema);
    schema
}

fn narrow(node: &mut Value, defs: &Map<String, Value>, inside: &mut Vec<String>) {
    if let Some(name) = target(node) {
        narrow_reference(node, &name, defs, inside);
        return;
    }
    let Value::Object(object) = node else { return };
    object.shift_remove("$ref");
    drop_null(object);
    describe_bytes(object);
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(mut variants)) = object.shift_remove(key) {
            variants.retain(|variant| variant.get("type").and_then(Value::as_str) != Some("null"));
            for variant in &mut variants {
                narrow(variant, defs, inside);
            }
            choose(object, variants);
        }
    }
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        properties.values_mut().for_each(|property| narrow(property, defs, inside));
    }
    if let Some(items) = object.get_mut("items") {
        narrow(items, defs, inside);
    }
    if let Some(Value::Array(mut items)) = object.shift_remove("prefixItems") {
        items.iter_mut().for_each(|item| narrow(item, defs, inside));
        tuple(object, items);
    }
    if object.get("items").is_some_and(|items| !items.is_object()) {
        object.shift_remove("items");
    }
    if object.get("additionalProperties").is_some_and(|more| more != &Value::Bool(false)) {
        object.shift_remove("additionalProperties");
    }
    let others: Vec<String> = object.keys().filter(|key| !KEPT.contains(&key.as_str())).cloned().collect();
    for key in others {
        object.shift_remove(&key);
    }
}

fn narrow_reference(node: &mut Value, name: &str, defs: &Map<String, Value>, inside: &mut Vec<String>) {
    let beside = node.get("description").cloned();
    let definition = defs.get(name);
    let recurs = inside.iter().any(|outer| outer == name);
    *node = match definition {
        Some(definition) if !recurs => {
            let mut whole = definition.clone();
            inside.push(name.to_owned());
            narrow(&mut whole, defs, inside);
            inside.pop();
            whole
        }
        // Where it recurs the subset can only say: an object, of any fields.
        Some(definition) if definition.get("type").and_then(Value::as_str).is_none_or(|t| t == "object") => {
            json!({ "type": "object", "description": format!("A {name} again, of the same fields.") })
        }
        Some(_) => json!({ "description": format!("A {name} again.") }),
        None => json!({ "type": "object" }),
    };
    if let (Some(beside), Value::Object(object)) = (beside, node) {
        object.insert("description".into(), beside);
    }
}

/// Several types of one node become an `anyOf` of them: readers of the subset take `type` for one word.
fn part_types(node: &mut Value) {
    let Value::Object(object) = node else { return };
    for (key, inner) in object.iter_mut() {
        match (key.as_str(), inner) {
            ("properties", Value::Object(properties)) => properties.values_mut().for_each(part_types),
            ("items", items) => part_types(items),
            ("anyOf", Value::Array(variants)) => variants.iter_mut().for_each(part_types),
            _ => {}
        }
    }
    if let Some(Value::Array(types)) = object.get("type")
        && types.len() > 1
    {
        let each = types.iter().map(|t| json!({ "type": t })).collect();
        object.shift_remove("type");
        object.entry("anyOf").or_insert(Value::Array(each));
    }
}

fn drop_null(object: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|t| t != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            object.insert("type".into(), one);
        }
    }
    if object.get("type").and_then(Value::as_str) == Some("null") {
        object.shift_remove("type");
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    for key in ["const", "default"] {
        if object.get(key) == Some(&Value::Null) {
            object.shift_remove(key);
        }
    }
}

fn describe_bytes(object: &mut Map<String, Value>) {
    if object.shift_remove("contentEncoding").is_none() {
        return;
    }
    let note = match object.shift_remove("x-scumble-binary") {
        Some(Value::String(element)) if element != "uint8" => format!("Base64 text of little-endian {element} values."),
        _ => "Base64 text.".to_owned(),
    };
    note_in(object, &note);
}

fn note_in(object: &mut Map<String, Value>, note: &str) {
    let description = match object.get("description").and_then(Value::as_str) {
        // Projecting twice must not say it twice.
        Some(before) if before.contains(note) => return,
        Some(before) if !before.is_empty() => format!("{before} {note}"),
        _ => note.to_owned(),
    };
    object.insert("description".into(), description.into());
}

/// A list of fixed length: the same schema for all items where it is the same, else the items described in words.
fn tuple(object: &mut Map<String, Value>, items: Vec<Value>) {
    let count = items.len();
    if items.windows(2).all(|pair| pair[0] == pair[1]) {
        if let Some(first) = items.into_iter().next() {
            object.insert("items".into(), first);
        }
    } else {
        let words: Vec<String> = items.iter().map(in_a_word).collect();
        object.shift_remove("items");
        note_in(object, &format!("In order: {}.", words.join(", ")));
    }
    object.entry("minItems").or_insert(count.into());
    object.entry("maxItems").or_insert(count.into());
}

fn in_a_word(schema: &Value) -> String {
    match schema.get("type").and_then(Value::as_str) {
        Some("array") if is_list(schema) => "a list".into(),
        Some("integer") => "an integer".into(),
        Some("object") => "an object".into(),
        Some(kind) => format!("a {kind}"),
        None => "any value".into(),
    }
}

/// Puts a choice into `object`: flattened if all of it are objects, else as `anyOf`.
fn choose(object: &mut Map<String, Value>, mut variants: Vec<Value>) {
    if variants.len() <= 1 {
        if let Some(Value::Object(only)) = variants.pop() {
            for (key, value) in only {
                object.entry(key).or_insert(value);
            }
        }
        return;
    }
    if variants.iter().all(|variant| variant.get("properties").is_some_and(Value::is_object)) {
        flatten(object, &variants);
    } else {
        object.insert("anyOf".into(), Value::Array(variants));
    }
}

/// The property that tells variants apart: a string constant in every one of them.
fn tag_of(variants: &[Value]) -> Option<String> {
    let first = variants.first()?.get("properties")?.as_object()?;
    first
        .keys()
        .find(|name| variants.iter().all(|variant| variant["properties"][name.as_str()]["const"].is_string()))
        .cloned()
}

fn flatten(object: &mut Map<String, Value>, variants: &[Value]) {
    let tag = tag_of(variants);
    let mut properties: Map<String, Value> = Map::new();
    let mut tags = Vec::new();
    let mut tag_docs = Vec::new();
    for variant in variants {
        let Some(own) = variant["properties"].as_object() else { continue };
        for (name, schema) in own {
            if Some(name) == tag.as_ref() {
                tags.push(schema["const"].clone());
                if let (Some(value), Some(doc)) = (schema["const"].as_str(), variant["description"].as_str()) {
                    tag_docs.push(format!("{value}: {doc}"));
                }
                properties.entry(name.clone()).or_insert(Value::Null);
                continue;
            }
            match properties.get_mut(name) {
                Some(have) => blend(have, schema),
                None => {
                    properties.insert(name.clone(), schema.clone());
                }
            }
        }
    }
    if let Some(tag) = &tag {
        for (name, schema) in properties.iter_mut().filter(|(name, _)| *name != tag) {
            let with: Vec<&str> = variants
                .iter()
                .filter(|variant| variant["properties"].get(name).is_some())
                .filter_map(|variant| variant["properties"][tag.as_str()]["const"].as_str())
                .collect();
            if with.len() < variants.len()
                && let Value::Object(schema) = schema
            {
                note_in(schema, &format!("With {tag} {}.", with.join(" or ")));
            }
        }
        let mut schema = json!({ "type": "string", "enum": tags });
        if !tag_docs.is_empty() {
            schema["description"] = tag_docs.join("\n").into();
        }
        properties.insert(tag.clone(), schema);
    } else {
        let names: Vec<&str> = properties.keys().map(String::as_str).collect();
        note_in(object, &format!("Exactly one of {}.", names.join(", ")));
    }
    let required: Vec<Value> = properties
        .keys()
        .filter(|name| {
            variants.iter().all(|variant| {
                variant["required"].as_array().is_some_and(|required| required.iter().any(|r| r == name.as_str()))
            })
        })
        .map(|name| Value::from(name.as_str()))
        .collect();
    let closed = variants.iter().all(|variant| variant["additionalProperties"] == Value::Bool(false));
    object.insert("type".into(), "object".into());
    object.insert("properties".into(), Value::Object(properties));
    if !required.is_empty() {
        object.insert("required".into(), Value::Array(required));
    }
    if closed {
        object.insert("additionalProperties".into(), Value::Bool(false));
    }
}

/// Makes `have` admit what `other` admits as well, as closely as the subset can say.
fn blend(have: &mut Value, other: &Value) {
    if have == other {
        return;
    }
    let both_objects = have["properties"].is_object() && other["properties"].is_object();
    let (Value::Object(into), Value::Object(from)) = (&mut *have, other) else { return };
    if both_objects {
        let pair = [Value::Object(into.clone()), Value::Object(from.clone())];
        let description = into.get("description").cloned();
        into.clear();
        flatten_plain(into, &pair);
        if let Some(description) = description {
            into.insert("description".into(), description);
        }
        return;
    }
    // A constraint stays only where both have it; the type is the one they share, or both.
    let mut types: Vec<Value> = Vec::new();
    for schema in [&*into, from] {
        match schema.get("type") {
            Some(Value::Array(several)) => types.extend(several.iter().cloned()),
            Some(one) => types.push(one.clone()),
            None => {}
        }
    }
    types.dedup();
    let untyped = !into.contains_key("type") || !from.contains_key("type");
    let keys: Vec<String> = into.keys().cloned().collect();
    for key in keys {
        if key != "description" && into.get(&key) != from.get(&key) {
            into.shift_remove(&key);
        }
    }
    if untyped {
        into.shift_remove("type");
    } else if let [one] = types.as_slice() {
        into.insert("type".into(), one.clone());
    } else {
        into.insert("type".into(), Value::Array(types));
    }
}

/// Two objects as one: every property of either, required where both require it.
fn flatten_plain(into: &mut Map<String, Value>, pair: &[Value; 2]) {
    let mut properties = pair[0]["properties"].as_object().cloned().unwrap_or_default();
    for (name, schema) in pair[1]["properties"].as_object().into_iter().flatten() {
        match properties.get_mut(name) {
            Some(have) => blend(have, schema),
            None => {
                properties.insert(name.clone(), schema.clone());
            }
        }
    }
    let required: Vec<Value> = pair[0]["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|name| pair[1]["required"].as_array().is_some_and(|other| other.contains(name)))
        .cloned()
        .collect();
    into.insert("type".into(), "object".into());
    into.insert("properties".into(), Value::Object(properties));
    if !required.is_empty() {
        into.insert("required".into(), Value::Array(required));
    }
    if pair.iter().all(|schema| schema["additionalProperties"] == Value::Bool(false)) {
        into.insert("additionalProperties".into(), Value::Bool(false));
    }
}
