//! The tools: what an agent reads.

use std::path::Path;

use scumble_catalog::{Catalog, Library};
use scumble_protocol::{AgentDocument, Surface};
use serde_json::{Value, json};

use super::Project;

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn notes() -> Library {
    let catalog = Catalog::open(repository().join("examples/notes")).expect("the example is there");
    Library::new(
        catalog
            .with_library("scumble", repository().join("crates/scumble-components"))
            .and_then(|catalog| catalog.with_library("scumble", repository().join("crates/scumble-scene")))
            .expect("so are the controls"),
    )
}

fn answer(library: &Library, tool: &str, arguments: Value) -> AgentDocument {
    library.answer(tool, &arguments).expect("the library has this tool")
}

fn text(library: &Library, tool: &str, arguments: Value) -> String {
    let document = answer(library, tool, arguments);
    assert_eq!(document.error, None);
    document.plain_text()
}

fn failure(library: &Library, tool: &str, arguments: Value) -> String {
    let error = answer(library, tool, arguments).error.expect("it fails");
    format!("{} {}", error.code, error.sentences())
}

#[test]
fn the_overview_is_a_line_for_each_component_and_channel() {
    let library = notes();
    let text = text(&library, "library_overview", json!({}));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "8 components of notes:", "{text}");
    assert!(lines.contains(&"- App (src/ui/mod): The whole application. Used once."), "{text}");
    assert!(lines.contains(&"- NoteItem (src/ui/sidebar): One note in the list. Used once."), "{text}");
    assert!(text.contains("\n1 channel:\n- notes (src/channel): The notes the person keeps. 6 keys, "), "{text}");
    assert!(text.ends_with("The controls it is written with: library_overview {\"library\":\"scumble\"}."), "{text}");
    let value = answer(&library, "library_overview", json!({ "under": "src/ui/editor" })).value.expect("a value");
    let names: Vec<&Value> =
        value["components"].as_array().expect("a list").iter().map(|entry| &entry["name"]).collect();
    assert_eq!(names, ["Editor", "SaveState", "AttachedFile", "NothingOpen"]);
    assert!(
        failure(&library, "library_overview", json!({ "under": "src/u" }))
            .starts_with("SC0302 Nothing of the library lies under src/u.")
    );
}

#[test]
fn a_component_in_full_has_its_parameters_users_and_the_call_to_draw_it() {
    let text = text(&notes(), "library_get", json!({ "name": "NoteItem" }));
    assert!(text.starts_with("NoteItem: a component of src/ui/sidebar.rs:"), "{text}");
    for line in [
        "- row: Signal<NoteRow> The row to show.",
        "- chosen: Prop<bool> (optional, its type's default if left out; a value, a closure or a signal) Whether it is the note that is open.",
        "- on_open: Callback<crate::model::NoteId> (optional; a closure) Called with the note's id when it is chosen.",
        "NoteItem::new(row).chosen(…).on_open(move |it| { … })",
        "Used by src/ui/sidebar.rs.",
        "See it: render_frame {\"module\":\"src/ui/sidebar\",\"export\":\"NoteItem\",\"inputs\":{\"row\":{\"id\":1,\"title\":\"Title\",\"preview\":\"Preview\",\"pinned\":false,\"changed\":\"Changed\",\"attachments\":1}}}",
        "Callbacks are left out; what they are called with is answered.",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\nis not in\n{text}");
    }
}

#[test]
fn a_stock_control_is_found_with_its_own_properties_and_the_shared_ones_in_one_line() {
    let library = notes();
    let document = answer(&library, "library_get", json!({ "name": "button" }));
    let text = document.plain_text();
    assert!(text.starts_with("button: a stock control of src/button.rs:"), "{text}");
    assert!(text.contains("\n- label: impl IntoProp<String, M> (a value, a closure or a signal)\n"), "{text}");
    assert!(text.contains("\n- on_press: impl Fn(&Press) + 'static (optional; a closure) What it does.\n"), "{text}");
    assert!(text.contains("\n- primary (optional) The main action of its place; one at most.\n"), "{text}");
    assert!(text.contains("\nAnd what every control takes: with, label, description, disabled, hidden, "), "{text}");
    assert!(!text.contains("render_frame"), "{text}");
    assert_eq!(document.status.notes, ["It is of the library scumble, not of the project."]);
    let overview = answer(&library, "library_overview", json!({ "library": "scumble" })).plain_text();
    for name in [
        "button",
        "icon_button",
        "checkbox",
        "dialog",
        "divider",
        "heading",
        "icon",
        "list_item",
        "scroll_area",
        "text_area",
        "text_field",
    ] {
        assert!(overview.contains(&format!("\n- {name} (src/")), "{name} is not in\n{overview}");
    }
    let icon = answer(&library, "library_get", json!({ "name": "icon", "library": "scumble" })).plain_text();
    assert!(icon.contains("One of Back, Check, "), "{icon}");
}

