//! `library_overview`, `library_search`, `library_get`: the catalogue as tools.
//!
//! Every call looks at the files first, so a saved one is in the answer. No page is needed, and nothing is compiled.

use std::cell::RefCell;

use scumble_protocol::{
    AgentDocument, Annotations, Call, Code, LocalBoxFuture, Outcome, Status, Surface, Tool, ToolError,
};
use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::catalog::Catalog;
use crate::entry::Component;
use crate::print;
use crate::search::{Subject, nearest, search};

/// The most of lines an answer holds, in bytes.
const MOST_TEXT: usize = 12_000;
/// What a search answers if nothing else is said.
const USUAL_HITS: usize = 10;

/// A catalogue as a surface.
pub struct Library {
    catalog: RefCell<Catalog>,
    tools: Vec<Tool>,
}

type Answered = Result<AgentDocument, ToolError>;

impl Library {
    /// The tools over a catalogue.
    #[must_use]
    pub fn new(catalog: Catalog) -> Library {
        let libraries: Vec<String> = catalog.libraries().map(str::to_owned).collect();
        Library { tools: tools(&libraries), catalog: RefCell::new(catalog) }
    }

    /// Answers a call by name; `None` if the library has no such tool. Needs no executor: everything is at hand.
    pub fn answer(&self, name: &str, arguments: &Value) -> Option<AgentDocument> {
        let answered = match name {
            "library_overview" => self.overview(arguments),
            "library_search" => self.search(arguments),
            "library_get" => self.get(arguments),
            _ => return None,
        };
        Some(answered.unwrap_or_else(AgentDocument::failed))
    }

    fn overview(&self, arguments: &Value) -> Answered {
        let arguments = Arguments::read(arguments, &["under", "library"])?;
        let (under, library) = (arguments.text("under")?, arguments.text("library")?);
        let mut catalog = self.catalog.borrow_mut();
        catalog.refresh();
        let own = library.is_none();
        let is_under = |module: &str| {
            under.is_none_or(|folder| {
                let folder = folder.trim_start_matches("./").trim_end_matches('/');
                module
                    .strip_prefix(folder)
                    .is_some_and(|rest| folder.is_empty() || rest.is_empty() || rest.starts_with('/'))
            })
        };
        let all = components(&catalog, library)?;
        let shown: Vec<&Component> = all.iter().filter(|component| is_under(&component.module)).collect();
        let channels: Vec<_> = catalog.channels().iter().filter(|channel| own && is_under(&channel.module)).collect();
        let what = if own { "component" } else { "stock control" };
        let of = library.map_or_else(|| catalog.name().to_owned(), str::to_owned);
        let mut text = vec![format!("{} of {of}:", counted(shown.len(), what))];
        if let (true, Some(under)) = (shown.is_empty() && channels.is_empty(), under) {
            let error = ToolError::new(Code::NoSuchComponent, format!("Nothing of the library lies under {under}."));
            let mut modules: Vec<&str> = all.iter().map(|component| component.module.as_str()).collect();
            modules.dedup();
            return Err(match list(&modules) {
                Some(modules) => error.fix(format!("There are components in {modules}.")),
                None => error.fix("The project has no components yet."),
            });
        }
        let mut status = Status::default();
        let lines = shown.iter().map(|component| print::component_line(component)).collect();
        let told = fit(lines, &mut text);
        if told < shown.len() {
            status.notes.push(format!(
                "{} more are left out: ask with under, such as {}, or search.",
                shown.len() - told,
                json!({ "under": folder_of(&shown[told].module) })
            ));
        }
        if !channels.is_empty() {
            text.push(format!("{}:", counted(channels.len(), "channel")));
            fit(channels.iter().map(|channel| print::channel_line(channel)).collect(), &mut text);
        }
        if own {
            text.extend(catalog.problems().iter().map(|problem| {
                let kept =
                    if problem.kept { "what it said before is told, marked stale" } else { "nothing is known of it" };
                format!("! {} So {kept}.", problem.message)
            }));
            for library in catalog.libraries() {
                text.push(format!(
                    "The controls it is written with: library_overview {}.",
                    json!({ "library": library })
                ));
            }
        }
        let value = json!({
            "components": shown[..told].iter().map(|component| brief(Subject::Component(component))).collect::<Vec<_>>(),
            "channels": channels.iter().map(|channel| brief(Subject::Channel(channel))).collect::<Vec<_>>(),
            "problems": if own { json!(catalog.problems()) } else { json!([]) },
        });
        Ok(AgentDocument::new().text(text.join("\n")).value(value).status(status))
    }

