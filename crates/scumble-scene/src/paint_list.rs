//! What a frame shows, as a flat list a painter walks once, back to front.
//!
//! Positions are CSS pixels from the canvas' top left corner; nothing here knows of nodes, themes or device
//! pixels. A painter multiplies by its scale and snaps edges to device pixels.

mod font;

use std::fmt;
use std::rc::Rc;

pub use font::{FontBytes, FontRef};

use crate::geometry::{Color, Point, Radii, Rect};

/// Everything to paint, back to front, and the area it covers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DisplayList {
    /// The items, first painted first. Every `PushClip` has its `PopClip`.
    pub items: Vec<Item>,
    /// Area the items may touch.
    pub bounds: Rect,
}

impl DisplayList {
    /// An empty list.
    pub fn new() -> DisplayList {
        DisplayList::default()
    }

    /// Adds an item on top and grows `bounds` by what it may touch. Clips narrow nothing here.
    pub fn push(&mut self, item: Item) {
        self.bounds = self.bounds.union(&item.bounds());
        self.items.push(item);
    }
}

/// One thing to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A box: background and border, with square or round corners.
    Rect {
        /// Its border box.
        rect: Rect,
        /// Its corners, on the outer edge of the border.
        radii: Radii,
        /// What fills it, under the border too; `None` leaves the inside alone.
        fill: Option<Color>,
        /// A border on all four sides, inside `rect`.
        border: Option<Border>,
    },
    /// Glyphs of one font, size and colour.
    Glyphs(GlyphRun),
    /// A blurred copy of a box, under the box.
    Shadow {
        /// The box that throws it.
        rect: Rect,
        /// The corners of that box.
        radii: Radii,
        /// CSS blur radius in CSS pixels: the edge fades over twice this, standard deviation half of it.
        blur: f32,
        /// How far it is moved from the box.
        offset: Point,
        /// Its colour where it is not faded.
        color: Color,
    },
    /// A free shape: an icon.
    Path {
        /// The outline, in the shape's own units.
        ops: Rc<[PathOp]>,
        /// What fills it (non-zero winding).
        fill: Option<Color>,
        /// Line width in the shape's own units (round caps and joins), and its colour.
        stroke: Option<(f32, Color)>,
        /// Where the shape's origin lies, and how many CSS pixels one of its units is.
        transform: (Point, f32),
    },
    /// A picture stretched over a rectangle.
    Image {
        /// Where it goes.
        rect: Rect,
        /// The pixels.
        image: ImageData,
    },
    /// From here to its `PopClip` only what lies inside shows (inside the clips around it, too).
    PushClip {
        /// The area that stays visible.
        rect: Rect,
        /// Its corners.
        radii: Radii,
    },
    /// Ends the innermost clip.
    PopClip,
}

impl Item {
    /// The area it may touch, in CSS pixels: never too small, for glyphs, shadows and paths somewhat too large.
    /// Edges are snapped by the painter, so damage made from this is to be inflated by one device pixel.
    /// Empty for clips.
    pub fn bounds(&self) -> Rect {
        match self {
            Item::Rect { rect, .. } | Item::Image { rect, .. } => *rect,
            Item::Glyphs(run) => run.bounds(),
            // Three box blurs reach at most 1.5 times as far as the blur radius.
            Item::Shadow { rect, blur, offset, .. } => rect.translate(*offset).inflate(blur.max(0.0) * 1.5 + 2.0),
            Item::Path { ops, stroke, transform, .. } => path_bounds(ops, stroke.map_or(0.0, |s| s.0), *transform),
            Item::PushClip { .. } | Item::PopClip => Rect::ZERO,
        }
    }
}

fn path_bounds(ops: &[PathOp], line_width: f32, (origin, scale): (Point, f32)) -> Rect {
    let mut left = f32::INFINITY;
    let mut top = f32::INFINITY;
    let mut right = f32::NEG_INFINITY;
    let mut bottom = f32::NEG_INFINITY;
    let mut include = |point: &Point| {
        left = left.min(point.x);
        top = top.min(point.y);
        right = right.max(point.x);
        bottom = bottom.max(point.y);
    };
    for op in ops {
        match op {
            PathOp::MoveTo(a) | PathOp::LineTo(a) => include(a),
            PathOp::QuadTo(a, b) => [a, b].into_iter().for_each(&mut include),
            PathOp::CubicTo(a, b, c) => [a, b, c].into_iter().for_each(&mut include),
            PathOp::Close => {}
        }
    }
    if left > right {
        return Rect::ZERO;
    }
    let reach = line_width * 0.5 * scale + 1.0;
    // From the corner and the extent: a line without area still has a box.
    Rect::new(
        origin.x + left * scale - reach,
        origin.y + top * scale - reach,
        (right - left) * scale + reach * 2.0,
        (bottom - top) * scale + reach * 2.0,
    )
}

/// A line of one width along the inside of all four edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// In CSS pixels; painted in whole device pixels, at least one.
    pub width: f32,
    /// Its colour.
    pub color: Color,
}

