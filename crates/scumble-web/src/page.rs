//! The applications mounted in this instance: each with its scope, its channels and its scene.
//!
//! It knows how one begins, what a recovery needs of it and how it ends; not how it is drawn or operated.

use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use scumble_agent::AppSpec;
use scumble_channels::{Served, check_served, confirm};
use scumble_protocol::{Caller, Door};
use scumble_reactive::Scope;
use scumble_reactive::host::{self, FlushListener};
use scumble_scene::edit::Platform;
use scumble_scene::{Scene, SceneOptions, Size, Theme};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use wasm_bindgen::JsValue;

use crate::agent::PageAgent;
use crate::display::Display;
use crate::mirror::Mirror;
use crate::options::Options;
use crate::present::Picture;
use crate::{bridge, clusters, consent};

/// What the page around an application is like, as `js/view.js` measured it.
#[derive(Deserialize)]
pub(crate) struct Surroundings {
    /// CSS px.
    width: f32,
    /// CSS px.
    height: f32,
    /// Device pixels of the screen to a CSS px.
    ratio: f32,
    /// Whether the person has chosen dark colours for the browser.
    dark: bool,
    /// The browser's language, a BCP 47 tag.
    language: String,
    /// Whether keys mean what they mean on a Mac.
    mac: bool,
}

impl Surroundings {
    /// # Errors
    /// A sentence if the page says something else.
    pub(crate) fn read(value: JsValue) -> Result<Surroundings, String> {
        serde_wasm_bindgen::from_value(value).map_err(|error| {
            format!("The page described itself in a way this module does not read: {error}. Are its script and its module of one build?")
        })
    }
}

/// One mounted application.
pub(crate) struct Page {
    id: u32,
    options: Options,
    scope: Scope,
    scene: Scene,
    served: Vec<Served>,
    agent: RefCell<Option<Rc<dyn PageAgent>>>,
    /// Who calls by the browser's own tools.
    caller: OnceCell<Caller>,
    /// What can be read while a panic has everything else borrowed.
    kept: RefCell<Kept>,
    pub(crate) display: RefCell<Display>,
    pub(crate) picture: RefCell<Picture>,
    pub(crate) mirror: RefCell<Mirror>,
    _on_flush: FlushListener,
    /// Keeps the development server told.
    #[cfg(debug_assertions)]
    relayed: RefCell<Option<scumble_protocol::Listening>>,
}

#[derive(Default)]
struct Kept {
    refs: Option<String>,
    focus: Option<String>,
}

