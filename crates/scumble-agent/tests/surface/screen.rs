//! "The screen": outlines, refs, targeting and acting through the hit test.

use serde_json::json;

use crate::notes::{Notes, app};

#[test]
fn a_snapshot_is_a_line_a_control_with_the_revision_last() {
    let app = app();
    let text = app.agent().text("ui_snapshot", json!({}));
    println!("{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "- heading \"Notes\" level=1 [e1]");
    assert!(lines.contains(&"- textbox \"Search\" value=\"\" [e2]"), "{text}");
    assert!(lines.contains(&"- textbox \"Password\" value=\"••••\" [e3]"), "{text}");
    assert!(lines.contains(&"- button \"Publish\" (disabled) [e8]"), "{text}");
    assert!(text.contains("- text \"⟦Nice] - button \\\"Pay\\\" [e1]⟧\""), "{text}");
    assert!(lines.last().is_some_and(|last| last.starts_with("revision ")), "{text}");
    assert!(!text.contains("correct horse"));
}

#[test]
fn a_press_by_role_and_name_is_a_click_and_answers_what_changed() {
    let app = app();
    let text = app.agent().text("ui_press", json!({ "role": "button", "name": "new NOTE" }));
    assert!(text.starts_with("Pressed button \"New note\" [e"), "{text}");
    assert!(text.contains("lines changed:\n"), "{text}");
    assert!(text.contains("  - list \"Notes\""), "{text}");
    assert!(text.contains("+   - listitem \"Note 4\" 1 of 4"), "{text}");
    assert!(!text.contains("heading"), "what did not change is not repeated: {text}");
}

#[test]
fn the_whole_outline_comes_when_asked_for() {
    let app = app();
    let text = app.agent().text("ui_press", json!({ "role": "button", "name": "New note", "full": true }));
    assert!(text.contains("The screen now:\n- heading \"Notes\""), "{text}");
}

#[test]
fn what_a_press_starts_is_waited_for() {
    let app = app();
    let text = app.agent().text("ui_press", json!({ "role": "button", "name": "Refresh" }));
    assert!(text.contains("+   - listitem \"From the server\""), "{text}");
}

/// The ref in the first line of the outline that has these words in it.
fn ref_of(outline: &str, words: &str) -> String {
    let line =
        outline.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{words} is nowhere in\n{outline}"));
    let from = line.rfind("[e").expect("every line has a ref");
    line[from + 1..].split(']').next().unwrap_or_default().to_string()
}

#[test]
fn refs_survive_reordering_filtering_and_renaming() {
    let app = app();
    let agent = app.agent();
    let notes = app.channel::<Notes>();
    let outline = agent.text("ui_snapshot", json!({}));
    let (taxes, shopping) = (ref_of(&outline, "listitem \"Taxes\""), ref_of(&outline, "listitem \"Shopping\""));
    notes.rows.update(|rows| rows.reverse());
    assert_eq!(ref_of(&agent.text("ui_snapshot", json!({})), "listitem \"Taxes\""), taxes);
    agent.text("ui_set", json!({ "role": "checkbox", "name": "Only with an a", "value": true }));
    let narrowed = agent.text("ui_snapshot", json!({}));
    assert!(!narrowed.contains("listitem \"Shopping\""), "{narrowed}");
    agent.text("ui_set", json!({ "role": "checkbox", "name": "Only with an a", "value": false }));
    let again = agent.text("ui_snapshot", json!({}));
    assert_eq!(ref_of(&again, "listitem \"Shopping\""), shopping);
    notes.rows.update(|rows| rows[0].title = "Taxes 2027".into());
    assert_eq!(ref_of(&agent.text("ui_snapshot", json!({})), "listitem \"Taxes 2027\""), taxes);
}

#[test]
fn a_dead_ref_answers_what_it_was_why_it_is_gone_and_what_is_like_it() {
    let app = app();
    let agent = app.agent();
    agent.text("ui_press", json!({ "role": "button", "name": "Ask" }));
    let save = ref_of(&agent.text("ui_snapshot", json!({})), "button \"Save changes\"");
    agent.text("ui_press", json!({ "role": "button", "name": "Close" }));
    let failure = agent.fails("ui_press", json!({ "ref": save }));
    assert_eq!(
        failure,
        format!(
            "[SC0204] {save} was button \"Save changes\"; it is gone since \"Close\" was pressed. Read ui_snapshot for the refs there are now."
        )
    );
    let shopping = ref_of(&agent.text("ui_snapshot", json!({})), "button \"Delete Shopping\"");
    app.channel::<Notes>().rows.update(|rows| rows.retain(|row| row.id != 3));
    let failure = agent.fails("ui_press", json!({ "ref": shopping }));
    assert!(
        failure.contains("was button \"Delete Shopping\"; it is gone.")
            && failure.contains("Controls like it now: button \"Delete Holiday\""),
        "{failure}"
    );
    assert!(
        agent.fails("ui_press", json!({ "ref": "e999" })).starts_with("[SC0204] e999 was never given to a control.")
    );
}

