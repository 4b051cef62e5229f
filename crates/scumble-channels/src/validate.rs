//! Arguments checked against a projected schema: the first thing wrong with them, as a sentence with a path.
//!
//! `input.title must be a string, not number 3.` Browsers do not check arguments, so this always does. It knows the
//! keywords [`crate::schema::project_mcp`] leaves in a schema, and ignores `pattern`.

mod choice;
mod words;

use serde_json::{Map, Value};

use crate::near::nearest;
use words::{Path, a_kind, count, described, is_kind, listed, quoted};

/// Checks `value` against `schema`.
///
/// # Errors
/// The first problem, as a sentence that begins with the path of the value it is about, `input` being the whole.
pub fn validate(schema: &Value, value: &Value) -> Result<(), String> {
    let none = Map::new();
    let defs = schema.get("$defs").and_then(Value::as_object).unwrap_or(&none);
    Check { defs }.value(schema, value, &Path::root())
}

#[derive(Clone, Copy)]
struct Check<'a> {
    defs: &'a Map<String, Value>,
}

type Checked = Result<(), String>;

impl<'a> Check<'a> {
    fn value(self, schema: &'a Value, value: &Value, path: &Path<'_>) -> Checked {
        let Value::Object(schema) = schema else { return Ok(()) };
        if let Some(target) = schema.get("$ref").and_then(Value::as_str)
            && let Some(def) = target.strip_prefix("#/$defs/").and_then(|name| self.defs.get(name))
        {
            self.value(def, value, path)?;
        }
        if schema.get("not").is_some_and(|not| not == &Value::Object(Map::new())) {
            return Err(format!("{path} must not be given."));
        }
        if let Some(only) = schema.get("const")
            && only != value
        {
            return Err(format!("{path} must be {}, not {}.", quoted(only), described(value)));
        }
        if let Some(Value::Array(allowed)) = schema.get("enum")
            && !allowed.contains(value)
        {
            return Err(refuse_enum(allowed, value, path));
        }
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.value(part, value, path)?;
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(Value::Array(variants)) = schema.get(key) {
                self.choice(variants, value, path)?;
            }
        }
        self.kind(schema, value, path)?;
        match value {
            Value::String(text) => string(schema, text, path),
            Value::Number(number) => bounds(schema, number.as_f64().unwrap_or(f64::NAN), path),
            Value::Array(items) => self.array(schema, items, path),
            Value::Object(fields) => self.object(schema, fields, path),
            Value::Null | Value::Bool(_) => Ok(()),
        }
    }

    fn kind(self, schema: &Map<String, Value>, value: &Value, path: &Path<'_>) -> Checked {
        let kinds: Vec<&str> = match schema.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            _ => return Ok(()),
        };
        if kinds.iter().any(|kind| is_kind(value, kind)) {
            return Ok(());
        }
        let wanted = listed(kinds.iter().map(|kind| a_kind(kind)), "or");
        Err(format!("{path} must be {wanted}, not {}.", described(value)))
    }

    fn array(self, schema: &'a Map<String, Value>, items: &[Value], path: &Path<'_>) -> Checked {
        let length = items.len() as u64;
        if let Some(least) = schema.get("minItems").and_then(Value::as_u64)
            && length < least
        {
            return Err(format!("{path} must have at least {}, not {length}.", count(least, "item")));
        }
        if let Some(most) = schema.get("maxItems").and_then(Value::as_u64)
            && length > most
        {
            return Err(format!("{path} must have at most {}, not {length}.", count(most, "item")));
        }
        let prefix = schema.get("prefixItems").and_then(Value::as_array);
        for (index, item) in items.iter().enumerate() {
            let own = prefix.and_then(|prefix| prefix.get(index)).or_else(|| schema.get("items"));
            if let Some(own) = own {
                self.value(own, item, &path.item(index))?;
            }
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            for (index, item) in items.iter().enumerate() {
                if let Some(earlier) = items[..index].iter().position(|other| other == item) {
                    return Err(format!(
                        "{} repeats {}; each item may be there once.",
                        path.item(index),
                        path.item(earlier)
                    ));
                }
            }
        }
        Ok(())
    }

    fn object(self, schema: &'a Map<String, Value>, fields: &Map<String, Value>, path: &Path<'_>) -> Checked {
        let none = Map::new();
        let known = schema.get("properties").and_then(Value::as_object);
        let known = known.unwrap_or(&none);
        let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        let unexpected = || fields.keys().filter(|name| closed && !known.contains_key(*name));

        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if fields.contains_key(name) {
                continue;
            }
            // A required field that is missing beside one of nearly its name was misspelt, which says more.
            if let Some(slip) = unexpected().find(|slip| nearest(slip, [name]).is_some()) {
                return Err(refuse_field(slip, known, path));
            }
            return Err(format!("{} is required.", path.field(name)));
        }
        if let Some(name) = unexpected().next() {
            return Err(refuse_field(name, known, path));
        }
        for (name, own) in known {
            if let Some(value) = fields.get(name) {
                if value.is_null() && !admits_null(own) && !is_required(required, name) {
                    let wanted = own.get("type").and_then(Value::as_str).map_or("a value", a_kind);
                    return Err(format!("{} must be {wanted}, not null; leave it out instead.", path.field(name)));
                }
                self.value(own, value, &path.field(name))?;
            }
        }
        if let Some(others @ Value::Object(_)) = schema.get("additionalProperties") {
            for (name, value) in fields.iter().filter(|(name, _)| !known.contains_key(*name)) {
                self.value(others, value, &path.field(name))?;
            }
        }
        let length = fields.len() as u64;
        if let Some(least) = schema.get("minProperties").and_then(Value::as_u64)
            && length < least
        {
            return Err(format!("{path} must have at least {}, not {length}.", count(least, "field")));
        }
        if let Some(most) = schema.get("maxProperties").and_then(Value::as_u64)
            && length > most
        {
            return Err(format!("{path} must have at most {}, not {length}.", count(most, "field")));
        }
        Ok(())
    }
}

