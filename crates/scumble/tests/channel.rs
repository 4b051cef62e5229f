//! A channel read, sent to, kept and found, as an agent's side and a host do it.

mod fixture;

use std::rc::Rc;

use fixture::{NoteId, NoteRow, Notes, Order, SEEN};
use scumble::__private::channels::{
    self, CommandError, Dispatch, Failure, Returned, Served, Visibility, agent_call, check_served,
};
use scumble::__private::reactive::{CallScope, host};
use scumble::prelude::*;
use scumble::{ClientInfo, Door};
use serde_json::{Map, Value, json};

/// Runs `f` with a channel in a scope of its own.
fn with_notes(f: impl FnOnce(Notes)) {
    let scope = Scope::root();
    let notes = scope.run(Notes::open_local);
    f(notes);
    scope.dispose();
}

fn arguments(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => panic!("arguments are an object, not {other}"),
    }
}

/// Validates and sends a command that answers at once.
fn send(notes: Notes, command: &str, value: Value) -> Returned {
    let contract = Notes::contract();
    let described = contract.command(command).expect("a known command");
    channels::validate(&described.input, &value).map_err(CommandError::Arguments)?;
    match notes.dispatch(command, arguments(value)) {
        Dispatch::Done(returned) => returned,
        Dispatch::Later(_) => panic!("{command} did not answer at once"),
        Dispatch::Unknown => panic!("{command} is unknown"),
    }
}

fn agent() -> CallScope {
    let client = ClientInfo { name: "Test agent".into(), version: "1".into() };
    agent_call(Caller { client: Some(client), ..Caller::by(Door::Native) }, None)
}

#[test]
fn the_contract_says_what_an_author_wrote() {
    let contract = Notes::contract();
    assert_eq!((contract.name, contract.description), ("notes", "Notes the person keeps."));
    let keys: Vec<_> = contract.keys.iter().map(|key| (key.name, key.visibility, key.is_list, key.untrusted)).collect();
    assert_eq!(
        keys,
        [
            ("rows", Visibility::Shown, true, false),
            ("open", Visibility::Shown, false, false),
            ("order", Visibility::Shown, false, false),
            ("comments", Visibility::Shown, true, true),
            ("session", Visibility::Hidden, false, false),
            ("sync_token", Visibility::Secret, false, false),
            ("zoom", Visibility::Shown, false, false),
        ]
    );
    let names: Vec<_> = contract.commands.iter().map(|command| command.name).collect();
    assert_eq!(names, ["create", "rename", "place", "attach", "delete", "wipe", "save", "who", "zoom_to", "measure"]);
    let delete = contract.command("delete").expect("is there");
    assert_eq!(delete.description, "Delete a note for good.");
    assert!(delete.destructive && delete.confirm && !delete.idempotent && !delete.settles_quiet);
    assert!(contract.command("zoom_to").expect("is there").settles_quiet);
    assert!(contract.command("save").expect("is there").idempotent);
    assert!(contract.command("caret_moved").is_none());
    assert!(contract.key("session").is_none());
}

