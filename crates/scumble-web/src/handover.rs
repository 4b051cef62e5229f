//! What a page leaves to the next one of the same application, when it is loaded again with new code: what the scene
//! holds of its own, and what components keep for themselves. In development builds alone.
//!
//! The channels' values, the refs and the focus go another way, the one a panic's recovery has.

use std::collections::BTreeMap;

use scumble_reactive::{Plain, PlainSignal, plain_signals, restore_plain_signals};
use scumble_scene::geometry::Point;
use scumble_scene::{Kept, Scene, SemanticsNode, SemanticsTree};
use serde_json::{Value, json};

use crate::{bridge, page};

/// What is left, as JSON.
pub(crate) fn leave(scene: &Scene) -> Value {
    let mut kept = scene.keep();
    // What has the focus is looked for by its name as well.
    if let Some(identity) = scene.focus().map(|node| scene.identity(node))
        && !kept.iter().any(|one| one.identity == identity)
    {
        kept.push(Kept { identity, ..Kept::default() });
    }
    let semantics = scene.semantics();
    let called = |identity: &str| called(semantics.get(scene.find_identity(identity)?)?);
    let nodes: Vec<Value> = kept
        .into_iter()
        .map(|kept| {
            let (scroll, called) = (kept.scroll.map(|at| [at.x, at.y]), called(&kept.identity));
            json!({ "node": kept.identity, "called": called, "scroll": scroll, "text": kept.text, "selection": kept.selection })
        })
        .collect();
    json!({ "nodes": nodes, "signals": signals() })
}

/// Gives a fresh mount what was left. Signals first: they decide which nodes there are. Answers the identities that
/// nodes have now, by those they had, where the two differ.
pub(crate) fn take(scene: &Scene, left: &Value) -> BTreeMap<String, String> {
    let before = from_signals(&left["signals"]);
    restore_plain_signals(&before);
    scumble_reactive::host::run_until_idle();
    for sentence in begun_anew(&before, &plain_signals()) {
        bridge::began_anew(&sentence);
    }
    let mut moved = BTreeMap::new();
    let semantics = scene.semantics();
    let mut kept: Vec<Kept> = Vec::new();
    for node in left["nodes"].as_array().into_iter().flatten() {
        let Some(mut one) = from_node(node) else { continue };
        if let Some(now) = node["called"].as_array().and_then(|name| found(scene, &semantics, name, &one.identity)) {
            moved.insert(std::mem::replace(&mut one.identity, now.clone()), now);
        }
        kept.push(one);
    }
    // A node that is not there any more is the new code's doing: nothing is lost that was not taken out.
    scene.restore(&kept);
    moved
}

/// Role and name of a node that has both.
fn called(node: &SemanticsNode) -> Option<[String; 2]> {
    let role = node.role.filter(|_| !node.name.is_empty())?;
    Some([format!("{role:?}"), node.name.clone()])
}

/// Where the one node of this role and name is now, if that is not where it was: what was put around or before a field
/// changes its identity, and gives that to another.
fn found(scene: &Scene, semantics: &SemanticsTree, name: &[Value], identity: &str) -> Option<String> {
    let is_it =
        |node: &&SemanticsNode| called(node).is_some_and(|called| called.iter().zip(name).all(|(now, was)| was == now));
    let mut alike = semantics.nodes.iter().filter(is_it);
    let (one, more) = (alike.next()?, alike.next());
    let now = scene.identity(one.id);
    (more.is_none() && now != identity).then_some(now)
}

/// Says which values of components were not given back, since which is which is not known any more.
fn begun_anew(before: &[PlainSignal], now: &[PlainSignal]) -> Vec<String> {
    let mut places: BTreeMap<&str, (Vec<&Plain>, Vec<&Plain>)> = BTreeMap::new();
    for signal in before {
        places.entry(&signal.place).or_default().0.push(&signal.value);
    }
    for signal in now {
        places.entry(&signal.place).or_default().1.push(&signal.value);
    }
    let lost = places.into_iter().filter(|(_, (before, now))| {
        // Taken out, they are the new code's doing.
        !now.is_empty() && before.len() != now.len() && before.iter().any(|value| !now.contains(value))
    });
    lost.map(|(place, (before, now))| {
        let mut parts = place.splitn(3, ':');
        let (file, kind) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
        let kind = kind.rsplit("::").next().unwrap_or(kind);
        format!(
            "[scumble] {file}: what components keep in signals of {kind} began anew: there are {} in the same column of the code now, and were {}.",
            now.len(),
            before.len()
        )
    })
    .collect()
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
