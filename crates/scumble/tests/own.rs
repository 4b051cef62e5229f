//! An application's own tools, resources and prompts, by the attributes, as an agent has them.

mod fixture;

use std::cell::RefCell;
use std::rc::Rc;

use fixture::Notes;
use scumble_protocol::{Block, Change, Contents};
use scumble_testing::Harness;
use serde_json::{Value, json};

mod ui {
    use scumble::prelude::*;
    use scumble::scene::text;

    /// Nothing to see.
    #[component]
    pub(super) fn Screen() -> impl IntoElement {
        text("Notes")
    }
}

mod offered {
    use scumble::Refused;
    use scumble::prelude::*;

    use crate::fixture::{NoteRow, Notes, Order, SaveError};

    /// What a week came to.
    #[data]
    pub(super) struct Week {
        /// How many notes there are.
        notes: usize,
        /// What was left out.
        skipped: Option<String>,
        /// The mean length.
        mean: f64,
    }

    /// Sum up a week. Safe to call freely.
    #[tool(read)]
    pub(super) async fn week_summary(
        cx: ToolCx<'_>,
        /// Which week of the year.
        week: u8,
        /// Leave this word out.
        without: Option<String>,
    ) -> Result<Week, SaveError> {
        let notes = cx.channel::<Notes>();
        cx.progress((1, 2), "reading notes");
        sleep(100.0).await;
        cx.progress(1.0, "summing up");
        if week == 0 {
            return Err(SaveError::Locked);
        }
        Ok(Week { notes: notes.rows.peek().len(), skipped: without, mean: if week == 53 { f64::NAN } else { 1.5 } })
    }

    /// Create several notes at once.
    #[tool(idempotent)]
    pub(super) fn fill(
        cx: ToolCx<'_>,
        /// Their titles.
        titles: Vec<String>,
    ) -> String {
        let notes = cx.channel::<Notes>();
        for title in &titles {
            let id = notes.create();
            let renamed = notes.rename(id, title.clone(), None);
            assert!(renamed.is_ok(), "it was created just now");
        }
        format!("{} asks for {}", cx.caller().display_name(), titles.join(", "))
    }

    /// Empty the list, whatever is in it.
    #[tool(destructive, confirm)]
    pub(super) fn clear_list(
        cx: ToolCx<'_>,
        /// Why.
        reason: String,
    ) {
        drop(reason);
        cx.channel::<Notes>().rows.set(Vec::new());
    }

    /// Keep only the first notes.
    #[tool(destructive)]
    pub(super) async fn keep_first(
        cx: ToolCx<'_>,
        /// How many to keep.
        count: usize,
    ) -> Result<usize, Refused> {
        let notes = cx.channel::<Notes>();
        let surplus = notes.rows.peek().len().saturating_sub(count);
        if surplus > 1 {
            cx.confirm(&format!("{surplus} notes are thrown away.")).await?;
        }
        notes.rows.update(|rows| rows.truncate(count));
        Ok(surplus)
    }

    /// A report put together by hand.
    #[tool(read, untrusted)]
    pub(super) fn report(
        /// How many lines.
        lines: usize,
    ) -> AgentDocument {
        AgentDocument::new().markdown("# Report\n".repeat(lines)).data(&json_lines(lines))
    }

    fn json_lines(lines: usize) -> Vec<f64> {
        (0..lines).map(|line| if line == 7 { f64::INFINITY } else { 0.5 }).collect()
    }

    /// Nothing that ends soon.
    #[tool]
    pub(super) async fn wait_long(cx: ToolCx<'_>) {
        let notes = cx.channel::<Notes>();
        sleep(60_000.0).await;
        notes.create();
    }

    /// Goes wrong.
    #[tool]
    pub(super) fn goes_wrong(cx: ToolCx<'_>) {
        cx.channel::<Notes>().create();
        panic!("no luck");
    }

    /// What the list holds, in words.
    #[resource(uri = "notes://titles", mime = "text/markdown")]
    pub(super) fn titles(cx: Scope) -> String {
        let rows = cx.channel::<Notes>().rows.read();
        rows.iter().map(|row: &NoteRow| format!("- {}\n", row.title)).collect()
    }

