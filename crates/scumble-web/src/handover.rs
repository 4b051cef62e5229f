//! What a page leaves to the next one of the same application, when it is loaded again with new code: what the scene
//! holds of its own, and what components keep for themselves. In development builds alone.
//!
//! The channels' values, the refs and the focus go another way, the one a panic's recovery has.

use scumble_reactive::{Plain, PlainSignal, plain_signals, restore_plain_signals};
use scumble_scene::geometry::Point;
use scumble_scene::{Kept, Scene};
use serde_json::{Value, json};

use crate::page;

/// What is left, as JSON.
pub(crate) fn leave(scene: &Scene) -> Value {
    let nodes: Vec<Value> = scene
        .keep()
        .into_iter()
        .map(|kept| {
            let scroll = kept.scroll.map(|at| [at.x, at.y]);
            json!({ "node": kept.identity, "scroll": scroll, "text": kept.text, "selection": kept.selection })
        })
        .collect();
    json!({ "nodes": nodes, "signals": signals() })
}

/// Gives a fresh mount what was left. Signals first: they decide which nodes there are.
pub(crate) fn take(scene: &Scene, left: &Value) {
    restore_plain_signals(&from_signals(&left["signals"]));
    scumble_reactive::host::run_until_idle();
    let kept: Vec<Kept> = left["nodes"].as_array().into_iter().flatten().filter_map(from_node).collect();
    // A node that is not there any more is the new code's doing: nothing is lost that was not taken out.
    scene.restore(&kept);
}

/// The signals of components. With several applications in one module nobody knows whose they are.
fn signals() -> Vec<Value> {
    if page::all().len() > 1 {
        return Vec::new();
    }
    let value = |plain: Plain| match plain {
        Plain::Nothing => Value::Null,
        Plain::Flag(flag) => flag.into(),
        Plain::Whole(number) => number.into(),
        Plain::Real(number) => number.into(),
        Plain::Text(text) => text.into(),
    };
    plain_signals().into_iter().map(|signal| json!([signal.place, value(signal.value)])).collect()
}

fn from_signals(left: &Value) -> Vec<PlainSignal> {
    let one = |pair: &Value| {
        let value = match &pair[1] {
            Value::Null => Plain::Nothing,
            Value::Bool(flag) => Plain::Flag(*flag),
            Value::Number(number) => {
                number.as_i64().map_or_else(|| number.as_f64().map(Plain::Real), |whole| Some(Plain::Whole(whole)))?
            }
            Value::String(text) => Plain::Text(text.clone()),
            _ => return None,
        };
        Some(PlainSignal { place: pair[0].as_str()?.to_owned(), value })
    };
    left.as_array().into_iter().flatten().filter_map(one).collect()
}

fn from_node(left: &Value) -> Option<Kept> {
    let number = |value: &Value| value.as_f64().map(|number| number as f32);
    let index = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let (scroll, selection) = (&left["scroll"], &left["selection"]);
    Some(Kept {
        identity: left["node"].as_str()?.to_owned(),
        scroll: number(&scroll[0]).zip(number(&scroll[1])).map(|(x, y)| Point { x, y }),
        text: left["text"].as_str().map(str::to_owned),
        selection: index(&selection[0]).zip(index(&selection[1])),
    })
}
