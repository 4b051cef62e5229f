//! The page's side of the boundary: what `js/runtime.js` does for an instance, and the scripts that come along.
//!
//! Only primitives and text cross here; pixels go to the canvas itself (`display.rs`). It knows no application and no
//! scene.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::instance::Instance;

#[wasm_bindgen(module = "/js/runtime.js")]
extern "C" {
    /// Takes what the package's entry knows.
    pub(crate) fn attach(host: JsValue);
    /// Makes this the live instance.
    pub(crate) fn register(instance: Instance, exports: JsValue);
    /// Makes an `App` with options that were checked.
    #[wasm_bindgen(js_name = createApp)]
    pub(crate) fn create_app(options: &JsValue, crate_name: &str, sync: bool) -> JsValue;

    /// Asks for `Instance::run` soon.
    pub(crate) fn wake();
    /// Asks for `Instance::timers` at this time.
    #[wasm_bindgen(js_name = setTimer)]
    pub(crate) fn set_timer(at: f64);

    /// Asks for `Instance::frame` with the browser's next frame, and for `Instance::reflect` soon if there is none.
    #[wasm_bindgen(js_name = requestFrame)]
    pub(crate) fn request_frame(app: u32);
    /// Changes the accessibility mirror; JSON, see `js/mirror.js`.
    #[wasm_bindgen(js_name = patchMirror)]
    pub(crate) fn patch_mirror(app: u32, steps: &str);
    /// Moves the page's focus to a mirror element; 0 for none.
    #[wasm_bindgen(js_name = moveFocus)]
    pub(crate) fn move_focus(app: u32, element: u32);
    /// Puts text on the clipboard.
    #[wasm_bindgen(js_name = writeClipboard)]
    pub(crate) fn write_clipboard(text: &str);

    /// Tells the development server what of an earlier instance's state did not fit any more.
    #[cfg(debug_assertions)]
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

#[wasm_bindgen]
extern "C" {
    /// Milliseconds on the clock of the page or the worker.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
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
    carry!(platform, "/js/platform.js", "isMac");
    carry!(style, "/js/style.js", "adopt");
    carry!(view, "/js/view.js", "View");
    carry!(webmcp, "/js/webmcp.js", "Tools");
}