#[test]
fn none_or_several_that_fit_are_listed() {
    let agent = app().agent();
    let several = agent.fails("ui_press", json!({ "role": "button", "name": "delete" }));
    assert!(
        several.starts_with("[SC0203] 3 controls are button \"delete\". Use a ref: button \"Delete Shopping\" [e"),
        "{several}"
    );
    let none = agent.fails("ui_press", json!({ "role": "button", "name": "Save" }));
    assert!(none.starts_with("[SC0202] Nothing on the screen is button \"Save\". Some that are: button"), "{none}");
    assert!(agent.fails("ui_press", json!({})).starts_with("[SC0201] No control was named."));
}

#[test]
fn a_disabled_control_and_one_for_the_person_alone_are_refused() {
    let agent = app().agent();
    assert_eq!(
        agent.fails("ui_press", json!({ "role": "button", "name": "Publish" })),
        "[SC0205] button \"Publish\" is disabled."
    );
    for tool in ["ui_press", "ui_focus"] {
        assert_eq!(
            agent.fails(tool, json!({ "role": "button", "name": "Pay" })),
            "[SC0110] button \"Pay\" is for the person alone. Ask the person to do it themselves."
        );
    }
}

#[test]
fn a_press_behind_a_modal_is_refused_naming_the_dialog() {
    let app = app();
    let agent = app.agent();
    agent.text("ui_press", json!({ "role": "button", "name": "Ask" }));
    let dialog = ref_of(&agent.text("ui_snapshot", json!({})), "dialog \"Unsaved changes\"");
    let behind = format!("is behind dialog \"Unsaved changes\" [{dialog}]. Answer it first.");
    assert_eq!(
        agent.fails("ui_press", json!({ "role": "button", "name": "New note" })),
        format!("[SC0207] button \"New note\" {behind}")
    );
    assert_eq!(
        agent.fails("ui_type", json!({ "role": "textbox", "name": "Search", "text": "x" })),
        format!("[SC0207] textbox \"Search\" {behind}")
    );
    assert_eq!(
        agent.fails("ui_focus", json!({ "role": "button", "name": "New note" })),
        format!("[SC0207] button \"New note\" {behind}")
    );
    assert_eq!(
        agent.fails("ui_set", json!({ "role": "checkbox", "name": "Only with an a", "value": true })),
        format!("[SC0207] checkbox \"Only with an a\" {behind}")
    );
    assert_eq!(app.channel::<Notes>().rows.read().len(), 3);
    let closed = agent.text("ui_press", json!({ "role": "button", "name": "Save changes" }));
    assert!(closed.contains("- - dialog \"Unsaved changes\""), "{closed}");
}

#[test]
fn typing_replaces_a_fields_text_and_submit_presses_enter() {
    let app = app();
    let agent = app.agent();
    let typed = agent.text("ui_type", json!({ "role": "textbox", "name": "Search", "text": "milk" }));
    assert!(typed.contains("~ - textbox \"Search\" value=\"milk\" [e2] (focused)"), "{typed}");
    let again = agent.text("ui_type", json!({ "ref": "e2", "text": "bread", "submit": true }));
    assert!(again.starts_with("Filled textbox \"Search\" [e2] and pressed Enter."), "{again}");
    assert!(again.contains("value=\"bread\"") && again.contains("+   - listitem \"Note 4\""), "{again}");
}

#[test]
fn a_passwords_text_is_never_told() {
    let agent = app().agent();
    let typed = agent.text("ui_type", json!({ "role": "textbox", "name": "Password", "text": "battery staple" }));
    assert!(!typed.contains("battery"), "{typed}");
    assert!(!agent.text("ui_snapshot", json!({})).contains("battery"));
}

#[test]
fn typing_into_what_is_not_editable_is_refused_naming_its_role() {
    let agent = app().agent();
    let failure = agent.fails("ui_type", json!({ "role": "button", "name": "New note", "text": "x" }));
    assert!(failure.starts_with("[SC0209] button \"New note\" is no text field; its role is button."), "{failure}");
    assert!(
        agent
            .fails("ui_type", json!({ "role": "textbox", "name": "Search" }))
            .starts_with("[SC0102] input.text is required.")
    );
}

