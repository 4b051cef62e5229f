//! An application in a page: its canvas, its events, its accessibility mirror, its tools in `document.modelContext`,
//! and what outlives a panic.
//!
//! The page's half is the scripts in `js/` (`runtime.js` is the one to read first): what they hold survives a
//! WebAssembly instance. This half turns what they send into the scene's values and what comes of that into text, and
//! puts the pixels on the page's canvas itself. It names nothing of the agent part but through [`AgentLoader`], so that part stays in a chunk of its own,
//! fetched when a page asks for it.
//!
//! An application does not use this crate itself: `app!` does.

mod agent;
mod bridge;
mod clockwork;
mod clusters;
mod consent;
mod display;
mod events;
#[cfg(debug_assertions)]
mod frames;
#[cfg(debug_assertions)]
mod handover;
mod input;
mod instance;
mod mirror;
mod options;
mod page;
mod present;
mod recovery;
#[cfg(debug_assertions)]
mod relay;
mod serve;
mod typed;

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;

use scumble_agent::AppSpec;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

pub use agent::{AgentLoader, AgentOptions, AgentSeed, PageAgent, PageCall};
pub use instance::Instance;
pub use serve::serve;

/// A boxed future of one thread.
pub type LocalBoxFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// The one application of this package: what there is to mount, and how its agent part is fetched.
#[derive(Clone, Copy)]
pub(crate) struct Application {
    pub(crate) spec: fn() -> AppSpec,
    pub(crate) loader: AgentLoader,
}

thread_local! {
    static APPLICATION: Cell<Option<Application>> = const { Cell::new(None) };
}

pub(crate) fn application() -> Option<Application> {
    APPLICATION.with(Cell::get)
}

/// `createApp(options)` and, with `sync`, `createSyncApp(options)`: an `App` object, not mounted yet. What `app!`
/// exports calls it; called again in a new instance, it is how that instance learns its application.
///
/// # Errors
/// A JavaScript `Error` with a sentence if an option is not known or not of its kind.
pub fn create_app(
    spec: fn() -> AppSpec,
    loader: AgentLoader,
    options: &JsValue,
    sync: bool,
) -> Result<JsValue, JsValue> {
    if APPLICATION.with(|slot| slot.replace(Some(Application { spec, loader }))).is_none() {
        clockwork::install();
        recovery::install();
        bridge::register(Instance::new(), wasm_bindgen::exports());
        #[cfg(debug_assertions)]
        relay::begin();
    }
    // So a fresh instance is made to register itself (`js/instance.js`): that is no application.
    if *options != JsValue::from(js_sys::Symbol::for_("scumble.revive")) {
        options::check(options).map_err(|sentence| JsError::new(&sentence))?;
    }
    Ok(bridge::create_app(options, spec().crate_name, sync))
}

/// Takes what the package's entry knows and an instance cannot: how to make another instance of the module, and where
/// the frame worker is.
#[wasm_bindgen(js_name = __scumble_attach)]
pub fn attach(host: JsValue) {
    bridge::attach(host);
}
