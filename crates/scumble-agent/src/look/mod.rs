//! Looking: `tokens_view` and `render_frame`.
//!
//! The live screen is drawn from its own display list with a painter and pixels apart from the live ones;
//! no code of the author runs for it, and nothing the person sees is touched.

mod component;
mod frame;
mod render;
mod request;
mod tokens;

use std::cell::RefCell;
use std::rc::Rc;

use scumble_paint::Painter;
use scumble_protocol::{AgentDocument, Annotations, Tool};
use serde_json::{Map, Value};

use crate::screen::Screen;
use crate::surface::{Answered, Call, LocalBoxFuture, Outcome, Surface, answer, arguments_of, at_once};
use crate::target::Target;
use crate::written::schema;

pub use component::{LocalFrames, draw_component};
pub use frame::Frame;
pub use request::{FrameRequest, Frames};

/// The tools that look at the screen and at components.
pub(crate) struct LookSurface {
    look: Rc<Look>,
    tools: Vec<Tool>,
}

/// What they work with.
pub(crate) struct Look {
    screen: Rc<Screen>,
    frames: Option<Rc<dyn Frames>>,
    painter: RefCell<Painter>,
    kept: RefCell<frame::Kept>,
}

impl LookSurface {
    /// The tools of a screen; without `frames`, components cannot be drawn by name. `untrusted` says whether the screen
    /// may show what others wrote.
    pub(crate) fn new(screen: Rc<Screen>, frames: Option<Rc<dyn Frames>>, untrusted: bool) -> LookSurface {
        let mut render = render::tool(frames.is_some());
        render.annotations.untrusted = untrusted;
        let tools = vec![tokens_tool(), render];
        let look = Look { screen, frames, painter: RefCell::new(Painter::new()), kept: RefCell::default() };
        LookSurface { look: Rc::new(look), tools }
    }
}

impl Surface for LookSurface {
    fn tools(&self) -> Vec<Tool> {
        self.tools.clone()
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
        let arguments = match arguments_of(&self.tools, &call) {
            Ok(arguments) => arguments,
            Err(error) => return at_once(Err(error)),
        };
        let look = Rc::clone(&self.look);
        if call.name == "tokens_view" {
            return at_once(view_tokens(&look.screen, &arguments));
        }
        answer(Box::pin(render::render(look, call, arguments)))
    }
}

/// The argument of `tokens_view`.
const WHERE: &str = r#"{"type":"object","properties":{"ref":{"type":"string","description":"At this control; the whole screen if not given."}},"additionalProperties":false}"#;

/// What `tokens_view` answers.
const TOKENS: &str = concat!(
    r#"{"type":"object","properties":{"theme":{"type":"string"},"dark":{"type":"boolean"},"colors":{"type":"object"},"#,
    r#""textStyles":{"type":"object"},"radii":{"type":"object"},"spacing":{"type":"object"},"shadows":{"type":"object"}}}"#,
);

fn tokens_tool() -> Tool {
    tool(
        "tokens_view",
        "Read the theme",
        "The theme in force: colours, text styles, corner radii, spacing and shadows, by token name and value (lengths in CSS pixels). \
         In code write the token, not the value: background(ColorToken::Surface), style(TextToken::Title)."
            .into(),
        WHERE,
        TOKENS,
    )
}

/// A tool that looks; `arguments` and `answer` are the texts of its schemas.
fn tool(name: &str, title: &str, description: String, arguments: &str, answer: &str) -> Tool {
    Tool {
        name: name.into(),
        title: title.into(),
        description,
        input_schema: schema(arguments),
        output_schema: Some(schema(answer)),
        annotations: Annotations::reading(),
        source: "looking at the screen".into(),
    }
}

fn view_tokens(screen: &Screen, arguments: &Map<String, Value>) -> Answered {
    let target = Target::from_arguments(arguments);
    if !target.is_empty() {
        // One theme is in force everywhere; a ref that is wrong is still told.
        screen.resolve(&screen.read(None), &target)?;
    }
    let value = tokens::theme_value(&screen.scene.theme());
    let lead = format!("The theme in force is {}.", value["theme"].as_str().unwrap_or_default());
    Ok(AgentDocument::new().text(format!("{lead}\n{value}")).value(value))
}
