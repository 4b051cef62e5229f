//! `ui_press`: a control pressed as a click would, through the hit test.

use std::rc::Rc;

use scumble_protocol::{Annotations, Tool};
use scumble_scene::event::Button;
use scumble_scene::geometry::Point;
use serde_json::{Map, Value};

use super::is_set;
use crate::outline::{named, titled};
use crate::screen::{Hand, Screen, reach};
use crate::surface::{Answered, Call};
use crate::target::Target;

/// What its arguments are.
const ARGUMENTS: &str = concat!(
    r#"{"type":"object","properties":{"#,
    target_properties!(),
    ",",
    r#""count":{"type":"integer","minimum":1,"maximum":3,"description":"2 for a double click."},"#,
    r#""button":{"type":"string","enum":["left","right","middle"],"description":"right opens what the right mouse button opens."},"#,
    r#""at":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},"required":["x","y"],"additionalProperties":false,"description":"Where inside the control, in CSS pixels from its top left corner; its centre if not given."},"#,
    full_property!(),
    r#"},"additionalProperties":false}"#,
);

pub(super) fn tool() -> Tool {
    super::tool(
        "ui_press",
        "Press a control",
        "Presses a control as a click would, scrolling to it first if it is scrolled away. \
         Name it by its ref, or by role and name. Answers what changed on the screen.",
        ARGUMENTS,
        Annotations::acting(),
    )
}

pub(super) async fn press(screen: Rc<Screen>, call: Call, arguments: Map<String, Value>) -> Answered {
    let before = screen.read(None);
    let index = screen.resolve(&before, &Target::from_arguments(&arguments))?;
    let entry = &before.entries[index];
    let count = arguments.get("count").and_then(Value::as_u64).map_or(1, |count| u32::try_from(count).unwrap_or(1));
    let button = match arguments.get("button").and_then(Value::as_str) {
        Some("right") => Button::Secondary,
        Some("middle") => Button::Middle,
        _ => Button::Primary,
    };
    let coordinate = |axis: &str| arguments.get("at").and_then(|at| at[axis].as_f64()).map(|value| value as f32);
    let at = coordinate("x").zip(coordinate("y")).map(|(x, y)| Point::new(x, y));

    let what = format!("Pressing {}", titled(&entry.role, &entry.name));
    let mut hand = Hand::new(Rc::clone(&screen), call);
    let (_, point) = hand.act(&what, |_| reach(&screen, &before, index, at))??;
    hand.press(&what, point, button, count)?;
    hand.settle().await?;
    let how = match (count, button) {
        (2, _) => "Double-clicked",
        (3, _) => "Triple-clicked",
        (_, Button::Secondary) => "Pressed the right button on",
        (_, Button::Middle) => "Pressed the middle button on",
        _ => "Pressed",
    };
    let cause = format!("since {} was pressed", cause_name(&entry.role, &entry.name));
    hand.finish(&before, &format!("{how} {}.", named(entry)), &cause, is_set(&arguments, "full"))
}

/// A control in the sentence that says what made others go: by its name, or by its role if it has none.
pub(super) fn cause_name(role: &str, name: &str) -> String {
    if name.is_empty() { format!("a {role}") } else { titled("", name).trim_start().to_string() }
}
