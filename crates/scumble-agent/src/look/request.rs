//! A component to draw: by module and name, from JSON, in a size, a scale and a theme.
//!
//! Crosses to a worker as text; who draws it is a [`Frames`].

use scumble_protocol::{Code, ToolError};
use serde_json::{Map, Value, json};

use super::frame::Frame;
use crate::surface::LocalBoxFuture;

/// What is to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameRequest {
    /// A source path from the project's root without extension: `src/editor`.
    pub module: String,
    /// A component of it; needed when it has several.
    pub export: Option<String>,
    /// Its inputs by name.
    pub inputs: Map<String, Value>,
    /// Width in CSS pixels.
    pub width: f32,
    /// Height in CSS pixels; as tall as its content if not given.
    pub height: Option<f32>,
    /// Device pixels a CSS pixel; what fits if not given.
    pub scale: Option<f32>,
    /// `light` or `dark`; the screen's own if not given.
    pub theme: String,
    /// A language tag for text.
    pub locale: Option<String>,
}

/// The width a component is drawn at if none is asked for, in CSS pixels.
pub(crate) const USUAL_WIDTH: f32 = 390.0;

impl FrameRequest {
    /// The request as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "module": self.module,
            "export": self.export,
            "inputs": self.inputs,
            "width": self.width,
            "height": self.height,
            "scale": self.scale,
            "theme": self.theme,
            "locale": self.locale,
        })
    }

    /// A request as [`FrameRequest::to_json`] writes it.
    ///
    /// # Errors
    /// If it names no module.
    pub fn from_json(value: &Value) -> Result<FrameRequest, ToolError> {
        let text = |key: &str| value[key].as_str().map(str::to_string);
        let number = |key: &str| value[key].as_f64().map(|number| number as f32);
        Ok(FrameRequest {
            module: text("module").ok_or_else(|| ToolError::new(Code::NoSuchComponent, "No module was named."))?,
            export: text("export"),
            inputs: value["inputs"].as_object().cloned().unwrap_or_default(),
            width: number("width").unwrap_or(USUAL_WIDTH),
            height: number("height"),
            scale: number("scale"),
            theme: text("theme").unwrap_or_else(|| "light".into()),
            locale: text("locale"),
        })
    }
}

/// Draws components by name: in a worker of a page, or natively in this process.
pub trait Frames {
    /// Draws one. A panic, bad inputs and a time-out are failures; nothing of the live application is touched.
    fn draw(&self, request: FrameRequest) -> LocalBoxFuture<Result<Frame, ToolError>>;
}
