//! Entries as text, for a model to read.
//!
//! Knows no tool and no file; lines in, nothing counted.

use crate::entry::{Channel, Component, Deprecation, Given, KeyVisibility, Kind, Parameter};
use crate::search::Subject;

/// One line about a component.
pub(crate) fn component_line(component: &Component) -> String {
    let mut line = format!("- {} ({})", component.name, component.module);
    let purpose = first_sentence(&component.purpose);
    line.push_str(&if purpose.is_empty() { ": not documented.".into() } else { format!(": {purpose}") });
    if component.kind == Kind::Component {
        line.push_str(&format!(" {}", uses(component)));
    }
    for mark in marks(component) {
        line.push_str(&format!(" [{mark}]"));
    }
    line
}

/// One line about a channel.
pub(crate) fn channel_line(channel: &Channel) -> String {
    let counted = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let (keys, commands) = (counted(channel.keys.len(), "key"), counted(channel.commands.len(), "command"));
    let mut line =
        format!("- {} ({}): {} {keys}, {commands}.", channel.name, channel.module, first_sentence(&channel.doc));
    if channel.stale.is_some() {
        line.push_str(" [stale]");
    }
    line
}

/// One line about either.
pub(crate) fn line(subject: Subject<'_>) -> String {
    match subject {
        Subject::Component(component) => component_line(component),
        Subject::Channel(channel) => format!("{} [channel]", channel_line(channel)),
    }
}

fn marks(component: &Component) -> Vec<&'static str> {
    let marks = [
        (component.deprecated.is_some(), "deprecated"),
        (component.stale.is_some(), "stale"),
        (component.undeclared, "not compiled: no module declares its file"),
        (component.generics.is_some(), "generic"),
        (!component.conditions.is_empty(), "only in some builds"),
    ];
    marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark).collect()
}

fn uses(component: &Component) -> String {
    let files = component.used_by.len();
    match (component.uses(), files) {
        (0, _) => "Not used.".into(),
        (1, _) => "Used once.".into(),
        (times, 1) => format!("Used {times} times, in 1 file."),
        (times, files) => format!("Used {times} times, in {files} files."),
    }
}

/// A component in full.
pub(crate) fn component(component: &Component) -> String {
    let sort = match component.kind {
        Kind::Component => "component",
        Kind::Control => "stock control",
    };
    let reach = if component.kind == Kind::Component && !component.public { "private " } else { "" };
    let generics = component.generics.as_deref().unwrap_or_default();
    let mut text =
        vec![format!("{}{generics}: a {reach}{sort} of {}:{}", component.name, component.file, component.line)];
    if let Some(stale) = &component.stale {
        text.push(format!("STALE: {stale} What follows is from before that."));
    }
    if let Some(deprecated) = &component.deprecated {
        text.push(format!("{}.", told(deprecated)));
    }
    if !component.conditions.is_empty() {
        text.push(format!("Only in a build with {}.", component.conditions.join(" and ")));
    }
    text.push(if component.purpose.is_empty() { "It has no doc comment.".into() } else { component.purpose.clone() });
    if !component.details.is_empty() {
        text.push(format!("\n{}", component.details));
    }
    text.push(String::new());
    if !component.parameters.is_empty() {
        text.push("Parameters:".into());
        text.extend(component.parameters.iter().map(|given| parameter(given, component.kind)));
    }
    match (component.shared.join(", "), component.parameters.is_empty()) {
        (shared, true) if shared.is_empty() => text.push("It takes nothing.".into()),
        (shared, _) if shared.is_empty() => {}
        (shared, true) => text.push(format!("It takes what every control takes: {shared}.")),
        (shared, false) => text.push(format!("And what every control takes: {shared}.")),
    }
    let example = component.example.clone().unwrap_or_else(|| written(component));
    let fence = if example.contains("```") { "~~~~" } else { "```" };
    text.push(format!("\nExample:\n{fence}rust\n{example}\n{fence}"));
    if component.kind == Kind::Component {
        text.push(String::new());
        text.push(if component.used_by.is_empty() {
            "Used nowhere.".into()
        } else {
            let files = component.used_by.iter().map(|user| match user.count {
                1 => user.file.clone(),
                count => format!("{} ({count} times)", user.file),
            });
            format!("Used by {}.", files.collect::<Vec<_>>().join(", "))
        });
        if let Some(frame) = &component.frame {
            text.push(format!("See it: render_frame {frame}"));
        }
        text.extend(component.frame_notes.iter().cloned());
    }
    text.join("\n")
}

