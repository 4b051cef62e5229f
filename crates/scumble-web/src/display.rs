//! The canvas an application is seen on: how large it is, the pixels put on it, the pointer's shape over it.
//!
//! The element is the page's (`js/view.js`) and outlives this instance, with what was last shown on it. It knows no
//! scene.

use js_sys::{Object, Reflect};
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// A part of a canvas in device pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The canvas of one mounted application.
pub(crate) struct Display {
    canvas: HtmlCanvasElement,
    /// None where the browser gives no more of them.
    context: Option<CanvasRenderingContext2d>,
    cursor: &'static str,
}

impl Display {
    /// The canvas as the page made it.
    pub(crate) fn new(canvas: HtmlCanvasElement) -> Display {
        let context = canvas
            .get_context_with_context_options("2d", &flags("alpha", false))
            .ok()
            .flatten()
            .map(JsCast::unchecked_into);
        Display { canvas, context, cursor: "" }
    }

    /// Makes the canvas as large as the picture of `width` by `height` device pixels, `scale` of them to a CSS px.
    pub(crate) fn fit(&self, width: u32, height: u32, scale: f32) {
        if (self.canvas.width(), self.canvas.height()) == (width, height) {
            return;
        }
        self.canvas.set_width(width);
        self.canvas.set_height(height);
        // Exactly as many device pixels as were drawn, whatever the element's fractional size is.
        for (side, pixels) in [("width", width), ("height", height)] {
            self.style(side, &format!("{}px", f64::from(pixels) / f64::from(scale)));
        }
    }

    /// Shows the part of a picture that changed. `pixels` is RGBA, the whole picture of `width` by `height`: the browser
    /// looks at it where it lies in this instance's memory, and copies that part alone.
    pub(crate) fn put(&self, pixels: &[u8], width: u32, height: u32, part: Part) {
        let Some(context) = &self.context else { return };
        // Refused only if the sizes did not fit each other.
        if let Ok(image) = ImageData::new_with_u8_clamped_array_and_sh(Clamped(pixels), width, height) {
            let Part { x, y, width, height } = part;
            let _ = context.put_image_data_with_dirty_x_and_dirty_y_and_dirty_width_and_dirty_height(
                &image, 0.0, 0.0, x, y, width, height,
            );
        }
    }

    /// Gives the pointer a shape, a CSS `cursor`.
    pub(crate) fn set_cursor(&mut self, cursor: &'static str) {
        if self.cursor != cursor {
            self.cursor = cursor;
            self.style("cursor", cursor);
        }
    }

    fn style(&self, property: &str, value: &str) {
        // A style that is no CSS is left out by the browser, as it would be in a sheet.
        let _ = self.canvas.style().set_property(property, value);
    }
}

/// An object with one flag in it.
pub(crate) fn flags(name: &str, value: bool) -> JsValue {
    let object = Object::new();
    // Setting a key of a fresh object does not fail.
    let _ = Reflect::set(&object, &JsValue::from_str(name), &JsValue::from_bool(value));
    object.into()
}
