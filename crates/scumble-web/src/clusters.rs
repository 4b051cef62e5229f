//! Characters no loaded font covers (emoji, scripts the application ships none for), measured and drawn by the browser
//! with the person's own fonts. The scene says which and keeps the pictures; it knows no text and no document, so it
//! works in a worker too.

use std::rc::Rc;

use scumble_scene::paint_list::ImageData;
use scumble_scene::{ClusterImage, Point, Scene, WantedCluster};
use wasm_bindgen::JsCast;
use web_sys::{OffscreenCanvas, OffscreenCanvasRenderingContext2d, TextMetrics};

use crate::display::flags;

/// No character is drawn further around its box than this part of its size, so that nothing is cut off.
const MARGIN: f32 = 0.5;
/// No single character on a screen is as large as this, in device pixels.
const LARGEST: f32 = 2048.0;

/// Has the browser say how wide such characters are.
pub(crate) fn install(scene: &Scene) {
    scene.set_missing_width(Rc::new(|text, size, weight| {
        let width = on_surface(|surface| surface.measure(text, size, weight).map(|box_| box_.width() as f32));
        width.unwrap_or(size)
    }));
}

/// Has the browser draw what the scene lacks. Answers whether there was anything, so that a frame is wanted anew.
pub(crate) fn supply(scene: &Scene) -> bool {
    let wanted = scene.wanted_clusters();
    let is_any = !wanted.is_empty();
    for cluster in wanted {
        // One without ink is kept as a picture of nothing, or it would be asked for with every frame.
        let image = on_surface(|surface| surface.draw(&cluster)).or_else(nothing);
        if let Some(image) = image {
            scene.set_cluster(cluster, image);
        }
    }
    is_any
}

fn nothing() -> Option<ClusterImage> {
    let image = ImageData::new(Rc::from([0; 4]), 1, 1).ok()?;
    Some(ClusterImage { image, offset: Point { x: 0.0, y: 0.0 } })
}

/// What the browser measures and draws on.
struct Surface {
    canvas: OffscreenCanvas,
    context: OffscreenCanvasRenderingContext2d,
}

thread_local! {
    /// One for all, made when first needed; none where the browser gives none.
    static SURFACE: Option<Surface> = Surface::new();
}

fn on_surface<T>(work: impl FnOnce(&Surface) -> Option<T>) -> Option<T> {
    SURFACE.with(|surface| work(surface.as_ref()?))
}

impl Surface {
    fn new() -> Option<Surface> {
        let canvas = OffscreenCanvas::new(1, 1).ok()?;
        let context = canvas.get_context_with_context_options("2d", &flags("willReadFrequently", true)).ok()??;
        Some(Surface { canvas, context: context.unchecked_into() })
    }

    fn measure(&self, text: &str, size: f32, weight: u16) -> Option<TextMetrics> {
        self.context.set_font(&format!("{weight} {size}px system-ui, sans-serif"));
        self.context.measure_text(text).ok()
    }

    /// A picture of the character's ink; none if it has none.
    fn draw(&self, cluster: &WantedCluster) -> Option<ClusterImage> {
        let (size, weight) = (cluster.size(), cluster.weight);
        if !(size > 0.0 && size < LARGEST) {
            return None;
        }
        let metrics = self.measure(&cluster.text, size, weight)?;
        let margin = f64::from(size * MARGIN).ceil();
        let [left, right, top, bottom] = [
            metrics.actual_bounding_box_left(),
            metrics.actual_bounding_box_right(),
            metrics.actual_bounding_box_ascent(),
            metrics.actual_bounding_box_descent(),
        ]
        .map(|length| length.ceil() + margin);
        let (width, height) = (left + right, top + bottom);
        if !(width > 0.0 && height > 0.0) {
            return None;
        }
        // Setting a size clears the surface and everything set on its context.
        self.canvas.set_width(width as u32);
        self.canvas.set_height(height as u32);
        self.measure(&cluster.text, size, weight)?;
        self.context.set_fill_style_str(&cluster.color.to_hex());
        self.context.fill_text(&cluster.text, left, top).ok()?;
        let drawn = self.context.get_image_data(0.0, 0.0, width, height).ok()?;
        let ink = inked(&drawn.data(), width as usize)?;
        let image = ImageData::new(ink.pixels.into(), ink.width as u32, ink.height as u32).ok()?;
        Some(ClusterImage { image, offset: Point { x: (ink.x as f64 - left) as f32, y: (ink.y as f64 - top) as f32 } })
    }
}

/// The smallest part of a picture with everything in it that is not transparent.
#[derive(Debug, PartialEq)]
struct Ink {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    /// RGBA, straight.
    pixels: Vec<u8>,
}

/// The ink of a picture of so many pixels a row; none if there is none.
fn inked(rgba: &[u8], across: usize) -> Option<Ink> {
    let (mut left, mut right, mut top, mut bottom) = (across, 0, usize::MAX, 0);
    for (y, row) in rgba.chunks_exact(across * 4).enumerate() {
        let mut seen = row.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] != 0).map(|(x, _)| x);
        let Some(first) = seen.next() else { continue };
        left = left.min(first);
        right = right.max(seen.next_back().unwrap_or(first) + 1);
        top = top.min(y);
        bottom = y + 1;
    }
    if right == 0 {
        return None;
    }
    let rows = rgba.chunks_exact(across * 4).take(bottom).skip(top);
    let pixels = rows.flat_map(|row| &row[left * 4..right * 4]).copied().collect();
    Some(Ink { x: left, y: top, width: right - left, height: bottom - top, pixels })
}

#[cfg(test)]
mod tests {
    use super::{Ink, inked};

    /// A picture of one colour, opaque where the drawing has a mark.
    fn picture(rows: &[&str]) -> Vec<u8> {
        let marks = rows.iter().flat_map(|row| row.bytes());
        marks.flat_map(|mark| [7, 8, 9, if mark == b'#' { 255 } else { 0 }]).collect()
    }

    #[test]
    fn ink_is_cut_out_of_what_is_transparent_around_it() {
        let ink = inked(&picture(&[".....", "..#..", ".#...", "....."]), 5);
        let pixels = picture(&[".#", "#."]);
        assert_eq!(ink, Some(Ink { x: 1, y: 1, width: 2, height: 2, pixels }));
    }

    #[test]
    fn ink_up_to_every_edge_is_the_whole_picture() {
        let whole = picture(&["#..", "...", "..#"]);
        assert_eq!(inked(&whole, 3), Some(Ink { x: 0, y: 0, width: 3, height: 3, pixels: whole }));
    }

    #[test]
    fn a_transparent_picture_has_no_ink() {
        assert_eq!(inked(&picture(&["...", "..."]), 3), None);
    }
}
