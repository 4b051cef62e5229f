//! A contract as tools: names, titles, descriptions, schemas, hints.
//!
//! Says what a channel offers; reads no view and sends nothing.

use scumble_channels::{CommandContract, Contract, Visibility, tool_part};
use scumble_protocol::{Annotations, Tool};
use serde_json::Value;

use crate::written::schema;

/// `<channel>_<what>`, with every character no client takes replaced by `_`.
pub(crate) fn tool_name(channel: &str, what: &str) -> String {
    format!("{}_{}", tool_part(channel), tool_part(what))
}

/// The arguments of `<channel>_send`, but for which commands there are.
const SEND: &str = concat!(
    r#"{"type":"object","properties":{"command":{"type":"string","enum":[],"description":"Which command."},"#,
    r#""arguments":{"type":"object","description":"The command's arguments, by name.","additionalProperties":true}},"#,
    r#""required":["command"],"additionalProperties":false}"#,
);

/// The arguments of `<channel>_view`, but for which keys there are.
const VIEW: &str = concat!(
    r#"{"type":"object","properties":{"key":{"type":"string","enum":[],"description":"Only this key."},"#,
    r#""offset":{"type":"integer","minimum":0,"description":"With key: the first item of its list to show, from 0 (of a text, the first character)."},"#,
    r#""limit":{"type":"integer","minimum":1,"description":"With key: how many to show at most."}},"additionalProperties":false}"#,
);

/// The arguments of `<channel>_view` where no key is shown.
const NOTHING: &str = r#"{"type":"object","properties":{},"additionalProperties":false}"#;

/// The schema with what one of its properties may be.
fn with_choice(text: &str, property: &str, choice: Vec<&str>) -> Value {
    let mut schema = schema(text);
    schema["properties"][property]["enum"] = choice.into();
    schema
}

/// Every tool of a channel: its view, then its commands as written.
pub(crate) fn tools(contract: &Contract) -> Vec<Tool> {
    let commands =
        contract.commands.iter().filter(|command| !command.hidden).map(|command| command_tool(contract, command));
    std::iter::once(view_tool(contract)).chain(commands).collect()
}

/// The tools of a channel whose commands are one tool: its view, and `<channel>_send`.
pub(crate) fn folded_tools(contract: &Contract) -> Vec<Tool> {
    vec![view_tool(contract), send_tool(contract)]
}

/// Every command of a channel as one tool: which command is an argument, and its schema stands in the description.
fn send_tool(contract: &Contract) -> Tool {
    let commands: Vec<&CommandContract> = contract.commands.iter().filter(|command| !command.hidden).collect();
    let names: Vec<&str> = commands.iter().map(|command| command.name).collect();
    let lines: Vec<String> = commands
        .iter()
        .map(|command| {
            let asks = if command.confirm { " The person is asked first." } else { "" };
            format!("- {}: {}{asks} Arguments: {}", command.name, command.description.replace('\n', " "), command.input)
        })
        .collect();
    Tool {
        name: tool_name(contract.name, "send"),
        title: format!("{}: send a command", contract.name),
        description: paragraphs([
            &format!("Sends a command to {}. Answers what it holds once that has taken effect.", contract.name),
            &lines.join("\n"),
        ]),
        input_schema: with_choice(SEND, "command", names),
        output_schema: Some(contract.view_schema()),
        annotations: Annotations {
            destructive: Some(commands.iter().any(|command| command.destructive)),
            idempotent: commands.iter().all(|command| command.idempotent),
            untrusted: is_untrusted(contract),
            ..Annotations::acting()
        },
        source: source(contract),
    }
}

fn view_tool(contract: &Contract) -> Tool {
    let keys: Vec<&str> =
        contract.keys.iter().filter(|key| key.visibility != Visibility::Hidden).map(|key| key.name).collect();
    let input_schema = if keys.is_empty() { schema(NOTHING) } else { with_choice(VIEW, "key", keys) };
    Tool {
        name: tool_name(contract.name, "view"),
        title: format!("Read {}", contract.name),
        description: paragraphs([
            &format!("What {} holds now.", contract.name),
            contract.description,
            &key_lines(contract),
        ]),
        input_schema,
        output_schema: Some(contract.view_schema()),
        annotations: Annotations { untrusted: is_untrusted(contract), ..Annotations::reading() },
        source: source(contract),
    }
}

fn command_tool(contract: &Contract, command: &CommandContract) -> Tool {
    let fallback = format!("Sends {} to {}.", command.name, contract.name);
    let purpose = if command.description.is_empty() { fallback.as_str() } else { command.description };
    let asks = if command.confirm { "The person is asked to approve it before it runs." } else { "" };
    let answers = format!("Answers what {} holds once it has taken effect.", contract.name);
    Tool {
        name: tool_name(contract.name, command.name),
        title: format!("{}: {}", contract.name, command.name.replace('_', " ")),
        description: paragraphs([purpose, asks, &answers]),
        input_schema: command.input.clone(),
        output_schema: Some(contract.view_schema()),
        annotations: Annotations {
            destructive: Some(command.destructive),
            idempotent: command.idempotent,
            untrusted: is_untrusted(contract),
            ..Annotations::acting()
        },
        source: source(contract),
    }
}

/// The keys with their docs: clients that take no output schema learn of them here.
fn key_lines(contract: &Contract) -> String {
    let lines: Vec<String> = contract
        .keys
        .iter()
        .filter(|key| key.visibility != Visibility::Hidden)
        .map(|key| {
            let only = if key.visibility == Visibility::Secret { " Only whether it is set is shown." } else { "" };
            match key.description {
                "" => format!("- {}{}", key.name, only.replacen(' ', ": ", 1)),
                description => format!("- {}: {description}{only}", key.name),
            }
        })
        .collect();
    lines.join("\n")
}

pub(crate) fn is_untrusted(contract: &Contract) -> bool {
    contract.untrusted || contract.keys.iter().any(|key| key.untrusted && key.visibility == Visibility::Shown)
}

fn source(contract: &Contract) -> String {
    format!("channel {}", contract.name)
}

fn paragraphs<const N: usize>(parts: [&str; N]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}