fn is_required(required: Option<&Vec<Value>>, name: &str) -> bool {
    required.is_some_and(|required| required.iter().any(|r| r == name))
}

fn admits_null(schema: &Value) -> bool {
    Check { defs: &Map::new() }.value(schema, &Value::Null, &Path::root()).is_ok()
}

fn refuse_enum(allowed: &[Value], value: &Value, path: &Path<'_>) -> String {
    let list = allowed.iter().map(quoted).collect::<Vec<_>>().join(", ");
    if allowed.len() == 1 {
        return format!("{path} must be {list}, not {}.", described(value));
    }
    let meant = value.as_str().and_then(|wrong| nearest(wrong, allowed.iter().filter_map(Value::as_str)));
    match meant {
        Some(meant) => format!("{path} must be one of {list}; did you mean {}?", quoted(&meant.into())),
        None => format!("{path} must be one of {list}."),
    }
}

fn refuse_field(name: &str, known: &Map<String, Value>, path: &Path<'_>) -> String {
    let at = path.field(name);
    if known.is_empty() {
        return format!("{at} is not expected.");
    }
    let fields = known.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    let what = if known.len() == 1 { "the only field is" } else { "the fields are" };
    match nearest(name, known.keys().map(String::as_str)) {
        Some(meant) => format!("{at} is not expected; did you mean {meant}? {} {fields}.", words::sentence_case(what)),
        None => format!("{at} is not expected; {what} {fields}."),
    }
}

fn string(schema: &Map<String, Value>, text: &str, path: &Path<'_>) -> Checked {
    if schema.get("contentEncoding").and_then(Value::as_str) == Some("base64") {
        let element = schema.get("x-scumble-binary").and_then(Value::as_str).unwrap_or("uint8");
        crate::bytes::check_base64(text, element).map_err(|problem| format!("{path} {problem}"))?;
    }
    if !schema.contains_key("minLength") && !schema.contains_key("maxLength") {
        return Ok(());
    }
    let length = text.chars().count() as u64;
    if let Some(least) = schema.get("minLength").and_then(Value::as_u64)
        && length < least
    {
        return Err(format!("{path} must be at least {}, not {length}.", count(least, "character")));
    }
    if let Some(most) = schema.get("maxLength").and_then(Value::as_u64)
        && length > most
    {
        return Err(format!("{path} must be at most {}, not {length}.", count(most, "character")));
    }
    Ok(())
}

fn bounds(schema: &Map<String, Value>, number: f64, path: &Path<'_>) -> Checked {
    let limit = |key: &str| schema.get(key).and_then(Value::as_f64).map(|limit| (limit, &schema[key]));
    let not = words::number(number);
    if let Some((least, said)) = limit("minimum")
        && number < least
    {
        return Err(format!("{path} must be at least {said}, not {not}."));
    }
    if let Some((most, said)) = limit("maximum")
        && number > most
    {
        return Err(format!("{path} must be at most {said}, not {not}."));
    }
    if let Some((least, said)) = limit("exclusiveMinimum")
        && number <= least
    {
        return Err(format!("{path} must be more than {said}, not {not}."));
    }
    if let Some((most, said)) = limit("exclusiveMaximum")
        && number >= most
    {
        return Err(format!("{path} must be less than {said}, not {not}."));
    }
    if let Some((step, said)) = limit("multipleOf")
        && step > 0.0
    {
        let steps = number / step;
        if (steps - nearest_whole(steps)).abs() > 1e-9 {
            return Err(format!("{path} must be a multiple of {said}, not {not}."));
        }
    }
    Ok(())
}

/// Rounds without std's float functions, whose results may differ between machines.
fn nearest_whole(x: f64) -> f64 {
    if x.abs() < 9e15 { (x + if x < 0.0 { -0.5 } else { 0.5 }) as i64 as f64 } else { x }
}

#[cfg(test)]
mod tests;
