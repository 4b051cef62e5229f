//! The ways into this instance: one exported object, whose methods `js/runtime.js` calls.
//!
//! Numbers, words, JSON text and what the page itself was given come in. Which application is meant is its number; one that is not mounted any
//! more is answered with nothing. It knows no detail of what it hands on.

use scumble_reactive::host;
use scumble_scene::event::InputEvent;
use scumble_scene::geometry::Point;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use web_sys::HtmlCanvasElement;

use crate::agent::AgentOptions;
use crate::display::Display;
use crate::options::Options;
use crate::page::{Place, Surroundings};
use crate::{agent, application, bridge, events, options, page, recovery};

/// The entry points of a WebAssembly instance. The page's script holds one and gets another with the next instance.
#[wasm_bindgen(js_name = __ScumbleInstance)]
#[derive(Debug)]
pub struct Instance {
    _private: (),
}

impl Instance {
    pub(crate) fn new() -> Instance {
        Instance { _private: () }
    }
}

#[wasm_bindgen(js_class = __ScumbleInstance)]
impl Instance {
    /// Mounts the application as number `app` on a canvas, with the options of `createApp`. `surroundings` is what
    /// `js/view.js` measured, `state` what the instance before this one left, as JSON. Answers the application's title,
    /// or throws a sentence.
    pub fn mount(
        &self,
        app: u32,
        canvas: HtmlCanvasElement,
        options: &JsValue,
        surroundings: JsValue,
        state: Option<String>,
    ) -> Result<String, JsError> {
        let Some(application) = application() else {
            return Err(JsError::new("This package has no application; app! makes one."));
        };
        let place = || -> Result<Place, String> {
            Ok(Place {
                display: Display::new(canvas),
                options: Options::read(options)?,
                around: Surroundings::read(surroundings)?,
                state: state.and_then(|state| serde_json::from_str(&state).ok()),
            })
        };
        place().and_then(|place| page::mount(app, &(application.spec)(), place)).map_err(thrown)
    }

    /// Throws a sentence if `webmcp` of the options of `createApp` may not be this.
    #[wasm_bindgen(js_name = checkWebMcp)]
    pub fn check_webmcp(&self, value: &JsValue) -> Result<(), JsError> {
        options::check_webmcp(value).map_err(thrown)
    }

    /// Takes an application out.
    pub fn unmount(&self, app: u32) {
        page::unmount(app);
    }

    /// What a pointer did; see `js/events.js`. Answers whether the scene used it.
    #[allow(clippy::too_many_arguments)]
    pub fn pointer(
        &self,
        app: u32,
        kind: u8,
        x: f32,
        y: f32,
        button: i16,
        modifiers: u8,
        count: u32,
        device: u8,
    ) -> bool {
        input(
            app,
            &events::pointer(&events::Pointer { kind, position: Point { x, y }, button, modifiers, count, device }),
        )
    }

    /// The wheel turned by so many px.
    pub fn wheel(&self, app: u32, x: f32, y: f32, dx: f32, dy: f32, modifiers: u8) -> bool {
        input(app, &InputEvent::Wheel { position: Point { x, y }, dx, dy, modifiers: events::modifiers(modifiers) })
    }

    /// A key went down or up.
    pub fn key(&self, app: u32, down: bool, key: &str, modifiers: u8, repeat: bool) -> bool {
        input(app, &events::key(down, key, modifiers, repeat))
    }

    /// Text was typed where the caret is.
    #[wasm_bindgen(js_name = insertText)]
    pub fn insert_text(&self, app: u32, text: String) -> bool {
        input(app, &InputEvent::Text(text))
    }

    /// Text came from the clipboard.
    pub fn paste(&self, app: u32, text: String) -> bool {
        input(app, &InputEvent::Paste(text))
    }

    /// What of the selection goes on the clipboard, cut out or not.
    pub fn copy(&self, app: u32, cut: bool) -> Option<String> {
        let page = page::get(app)?;
        page.input(&if cut { InputEvent::Cut } else { InputEvent::Copy }).clipboard
    }

    /// An input method composes this text.
    pub fn compose(&self, app: u32, text: String) {
        let caret = Some(text.len());
        input(app, &InputEvent::Composition { text, caret });
    }

    /// The input method is done and leaves this text.
    #[wasm_bindgen(js_name = endComposition)]
    pub fn end_composition(&self, app: u32, text: String) {
        let commit = if text.is_empty() { None } else { Some(text) };
        input(app, &InputEvent::CompositionEnd { commit });
    }

