//! The application run headless: as a person uses it, and as an agent does.

use scumble_testing::Harness;
use serde_json::json;

use my_app::{Tasks, app};

#[test]
fn a_person_adds_a_task_and_checks_it() {
    let app = Harness::new(app());
    app.find("textbox", "New task").fill("Buy tea");
    app.find("button", "Add").press();
    app.find("checkbox", "Buy tea").press();
    let tasks = app.channel::<Tasks>().rows().get();
    assert_eq!((tasks[1].title.as_str(), tasks[1].done), ("Buy tea", true));
    assert_eq!(
        app.find("textbox", "New task")
            .value()
            .as_deref()
            .unwrap_or_default(),
        ""
    );
}

#[test]
fn an_agent_adds_a_task_and_the_person_sees_it() {
    let app = Harness::new(app());
    let view = app
        .agent()
        .value("tasks_add", json!({ "title": "Buy tea" }));
    assert_eq!(
        view["rows"][1],
        json!({ "id": 2, "title": "Buy tea", "done": false })
    );
    assert!(
        app.screen().contains("checkbox \"Buy tea\""),
        "{}",
        app.screen()
    );
}

#[test]
fn an_agent_removes_nothing_unless_the_person_agrees() {
    let app = Harness::new(app());
    let agent = app.agent();
    agent.call("tasks_set_done", json!({ "id": 1, "done": true }));
    agent.person_declines();
    agent.fails("tasks_remove_done", json!({}));
    assert_eq!(app.channel::<Tasks>().rows().get().len(), 1);
    agent.person_approves();
    agent.call("tasks_remove_done", json!({}));
    assert_eq!(app.channel::<Tasks>().rows().get().len(), 0);
}

#[test]
fn every_row_can_be_drawn_alone() {
    let app = Harness::new(app());
    let inputs = json!({ "task": { "id": 7, "title": "Buy tea", "done": true } });
    let frame = app.agent().value(
        "render_frame",
        json!({ "module": "src/ui", "export": "TaskRow", "inputs": inputs }),
    );
    assert_eq!(frame["drawn"], true);
}
