//! `ui_scroll`: a control, or an item of a list that mounts only a part of its items, brought into view.

use std::rc::Rc;

use scumble_protocol::{Annotations, Code, Tool, ToolError};
use serde_json::{Map, Value};

use super::is_set;
use crate::order::order;
use crate::outline::{Entry, Outline, named, titled};
use crate::screen::{Hand, Screen};
use crate::surface::{Answered, Call};
use crate::target::Target;

/// Steps towards an item that is not mounted yet; each lands nearer, since sizes become known on the way.
const MOST_STEPS: usize = 24;

/// What its arguments are.
const ARGUMENTS: &str = concat!(
    r#"{"type":"object","properties":{"#,
    target_properties!(),
    ",",
    r#""item":{"type":"integer","minimum":1,"description":"With a list: which of its items, from 1."},"#,
    full_property!(),
    r#"},"additionalProperties":false}"#,
);

pub(super) fn tool() -> Tool {
    super::tool(
        "ui_scroll",
        "Scroll to a control",
        "Brings a control into view; with item, the item at that place of a list, counted from 1, also one that is not loaded yet. \
         Answers what changed on the screen.",
        ARGUMENTS,
        Annotations { idempotent: true, ..Annotations::acting() },
    )
}

pub(super) async fn scroll(screen: Rc<Screen>, call: Call, arguments: Map<String, Value>) -> Answered {
    let before = screen.read(None);
    let index = screen.resolve(&before, &Target::from_arguments(&arguments))?;
    let entry = before.entries[index].clone();
    let what = format!("Scrolling to {}", titled(&entry.role, &entry.name));
    let full = is_set(&arguments, "full");
    let mut hand = Hand::new(Rc::clone(&screen), call);
    let node = screen.node(&before, index)?;

    let Some(item) = arguments.get("item").and_then(Value::as_u64).map(|item| u32::try_from(item).unwrap_or(u32::MAX))
    else {
        hand.act(&what, |scene| scene.scroll_into_view(node))?;
        hand.settle().await?;
        return hand.finish(&before, &format!("Scrolled to {}.", named(&entry)), "since the screen was scrolled", full);
    };

    let mut outline = Rc::clone(&before);
    let mut last = None;
    for _ in 0..MOST_STEPS {
        let list = outline.index_of(entry.number).ok_or_else(|| gone(&entry))?;
        let rows = rows(&outline, list);
        let (Some(first), Some(end)) = (rows.first(), rows.last()) else {
            return Err(ToolError::new(
                Code::WrongKind,
                format!("{} holds no items with a place.", titled(&entry.role, &entry.name)),
            )
            .fix("Name the list itself, or scroll to a control."));
        };
        let size = first.position.map_or(0, |(_, size)| size);
        if item > size {
            let message = format!("{} has {size} items, so there is no item {item}.", titled(&entry.role, &entry.name));
            return Err(ToolError::new(Code::BadArguments, message));
        }
        if let Some(row) = rows.iter().find(|row| place(row) == item) {
            let (number, name) = (row.number, named(row));
            if let Some(node) = screen.record(number).and_then(|record| record.node) {
                hand.act(&what, |scene| scene.scroll_into_view(node))?;
            }
            hand.settle().await?;
            let lead = format!("Scrolled to item {item} of {size}, {name}.");
            return hand.finish(&before, &lead, "since the screen was scrolled", full);
        }
        // The rows that are there say how far apart places are; the missing one is taken to lie as they do.
        let (low, high) = (place(first), place(end));
        let pitch =
            if high > low { (end.bounds.y - first.bounds.y) / (high - low) as f32 } else { first.bounds.height };
        let from = if item < low { low } else { high };
        let distance = (item as f32 - from as f32) * if pitch > 0.0 { pitch } else { 1.0 };
        hand.act(&what, |scene| scene.scroll_by(node, 0.0, distance))?;
        hand.settle().await?;
        outline = screen.read(Some("since the screen was scrolled"));
        let now = (low, high);
        if hand.is_late() || last == Some(now) {
            break;
        }
        last = Some(now);
    }
    let message = format!("Item {item} of {} did not come into view.", titled(&entry.role, &entry.name));
    Err(ToolError::new(Code::NotVisible, message)
        .fix("Scroll to one of the items that ui_snapshot shows, or with ui_key PageDown."))
}

/// The items of the list that are there, in their places' order.
fn rows(outline: &Outline, list: usize) -> Vec<&Entry> {
    let rows: Vec<&Entry> =
        outline.entries.iter().filter(|entry| entry.parent == Some(list) && entry.position.is_some()).collect();
    order(rows.len(), &|a, b| place(rows[a]).cmp(&place(rows[b]))).into_iter().map(|index| rows[index]).collect()
}

fn place(row: &Entry) -> u32 {
    row.position.map_or(0, |(place, _)| place)
}

fn gone(entry: &Entry) -> ToolError {
    ToolError::new(Code::DeadRef, format!("{} went while it was being scrolled.", titled(&entry.role, &entry.name)))
}
