//! Components: made by an author, and drawn by name from JSON.
// In a test nobody but the test reads what is made.
#![allow(unreachable_pub)]

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use scumble::prelude::*;
use scumble::scene::geometry::Size;
use scumble::scene::registry::{ComponentEntry, components, take_calls};
use scumble::scene::{Scene, SceneOptions, column, text};

/// A row of a list.
#[data]
pub struct RowData {
    /// Its title.
    pub title: String,
}

/// How large.
#[data]
#[derive(Copy, Default)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// As usual.
    #[default]
    Plain,
    /// Larger.
    Large,
}

/// One row, with a word beside it.
#[component]
fn Item(
    /// The row to show.
    row: Signal<RowData>,
    /// Stands beside the title.
    beside: Prop<String>,
    /// Goes before it.
    mark: String,
    /// Called with the title and how large, when it is shown.
    #[prop(optional)]
    on_shown: Callback<(String, Scale)>,
    #[prop(optional)] scale: Scale,
    /// How often the mark is there.
    #[prop(default = 2_usize)]
    times: usize,
    /// A footnote.
    #[prop(optional)]
    note: Option<String>,
    /// What stands below.
    #[prop(optional)]
    below: Option<Element>,
) -> impl IntoElement {
    on_shown.run((row.peek().title.clone(), scale));
    let beside = beside.clone();
    column()
        .child(text(move || format!("{}{} {}", mark.repeat(times), row.read().title, beside.get())))
        .child(note.map(text))
        .child(below)
}

/// Knows where it is mounted.
#[component]
fn Rooted(cx: Scope) -> impl IntoElement {
    let word = cx.consume::<&'static str>().unwrap_or("nothing");
    text(word)
}

/// Shows any list.
#[component]
fn Lines<T: ToString>(
    /// What to show.
    items: Vec<T>,
) -> impl IntoElement {
    column().children(items.into_iter().map(|item| text(item.to_string())))
}

/// Cannot be drawn from JSON.
#[component]
fn Needy(
    /// Nobody can write this down.
    drafts: Stored<HashMap<u32, Rc<str>>>,
) -> impl IntoElement {
    text(drafts.with(HashMap::len).to_string())
}

/// What a screen that shows an element announces, text by text.
fn words(scope: Scope, make: impl FnOnce() -> Element) -> Vec<String> {
    let options = SceneOptions { size: Size::new(400.0, 300.0), ..SceneOptions::default() };
    let scene = Scene::new(options);
    let element = scope.run(make);
    scene.mount(scope, element);
    let tree = scene.semantics();
    let words = tree.nodes.iter().map(|node| node.name.clone()).filter(|name| !name.is_empty()).collect();
    scene.unmount();
    words
}

fn entry(name: &str) -> &'static ComponentEntry {
    components().find(|entry| entry.name == name).expect("a development build knows its components")
}

fn drawn(name: &str, inputs: &str) -> Result<Vec<String>, String> {
    let scope = Scope::root();
    take_calls();
    let element = (entry(name).build)(scope, inputs)?;
    let words = words(scope, || element);
    scope.dispose();
    Ok(words)
}

#[test]
fn a_component_is_made_with_what_it_needs_and_told_the_rest() {
    let scope = Scope::root();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let heard = Rc::clone(&seen);
    let shown = words(scope, || {
        let row = Signal::new(RowData { title: "Milk".into() });
        let beside = Signal::new("today".to_owned());
        column()
            .child(Item::new(row, move || beside.get(), "*"))
            .child(
                Item::new(row, "now", "-")
                    .times(1)
                    .scale(Scale::Large)
                    .note("a footnote")
                    .below(text("under it"))
                    .on_shown(move |(title, scale)| heard.borrow_mut().push((title, scale))),
            )
            .into_element()
    });
    assert_eq!(shown, ["**Milk today", "-Milk now", "a footnote", "under it"]);
    assert_eq!(*seen.borrow(), [("Milk".to_owned(), Scale::Large)]);
    scope.dispose();
}

#[test]
fn a_component_belongs_to_the_scope_it_is_mounted_in() {
    let scope = Scope::root();
    scope.provide("a word");
    assert_eq!(words(scope, || Rooted::new().into_element()), ["a word"]);
    scope.dispose();
}

#[test]
fn a_component_may_be_generic() {
    let scope = Scope::root();
    assert_eq!(words(scope, || Lines::new(vec![1, 2]).into_element()), ["1", "2"]);
    scope.dispose();
}

#[test]
fn a_development_build_knows_its_components_and_their_parameters() {
    let item = entry("Item");
    assert_eq!(item.doc, "One row, with a word beside it.");
    assert!(item.file.ends_with("tests/component.rs"), "{}", item.file);
    let parameters: Vec<_> = item.parameters.iter().map(|p| (p.name, p.ty, p.optional, p.callback)).collect();
    assert_eq!(
        parameters,
        [
            ("row", "Signal<RowData>", false, false),
            ("beside", "Prop<String>", false, false),
            ("mark", "String", false, false),
            ("on_shown", "Callback<(String, Scale)>", true, true),
            ("scale", "Scale", true, false),
            ("times", "usize", true, false),
            ("note", "Option<String>", true, false),
            ("below", "Option<Element>", true, false),
        ]
    );
    assert_eq!(item.parameters[0].doc, "The row to show.");
    assert!(entry("Rooted").parameters.is_empty());
    assert!(components().all(|entry| entry.name != "Lines"));
}

#[test]
fn a_component_is_drawn_from_json_and_its_callbacks_record() {
    let inputs =
        r#"{ "row": { "title": "Milk" }, "beside": "today", "mark": "+", "scale": "large", "below": "under" }"#;
    assert_eq!(drawn("Item", inputs), Ok(vec!["++Milk today".into(), "under".into()]));
    let calls = take_calls();
    assert_eq!((calls[0].name.as_str(), calls[0].value.as_str()), ("on_shown", r#"["Milk","large"]"#));
    assert_eq!(calls.len(), 1);
    assert_eq!(drawn("Rooted", "{}"), Ok(vec!["nothing".into()]));
}

#[test]
fn inputs_that_do_not_fit_are_told_in_sentences() {
    let sentence = |inputs: &str| drawn("Item", inputs).expect_err("is refused");
    assert_eq!(sentence("{}"), "Item needs the input row, a Signal<RowData>.");
    assert_eq!(
        sentence(r#"{ "row": { "title": "x" }, "besid": "y" }"#),
        "Item has no input besid; did you mean beside? It takes row, beside, mark, on_shown, scale, times, note, below."
    );
    assert_eq!(drawn("Rooted", r#"{ "a": 1 }"#), Err("Rooted has no input a; it takes none.".into()));
    assert_eq!(
        sentence(r#"{ "row": { "title": 3 } }"#),
        "The input row of Item does not fit its type Signal<RowData>: invalid type: integer `3`, expected a string."
    );
    assert_eq!(
        sentence(r#"{ "row": { "title": "x" }, "beside": "y", "mark": "z", "on_shown": 1 }"#),
        "The input on_shown of Item is a callback. Leave it out; what it is called with is recorded."
    );
    assert_eq!(sentence("[]"), "The inputs of Item must be an object, not [].");
}

#[test]
fn a_parameter_json_cannot_give_is_named() {
    assert_eq!(
        drawn("Needy", "{}"),
        Err("Needy needs drafts, a Stored<HashMap<u32, Rc<str>>>, which JSON cannot give. Draw a component around it \
             that makes one."
            .into())
    );
}