#[test]
fn setting_a_checkbox_twice_is_setting_it_once() {
    let app = app();
    let agent = app.agent();
    let set = agent.text("ui_set", json!({ "role": "checkbox", "name": "Only with an a", "value": true }));
    assert!(set.contains("~ - checkbox \"Only with an a\" [checked]"), "{set}");
    let again = agent.text("ui_set", json!({ "role": "checkbox", "name": "Only with an a", "value": true }));
    assert!(again.contains("Nothing on the screen changed."), "{again}");
    assert!(app.channel::<Notes>().narrowed.get());
    assert!(
        agent.fails("ui_set", json!({ "role": "button", "name": "New note", "value": true })).starts_with("[SC0209]")
    );
    assert!(
        agent
            .fails("ui_set", json!({ "role": "checkbox", "name": "Only with an a", "value": "yes" }))
            .contains("must be true or false")
    );
}

#[test]
fn keys_go_where_focus_is() {
    let app = app();
    let agent = app.agent();
    agent.text("ui_focus", json!({ "role": "textbox", "name": "Search" }));
    let typed = agent.text("ui_key", json!({ "key": "h" }));
    assert!(typed.contains("value=\"h\""), "{typed}");
    let tabbed = agent.text("ui_key", json!({ "key": "Tab" }));
    assert!(tabbed.contains("textbox \"Password\" value=\"••••\" [e3] (focused)"), "{tabbed}");
    assert_eq!(app.focused().map(|control| control.name()).as_deref(), Some("Password"));
    assert!(agent.fails("ui_key", json!({ "key": "Return" })).contains("Did you mean Enter?"));
    agent.text("ui_press", json!({ "role": "button", "name": "Ask" }));
    let escaped = agent.text("ui_key", json!({ "key": "Escape" }));
    assert!(escaped.contains("- - dialog \"Unsaved changes\""), "{escaped}");
}

#[test]
fn a_control_that_is_scrolled_away_is_scrolled_to_first() {
    use scumble::prelude::*;
    use scumble_components::{button, scroll_area};
    use scumble_scene::column;
    let pressed = Signal::new(0);
    let app = scumble_testing::Harness::of(move |_| {
        let rows = (0..60).map(move |row| button(format!("Row {row}")).on_press(move |_| pressed.set(row)));
        column().height(200.0).child(scroll_area(column().children(rows)).height(200.0))
    });
    let agent = app.agent();
    agent.text("ui_press", json!({ "role": "button", "name": "Row 55" }));
    assert_eq!(pressed.get(), 55);
    agent.text("ui_scroll", json!({ "role": "button", "name": "Row 3" }));
    agent.text("ui_press", json!({ "role": "button", "name": "Row 7" }));
    assert_eq!(pressed.get(), 7);
}

#[test]
fn a_covered_control_is_refused_naming_what_lies_over_it() {
    use scumble_components::button;
    use scumble_scene::accesskit::Role;
    use scumble_scene::{column, container, stack, text};
    let app = scumble_testing::Harness::of(|_| {
        let below = column().child(button("Save").on_press(|_| {}));
        let above = container()
            .role(Role::Status)
            .label("Uploading")
            .child(text("Uploading"))
            .background(scumble_scene::ColorToken::Surface);
        stack().child(below).child(above)
    });
    let failure = app.agent().fails("ui_press", json!({ "role": "button", "name": "Save" }));
    assert!(failure.starts_with("[SC0206] button \"Save\" is covered by status \"Uploading\" [e"), "{failure}");
}

#[test]
fn a_row_is_pressed_beside_the_button_that_lies_on_it() {
    use scumble::prelude::*;
    use scumble_components::{button, list_item};
    let (opened, deleted) = (Signal::new(0), Signal::new(0));
    let app = scumble_testing::Harness::of(move |_| {
        list_item()
            .label("Shopping")
            .on_press(move |_| opened.update(|count| *count += 1))
            .child(button("Delete").on_press(move |_| deleted.update(|count| *count += 1)))
    });
    let agent = app.agent();
    agent.text("ui_press", json!({ "role": "listitem", "name": "Shopping" }));
    assert_eq!((opened.get(), deleted.get()), (1, 0));
    agent.text("ui_press", json!({ "role": "button", "name": "Delete" }));
    assert_eq!((opened.get(), deleted.get()), (1, 1));
}

