//! A drawing of paths in inks: what an icon or a check mark is before a theme colours it.

use std::rc::Rc;

use crate::geometry::{Point, Rect};
use crate::paint_list::PathOp;
use crate::style::Ink;

/// Shapes in px from the top left of the node that shows them, the lowest first.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    pub(crate) shapes: Vec<Shape>,
}

#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Path { ops: Rc<[PathOp]>, fill: Option<Ink>, stroke: Option<(f32, Ink)>, scale: f32 },
    Rect { rect: Rect, radius: f32, fill: Ink },
}

impl Drawing {
    /// An empty drawing.
    pub fn new() -> Drawing {
        Drawing::default()
    }

    /// A filled path.
    pub fn fill(mut self, ops: impl Into<Rc<[PathOp]>>, ink: impl Into<Ink>) -> Drawing {
        self.shapes.push(Shape::Path { ops: ops.into(), fill: Some(ink.into()), stroke: None, scale: 1.0 });
        self
    }

    /// A stroked path, `width` px wide.
    pub fn stroke(mut self, ops: impl Into<Rc<[PathOp]>>, width: f32, ink: impl Into<Ink>) -> Drawing {
        self.shapes.push(Shape::Path { ops: ops.into(), fill: None, stroke: Some((width, ink.into())), scale: 1.0 });
        self
    }

    /// Enlarges the paths added so far: an icon drawn on a grid of 24 is shown at 18 px by 0.75.
    pub fn scaled(mut self, by: f32) -> Drawing {
        for shape in &mut self.shapes {
            match shape {
                Shape::Path { scale, .. } => *scale *= by,
                Shape::Rect { rect, radius, .. } => {
                    *rect = Rect::new(rect.x * by, rect.y * by, rect.width * by, rect.height * by);
                    *radius *= by;
                }
            }
        }
        self
    }

    /// A filled rectangle with round corners.
    pub fn rect(mut self, rect: Rect, radius: f32, ink: impl Into<Ink>) -> Drawing {
        self.shapes.push(Shape::Rect { rect, radius, fill: ink.into() });
        self
    }
}

/// A path through these points: `polyline([(4.0, 12.0), (10.0, 18.0), (20.0, 6.0)])`.
pub fn polyline<const N: usize>(points: [(f32, f32); N]) -> Vec<PathOp> {
    let mut ops = Vec::with_capacity(N);
    for (index, (x, y)) in points.into_iter().enumerate() {
        let point = Point::new(x, y);
        ops.push(if index == 0 { PathOp::MoveTo(point) } else { PathOp::LineTo(point) });
    }
    ops
}
