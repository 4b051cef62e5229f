//! Points, sizes, rectangles, corner radii and colours.
//!
//! Plain values in CSS pixels (`f32`), measured from the canvas' top left corner, x to the right and y
//! downwards. Knows nothing of nodes, styles, layout or device pixels: a painter multiplies by its scale.

/// A position, in CSS pixels from the canvas' top left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance from the left edge.
    pub x: f32,
    /// Distance from the top edge.
    pub y: f32,
}

impl Point {
    /// The canvas' top left corner.
    pub const ZERO: Point = Point { x: 0.0, y: 0.0 };

    /// The point at `x`, `y`.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }
}

impl std::ops::Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl std::ops::Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

/// A width and a height, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Extent to the right.
    pub width: f32,
    /// Extent downwards.
    pub height: f32,
}

impl Size {
    /// No extent at all.
    pub const ZERO: Size = Size { width: 0.0, height: 0.0 };

    /// `width` by `height`.
    pub const fn new(width: f32, height: f32) -> Size {
        Size { width, height }
    }

    /// Whether it covers nothing.
    pub fn is_empty(self) -> bool {
        !(self.width > 0.0 && self.height > 0.0)
    }
}

/// Distances from the four edges of a rectangle inwards, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Insets {
    /// From the top edge.
    pub top: f32,
    /// From the right edge.
    pub right: f32,
    /// From the bottom edge.
    pub bottom: f32,
    /// From the left edge.
    pub left: f32,
}

impl Insets {
    /// No distance on any edge.
    pub const ZERO: Insets = Insets { top: 0.0, right: 0.0, bottom: 0.0, left: 0.0 };

    /// The same distance on every edge.
    pub const fn all(value: f32) -> Insets {
        Insets { top: value, right: value, bottom: value, left: value }
    }

    /// `x` on the left and right edges, `y` on the top and bottom ones.
    pub const fn symmetric(x: f32, y: f32) -> Insets {
        Insets { top: y, right: x, bottom: y, left: x }
    }

    /// Left and right together.
    pub fn horizontal(self) -> f32 {
        self.left + self.right
    }

    /// Top and bottom together.
    pub fn vertical(self) -> f32 {
        self.top + self.bottom
    }
}

/// An axis-aligned rectangle, in CSS pixels. Half open: its right and bottom edges lie outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub x: f32,
    /// Its top edge.
    pub y: f32,
    /// Extent to the right; nothing if not positive.
    pub width: f32,
    /// Extent downwards; nothing if not positive.
    pub height: f32,
}

impl Rect {
    /// The empty rectangle at the origin.
    pub const ZERO: Rect = Rect { x: 0.0, y: 0.0, width: 0.0, height: 0.0 };

    /// A rectangle from its top left corner and extent.
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect { x, y, width, height }
    }

    /// A rectangle from its top left corner and extent.
    pub const fn from_origin_size(origin: Point, size: Size) -> Rect {
        Rect { x: origin.x, y: origin.y, width: size.width, height: size.height }
    }

    /// A rectangle from its four edges; empty where `right <= left` or `bottom <= top`.
    pub fn from_edges(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        Rect { x: left, y: top, width: (right - left).max(0.0), height: (bottom - top).max(0.0) }
    }

    /// The right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// The top left corner.
    pub fn origin(&self) -> Point {
        Point::new(self.x, self.y)
    }

    /// The extent.
    pub fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// The middle.
    pub fn center(&self) -> Point {
        Point::new(self.x + self.width * 0.5, self.y + self.height * 0.5)
    }

    /// Whether it covers nothing (a NaN extent counts as nothing).
    pub fn is_empty(&self) -> bool {
        self.size().is_empty()
    }

    /// Whether `point` lies inside (left and top edges in, right and bottom edges out).
    pub fn contains(&self, point: Point) -> bool {
        point.x >= self.x && point.y >= self.y && point.x < self.right() && point.y < self.bottom()
    }

    /// Whether `other` lies wholly inside. An empty `other` does not count as inside anything.
    pub fn contains_rect(&self, other: &Rect) -> bool {
        !other.is_empty()
            && other.x >= self.x
            && other.y >= self.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }

    /// Whether the two share any area.
    pub fn intersects(&self, other: &Rect) -> bool {
        !self.intersect(other).is_empty()
    }

    /// The area both cover; empty where there is none.
    pub fn intersect(&self, other: &Rect) -> Rect {
        Rect::from_edges(
            self.x.max(other.x),
            self.y.max(other.y),
            self.right().min(other.right()),
            self.bottom().min(other.bottom()),
        )
    }

    /// The smallest rectangle around both; an empty one adds nothing.
    pub fn union(&self, other: &Rect) -> Rect {
        if self.is_empty() {
            return *other;
        }
        if other.is_empty() {
            return *self;
        }
        Rect::from_edges(
            self.x.min(other.x),
            self.y.min(other.y),
            self.right().max(other.right()),
            self.bottom().max(other.bottom()),
        )
    }

    /// Every edge moved outwards by `by` (inwards when negative; then it may become empty).
    pub fn inflate(&self, by: f32) -> Rect {
        Rect::from_edges(self.x - by, self.y - by, self.right() + by, self.bottom() + by)
    }

    /// Every edge moved inwards.
    pub fn inset(&self, by: Insets) -> Rect {
        Rect::from_edges(self.x + by.left, self.y + by.top, self.right() - by.right, self.bottom() - by.bottom)
    }

    /// Moved by `by`.
    pub fn translate(&self, by: Point) -> Rect {
        Rect { x: self.x + by.x, y: self.y + by.y, ..*self }
    }

    /// The smallest rectangle with whole-number edges around it.
    pub fn round_out(&self) -> Rect {
        Rect::from_edges(
            libm::floorf(self.x),
            libm::floorf(self.y),
            libm::ceilf(self.right()),
            libm::ceilf(self.bottom()),
        )
    }
}