    fn search(&self, arguments: &Value) -> Answered {
        let arguments = Arguments::read(arguments, &["words", "library", "limit"])?;
        let words = arguments.required("words")?;
        let (library, limit) = (arguments.text("library")?, arguments.count("limit")?.unwrap_or(USUAL_HITS));
        let mut catalog = self.catalog.borrow_mut();
        catalog.refresh();
        let all = components(&catalog, library)?;
        let channels = if library.is_none() { catalog.channels() } else { &[] };
        let subjects = || all.iter().map(Subject::Component).chain(channels.iter().map(Subject::Channel));
        let hits = search(subjects(), words);
        let mut status = Status::default();
        let mut text = Vec::new();
        if hits.is_empty() {
            let near = nearest(words, subjects().map(|subject| subject.name()));
            text.push(format!("Nothing fits {}.", Value::String(words.into())));
            text.extend(list(&near).map(|near| format!("Names like it: {near}.")));
            if let Some(other) = catalog.libraries().find(|_| library.is_none()) {
                let elsewhere =
                    search(catalog.library(other).unwrap_or_default().iter().map(Subject::Component), words);
                let names: Vec<&str> = elsewhere.iter().map(|hit| hit.subject.name()).take(5).collect();
                text.extend(list(&names).map(|names| format!("Among the controls of {other}: {names}.")));
            }
            if text.len() == 1 {
                let all = library.map_or_else(|| json!({}), |library| json!({ "library": library }));
                text.push(format!("library_overview {all} lists all there are."));
            }
        } else {
            text.push(format!("{} for {}, best first:", counted(hits.len(), "entry"), Value::String(words.into())));
        }
        let shown = hits.len().min(limit);
        let told = fit(hits[..shown].iter().map(|hit| print::line(hit.subject)).collect(), &mut text);
        if told < hits.len() {
            status
                .notes
                .push(format!("{} more fit less well; a larger limit or more words tell them.", hits.len() - told));
        }
        let found: Vec<Value> = hits[..told].iter().map(|hit| brief(hit.subject)).collect();
        Ok(AgentDocument::new().text(text.join("\n")).value(json!({ "found": found })).status(status))
    }

