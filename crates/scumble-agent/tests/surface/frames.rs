//! Components drawn by name: from JSON, in a scene of their own, whatever they do.

use scumble::prelude::*;
use scumble_components::{button, heading};
use scumble_protocol::{AgentDocument, Block};
use scumble_scene::{column, text};
use scumble_testing::{AppSpec, Harness};
use serde_json::{Value, json};

use crate::notes::Notes;

/// A card with a title.
#[component]
fn Card(
    /// What it says.
    title: Signal<String>,
    /// How often.
    #[prop(optional)]
    times: u32,
    /// Called with the title at once.
    #[prop(optional)]
    on_shown: Callback<String>,
) -> impl IntoElement {
    on_shown.run(title.peek().to_string());
    column().padding(8.0).children((0..times.max(1)).map(move |_| text(title)))
}

/// A component that cannot be drawn.
#[component]
fn Broken() -> impl IntoElement {
    if true {
        panic!("no card is that broken");
    }
    text("never seen")
}

/// A component over the channel's values.
#[component]
fn Counted(cx: Scope) -> impl IntoElement {
    let notes = cx.channel::<Notes>();
    text(move || format!("{} notes", notes.rows.read().len()))
}

/// A component that asks for its window.
#[component]
fn Wide(cx: Scope) -> impl IntoElement {
    let window = Viewport::of(cx);
    text(move || format!("{} wide", window.width()))
}

/// A component that shows something only when told.
#[component]
fn Closed(
    /// Whether it is there.
    open: Signal<bool>,
) -> impl IntoElement {
    show(move || open.get(), || text("Here"))
}

/// The whole application.
#[component]
fn App(cx: Scope) -> impl IntoElement {
    let notes = cx.channel::<Notes>();
    column().child(heading(1, "Notes")).child(button("New note").on_press(move |_| {
        notes.create();
    }))
}

scumble::app!(App, name: "Cards", instructions: "Cards.", channels: [Notes::open_local()]);

const MODULE: &str = "tests/surface/frames";

fn spec() -> AppSpec {
    app()
}

