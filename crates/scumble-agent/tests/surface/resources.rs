//! Resources, and word of their changes.

use scumble_agent::Surface;
use scumble_channels::ChannelScope;
use scumble_protocol::{Caller, Change, Door};
use scumble_testing::Harness;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

use crate::notes::{Notes, app};

fn read(app: &Harness, uri: &str) -> Option<String> {
    let into: Rc<RefCell<Option<String>>> = Rc::default();
    let out = Rc::clone(&into);
    let reading = app.agent_side().surfaces().expect("no names clash").read(uri, &Caller::by(Door::Native));
    scumble_reactive::spawn(async move {
        *out.borrow_mut() = reading.await.and_then(Result::ok).map(|contents| contents.text)
    });
    scumble_reactive::host::run_until_idle();
    into.take()
}

#[test]
fn views_the_screen_and_the_log_can_be_read_by_their_addresses() {
    let app = app();
    let uris: Vec<String> = app
        .agent_side()
        .surfaces()
        .expect("no names clash")
        .resources()
        .into_iter()
        .map(|resource| resource.uri)
        .collect();
    assert_eq!(uris, ["scumble://notes/view", "scumble://screen", "scumble://activity"]);
    let view: Value =
        serde_json::from_str(&read(&app, "scumble://notes/view").unwrap_or_default()).expect("a view is JSON");
    assert_eq!((view["rows"].as_array().map(Vec::len), view.get("session")), (Some(3), None));
    assert_eq!(read(&app, "scumble://screen"), Some(app.screen()));
    app.agent().call("notes_create", json!({}));
    assert!(read(&app, "scumble://activity").is_some_and(|log| log.contains(" notes_create 2 B ok ")));
    assert_eq!(read(&app, "scumble://nothing"), None);
}

#[test]
fn changes_are_told_after_they_settled_and_at_most_four_times_a_second() {
    let app = app();
    let notes = app.channel::<Notes>();
    let told: Rc<RefCell<Vec<Change>>> = Rc::default();
    let into = Rc::clone(&told);
    let surfaces = app.agent_side().surfaces().expect("no names clash");
    let listening = surfaces.listen(Rc::new(move |change| into.borrow_mut().push(change)));
    let views =
        || told.borrow().iter().filter(|change| **change == Change::Updated("scumble://notes/view".into())).count();
    notes.create();
    assert_eq!(views(), 1);
    for _ in 0..10 {
        notes.create();
    }
    assert_eq!(views(), 1);
    app.advance(249.0);
    assert_eq!(views(), 1);
    app.advance(1.0);
    assert_eq!(views(), 2, "the last change is always told");
    app.advance(1_000.0);
    assert_eq!(views(), 2);
    drop(listening);
    notes.create();
    app.advance(1_000.0);
    assert_eq!(views(), 2);
}

#[test]
fn a_call_does_not_wait_for_word_of_its_changes() {
    let app = app();
    let surfaces = app.agent_side().surfaces().expect("no names clash");
    let _listening = surfaces.listen(Rc::new(|_| {}));
    app.agent().call("notes_create", json!({}));
    assert!(app.agent().start("notes_create", json!({})).is_answered());
}

#[test]
fn a_channel_nobody_shows_tells_of_its_changes_too() {
    let app = Harness::of_channels(
        |scope| vec![scumble_channels::Served::new(scope, Notes::open_local())],
        |_| scumble_scene::column(),
        |agent, scope| {
            agent.offer(scope.try_channel::<Notes>().expect("it is served"));
        },
    );
    let told = Rc::new(RefCell::new(0));
    let into = Rc::clone(&told);
    let surfaces = app.agent_side().surfaces().expect("no names clash");
    let _listening = surfaces.listen(Rc::new(move |change| {
        if change == Change::Updated("scumble://notes/view".into()) {
            *into.borrow_mut() += 1;
        }
    }));
    app.channel::<Notes>().create();
    assert_eq!(*told.borrow(), 1);
}

#[test]
fn a_view_keeps_its_version_until_something_an_agent_may_see_is_written() {
    let app = app();
    let notes = app.channel::<Notes>();
    let surfaces = app.agent_side().surfaces().expect("no names clash");
    let before = surfaces.version("notes_view");
    assert!(before.is_some());
    notes.session.set("another".into());
    assert_eq!(surfaces.version("notes_view"), before, "a hidden key is no news");
    notes.create();
    assert_ne!(surfaces.version("notes_view"), before);
    assert_eq!(surfaces.version("notes_create"), None, "a command does not read");
    assert_eq!(surfaces.version("ui_snapshot"), None);
    assert_eq!(surfaces.version("nothing"), None);
}

#[test]
fn an_answer_given_again_is_a_call_like_any_other_to_the_log() {
    let app = app();
    let surfaces = app.agent_side().surfaces().expect("no names clash");
    assert!(surfaces.answered_again(&Caller::by(Door::WebMcp), "notes_view", 2));
    let lines = surfaces.activity().lines();
    let line = lines.last().expect("it was noted");
    assert_eq!((line.tool.as_str(), line.argument_bytes, line.outcome.as_str()), ("notes_view", 2, "ok"));
}
