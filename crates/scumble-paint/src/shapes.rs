//! Free shapes (icons): stroked by tiny-skia, filled into a mask as glyphs are, kept, and laid down like one.
//!
//! A shape's origin is snapped to whole device pixels, so the same icon is the same mask wherever it stands.

use std::collections::HashMap;
use std::rc::Rc;

use scumble_scene::geometry::{Color, Point};
use scumble_scene::paint_list::PathOp;
use tiny_skia::{LineCap, LineJoin, Path, PathBuilder, PathSegment, Stroke};
use ttf_parser::OutlineBuilder;

use crate::blend::{Ink, Weights};
use crate::hashing::{Fast, Words};
use crate::outline::{Lines, Mask};
use crate::pixels::{PixelRect, ceil, floor, round};
use crate::target::Target;

/// Bytes of masks kept.
const KEPT_BYTES: usize = 4 << 20;
/// A mask with more pixels than this is made for the clip only, and not kept.
const LARGEST_KEPT: i64 = 1 << 18;

/// The kept masks.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    known: HashMap<u64, Rc<Mask>, Fast>,
    bytes: usize,
    /// Masks made so far.
    pub(crate) made: u64,
}

impl Shapes {
    /// Paints a shape's fill, then its stroke; whether any of it was inside the clip.
    pub(crate) fn paint(
        &mut self,
        target: &mut Target<'_>,
        ops: &[PathOp],
        fill: Option<Color>,
        stroke: Option<(f32, Color)>,
        (origin, unit): (Point, f32),
        scale: f32,
    ) -> bool {
        let at = (round(origin.x * scale), round(origin.y * scale));
        let mut painted = false;
        if let Some(color) = fill {
            painted |= self.layer(target, ops, None, color, at, unit * scale);
        }
        if let Some((width, color)) = stroke {
            painted |= self.layer(target, ops, Some(width), color, at, unit * scale);
        }
        painted
    }

    fn layer(
        &mut self,
        target: &mut Target<'_>,
        ops: &[PathOp],
        line: Option<f32>,
        color: Color,
        at: (i32, i32),
        unit: f32,
    ) -> bool {
        if color.is_transparent() {
            return false;
        }
        let key = key(ops, line, unit);
        let mask = match self.known.get(&key) {
            Some(mask) => Rc::clone(mask),
            None => {
                let Some(path) = build(ops, line, unit) else { return false };
                let bounds = path.bounds();
                let area = PixelRect {
                    left: floor(bounds.left()),
                    top: floor(bounds.top()),
                    right: ceil(bounds.right()),
                    bottom: ceil(bounds.bottom()),
                };
                let clip = target.bounds();
                let visible = PixelRect {
                    left: clip.left - at.0,
                    top: clip.top - at.1,
                    right: clip.right - at.0,
                    bottom: clip.bottom - at.1,
                };
                if !area.intersects(&visible) {
                    return false;
                }
                self.made += 1;
                if i64::from(area.width()) * i64::from(area.height()) > LARGEST_KEPT {
                    Rc::new(rasterise(&path, area.intersect(&visible)))
                } else {
                    self.keep(key, rasterise(&path, area))
                }
            }
        };
        let (left, top) = (at.0 + mask.left, at.1 + mask.top);
        let area = PixelRect { left, top, right: left + mask.width, bottom: top + mask.height };
        if !area.intersects(&target.bounds()) {
            return false;
        }
        target.stamp(left, top, mask.width, &mask.coverage, &Weights::plain(Ink::new(color)));
        true
    }

    fn keep(&mut self, key: u64, mask: Mask) -> Rc<Mask> {
        if self.bytes > KEPT_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        self.bytes += mask.coverage.len();
        let mask = Rc::new(mask);
        self.known.insert(key, Rc::clone(&mask));
        mask
    }
}

fn key(ops: &[PathOp], line: Option<f32>, unit: f32) -> u64 {
    let mut words = Words::new();
    words.add(u64::from(unit.to_bits()));
    words.add(line.map_or(u64::MAX, |width| u64::from(width.to_bits())));
    let mut point = |kind: u64, p: &Point| {
        words.add(kind);
        words.add(u64::from(p.x.to_bits()) << 32 | u64::from(p.y.to_bits()));
    };
    for op in ops {
        match op {
            PathOp::MoveTo(a) => point(1, a),
            PathOp::LineTo(a) => point(2, a),
            PathOp::QuadTo(a, b) => [a, b].into_iter().for_each(|p| point(3, p)),
            PathOp::CubicTo(a, b, c) => [a, b, c].into_iter().for_each(|p| point(4, p)),
            PathOp::Close => point(5, &Point::ZERO),
        }
    }
    words.value()
}

/// The outline of a fill or a stroke in device pixels from the shape's origin; `None` for what has no area or no
/// finite size.
fn build(ops: &[PathOp], line: Option<f32>, unit: f32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for op in ops {
        match op {
            PathOp::MoveTo(a) => builder.move_to(a.x * unit, a.y * unit),
            PathOp::LineTo(a) => builder.line_to(a.x * unit, a.y * unit),
            PathOp::QuadTo(a, b) => builder.quad_to(a.x * unit, a.y * unit, b.x * unit, b.y * unit),
            PathOp::CubicTo(a, b, c) => {
                builder.cubic_to(a.x * unit, a.y * unit, b.x * unit, b.y * unit, c.x * unit, c.y * unit);
            }
            PathOp::Close => builder.close(),
        }
    }
    let path = builder.finish()?;
    let path = match line {
        None => path,
        Some(width) => {
            let round = Stroke {
                width: width * unit,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            path.stroke(&round, 1.0)?
        }
    };
    let bounds = path.bounds();
    (bounds.width() > 0.0 && bounds.height() > 0.0).then_some(path)
}

/// The coverage of `area` by `path`, by the non-zero rule.
fn rasterise(path: &Path, area: PixelRect) -> Mask {
    // Outlines of fonts have their y axis upwards, paths downwards.
    let mut lines = Lines::new(1.0, 0.0);
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => lines.move_to(to.x, -to.y),
            PathSegment::LineTo(to) => lines.line_to(to.x, -to.y),
            PathSegment::QuadTo(a, to) => lines.quad_to(a.x, -a.y, to.x, -to.y),
            PathSegment::CubicTo(a, b, to) => lines.curve_to(a.x, -a.y, b.x, -b.y, to.x, -to.y),
            PathSegment::Close => lines.close(),
        }
    }
    lines.rasterise_in(area)
}