    fn get(&self, arguments: &Value) -> Answered {
        let arguments = Arguments::read(arguments, &["name", "module", "library"])?;
        let name = arguments.required("name")?;
        let (module, library) = (arguments.text("module")?, arguments.text("library")?);
        let mut catalog = self.catalog.borrow_mut();
        catalog.refresh();
        let all = components(&catalog, library)?;
        let own = library.is_none();
        let channels = if own { catalog.channels() } else { &[] };
        let wanted = module.map(|module| module.trim_start_matches("./").trim_end_matches(".rs"));
        let in_module = |module: &str| wanted.is_none_or(|wanted| wanted == module);
        let mut found: Vec<Subject<'_>> = all
            .iter()
            .filter(|component| component.name == name && in_module(&component.module))
            .map(Subject::Component)
            .collect();
        if found.is_empty() {
            let named =
                |channel: &&crate::Channel| (channel.name == name || channel.ty == name) && in_module(&channel.module);
            found.extend(channels.iter().filter(named).map(Subject::Channel));
        }
        let mut of_library = None;
        if found.is_empty() && own && wanted.is_none() {
            // A control is found where nothing of the project has its name.
            for other in catalog.libraries() {
                let controls = catalog.library(other).unwrap_or_default();
                if let Some(control) = controls.iter().find(|control| control.name == name) {
                    found.push(Subject::Component(control));
                    of_library = Some(other);
                    break;
                }
            }
        }
        match found.as_slice() {
            [] => Err(missing(&catalog, name, wanted, library)),
            [Subject::Channel(channel)] => {
                Ok(AgentDocument::new().text(print::channel(channel)).value(json!({ "channel": channel })))
            }
            [Subject::Component(component)] => {
                let mut document =
                    AgentDocument::new().text(print::component(component)).value(json!({ "component": component }));
                let library = library.or(of_library);
                document
                    .status
                    .notes
                    .extend(library.map(|library| format!("It is of the library {library}, not of the project.")));
                Ok(document)
            }
            several => {
                let places: Vec<&str> = several
                    .iter()
                    .map(|subject| match subject {
                        Subject::Component(component) => component.module.as_str(),
                        Subject::Channel(channel) => channel.module.as_str(),
                    })
                    .collect();
                if places.windows(2).all(|pair| pair[0] == pair[1]) {
                    // Modules within one file: no argument tells them apart.
                    let texts = several.iter().map(|subject| match subject {
                        Subject::Component(component) => print::component(component),
                        Subject::Channel(channel) => print::channel(channel),
                    });
                    let document = AgentDocument::new().text(texts.collect::<Vec<_>>().join("\n\n"));
                    return Ok(document.value(
                        json!({ "several": several.iter().map(|subject| brief(*subject)).collect::<Vec<_>>() }),
                    ));
                }
                let error = ToolError::new(Code::NoSuchComponent, format!("{} are called {name}.", several.len()));
                Err(error.fix(format!("Name the module too: {}.", places.join(", "))))
            }
        }
    }
}

impl Surface for Library {
    fn tools(&self) -> Vec<Tool> {
        self.tools.clone()
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
        let document = self.answer(&call.name, &call.arguments).unwrap_or_else(|| {
            let error = ToolError::new(Code::UnknownTool, format!("There is no tool called {}.", call.name));
            let names: Vec<&str> = self.tools.iter().map(|tool| tool.name.as_str()).collect();
            AgentDocument::failed(error.fix(format!("The tools are {}.", names.join(", "))))
        });
        Box::pin(async move { Outcome::Answer(document) })
    }
}

/// What is told of: the project's own, or a library's.
fn components<'a>(catalog: &'a Catalog, library: Option<&str>) -> Result<&'a [Component], ToolError> {
    let Some(library) = library else { return Ok(catalog.components()) };
    catalog.library(library).ok_or_else(|| {
        let error =
            ToolError::new(Code::BadArguments, format!("There is no library {}.", Value::String(library.into())));
        let names: Vec<&str> = catalog.libraries().collect();
        error.fix(match list(&names) {
            Some(names) => format!("The libraries are {names}; without one, the project's own components are told."),
            None => "Leave it out: only the project's own components are known here.".to_owned(),
        })
    })
}

fn missing(catalog: &Catalog, name: &str, module: Option<&str>, library: Option<&str>) -> ToolError {
    let all = components(catalog, library).unwrap_or_default();
    let channels = if library.is_none() { catalog.channels() } else { &[] };
    let place = module.map(|module| format!(" in {module}")).unwrap_or_default();
    let error = ToolError::new(Code::NoSuchComponent, format!("Nothing in the library is called {name}{place}."));
    let elsewhere: Vec<&str> =
        all.iter().filter(|component| component.name == name).map(|component| component.module.as_str()).collect();
    if let Some(places) = list(&elsewhere) {
        return error.fix(format!("{name} is a component of {places}."));
    }
    let names: Vec<&str> = all
        .iter()
        .map(|component| component.name.as_str())
        .chain(channels.iter().map(|channel| channel.name.as_str()))
        .collect();
    let of_libraries = catalog.libraries().filter(|_| library.is_none()).filter_map(|library| catalog.library(library));
    let controls = of_libraries.flatten().map(|control| control.name.as_str());
    let near = nearest(name, names.iter().copied().chain(controls));
    let mut problems = catalog.problems().iter().filter(|problem| !problem.kept);
    let broken = problems
        .next()
        .map(|problem| format!(" {} What it declares is not known.", problem.message))
        .unwrap_or_default();
    error.fix(match (list(&near), list(&names[..names.len().min(20)])) {
        (Some(near), _) => format!("The names nearest to it: {near}.{broken}"),
        (None, Some(names)) => format!("There are {names}.{broken}"),
        (None, None) => format!("There are no components yet.{broken}"),
    })
}

