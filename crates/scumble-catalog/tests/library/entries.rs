//! What is read of components and channels.

use scumble_catalog::{Given, KeyVisibility};
use serde_json::json;

use super::{Project, find, users};

const CARD: &str = r#"
/// A card
/// with a title.
///
/// It grows with what is in it.
///
/// ```
/// use scumble::prelude::*;
/// # fn hidden() {}
/// Card::new("Tea").wide(true)
/// ```
#[component]
pub fn Card(
    cx: Scope,
    /// What stands on it.
    title: String,
    /// The lines below.
    lines: Signal<Vec<Line>>,
    /// Whether it takes the whole width.
    #[prop(optional)]
    wide: Prop<bool>,
    /// How far its content stands from its edge.
    #[prop(default = 8.0 + 4.0)]
    padding: f32,
    /// Called when it is pressed.
    #[prop(optional)]
    on_press: Callback<LineId>,
    /// Deprecated: use `wide`.
    #[prop(optional)]
    full: Option<bool>,
) -> impl IntoElement {
    column()
}
"#;

#[test]
fn a_component_is_told_with_its_docs_example_and_every_parameter() {
    let project =
        Project::of(&[("src/lib.rs", "mod ui;\n"), ("src/ui/mod.rs", "mod card;\n"), ("src/ui/card.rs", CARD)]);
    let catalog = project.open();
    let card = find(&catalog, "Card");
    assert_eq!((card.module.as_str(), card.file.as_str(), card.line), ("src/ui/card", "src/ui/card.rs", 13));
    assert_eq!(card.purpose, "A card with a title.");
    assert_eq!(card.details, "It grows with what is in it.");
    assert_eq!(card.example.as_deref(), Some("use scumble::prelude::*;\nCard::new(\"Tea\").wide(true)"));
    assert!(card.public && card.deprecated.is_none() && card.stale.is_none());
    let told: Vec<(&str, &str, bool, Option<&str>, Given)> = card
        .parameters
        .iter()
        .map(|given| (given.name.as_str(), given.ty.as_str(), given.optional, given.default.as_deref(), given.given))
        .collect();
    assert_eq!(
        told,
        [
            ("title", "String", false, None, Given::Text),
            ("lines", "Signal<Vec<Line>>", false, None, Given::Signal),
            ("wide", "Prop<bool>", true, None, Given::Prop),
            ("padding", "f32", true, Some("8.0 + 4.0"), Given::Value),
            ("on_press", "Callback<LineId>", true, None, Given::Callback),
            ("full", "Option<bool>", true, None, Given::Value),
        ]
    );
    assert_eq!(card.parameters[2].doc, "Whether it takes the whole width.");
    assert_eq!(card.parameters[5].deprecated.as_ref().map(|why| why.note.as_str()), Some("use `wide`."));
}

#[test]
fn private_generic_conditional_and_deprecated_components_say_so() {
    let project = Project::of(&[(
        "src/lib.rs",
        r#"
        /// For this file alone.
        #[component]
        fn Hidden() -> impl IntoElement {}

        /// Of anything.
        #[component]
        pub fn Of<T: Clone + 'static>(/// What.
            what: Signal<T>) -> impl IntoElement {}

        #[cfg(feature = "charts")]
        mod charts {
            /// A line.
            #[cfg(debug_assertions)]
            #[scumble::component]
            pub fn Chart() -> impl IntoElement {}
        }

        /// Old.
        #[deprecated(since = "0.2.0", note = "use `Of`")]
        #[component]
        pub fn Old() -> impl IntoElement {}

        fn outer() {
            #[component]
            fn Within() -> impl IntoElement {}
        }

        #[cfg(test)]
        mod tests {
            #[component]
            fn OnlyInTests() -> impl IntoElement {}
            fn uses() { super::Hidden::new(); }
        }
        "#,
    )]);
    let catalog = project.open();
    let names: Vec<&str> = catalog.components().iter().map(|component| component.name.as_str()).collect();
    assert_eq!(names, ["Hidden", "Of", "Chart", "Old", "Within"]);
    let hidden = find(&catalog, "Hidden");
    assert!(!hidden.public && hidden.used_by.is_empty());
    assert_eq!(hidden.frame, Some(json!({ "module": "src/lib", "export": "Hidden" })));
    let of = find(&catalog, "Of");
    assert_eq!(of.generics.as_deref(), Some("<T: Clone + 'static>"));
    assert_eq!(of.frame, None);
    assert_eq!(of.frame_notes, ["It is generic, so it cannot be drawn by name: draw a component that uses it."]);
    assert_eq!(find(&catalog, "Chart").conditions, ["feature = \"charts\"", "debug_assertions"]);
    assert_eq!(find(&catalog, "Old").deprecated.as_ref().map(|why| why.note.as_str()), Some("use `Of`"));
}

