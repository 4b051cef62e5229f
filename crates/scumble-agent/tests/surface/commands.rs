//! "A command call, step by step": from arguments to an answer.

use scumble_protocol::{AgentDocument, Caller, Door, lower_mcp, lower_webmcp};
use serde_json::{Value, json};

use crate::notes::{Notes, app};

#[test]
fn a_channel_offers_its_view_and_every_command_an_agent_may_send() {
    let app = app();
    let tools = app.agent().tools();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "notes_view",
            "notes_create",
            "notes_rename",
            "notes_delete",
            "notes_attach",
            "notes_save",
            "notes_refresh",
            "notes_poke",
            "notes_crash",
            "notes_crash_later",
            "notes_measure",
            "notes_fill",
            "ui_snapshot",
            "ui_press",
            "ui_type",
            "ui_set",
            "ui_focus",
            "ui_key",
            "ui_scroll",
            "ui_wait",
            "tokens_view",
            "render_frame",
        ]
    );
    for tool in &tools {
        assert!(!tool.description.is_empty() && !tool.title.is_empty(), "{}", tool.name);
        assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
        assert_eq!(tool.annotations.destructive.is_none(), tool.annotations.read_only, "{}", tool.name);
    }
}

#[test]
fn docs_become_descriptions_and_options_become_hints() {
    let agent = app().agent();
    let delete = agent.tool("notes_delete");
    assert!(
        delete.description.starts_with("Delete a note for good.\n\nThe person is asked to approve it before it runs."),
        "{}",
        delete.description
    );
    assert_eq!((delete.annotations.destructive, delete.annotations.idempotent), (Some(true), false));
    assert_eq!(delete.input_schema["properties"]["id"]["description"], "Which note.");
    let rename = agent.tool("notes_rename");
    assert_eq!((rename.annotations.destructive, rename.annotations.idempotent), (Some(false), true));
    let view = agent.tool("notes_view");
    assert!(view.annotations.read_only && view.annotations.untrusted);
    assert!(
        view.description
            .starts_with("What notes holds now.\n\nNotes the person keeps.\n\n- rows: Every note, newest first."),
        "{}",
        view.description
    );
    let schema = view.output_schema.unwrap_or_default();
    assert_eq!(schema["properties"]["rows"]["type"], "array");
    assert_eq!(schema.get("required"), None);
}

#[test]
fn what_is_hidden_is_nowhere_and_a_secret_shows_only_that_it_is_set() {
    let agent = app().agent();
    let everything = format!("{:?} {:?}", agent.tools(), agent.call("notes_view", json!({})));
    for hidden in ["hush", "session", "caret_moved", "t0ps3cret"] {
        assert!(!everything.contains(hidden), "{hidden}");
    }
    assert_eq!(agent.value("notes_view", json!({ "key": "token" })), json!({ "token": { "set": true } }));
    assert!(
        agent
            .fails("notes_caret_moved", json!({ "at": 1 }))
            .starts_with("[SC0101] There is no tool called notes_caret_moved.")
    );
    assert!(agent.fails("notes_view", json!({ "key": "session" })).starts_with("[SC0102] input.key must be one of"));
}

#[test]
fn a_view_answers_one_lead_line_and_compact_json() {
    let answer = app().agent().call("notes_view", json!({}));
    let text = answer.plain_text();
    let (lead, data) = text.split_once('\n').unwrap_or_default();
    assert_eq!(lead, "What notes holds:");
    assert_eq!(serde_json::from_str::<Value>(data).ok(), answer.value);
    assert!(answer.status.is_empty());
}

#[test]
fn a_command_answers_the_view_it_made_and_what_it_returned() {
    let app = app();
    let answer = app.agent().call("notes_create", json!({}));
    let value = answer.value.clone().unwrap_or_default();
    assert_eq!(value["rows"][0], json!({ "id": 4, "title": "Note 4" }));
    assert_eq!(value["open"], 4);
    assert_eq!(answer.status.returned, Some(json!(4)));
    assert!(answer.plain_text().starts_with("Sent create to notes, which now holds:\n{"));
    assert!(app.screen().contains("- listitem \"Note 4\""), "{}", app.screen());
    let mcp = lower_mcp(&answer);
    assert_eq!(mcp["structuredContent"]["$"]["returned"], 4);
    assert_eq!(lower_webmcp(&answer)["rows"][0]["id"], 4);
}