#[test]
fn what_lays_out_and_repeats_is_in_the_library_beside_the_controls() {
    let library = notes();
    let overview = answer(&library, "library_overview", json!({ "library": "scumble" })).plain_text();
    let boxes = ["column", "row", "stack", "spacer", "text", "image", "list", "each", "show", "show_else", "show_some"];
    for name in boxes {
        assert!(overview.contains(&format!("\n- {name} (src/element/")), "{name} is not in\n{overview}");
    }
    assert!(!overview.contains("- percent "), "a length is no control:\n{overview}");
    let row = answer(&library, "library_get", json!({ "name": "row" })).plain_text();
    assert!(row.contains("children stand beside each other"), "{row}");
    assert!(row.contains("\nIt takes what every control takes: "), "{row}");
    for property in ["child", "gap", "padding_x", "max_width", "align", "background", "on_press", "role"] {
        assert!(row.contains(&format!(" {property},")), "{property} is not in\n{row}");
    }
    let list = answer(&library, "library_get", json!({ "name": "list" })).plain_text();
    assert!(list.contains("\n- items: ") && list.contains("\n- key: ") && list.contains("\n- view: "), "{list}");
    let found = text(&library, "library_search", json!({ "words": "beside", "library": "scumble" }));
    assert!(found.contains("\n- row (src/element/mod): "), "{found}");
}

#[test]
fn a_search_that_finds_nothing_says_where_everything_is() {
    let missed = text(&notes(), "library_search", json!({ "words": "qqqqq wwwww", "library": "scumble" }));
    assert!(missed.ends_with("library_overview {\"library\":\"scumble\"} lists all there are."), "{missed}");
}

#[test]
fn a_channel_in_full_says_what_is_hidden_without_naming_it() {
    let text = text(&notes(), "library_get", json!({ "name": "notes" }));
    assert!(text.starts_with("notes: the channel Notes of src/channel.rs:"), "{text}");
    assert!(text.contains("\nKeys of its view (4 more are hidden from agents):\n- rows: Vec<NoteRow> "), "{text}");
    assert!(text.contains("\n- sync_token: String (secret: an agent sees whether it is set) "), "{text}");
    assert!(text.contains("\n- delete(id: NoteId)"), "{text}");
    assert!(text.contains("(destructive, asks the person)"), "{text}");
    assert!(!text.contains("caret"), "{text}");
}

