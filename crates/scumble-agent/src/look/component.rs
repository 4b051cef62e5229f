//! A component drawn by name in a scene of its own: found among the registered, built from JSON, laid out,
//! painted, and taken down again.
//!
//! Natively this runs in the application's process behind a caught unwind; in a page it runs in a worker.
//! The live scene and its channels are never touched: the component gets channels of its own, holding the
//! running application's values.

use scumble_channels::near::nearest;
use scumble_paint::Painter;
use scumble_protocol::{Code, ToolError};
use scumble_reactive::Scope;
use scumble_scene::element::column;
use scumble_scene::geometry::{Rect, Size};
use scumble_scene::registry::{self, ComponentEntry};
use scumble_scene::semantics::aria_role;
use scumble_scene::theme::{ColorToken, Theme};
use scumble_scene::{Scene, SceneOptions};
use serde_json::{Map, Value};

use super::frame::{Frame, is_blank, paint, scale_for};
use super::request::{FrameRequest, Frames};
use crate::order::order;
use crate::outline::{Page, print};
use crate::refs::{Anchor, Identity, RefTable};
use crate::screen::read_outline;
use crate::spec::AppSpec;
use crate::surface::LocalBoxFuture;
use crate::unwind::{Panicked, guard, note_places};

/// Room a component may take in height before it is taken for one that fills whatever it is given, in CSS pixels.
const ROOM: f32 = 8_192.0;
/// The height of a component that fills whatever it is given, in CSS pixels.
const FILLING_HEIGHT: f32 = 844.0;
/// The key of the box a component without a height stands in.
const CONTENT: &str = "scumble component";
/// How much of an outline goes with a frame, in bytes.
pub(crate) const OUTLINE_BYTES: usize = 8_000;

/// Draws the component a request names. `state` holds the channels' values by channel name, as their snapshots are.
///
/// # Errors
/// If no such component is registered, its inputs do not fit, it panics, or the frame would be too large.
pub fn draw_component(request: &FrameRequest, spec: &AppSpec, state: &Map<String, Value>) -> Result<Frame, ToolError> {
    note_places();
    let entry = find(request, spec.crate_name)?;
    let scope = Scope::root();
    let drawn = guard(|| draw_in(scope, entry, request, spec, state));
    // Also after a panic: what the component had started ends here.
    let disposed = guard(|| scope.dispose());
    match (drawn, disposed) {
        (Ok(drawn), Ok(())) => drawn,
        (Err(Panicked(said)), _) | (_, Err(Panicked(said))) => {
            let message = format!("{} of {} panicked while it was drawn: {said}.", entry.name, request.module);
            Err(ToolError::new(Code::FramePanicked, message)
                .fix("The running application is untouched. Correct the component or its inputs."))
        }
    }
}

