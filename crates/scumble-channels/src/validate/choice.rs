//! A value that may take one of several shapes: the shape that was meant is found first, so that the sentence is about it.

use serde_json::Value;

use super::words::{Path, a_kind, described, is_kind, listed, quoted};
use super::{Check, Checked};

impl<'a> Check<'a> {
    /// Checks a value against `oneOf` or `anyOf`.
    pub(super) fn choice(self, variants: &'a [Value], value: &Value, path: &Path<'_>) -> Checked {
        let resolved: Vec<&Value> = variants.iter().map(|variant| self.resolved(variant)).collect();
        if resolved.iter().any(|variant| self.value(variant, value, path).is_ok()) {
            return Ok(());
        }
        if let Some(result) = self.by_tag(&resolved, value, path) {
            return result;
        }
        let of_its_kind: Vec<&&Value> = resolved.iter().filter(|variant| may_be(variant, value)).collect();
        match of_its_kind.as_slice() {
            // One shape of that type: what is wrong with it is what is wrong.
            [only] => self.value(only, value, path),
            [] => {
                let mut shapes: Vec<String> = Vec::new();
                for shape in resolved.iter().map(|variant| shape(variant)) {
                    if !shapes.contains(&shape) {
                        shapes.push(shape);
                    }
                }
                Err(format!("{path} must be {}, not {}.", listed(shapes.into_iter(), "or"), described(value)))
            }
            _ => {
                let shapes = listed(resolved.iter().map(|variant| shape(variant)), "or");
                Err(format!("{path} does not match any of the {} shapes it may take: {shapes}.", resolved.len()))
            }
        }
    }

    fn resolved(self, schema: &'a Value) -> &'a Value {
        schema
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|target| target.strip_prefix("#/$defs/"))
            .and_then(|name| self.defs.get(name))
            .unwrap_or(schema)
    }

    /// Tagged variants: by a property with a constant, or by the one property each of them has.
    fn by_tag(self, variants: &[&'a Value], value: &Value, path: &Path<'_>) -> Option<Checked> {
        let fields = value.as_object()?;
        let objects: Vec<&&Value> = variants.iter().filter(|v| v["properties"].is_object()).collect();
        let first = objects.first()?["properties"].as_object()?;
        let tag = first.keys().find(|name| objects.iter().all(|v| v["properties"][name.as_str()]["const"].is_string()));
        if let Some(tag) = tag {
            let constant = |variant: &Value| variant["properties"][tag.as_str()]["const"].clone();
            let Some(given) = fields.get(tag) else { return Some(Err(format!("{} is required.", path.field(tag)))) };
            if let Some(meant) = objects.iter().find(|variant| &constant(variant) == given) {
                return Some(self.value(meant, value, path));
            }
            let tags: Vec<Value> = objects.iter().map(|variant| constant(variant)).collect();
            return Some(Err(super::refuse_enum(&tags, given, &path.field(tag))));
        }
        let single = |variant: &Value| match (variant["properties"].as_object(), variant["required"].as_array()) {
            (Some(properties), Some(required)) if properties.len() == 1 && required.len() == 1 => {
                properties.keys().next().cloned()
            }
            _ => None,
        };
        let names: Vec<String> = objects.iter().map(|variant| single(variant)).collect::<Option<_>>()?;
        let mut given = fields.keys();
        let (key, more) = (given.next(), given.next());
        if let (Some(key), None) = (key, more)
            && let Some(at) = names.iter().position(|name| name == key)
        {
            return Some(self.value(objects[at], value, path));
        }
        let list = names.join(", ");
        Some(Err(match (key, more) {
            (Some(key), None) => format!("{} is not expected; it must be one of {list}.", path.field(key)),
            _ => format!("{path} must have exactly one of the fields {list}."),
        }))
    }
}

fn may_be(schema: &Value, value: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => is_kind(value, kind),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).any(|kind| is_kind(value, kind)),
        _ => schema.get("const").is_none_or(|only| std::mem::discriminant(only) == std::mem::discriminant(value)),
    }
}

/// A shape in a few words: `a string`, `"all"`, `an object with x, y`.
fn shape(schema: &Value) -> String {
    if let Some(only) = schema.get("const") {
        return quoted(only);
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return listed(values.iter().map(quoted), "or");
    }
    match (schema.get("type"), schema["properties"].as_object()) {
        (_, Some(fields)) if !fields.is_empty() => {
            format!("an object with {}", fields.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
        }
        (Some(Value::String(kind)), _) => a_kind(kind).into(),
        (Some(Value::Array(kinds)), _) => listed(kinds.iter().filter_map(Value::as_str).map(a_kind), "or"),
        _ => "another shape".into(),
    }
}