#[test]
fn a_search_answers_the_best_first() {
    let library = notes();
    let found = |words: &str| -> Vec<String> {
        let value = answer(&library, "library_search", json!({ "words": words })).value.expect("a value");
        value["found"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|entry| entry["name"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(found("delete dialog")[0], "DeleteDialog");
    assert_eq!(found("the list and its searching")[0], "Sidebar");
    assert_eq!(found("noteitem")[0], "NoteItem");
    assert_eq!(found("attached files")[0], "AttachedFile");
    assert_eq!(found("narrow")[0], "Editor");
    let none = text(&library, "library_search", json!({ "words": "checkbox" }));
    assert_eq!(none.lines().next(), Some("Nothing fits \"checkbox\"."));
    assert!(none.contains("\nAmong the controls of scumble: checkbox"), "{none}");
    let limited = answer(&library, "library_search", json!({ "words": "note", "limit": 2 }));
    assert_eq!(limited.value.expect("a value")["found"].as_array().map(Vec::len), Some(2));
    assert!(limited.status.notes[0].contains("more fit less well"), "{:?}", limited.status.notes);
}

#[test]
fn a_miss_names_what_was_probably_meant() {
    let library = notes();
    assert_eq!(
        failure(&library, "library_get", json!({ "name": "NoteItme" })),
        "SC0302 Nothing in the library is called NoteItme. The names nearest to it: NoteItem."
    );
    assert_eq!(
        failure(&library, "library_get", json!({ "name": "NoteItem", "module": "src/ui/editor" })),
        "SC0302 Nothing in the library is called NoteItem in src/ui/editor. NoteItem is a component of src/ui/sidebar."
    );
    let far = failure(&library, "library_get", json!({ "name": "Carousel" }));
    assert!(far.contains("There are DeleteDialog, ") && far.contains(", notes."), "{far}");
    assert_eq!(failure(&library, "library_get", json!({})), "SC0102 input.name is required.");
    assert_eq!(
        failure(&library, "library_get", json!({ "name": 3 })),
        "SC0102 input.name must be a string, not number 3."
    );
    assert_eq!(
        failure(&library, "library_get", json!({ "nane": "x" })),
        "SC0102 input.nane is not expected; did you mean name?"
    );
    assert_eq!(
        failure(&library, "library_overview", json!({ "library": "other" })),
        "SC0102 There is no library \"other\". The libraries are scumble; without one, the project's own components are told."
    );
}

#[test]
fn several_of_one_name_are_told_apart_by_module() {
    let row = "#[component]\npub fn Row() -> impl IntoElement {}\n";
    let project = Project::of(&[("src/lib.rs", "mod a;\nmod b;\n"), ("src/a.rs", row), ("src/b.rs", row)]);
    let library = Library::new(project.open());
    assert_eq!(
        failure(&library, "library_get", json!({ "name": "Row" })),
        "SC0302 2 are called Row. Name the module too: src/a, src/b."
    );
    let text = text(&library, "library_get", json!({ "name": "Row", "module": "./src/b.rs" }));
    assert!(text.starts_with("Row: a component of src/b.rs:2"), "{text}");
}

#[test]
fn a_saved_file_is_in_the_next_answer_and_a_broken_one_is_named() {
    let project = Project::of(&[("src/lib.rs", "/// One.\n#[component]\npub fn One() -> impl IntoElement {}\n")]);
    let library = Library::new(project.open());
    project.write("src/lib.rs", "/// One.\n#[component]\npub fn One() -> impl IntoElement {}\n/// Two.\n#[component]\npub fn Two() -> impl IntoElement {}\n");
    assert!(text(&library, "library_overview", json!({})).contains("\n- Two (src/lib): Two. Not used."));
    project.write("src/lib.rs", "pub fn One( -> {}\n");
    let broken = text(&library, "library_overview", json!({}));
    assert!(broken.contains("- One (src/lib): One. Not used. [stale]"), "{broken}");
    assert!(broken.contains("! src/lib.rs does not parse at line 1, column "), "{broken}");
    assert!(broken.ends_with("So what it said before is told, marked stale."), "{broken}");
    let one = text(&library, "library_get", json!({ "name": "One" }));
    assert!(
        one.lines().nth(1).is_some_and(|line| line.starts_with("STALE: src/lib.rs does not parse at line 1")),
        "{one}"
    );
}

#[test]
fn an_overview_too_long_for_an_answer_says_what_is_left_out() {
    let many: String = (0..400).map(|index| format!("/// Number {index} of many that are all alike.\n#[component]\npub fn Tile{index}() -> impl IntoElement {{}}\n")).collect();
    let project = Project::of(&[("src/lib.rs", &many)]);
    let document = answer(&Library::new(project.open()), "library_overview", json!({}));
    assert!(document.plain_text().len() <= 12_500);
    assert!(
        document.status.notes[0]
            .ends_with("more are left out: ask with under, such as {\"under\":\"src\"}, or search."),
        "{:?}",
        document.status.notes
    );
}

#[test]
fn the_tools_are_offered_as_reading_with_objects_for_arguments() {
    let tools = notes().tools();
    assert_eq!(
        tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(),
        ["library_overview", "library_search", "library_get"]
    );
    for tool in &tools {
        assert!(tool.annotations.read_only && !tool.description.is_empty());
        assert_eq!(
            (&tool.input_schema["type"], &tool.input_schema["additionalProperties"]),
            (&json!("object"), &json!(false))
        );
        assert_eq!(tool.input_schema["properties"]["library"]["enum"], json!(["scumble"]));
    }
    let alone = Library::new(Project::of(&[("src/lib.rs", "")]).open());
    assert!(alone.tools()[0].input_schema["properties"].get("library").is_none());
}
