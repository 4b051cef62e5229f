//! Boxes compared with where Chromium puts them: `tests/fixtures/layout/record.mjs` wrote down both.

use serde_json::Value;

use super::stage;
use crate::{Align, Element, Justify, Length, column, percent, row, stack};

/// Chromium's own unit of layout is a 64th of a px; several of them add up.
const TOLERANCE: f32 = 0.1;

/// Trees that are laid out otherwise, by their number, and why. One that agrees again has to leave the list.
const PINNED: &[(usize, &str)] = &[
    (103, "a stretched box is not kept from being narrower than its own padding"),
    (108, "the height of a column with a child higher than its own `max_height` counts the whole height"),
    (146, "as 108"),
];

fn number(node: &Value, name: &str) -> Option<f32> {
    node.get(name).and_then(Value::as_f64).map(|value| value as f32)
}

fn length(node: &Value, name: &str) -> Option<Length> {
    match node.get(name)? {
        Value::Number(px) => px.as_f64().map(Length::from),
        Value::String(text) => match text.strip_suffix('%') {
            Some(share) => share.parse::<f64>().ok().map(percent),
            None => Some(Length::Auto),
        },
        _ => None,
    }
}

fn align(name: &str) -> Align {
    match name {
        "start" => Align::Start,
        "center" => Align::Center,
        "end" => Align::End,
        _ => Align::Stretch,
    }
}

fn justify(name: &str) -> Justify {
    match name {
        "start" => Justify::Start,
        "center" => Justify::Center,
        "end" => Justify::End,
        "spaceBetween" => Justify::SpaceBetween,
        "spaceAround" => Justify::SpaceAround,
        _ => Justify::SpaceEvenly,
    }
}

fn element(node: &Value) -> Element {
    let is = |name: &str| node.get(name).is_some_and(|value| value == true);
    let word = |name: &str| node.get(name).and_then(Value::as_str);
    let mut element = match word("dir") {
        _ if is("stack") => stack(),
        Some("row") => row(),
        _ => column(),
    };
    if let Some(columns) = number(node, "grid") {
        element = element.grid(columns);
    }
    if is("fill") {
        element = element.fill();
    }
    if is("wrap") {
        element = element.wrap(true);
    }
    if is("scrollY") {
        element = element.scroll_y();
    }
    if is("scrollX") {
        element = element.scroll_x();
    }
    if is("absolute") {
        element = element.position_absolute();
    }
    let lengths: [(&str, fn(Element, Length) -> Element); 16] = [
        ("width", |element, length| element.width(length)),
        ("height", |element, length| element.height(length)),
        ("minWidth", |element, length| element.min_width(length)),
        ("maxWidth", |element, length| element.max_width(length)),
        ("maxHeight", |element, length| element.max_height(length)),
        ("padding", |element, length| element.padding(length)),
        ("margin", |element, length| element.margin(length)),
        ("marginX", |element, length| element.margin_x(length)),
        ("marginY", |element, length| element.margin_y(length)),
        ("gap", |element, length| element.gap(length)),
        ("basis", |element, length| element.basis(length)),
        ("inset", |element, length| element.inset(length)),
        ("left", |element, length| element.left(length)),
        ("right", |element, length| element.right(length)),
        ("top", |element, length| element.top(length)),
        ("bottom", |element, length| element.bottom(length)),
    ];
    for (name, set) in lengths {
        if let Some(length) = length(node, name) {
            element = set(element, length);
        }
    }
    let numbers: [(&str, fn(Element, f32) -> Element); 4] = [
        ("grow", |element, value| element.grow(value)),
        ("shrink", |element, value| element.shrink(value)),
        ("aspect", |element, value| element.aspect_ratio(value)),
        ("border", |element, value| element.border(value, crate::ColorToken::Border)),
    ];
    for (name, set) in numbers {
        if let Some(value) = number(node, name) {
            element = set(element, value);
        }
    }
    if let Some(name) = word("align") {
        element = element.align(align(name));
    }
    if let Some(name) = word("alignSelf") {
        element = element.align_self(align(name));
    }
    if let Some(name) = word("justify") {
        element = element.justify(justify(name));
    }
    element.children(node["children"].as_array().into_iter().flatten().map(self::element))
}

#[test]
fn boxes_stand_where_chromium_puts_them() {
    let recorded = include_str!("../../../../tests/fixtures/layout/chromium.json");
    let recorded: Value = serde_json::from_str(recorded).expect("the recorder writes JSON");
    let window: Vec<f32> =
        recorded["window"].as_array().into_iter().flatten().filter_map(|side| Some(side.as_f64()? as f32)).collect();
    let cases = recorded["cases"].as_array().expect("there are cases");
    assert!(cases.len() > 100);
    let (mut wrong, mut differing) = (Vec::new(), Vec::new());
    for (number, case) in cases.iter().enumerate() {
        let stage = stage(window[0], window[1], |_| element(&case["tree"]));
        stage.scene.layout();
        let tree = stage.scene.tree.borrow();
        let mut open = tree.nodes[tree.content].children.clone();
        for (index, expected) in case["rects"].as_array().into_iter().flatten().enumerate() {
            // In the order `querySelectorAll` gives: each before what is in it.
            let id = open.remove(0);
            let node = &tree.nodes[id];
            for (at, child) in node.children.iter().enumerate() {
                open.insert(at, *child);
            }
            let found = [node.rect.x, node.rect.y, node.rect.width, node.rect.height];
            let differs = found.iter().enumerate().any(|(side, value)| {
                expected[side].as_f64().is_none_or(|wanted| (wanted as f32 - value).abs() > TOLERANCE)
            });
            if differs {
                differing.push(number);
                if PINNED.iter().any(|(pinned, _)| *pinned == number) {
                    break;
                }
                wrong
                    .push(format!("tree {number}, box {index}: {found:?}, Chromium {expected}\n  in {}", case["tree"]));
                break;
            }
        }
    }
    for (pinned, why) in PINNED {
        assert!(differing.contains(pinned), "tree {pinned} agrees now: take it off the list ({why})");
    }
    assert!(wrong.is_empty(), "{} of {} trees differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