#[test]
fn arguments_are_described_by_types_and_doc_comments() {
    let contract = Notes::contract();
    let input = |name: &str| contract.command(name).expect("is there").input.clone();
    assert_eq!(
        input("rename"),
        json!({
            "type": "object",
            "properties": {
                "id": { "description": "Which note.", "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32 },
                "title": { "type": "string", "description": "The new title." },
                "pinned": { "type": "number", "description": "Also pins it, at that time." },
            },
            "required": ["id", "title"],
            "additionalProperties": false,
        })
    );
    assert_eq!(
        input("attach")["properties"]["bytes"],
        json!({
            "type": "string",
            "contentEncoding": "base64",
            "x-scumble-binary": "uint8",
            "description": "What is in it.",
        })
    );
    assert_eq!(input("create"), json!({ "type": "object", "properties": {}, "additionalProperties": false }));
    let order: Vec<_> = input("rename")["properties"].as_object().expect("fields").keys().cloned().collect();
    assert_eq!(order, ["id", "title", "pinned"]);
}

#[test]
fn the_view_schema_has_no_hidden_key_and_requires_nothing() {
    let schema = Notes::contract().view_schema();
    let properties = schema["properties"].as_object().expect("fields");
    let names: Vec<_> = properties.keys().map(String::as_str).collect();
    assert_eq!(names, ["rows", "open", "order", "comments", "sync_token", "zoom"]);
    assert_eq!(properties["rows"]["description"], "Every note, newest first.");
    assert_eq!(properties["rows"]["items"]["properties"]["title"]["description"], "Its title.");
    assert_eq!(properties["open"]["type"], "object");
    assert_eq!(properties["order"]["enum"], json!(["newest", "title"]));
    assert_eq!(properties["sync_token"]["properties"], json!({ "set": { "type": "boolean" } }));
    let text = schema.to_string();
    for absent in ["required", "additionalProperties", "null", "session", "format"] {
        assert!(!text.contains(absent), "{absent} is in {text}");
    }
}

#[test]
fn the_view_leaves_out_what_is_hidden_secret_or_absent() {
    with_notes(|notes| {
        notes.create();
        notes.open.set(None);
        let view = Value::Object(notes.view().expect("can be shown"));
        assert_eq!(
            view,
            json!({
                "rows": [{ "id": 1, "title": "" }],
                "order": "newest",
                "comments": [],
                "sync_token": { "set": true },
                "zoom": 1.0,
            })
        );
        notes.sync_token.set(None);
        assert_eq!(notes.view_key("sync_token"), Some(Ok(json!({ "set": false }))));
        assert_eq!(notes.view_key("open"), Some(Ok(Value::Null)));
        assert_eq!(notes.view_key("session"), None);
        assert_eq!(notes.view_key("nothing"), None);
        let whole = Notes::contract().view_schema();
        channels::validate(&whole, &Value::Object(notes.view().expect("can be shown"))).expect("fits its schema");
    });
}

#[test]
fn a_number_json_cannot_carry_is_an_error_that_names_the_key() {
    with_notes(|notes| {
        notes.zoom.set(f64::NAN);
        assert_eq!(
            notes.view(),
            Err("The key zoom of notes cannot be shown: it is NaN, which JSON cannot carry.".into())
        );
        assert_eq!(
            send(notes, "measure", json!({})),
            Err(CommandError::Answer(
                "The command ran, but its answer cannot be shown: it is NaN, which JSON cannot carry.".into()
            ))
        );
    });
}

#[test]
fn the_revision_grows_with_what_an_agent_can_see() {
    with_notes(|notes| {
        let before = notes.view_revision();
        notes.session.set("another".into());
        assert_eq!(notes.view_revision(), before);
        notes.create();
        assert!(notes.view_revision() > before);
    });
}

#[test]
fn commands_answer_what_their_methods_return() {
    with_notes(|notes| {
        assert_eq!(send(notes, "create", json!({})), Ok(Some(json!(1))));
        assert_eq!(send(notes, "rename", json!({ "id": 1, "title": "Hello" })), Ok(None));
        assert_eq!(notes.rows.peek()[0].title, "Hello");
        assert_eq!(
            send(notes, "rename", json!({ "id": 7, "title": "Hello" })),
            Err(CommandError::Failed(Failure { message: "There is no note 7.".into(), ..Failure::default() }))
        );
        assert_eq!(send(notes, "who", json!({})), Ok(None));
        notes.create();
        assert_eq!(send(notes, "place", json!({ "id": 2, "place": { "to": "after", "id": 1 } })), Ok(Some(json!(2))));
        assert_eq!(
            send(notes, "place", json!({ "id": 2, "place": { "to": "bottom" } })),
            Err(CommandError::Arguments("input.place.to must be one of \"top\", \"after\".".into()))
        );
    });
}

#[test]
fn an_integer_may_be_written_with_a_point() {
    with_notes(|notes| {
        notes.create();
        assert_eq!(send(notes, "rename", json!({ "id": 1.0, "title": "x", "pinned": 2.0 })), Ok(None));
        assert_eq!(notes.rows.peek()[0].pinned, Some(2.0));
    });
}

#[test]
fn bytes_are_decoded_before_the_command_runs() {
    with_notes(|notes| {
        let sent = json!({ "name": "a.txt", "bytes": "aGk=", "curve": "AACAPw==" });
        assert_eq!(send(notes, "attach", sent), Ok(Some(json!(1))));
        assert_eq!(notes.files.with(|files| files["a.txt"].clone()), b"hi");
        assert_eq!(
            send(notes, "attach", json!({ "name": "a.txt", "bytes": "a b" })),
            Err(CommandError::Arguments("input.bytes is not base64: character 2 is ' '.".into()))
        );
        assert_eq!(
            send(notes, "attach", json!({ "name": "a.txt", "bytes": "", "curve": "AAA=" })),
            Err(CommandError::Arguments(
                "input.curve must hold whole float32 values of 4 bytes each, not 2 bytes.".into()
            ))
        );
    });
}

#[test]
fn a_hidden_command_cannot_be_sent_and_can_be_called() {
    with_notes(|notes| {
        assert!(matches!(notes.dispatch("caret_moved", Map::new()), Dispatch::Unknown));
        assert!(matches!(notes.dispatch("at", Map::new()), Dispatch::Unknown));
        let total = std::cell::Cell::new(0);
        notes.caret_moved(&[1, 2], |at| total.set(total.get() + at));
        assert_eq!(total.get(), 3);
    });
}

#[test]
fn effects_run_once_for_all_that_a_command_writes() {
    let scope = Scope::root();
    let notes = scope.run(Notes::open_local);
    let runs = Rc::new(std::cell::Cell::new(0));
    let counted = Rc::clone(&runs);
    scope.run(|| {
        effect(move || {
            let _ = (notes.rows.read(), notes.open.read());
            counted.set(counted.get() + 1);
        });
    });
    notes.create();
    assert_eq!(runs.get(), 2);
    scope.dispose();
}

#[test]
fn an_async_command_answers_later_and_knows_its_caller_after_an_await() {
    with_notes(|notes| {
        SEEN.with(|seen| seen.borrow_mut().clear());
        let answer = Rc::new(std::cell::RefCell::new(Vec::new()));
        let call = agent();
        for revision in [Value::Null, json!(3), json!(0)] {
            let answer = Rc::clone(&answer);
            call.enter(|| {
                let mut given = Map::new();
                if !revision.is_null() {
                    given.insert("revision".into(), revision);
                }
                let Dispatch::Later(future) = notes.dispatch("save", given) else { panic!("save is async") };
                spawn(async move {
                    let returned = future.await;
                    answer.borrow_mut().push(returned);
                });
            });
        }
        host::run_until_idle();
        assert!(answer.borrow().is_empty());
        host::fire_timers(scumble::now() + 1000.0);
        host::run_until_idle();
        assert!(call.is_idle());
        let locked = Failure {
            message: "The notes are locked.".into(),
            code: Some("LOCKED".into()),
            fix: Some("Wait a minute and save again.".into()),
            docs: None,
        };
        assert_eq!(
            *answer.borrow(),
            [Ok(Some(json!("saved"))), Ok(Some(json!("saved 3"))), Err(CommandError::Failed(locked))]
        );
        SEEN.with(|seen| assert_eq!(*seen.borrow(), vec![Some("Test agent".to_owned()); 3]));
    });
}

#[test]
fn the_caller_is_the_agent_in_its_call_and_nobody_outside() {
    with_notes(|notes| {
        assert_eq!(notes.who(), None);
        assert_eq!(agent().enter(|| notes.who()), Some("Test agent".into()));
    });
}

#[test]
fn a_snapshot_restores_everything_and_names_what_no_longer_fits() {
    let scope = Scope::root();
    let served = scope.run(|| Served::new(scope, Notes::open_local()));
    let notes = scope.channel::<Notes>();
    notes.create();
    notes.order.set(Order::Title);
    let mut kept = served.snapshot(false);
    assert_eq!(kept["session"], "s3ss10n");
    assert_eq!(kept["sync_token"], "t0ken");
    scope.dispose();

    let scope = Scope::root();
    let served = scope.run(|| Served::new(scope, Notes::open_local()));
    let notes = scope.channel::<Notes>();
    kept["zoom"] = json!("large");
    assert_eq!(served.restore(&kept), ["zoom"]);
    assert_eq!(*notes.rows.peek(), [NoteRow { id: NoteId(1), title: String::new(), pinned: None }]);
    assert_eq!(notes.order.get(), Order::Title);
    assert_eq!(notes.zoom.get(), 1.0);
    assert_eq!(served.name(), "notes");
    assert!(served.any().downcast_ref::<Notes>().is_some());
    scope.dispose();
}

#[test]
fn the_last_settled_values_are_those_from_before_a_command_that_panicked() {
    with_notes(|notes| {
        notes.create();
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            batch(|| {
                notes.rows.set(Vec::new());
                panic!("half way");
            });
        }));
        assert!(caught.is_err());
        assert_eq!(notes.snapshot(true)["rows"].as_array().map(Vec::len), Some(1));
    });
}

#[test]
fn a_channel_is_found_below_where_it_is_served_and_nowhere_else() {
    let scope = Scope::root();
    scope.run(|| Served::new(scope, Notes::open_local()));
    assert!(scope.child().try_channel::<Notes>().is_some());
    let elsewhere = Scope::root();
    let caught = std::panic::catch_unwind(|| elsewhere.channel::<Notes>());
    let message = *caught.err().expect("panics").downcast::<String>().expect("a sentence");
    assert_eq!(
        message,
        "The channel notes is not served here. Add it to `channels: […]` of `app!`, or provide one to this scope."
    );
    scope.dispose();
}

#[test]
fn serving_a_channel_twice_is_refused() {
    let scope = Scope::root();
    let twice: Vec<Served> = scope.run(|| (0..2).map(|_| Served::new(scope, Notes::open_local())).collect());
    let sentence = check_served(&twice).expect_err("is refused");
    assert!(sentence.starts_with("The channel notes is served twice."), "{sentence}");
    check_served(&twice[..1]).expect("once is fine");
    scope.dispose();
}
