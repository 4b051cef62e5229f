//! `$ref` replaced by what it refers to, except where a type contains itself.

use serde_json::{Map, Value};

/// Takes the definitions out of `schema` and inlines every reference that is not recursive.
///
/// Returns the schema without definitions, and those definitions that contain themselves, which references still name.
pub(super) fn inline(mut schema: Value) -> (Value, Map<String, Value>) {
    let defs = take_defs(&mut schema);
    let recursive: Vec<String> =
        defs.keys().filter(|name| reaches(&defs, name, name, &mut Vec::new())).cloned().collect();
    resolve(&mut schema, &defs, &recursive);

    let mut kept = Map::new();
    let mut wanted = referred(&schema);
    while let Some(name) = wanted.pop() {
        if kept.contains_key(&name) {
            continue;
        }
        let Some(def) = defs.get(&name) else { continue };
        let mut def = def.clone();
        resolve(&mut def, &defs, &recursive);
        wanted.extend(referred(&def));
        kept.insert(name, def);
    }
    (schema, kept)
}

/// Removes and returns `$defs` (or the older `definitions`).
pub(super) fn take_defs(schema: &mut Value) -> Map<String, Value> {
    let Value::Object(object) = schema else { return Map::new() };
    let mut defs = Map::new();
    for key in ["$defs", "definitions"] {
        if let Some(Value::Object(more)) = object.shift_remove(key) {
            defs.extend(more);
        }
    }
    defs
}

/// The definition a node refers to, if it is a reference to one.
pub(super) fn target(node: &Value) -> Option<String> {
    let reference = node.get("$ref")?.as_str()?;
    let name = reference.strip_prefix("#/$defs/").or_else(|| reference.strip_prefix("#/definitions/"))?;
    Some(decode(name))
}

/// Undoes a JSON pointer in a URI fragment: percent signs, then `~1` and `~0`.
fn decode(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = (first == b'%').then(|| tail.get(..2)).flatten();
        let code = hex.and_then(|hex| std::str::from_utf8(hex).ok()).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(code) => {
                bytes.push(code);
                rest = &tail[2..];
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).replace("~1", "/").replace("~0", "~")
}

fn reaches(defs: &Map<String, Value>, from: &str, goal: &str, seen: &mut Vec<String>) -> bool {
    let Some(def) = defs.get(from) else { return false };
    for next in referred(def) {
        if next == goal {
            return true;
        }
        if !seen.contains(&next) {
            seen.push(next.clone());
            if reaches(defs, &next, goal, seen) {
                return true;
            }
        }
    }
    false
}

fn referred(node: &Value) -> Vec<String> {
    let mut found: Vec<String> = target(node).into_iter().collect();
    match node {
        Value::Object(object) => found.extend(object.values().flat_map(referred)),
        Value::Array(items) => found.extend(items.iter().flat_map(referred)),
        _ => {}
    }
    found
}

fn resolve(node: &mut Value, defs: &Map<String, Value>, recursive: &[String]) {
    if let Some(name) = target(node)
        && !recursive.contains(&name)
        && let Some(def) = defs.get(&name)
    {
        let mut def = def.clone();
        // What stands beside the reference (a field's own description) wins over what the type says of itself.
        if let (Value::Object(into), Value::Object(beside)) = (&mut def, &mut *node) {
            beside.shift_remove("$ref");
            for (key, value) in std::mem::take(beside) {
                into.insert(key, value);
            }
        } else if def == Value::Bool(true) {
            def = Value::Object(Map::new());
        }
        *node = def;
    }
    match node {
        Value::Object(object) => object.values_mut().for_each(|value| resolve(value, defs, recursive)),
        Value::Array(items) => items.iter_mut().for_each(|value| resolve(value, defs, recursive)),
        _ => {}
    }
}
