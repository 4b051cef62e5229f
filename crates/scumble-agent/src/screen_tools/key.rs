//! `ui_key`: a key where focus is, as the keyboard would send it.

use std::rc::Rc;

use scumble_channels::near::nearest;
use scumble_protocol::{Annotations, Code, Tool, ToolError};
use scumble_scene::event::Modifiers;
use serde_json::{Map, Value};

use super::is_set;
use crate::outline::{named, titled};
use crate::screen::{Hand, Screen, usable};
use crate::surface::{Answered, Call};

/// Keys that have a name, as `KeyboardEvent.key` gives it.
const NAMED: &[&str] = &[
    "Enter",
    "Tab",
    "Escape",
    "Backspace",
    "Delete",
    "Insert",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "ContextMenu",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
];

/// What its arguments are.
const ARGUMENTS: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""key":{"type":"string","description":"A KeyboardEvent key name, such as Enter, or one character."},"#,
    r#""shift":{"type":"boolean","description":"Hold shift meanwhile."},"#,
    r#""ctrl":{"type":"boolean","description":"Hold ctrl meanwhile."},"#,
    r#""alt":{"type":"boolean","description":"Hold alt meanwhile."},"#,
    r#""meta":{"type":"boolean","description":"Hold meta meanwhile."},"#,
    full_property!(),
    r#"},"additionalProperties":false,"required":["key"]}"#,
);

pub(super) fn tool() -> Tool {
    super::tool(
        "ui_key",
        "Press a key",
        "Presses a key where the keyboard's focus is: Enter, Escape, Tab, ArrowDown, a letter. Tab moves the focus. \
         Use ui_type to fill a field. Answers what changed on the screen.",
        ARGUMENTS,
        Annotations::acting(),
    )
}

pub(super) async fn key(screen: Rc<Screen>, call: Call, arguments: Map<String, Value>) -> Answered {
    let asked = arguments.get("key").and_then(Value::as_str).unwrap_or_default();
    let key = known(asked)?;
    let modifiers = Modifiers {
        shift: is_set(&arguments, "shift"),
        ctrl: is_set(&arguments, "ctrl"),
        alt: is_set(&arguments, "alt"),
        meta: is_set(&arguments, "meta"),
    };
    let before = screen.read(None);
    let focused = before.entries.iter().position(|entry| entry.focused);
    if let Some(index) = focused {
        usable(&screen, &before, index, screen.node(&before, index)?)?;
    }
    let what = match focused.map(|index| &before.entries[index]) {
        Some(entry) => format!("Pressing {} at {}", shown(&key, modifiers), titled(&entry.role, &entry.name)),
        None => format!("Pressing {}", shown(&key, modifiers)),
    };
    let mut hand = Hand::new(Rc::clone(&screen), call);
    // A keyboard gives the shifted character as the key.
    let given = if modifiers.shift && key.chars().count() == 1 {
        key.chars().flat_map(char::to_uppercase).collect()
    } else {
        key.clone()
    };
    hand.stroke(&what, &given, modifiers)?;
    hand.settle().await?;
    let lead = match focused.map(|index| &before.entries[index]) {
        Some(entry) => format!("Pressed {} at {}.", shown(&key, modifiers), named(entry)),
        None => format!("Pressed {} with nothing focused.", shown(&key, modifiers)),
    };
    let cause = format!("since {} was pressed", shown(&key, modifiers));
    hand.finish(&before, &lead, &cause, is_set(&arguments, "full"))
}

/// The key meant, if a keyboard has it.
fn known(key: &str) -> Result<String, ToolError> {
    if NAMED.contains(&key) || key.chars().count() == 1 {
        return Ok(key.to_string());
    }
    if key == "Space" {
        return Ok(" ".to_string());
    }
    let meant = match key {
        "Return" => Some("Enter"),
        "Esc" => Some("Escape"),
        "Up" => Some("ArrowUp"),
        "Down" => Some("ArrowDown"),
        "Left" => Some("ArrowLeft"),
        "Right" => Some("ArrowRight"),
        "Del" => Some("Delete"),
        other => nearest(other, NAMED.iter().copied()),
    };
    let error = ToolError::new(Code::UnknownKey, format!("{} is no key of a keyboard.", Value::String(key.into())));
    Err(match meant {
        Some(meant) => error.fix(format!("Did you mean {meant}? Modifiers are arguments of their own.")),
        None => error.fix("Give a KeyboardEvent key name, such as Enter or ArrowDown, or one character; ui_type fills a field with text."),
    })
}

/// `Ctrl+a`.
fn shown(key: &str, modifiers: Modifiers) -> String {
    let held =
        [("Ctrl+", modifiers.ctrl), ("Alt+", modifiers.alt), ("Shift+", modifiers.shift), ("Meta+", modifiers.meta)];
    let held: String = held.iter().filter(|(_, is_held)| *is_held).map(|(name, _)| *name).collect();
    format!("{held}{}", if key == " " { "Space" } else { key })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_a_keyboard_are_known_and_others_are_guessed_at() {
        assert_eq!(known("Enter"), Ok("Enter".into()));
        assert_eq!(known("ä"), Ok("ä".into()));
        assert_eq!(known("Space"), Ok(" ".into()));
        let fix = |key| known(key).err().and_then(|error| error.fix).unwrap_or_default();
        assert!(fix("Return").starts_with("Did you mean Enter?"));
        assert!(fix("arrow_down").starts_with("Did you mean ArrowDown?"));
        assert!(fix("hello world").starts_with("Give a KeyboardEvent key name"));
    }

    #[test]
    fn what_is_held_is_named_before_the_key() {
        assert_eq!(shown("a", Modifiers { ctrl: true, shift: true, ..Modifiers::NONE }), "Ctrl+Shift+a");
        assert_eq!(shown(" ", Modifiers::NONE), "Space");
    }
}