#[test]
fn uses_are_told_apart_by_what_a_name_means_where_it_stands() {
    let project = Project::of(&[
        (
            "src/lib.rs",
            "mod a;\nmod b;\nmod screen;\npub use a::Row as ARow;\nscumble::app!(screen::App, name: \"Shop\");\n",
        ),
        (
            "src/a.rs",
            "#[component]\npub fn Row() -> impl IntoElement {}\n#[component]\nfn Two() -> impl IntoElement { column().child(Row::new()).child(Row::new()) }\n",
        ),
        ("src/b/mod.rs", "mod row;\npub use row::Row;\npub mod prelude { pub use super::row::*; }\n"),
        ("src/b/row.rs", "#[component]\npub fn Row(#[prop(optional)] on: Callback<()>) -> impl IntoElement {}\n"),
        (
            "src/screen.rs",
            "use crate::b::{self, Row as BRow};\nuse elsewhere::Button;\n\
             #[component]\npub fn App() -> impl IntoElement {\n    use crate::b::prelude::*;\n\
                 show(x, BRow::new).child(b::Row::new().on(|_| {})).child(crate::ARow::new())\n\
                     .child(list(rows, |row| vec![super::a::Row::new()]))\n    .child(Button::new()).child(elsewhere::Row::new())\n}\n",
        ),
    ]);
    let catalog = project.open();
    let rows: Vec<_> = catalog.components().iter().filter(|component| component.name == "Row").collect();
    assert_eq!(rows.iter().map(|row| row.module.as_str()).collect::<Vec<_>>(), ["src/a", "src/b/row"]);
    assert_eq!(users(rows[0]), ["src/a.rs 2", "src/screen.rs 2"]);
    assert_eq!(users(rows[1]), ["src/screen.rs 2"]);
    assert_eq!(users(find(&catalog, "App")), ["src/lib.rs 1"]);
    assert_eq!(find(&catalog, "Two").uses(), 0);
}

#[test]
fn modules_are_followed_through_folders_paths_and_inline_ones() {
    let project = Project::of(&[
        ("src/lib.rs", "mod screens { pub mod home; }\n#[path = \"odd/place.rs\"]\nmod panel;\nmod list;\n"),
        ("src/screens/home.rs", "#[component]\npub fn Home() -> impl IntoElement { crate::panel::Panel::new() }\n"),
        ("src/odd/place.rs", "#[component]\npub fn Panel() -> impl IntoElement {}\n"),
        ("src/list.rs", "mod item;\npub fn all() { item::Item::new(); }\n"),
        (
            "src/list/item.rs",
            "#[component]\npub fn Item() -> impl IntoElement { super::super::screens::home::Home::new() }\n",
        ),
        ("src/stray.rs", "#[component]\npub fn Stray() -> impl IntoElement {}\n"),
        (
            "src/bin/tool.rs",
            "#[component]\nfn Tool() -> impl IntoElement { shop::screens::home::Home::new() }\nfn main() {}\n",
        ),
    ]);
    let catalog = project.open();
    assert_eq!(users(find(&catalog, "Home")), ["src/bin/tool.rs 1", "src/list/item.rs 1"]);
    assert_eq!(users(find(&catalog, "Panel")), ["src/screens/home.rs 1"]);
    assert_eq!(users(find(&catalog, "Item")), ["src/list.rs 1"]);
    let stray = find(&catalog, "Stray");
    assert!(stray.undeclared && stray.frame.is_none());
    assert!(catalog.components().iter().all(|component| component.undeclared == (component.name == "Stray")));
}

#[test]
fn files_of_tests_are_no_part_of_the_library() {
    let project = Project::of(&[
        (
            "src/lib.rs",
            "#[cfg(test)]\nmod tests;\n#[cfg(all(test, feature = \"slow\"))]\nmod slow;\n#[component]\npub fn One() -> impl IntoElement {}\n",
        ),
        (
            "src/tests.rs",
            "mod deeper;\n#[component]\nfn Fixture() -> impl IntoElement { crate::One::new() }\n#[channel]\nstruct Stand;\n",
        ),
        ("src/tests/deeper.rs", "#[component]\nfn Deeper() -> impl IntoElement {}\n"),
        ("src/slow.rs", "#[component]\nfn Slow() -> impl IntoElement {}\n"),
    ]);
    let catalog = project.open();
    assert_eq!((catalog.components().len(), catalog.channels().len()), (1, 0));
    assert_eq!(find(&catalog, "One").uses(), 0);
}

