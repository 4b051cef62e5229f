//! Refs over a remount: a reload or a recovery mounts the same screen again with new nodes.

use scumble_agent::{Agent, AgentContext, Call, Surface};
use scumble_protocol::{Caller, Door};
use scumble_scene::{Scene, SceneOptions};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

use scumble::prelude::*;
use scumble_components::button;
use scumble_scene::{column, list};

fn mount(rows: Vec<u32>, refs: Option<Value>) -> (Agent, Scene) {
    let scope = Scope::root();
    let scene = Scene::new(SceneOptions::default());
    let rows = scope.run(|| Signal::new(rows));
    let element = scope.run(|| {
        column().child(button("New")).child(
            list(move || rows.get(), |row| *row, |row| button(move || format!("Open {}", row.read())).on_press(|_| {}))
                .label("Rows"),
        )
    });
    scene.mount(scope, element);
    let mut context = AgentContext::new(scope, scene.clone());
    context.refs = refs;
    (Agent::new(context), scene)
}

fn failure(agent: &Agent, reference: &str) -> String {
    let into: Rc<RefCell<Option<String>>> = Rc::default();
    let out = Rc::clone(&into);
    let calling = agent.surfaces().expect("no names clash").call(Call::new(
        Caller::by(Door::Native),
        "ui_press",
        json!({ "ref": reference }),
    ));
    spawn(async move {
        let error = calling.await.into_document().and_then(|document| document.error);
        *out.borrow_mut() = error.map(|error| error.message);
    });
    scumble_reactive::host::run_until_idle();
    let said = into.borrow_mut().take();
    said.unwrap_or_default()
}

#[test]
fn a_ref_names_the_same_row_after_a_remount() {
    let (before, _) = mount(vec![1, 2, 3], None);
    let outline = before.outline();
    assert!(outline.contains("- button \"New\" [e1]\n- list \"Rows\" [e2]\n  - button \"Open 1\" [e3]\n  - button \"Open 2\" [e4]\n  - button \"Open 3\" [e5]"), "{outline}");
    let (after, _) = mount(vec![3, 1, 4], Some(before.refs()));
    let outline = after.outline();
    assert!(outline.contains("- button \"New\" [e1]\n- list \"Rows\" [e2]\n  - button \"Open 3\" [e5]\n  - button \"Open 1\" [e3]\n  - button \"Open 4\" [e6]"), "{outline}");
    assert_eq!(failure(&after, "e4"), "e4 was button \"Open 2\"; it is gone since the application was loaded again.");
    assert_eq!(failure(&after, "e3"), "");
}
