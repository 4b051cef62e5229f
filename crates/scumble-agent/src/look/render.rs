//! `render_frame`: the live screen, one control of it, or a component, as a PNG with what is on it.

use std::rc::Rc;

use scumble_paint::{Canvas, encode_png_within};
use scumble_protocol::{AgentDocument, Code, Door, Status, Tool, ToolError};
use scumble_scene::geometry::Rect;
use scumble_scene::theme::ColorToken;
use serde_json::{Map, Value, json};

use super::Look;
use super::component::OUTLINE_BYTES;
use super::frame::{Comparison, Frame, is_blank, paint, scale_for};
use super::request::{FrameRequest, USUAL_WIDTH};
use super::tokens::number;
use crate::outline::{Page, Selection, named, print, select, thousands};
use crate::surface::{Answered, Call};
use crate::target::Target;

/// The largest PNG that WebMCP's hosts take once it is base64 (190 kB), in bytes.
const WEBMCP_PNG: usize = 142_000;
/// The largest PNG anybody gets, in bytes.
const LARGEST_PNG: usize = 3_000_000;

/// What is drawn of the live screen alone.
macro_rules! screen_property {
    () => {
        r#"{"type":"object","properties":{"ref":{"type":"string","description":"Only this control of the live screen, such as e7."},"#
    };
}

/// What is said of every frame.
macro_rules! frame_properties {
    () => {
        concat!(
            r#""scale":{"type":"number","minimum":0.1,"maximum":8,"description":"Device pixels a CSS pixel; 1, or less so that it fits 1,568 pixels, if not given."},"#,
            r#""compare":{"type":"string","description":"The hash of an earlier frame: answers only what differs from it."}"#,
            r#"},"additionalProperties":false}"#,
        )
    };
}

/// The arguments where only the live screen can be drawn.
const OF_SCREEN: &str = concat!(screen_property!(), frame_properties!());

/// The arguments where components can be drawn by name.
const OF_COMPONENTS: &str = concat!(
    screen_property!(),
    r#""module":{"type":"string","description":"Draw a component instead: its source path without extension, such as src/editor."},"#,
    r#""export":{"type":"string","description":"Which component of the module; needed when it has several."},"#,
    r#""inputs":{"type":"object","description":"The component's inputs by name; signals take their value.","additionalProperties":true},"#,
    r#""width":{"type":"number","minimum":1,"maximum":4096,"description":"Of a component: its width in CSS pixels; 390 if not given."},"#,
    r#""height":{"type":"number","minimum":1,"maximum":4096,"description":"Of a component: its height in CSS pixels; as tall as its content if not given."},"#,
    r#""theme":{"type":"string","enum":["light","dark"],"description":"Of a component: its theme; the screen's if not given."},"#,
    r#""locale":{"type":"string","description":"Of a component: the language of its text, such as de."},"#,
    frame_properties!(),
);

/// What is told of a frame.
const ANSWER: &str = concat!(
    r#"{"type":"object","properties":{"width":{"type":"integer"},"height":{"type":"integer"},"scale":{"type":"number"},"#,
    r#""theme":{"type":"string"},"hash":{"type":"string"},"drawn":{"type":"boolean"},"reason":{"type":"string"},"#,
    r#""same":{"type":"boolean"},"changed":{"type":"object"},"errors":{"type":"array","items":{"type":"string"}},"#,
    r#""calls":{"type":"array"},"outline":{"type":"string"}}}"#,
);

pub(super) fn tool(components: bool) -> Tool {
    let (what, arguments) = if components {
        ("The live screen, one control of it, or a component drawn from inputs, as a picture", OF_COMPONENTS)
    } else {
        ("The live screen, or one control of it, as a picture", OF_SCREEN)
    };
    super::tool(
        "render_frame",
        "Look at a frame",
        format!(
            "{what}, with its size, the hash of its pixels and an outline of what is on it. Drawing changes nothing the person sees."
        ),
        arguments,
        ANSWER,
    )
}

pub(super) async fn render(look: Rc<Look>, call: Call, arguments: Map<String, Value>) -> Answered {
    let text = |key: &str| arguments.get(key).and_then(Value::as_str).map(str::to_string);
    let pixels = |key: &str| arguments.get(key).and_then(Value::as_f64).map(|number| number as f32);
    let scale = pixels("scale");
    let (frame, what) = match text("module") {
        Some(module) => {
            if arguments.contains_key("ref") {
                return Err(ToolError::new(
                    Code::BadArguments,
                    "A component and a control of the live screen were both named.",
                )
                .fix("Name module or ref."));
            }
            let Some(frames) = &look.frames else {
                return Err(ToolError::new(
                    Code::NoFrames,
                    "Components are drawn by name only in a development build.",
                ));
            };
            let request = FrameRequest {
                module,
                export: text("export"),
                inputs: arguments.get("inputs").and_then(Value::as_object).cloned().unwrap_or_default(),
                width: pixels("width").unwrap_or(USUAL_WIDTH),
                height: pixels("height"),
                scale,
                theme: text("theme").unwrap_or_else(|| look.screen.scene.theme().name.clone()),
                locale: text("locale"),
            };
            let what = request.export.clone().unwrap_or_else(|| request.module.clone());
            (frames.draw(request).await?, what)
        }
        None => {
            if let Some(name) = ["export", "inputs", "width", "height", "theme", "locale"]
                .iter()
                .find(|name| arguments.contains_key(**name))
            {
                return Err(ToolError::new(
                    Code::BadArguments,
                    format!("input.{name} is for a component, and no module was named."),
                )
                .fix("Name the module of a component; the live screen is drawn as it is."));
            }
            live(&look, &Target::from_arguments(&arguments), scale)?
        }
    };
    Ok(document(&look, &call, &frame, &what, text("compare").as_deref()))
}

