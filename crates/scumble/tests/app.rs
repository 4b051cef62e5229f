//! A crate made an application by `app!`, used by a person and by an agent, headless.

mod fixture;

use fixture::Notes;
use scumble_testing::Harness;
use serde_json::json;

mod ui {
    use scumble::components::button;
    use scumble::prelude::*;
    use scumble::scene::{column, list, text};

    use super::Notes;

    /// The list with its buttons.
    #[component]
    pub(super) fn Screen(cx: Scope) -> impl IntoElement {
        let notes = cx.channel::<Notes>();
        column()
            .child(button("New note").on_press(move |_| {
                notes.create();
            }))
            .child(button("Delete the newest").on_press(move |_| {
                if let Some(row) = notes.rows.peek().first() {
                    notes.delete(row.id);
                }
            }))
            .child(list(
                move || notes.rows.get(),
                |row| row.id.0,
                |row| text(move || format!("Note {}", row.read().id.0)),
            ))
    }
}

scumble::app!(
    ui::Screen,
    name: "Notes for a test",
    instructions: "A notes app the person keeps.",
    channels: [Notes::open_local()],
    fonts: ["../../scumble-scene/fonts/sans-bold.ttf"],
);

#[test]
fn an_application_says_what_it_is() {
    let spec = app();
    assert_eq!((spec.name, spec.crate_name), ("Notes for a test", "scumble"));
    assert_eq!(spec.instructions, "A notes app the person keeps.");
}

#[test]
fn a_person_and_an_agent_use_the_same_application() {
    let app = Harness::new(app());
    app.find("button", "New note").press();
    let value = app.agent().value("notes_create", json!({}));
    assert_eq!(value["rows"].as_array().map(Vec::len), Some(2));
    assert!(app.screen().contains("Note 2"), "{}", app.screen());
    assert_eq!(app.agent().fails("notes_rename", json!({ "id": "x" })), "[SC0102] input.title is required.");
}

#[test]
fn a_confirmed_command_asks_by_the_tool_and_by_the_button_and_not_for_the_person() {
    let app = Harness::new(app());
    let rows = || app.channel::<Notes>().rows.peek().len();
    let agent = app.agent();
    for _ in 0..3 {
        agent.value("notes_create", json!({}));
    }
    agent.person_declines();
    let told = agent.fails("notes_delete", json!({ "id": 3 }));
    assert!(told.contains("The person declined notes.delete. Do not send it again unless they ask."), "{told}");
    let press = json!({ "role": "button", "name": "Delete the newest" });
    let told = agent.fails("ui_press", press.clone());
    assert!(told.contains("The person declined notes.delete."), "{told}");
    assert_eq!((rows(), agent.questions().len()), (3, 2));
    agent.person_approves();
    agent.text("ui_press", press);
    assert_eq!((rows(), agent.questions().len()), (2, 3));
    app.find("button", "Delete the newest").press();
    assert_eq!((rows(), agent.questions().len()), (1, 3));
}

#[test]
fn a_font_that_cannot_be_read_stops_the_mount_with_a_sentence() {
    let whole = app();
    assert_eq!(whole.fonts.len(), 1);
    // It begins as a font does, and is cut off.
    let cut: &'static [u8] = &whole.fonts[0].1[..40];
    let broken = scumble::AppSpec { fonts: Box::leak(Box::new([("fonts/cut.ttf", cut)])), ..whole };
    let told = std::panic::catch_unwind(|| drop(Harness::new(broken))).expect_err("it cannot be mounted");
    let sentence = told.downcast_ref::<String>().expect("a sentence");
    assert!(sentence.starts_with("The font fonts/cut.ttf cannot be read: "), "{sentence}");
}
