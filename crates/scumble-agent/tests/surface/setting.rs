//! `ui_set`, `ui_scroll` and the variants of `ui_press`, on controls built for them.

use scumble::prelude::*;
use scumble_agent::Surface as _;
use scumble_scene::{Change, Numeric, Role, column, container, list, row, text};
use scumble_testing::Harness;
use serde_json::json;

fn choice(name: &'static str, chosen: Signal<String>, role: Role) -> Element {
    let is_chosen = move || *chosen.read() == name;
    let element =
        container().role(role).label(name).width(80.0).height(20.0).on_press(move |_| chosen.set(name.to_string()));
    if role == Role::RadioButton {
        element.checked(move || Toggled::from(is_chosen()))
    } else {
        element.selected(is_chosen)
    }
}

#[test]
fn an_option_of_a_group_is_set_by_its_name() {
    let size = Signal::new("Small".to_string());
    let app = Harness::of(move |_| {
        let radios = ["Small", "Medium", "Large"].map(|name| choice(name, size, Role::RadioButton));
        column().role(Role::RadioGroup).label("Size").children(radios)
    });
    let agent = app.agent();
    let set = agent.text("ui_set", json!({ "role": "radiogroup", "name": "Size", "value": "large" }));
    assert!(set.contains("~   - radio \"Large\" [checked]"), "{set}");
    assert_eq!(size.get(), "Large");
    let refused = agent.fails("ui_set", json!({ "role": "radiogroup", "name": "Size", "value": "Huge" }));
    assert!(
        refused.starts_with("[SC0202] radiogroup \"Size\" has no option \"Huge\". Its options are radio \"Small\" [e"),
        "{refused}"
    );
    agent.text("ui_set", json!({ "role": "radio", "name": "Medium", "value": true }));
    assert_eq!(size.get(), "Medium");
    assert!(
        agent
            .fails("ui_set", json!({ "role": "radio", "name": "Medium", "value": false }))
            .contains("A radio is unset by setting another of its group.")
    );
}

#[test]
fn a_closed_select_is_opened_to_set_it() {
    let (open, chosen) = (Signal::new(false), Signal::new("Red".to_string()));
    let app = Harness::of(move |_| {
        let options = move || {
            column().role(Role::ListBox).label("Colours").children(
                ["Red", "Green"]
                    .map(|name| choice(name, chosen, Role::ListBoxOption).on_press(move |_| open.set(false))),
            )
        };
        column()
            .child(
                container()
                    .role(Role::ComboBox)
                    .label("Colour")
                    .value(chosen)
                    .width(80.0)
                    .height(20.0)
                    .on_press(move |_| open.set(true)),
            )
            .child(show(move || open.get(), options))
    });
    let set = app.agent().text("ui_set", json!({ "role": "combobox", "name": "Colour", "value": "Green" }));
    assert_eq!((chosen.get(), open.get()), ("Green".into(), false));
    assert!(set.contains("~ - combobox \"Colour\" value=\"Green\""), "{set}");
}

fn slider(value: Signal<f64>) -> Element {
    container()
        .role(Role::Slider)
        .label("Volume")
        .numeric(move || Numeric { value: value.get(), min: Some(0.0), max: Some(10.0), step: Some(2.0) })
        .width(100.0)
        .height(20.0)
        .focusable(true)
}

#[test]
fn a_number_is_set_at_once_or_by_keys_and_stays_within_its_bounds() {
    let (at_once, by_keys) = (Signal::new(2.0), Signal::new(2.0));
    let app = Harness::of(move |_| {
        let first = slider(at_once).on_change(move |change| {
            if let Change::Number(number) = change {
                at_once.set(*number);
            }
        });
        let second = slider(by_keys).label("Balance").on_key(move |key| match key.key.as_str() {
            "ArrowUp" => by_keys.update(|value| *value += 2.0),
            "ArrowDown" => by_keys.update(|value| *value -= 2.0),
            _ => {}
        });
        column().child(first).child(second)
    });
    let agent = app.agent();
    agent.text("ui_set", json!({ "role": "slider", "name": "Volume", "value": 7 }));
    assert_eq!(at_once.get(), 7.0);
    agent.text("ui_set", json!({ "role": "slider", "name": "Balance", "value": 8 }));
    assert_eq!(by_keys.get(), 8.0);
    agent.text("ui_set", json!({ "role": "slider", "name": "Balance", "value": 2 }));
    assert_eq!(by_keys.get(), 2.0);
    let between = agent.fails("ui_set", json!({ "role": "slider", "name": "Balance", "value": 5 }));
    assert!(between.contains("Its steps do not meet that number."), "{between}");
    assert_eq!(
        agent.fails("ui_set", json!({ "role": "slider", "name": "Volume", "value": 11 })),
        "[SC0102] input.value must be at least 0 and at most 10 for slider \"Volume\", not 11."
    );
    assert!(
        agent
            .fails("ui_set", json!({ "role": "slider", "name": "Volume", "value": "loud" }))
            .contains("must be a number")
    );
}