#[test]
fn a_synchronous_command_is_answered_without_any_time_passing() {
    let app = app();
    let before = scumble_reactive::now();
    assert!(app.agent().start("notes_create", json!({})).is_answered());
    assert_eq!(scumble_reactive::now(), before);
}

#[test]
fn wrong_arguments_are_a_sentence_and_nothing_is_sent() {
    let app = app();
    let agent = app.agent();
    let check = |arguments: Value, expected: &str| {
        assert_eq!(agent.fails("notes_rename", arguments), format!("[SC0102] {expected}"))
    };
    check(json!({ "id": 1, "title": 3 }), "input.title must be a string, not number 3.");
    check(json!({ "id": 1 }), "input.title is required.");
    check(json!([1]), "input must be an object, not an array.");
    let unexpected = agent.fails("notes_rename", json!({ "id": 1, "title": "x", "colour": "red" }));
    assert!(unexpected.contains("input.colour is not expected; the fields are id, title."), "{unexpected}");
    assert!(agent.fails("notes_attach", json!({ "name": "a", "bytes": "%%%" })).contains("base64"));
    assert_eq!(app.channel::<Notes>().rows.read()[2].title, "Taxes");
    assert_eq!(app.channel::<Notes>().attached.get(), 0);
}

#[test]
fn bytes_arrive_as_bytes() {
    let app = app();
    assert_eq!(app.agent().value("notes_attach", json!({ "name": "a.bin", "bytes": "AAECAw==" }))["attached"], 4);
    assert!(app.screen().contains("- status \"Something is attached.\""), "{}", app.screen());
}

#[test]
fn an_error_of_a_command_is_a_failure_with_its_sentence() {
    let answer = app().agent().call("notes_rename", json!({ "id": 77, "title": "x" }));
    assert_eq!(
        answer.error.as_ref().map(|error| error.message.as_str()),
        Some("notes.rename failed: there is no note 77.")
    );
    let mcp = lower_mcp(&answer);
    assert_eq!((mcp["isError"].as_bool(), mcp.get("structuredContent")), (Some(true), None));
    assert_eq!(lower_webmcp(&answer)["error"]["code"], "SC0103");
}

#[test]
fn an_asynchronous_command_is_answered_once_it_has_resolved() {
    let app = app();
    let call = app.agent().start("notes_save", json!({ "ms": 1_000 }));
    assert!(!call.is_answered());
    app.advance(999.0);
    assert!(!call.is_answered());
    app.advance(1.0);
    assert!(call.is_answered());
    assert_eq!(call.wait().value.map(|value| value["saved"].clone()), Some(json!(1)));
    assert_eq!(
        app.agent().fails("notes_save", json!({ "ms": 10, "refuse": true })),
        "[SC0103] notes.save failed: the server is full."
    );
}

#[test]
fn what_a_command_starts_is_waited_for() {
    let value = app().agent().value("notes_refresh", json!({}));
    assert_eq!(value["rows"][3]["title"], "From the server");
}

#[test]
fn past_the_deadline_the_answer_is_a_success_that_says_what_is_running() {
    let app = app();
    let agent = app.agent();
    let answer = agent.call("notes_save", json!({ "ms": 60_000 }));
    assert!(!answer.is_error());
    assert_eq!(answer.status.running, ["save"]);
    assert!(answer.plain_text().starts_with("Sent save to notes; it is still running. So far notes holds:"));
    assert_eq!(lower_mcp(&answer)["structuredContent"]["$"]["running"], json!(["save"]));
    app.advance(60_000.0);
    assert_eq!(app.channel::<Notes>().saved.get(), 1, "it went on");
}

#[test]
fn a_task_that_fails_after_its_answer_is_told_in_the_next_one_to_whom_it_concerns() {
    let app = app();
    let agent = app.agent();
    assert_eq!(agent.call("notes_save", json!({ "ms": 20_000, "refuse": true })).status.running, ["save"]);
    app.advance(20_000.0);
    let stranger = agent.with_caller(Caller { number: 2, ..Caller::by(Door::Mcp) });
    assert_eq!(stranger.call("notes_view", json!({})).status.notes, Vec::<String>::new());
    assert_eq!(
        agent.call("notes_view", json!({})).status.notes,
        ["notes.save has failed after its answer: notes.save failed: the server is full."]
    );
    assert_eq!(agent.call("notes_view", json!({})).status.notes, Vec::<String>::new());
}

