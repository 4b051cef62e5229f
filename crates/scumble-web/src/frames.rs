//! Components drawn by name, in development builds: the page's side, which sends a request to the worker, and the
//! worker's side, which draws. Both are this module, in two instances. It knows no component.

use js_sys::{Object, Reflect, Uint8Array};
use scumble_agent::{Frame, FrameRequest, Frames, draw_component};
use scumble_protocol::{Code, ToolError};
use serde_json::{Map, Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

use crate::{LocalBoxFuture, application, bridge, page};

/// Draws components of a mounted application in the page's worker.
pub(crate) struct PageFrames {
    /// The application's number.
    pub(crate) app: u32,
}

impl Frames for PageFrames {
    fn draw(&self, request: FrameRequest) -> LocalBoxFuture<Result<Frame, ToolError>> {
        // The component sees the values the running application has now.
        let state = page::get(self.app).map(|page| page.current_values()).unwrap_or_default();
        let text = json!({ "request": request.to_json(), "state": state }).to_string();
        let drawn = JsFuture::from(bridge::draw_frame(&text));
        Box::pin(async move {
            drawn
                .await
                .map_err(|_| unavailable("The page could not reach the worker."))
                .and_then(|answer| received(&answer))
        })
    }
}

/// What the worker answered: a picture and what is known of it, an error of the drawing, or how the worker failed.
fn received(answer: &JsValue) -> Result<Frame, ToolError> {
    let get = |key: &str| Reflect::get(answer, &JsValue::from_str(key)).ok().filter(|value| !value.is_undefined());
    let text = |key: &str| get(key).and_then(|value| value.as_string());
    if let (Some(about), Some(pixels)) = (text("about"), get("pixels")) {
        return Frame::from_parts(&about, Uint8Array::new(&pixels).to_vec()).map_err(|sentence| unavailable(&sentence));
    }
    if let Some(error) = text("error").and_then(|error| serde_json::from_str(&error).ok()) {
        return Err(error);
    }
    let sentence = text("failed").unwrap_or_else(|| "The worker answered nothing.".to_owned());
    let untouched = "The running application is untouched. Correct the component or its inputs.";
    Err(match text("kind").as_deref() {
        Some("panicked") => ToolError::new(Code::FramePanicked, sentence).fix(untouched),
        Some("late") => ToolError::new(Code::FrameTimedOut, sentence).fix(untouched),
        _ => unavailable(&sentence),
    })
}

fn unavailable(sentence: &str) -> ToolError {
    ToolError::new(Code::NoFrames, sentence)
}

/// Draws what a request asks for; the worker calls it. Answers `{ about, pixels }`, or `{ error }` as JSON.
#[allow(unreachable_pub)]
#[wasm_bindgen(js_name = __scumble_draw)]
pub fn draw(request: &str) -> JsValue {
    let answer = Object::new();
    let put = |key: &str, value: JsValue| {
        // Setting a key of a fresh object does not fail.
        let _ = Reflect::set(&answer, &JsValue::from_str(key), &value);
    };
    match drawn(request) {
        Ok(frame) => {
            let (about, pixels) = frame.to_parts();
            put("about", JsValue::from_str(&about));
            put("pixels", Uint8Array::from(pixels).into());
        }
        Err(error) => put("error", JsValue::from_str(&json!(error).to_string())),
    }
    answer.into()
}

fn drawn(request: &str) -> Result<Frame, ToolError> {
    let request: Value = serde_json::from_str(request)
        .map_err(|error| unavailable(&format!("The request could not be read: {error}.")))?;
    let application = application().ok_or_else(|| unavailable("The worker has no application."))?;
    let state: Map<String, Value> = request["state"].as_object().cloned().unwrap_or_default();
    draw_component(&FrameRequest::from_json(&request["request"])?, &(application.spec)(), &state)
}
