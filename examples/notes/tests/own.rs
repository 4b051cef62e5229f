//! What the application offers of its own, as an agent has it.

use std::cell::Cell;
use std::rc::Rc;

use notes::app;
use scumble_protocol::{Block, Change};
use scumble_testing::Harness;
use serde_json::json;

#[test]
fn notes_are_found_and_read_whole_and_the_person_sees_nothing_of_it() {
    let app = Harness::new(app());
    let (agent, before) = (app.agent(), app.screen());
    let (call, told) = agent.start_told("find_notes", json!({ "words": "harz train" }));
    let found = call.wait().value.expect("what was found");
    assert_eq!((found["notes"].as_array().map(Vec::len), &found["more"]), (Some(1), &json!(0)));
    assert!(found["notes"][0]["body"].as_str().is_some_and(|body| body.ends_with("the key to the hut.")), "{found}");
    assert_eq!(told.borrow().iter().map(|(at, ..)| *at).collect::<Vec<_>>(), [10.0, 20.0, 30.0, 40.0]);
    assert_eq!(told.borrow()[0].2, "1 found in 10 of 40 notes");
    assert_eq!(app.screen(), before);
}

#[test]
fn no_more_notes_are_given_than_were_asked_for() {
    let app = Harness::new(app());
    let count = |more: serde_json::Value| {
        let found = app.agent().value("find_notes", more);
        (found["notes"].as_array().map_or(0, Vec::len), found["more"].as_u64().unwrap_or_default())
    };
    let (usual, more) = count(json!({ "words": "the" }));
    assert_eq!(usual, 5);
    assert_eq!(count(json!({ "words": "the", "at_most": 2 })), (2, more + 3));
    assert_eq!(count(json!({ "words": "the", "at_most": 100 })), (5 + usize::try_from(more).unwrap_or(0), 0));
    assert_eq!(
        app.agent().fails("find_notes", json!({ "words": " " })),
        "[SC0103] find_notes failed: There is no word to look for. Give at least one, or read notes_view for the titles of \
         all notes."
    );
}

#[test]
fn the_open_note_is_a_document_that_is_followed() {
    let app = Harness::new(app());
    let agent = app.agent();
    assert_eq!(agent.read("notes://open").text, "No note is open.\n");
    let told = Rc::new(Cell::new(0));
    let into = Rc::clone(&told);
    let _listening = agent.listen(move |change| {
        if change == Change::Updated("notes://open".into()) {
            into.set(into.get() + 1);
        }
    });
    agent.call("notes_search", json!({ "query": "harz" }));
    app.advance(1_000.0);
    assert_eq!(told.get(), 0, "what it holds is the same");
    agent.call("notes_create", json!({}));
    app.advance(1_000.0);
    agent.call("notes_set_body", json!({ "body": "Tea" }));
    app.advance(1_000.0);
    assert_eq!(told.get(), 2);
    assert_eq!(agent.read("notes://open").text, "# Untitled\n\nTea\n");
}

#[test]
fn a_note_is_begun_by_a_prompt() {
    let app = Harness::new(app());
    let agent = app.agent();
    let listed = agent.prompts().remove(0);
    assert_eq!((listed.name.as_str(), listed.arguments.len()), ("draft_note", 2));
    let said = |arguments| match agent.prompt("draft_note", arguments) {
        Ok(mut messages) => match messages.remove(0).content {
            Block::Text(text) => text,
            other => panic!("{other:?}"),
        },
        Err(sentence) => sentence,
    };
    let text = said(json!({ "about": "bread", "length": "page" }));
    assert!(text.starts_with("Write a new note about this: bread\n") && text.contains("at most a page"), "{text}");
    // Every tool it names is there.
    for tool in ["find_notes", "notes_create", "notes_set_title", "notes_set_body"] {
        assert!(text.contains(tool), "{tool}");
        let _ = agent.tool(tool);
    }
    assert_eq!(
        said(json!({ "about": "bread", "length": "book" })),
        "[SC0102] input.length must be one of \"short\", \"page\"."
    );
}
