//! The screen's tools, one file each, as a surface.
//!
//! Each tool is a schema and an async function over the screen; what they share (acting, settling,
//! answering with changes) is `screen`'s.

/// The properties that name a control.
macro_rules! target_properties {
    () => {
        concat!(
            r#""ref":{"type":"string","description":"The control's ref, such as e7, from ui_snapshot or an answer."},"#,
            r#""role":{"type":"string","description":"Without a ref: the control's role, exactly as in the outline."},"#,
            r#""name":{"type":"string","description":"Without a ref: the control's name, or a part of it that only one has."}"#,
        )
    };
}

/// Whether the whole screen is wanted.
macro_rules! full_property {
    () => {
        r#""full":{"type":"boolean","description":"Answer the whole outline instead of what changed."}"#
    };
}

mod focus;
mod key;
mod press;
mod scroll;
mod set;
mod snapshot;
mod type_text;
mod wait;

use std::rc::Rc;

use scumble_protocol::{Annotations, Caller, Change, Contents, Listening, Resource, Tool, ToolError};
use serde_json::{Map, Value};

use crate::screen::Screen;
use crate::surface::{Answered, Call, LocalBoxFuture, Outcome, Surface, answer, arguments_of, at_once};
use crate::watch::watch;

/// The address of the outline.
const SCREEN: &str = "scumble://screen";
/// The address of the activity log.
const ACTIVITY: &str = "scumble://activity";

/// The screen as a surface: `ui_snapshot` to `ui_wait`.
pub(crate) struct ScreenSurface {
    screen: Rc<Screen>,
    tools: Vec<Tool>,
}

impl ScreenSurface {
    /// The tools of a screen; `untrusted` says whether it may show what others wrote.
    pub(crate) fn new(screen: Rc<Screen>, untrusted: bool) -> ScreenSurface {
        let mut tools = vec![
            snapshot::tool(),
            press::tool(),
            type_text::tool(),
            set::tool(),
            focus::tool(),
            key::tool(),
            scroll::tool(),
            wait::tool(),
        ];
        for tool in &mut tools {
            tool.annotations.untrusted = untrusted;
        }
        ScreenSurface { screen, tools }
    }
}

impl Surface for ScreenSurface {
    fn tools(&self) -> Vec<Tool> {
        self.tools.clone()
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
        let arguments = match arguments_of(&self.tools, &call) {
            Ok(arguments) => arguments,
            Err(error) => return at_once(Err(error)),
        };
        let screen = Rc::clone(&self.screen);
        let answering: LocalBoxFuture<Answered> = match call.name.as_str() {
            "ui_snapshot" => Box::pin(async move { snapshot::read(&screen, &arguments) }),
            "ui_press" => Box::pin(press::press(screen, call, arguments)),
            "ui_type" => Box::pin(type_text::type_text(screen, call, arguments)),
            "ui_set" => Box::pin(set::set(screen, call, arguments)),
            "ui_focus" => Box::pin(focus::focus(screen, call, arguments)),
            "ui_key" => Box::pin(key::key(screen, call, arguments)),
            "ui_scroll" => Box::pin(scroll::scroll(screen, call, arguments)),
            _ => Box::pin(wait::wait(screen, call, arguments)),
        };
        answer(answering)
    }

    fn resources(&self) -> Vec<Resource> {
        let text = |uri: &str, name: &str, description: &str| Resource {
            uri: uri.into(),
            name: name.into(),
            description: description.into(),
            mime_type: "text/plain".into(),
        };
        vec![
            text(SCREEN, "screen", "The screen as an outline, as ui_snapshot answers it."),
            text(ACTIVITY, "activity", "What agents called, a line a call, oldest first."),
        ]
    }

    fn read(&self, uri: &str, _caller: &Caller) -> LocalBoxFuture<Option<Result<Contents, ToolError>>> {
        let text = match uri {
            SCREEN => Some(self.screen.print()),
            ACTIVITY => {
                Some(self.screen.shared.activity.lines().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
            }
            _ => None,
        };
        let contents = text.map(|text| Contents::text(uri, "text/plain", text));
        Box::pin(async move { contents.map(Ok) })
    }

    fn listen(&self, listener: Rc<dyn Fn(Change)>) -> Listening {
        let scene = self.screen.scene.clone();
        watch(SCREEN.into(), self.screen.shared.scope, Rc::new(move || scene.revision()), listener)
    }
}

/// A tool of the screen; `arguments` is the text of its schema.
fn tool(name: &str, title: &str, description: &str, arguments: &str, annotations: Annotations) -> Tool {
    Tool {
        name: name.into(),
        title: title.into(),
        description: description.into(),
        input_schema: crate::written::schema(arguments),
        output_schema: None,
        annotations,
        source: "the screen".into(),
    }
}

/// A yes or no among the arguments; no if it is not there.
fn is_set(arguments: &Map<String, Value>, key: &str) -> bool {
    arguments.get(key).and_then(Value::as_bool).unwrap_or(false)
}