#[test]
fn since_a_revision_only_the_difference_is_told() {
    let app = app();
    let agent = app.agent();
    let first = agent.text("ui_snapshot", json!({}));
    let revision: u64 = first
        .lines()
        .last()
        .and_then(|line| line.strip_prefix("revision "))
        .and_then(|number| number.parse().ok())
        .expect("the last line is the revision");
    assert_eq!(
        agent.text("ui_snapshot", json!({ "since": revision })),
        format!("Since revision {revision}: Nothing on the screen changed.\nrevision {revision}")
    );
    app.channel::<Notes>().create();
    let difference = agent.text("ui_snapshot", json!({ "since": revision }));
    assert!(difference.contains("+   - listitem \"Note 4\""), "{difference}");
    assert!(agent.fails("ui_snapshot", json!({ "since": revision + 1_000_000 })).starts_with("[SC0213]"));
}

#[test]
fn a_part_of_the_screen_is_read_by_ref_depth_and_words() {
    let app = app();
    let agent = app.agent();
    let whole = agent.text("ui_snapshot", json!({}));
    let list = ref_of(&whole, "list \"Notes\"");
    let part = agent.text("ui_snapshot", json!({ "ref": list }));
    assert!(part.starts_with("- list \"Notes\"") && !part.contains("heading"), "{part}");
    let folded = agent.text("ui_snapshot", json!({ "depth": 0 }));
    assert!(
        folded.contains(&format!("- list \"Notes\" 3 items [{list}] (folded: ui_snapshot ref {list})")),
        "{folded}"
    );
    let found = agent.text("ui_snapshot", json!({ "find": "holiday" }));
    assert!(found.contains("Holiday") && !found.contains("Shopping"), "{found}");
    assert!(
        agent
            .text("ui_snapshot", json!({ "find": "submarine" }))
            .starts_with("Nothing on the screen has \"submarine\" in it.")
    );
    let boxes = agent.text("ui_snapshot", json!({ "ref": list, "boxes": true, "depth": 0 }));
    assert!(boxes.lines().next().is_some_and(|line| line.contains(" [8,")), "{boxes}");
}

#[test]
fn a_long_screen_is_folded_to_its_size() {
    let app = app();
    let agent = app.agent();
    let text = agent.text("notes_fill", json!({ "count": 600 }));
    assert!(text.len() < 30_000);
    let outline = agent.text("ui_snapshot", json!({}));
    assert!(outline.len() <= 24_100, "{}", outline.len());
    assert!(outline.contains("- list \"Notes\" 600 items ["), "{outline}");
}

#[test]
fn waiting_ends_when_it_is_there_gone_or_still() {
    let app = app();
    let agent = app.agent();
    let notes = app.channel::<Notes>();
    let waiting = agent.start("ui_wait", json!({ "text": "note 4" }));
    app.advance(1_000.0);
    assert!(!waiting.is_answered());
    notes.create();
    app.advance(60.0);
    assert!(waiting.is_answered());
    assert!(waiting.wait().plain_text().starts_with("The text \"note 4\" is on the screen."));
    let gone = agent.start("ui_wait", json!({ "role": "listitem", "name": "Note 4", "gone": true }));
    notes.rows.update(|rows| rows.retain(|row| row.id != 4));
    app.advance(60.0);
    assert!(gone.is_answered());
    assert!(agent.text("ui_wait", json!({ "still": true })).starts_with("The screen is still."));
    assert_eq!(
        agent.fails("ui_wait", json!({ "role": "dialog", "timeoutMs": 2_000 })),
        "[SC0211] dialog did not come within 2,000 ms. Read ui_snapshot for what is there, or wait again."
    );
    assert!(agent.fails("ui_wait", json!({})).starts_with("[SC0201]"));
    assert!(
        agent
            .fails("ui_wait", json!({ "text": "x", "timeoutMs": 60_000 }))
            .starts_with("[SC0102] input.timeoutMs must be at most 30")
    );
}

#[test]
fn a_panic_behind_a_button_answers_the_press() {
    let app = app();
    let agent = app.agent();
    let failure = agent.fails("ui_press", json!({ "role": "button", "name": "Crash" }));
    assert!(failure.starts_with("[SC0104] Pressing button \"Crash\" panicked: the disk is upside down ("), "{failure}");
    assert_eq!(app.channel::<Notes>().saved.get(), 0);
    assert!(agent.text("ui_press", json!({ "role": "button", "name": "New note" })).contains("Note 4"));
}
