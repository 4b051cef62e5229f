//! What a channel offers, described: its keys and commands with their docs and schemas.
//!
//! Only the agent part of an application names these; the rest of it never pays for schemas.

use serde_json::{Map, Value, json};

use crate::schema::{self, Direction, Parameters};

/// A channel as an agent is told of it. Schemas are projected ([`schema::project_mcp`], [`schema::project_output`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    /// The channel's name.
    pub name: &'static str,
    /// Its doc comment; empty if it has none.
    pub description: &'static str,
    /// Whether everything in it may have been written by others.
    pub untrusted: bool,
    /// Its view keys, in the order of the fields.
    pub keys: Vec<KeyContract>,
    /// Its commands, in the order they are written.
    pub commands: Vec<CommandContract>,
}

/// A view key.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyContract {
    /// The field's name.
    pub name: &'static str,
    /// Its doc comment; empty if it has none.
    pub description: &'static str,
    /// The schema of its value as shown; of a secret key, of `{ "set": true }`.
    pub schema: Value,
    /// How much of it an agent sees.
    pub visibility: Visibility,
    /// Whether what it holds may have been written by others; true for every key of an untrusted channel.
    pub untrusted: bool,
    /// Whether its value is a list, to which `offset` and `limit` apply.
    pub is_list: bool,
}

/// How much of a view key an agent sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Its value.
    Shown,
    /// Nothing; it is not named anywhere.
    Hidden,
    /// Whether it is set.
    Secret,
}

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandContract {
    /// The method's name.
    pub name: &'static str,
    /// Its doc comment; empty if it has none.
    pub description: &'static str,
    /// The schema of its arguments, an object with a property a parameter.
    pub input: Value,
    /// What it does cannot be undone.
    pub destructive: bool,
    /// Sending it twice is sending it once.
    pub idempotent: bool,
    /// A person is asked before it runs for an agent.
    pub confirm: bool,
    /// An agent does not see it and cannot send it. `#[commands]` leaves such commands out of the contract altogether.
    pub hidden: bool,
    /// It starts what the runtime cannot see, so it is waited for until the view is still.
    pub settles_quiet: bool,
}

impl CommandContract {
    /// A command as written, without options.
    pub fn new(name: &'static str, description: &'static str, parameters: Parameters) -> Self {
        Self {
            name,
            description,
            input: parameters.finish(),
            destructive: false,
            idempotent: false,
            confirm: false,
            hidden: false,
            settles_quiet: false,
        }
    }
}

impl KeyContract {
    /// The key of that name, holding a `T`.
    pub fn new<T: crate::command::ViewValue>(
        name: &'static str,
        description: &'static str,
        visibility: Visibility,
        untrusted: bool,
    ) -> Self {
        KeyContract::described(name, description, visibility, untrusted, schema::describe::<T>)
    }

    /// The same with the type forgotten, so that it is compiled once.
    fn described(
        name: &'static str,
        description: &'static str,
        visibility: Visibility,
        untrusted: bool,
        describe: fn(Direction) -> Value,
    ) -> Self {
        let mut schema = match visibility {
            Visibility::Shown => schema::project_output(optional(describe(Direction::Out))),
            Visibility::Hidden => json!({}),
            Visibility::Secret => json!({ "type": "object", "properties": { "set": { "type": "boolean" } } }),
        };
        if !description.is_empty()
            && let Value::Object(object) = &mut schema
        {
            object.insert("description".into(), description.into());
        }
        let is_list = visibility == Visibility::Shown && schema::is_list(&schema);
        Self { name, description, schema, visibility, untrusted, is_list }
    }
}

/// A key that holds nothing is left out of the view, so its schema need not admit `null`: projected as a property is.
fn optional(schema: Value) -> Value {
    let Value::Object(mut object) = schema else { return schema };
    let defs = object.shift_remove("$defs");
    let mut whole = json!({ "properties": { "key": object } });
    if let Some(defs) = defs {
        whole["$defs"] = defs;
    }
    let mut whole = schema::project_mcp(whole);
    let defs = whole.as_object_mut().and_then(|whole| whole.shift_remove("$defs"));
    let mut key = whole["properties"]["key"].take();
    if let (Some(defs), Value::Object(key)) = (defs, &mut key) {
        key.insert("$defs".into(), defs);
    }
    key
}

impl Contract {
    /// The schema of the view an agent reads: an object with the keys it sees, none required.
    pub fn view_schema(&self) -> Value {
        let mut defs = Map::new();
        let mut properties = Map::new();
        for key in self.keys.iter().filter(|key| key.visibility != Visibility::Hidden) {
            let mut schema = key.schema.clone();
            if let Some(Value::Object(own)) = schema.as_object_mut().and_then(|schema| schema.shift_remove("$defs")) {
                merge_definitions(&mut schema, own, &mut defs);
            }
            properties.insert(key.name.into(), schema);
        }
        let mut view = json!({ "type": "object", "properties": properties });
        if !self.description.is_empty() {
            view["description"] = self.description.into();
        }
        if !defs.is_empty() {
            view["$defs"] = Value::Object(defs);
        }
        view
    }

    /// The key of that name, unless an agent may not know of it.
    pub fn key(&self, name: &str) -> Option<&KeyContract> {
        self.keys.iter().find(|key| key.name == name && key.visibility != Visibility::Hidden)
    }

    /// The command of that name, unless an agent may not know of it.
    pub fn command(&self, name: &str) -> Option<&CommandContract> {
        self.commands.iter().find(|command| command.name == name && !command.hidden)
    }
}

/// Joins a key's recursive definitions to those of the others; two different ones of a name get two names.
fn merge_definitions(schema: &mut Value, own: Map<String, Value>, all: &mut Map<String, Value>) {
    for (name, def) in own {
        match all.get(&name) {
            Some(known) if *known == def => {}
            None => {
                all.insert(name, def);
            }
            Some(_) => {
                let fresh = (2..)
                    .map(|number| format!("{name}{number}"))
                    .find(|fresh| !all.contains_key(fresh))
                    .expect("some number is free");
                let mut def = def;
                rename(&mut def, &name, &fresh);
                rename(schema, &name, &fresh);
                all.insert(fresh, def);
            }
        }
    }
}

fn rename(node: &mut Value, from: &str, to: &str) {
    match node {
        Value::Object(object) => {
            if object.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/$defs/")) == Some(from) {
                object.insert("$ref".into(), format!("#/$defs/{to}").into());
            }
            object.values_mut().for_each(|value| rename(value, from, to));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, from, to)),
        _ => {}
    }
}