/// Glyphs of one font, size and colour on one baseline or several.
#[derive(Clone, Debug, PartialEq)]
pub struct GlyphRun {
    /// The font.
    pub font: FontRef,
    /// Pixels per em, in CSS pixels.
    pub size: f32,
    /// Their colour.
    pub color: Color,
    /// The glyphs, placed relative to `origin`.
    pub glyphs: Rc<[Glyph]>,
    /// Where the run starts; `y` is the baseline.
    pub origin: Point,
}

impl GlyphRun {
    /// The area the glyphs may touch: the font's own largest glyph around every pen position.
    pub fn bounds(&self) -> Rect {
        let mut pens: Option<(f32, f32, f32, f32)> = None;
        for glyph in self.glyphs.iter() {
            let (left, top, right, bottom) = pens.unwrap_or((glyph.x, glyph.y, glyph.x, glyph.y));
            pens = Some((left.min(glyph.x), top.min(glyph.y), right.max(glyph.x), bottom.max(glyph.y)));
        }
        let Some((left, top, right, bottom)) = pens else { return Rect::ZERO };
        let em = self.font.em_box();
        // One pixel on every side for antialiasing and for the pen being snapped to the pixel grid.
        Rect::from_edges(
            self.origin.x + left + em.x * self.size - 1.0,
            self.origin.y + top + em.y * self.size - 1.0,
            self.origin.x + right + em.right() * self.size + 1.0,
            self.origin.y + bottom + em.bottom() * self.size + 1.0,
        )
    }
}

/// One glyph of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u32,
    /// Pen position relative to the run's origin, CSS pixels.
    pub x: f32,
    /// Baseline relative to the run's origin, CSS pixels, downwards.
    pub y: f32,
}

/// One step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathOp {
    /// Starts a new contour.
    MoveTo(Point),
    /// A straight line.
    LineTo(Point),
    /// A quadratic curve: control point, end.
    QuadTo(Point, Point),
    /// A cubic curve: two control points, end.
    CubicTo(Point, Point, Point),
    /// A straight line back to the contour's start.
    Close,
}

/// A picture: 8-bit RGBA, straight alpha, rows from the top. Cheap to clone; equal where it is the same allocation or
/// the same pixels.
#[derive(Clone, PartialEq)]
pub struct ImageData {
    rgba: Rc<[u8]>,
    width: u32,
    height: u32,
}

impl ImageData {
    /// `width` by `height` pixels of 4 bytes each.
    ///
    /// # Errors
    /// A sentence when the number of bytes does not fit the size.
    pub fn new(rgba: Rc<[u8]>, width: u32, height: u32) -> Result<ImageData, String> {
        let wanted = u64::from(width) * u64::from(height) * 4;
        if wanted != rgba.len() as u64 {
            return Err(format!(
                "An image of {width}x{height} pixels needs {wanted} bytes of RGBA, not {}. Pass 4 bytes a pixel, rows from the top.",
                rgba.len()
            ));
        }
        Ok(ImageData { rgba, width, height })
    }

    /// The pixels: R, G, B, A; straight alpha.
    pub fn rgba(&self) -> &Rc<[u8]> {
        &self.rgba
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }
}

impl fmt::Debug for ImageData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ImageData({}x{})", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_grows_its_bounds_by_what_its_items_may_touch() {
        let mut list = DisplayList::new();
        let rect = Rect::new(10.0, 10.0, 20.0, 20.0);
        list.push(Item::PushClip { rect: Rect::new(0.0, 0.0, 900.0, 900.0), radii: Radii::ZERO });
        list.push(Item::Rect { rect, radii: Radii::ZERO, fill: Some(Color::BLACK), border: None });
        list.push(Item::PopClip);
        assert_eq!(list.bounds, rect);
        let offset = Point::new(0.0, 4.0);
        list.push(Item::Shadow { rect, radii: Radii::ZERO, blur: 8.0, offset, color: Color::BLACK });
        assert!(list.bounds.contains_rect(&rect.translate(offset).inflate(12.0)));
    }

    #[test]
    fn a_straight_line_has_bounds_as_wide_as_its_stroke() {
        let ops: Rc<[PathOp]> = Rc::new([PathOp::MoveTo(Point::new(0.0, 5.0)), PathOp::LineTo(Point::new(10.0, 5.0))]);
        let item =
            Item::Path { ops, fill: None, stroke: Some((2.0, Color::BLACK)), transform: (Point::new(100.0, 0.0), 2.0) };
        assert!(item.bounds().contains_rect(&Rect::new(98.0, 8.0, 24.0, 4.0)));
    }

    #[test]
    fn an_image_of_the_wrong_length_is_refused_with_the_right_one() {
        let error = ImageData::new(Rc::from([0u8; 12]), 2, 2).expect_err("twelve bytes are not four pixels");
        assert!(error.contains("needs 16 bytes"), "{error}");
    }
}