/// The live screen or one control of it, from its own display list.
fn live(look: &Look, target: &Target, scale: Option<f32>) -> Result<(Frame, String), ToolError> {
    let screen = &look.screen;
    let outline = screen.read(None);
    let theme = screen.scene.theme();
    let (list, rect, part, what) = if target.is_empty() {
        let size = screen.scene.size();
        let rect = Rect::new(0.0, 0.0, size.width, size.height);
        (screen.scene.display_list(rect), rect, (*outline).clone(), "the screen".to_string())
    } else {
        let index = screen.resolve(&outline, target)?;
        let node = screen.node(&outline, index)?;
        let (list, rect) = screen.scene.display_list_of(node);
        let number = outline.entries[index].number;
        let part = select(&outline, &Selection { within: Some(number), find: None }).unwrap_or_default();
        (list, rect, part, named(&outline.entries[index]))
    };
    let frame = |canvas, scale, not_drawn| Frame {
        canvas,
        scale,
        theme: theme.name.clone(),
        outline: print(&part, Page { budget: OUTLINE_BYTES, ..Page::whole() }),
        not_drawn,
        errors: Vec::new(),
        calls: Vec::new(),
    };
    if rect.width < 1.0 || rect.height < 1.0 {
        return Ok((frame(Canvas::new(1, 1), 1.0, Some(format!("{what} has no size on the screen."))), what));
    }
    let scale = scale_for(rect.width, rect.height, scale)?;
    let not_drawn = is_blank(&list, None).then(|| format!("{what} draws nothing."));
    let canvas = paint(&mut look.painter.borrow_mut(), list, rect, scale, theme.color(ColorToken::Background));
    Ok((frame(canvas, scale, not_drawn), what))
}

/// The answer of a frame: a lead sentence, the picture or what differs of it, the outline; the same as data.
fn document(look: &Look, call: &Call, frame: &Frame, what: &str, compare: Option<&str>) -> AgentDocument {
    let comparison = compare.map(|hash| look.kept.borrow().compare(&frame.canvas, hash));
    let hash = look.kept.borrow_mut().keep(&frame.canvas);
    let (width, height) = (frame.canvas.width(), frame.canvas.height());
    let mut value = json!({ "width": width, "height": height, "scale": number(frame.scale), "theme": frame.theme, "hash": hash, "drawn": frame.not_drawn.is_none() });
    let mut lead = format!(
        "A frame of {what}: {} by {} pixels at scale {}, theme {}, hash {hash}.",
        thousands(width as usize),
        thousands(height as usize),
        number(frame.scale),
        frame.theme
    );
    let mut picture = Some(&frame.canvas);
    let part;
    if let Some(reason) = &frame.not_drawn {
        value["reason"] = reason.clone().into();
        lead = format!("Nothing was drawn: {reason}");
        picture = None;
    }
    match comparison {
        Some(Comparison::Same) => {
            value["same"] = true.into();
            lead.push_str(" It is the same as before, pixel for pixel.");
            picture = None;
        }
        Some(Comparison::Differs(rect, changed)) => {
            value["same"] = false.into();
            value["changed"] = json!({ "x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height });
            lead.push_str(&format!(
                " It differs from before in the box [{},{},{},{}] in pixels; the picture shows that box alone.",
                rect.x, rect.y, rect.width, rect.height
            ));
            part = changed;
            picture = picture.map(|_| &part);
        }
        Some(Comparison::OtherSize) => {
            value["same"] = false.into();
            lead.push_str(" The frame before had another size, so this is the whole frame.");
        }
        Some(Comparison::Unknown) => lead.push_str(" The frame before is no longer kept, so this is the whole frame."),
        None => {}
    }
    let mut status = Status::default();
    if !frame.errors.is_empty() {
        value["errors"] = json!(frame.errors);
        lead.push_str(&format!(" While it was drawn: {}", frame.errors.join(" ")));
    }
    if !frame.calls.is_empty() {
        value["calls"] = json!(frame.calls);
        lead.push_str(&format!(" It called: {}.", json!(frame.calls)));
    }
    value["outline"] = frame.outline.clone().into();
    let mut document = AgentDocument::new().text(format!("{lead}\n{}", frame.outline));
    if let Some(picture) = picture {
        let most = if call.caller.door == Door::WebMcp { WEBMCP_PNG } else { LARGEST_PNG };
        let encoded = encode_png_within(picture, most);
        if (encoded.width, encoded.height) != (picture.width(), picture.height()) {
            status.notes.push(format!(
                "The picture is scaled down to {} by {} pixels so that it can be carried.",
                encoded.width, encoded.height
            ));
        }
        if encoded.merged {
            status.notes.push(
                "The picture is shown in 256 colours so that it can be carried; the hash is of the exact pixels."
                    .into(),
            );
        }
        document = document.png(encoded.png, encoded.width, encoded.height);
    }
    document.value(value).status(status)
}
