//! `ui_wait`: until a text or control is there or gone, or the screen is still.

use std::rc::Rc;

use scumble_protocol::{AgentDocument, Annotations, Code, Status, Tool, ToolError};
use scumble_reactive::now;
use serde_json::{Map, Value};

use super::is_set;
use crate::outline::{Outline, thousands};
use crate::refs::parse;
use crate::screen::{Screen, difference_text};
use crate::settle::pause;
use crate::shared::cancelled;
use crate::surface::{Answered, Call};
use crate::target::Target;

/// How often the screen is looked at, in milliseconds.
const LOOK_MS: f64 = 50.0;
/// How long a screen has to stay the same to be still, in milliseconds.
const STILL_MS: f64 = 300.0;
/// How long is waited if nothing else is said, in milliseconds.
const USUAL_MS: f64 = 10_000.0;

/// What its arguments are.
const ARGUMENTS: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""text":{"type":"string","description":"Words in any name or value on the screen."},"#,
    target_properties!(),
    ",",
    r#""gone":{"type":"boolean","description":"Wait until it is there no more."},"#,
    r#""still":{"type":"boolean","description":"Wait until nothing has changed for 300 ms."},"#,
    r#""timeoutMs":{"type":"integer","minimum":0,"maximum":30000,"description":"How long to wait at most; 10,000 if not given."},"#,
    full_property!(),
    r#"},"additionalProperties":false}"#,
);

pub(super) fn tool() -> Tool {
    super::tool(
        "ui_wait",
        "Wait for the screen",
        "Waits until a text or a control is on the screen, or, with gone, until it is not; or, with still, until the screen stops changing. \
         Answers what changed meanwhile.",
        ARGUMENTS,
        Annotations::reading(),
    )
}

/// What is waited for.
enum Condition {
    Text(String),
    Control(Target),
    Still,
}

pub(super) async fn wait(screen: Rc<Screen>, call: Call, arguments: Map<String, Value>) -> Answered {
    let gone = is_set(&arguments, "gone");
    let condition = condition(&screen, &arguments)?;
    let timeout = arguments.get("timeoutMs").and_then(Value::as_f64).unwrap_or(USUAL_MS);
    let began = now();
    let before = screen.read(None);
    let mut outline = Rc::clone(&before);
    let mut changed_at = began;
    loop {
        let holds = match &condition {
            Condition::Still => now() - changed_at >= STILL_MS,
            other => is_there(&screen, other, &outline) != gone,
        };
        if holds {
            let lead = match &condition {
                Condition::Still => "The screen is still.".to_string(),
                other if gone => format!("{} is not on the screen.", describe(other)),
                other => format!("{} is on the screen.", describe(other)),
            };
            let text = difference_text(&lead, &before, &outline, false, is_set(&arguments, "full"));
            let status = Status { revision: Some(outline.revision), ..Status::default() };
            return Ok(AgentDocument::new().text(text).status(status));
        }
        let left = timeout - (now() - began);
        if left <= 0.0 {
            return Err(timed_out(&condition, gone, timeout));
        }
        if !pause(left.min(LOOK_MS), &call.cancel).await {
            return Err(cancelled("ui_wait"));
        }
        let next = screen.read(None);
        if next.entries != outline.entries {
            changed_at = now();
        }
        outline = next;
    }
}

fn condition(screen: &Screen, arguments: &Map<String, Value>) -> Result<Condition, ToolError> {
    let target = Target::from_arguments(arguments);
    let text = arguments.get("text").and_then(Value::as_str).filter(|text| !text.is_empty());
    let still = is_set(arguments, "still");
    let several = || {
        Err(ToolError::new(Code::BadArguments, "More than one thing to wait for was named.")
            .fix("Name one of text, a control, or still; call again for the next."))
    };
    match (text, target.is_empty(), still) {
        (Some(text), true, false) => Ok(Condition::Text(text.to_string())),
        (None, false, false) => {
            let is_unknown = |reference: &str| parse(reference).is_none_or(|number| screen.record(number).is_none());
            if let Some(reference) = target.reference.as_deref().filter(|reference| is_unknown(reference)) {
                let message = format!("{reference} was never given to a control.");
                return Err(ToolError::new(Code::DeadRef, message)
                    .fix("Take a ref from ui_snapshot, or name a role and a name."));
            }
            Ok(Condition::Control(target))
        }
        (None, true, true) => Ok(Condition::Still),
        (None, true, false) => Err(ToolError::new(Code::NoTarget, "There is nothing to wait for.")
            .fix("Name a text, a control by ref or by role and name, or still: true.")),
        _ => several(),
    }
}

/// Whether it is on the screen.
fn is_there(screen: &Screen, condition: &Condition, outline: &Outline) -> bool {
    match condition {
        Condition::Text(text) => {
            let words = text.to_lowercase();
            outline.entries.iter().any(|entry| {
                entry.name.to_lowercase().contains(&words)
                    || entry.value.as_ref().is_some_and(|value| value.to_lowercase().contains(&words))
            })
        }
        // Several that fit are there just as well as one.
        Condition::Control(target) => {
            screen.resolve(outline, target).map_or_else(|error| error.code == Code::AmbiguousControl.as_str(), |_| true)
        }
        Condition::Still => false,
    }
}

fn describe(condition: &Condition) -> String {
    match condition {
        Condition::Text(text) => format!("The text {}", Value::String(text.clone())),
        Condition::Control(Target { reference: Some(reference), .. }) => reference.clone(),
        Condition::Control(Target { role, name, .. }) => match (role, name) {
            (Some(role), name) => crate::outline::titled(role, name.as_deref().unwrap_or_default()),
            (None, name) => format!("A control named {}", Value::String(name.clone().unwrap_or_default())),
        },
        Condition::Still => "The screen".into(),
    }
}

fn timed_out(condition: &Condition, gone: bool, timeout: f64) -> ToolError {
    let within = format!("within {} ms", thousands(timeout as usize));
    let message = match condition {
        Condition::Still => format!("The screen was not still {within}."),
        other if gone => format!("{} is still on the screen; it did not go {within}.", describe(other)),
        other => format!("{} did not come {within}.", describe(other)),
    };
    ToolError::new(Code::WaitTimedOut, message).fix("Read ui_snapshot for what is there, or wait again.")
}