fn picture(document: &AgentDocument) -> (u32, u32, Vec<u8>) {
    let found = document.blocks.iter().find_map(|block| match block {
        Block::Image { width, height, data, .. } => Some((*width, *height, data.clone())),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no picture in {document:?}"))
}

fn draw(harness: &Harness, arguments: Value) -> AgentDocument {
    let mut all = json!({ "module": MODULE });
    for (key, value) in arguments.as_object().into_iter().flatten() {
        all[key] = value.clone();
    }
    harness.agent().call("render_frame", all)
}

#[test]
fn a_component_is_drawn_from_json_as_tall_as_its_content() {
    let harness = Harness::new(spec());
    let one = draw(&harness, json!({ "export": "Card", "inputs": { "title": "Hello" }, "width": 200 }));
    assert!(one.error.is_none(), "{:?}", one.error);
    let (width, height, _) = picture(&one);
    assert_eq!(width, 200);
    assert!((20..80).contains(&height), "{height}");
    let value = one.value.clone().unwrap_or_default();
    assert_eq!(value["outline"], "- text \"Hello\" [e1]");
    let (_, taller, _) =
        picture(&draw(&harness, json!({ "export": "Card", "inputs": { "title": "Hello", "times": 3 }, "width": 200 })));
    assert!(taller > height + 20, "{taller}");
    let (_, given, _) = picture(&draw(
        &harness,
        json!({ "export": "Card", "inputs": { "title": "Hello" }, "width": 200, "height": 300, "scale": 2 }),
    ));
    assert_eq!(given, 600);
}

#[test]
fn equal_inputs_give_equal_pixels_and_another_theme_gives_others() {
    let harness = Harness::new(spec());
    let hash = |arguments: Value| draw(&harness, arguments).value.map(|value| value["hash"].clone());
    let light = hash(json!({ "export": "Card", "inputs": { "title": "Hello" } }));
    assert_eq!(light, hash(json!({ "export": "Card", "inputs": { "title": "Hello" } })));
    assert_ne!(light, hash(json!({ "export": "Card", "inputs": { "title": "Hello" }, "theme": "dark" })));
    assert_ne!(light, hash(json!({ "export": "Card", "inputs": { "title": "Bye" } })));
}

#[test]
fn what_a_callback_was_called_with_is_told() {
    let harness = Harness::new(spec());
    let value = draw(&harness, json!({ "export": "Card", "inputs": { "title": "Hello" } })).value.unwrap_or_default();
    assert_eq!(value["calls"], json!([{ "name": "on_shown", "value": "Hello" }]));
}

#[test]
fn a_component_sees_the_running_applications_values_and_its_commands_stay_with_it() {
    let harness = Harness::new(spec());
    harness.channel::<Notes>().create();
    let value = draw(&harness, json!({ "export": "Counted" })).value.unwrap_or_default();
    assert_eq!(value["outline"], "- text \"4 notes\" [e1]");
}

#[test]
fn frames_that_panic_leave_the_application_as_it_was() {
    let harness = Harness::new(spec());
    let before = (harness.scene().revision(), harness.screen(), scumble_paint::hash(&harness.draw()));
    for _ in 0..3 {
        let error = draw(&harness, json!({ "export": "Broken" })).error.expect("it cannot be drawn");
        assert_eq!(error.code, "SC0304");
        assert!(
            error
                .message
                .starts_with(&format!("Broken of {MODULE} panicked while it was drawn: no card is that broken (")),
            "{}",
            error.message
        );
    }
    assert_eq!((harness.scene().revision(), harness.screen(), scumble_paint::hash(&harness.draw())), before);
    assert_eq!(harness.agent().value("notes_create", json!({}))["open"], 4);
}

#[test]
fn a_component_finds_the_window_it_is_drawn_in() {
    let harness = Harness::new(spec());
    let outline = |arguments: Value| draw(&harness, arguments).value.expect("a frame has data")["outline"].clone();
    assert_eq!(outline(json!({ "export": "Wide", "width": 320 })), "- text \"320 wide\" [e1]");
    let tall = outline(json!({ "export": "Wide", "width": 500, "height": 100 }));
    assert!(tall.as_str().is_some_and(|outline| outline.starts_with("- text \"500 wide\"")), "{tall}");
}

#[test]
fn a_component_that_shows_nothing_says_so_and_has_no_picture() {
    let harness = Harness::new(spec());
    let closed = draw(&harness, json!({ "export": "Closed", "inputs": { "open": false } }));
    let value = closed.value.as_ref().expect("a frame has data");
    assert_eq!((&value["drawn"], &value["reason"]), (&json!(false), &json!("Closed draws nothing with these inputs.")));
    assert!(!closed.blocks.iter().any(|block| matches!(block, Block::Image { .. })));
    let open = draw(&harness, json!({ "export": "Closed", "inputs": { "open": true } }));
    assert_eq!(open.value.expect("a frame has data")["drawn"], true);
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let harness = Harness::new(spec());
    let said = |arguments: Value| {
        let error = draw(&harness, arguments).error.expect("it cannot be drawn");
        format!("[{}] {}", error.code, error.sentences())
    };
    let missing = said(json!({ "export": "Card" }));
    assert!(missing.starts_with("[SC0303]") && missing.contains("title"), "{missing}");
    let wrong = said(json!({ "export": "Card", "inputs": { "title": 3 } }));
    assert!(wrong.starts_with("[SC0303]") && wrong.contains("title"), "{wrong}");
    let unknown = said(json!({ "export": "Card", "inputs": { "title": "x", "colour": "red" } }));
    assert!(unknown.starts_with("[SC0303]") && unknown.contains("colour"), "{unknown}");
    assert!(said(json!({ "export": "Crad" })).contains("Did you mean Card?"));
    let several = said(json!({}));
    assert!(
        several.starts_with(&format!("[SC0302] {MODULE} has 6 components.")) && several.contains("Counted"),
        "{several}"
    );
    let agent = harness.agent();
    assert!(agent.fails("render_frame", json!({ "module": "tests/surface/frmes" })).contains("Did you mean"));
    assert!(agent.fails("render_frame", json!({ "module": MODULE, "ref": "e1" })).starts_with("[SC0102]"));
    assert!(
        agent.fails("render_frame", json!({ "width": 300 })).starts_with("[SC0102] input.width is for a component")
    );
    assert!(
        agent
            .fails("render_frame", json!({ "module": MODULE, "export": "Card", "theme": "sepia" }))
            .starts_with("[SC0102] input.theme must be one of")
    );
}

#[test]
fn an_application_is_mounted_from_what_app_writes_down() {
    let harness = Harness::new(spec());
    assert_eq!((spec().name, spec().instructions), ("Cards", "Cards."));
    assert!(harness.screen().starts_with("- heading \"Notes\" level=1 [e1]\n- button \"New note\" [e2]"));
    harness.find("button", "New note").press();
    assert_eq!(harness.channel::<Notes>().open.get(), Some(4));
}
