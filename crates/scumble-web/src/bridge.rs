//! The page's side of the boundary: what `js/runtime.js` does for an instance, and the scripts that come along.
//!
//! Only primitives, text and memory views cross. It knows no application and no scene.

use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{Clamped, JsValue};

use crate::instance::Instance;

#[wasm_bindgen(module = "/js/runtime.js")]
extern "C" {
    /// Takes what the package's entry knows.
    pub(crate) fn attach(host: JsValue);
    /// Makes this the live instance.
    pub(crate) fn register(instance: Instance, exports: JsValue);
    /// Makes an `App`; an option that makes no sense is thrown as a sentence.
    #[wasm_bindgen(js_name = createApp, catch)]
    pub(crate) fn create_app(options: &JsValue, crate_name: &str, sync: bool) -> Result<JsValue, JsValue>;

    /// Milliseconds on the page's clock.
    pub(crate) fn now() -> f64;
    /// Asks for `Instance::run` soon.
    pub(crate) fn wake();
    /// Asks for `Instance::timers` at this time.
    #[wasm_bindgen(js_name = setTimer)]
    pub(crate) fn set_timer(at: f64);

    /// Asks for `Instance::frame` with the browser's next frame, and for `Instance::reflect` soon if there is none.
    #[wasm_bindgen(js_name = requestFrame)]
    pub(crate) fn request_frame(app: u32);
    /// Puts the rectangle `x, y, w, h` (device pixels) of a picture on the canvas.
    #[wasm_bindgen(js_name = present)]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn present(app: u32, pixels: Clamped<&[u8]>, width: u32, height: u32, x: u32, y: u32, w: u32, h: u32);
    /// Sets the pointer's shape, a CSS `cursor`.
    #[wasm_bindgen(js_name = setCursor)]
    pub(crate) fn set_cursor(app: u32, cursor: &str);
    /// Changes the accessibility mirror; JSON, see `js/mirror.js`.
    #[wasm_bindgen(js_name = patchMirror)]
    pub(crate) fn patch_mirror(app: u32, steps: &str);
    /// Moves the page's focus to a mirror element; 0 for none.
    #[wasm_bindgen(js_name = moveFocus)]
    pub(crate) fn move_focus(app: u32, element: u32);
    /// Puts text on the clipboard.
    #[wasm_bindgen(js_name = writeClipboard)]
    pub(crate) fn write_clipboard(text: &str);

    /// Says something on the console, as a warning.
    #[wasm_bindgen(js_name = warn)]
    pub(crate) fn warn(text: &str);

    /// Says on the console, as a warning, what of an earlier instance's state did not fit any more.
    #[wasm_bindgen(js_name = beganAnew)]
    pub(crate) fn began_anew(sentence: &str);

    /// Says which tools an application offers; JSON.
    #[wasm_bindgen(js_name = setCatalogue)]
    pub(crate) fn set_catalogue(app: u32, tools: &str);
    /// Says why the agent part cannot serve an application.
    #[wasm_bindgen(js_name = agentFailed)]
    pub(crate) fn agent_failed(app: u32, sentence: &str);
    /// Answers a call; JSON.
    pub(crate) fn answer(call: u32, text: &str);
    /// Asks the person; both ways JSON.
    pub(crate) fn ask(app: u32, question_id: u32, question: &str) -> Promise;
    /// Takes a question back.
    pub(crate) fn withdraw(question_id: u32);
    /// Draws a component in the worker; both ways JSON.
    #[wasm_bindgen(js_name = drawFrame)]
    pub(crate) fn draw_frame(request: &str) -> Promise;

    /// Tells about a panic, before the trap.
    pub(crate) fn panicked(message: &str, place: &str);
    /// Tells the last settled values after a panic; JSON.
    #[wasm_bindgen(js_name = panicState)]
    pub(crate) fn panic_state(state: &str);
}

#[wasm_bindgen(module = "/js/clusters.js")]
extern "C" {
    /// How wide a text is at a font size, in the same unit, as the browser draws it.
    #[wasm_bindgen(js_name = measureCluster)]
    pub(crate) fn measure_cluster(text: &str, size: f32, weight: u16) -> f32;
    /// Draws a text on nothing, `size` in device pixels; none if it has no ink.
    #[wasm_bindgen(js_name = drawCluster)]
    pub(crate) fn draw_cluster(text: &str, size: f32, weight: u16, color: &str) -> Option<DrawnCluster>;

    /// A text drawn by the browser.
    pub(crate) type DrawnCluster;
    /// The picture's left edge, from the start of the text, in device pixels.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn x(this: &DrawnCluster) -> f32;
    /// The picture's upper edge, from the text's baseline.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn y(this: &DrawnCluster) -> f32;
    /// Pixels in a row.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn width(this: &DrawnCluster) -> u32;
    /// Rows.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn height(this: &DrawnCluster) -> u32;
    /// RGBA, straight.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn pixels(this: &DrawnCluster) -> Vec<u8>;
}

/// Scripts that `runtime.js` imports. A package carries only the scripts that a block like these names.
mod carried {
    use super::wasm_bindgen;

    macro_rules! carry {
        ($module:ident, $path:literal, $function:literal) => {
            mod $module {
                use super::wasm_bindgen;

                #[wasm_bindgen(module = $path)]
                extern "C" {
                    #[wasm_bindgen(js_name = $function)]
                    #[allow(dead_code)]
                    fn first();
                }
            }
        };
    }

    carry!(application, "/js/application.js", "createApp");
    carry!(badge, "/js/badge.js", "Badge");
    carry!(consent, "/js/consent.js", "Consent");
    carry!(events, "/js/events.js", "listen");
    carry!(failure, "/js/failure.js", "failure");
    carry!(fields, "/js/fields.js", "listenToFields");
    carry!(frames, "/js/frames.js", "drawInWorker");
    carry!(instance, "/js/instance.js", "enter");
    carry!(mirror, "/js/mirror.js", "Mirror");
    carry!(notice, "/js/notice.js", "showNotice");
    carry!(options, "/js/options.js", "checkOptions");
    carry!(platform, "/js/platform.js", "isMac");
    carry!(style, "/js/style.js", "adopt");
    carry!(view, "/js/view.js", "View");
    carry!(webmcp, "/js/webmcp.js", "Tools");
}
