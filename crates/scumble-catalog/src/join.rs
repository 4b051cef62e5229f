//! A package's files joined: components with their uses and their call, channels with their commands.
//!
//! Reads no file. The same files give the same entries in the same order.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::entry::{Channel, Command, Component, Given, Kind, Parameter, Problem, Use};
use crate::files::{File, Files};
use crate::modules::{ModulePath, Modules, Resolved};
use crate::read::{ComponentFacts, FileFacts, FunctionFacts, MethodsFacts, ParameterFacts, is_of_tests};
use crate::sample::Data;

/// What a package offers.
#[derive(Default)]
pub(crate) struct Joined {
    pub(crate) components: Vec<Component>,
    pub(crate) channels: Vec<Channel>,
    pub(crate) problems: Vec<Problem>,
}

/// Joins a package's files. Of a library also its controls are told, and only what it gives to others.
pub(crate) fn join(files: &Files, library: &str, crate_name: &str, is_library: bool) -> Joined {
    let modules = Modules::of(files, library, crate_name);
    let said: Vec<(&str, &File, &FileFacts)> =
        files.iter().filter_map(|(path, file)| Some((path, file, &**file.facts.as_ref()?))).collect();
    let data = Data::of(said.iter().flat_map(|(_, _, facts)| &facts.data));
    let mut joined =
        Joined { problems: files.iter().filter_map(|(_, file)| file.problem.clone()).collect(), ..Joined::default() };
    let mut places: Vec<(ModulePath, String)> = Vec::new();
    for (path, file, facts) in &said {
        let declared = modules.of_file(path);
        let outer = declared.map(|(_, conditions)| conditions.as_slice()).unwrap_or_default();
        if outer.iter().any(|condition| is_of_tests(condition)) {
            continue;
        }
        for component in &facts.components {
            let mut module = declared.map_or_else(|| vec![format!("({path})")], |(module, _)| module.clone());
            module.extend(component.scope.iter().cloned());
            places.push((module, component.name.clone()));
            let undeclared = modules.is_undeclared(path);
            joined.components.push(component_of(component, path, stale(file), undeclared, outer, &data));
        }
        joined.channels.extend(facts.channels.iter().map(|channel| Channel {
            name: channel.name.clone(),
            ty: channel.ty.clone(),
            module: module_of(path),
            file: (*path).to_owned(),
            line: channel.line,
            doc: channel.doc.clone(),
            untrusted: channel.untrusted,
            keys: channel.keys.clone(),
            hidden_keys: channel.hidden_keys,
            commands: Vec::new(),
            hidden_commands: 0,
            stale: stale(file),
        }));
    }
    count_uses(&mut joined.components, &places, &said, &modules);
    for channel in &mut joined.channels {
        add_commands(channel, &said, &data);
    }
    if is_library {
        joined.components.retain(|component| component.public);
        joined.components.extend(controls(&said, &modules, &data));
    }
    joined
}

fn stale(file: &File) -> Option<String> {
    file.problem.as_ref().map(|problem| problem.message.clone())
}

/// A source file as `render_frame` takes it.
fn module_of(file: &str) -> String {
    file.strip_suffix(".rs").unwrap_or(file).to_owned()
}

fn component_of(
    facts: &ComponentFacts,
    file: &str,
    stale: Option<String>,
    undeclared: bool,
    outer: &[String],
    data: &Data<'_>,
) -> Component {
    let conditions: Vec<String> = outer.iter().chain(&facts.conditions).cloned().collect();
    let mut component = Component {
        name: facts.name.clone(),
        kind: Kind::Component,
        module: module_of(file),
        file: file.to_owned(),
        line: facts.line,
        purpose: facts.doc.purpose.clone(),
        details: facts.doc.details.clone(),
        example: facts.doc.example.clone(),
        parameters: facts.parameters.iter().map(|parameter| parameter_of(parameter, data)).collect(),
        shared: Vec::new(),
        public: facts.public,
        generics: facts.generics.clone(),
        conditions,
        deprecated: facts.doc.deprecated.clone(),
        used_by: Vec::new(),
        frame: None,
        frame_notes: Vec::new(),
        stale,
        undeclared,
    };
    frame(&mut component, facts, data);
    component
}

