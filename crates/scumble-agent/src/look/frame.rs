//! A frame: pixels, and what is to be known about them. Also its size's rules, and frames kept to compare with.
//!
//! Does not know what was drawn; live screens and components make frames alike.

use std::collections::VecDeque;

use scumble_paint::{Canvas, Painter, Runs, crop, diff, hash};
use scumble_protocol::{Code, ToolError};
use scumble_scene::geometry::{Color, Point, Radii, Rect};
use scumble_scene::paint_list::{DisplayList, GlyphRun, Item};
use serde_json::{Value, json};

/// The longer side of a frame whose scale was not asked for, in pixels.
pub(crate) const LONGER_SIDE: f32 = 1_568.0;
/// The longest a side may be at all, in pixels.
pub(crate) const LONGEST_SIDE: f32 = 4_096.0;
/// Frames kept to compare with.
const MOST_KEPT: usize = 8;
/// How much they may take together, in runs (eight bytes each): a screen has some ten thousand, a photograph a run a pixel.
const MOST_RUNS: usize = 6_000_000;

/// A drawn frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The pixels.
    pub canvas: Canvas,
    /// Device pixels a CSS pixel.
    pub scale: f32,
    /// The theme it was drawn in.
    pub theme: String,
    /// What is on it, as an outline.
    pub outline: String,
    /// Why nothing was drawn; `None` if something was.
    pub not_drawn: Option<String>,
    /// What failed while it was drawn, as sentences.
    pub errors: Vec<String>,
    /// The callbacks it called, each as `{ name, value }`.
    pub calls: Vec<Value>,
}

impl Frame {
    /// What can be told of it as text, and its pixels: how it crosses from a worker to the page.
    #[must_use]
    pub fn to_parts(&self) -> (String, &[u8]) {
        let about = json!({
            "width": self.canvas.width(),
            "height": self.canvas.height(),
            "scale": self.scale,
            "theme": self.theme,
            "outline": self.outline,
            "notDrawn": self.not_drawn,
            "errors": self.errors,
            "calls": self.calls,
        });
        (about.to_string(), self.canvas.data())
    }

    /// A frame from what [`Frame::to_parts`] yields.
    ///
    /// # Errors
    /// A sentence if the parts do not belong together.
    pub fn from_parts(about: &str, rgba: Vec<u8>) -> Result<Frame, String> {
        let about: Value =
            serde_json::from_str(about).map_err(|error| format!("The frame's description is no JSON: {error}."))?;
        let side = |key: &str| {
            about[key]
                .as_u64()
                .and_then(|side| u32::try_from(side).ok())
                .ok_or_else(|| format!("The frame has no {key}."))
        };
        let text = |key: &str| about[key].as_str().map(str::to_string);
        Ok(Frame {
            canvas: Canvas::from_rgba(side("width")?, side("height")?, rgba)?,
            scale: about["scale"].as_f64().unwrap_or(1.0) as f32,
            theme: text("theme").unwrap_or_default(),
            outline: text("outline").unwrap_or_default(),
            not_drawn: text("notDrawn"),
            errors: about["errors"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|error| error.as_str().map(str::to_string))
                .collect(),
            calls: about["calls"].as_array().cloned().unwrap_or_default(),
        })
    }
}

/// Whether a list draws nothing: a clip alone is no picture, nor is the scene's own `ground`.
pub(crate) fn is_blank(list: &DisplayList, ground: Option<Color>) -> bool {
    list.items.iter().all(|item| match item {
        Item::PushClip { .. } | Item::PopClip => true,
        Item::Rect { fill, border, .. } => ground.is_some() && *fill == ground && border.is_none(),
        _ => false,
    })
}

/// The scale a frame of this size in CSS pixels is drawn at.
///
/// # Errors
/// If a side would be over 4,096 pixels, or the frame has no area.
pub(crate) fn scale_for(width: f32, height: f32, asked: Option<f32>) -> Result<f32, ToolError> {
    let longer = width.max(height);
    let wrong = |message: String| ToolError::new(Code::FrameSize, message);
    if width < 1.0 || height < 1.0 || !longer.is_finite() {
        return Err(wrong(format!("A frame of {width} by {height} px has no area."))
            .fix("Give width and height of at least 1."));
    }
    match asked {
        Some(scale) if longer * scale > LONGEST_SIDE => {
            let message = format!(
                "At scale {scale} the frame would be {} by {} pixels; a side may be at most 4,096.",
                libm::roundf(width * scale),
                libm::roundf(height * scale)
            );
            Err(wrong(message).fix("Give a smaller scale, or draw one control by its ref."))
        }
        Some(scale) if longer * scale < 1.0 || width.min(height) * scale < 0.5 => {
            Err(wrong(format!("At scale {scale} nothing of the frame is left.")).fix("Give a larger scale."))
        }
        Some(scale) => Ok(scale),
        None => Ok((LONGER_SIDE / longer).min(1.0)),
    }
}

/// Paints the part `rect` of a display list, in CSS pixels, to a canvas of its own.
///
/// What the list does not cover shows `ground`, as on the screen.
pub(crate) fn paint(painter: &mut Painter, list: DisplayList, rect: Rect, scale: f32, ground: Color) -> Canvas {
    let side = |length: f32| libm::ceilf(length * scale - 0.01).max(1.0) as u32;
    let mut canvas = Canvas::new(side(rect.width), side(rect.height));
    let whole = Rect::new(0.0, 0.0, rect.width + 1.0, rect.height + 1.0);
    let mut items = vec![Item::Rect { rect: whole, radii: Radii::ZERO, fill: Some(ground), border: None }];
    let by = Point::new(-rect.x, -rect.y);
    items.extend(list.items.into_iter().map(|item| moved(item, by)));
    painter.paint(&DisplayList { items, bounds: whole }, &mut canvas, whole, scale);
    canvas
}

