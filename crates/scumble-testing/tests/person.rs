//! The person's half of the harness: controls found and used as a person would.

use scumble_components::{Control, button, checkbox, text_field};
use scumble_reactive::{Signal, sleep, spawn};
use scumble_scene::{Element, column, text};
use scumble_testing::Harness;

fn form() -> Element {
    let (name, weekly, sent) =
        (Signal::new(String::new()), Signal::new(false), Signal::new(String::from("nothing sent")));
    column()
        .padding(8.0)
        .gap(8.0)
        .child(
            text_field("Your name", name)
                .on_input(move |text| name.set(text))
                .on_submit(move || sent.set(format!("{} by Enter", name.get()))),
        )
        .child(checkbox("Weekly", weekly).on_change(move |on| weekly.set(on)))
        .child(button("Send").disabled(move || name.read().is_empty()).on_press(move |_| {
            spawn(async move {
                sleep(1_000.0).await;
                sent.set(format!("sent to {}", name.get()));
            });
        }))
        .child(text(sent))
}

#[test]
fn a_field_is_filled_by_keys_and_submitted_by_enter() {
    let app = Harness::of(|_| form());
    let field = app.find("textbox", "your name");
    field.fill("Ada");
    assert_eq!((field.value().as_deref(), field.is_focused()), (Some("Ada"), true));
    field.type_text(" Lovelace");
    assert_eq!(field.value().as_deref(), Some("Ada Lovelace"));
    field.fill("Grace");
    assert_eq!(field.value().as_deref(), Some("Grace"));
    app.key("Enter");
    assert!(app.screen().contains("Grace by Enter"), "{}", app.screen());
    field.fill("");
    assert_eq!(field.value().as_deref(), Some(""));
}

#[test]
fn a_press_goes_through_the_pointer_and_does_nothing_on_a_disabled_control() {
    let app = Harness::of(|_| form());
    let (weekly, send) = (app.find("checkbox", "Weekly"), app.find("button", "Send"));
    weekly.press();
    assert_eq!(weekly.states(), ["checked"]);
    assert!(send.is_disabled());
    send.press();
    app.advance(2_000.0);
    assert!(app.screen().contains("nothing sent"));
}

#[test]
fn time_passes_only_when_told_and_timers_fire_on_the_way() {
    let app = Harness::of(|_| form());
    app.find("textbox", "Your name").fill("Ada");
    app.find("button", "Send").press();
    app.advance(999.0);
    assert!(app.screen().contains("nothing sent"));
    app.advance(1.0);
    assert!(app.screen().contains("sent to Ada"));
}

#[test]
fn tab_goes_from_control_to_control() {
    let app = Harness::of(|_| form());
    app.find("textbox", "Your name").focus();
    app.key("Tab");
    assert_eq!(app.focused().map(|control| control.name()).as_deref(), Some("Weekly"));
    app.key(" ");
    assert_eq!(app.find("checkbox", "Weekly").states(), ["checked"]);
}

#[test]
fn the_screen_is_drawn_and_changes_with_what_is_on_it() {
    let app = Harness::of(|_| form());
    let before = app.draw();
    assert_eq!((before.width(), before.height()), (800, 600));
    app.find("checkbox", "Weekly").press();
    let after = app.draw();
    let changed = scumble_paint::diff(&before, &after).expect("a check mark is seen");
    assert!(app.find("checkbox", "Weekly").rect().inflate(4.0).contains_rect(&changed), "{changed:?}");
    app.resize(390.0, 844.0);
    assert_eq!(app.draw_at(2.0).width(), 780);
}

#[test]
fn what_is_not_there_is_not_found() {
    let app = Harness::of(|_| form());
    assert!(app.try_find("button", "Publish").is_none());
    assert!(app.find_all("button", "").len() == 1);
    assert!(app.find("button", "Send").exists());
}

#[test]
#[should_panic(expected = "nothing on the screen is button \"Publish\"")]
fn finding_nothing_shows_the_screen() {
    let _ = Harness::of(|_| form()).find("button", "Publish").name();
}

#[test]
fn a_call_in_flight_at_the_end_of_a_test_ends_with_the_application() {
    let app = Harness::of(|_| form());
    let waiting = app.agent().start("ui_wait", serde_json::json!({ "text": "never" }));
    assert!(!waiting.is_answered());
    drop(app);
    assert_eq!(scumble_reactive::host::task_count(), 0);
}