/// The call that draws a component, and what is to be known of it.
fn frame(component: &mut Component, facts: &ComponentFacts, data: &Data<'_>) {
    let notes = &mut component.frame_notes;
    if component.generics.is_some() {
        notes.push("It is generic, so it cannot be drawn by name: draw a component that uses it.".into());
        return;
    }
    if component.undeclared {
        notes.push(format!(
            "No module declares {}, so it is not compiled and cannot be drawn: add `mod …;` for it.",
            component.file
        ));
        return;
    }
    let mut inputs = Map::new();
    for parameter in facts.parameters.iter().filter(|parameter| !parameter.optional) {
        let value = match parameter.given {
            Given::Callback | Given::Switch => continue,
            Given::Content => Some(json!("Content")),
            _ if parameter.value.starts_with("Option<") => continue,
            _ => data.value(&parameter.value, &parameter.name),
        };
        match value {
            Some(value) => drop(inputs.insert(parameter.name.clone(), value)),
            None => notes.push(format!(
                "No example of {} is known here; give the input {} as its JSON, or draw a component around this one if it has none.",
                parameter.value, parameter.name
            )),
        }
    }
    if facts.parameters.iter().any(|parameter| parameter.given == Given::Callback) {
        notes.push("Callbacks are left out; what they are called with is answered.".into());
    }
    if !component.conditions.is_empty() {
        notes.push(format!("It is drawn only in a build with {}.", component.conditions.join(" and ")));
    }
    let mut call = json!({ "module": component.module, "export": component.name });
    if !inputs.is_empty() {
        call["inputs"] = Value::Object(inputs);
    }
    component.frame = Some(call);
}

fn parameter_of(facts: &ParameterFacts, data: &Data<'_>) -> Parameter {
    Parameter {
        name: facts.name.clone(),
        ty: facts.ty.clone(),
        doc: facts.doc.clone(),
        optional: facts.optional,
        default: facts.default.clone(),
        deprecated: facts.deprecated.clone(),
        given: facts.given,
        values: data.names(&facts.value),
    }
}

/// Counts where components are made.
fn count_uses(
    components: &mut [Component],
    places: &[(ModulePath, String)],
    said: &[(&str, &File, &FileFacts)],
    modules: &Modules,
) {
    let mut by_place: BTreeMap<(&ModulePath, &str), usize> = BTreeMap::new();
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, (module, name)) in places.iter().enumerate() {
        by_place.entry((module, name)).or_insert(index);
        by_name.entry(name).or_default().push(index);
    }
    let is_item = |module: &ModulePath, name: &str| by_place.contains_key(&(module, name));
    for (file, _, facts) in said {
        let Some((own, conditions)) = modules.of_file(file) else { continue };
        if conditions.iter().any(|condition| is_of_tests(condition)) {
            continue;
        }
        for mention in &facts.mentions {
            let Some(name) = mention.path.last() else { continue };
            let module: ModulePath = own.iter().chain(&mention.scope).cloned().collect();
            let index = match modules.resolve(&module, &mention.path, &is_item) {
                Resolved::Item(module, name) => by_place.get(&(&module, name.as_str())).copied(),
                Resolved::Foreign => None,
                // Brought in by a way that is not followed: certain only if nothing else has the name.
                Resolved::Unknown => by_name.get(name.as_str()).filter(|found| found.len() == 1).map(|found| found[0]),
            };
            let Some(component) = index.and_then(|index| components.get_mut(index)) else { continue };
            match component.used_by.iter_mut().find(|user| user.file == *file) {
                Some(user) => user.count += 1,
                None => component.used_by.push(Use { file: (*file).to_owned(), count: 1 }),
            }
        }
    }
    for component in components {
        component.used_by.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.file.cmp(&b.file)));
    }
}

