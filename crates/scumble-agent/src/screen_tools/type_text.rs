//! `ui_type`: a field's text replaced, as selecting all of it and typing would.

use std::rc::Rc;

use scumble_protocol::{Annotations, Code, Tool, ToolError};
use scumble_reactive::now;
use scumble_scene::NodeId;
use scumble_scene::event::Modifiers;
use serde_json::{Map, Value};

use super::is_set;
use super::press::cause_name;
use crate::outline::{Outline, named, titled};
use crate::screen::{Hand, Screen, reach};
use crate::surface::{Answered, Call};
use crate::target::Target;

/// What its arguments are.
const ARGUMENTS: &str = concat!(
    r#"{"type":"object","properties":{"#,
    target_properties!(),
    ",",
    r#""text":{"type":"string","description":"What the field shall hold; empty to clear it."},"#,
    r#""submit":{"type":"boolean","description":"Press Enter afterwards."},"#,
    full_property!(),
    r#"},"additionalProperties":false,"required":["text"]}"#,
);

pub(super) fn tool() -> Tool {
    super::tool(
        "ui_type",
        "Fill a field",
        "Replaces the text of a field, as a person who selects all of it and types would. \
         submit presses Enter after it. Answers what changed on the screen.",
        ARGUMENTS,
        Annotations::acting(),
    )
}

pub(super) async fn type_text(screen: Rc<Screen>, call: Call, arguments: Map<String, Value>) -> Answered {
    let before = screen.read(None);
    let index = screen.resolve(&before, &Target::from_arguments(&arguments))?;
    let entry = &before.entries[index];
    let text = arguments.get("text").and_then(Value::as_str).unwrap_or_default();
    let what = format!("Typing into {}", titled(&entry.role, &entry.name));
    let mut hand = Hand::new(Rc::clone(&screen), call);
    let node = fill(&screen, &hand, &before, index, text)?;
    hand.settle().await?;
    let submit = is_set(&arguments, "submit");
    if submit && screen.scene.focus() == Some(node) {
        hand.stroke(&what, "Enter", Modifiers::NONE)?;
        hand.settle().await?;
    }
    let cause = format!("since {} was filled", cause_name(&entry.role, &entry.name));
    let then = if submit { " and pressed Enter" } else { "" };
    hand.finish(&before, &format!("Filled {}{then}.", named(entry)), &cause, is_set(&arguments, "full"))
}

/// Replaces the text of the field at `index`; refuses what is not editable, and everything a person could not reach.
pub(super) fn fill(
    screen: &Screen,
    hand: &Hand,
    outline: &Outline,
    index: usize,
    text: &str,
) -> Result<NodeId, ToolError> {
    let entry = &outline.entries[index];
    let subject = titled(&entry.role, &entry.name);
    let what = format!("Typing into {subject}");
    let node = screen.node(outline, index)?;
    let (editable, read_only) = screen.editing(node);
    if !editable {
        let message = format!("{subject} is no text field; its role is {}.", entry.role);
        let fix = "Name the field itself; ui_set sets checkboxes, options and numbers, ui_press presses.";
        return Err(ToolError::new(Code::WrongKind, message).fix(fix));
    }
    let (node, _) = hand.act(&what, |_| reach(screen, outline, index, None))??;
    if read_only {
        return Err(ToolError::new(Code::ReadOnly, format!("{subject} is read-only.")));
    }
    hand.act(&what, |scene| scene.set_focus(node).map_err(|refused| refused.to_string()))?
        .map_err(|refused| ToolError::new(Code::WrongKind, format!("{subject} cannot take focus: {refused}")))?;
    if hand.act(&what, |scene| scene.set_edit_text(node, text, now()))? {
        Ok(node)
    } else {
        Err(ToolError::new(Code::ReadOnly, format!("{subject} does not take text now.")))
    }
}