#[test]
fn the_call_that_draws_a_component_has_an_example_of_each_input_it_needs() {
    let project = Project::of(&[
        ("src/lib.rs", "mod model;\nmod row;\n"),
        (
            "src/model.rs",
            r#"
            #[data]
            pub struct Id(pub u32);
            #[data]
            #[serde(rename_all = "camelCase")]
            pub struct Line { pub id: Id, pub unit_price: f32, pub tags: Vec<String>, pub note: Option<String>, #[serde(skip)] pub held: Held, pub state: State, pub next: Option<Box<Line>> }
            #[derive(Serialize, Deserialize)]
            #[serde(tag = "kind", rename_all = "snake_case")]
            pub enum State { PaidBy { card_number: String }, InTheBasket }
            pub struct Held;
            pub enum Tone { Calm, Loud }
            "#,
        ),
        (
            "src/row.rs",
            "#[component]\npub fn Row(line: Signal<Line>, sizes: [u8; 2], content: Element, on_gone: Callback<Id>, also: Option<Held>, #[prop(optional)] tone: Tone) -> impl IntoElement {}\n\
             #[component]\npub fn Odd(held: Held) -> impl IntoElement {}\n",
        ),
    ]);
    let catalog = project.open();
    let row = find(&catalog, "Row");
    let mut call = row.frame.clone().expect("it can be drawn");
    let next = call["inputs"]["line"]["next"].take();
    assert_eq!(
        call,
        json!({ "module": "src/row", "export": "Row", "inputs": {
            "line": { "id": 1, "unitPrice": 1.0, "tags": ["Tag"], "note": "Note", "state": { "kind": "in_the_basket" }, "next": null },
            "sizes": [1, 1], "content": "Content",
        } })
    );
    assert_eq!(next["unitPrice"], 1.0);
    assert_eq!(row.parameters[5].values, ["Calm", "Loud"]);
    let odd = find(&catalog, "Odd");
    assert_eq!(odd.frame, Some(json!({ "module": "src/row", "export": "Odd" })));
    assert!(
        odd.frame_notes[0].starts_with("No example of Held is known here; give the input held"),
        "{:?}",
        odd.frame_notes
    );
}

#[test]
fn a_channel_is_told_as_an_agent_sees_it() {
    let project = Project::of(&[
        ("src/lib.rs", "mod channel;\nmod sending;\n"),
        (
            "src/channel.rs",
            "/// What is\n/// to be bought.\n#[channel]\npub struct ShoppingList {\n    /// Every line.\n    #[view] rows: Signal<Vec<Line>>,\n    /// The card.\n    #[view(secret, untrusted)] card: Signal<String>,\n    #[view(hidden)] caret: Signal<usize>,\n    plain: Stored<u8>,\n}\n",
        ),
        (
            "src/sending.rs",
            "use crate::channel::ShoppingList;\n#[commands]\nimpl ShoppingList {\n    /// Put something on it.\n    pub fn add(&self, /// What.\n        what: String, how_many: Option<u32>) -> Result<LineId, Full> {}\n    /// Empty it.\n    #[command(destructive, confirm)]\n    pub fn clear(&self) {}\n    #[command(hidden)]\n    pub fn move_caret(&self) {}\n    fn own(&self) {}\n    pub fn open() -> ShoppingList {}\n}\n",
        ),
    ]);
    let catalog = project.open();
    let [channel] = catalog.channels() else { panic!("one channel") };
    assert_eq!(
        (channel.name.as_str(), channel.ty.as_str(), channel.module.as_str()),
        ("shopping_list", "ShoppingList", "src/channel")
    );
    assert_eq!(channel.doc, "What is to be bought.");
    let keys: Vec<_> =
        channel.keys.iter().map(|key| (key.name.as_str(), key.ty.as_str(), key.visibility, key.untrusted)).collect();
    assert_eq!(
        keys,
        [("rows", "Vec<Line>", KeyVisibility::Shown, false), ("card", "String", KeyVisibility::Secret, true)]
    );
    assert_eq!((channel.hidden_keys, channel.hidden_commands), (1, 1));
    let names: Vec<_> =
        channel.commands.iter().map(|command| (command.name.as_str(), command.destructive, command.confirm)).collect();
    assert_eq!(names, [("add", false, false), ("clear", true, true)]);
    let add = &channel.commands[0];
    assert_eq!(add.returns, "Result<LineId, Full>");
    assert_eq!(
        add.parameters.iter().map(|given| (given.name.as_str(), given.optional)).collect::<Vec<_>>(),
        [("what", false), ("how_many", true)]
    );
}

#[test]
fn types_and_defaults_broken_over_lines_are_told_on_one() {
    let project = Project::of(&[(
        "src/lib.rs",
        "#[component]\nfn Long(\n    value: Signal<\n        HashMap<String, (u8, u8)>,\n    >,\n    #[prop(default = Color::rgb(\n        1,\n        2,\n        3,\n    ))]\n    color: Color,\n    /// First.\n    ///\n    /// Second.\n    r#type: &'static str,\n) -> impl IntoElement {}\n",
    )]);
    let catalog = project.open();
    let long = find(&catalog, "Long");
    assert_eq!(long.parameters[0].ty, "Signal<HashMap<String, (u8, u8)>>");
    assert_eq!(long.parameters[1].default.as_deref(), Some("Color::rgb(1, 2, 3)"));
    assert_eq!((long.parameters[2].name.as_str(), long.parameters[2].doc.as_str()), ("type", "First.\nSecond."));
}