    /// A field of the mirror holds `value` now, by something that could not be stopped; the caret is at `caret`
    /// (UTF-16).
    #[wasm_bindgen(js_name = fieldChanged)]
    pub fn field_changed(&self, app: u32, element: u32, value: &str, caret: u32) {
        if let Some(page) = page::get(app) {
            page.field_changed(element, value, caret as usize);
        }
    }

    /// `start..end` (UTF-16) of a field of the mirror is selected.
    pub fn select(&self, app: u32, element: u32, start: u32, end: u32) {
        if let Some(page) = page::get(app) {
            page.select(element, start as usize, end as usize);
        }
    }

    /// Assistive technology does something with an element of the mirror: `press` or `focus`.
    pub fn act(&self, app: u32, element: u32, action: &str) {
        if let Some(page) = page::get(app) {
            page.act(element, action == "press");
        }
    }

    /// The page's focus came into the application, or left it.
    #[wasm_bindgen(js_name = pageFocus)]
    pub fn page_focus(&self, app: u32, inside: bool) {
        input(app, &InputEvent::WindowFocus(inside));
    }

    /// Whether the last press of the menu button was the application's.
    #[wasm_bindgen(js_name = wantsContextMenu)]
    pub fn wants_context_menu(&self, app: u32) -> bool {
        page::get(app).is_some_and(|page| page.took_menu_press())
    }

    /// The element has another size in CSS px, or the screen another number of device pixels to one.
    pub fn resize(&self, app: u32, width: f32, height: f32, ratio: f32) {
        if let Some(page) = page::get(app) {
            page.resize(width, height, ratio);
        }
    }

    /// The person chose dark colours for the browser, or light ones.
    #[wasm_bindgen(js_name = followColours)]
    pub fn follow_colours(&self, app: u32, dark: bool) {
        if let Some(page) = page::get(app) {
            page.follow_colours(dark);
        }
    }

    /// Draws. Answers when the next frame is due by itself, in milliseconds of the page's clock; NaN if none is.
    pub fn frame(&self, app: u32) -> f64 {
        page::get(app).and_then(|page| page.draw(bridge::now())).unwrap_or(f64::NAN)
    }

    /// Brings the mirror up to date without drawing.
    pub fn reflect(&self, app: u32) {
        if let Some(page) = page::get(app) {
            page.reflect();
        }
    }

    /// Polls every woken task.
    pub fn run(&self) {
        host::run_until_idle();
        page::request_frames();
    }

    /// Wakes the timers that are due.
    pub fn timers(&self) {
        host::fire_timers(bridge::now());
        page::request_frames();
    }

    /// Fetches and starts the agent part: `prefix` stands before every tool's name, `session` names this mount, `frames`
    /// says whether components can be drawn by name, `refs` are those of the instance before this one. The page hears by
    /// `setCatalogue` or `agentFailed`.
    #[wasm_bindgen(js_name = startAgent)]
    pub fn start_agent(
        &self,
        app: u32,
        prefix: String,
        session: String,
        dev: bool,
        frames: bool,
        refs: Option<String>,
    ) -> Result<(), JsError> {
        let (Some(page), Some(application)) = (page::get(app), application()) else { return Ok(()) };
        let offer = page.options().offer().map_err(thrown)?;
        let options = AgentOptions {
            screen: offer.screen != Some(false),
            look: offer.look != Some(false),
            budget: offer.budget,
            prefix,
            dev,
            frames,
            refs,
        };
        page.name_session(session);
        agent::start(&page, application.loader, options);
        host::run_until_idle();
        Ok(())
    }

    /// Runs a tool; the page hears by `answer(call, …)`, at once if nothing has to be waited for.
    pub fn call(&self, app: u32, call: u32, tool: String, arguments: String) {
        if let Some(page) = page::get(app) {
            agent::call(&page, call, tool, arguments);
        }
    }

    /// Nobody waits for a call any more.
    pub fn cancel(&self, call: u32) {
        agent::cancel(call);
    }

    /// The last settled values of every application, as JSON: what a stack overflow leaves, which runs no panic hook.
    pub fn snapshot(&self) -> String {
        recovery::snapshots()
    }
}

fn thrown(sentence: String) -> JsError {
    JsError::new(&sentence)
}

fn input(app: u32, event: &InputEvent) -> bool {
    page::get(app).is_some_and(|page| page.input(event).handled)
}
