//! JSON schemas of types, projected to what agents' hosts accept.
//!
//! `schemars` describes a Rust type; [`project_mcp`] turns that into the schema our tools carry and our validator
//! checks, and [`project_webmcp`] turns either into the smaller subset a browser accepts. Both are pure functions from
//! a schema to a schema. Knows nothing of channels.
//!
//! What every projected schema has: references inlined, no `format`, objects closed, `Option` a property that is not
//! required and never `null`, properties in the order they were written.

mod inline;
mod shape;
mod webmcp;

pub use webmcp::project_webmcp;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// The schema of arguments: `$ref` inlined, recursive types kept under `$defs`, tagged enums as `oneOf`.
///
/// Projecting a projected schema again changes nothing.
pub fn project_mcp(schema: Value) -> Value {
    let (mut root, mut defs) = inline::inline(schema);
    shape::tidy(&mut root, shape::Place::Value);
    for def in defs.values_mut() {
        shape::tidy(def, shape::Place::Value);
    }
    attach(root, defs)
}

/// The schema of a result: as [`project_mcp`], but nothing is required and no object is closed, since a large key may
/// be left out of an answer and the reserved key `$` added to it.
pub fn project_output(schema: Value) -> Value {
    let mut schema = project_mcp(schema);
    shape::open(&mut schema);
    schema
}

fn attach(mut root: Value, defs: Map<String, Value>) -> Value {
    if !defs.is_empty()
        && let Value::Object(object) = &mut root
    {
        object.insert("$defs".into(), Value::Object(defs));
    }
    root
}

/// Which way a value goes: into a command, or out of a view. A type may look different each way (`skip_serializing`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Arguments, which are deserialised.
    In,
    /// View keys, which are serialised.
    Out,
}

/// The raw schema of `T` as `schemars` gives it, with its definitions under `$defs`; to be projected.
pub fn describe<T: JsonSchema + ?Sized>(direction: Direction) -> Value {
    let mut generator = generator(direction);
    let schema = generator.subschema_for::<T>().to_value();
    attach(as_object(schema), generator.take_definitions(true))
}

/// Whether a projected schema is a list: what `offset` and `limit` apply to.
pub fn is_list(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("array") && schema.get("prefixItems").is_none()
}

/// Builds the schema of a command's arguments: one object, a property a parameter.
pub struct Parameters {
    generator: SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl Default for Parameters {
    fn default() -> Self {
        Self::new()
    }
}

impl Parameters {
    /// A command without parameters.
    pub fn new() -> Self {
        Self { generator: generator(Direction::In), properties: Map::new(), required: Vec::new() }
    }

    /// Adds a parameter of type `T`. `doc` is its description; empty leaves the type's own. `optional` parameters
    /// (those whose type is an `Option`) are not required.
    #[must_use]
    pub fn parameter<T: crate::command::Parameter>(mut self, name: &str, doc: &str, optional: bool) -> Self {
        let schema = self.generator.subschema_for::<T>().to_value();
        self.add(name, doc, optional, schema);
        self
    }

    fn add(&mut self, name: &str, doc: &str, optional: bool, schema: Value) {
        let mut schema = as_object(schema);
        if !doc.is_empty()
            && let Value::Object(object) = &mut schema
        {
            object.insert("description".into(), doc.into());
        }
        self.properties.insert(name.into(), schema);
        if !optional {
            self.required.push(name.into());
        }
    }

    /// The projected schema.
    pub fn finish(mut self) -> Value {
        let mut schema = json!({ "type": "object", "properties": self.properties });
        if !self.required.is_empty() {
            schema["required"] = Value::Array(self.required);
        }
        schema["additionalProperties"] = Value::Bool(false);
        project_mcp(attach(schema, self.generator.take_definitions(true)))
    }
}

fn generator(direction: Direction) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|s| s.meta_schema = None);
    match direction {
        Direction::In => settings.for_deserialize().into_generator(),
        Direction::Out => settings.for_serialize().into_generator(),
    }
}

/// `true` and `false` are schemas too; as objects they can carry a description.
fn as_object(schema: Value) -> Value {
    match schema {
        Value::Bool(true) => json!({}),
        Value::Bool(false) => json!({ "not": {} }),
        other => other,
    }
}

#[cfg(test)]
mod tests;
