//! What a frame shows, as a flat list a painter walks once, back to front.
//!
//! Positions are CSS pixels from the canvas' top left corner; nothing here knows of nodes, themes or device
//! pixels. A painter multiplies by its scale and snaps edges to device pixels.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

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
            Item::Shadow { rect, blur, offset, .. } => {
                rect.translate(*offset).inflate(blur.max(0.0) * 1.5 + 2.0)
            }
            Item::Path { ops, stroke, transform, .. } => {
                path_bounds(ops, stroke.map_or(0.0, |s| s.0), *transform)
            }
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
    Rect::from_edges(
        origin.x + left * scale,
        origin.y + top * scale,
        origin.x + right * scale,
        origin.y + bottom * scale,
    )
    .inflate_open(reach)
}

impl Rect {
    /// `inflate` for a rectangle that may be a line without area.
    fn inflate_open(self, by: f32) -> Rect {
        Rect::new(self.x - by, self.y - by, self.width + by * 2.0, self.height + by * 2.0)
    }
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

/// The bytes of a font file, in the form text engines share them.
pub type FontBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A font: bytes, which face of them, and a stable name for caches. Cheap to clone; equal where the ids are.
#[derive(Clone)]
pub struct FontRef(Rc<Face>);

struct Face {
    id: u64,
    bytes: FontBytes,
    index: u32,
    em_box: Rect,
}

impl FontRef {
    /// Face `index` of a TrueType or OpenType file (0 unless it is a collection). The id is a hash of the bytes and the
    /// index: the same in every run and on every platform. Reads the whole file once: make it once a font and clone it.
    ///
    /// Bytes that are no font are not refused: a painter draws nothing for them.
    pub fn new(bytes: FontBytes, index: u32) -> FontRef {
        let data = (*bytes).as_ref();
        let id = hash_bytes(data, index);
        let em_box = read_em_box(data, index).unwrap_or(Rect::new(-1.0, -2.0, 4.0, 4.0));
        FontRef(Rc::new(Face { id, bytes, index, em_box }))
    }

    /// Face 0 of a file compiled into the program.
    pub fn from_static(bytes: &'static [u8]) -> FontRef {
        FontRef::new(Arc::new(bytes), 0)
    }

    /// A stable hash of the bytes and the face index.
    pub fn id(&self) -> u64 {
        self.0.id
    }

    /// The whole file.
    pub fn data(&self) -> &[u8] {
        (*self.0.bytes).as_ref()
    }

    /// The whole file, to share with a text engine without copying.
    pub fn bytes(&self) -> &FontBytes {
        &self.0.bytes
    }

    /// Which face of the file.
    pub fn index(&self) -> u32 {
        self.0.index
    }

    /// The box around all of its glyphs, in ems from the pen position, y downwards.
    pub fn em_box(&self) -> Rect {
        self.0.em_box
    }
}

impl PartialEq for FontRef {
    fn eq(&self, other: &FontRef) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for FontRef {}

impl fmt::Debug for FontRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FontRef({:016x})", self.0.id)
    }
}

/// FNV-1a over 8-byte words: fonts are hashed once, at start, where byte-wise hashing would be felt.
fn hash_bytes(data: &[u8], index: u32) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut mix = |word: u64| {
        hash = (hash ^ word).wrapping_mul(PRIME);
        hash ^= hash >> 29;
    };
    mix(u64::from(index));
    mix(data.len() as u64);
    let (words, rest) = data.as_chunks::<8>();
    for word in words {
        mix(u64::from_le_bytes(*word));
    }
    let mut tail = [0u8; 8];
    tail[..rest.len()].copy_from_slice(rest);
    mix(u64::from_le_bytes(tail));
    hash
}

/// `head`'s glyph box over `unitsPerEm` (OpenType 1.9, "head — Font Header Table").
fn read_em_box(data: &[u8], index: u32) -> Option<Rect> {
    let u16_at = |at: usize| Some(u16::from_be_bytes(data.get(at..at + 2)?.try_into().ok()?));
    let u32_at = |at: usize| Some(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?) as usize);
    let face = if data.get(..4)? == b"ttcf" { u32_at(12 + 4 * index as usize)? } else { 0 };
    let tables = usize::from(u16_at(face + 4)?);
    let record =
        (0..tables).map(|n| face + 12 + 16 * n).find(|at| data.get(*at..*at + 4) == Some(b"head"))?;
    let head = u32_at(record + 8)?;
    let em = f32::from(u16_at(head + 18)?);
    if em <= 0.0 {
        return None;
    }
    let coordinate = |at: usize| Some(f32::from(u16_at(head + at)? as i16) / em);
    let (left, bottom, right, top) = (coordinate(36)?, coordinate(38)?, coordinate(40)?, coordinate(42)?);
    Some(Rect::from_edges(left, -top, right, -bottom))
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

/// A picture: 8-bit RGBA, straight alpha, rows from the top. Cheap to clone; equal where it is the same allocation or the same pixels.
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
        let ops: Rc<[PathOp]> =
            Rc::new([PathOp::MoveTo(Point::new(0.0, 5.0)), PathOp::LineTo(Point::new(10.0, 5.0))]);
        let item = Item::Path {
            ops,
            fill: None,
            stroke: Some((2.0, Color::BLACK)),
            transform: (Point::new(100.0, 0.0), 2.0),
        };
        assert!(item.bounds().contains_rect(&Rect::new(98.0, 8.0, 24.0, 4.0)));
    }

    #[test]
    fn font_ids_tell_bytes_and_faces_apart() {
        let one = FontRef::from_static(b"not a font, 1");
        assert_eq!(one, FontRef::from_static(b"not a font, 1"));
        assert_ne!(one, FontRef::from_static(b"not a font, 2"));
        assert_ne!(one, FontRef::new(Arc::new(b"not a font, 1".as_slice()), 1));
    }

    #[test]
    fn an_image_of_the_wrong_length_is_refused_with_the_right_one() {
        let error = ImageData::new(Rc::from([0u8; 12]), 2, 2).expect_err("twelve bytes are not four pixels");
        assert!(error.contains("needs 16 bytes"), "{error}");
    }
}