thread_local! {
    static PAGES: RefCell<BTreeMap<u32, Rc<Page>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The application with this number, if it is mounted.
pub(crate) fn get(id: u32) -> Option<Rc<Page>> {
    PAGES.with(|pages| pages.try_borrow().ok().and_then(|pages| pages.get(&id).cloned()))
}

/// Every mounted application.
pub(crate) fn all() -> Vec<Rc<Page>> {
    PAGES.with(|pages| pages.try_borrow().map(|pages| pages.values().cloned().collect()).unwrap_or_default())
}

/// Asks for a frame of every application whose scene changed; a change of the scene alone is no flush.
pub(crate) fn request_frames() {
    for page in all() {
        if page.scene.needs_frame() {
            bridge::request_frame(page.id);
        }
    }
}

/// Where an application is mounted: its canvas, what the page wants of it, what the page is like, and what the instance
/// before this one left, as [`Page::settled_state`] wrote it.
pub(crate) struct Place {
    pub(crate) display: Display,
    pub(crate) options: Options,
    pub(crate) around: Surroundings,
    pub(crate) state: Option<Value>,
}

/// Mounts an application. Answers its title.
///
/// # Errors
/// A sentence if a channel is served twice.
pub(crate) fn mount(id: u32, spec: &AppSpec, place: Place) -> Result<String, String> {
    let scope = Scope::root();
    match begin(id, scope, spec, place) {
        Ok(page) => {
            PAGES.with_borrow_mut(|pages| pages.insert(id, page));
            Ok(spec.name.to_owned())
        }
        Err(sentence) => {
            scope.dispose();
            Err(sentence)
        }
    }
}

fn begin(id: u32, scope: Scope, spec: &AppSpec, place: Place) -> Result<Rc<Page>, String> {
    let Place { display, options, around, state } = place;
    let served = scope.run(|| (spec.serve)(scope));
    check_served(&served)?;
    let state = state.as_ref();
    if let Some(channels) = state.and_then(|state| state.get("channels")) {
        restore(&served, channels);
    }
    confirm::set_asker(scope, consent::asker(id));

    let scene = Scene::new(SceneOptions {
        theme: theme(options.is_dark(around.dark)),
        size: Size::new(around.width, around.height),
        scale: options.scale(around.ratio),
        locale: options.locale(&around.language),
        platform: if around.mac { Platform::Mac } else { Platform::Other },
    });
    spec.add_fonts(&scene)?;
    clusters::install(&scene);
    scene.mount_with(scope, |cx| (spec.root)(cx));
    // Nothing draws a first frame but a change; mounting is one.
    host::run_until_idle();
    let focus = state.and_then(|state| state["focus"].as_str());
    #[cfg(debug_assertions)]
    let moved = state.and_then(|state| state.get("scene")).map(|left| crate::handover::take(&scene, left));
    #[cfg(debug_assertions)]
    let focus = focus.map(|path| moved.as_ref().and_then(|moved| moved.get(path)).map_or(path, String::as_str));
    if let Some(node) = focus.and_then(|path| scene.find_identity(path)) {
        // What had the focus may not take it any more: then nothing has.
        let _ = scene.set_focus(node);
    }
    let page = Page {
        id,
        options,
        scope,
        scene,
        served,
        agent: RefCell::new(None),
        caller: OnceCell::new(),
        kept: RefCell::new(Kept {
            refs: state.and_then(|state| state["refs"].as_str()).map(str::to_owned),
            focus: None,
        }),
        display: RefCell::new(display),
        picture: RefCell::default(),
        mirror: RefCell::default(),
        _on_flush: host::on_flush(move || bridge::request_frame(id)),
        #[cfg(debug_assertions)]
        relayed: RefCell::default(),
    };
    Ok(Rc::new(page))
}

/// Gives the channels the values of an earlier instance and says on the console which no longer fit.
fn restore(served: &[Served], channels: &Value) {
    for channel in served {
        let Some(values) = channels.get(channel.name()).and_then(Value::as_object) else { continue };
        let misfits = channel.restore(values);
        if !misfits.is_empty() {
            let sentence = format!(
                "[scumble] Channel {} began anew with {}: their values no longer fit.",
                channel.name(),
                misfits.join(", ")
            );
            #[cfg(debug_assertions)]
            bridge::began_anew(&sentence);
            gloo::console::warn!(sentence);
        }
    }
}

/// Takes an application out, with everything it owns.
pub(crate) fn unmount(id: u32) {
    let page = PAGES.with_borrow_mut(|pages| pages.remove(&id));
    if let Some(page) = page {
        page.agent.take();
        #[cfg(debug_assertions)]
        page.relayed.take();
        page.scene.unmount();
        page.scope.dispose();
    }
}

fn theme(is_dark: bool) -> Theme {
    if is_dark { Theme::dark() } else { Theme::light() }
}

impl Page {
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// What the page wants of the application.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The element has another size in CSS px, or the screen another number of device pixels to one.
    pub(crate) fn resize(&self, width: f32, height: f32, ratio: f32) {
        self.scene.set_size(Size::new(width, height));
        self.scene.set_scale(self.options.scale(ratio));
        host::run_until_idle();
    }

    /// The person chose dark colours for the browser, or light ones.
    pub(crate) fn follow_colours(&self, dark: bool) {
        self.scene.set_theme(theme(self.options.is_dark(dark)));
        host::run_until_idle();
        bridge::request_frame(self.id);
    }

    pub(crate) fn scope(&self) -> Scope {
        self.scope
    }

    pub(crate) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The channels' values, their types forgotten, in the order they are served.
    pub(crate) fn channels(&self) -> Vec<Rc<dyn Any>> {
        self.served.iter().map(Served::any).collect()
    }

    pub(crate) fn agent(&self) -> Option<Rc<dyn PageAgent>> {
        self.agent.borrow().clone()
    }

    /// Who calls by the browser's own tools, once the agent part was asked for.
    pub(crate) fn caller(&self) -> Option<&Caller> {
        self.caller.get()
    }

    /// Names the session of those who call by the browser's own tools; what it is named first, it stays.
    pub(crate) fn name_session(&self, session: String) {
        self.caller.get_or_init(|| Caller { door: Door::WebMcp, session, number: self.id, client: None });
    }

    pub(crate) fn set_agent(&self, agent: Rc<dyn PageAgent>) {
        self.agent.replace(Some(agent));
    }

    /// Keeps the development server told of changes until the page ends.
    #[cfg(debug_assertions)]
    pub(crate) fn keep_listening(&self, listening: scumble_protocol::Listening) {
        let before = self.relayed.replace(Some(listening));
        drop(before);
    }

    /// Keeps the refs given out so far where a panic finds them.
    pub(crate) fn keep_refs(&self, refs: String) {
        self.kept.borrow_mut().refs = Some(refs);
    }

    /// Keeps where the focus is, as [`Scene::identity`] names it, where a panic finds it.
    pub(crate) fn keep_focus(&self, focus: Option<String>) {
        self.kept.borrow_mut().focus = focus;
    }

    /// The channels' values as they are now, by channel name.
    #[cfg(debug_assertions)]
    pub(crate) fn current_values(&self) -> Map<String, Value> {
        self.served.iter().map(|channel| (channel.name().to_owned(), Value::Object(channel.snapshot(false)))).collect()
    }

    /// What another page of this application begins with: the values as they are, and what of the scene is its own.
    #[cfg(debug_assertions)]
    pub(crate) fn handover(&self) -> Value {
        let mut state = self.settled_state();
        state["channels"] = Value::Object(self.current_values());
        state["scene"] = crate::handover::leave(&self.scene);
        state
    }

    /// The last settled values of the channels, with refs and focus: what another instance begins with.
    pub(crate) fn settled_state(&self) -> Value {
        let channels: Map<String, Value> = self
            .served
            .iter()
            .map(|channel| (channel.name().to_owned(), Value::Object(channel.snapshot(true))))
            .collect();
        let (refs, focus) = match self.kept.try_borrow() {
            Ok(kept) => (kept.refs.clone(), kept.focus.clone()),
            Err(_) => (None, None),
        };
        json!({ "channels": channels, "refs": refs, "focus": focus })
    }
}