fn draw_in(
    scope: Scope,
    entry: &ComponentEntry,
    request: &FrameRequest,
    spec: &AppSpec,
    state: &Map<String, Value>,
) -> Result<Frame, ToolError> {
    let mut errors = Vec::new();
    for served in scope.run(|| (spec.serve)(scope)) {
        if let Some(Value::Object(values)) = state.get(served.name()) {
            for key in served.restore(values) {
                errors.push(format!(
                    "The value of {}.{key} could not be taken over; it has its initial one.",
                    served.name()
                ));
            }
        }
    }
    let theme = theme_named(&request.theme)?;
    registry::take_calls();
    let inputs = Value::Object(request.inputs.clone()).to_string();
    let room = Size::new(request.width, request.height.unwrap_or(ROOM));
    if request.width < 1.0 || room.height < 1.0 || request.width > ROOM {
        scale_for(request.width, room.height, request.scale)?;
    }
    let options = SceneOptions { theme: theme.clone(), size: room, ..SceneOptions::default() };
    let scene =
        Scene::new(SceneOptions { locale: request.locale.clone().unwrap_or(options.locale.clone()), ..options });
    spec.add_fonts(&scene).map_err(|sentence| ToolError::new(Code::Internal, sentence))?;
    let mut refused = None;
    // Built while it is mounted, as in the application: a component may ask for its window.
    scene.mount_with(scope, |scope| {
        let element = (entry.build)(scope, &inputs).unwrap_or_else(|sentence| {
            refused = Some(sentence);
            column()
        });
        // With a height the component is the screen; without, it stands at its own height in a column.
        if request.height.is_some() { element } else { column().child(column().key(CONTENT).child(element)) }
    });
    if let Some(sentence) = refused {
        let error = ToolError::new(Code::BadInputs, sentence);
        return Err(error.fix("library_get names every input of a component with its type."));
    }
    scene.layout();
    let height = match request.height {
        Some(height) => height,
        None => content_height(&scene),
    };
    let rect = Rect::new(0.0, 0.0, request.width, height);
    let scale = scale_for(rect.width, rect.height.max(1.0), request.scale)?;
    if request.height.is_none() {
        scene.set_size(Size::new(request.width, height.max(1.0)));
        scene.layout();
    }
    let list = scene.display_list(rect);
    let not_drawn = is_blank(&list, Some(theme.color(ColorToken::Background)))
        .then(|| format!("{} draws nothing with these inputs.", entry.name));
    let canvas = paint(
        &mut Painter::new(),
        list,
        Rect::new(0.0, 0.0, rect.width, rect.height.max(1.0)),
        scale,
        theme.color(ColorToken::Background),
    );
    let mut refs = RefTable::default();
    let outline = read_outline(&scene.semantics(), scene.revision(), |node| {
        refs.number(node.id, aria_role(node.role), &node.name, || Identity {
            path: String::new(),
            anchor: Anchor::Place,
        })
    });
    let frame = Frame {
        canvas,
        scale,
        theme: theme.name.clone(),
        outline: print(&outline, Page { budget: OUTLINE_BYTES, ..Page::whole() }),
        not_drawn,
        errors,
        calls: registry::take_calls()
            .into_iter()
            .map(|call| serde_json::json!({ "name": call.name, "value": parsed(&call.value) }))
            .collect(),
    };
    scene.unmount();
    Ok(frame)
}

/// A recorded argument as JSON, or as the text it is.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_string()))
}

/// How tall what stands in the column is.
fn content_height(scene: &Scene) -> f32 {
    // The scene's own box around what is mounted, the column, and in it the component's box.
    let content = scene.find_identity(&format!("box.0/box.0/{CONTENT}"));
    let height = content.map_or(0.0, |node| scene.node_rect(node).height);
    // Something that grows has no height of its own.
    if height >= ROOM - 1.0 { FILLING_HEIGHT } else { libm::ceilf(height) }
}

/// The theme of that name.
pub(crate) fn theme_named(name: &str) -> Result<Theme, ToolError> {
    Theme::named(name).ok_or_else(|| {
        ToolError::new(Code::BadArguments, format!("There is no theme {}.", Value::String(name.into())))
            .fix("The themes are light and dark.")
    })
}

/// The registered component a request names.
fn find(request: &FrameRequest, crate_name: &str) -> Result<&'static ComponentEntry, ToolError> {
    let entries: Vec<&'static ComponentEntry> = registry::components().collect();
    let module = request.module.trim_start_matches("./").trim_end_matches(".rs");
    let of_module = of_module(&entries, module, crate_name);
    let missing = |message: String| ToolError::new(Code::NoSuchComponent, message);
    if of_module.is_empty() {
        let files: Vec<&str> = entries.iter().map(|entry| from_project(entry.file)).collect();
        let mut modules: Vec<&str> =
            order(files.len(), &|a, b| files[a].cmp(files[b])).into_iter().map(|index| files[index]).collect();
        modules.dedup();
        let error = missing(format!("No component is known in {module}."));
        if let Some(entry) = entries.iter().find(|entry| entry.name == module) {
            return Err(error.fix(format!("{} is a component of {}.", entry.name, from_project(entry.file))));
        }
        return Err(match nearest(module, modules.iter().copied()) {
            Some(near) => error.fix(format!("Did you mean {near}?")),
            None if modules.is_empty() => error.fix("This build has no components that can be drawn by name."),
            None => error.fix(format!("There are components in {}.", modules.join(", "))),
        });
    }
    let names = || of_module.iter().map(|entry| entry.name).collect::<Vec<_>>();
    match &request.export {
        Some(export) => of_module.iter().copied().find(|entry| entry.name == export.as_str()).ok_or_else(|| {
            let error = missing(format!("{module} has no component {export}."));
            match nearest(export, names()) {
                Some(near) => error.fix(format!("Did you mean {near}?")),
                None => error.fix(format!("It has {}.", names().join(", "))),
            }
        }),
        None if of_module.len() == 1 => Ok(of_module[0]),
        None => Err(missing(format!("{module} has {} components.", of_module.len()))
            .fix(format!("Name one of them as export: {}.", names().join(", ")))),
    }
}