    /// How notes are kept.
    #[resource(uri = "notes://conventions")]
    pub(super) fn conventions() -> &'static str {
        "One thought a note."
    }

    /// A picture.
    #[resource(uri = "notes://logo", mime = "image/png")]
    pub(super) fn logo() -> Bytes {
        Bytes(vec![1, 2, 3])
    }

    /// Numbers.
    #[resource(uri = "notes://zoom")]
    pub(super) fn zoom(cx: Scope) -> Vec<f64> {
        vec![cx.channel::<Notes>().zoom.get()]
    }

    /// Plan the week from the notes.
    #[prompt]
    pub(super) fn plan_week(
        cx: Scope,
        /// How many days to plan.
        days: u8,
        /// What to begin with.
        first: Option<Order>,
        /// Whether to be brief.
        brief: Option<bool>,
    ) -> Result<String, SaveError> {
        let rows = cx.channel::<Notes>().rows.peek().len();
        if days == 0 {
            return Err(SaveError::Locked);
        }
        Ok(format!("Plan {days} days from {rows} notes, {first:?} first, brief {brief:?}."))
    }

    /// Greet.
    #[prompt]
    pub(super) fn greet() -> Vec<PromptMessage> {
        vec![PromptMessage::user("Say hello."), PromptMessage::assistant("Hello.")]
    }
}

scumble::app!(
    ui::Screen,
    channels: [Notes::open_local()],
    tools: [
        offered::week_summary,
        offered::fill,
        offered::clear_list,
        offered::keep_first,
        offered::report,
        offered::wait_long,
        offered::goes_wrong,
    ],
    resources: [offered::titles, offered::conventions, offered::logo, offered::zoom],
    prompts: [offered::plan_week, offered::greet],
);

const OWN: [&str; 7] = ["week_summary", "fill", "clear_list", "keep_first", "report", "wait_long", "goes_wrong"];

#[test]
fn own_tools_stand_after_the_channels_and_before_the_screens() {
    let app = Harness::new(app());
    let names: Vec<String> = app.agent().tools().into_iter().map(|tool| tool.name).collect();
    let first = names.iter().position(|name| name == OWN[0]).expect("it is offered");
    assert!(names[..first].iter().all(|name| name.starts_with("notes_")), "{names:?}");
    assert_eq!(names[first..first + OWN.len()], OWN);
    assert_eq!(names[first + OWN.len()], "ui_snapshot");
}

#[test]
fn a_tool_says_what_its_function_says() {
    let app = Harness::new(app());
    let tool = app.agent().tool("week_summary");
    assert_eq!(
        (tool.title.as_str(), tool.description.as_str()),
        ("Week summary", "Sum up a week. Safe to call freely.")
    );
    assert_eq!(
        tool.input_schema,
        json!({
            "type": "object",
            "properties": {
                "week": { "type": "integer", "minimum": 0, "maximum": 255, "description": "Which week of the year." },
                "without": { "type": "string", "description": "Leave this word out." },
            },
            "required": ["week"],
            "additionalProperties": false,
        })
    );
    let output = tool.output_schema.expect("an object is described");
    assert_eq!(output["properties"]["notes"]["description"], "How many notes there are.");
    assert_eq!((output.get("required"), output.get("additionalProperties")), (None, None));
    assert!(tool.annotations.read_only && tool.annotations.destructive.is_none());
    let tool = app.agent().tool("clear_list");
    assert_eq!((tool.annotations.destructive, tool.annotations.read_only), (Some(true), false));
    assert!(tool.description.ends_with("The person is asked to approve it before it runs."), "{}", tool.description);
    let tool = app.agent().tool("report");
    assert!(tool.annotations.untrusted && tool.output_schema.is_none());
    assert!(app.agent().tool("fill").annotations.idempotent);
}

