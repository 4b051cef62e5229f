//! `ui_focus`: the keyboard's focus moved to a control.

use std::rc::Rc;

use scumble_protocol::{Annotations, Code, Tool, ToolError};
use serde_json::{Map, Value};

use super::is_set;
use super::press::cause_name;
use crate::outline::{named, titled};
use crate::screen::{Hand, Screen, usable};
use crate::surface::{Answered, Call};
use crate::target::Target;

/// What its arguments are.
const ARGUMENTS: &str = concat!(
    r#"{"type":"object","properties":{"#,
    target_properties!(),
    ",",
    full_property!(),
    r#"},"additionalProperties":false}"#,
);

pub(super) fn tool() -> Tool {
    super::tool(
        "ui_focus",
        "Focus a control",
        "Moves the keyboard's focus to a control, for ui_key. Answers what changed on the screen.",
        ARGUMENTS,
        Annotations { idempotent: true, ..Annotations::acting() },
    )
}

pub(super) async fn focus(screen: Rc<Screen>, call: Call, arguments: Map<String, Value>) -> Answered {
    let before = screen.read(None);
    let index = screen.resolve(&before, &Target::from_arguments(&arguments))?;
    let entry = &before.entries[index];
    let subject = titled(&entry.role, &entry.name);
    let node = screen.node(&before, index)?;
    let mut hand = Hand::new(Rc::clone(&screen), call);
    usable(&screen, &before, index, node)?;
    hand.act(&format!("Focusing {subject}"), |scene| {
        let granted = scene.set_focus(node);
        if granted.is_ok() {
            scene.scroll_into_view(node);
        }
        granted.map_err(|refused| refused.to_string())
    })?
    .map_err(|refused| ToolError::new(Code::WrongKind, format!("{subject} cannot take focus: {refused}")))?;
    hand.settle().await?;
    let cause = format!("since {} was focused", cause_name(&entry.role, &entry.name));
    hand.finish(&before, &format!("Focused {}.", named(entry)), &cause, is_set(&arguments, "full"))
}