/// What a program needs of an entry in a list.
fn brief(subject: Subject<'_>) -> Value {
    match subject {
        Subject::Component(component) => json!({
            "name": component.name, "kind": component.kind, "module": component.module, "line": component.line,
            "purpose": component.purpose, "uses": component.uses(),
            "stale": component.stale.is_some(), "deprecated": component.deprecated.is_some(),
        }),
        Subject::Channel(channel) => json!({
            "name": channel.name, "kind": "channel", "module": channel.module, "line": channel.line,
            "purpose": channel.doc, "stale": channel.stale.is_some(),
        }),
    }
}

/// Adds lines until the answer is large enough; how many there were room for.
fn fit(lines: Vec<String>, text: &mut Vec<String>) -> usize {
    let mut left = MOST_TEXT.saturating_sub(text.iter().map(String::len).sum());
    let mut told = 0;
    for line in lines {
        let Some(rest) = left.checked_sub(line.len() + 1) else { break };
        left = rest;
        told += 1;
        text.push(line);
    }
    told
}

fn list(names: &[&str]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(", "))
}

fn folder_of(module: &str) -> &str {
    module.rsplit_once('/').map_or(module, |(folder, _)| folder)
}

fn counted(count: usize, one: &str) -> String {
    match (count, one.strip_suffix('y')) {
        (1, _) => format!("1 {one}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ => format!("{count} {one}s"),
    }
}

fn tools(libraries: &[String]) -> Vec<Tool> {
    let library = (!libraries.is_empty()).then(|| {
        json!({ "type": "string", "enum": libraries, "description": "Look at a library's stock controls instead of the project's own components." })
    });
    let tool = |name: &str, title: &str, description: &str, mut properties: Value, required: &[&str], output: Value| {
        if let Some(library) = &library {
            properties["library"] = library.clone();
        }
        let mut input_schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
        if !required.is_empty() {
            input_schema["required"] = json!(required);
        }
        Tool {
            name: name.into(),
            title: title.into(),
            description: description.into(),
            input_schema,
            output_schema: Some(json!({ "type": "object", "properties": output })),
            annotations: Annotations::reading(),
            source: "the library".into(),
        }
    };
    let entries = json!({ "type": "array", "items": { "type": "object" } });
    vec![
        tool(
            "library_overview",
            "List the components",
            "The project's components and channels, one line each: what it is for, where, how often it is used. Read from source, so a saved file is in the answer. Read this before writing a component: there may be one.",
            json!({ "under": { "type": "string", "description": "Only what lies in this folder or file, such as src/ui." } }),
            &[],
            json!({ "components": entries, "channels": entries, "problems": entries }),
        ),
        tool(
            "library_search",
            "Search the components",
            "Components and channels that fit a few words, best first: over names, docs, parameters, keys and commands.",
            json!({
                "words": { "type": "string", "description": "What it does or is called, such as delete dialog." },
                "limit": { "type": "integer", "minimum": 1, "description": "How many at most; 10 if not given." },
            }),
            &["words"],
            json!({ "found": entries }),
        ),
        tool(
            "library_get",
            "Read one component",
            "One component or channel in full: every parameter with type, default and meaning, an example, the files that use it, and the call render_frame takes to draw it.",
            json!({
                "name": { "type": "string", "description": "Its name, such as NoteItem, or a channel's." },
                "module": { "type": "string", "description": "Its source file without extension, such as src/ui/sidebar; needed when several have the name." },
            }),
            &["name"],
            json!({ "component": { "type": "object" }, "channel": { "type": "object" }, "several": entries }),
        ),
    ]
}
