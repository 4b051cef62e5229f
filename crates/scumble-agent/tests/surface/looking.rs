//! "Looking": the theme, and frames of the live screen.

use scumble_protocol::{AgentDocument, Block, Caller, Door, lower_webmcp};
use serde_json::json;

use crate::notes::{Notes, app};

fn picture(document: &AgentDocument) -> Option<(u32, u32, &[u8])> {
    document.blocks.iter().find_map(|block| match block {
        Block::Image { width, height, data, .. } => Some((*width, *height, data.as_slice())),
        _ => None,
    })
}

#[test]
fn the_theme_is_told_by_token_name_and_value() {
    let app = app();
    let value = app.agent().value("tokens_view", json!({}));
    assert_eq!(value["theme"], "light");
    assert!(value["colors"]["textMuted"].as_str().is_some_and(|color| color.starts_with('#')));
    app.set_theme(scumble_scene::Theme::dark());
    assert_eq!(app.agent().value("tokens_view", json!({}))["theme"], "dark");
}

#[test]
fn a_frame_of_the_live_screen_is_what_the_person_sees() {
    let app = app();
    let answer = app.agent().call("render_frame", json!({}));
    let (width, height, png) = picture(&answer).expect("the screen is not empty");
    assert_eq!((width, height), (800, 600));
    let shown = scumble_paint::decode_png(png).expect("a PNG");
    assert_eq!(scumble_paint::diff(&shown, &app.draw()), None);
    let value = answer.value.clone().unwrap_or_default();
    assert_eq!(value["hash"], scumble_paint::hash(&app.draw()));
    assert_eq!(value["drawn"], true);
    assert!(value["outline"].as_str().is_some_and(|outline| outline.starts_with("- heading \"Notes\"")));
    assert_eq!(lower_webmcp(&answer)["image"]["width"], 800);
}

#[test]
fn one_control_is_drawn_by_its_ref() {
    let app = app();
    let agent = app.agent();
    let outline = agent.text("ui_snapshot", json!({}));
    assert!(outline.contains("- button \"New note\" [e5]"), "{outline}");
    let answer = agent.call("render_frame", json!({ "ref": "e5", "scale": 2 }));
    let rect = app.find("button", "New note").rect();
    let (width, height, _) = picture(&answer).expect("a button is drawn");
    assert_eq!((width, height), ((rect.width * 2.0).ceil() as u32, (rect.height * 2.0).ceil() as u32));
    assert!(answer.plain_text().contains("\n- button \"New note\" [e5]"));
}

#[test]
fn looking_changes_nothing() {
    let app = app();
    let agent = app.agent();
    app.find("textbox", "Search").focus();
    let before = (app.scene().revision(), app.screen());
    let _ = agent.call("render_frame", json!({}));
    let _ = agent.call("render_frame", json!({ "ref": "e1" }));
    assert_eq!((app.scene().revision(), app.screen()), before);
}

#[test]
fn an_earlier_frame_is_compared_to_by_its_hash() {
    let app = app();
    let agent = app.agent();
    let hash = agent.value("render_frame", json!({}))["hash"].clone();
    let same = agent.call("render_frame", json!({ "compare": hash }));
    assert!(picture(&same).is_none());
    assert_eq!(same.value.as_ref().map(|value| value["same"].clone()), Some(json!(true)));
    app.channel::<Notes>().narrowed.set(true);
    let other = agent.call("render_frame", json!({ "compare": hash }));
    let value = other.value.clone().unwrap_or_default();
    let (width, height, _) = picture(&other).expect("what differs is shown");
    assert_eq!(
        json!([width, height]),
        json!([
            value["changed"]["width"].as_f64().unwrap_or(0.0) as u32,
            value["changed"]["height"].as_f64().unwrap_or(0.0) as u32
        ])
    );
    assert!(height < 600, "only what differs is shown");
    let unknown = agent.text("render_frame", json!({ "compare": "0000000000000000" }));
    assert!(unknown.contains("no longer kept"), "{unknown}");
}

#[test]
fn a_frame_too_large_is_refused() {
    let agent = app().agent();
    let failure = agent.fails("render_frame", json!({ "scale": 8 }));
    assert!(
        failure.starts_with("[SC0301] At scale 8 the frame would be 6400 by 4800 pixels; a side may be at most 4,096."),
        "{failure}"
    );
}

#[test]
fn webmcp_gets_a_picture_it_can_carry() {
    let app = app();
    let agent = app.agent().with_caller(Caller::by(Door::WebMcp));
    let answer = agent.call("render_frame", json!({ "scale": 2 }));
    let (width, height, png) = picture(&answer).expect("the screen is drawn");
    assert!(png.len() <= 142_000, "{}", png.len());
    assert_eq!((width, height), (1600, 1200), "and none of its pixels are left out");
}

#[test]
fn a_password_is_dots_in_a_frame_too() {
    let app = app();
    let agent = app.agent();
    let hash = agent.value("render_frame", json!({}))["hash"].clone();
    // Another text of the same length looks the same.
    agent.text("ui_type", json!({ "role": "textbox", "name": "Password", "text": "wronged horse" }));
    app.scene().clear_focus();
    app.settle();
    assert_eq!(agent.value("render_frame", json!({}))["hash"], hash);
}