#[test]
fn a_tool_tells_how_far_it_has_come_and_answers_its_value() {
    let app = Harness::new(app());
    let (call, told) = app.agent().start_told("week_summary", json!({ "week": 3 }));
    assert_eq!(*told.borrow(), [(1.0, Some(2.0), "reading notes".to_owned())]);
    let answer = call.wait();
    assert_eq!(told.borrow().last(), Some(&(1.0, Some(1.0), "summing up".to_owned())));
    assert_eq!(answer.value, Some(json!({ "notes": 0, "mean": 1.5 })));
    assert_eq!(answer.plain_text(), r#"{"notes":0,"mean":1.5}"#);
    let unheard = app.agent().value("week_summary", json!({ "week": 3, "without": "tea" }));
    assert_eq!(unheard["skipped"], "tea");
}

#[test]
fn arguments_are_checked_before_anything_happens() {
    let app = Harness::new(app());
    let agent = app.agent();
    assert_eq!(agent.fails("week_summary", json!({})), "[SC0102] input.week is required.");
    assert_eq!(
        agent.fails("week_summary", json!({ "week": "three" })),
        "[SC0102] input.week must be an integer, not string \"three\"."
    );
    let told = agent.fails("fill", json!({ "title": [] }));
    assert!(told.starts_with("[SC0102] input.title is not expected; did you mean titles?"), "{told}");
}

#[test]
fn a_failure_is_the_functions_sentence_with_its_code_and_fix() {
    let app = Harness::new(app());
    assert_eq!(
        app.agent().fails("week_summary", json!({ "week": 0 })),
        "[LOCKED] week_summary failed: The notes are locked. Wait a minute and save again."
    );
    let told = app.agent().fails("week_summary", json!({ "week": 53 }));
    assert!(told.starts_with("[SC0106] ") && told.contains("mean is NaN, which JSON cannot carry."), "{told}");
    let told = app.agent().fails("report", json!({ "lines": 8 }));
    assert_eq!(told, "[SC0106] The answer cannot be shown: [7] is infinity, which JSON cannot carry.");
}

#[test]
fn what_a_tool_writes_is_settled_when_it_answers_and_undone_when_it_panics() {
    let app = Harness::new(app());
    assert_eq!(app.agent().text("fill", json!({ "titles": ["a", "b"] })), "test agent asks for a, b");
    assert_eq!(app.channel::<Notes>().rows.peek().len(), 2);
    let told = app.agent().fails("goes_wrong", json!({}));
    assert!(told.starts_with("[SC0104] goes_wrong panicked: no luck ("), "{told}");
    assert_eq!(app.channel::<Notes>().rows.peek().len(), 2);
}

#[test]
fn a_tool_with_confirm_asks_the_person_first() {
    let app = Harness::new(app());
    let agent = app.agent();
    agent.text("fill", json!({ "titles": ["a"] }));
    agent.person_declines();
    assert_eq!(
        agent.fails("clear_list", json!({ "reason": "tidy" })),
        "[SC0107] The person declined clear_list. Do not send it again unless they ask."
    );
    assert_eq!(app.channel::<Notes>().rows.peek().len(), 1);
    let question = agent.questions().pop().expect("they were asked");
    assert_eq!(
        question.sentence(),
        "test agent wants to run clear_list. This cannot be undone.\n\nEmpty the list, whatever is in it.\n\nreason: \"tidy\""
    );
    agent.person_approves();
    assert_eq!(agent.text("clear_list", json!({ "reason": "tidy" })), "clear_list is done.");
    assert_eq!(app.channel::<Notes>().rows.peek().len(), 0);
}

#[test]
fn a_tool_may_ask_the_person_once_it_knows_what_it_would_do() {
    let app = Harness::new(app());
    let agent = app.agent();
    agent.text("fill", json!({ "titles": ["a", "b", "c", "d"] }));
    assert_eq!(agent.text("keep_first", json!({ "count": 3 })), "1");
    assert_eq!(agent.questions().len(), 0, "one note is not worth a question");
    agent.person_declines();
    assert_eq!(
        agent.fails("keep_first", json!({ "count": 1 })),
        "[SC0107] The person declined keep_first. Do not send it again unless they ask."
    );
    assert_eq!(app.channel::<Notes>().rows.peek().len(), 3);
    agent.person_approves();
    assert_eq!(agent.text("keep_first", json!({ "count": 1 })), "2");
    let question = agent.questions().pop().expect("they were asked");
    assert_eq!(
        question.sentence(),
        "test agent wants to run keep_first. This cannot be undone.\n\n2 notes are thrown away.\n\ncount: 1"
    );
}

#[test]
fn past_its_deadline_a_tool_goes_on_and_the_next_answer_tells_of_it() {
    let app = Harness::new(app());
    let answer = app.agent().start_with_deadline("wait_long", json!({}), 1_000.0).wait();
    assert_eq!(
        (answer.plain_text().as_str(), answer.status.running.as_slice()),
        ("wait_long is still running.", &["wait_long".to_owned()][..])
    );
    app.advance(60_000.0);
    assert_eq!(app.channel::<Notes>().rows.peek().len(), 1);
    let next = app.agent().call("fill", json!({ "titles": [] }));
    assert_eq!(next.status.notes, ["wait_long, which was still running, has ended well."]);
}

#[test]
fn a_cancelled_tool_does_not_go_on() {
    let app = Harness::new(app());
    let call = app.agent().start("wait_long", json!({}));
    call.cancel();
    assert_eq!(call.wait().error.map(|error| error.code).as_deref(), Some("SC0105"));
    app.advance(120_000.0);
    assert_eq!(app.channel::<Notes>().rows.peek().len(), 0);
}

#[test]
fn an_answer_too_large_is_cut_and_says_so() {
    let app = Harness::new(app());
    let answer = app.agent().call("report", json!({ "lines": 6 }));
    assert_eq!(answer.value, Some(json!([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])));
    assert!(answer.status.is_empty());
    let titles: Vec<String> = vec!["x".repeat(10_000); 5];
    let answer = app.agent().call("fill", json!({ "titles": titles }));
    assert!(answer.plain_text().len() <= 24_000);
    let omitted = answer.status.omitted["text"].as_str().unwrap_or_default();
    assert!(omitted.starts_with("characters 0–") && omitted.ends_with("; call fill for less"), "{omitted}");
}

#[test]
fn resources_are_listed_and_hold_what_their_functions_return() {
    let app = Harness::new(app());
    let agent = app.agent();
    let listed: Vec<_> = agent.resources().into_iter().filter(|resource| resource.uri.starts_with("notes:")).collect();
    let of = |index: usize| (listed[index].uri.as_str(), listed[index].name.as_str(), listed[index].mime_type.as_str());
    assert_eq!(of(0), ("notes://titles", "titles", "text/markdown"));
    assert_eq!(listed[0].description, "What the list holds, in words.");
    assert_eq!(of(1), ("notes://conventions", "conventions", "text/plain"));
    assert_eq!(of(2), ("notes://logo", "logo", "image/png"));
    assert_eq!(of(3), ("notes://zoom", "zoom", "application/json"));
    agent.text("fill", json!({ "titles": ["a", "b"] }));
    assert_eq!(agent.read("notes://titles"), Contents::text("notes://titles", "text/markdown", "- b\n- a\n"));
    assert_eq!(agent.read("notes://conventions").text, "One thought a note.");
    assert_eq!(agent.read("notes://logo"), Contents::bytes("notes://logo", "image/png", &[1, 2, 3]));
    assert_eq!(agent.read("notes://zoom").text, "[1.0]");
    agent.call("notes_zoom_to", json!({ "zoom": 2 }));
    assert_eq!(agent.read("notes://zoom").text, "[2.0]");
    app.channel::<Notes>().zoom.set(f64::NAN);
    let told: Value = serde_json::from_str(&agent.read("notes://zoom").text).expect("it is JSON");
    assert_eq!(told["error"], "[0] is NaN, which JSON cannot carry.");
}

#[test]
fn whoever_listens_is_told_when_a_resource_holds_something_else() {
    let app = Harness::new(app());
    let told: Rc<RefCell<Vec<String>>> = Rc::default();
    let into = Rc::clone(&told);
    let listening = app.agent().listen(move |change| {
        if let Change::Updated(uri) = change
            && uri.starts_with("notes:")
        {
            into.borrow_mut().push(uri);
        }
    });
    let notes = app.channel::<Notes>();
    let id = notes.create();
    app.advance(1_000.0);
    assert_eq!(*told.borrow(), ["notes://titles"]);
    // What it reads was written, and it holds the same.
    assert_eq!(notes.rename(id, "Untitled".into(), None), Ok(()));
    app.advance(1_000.0);
    told.borrow_mut().clear();
    assert_eq!(notes.rename(id, "Untitled".into(), Some(3.0)), Ok(()));
    app.advance(1_000.0);
    assert_eq!(*told.borrow(), Vec::<String>::new());
    drop(listening);
    notes.create();
    app.advance(1_000.0);
    assert_eq!(*told.borrow(), Vec::<String>::new());
}

#[test]
fn prompts_are_listed_and_filled_in_from_what_a_client_gives_as_text() {
    let app = Harness::new(app());
    let agent = app.agent();
    let listed = agent.prompts();
    assert_eq!(listed.iter().map(|prompt| prompt.name.as_str()).collect::<Vec<_>>(), ["plan_week", "greet"]);
    let arguments: Vec<_> = listed[0]
        .arguments
        .iter()
        .map(|argument| (argument.name.as_str(), argument.description.as_str(), argument.required))
        .collect();
    assert_eq!(
        arguments,
        [
            ("days", "How many days to plan.", true),
            ("first", "What to begin with.\nnewest: The newest first.\ntitle: By title.", false),
            ("brief", "Whether to be brief. One of true, false.", false),
        ]
    );
    let said = |arguments: Value| match agent.prompt("plan_week", arguments) {
        Ok(messages) => match &messages[..] {
            [message] if message.role == "user" => match &message.content {
                Block::Text(text) => text.clone(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        },
        Err(sentence) => sentence,
    };
    assert_eq!(said(json!({ "days": "5" })), "Plan 5 days from 0 notes, None first, brief None.");
    assert_eq!(
        said(json!({ "days": "5", "first": "title", "brief": "true" })),
        "Plan 5 days from 0 notes, Some(Title) first, brief Some(true)."
    );
    assert_eq!(said(json!({ "days": "5", "first": "" })), "Plan 5 days from 0 notes, None first, brief None.");
    assert_eq!(said(json!({ "days": "many" })), "[SC0102] input.days must be an integer, not string \"many\".");
    assert_eq!(said(json!({})), "[SC0102] input.days is required.");
    assert_eq!(said(json!({ "days": "0" })), "[LOCKED] plan_week failed: The notes are locked.");
    assert_eq!(agent.complete("plan_week", "first", "N"), ["newest"]);
    assert_eq!(agent.complete("plan_week", "brief", ""), ["true", "false"]);
    assert_eq!(agent.complete("plan_week", "days", ""), Vec::<String>::new());
    let greeting = agent.prompt("greet", Value::Null).expect("it takes nothing");
    assert_eq!(greeting.iter().map(|message| message.role.as_str()).collect::<Vec<_>>(), ["user", "assistant"]);
}

#[test]
fn the_applications_own_code_calls_a_tools_function_as_any_other() {
    assert_eq!(offered::report(1).plain_text(), "# Report\n");
}

/// A function with a name that a channel's command has as a tool.
mod clashing {
    use scumble::prelude::*;

    /// Create a note, too.
    #[tool]
    pub(super) fn notes_create() {}
}

#[test]
fn a_tool_of_a_commands_name_stops_the_mount_with_both_sources() {
    let spec = scumble::AppSpec { offer: offer_clashing, ..app() };
    let told = std::panic::catch_unwind(|| drop(Harness::new(spec))).expect_err("it cannot be mounted");
    let sentence = told.downcast_ref::<String>().expect("a sentence");
    assert!(
        sentence.starts_with(
            "Two tools would be called notes_create: one of channel notes and one of the application's own tools."
        ),
        "{sentence}"
    );
}

fn offer_clashing(agent: &mut scumble_agent::Agent, scope: scumble::Scope) {
    use scumble::ChannelScope;
    agent.offer(scope.channel::<Notes>()).tool::<clashing::notes_create>();
}

#[test]
fn the_runtimes_tools_have_names_an_applications_own_may_not_have() {
    let app = Harness::new(app());
    let tools = app.agent().tools().into_iter().map(|tool| tool.name);
    // As `names.rs` of the macros has it; a new tool there is refused as a name here.
    let others: Vec<String> = tools
        .filter(|name| !name.starts_with("notes_") && !OWN.contains(&name.as_str()) && !name.starts_with("ui_"))
        .collect();
    assert_eq!(others, ["tokens_view", "render_frame"]);
}