#[test]
fn an_item_of_a_list_is_scrolled_to_by_its_place() {
    let app = Harness::of(|_| {
        let rows = list(
            || (1..=300).collect::<Vec<u32>>(),
            |row| *row,
            |row| container().role(Role::ListItem).height(20.0).child(text(move || format!("Row {}", row.read()))),
        );
        column().child(rows.label("Rows").height(200.0).scroll_y())
    });
    let agent = app.agent();
    let scrolled = agent.text("ui_scroll", json!({ "role": "list", "name": "Rows", "item": 250 }));
    assert!(scrolled.starts_with("Scrolled to item 250 of 300, listitem"), "{scrolled}");
    let row = app.find("text", "Row 250");
    assert!(app.scene().visible_rect(row.node()).is_some_and(|rect| !rect.is_empty()));
    assert!(
        agent
            .fails("ui_scroll", json!({ "role": "list", "name": "Rows", "item": 301 }))
            .contains("has 300 items, so there is no item 301.")
    );
}

#[test]
fn a_press_may_be_double_secondary_or_at_a_point() {
    let (counts, menus, places) = (Signal::new(Vec::new()), Signal::new(0), Signal::new(Vec::new()));
    let app = Harness::of(move |_| {
        row().child(
            container()
                .role(Role::Button)
                .label("Map")
                .width(100.0)
                .height(50.0)
                .on_press(move |press| {
                    counts.update(|all: &mut Vec<u32>| all.push(press.count));
                    places.update(|all: &mut Vec<(f32, f32)>| all.push((press.local.x, press.local.y)));
                })
                .on_menu(move |_| menus.update(|count| *count += 1)),
        )
    });
    let agent = app.agent();
    let double = agent.text("ui_press", json!({ "role": "button", "name": "Map", "count": 2 }));
    assert!(double.starts_with("Double-clicked button \"Map\" [e1]."), "{double}");
    assert_eq!(counts.get(), [1, 2]);
    agent.text("ui_press", json!({ "role": "button", "name": "Map", "button": "right" }));
    assert_eq!((menus.get(), counts.get().len()), (1, 2));
    agent.text("ui_press", json!({ "role": "button", "name": "Map", "at": { "x": 10, "y": 40 } }));
    assert_eq!(places.get().last(), Some(&(10.0, 40.0)));
    let outside = agent.fails("ui_press", json!({ "role": "button", "name": "Map", "at": { "x": 200, "y": 4 } }));
    assert_eq!(outside, "[SC0102] input.at lies outside button \"Map\", which is 100 by 50 px.");
}

#[test]
fn a_press_among_500_controls_measures_only_what_it_changed() {
    let count = Signal::new(0);
    let app = Harness::of(move |_| {
        let buttons = (0..500).map(move |number| {
            container()
                .role(Role::Button)
                .label(format!("Button {number}"))
                .height(20.0)
                .on_press(move |_| count.set(number))
        });
        column().child(text(move || format!("{} pressed last", count.get()))).children(buttons)
    });
    let agent = app.agent();
    agent.text("ui_press", json!({ "role": "button", "name": "Button 3" }));
    let _ = app.scene().counters();
    let answer = agent.text("ui_press", json!({ "role": "button", "name": "Button 7" }));
    let measured = app.scene().counters().nodes_measured;
    assert!(answer.contains("~ - text \"7 pressed last\" [e1]"), "{answer}");
    assert!((1..=20).contains(&measured), "{measured} measured");
    assert!(agent.tools().iter().all(|tool| tool.source == "the screen" || tool.source == "looking at the screen"));
    assert_eq!(app.agent_side().surfaces().map(|surfaces| surfaces.tools().len()), Ok(10));
}

#[test]
fn past_the_deadline_a_press_says_what_is_still_running() {
    let app = Harness::of(|_| {
        let start = |_: &scumble_scene::Press| spawn_named("an endless upload", std::future::pending());
        container().role(Role::Button).label("Upload").width(80.0).height(20.0).on_press(start)
    });
    let agent = app.agent();
    let call = agent.start("ui_press", json!({ "role": "button", "name": "Upload" }));
    app.advance(9_999.0);
    assert!(!call.is_answered());
    app.advance(1.0);
    let answer = call.wait();
    assert_eq!(answer.status.running, ["an endless upload"]);
    let text = answer.plain_text();
    assert!(text.starts_with("Pressed button \"Upload\" [e1]. Still running: an endless upload."), "{text}");
}

#[test]
fn what_stands_in_something_for_the_person_alone_is_theirs_too() {
    let pressed = Signal::new(0);
    let app = Harness::of(move |_| {
        let pay = container().role(Role::Button).label("Pay").width(80.0).height(20.0);
        let group = column().person_only().child(pay.on_press(move |_| pressed.update(|count| *count += 1)));
        column()
            .child(container().role(Role::Button).label("Before").width(80.0).height(20.0).on_press(|_| {}))
            .child(group)
    });
    let agent = app.agent();
    let refused = "[SC0110] button \"Pay\" is for the person alone. Ask the person to do it themselves.";
    assert_eq!(agent.fails("ui_press", json!({ "role": "button", "name": "Pay" })), refused);
    agent.text("ui_focus", json!({ "role": "button", "name": "Before" }));
    agent.text("ui_key", json!({ "key": "Tab" }));
    assert_eq!(app.focused().map(|control| control.name()).as_deref(), Some("Pay"));
    assert_eq!(agent.fails("ui_key", json!({ "key": "Enter" })), refused);
    assert_eq!(pressed.get(), 0);
    app.find("button", "Pay").press();
    assert_eq!(pressed.get(), 1);
}
