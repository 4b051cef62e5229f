//! From a scene's frame to the page: the damage painted and shown, the mirror changed, the focus and the pointer's
//! shape followed. It knows no events and no element.

use scumble_paint::{Canvas, Painter};
use scumble_scene::geometry::Rect;

use crate::display::Part;
use crate::mirror::model::{ElementId, to_json};
use crate::page::Page;
use crate::{bridge, clusters};

/// What was last shown of one application.
#[derive(Default)]
pub(crate) struct Picture {
    painter: Painter,
    canvas: Option<Canvas>,
    focus: Option<ElementId>,
}

/// Device pixels along a side of so many CSS px; never none.
fn side(length: f32, scale: f32) -> u32 {
    ((length * scale).round() as u32).max(1)
}

impl Picture {
    /// The page's focus is told again with the next reflection: it went where the scene does not let it.
    pub(crate) fn forget_focus(&mut self) {
        self.focus = None;
    }
}

impl Page {
    /// Draws what changed since the last frame. Answers when the next one is due by itself, in milliseconds, if one is.
    pub(crate) fn draw(&self, now: f64) -> Option<f64> {
        let mut frame = self.scene().frame(now);
        if clusters::supply(self.scene()) {
            // Drawn again at once, or the empty frames in their place would be seen.
            frame = self.scene().frame(now);
        }
        let (size, scale) = (self.scene().size(), self.scene().scale());
        let (width, height) = (side(size.width, scale), side(size.height, scale));
        let mut picture = self.picture.borrow_mut();
        let Picture { painter, canvas, .. } = &mut *picture;
        let fits = canvas.as_ref().is_some_and(|canvas| canvas.width() == width && canvas.height() == height);
        let canvas = match canvas {
            Some(canvas) if fits => canvas,
            slot => slot.insert(Canvas::new(width, height)),
        };
        let (list, damage) = if fits {
            (frame.list, frame.damage)
        } else {
            let whole = Rect { x: 0.0, y: 0.0, width: size.width, height: size.height };
            (self.scene().display_list(whole), vec![whole])
        };
        let mut display = self.display.borrow_mut();
        display.fit(width, height, scale);
        for rect in damage {
            let painted = painter.paint(&list, canvas, rect, scale);
            if !painted.is_empty() {
                let [x, y, w, h] = [painted.x, painted.y, painted.width, painted.height].map(f64::from);
                display.put(canvas.data(), width, height, Part { x, y, width: w, height: h });
            }
        }
        display.set_cursor(frame.cursor.css());
        drop((picture, display));
        self.reflect();
        frame.wake_at
    }

    /// Brings the mirror and the page's focus up to date; does nothing if nothing was announced.
    pub(crate) fn reflect(&self) {
        let tree = self.scene().semantics_in_view();
        let (steps, focus) = {
            let mut mirror = self.mirror.borrow_mut();
            let steps = mirror.update(&tree, self.scene());
            (steps, mirror.focused())
        };
        if !steps.is_empty() {
            bridge::patch_mirror(self.id(), &to_json(&steps));
        }
        let before = self.picture.borrow_mut().focus.replace(focus);
        if before != Some(focus) {
            self.keep_focus(self.scene().focus().map(|node| self.scene().identity(node)));
            bridge::move_focus(self.id(), focus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::side;

    #[test]
    fn a_canvas_always_has_a_pixel() {
        assert_eq!(side(0.0, 2.0), 1);
        assert_eq!(side(333.4, 1.5), 500);
    }
}