fn add_commands(channel: &mut Channel, said: &[(&str, &File, &FileFacts)], data: &Data<'_>) {
    // Two structs of one name: the commands beside it are its own.
    let of_file = |file: &str| {
        said.iter().any(|(path, _, facts)| *path == file && facts.commands.iter().any(|found| found.ty == channel.ty))
    };
    let beside = of_file(&channel.file);
    for (path, _, facts) in said {
        if beside && *path != channel.file {
            continue;
        }
        for commands in facts.commands.iter().filter(|commands| commands.ty == channel.ty) {
            channel.hidden_commands += commands.hidden;
            channel.commands.extend(commands.commands.iter().map(|command| Command {
                name: command.name.clone(),
                doc: command.doc.clone(),
                parameters: command.parameters.iter().map(|parameter| parameter_of(parameter, data)).collect(),
                returns: command.returns.clone(),
                destructive: command.destructive,
                idempotent: command.idempotent,
                confirm: command.confirm,
            }));
        }
    }
}

/// The type of everything that stands in a tree.
const ELEMENT: &str = "Element";

/// The controls a library gives: functions it exports that return an element, or a type that becomes one.
fn controls(said: &[(&str, &File, &FileFacts)], modules: &Modules, data: &Data<'_>) -> Vec<Component> {
    let exported = modules.exported();
    let methods: Vec<&MethodsFacts> = said.iter().flat_map(|(_, _, facts)| &facts.methods).collect();
    let stands_in_a_tree = |found: &&&MethodsFacts| !found.defines && found.of_trait.as_deref() == Some("IntoElement");
    let own: BTreeSet<&str> = methods.iter().filter(stands_in_a_tree).map(|found| found.ty.as_str()).collect();
    let mut controls = Vec::new();
    for (path, file, facts) in said {
        for function in &facts.functions {
            let returns_control = own.contains(function.returns.as_str()) || function.returns == ELEMENT;
            if exported.contains(function.name.as_str()) && returns_control {
                controls.push(control(function, path, stale(file), &methods, data));
            }
        }
    }
    controls
}

fn control(
    function: &FunctionFacts,
    file: &str,
    stale: Option<String>,
    methods: &[&MethodsFacts],
    data: &Data<'_>,
) -> Component {
    let own = |found: &&&MethodsFacts| found.ty == function.returns && found.of_trait.is_none();
    let setters = methods.iter().filter(own).flat_map(|found| &found.setters);
    let traits: BTreeSet<&String> = methods
        .iter()
        .filter(|found| !found.defines && found.ty == function.returns)
        .filter_map(|found| found.of_trait.as_ref())
        .collect();
    let shared =
        methods.iter().filter(|found| found.defines && traits.contains(&found.ty)).flat_map(|found| &found.setters);
    // What an element takes is a long list, and the same for each.
    let (setters, shared): (Vec<_>, Vec<_>) = if function.returns == ELEMENT {
        (Vec::new(), setters.chain(shared).collect())
    } else {
        (setters.collect(), shared.collect())
    };
    Component {
        name: function.name.clone(),
        kind: Kind::Control,
        module: module_of(file),
        file: file.to_owned(),
        line: function.line,
        purpose: function.doc.purpose.clone(),
        details: function.doc.details.clone(),
        example: function.doc.example.clone(),
        parameters: function.parameters.iter().chain(setters).map(|parameter| parameter_of(parameter, data)).collect(),
        shared: shared.into_iter().map(|setter| setter.name.clone()).collect(),
        public: true,
        generics: None,
        conditions: Vec::new(),
        deprecated: function.doc.deprecated.clone(),
        used_by: Vec::new(),
        frame: None,
        frame_notes: Vec::new(),
        stale,
        undeclared: false,
    }
}