/// The components of a module. Where another crate has a file of that name too, the application's own is meant.
fn of_module(entries: &[&'static ComponentEntry], module: &str, crate_name: &str) -> Vec<&'static ComponentEntry> {
    let mut found: Vec<_> = entries.iter().copied().filter(|entry| is_module(entry.file, module)).collect();
    let own = crate_name.replace('-', "_");
    let is_own = |entry: &&ComponentEntry| entry.module_path.split("::").next() == Some(own.as_str());
    if found.iter().any(&is_own) {
        found.retain(is_own);
    }
    found
}

/// Whether a source file is the module: the compiler may know it by a longer path than the project does.
fn is_module(file: &str, module: &str) -> bool {
    let file = without_extension(file);
    file == module || file.strip_suffix(module).is_some_and(|before| before.ends_with('/') || before.ends_with('\\'))
}

/// A source file as the project names it, without extension: from its `src` or `tests` folder on.
fn from_project(file: &str) -> &str {
    let file = without_extension(file);
    let start = ["src/", "tests/"].iter().filter_map(|folder| file.rfind(&format!("/{folder}")).map(|at| at + 1)).min();
    start.map_or(file, |at| &file[at..])
}

fn without_extension(file: &str) -> &str {
    file.strip_suffix(".rs").unwrap_or(file)
}

/// Draws components in this process, behind a caught unwind.
///
/// Natively. An endless loop in a component is not ended here; a page draws in a worker for that.
pub struct LocalFrames {
    spec: AppSpec,
    state: Box<dyn Fn() -> Map<String, Value>>,
}

impl LocalFrames {
    /// Draws components of an application; `state` yields its channels' values by channel name.
    pub fn new(spec: AppSpec, state: impl Fn() -> Map<String, Value> + 'static) -> LocalFrames {
        LocalFrames { spec, state: Box::new(state) }
    }
}

impl Frames for LocalFrames {
    fn draw(&self, request: FrameRequest) -> LocalBoxFuture<Result<Frame, ToolError>> {
        let drawn = draw_component(&request, &self.spec, &(self.state)());
        Box::pin(async move { drawn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_named_by_its_path_from_the_project() {
        assert!(is_module("src/editor.rs", "src/editor"));
        assert!(is_module("examples/notes/src/editor.rs", "src/editor"));
        assert!(!is_module("examples/notes/src/text_editor.rs", "editor"));
        assert!(!is_module("src/editor/mod.rs", "src/editor"));
    }

    #[test]
    fn a_source_file_is_named_from_its_project_on() {
        assert_eq!(from_project("examples/notes/src/ui/editor.rs"), "src/ui/editor");
        assert_eq!(from_project("crates/x/tests/surface/frames.rs"), "tests/surface/frames");
        assert_eq!(from_project("src/editor.rs"), "src/editor");
    }

    #[test]
    fn a_theme_that_is_not_there_names_those_that_are() {
        let refused = theme_named("sepia").map(|theme| theme.name).map_err(|error| error.sentences());
        assert_eq!(refused, Err("There is no theme \"sepia\". The themes are light and dark.".into()));
    }
}