/// Corner radii in CSS pixels: top left, top right, bottom right, bottom left.
///
/// Where two radii are longer than the edge between them a painter shrinks all four by one factor, as CSS does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Radii(pub [f32; 4]);

impl Radii {
    /// Square corners.
    pub const ZERO: Radii = Radii([0.0; 4]);

    /// The same radius on every corner.
    pub const fn all(radius: f32) -> Radii {
        Radii([radius; 4])
    }

    /// Whether every corner is square (a NaN radius counts as square).
    pub fn is_zero(&self) -> bool {
        !self.0.iter().any(|radius| *radius > 0.0)
    }

    /// Every radius made larger by `by`; square corners stay square, none falls below nothing.
    pub fn inflate(&self, by: f32) -> Radii {
        Radii(self.0.map(|radius| if radius > 0.0 { (radius + by).max(0.0) } else { 0.0 }))
    }
}

/// A colour: sRGB with straight (not premultiplied) alpha, 8 bits a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity: 255 hides what lies below.
    pub a: u8,
}

impl Color {
    /// Invisible.
    pub const TRANSPARENT: Color = Color::rgba(0, 0, 0, 0);
    /// Opaque black.
    pub const BLACK: Color = Color::rgb(0, 0, 0);
    /// Opaque white.
    pub const WHITE: Color = Color::rgb(255, 255, 255);

    /// An opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Color {
        Color { r, g, b, a: 255 }
    }

    /// A colour with straight alpha.
    pub const fn rgba(r: u8, g: u8, b: u8, a: u8) -> Color {
        Color { r, g, b, a }
    }

    /// An opaque colour from `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Color {
        Color::rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// The same colour with another alpha.
    pub const fn with_alpha(self, a: u8) -> Color {
        Color { a, ..self }
    }

    /// Whether it hides what lies below.
    pub const fn is_opaque(self) -> bool {
        self.a == 255
    }

    /// Whether it paints nothing.
    pub const fn is_transparent(self) -> bool {
        self.a == 0
    }

    /// `#rrggbb`, or `#rrggbbaa` when not opaque.
    pub fn to_hex(self) -> String {
        if self.is_opaque() {
            format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
        } else {
            format!("#{:02x}{:02x}{:02x}{:02x}", self.r, self.g, self.b, self.a)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_half_open() {
        let rect = Rect::new(10.0, 20.0, 5.0, 5.0);
        assert!(rect.contains(Point::new(10.0, 20.0)));
        assert!(!rect.contains(Point::new(15.0, 20.0)));
        assert!(!rect.contains(Point::new(10.0, 25.0)));
    }

    #[test]
    fn disjoint_rectangles_meet_in_nothing_and_an_empty_one_adds_nothing() {
        let left = Rect::new(0.0, 0.0, 10.0, 10.0);
        let right = Rect::new(20.0, 0.0, 10.0, 10.0);
        assert!(left.intersect(&right).is_empty());
        assert!(!left.intersects(&right));
        assert_eq!(left.union(&Rect::new(500.0, 500.0, 0.0, 3.0)), left);
        assert_eq!(left.union(&right), Rect::new(0.0, 0.0, 30.0, 10.0));
    }

    #[test]
    fn a_rectangle_deflated_past_its_middle_is_empty() {
        assert!(Rect::new(0.0, 0.0, 4.0, 40.0).inflate(-3.0).is_empty());
        assert_eq!(Rect::new(1.2, 1.8, 1.0, 1.0).round_out(), Rect::new(1.0, 1.0, 2.0, 2.0));
    }

    #[test]
    fn colours_read_and_write_hex() {
        assert_eq!(Color::hex(0x12abef), Color::rgb(0x12, 0xab, 0xef));
        assert_eq!(Color::hex(0x12abef).to_hex(), "#12abef");
        assert_eq!(Color::WHITE.with_alpha(128).to_hex(), "#ffffff80");
    }
}