fn parameter(parameter: &Parameter, kind: Kind) -> String {
    let mut line = format!("- {}", parameter.name);
    if !parameter.ty.is_empty() {
        line.push_str(&format!(": {}", parameter.ty));
    }
    let mut about: Vec<String> = Vec::new();
    match (&parameter.default, parameter.optional, kind) {
        (Some(default), _, _) => about.push(format!("optional, {default} if left out")),
        (None, true, Kind::Control) => about.push("optional".into()),
        (None, true, Kind::Component) if parameter.given != Given::Callback => {
            about.push("optional, its type's default if left out".into());
        }
        (None, true, Kind::Component) => about.push("optional".into()),
        (None, false, _) => {}
    }
    match parameter.given {
        Given::Prop => about.push("a value, a closure or a signal".into()),
        Given::Callback => about.push("a closure".into()),
        Given::Content => about.push("anything that can stand in a tree".into()),
        Given::Value | Given::Signal | Given::Text | Given::Switch => {}
    }
    if !about.is_empty() {
        line.push_str(&format!(" ({})", about.join("; ")));
    }
    if !parameter.doc.is_empty() {
        let mut lines = parameter.doc.lines();
        line.push_str(&format!(" {}", lines.next().unwrap_or_default()));
        lines.for_each(|more| line.push_str(&format!("\n  {more}")));
    }
    if !parameter.values.is_empty() {
        line.push_str(&format!(" One of {}.", parameter.values.join(", ")));
    }
    if let Some(deprecated) = &parameter.deprecated {
        line.push_str(&format!(" {}.", told(deprecated)));
    }
    line
}

fn told(deprecated: &Deprecation) -> String {
    match deprecated.note.trim_end_matches('.') {
        "" => "DEPRECATED".into(),
        note => format!("DEPRECATED: {note}"),
    }
}

/// How it is written, where no doc comment says so.
fn written(component: &Component) -> String {
    let arguments: Vec<&str> = component
        .parameters
        .iter()
        .filter(|parameter| !parameter.optional)
        .map(|parameter| parameter.name.as_str())
        .collect();
    let optional = component.parameters.iter().filter(|parameter| parameter.optional && parameter.deprecated.is_none());
    let mut text = match component.kind {
        Kind::Component => format!("{}::new({})", component.name, arguments.join(", ")),
        Kind::Control => format!("{}({})", component.name, arguments.join(", ")),
    };
    for parameter in optional.take(2) {
        let value = match parameter.given {
            Given::Switch => String::new(),
            Given::Callback if parameter.ty.contains("Callback<()>") || parameter.ty.contains("Fn()") => {
                "move || { … }".into()
            }
            Given::Callback => "move |it| { … }".into(),
            _ => "…".into(),
        };
        text.push_str(&format!(".{}({value})", parameter.name));
    }
    text
}

/// A channel in full: what an agent sees of it.
pub(crate) fn channel(channel: &Channel) -> String {
    let mut text = vec![format!("{}: the channel {} of {}:{}", channel.name, channel.ty, channel.file, channel.line)];
    if let Some(stale) = &channel.stale {
        text.push(format!("STALE: {stale} What follows is from before that."));
    }
    text.push(if channel.doc.is_empty() { "It has no doc comment.".into() } else { channel.doc.clone() });
    text.push(format!("\nKeys of its view{}:", unseen(channel.hidden_keys)));
    for key in &channel.keys {
        let mut about = Vec::new();
        if key.visibility == KeyVisibility::Secret {
            about.push("secret: an agent sees whether it is set");
        }
        if key.untrusted {
            about.push("untrusted");
        }
        let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join("; ")) };
        text.push(format!("- {}: {}{about} {}", key.name, key.ty, key.doc).trim_end().to_owned());
    }
    text.push(format!("\nCommands{}:", unseen(channel.hidden_commands)));
    for command in &channel.commands {
        let arguments: Vec<String> =
            command.parameters.iter().map(|parameter| format!("{}: {}", parameter.name, parameter.ty)).collect();
        let returns = if command.returns.is_empty() { String::new() } else { format!(" -> {}", command.returns) };
        let flags = [
            (command.destructive, "destructive"),
            (command.idempotent, "idempotent"),
            (command.confirm, "asks the person"),
        ];
        let flags: Vec<&str> = flags.into_iter().filter(|(is, _)| *is).map(|(_, flag)| flag).collect();
        let flags = if flags.is_empty() { String::new() } else { format!(" ({})", flags.join(", ")) };
        let line = format!("- {}({}){returns}{flags} {}", command.name, arguments.join(", "), command.doc);
        text.push(line.trim_end().to_owned());
        for parameter in command.parameters.iter().filter(|parameter| !parameter.doc.is_empty()) {
            text.push(format!("  {}: {}", parameter.name, parameter.doc));
        }
    }
    text.join("\n")
}

fn unseen(hidden: usize) -> String {
    if hidden == 0 { String::new() } else { format!(" ({hidden} more are hidden from agents)") }
}

fn first_sentence(text: &str) -> &str {
    match text.find(". ") {
        Some(end) => &text[..=end],
        None => text,
    }
}