#[test]
fn a_cancelled_call_ends_its_task() {
    let app = app();
    let call = app.agent().start("notes_save", json!({ "ms": 500 }));
    app.advance(100.0);
    call.cancel();
    assert_eq!(call.wait().error.map(|error| error.code), Some("SC0105".into()));
    app.advance(1_000.0);
    assert_eq!(app.channel::<Notes>().saved.get(), 0);
}

#[test]
fn a_command_that_settles_quietly_is_waited_for_until_its_view_is_still() {
    let app = app();
    let notes = app.channel::<Notes>();
    let call = app.agent().start("notes_poke", json!({}));
    app.advance(120.0);
    notes.saved.set(7);
    assert!(!call.is_answered());
    app.advance(100.0);
    assert!(call.is_answered());
    assert_eq!(call.wait().value.map(|value| value["saved"].clone()), Some(json!(7)));
    let unmoved = app.agent().start("notes_poke", json!({}));
    app.advance(990.0);
    assert!(!unmoved.is_answered());
    app.advance(60.0);
    assert!(unmoved.is_answered(), "at most a second is waited for a view that never changes");
}

#[test]
fn a_panic_answers_its_call_and_leaves_the_values_from_before_it() {
    let app = app();
    let agent = app.agent();
    let failure = agent.fails("notes_crash", json!({}));
    assert!(failure.starts_with("[SC0104] notes.crash panicked: the disk is upside down ("), "{failure}");
    assert!(failure.contains("notes.rs:"), "{failure}");
    assert_eq!(app.channel::<Notes>().saved.get(), 0);
    assert!(agent.fails("notes_crash_later", json!({})).contains("the disk fell over"));
    assert_eq!(agent.value("notes_create", json!({}))["open"], 4);
}

#[test]
fn a_number_json_cannot_carry_is_an_error_and_not_null() {
    let agent = app().agent();
    let failure = agent.fails("notes_measure", json!({}));
    assert!(failure.starts_with("[SC0106]") && failure.contains("ratio"), "{failure}");
}

#[test]
fn an_answer_stays_within_its_size_and_says_how_to_read_the_rest() {
    let app = app();
    let agent = app.agent();
    let answer = agent.call("notes_fill", json!({ "count": 1_000 }));
    let value = answer.value.clone().unwrap_or_default();
    assert_eq!((value.get("rows"), value["saved"].clone()), (None, json!(0)));
    let omitted = answer.status.omitted["rows"].as_str().unwrap_or_default();
    assert!(
        omitted.starts_with("1,000 items, ") && omitted.ends_with("notes_view with key \"rows\", offset, limit"),
        "{omitted}"
    );
    assert!(lower_mcp(&answer).to_string().len() < 30_000);

    let mut offset = 0;
    let mut read = 0;
    loop {
        let part = agent.call("notes_view", json!({ "key": "rows", "offset": offset }));
        let rows = part.value.as_ref().and_then(|value| value["rows"].as_array()).map_or(0, Vec::len);
        assert!(rows > 0 && part.value.clone().unwrap_or_default().to_string().len() <= 24_100);
        read += rows;
        match part.status.omitted.get("rows") {
            Some(rest) if rest.as_str().is_some_and(|rest| rest.contains("shows what follows")) => offset += rows,
            _ => break,
        }
    }
    assert_eq!(read, 1_000);
    let three = agent.call("notes_view", json!({ "key": "rows", "offset": 10, "limit": 3 }));
    assert_eq!(three.value.map(|value| value["rows"][0]["id"].clone()), Some(json!(11)));
    assert!(agent.fails("notes_view", json!({ "offset": 3 })).contains("no key was named"));
}

#[test]
fn every_call_leaves_one_line_in_the_activity_log() {
    let app = app();
    let agent = app.agent();
    let _: AgentDocument = agent.call("notes_create", json!({}));
    let _ = agent.fails("notes_rename", json!({}));
    let _ = agent.fails("nobody", json!({}));
    let lines = app.agent_side().activity().lines();
    let said: Vec<(&str, &str)> = lines.iter().map(|line| (line.tool.as_str(), line.outcome.as_str())).collect();
    assert_eq!(said, [("notes_create", "ok"), ("notes_rename", "SC0102"), ("nobody", "SC0101")]);
    assert!(lines[0].revision_after > lines[0].revision_before);
}