/// The item moved by a distance in CSS pixels.
fn moved(item: Item, by: Point) -> Item {
    let shift = |point: Point| Point::new(point.x + by.x, point.y + by.y);
    match item {
        Item::Rect { rect, radii, fill, border } => Item::Rect { rect: rect.translate(by), radii, fill, border },
        Item::Glyphs(run) => Item::Glyphs(GlyphRun { origin: shift(run.origin), ..run }),
        Item::Shadow { rect, radii, blur, offset, color } => {
            Item::Shadow { rect: rect.translate(by), radii, blur, offset, color }
        }
        Item::Path { ops, fill, stroke, transform: (origin, scale) } => {
            Item::Path { ops, fill, stroke, transform: (shift(origin), scale) }
        }
        Item::Image { rect, image } => Item::Image { rect: rect.translate(by), image },
        Item::PushClip { rect, radii } => Item::PushClip { rect: rect.translate(by), radii },
        Item::PopClip => Item::PopClip,
    }
}

/// Frames that were drawn lately, by their hash.
#[derive(Default)]
pub(crate) struct Kept {
    frames: VecDeque<Packed>,
}

/// A frame that is kept.
struct Packed {
    hash: String,
    runs: Runs,
}

/// How a frame compares to an earlier one.
pub(crate) enum Comparison {
    /// Not a pixel differs.
    Same,
    /// They differ inside this box (pixels); the box alone.
    Differs(Rect, Canvas),
    /// They have different sizes.
    OtherSize,
    /// No frame of that hash is kept.
    Unknown,
}

impl Kept {
    /// Keeps a frame; yields its hash.
    pub(crate) fn keep(&mut self, canvas: &Canvas) -> String {
        let hash = hash(canvas);
        if !self.frames.iter().any(|known| known.hash == hash) {
            self.frames.push_back(Packed { hash: hash.clone(), runs: Runs::of(canvas) });
            while self.frames.len() > MOST_KEPT
                || self.frames.len() > 1
                    && self.frames.iter().map(|frame| frame.runs.count()).sum::<usize>() > MOST_RUNS
            {
                self.frames.pop_front();
            }
        }
        hash
    }

    /// Compares a frame to an earlier one.
    pub(crate) fn compare(&self, canvas: &Canvas, earlier: &str) -> Comparison {
        if hash(canvas) == earlier {
            return Comparison::Same;
        }
        let Some(kept) = self.frames.iter().find(|kept| kept.hash == earlier) else { return Comparison::Unknown };
        if (kept.runs.width(), kept.runs.height()) != (canvas.width(), canvas.height()) {
            return Comparison::OtherSize;
        }
        match diff(&kept.runs.to_canvas(), canvas) {
            None => Comparison::Same,
            Some(rect) => Comparison::Differs(rect, crop(canvas, rect)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_scaled_down_to_what_a_model_sees_unless_a_scale_was_asked_for() {
        assert_eq!(scale_for(800.0, 600.0, None), Ok(1.0));
        assert_eq!(scale_for(3_136.0, 100.0, None), Ok(0.5));
        assert_eq!(scale_for(1_000.0, 1_000.0, Some(2.0)), Ok(2.0));
        let refused = scale_for(1_280.0, 800.0, Some(4.0)).map_err(|error| error.message);
        assert_eq!(
            refused,
            Err("At scale 4 the frame would be 5120 by 3200 pixels; a side may be at most 4,096.".into())
        );
        assert_eq!(scale_for(0.0, 10.0, None).map_err(|error| error.code), Err("SC0301".into()));
    }

    #[test]
    fn frames_are_compared_by_hash_and_the_difference_is_boxed() {
        let mut kept = Kept::default();
        let mut canvas = Canvas::new(20, 10);
        let before = kept.keep(&canvas);
        assert!(matches!(kept.compare(&canvas, &before), Comparison::Same));
        let mut dot = Canvas::new(2, 2);
        dot.fill(Color::BLACK);
        canvas.copy_rect(&dot, Rect::new(0.0, 0.0, 2.0, 2.0), 5, 3);
        match kept.compare(&canvas, &before) {
            Comparison::Differs(rect, part) => {
                assert_eq!(rect, Rect::new(5.0, 3.0, 2.0, 2.0));
                assert_eq!((part.width(), part.height()), (2, 2));
            }
            _ => panic!("the dot was not seen"),
        }
        assert!(matches!(kept.compare(&Canvas::new(5, 5), &before), Comparison::OtherSize));
        assert!(matches!(kept.compare(&Canvas::new(5, 5), "0123456789abcdef"), Comparison::Unknown));
    }

    #[test]
    fn a_frame_crosses_from_a_worker_whole() {
        let frame = Frame {
            canvas: Canvas::new(3, 2),
            scale: 2.0,
            theme: "dark".into(),
            outline: "- button \"Save\" [e1]".into(),
            not_drawn: None,
            errors: vec!["It said so.".into()],
            calls: vec![json!({ "name": "on_open", "value": 3 })],
        };
        let (about, pixels) = frame.to_parts();
        let back = Frame::from_parts(&about, pixels.to_vec()).expect("its own parts read back");
        assert_eq!(back.canvas, frame.canvas);
        assert_eq!(
            (back.scale, back.theme, back.outline, back.errors, back.calls),
            (frame.scale, frame.theme, frame.outline, frame.errors, frame.calls)
        );
    }
}
