//! Display lists for the tests: a text shaped by advance widths, and random lists of everything.

use std::rc::Rc;

use scumble_paint::{Canvas, Painter};
use scumble_scene::geometry::{Color, Point, Radii, Rect};
use scumble_scene::paint_list::{Border, DisplayList, FontRef, Glyph, GlyphRun, ImageData, Item, PathOp};

pub(crate) fn regular() -> FontRef {
    FontRef::from_static(include_bytes!("../../../scumble-scene/fonts/sans-regular.ttf"))
}

pub(crate) fn bold() -> FontRef {
    FontRef::from_static(include_bytes!("../../../scumble-scene/fonts/sans-bold.ttf"))
}

/// `text` on one line from `origin`: a glyph a character, advance widths only.
pub(crate) fn text(font: &FontRef, size: f32, color: Color, origin: Point, text: &str) -> Item {
    let face = ttf_parser::Face::parse(font.data(), font.index()).expect("the embedded font");
    let unit = size / f32::from(face.units_per_em());
    let mut x = 0.0;
    let mut glyphs = Vec::new();
    for character in text.chars() {
        let id = face.glyph_index(character).unwrap_or_else(|| panic!("the embedded font lacks {character:?}"));
        glyphs.push(Glyph { id: u32::from(id.0), x, y: 0.0 });
        x += f32::from(face.glyph_hor_advance(id).unwrap_or(0)) * unit;
    }
    Item::Glyphs(GlyphRun { font: font.clone(), size, color, glyphs: glyphs.into(), origin })
}

pub(crate) fn filled(rect: Rect, color: Color) -> Item {
    Item::Rect { rect, radii: Radii::ZERO, fill: Some(color), border: None }
}

pub(crate) fn list(items: impl IntoIterator<Item = Item>) -> DisplayList {
    let mut list = DisplayList::new();
    items.into_iter().for_each(|item| list.push(item));
    list
}

/// All of a list on a new canvas.
pub(crate) fn painted(list: &DisplayList, width: u32, height: u32, scale: f32) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    Painter::new().paint(list, &mut canvas, Rect::new(0.0, 0.0, width as f32 / scale, height as f32 / scale), scale);
    canvas
}

/// A tick mark in a box of 16 units.
pub(crate) fn tick() -> Rc<[PathOp]> {
    Rc::new([
        PathOp::MoveTo(Point::new(3.0, 8.5)),
        PathOp::LineTo(Point::new(6.5, 12.0)),
        PathOp::LineTo(Point::new(13.0, 4.0)),
    ])
}

/// A heart in a box of 16 units.
pub(crate) fn heart() -> Rc<[PathOp]> {
    Rc::new([
        PathOp::MoveTo(Point::new(8.0, 14.0)),
        PathOp::CubicTo(Point::new(-4.0, 6.0), Point::new(3.0, -2.0), Point::new(8.0, 4.0)),
        PathOp::CubicTo(Point::new(13.0, -2.0), Point::new(20.0, 6.0), Point::new(8.0, 14.0)),
        PathOp::Close,
    ])
}

/// A picture with soft edges: red to the right, green downwards, more and more opaque.
pub(crate) fn picture(width: u32, height: u32) -> ImageData {
    let mut rgba = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let part = |n: u32, of: u32| (n * 255 / (of - 1).max(1)) as u8;
            rgba.extend([part(x, width), part(y, height), 128, part(x + y, width + height - 1)]);
        }
    }
    ImageData::new(rgba.into(), width, height).expect("four bytes a pixel")
}

/// Numbers that look random and are the same in every run (Knuth's MMIX constants).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// 0..below.
    pub(crate) fn whole(&mut self, below: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(below)) as u32
    }

    /// `from..to` in sixteenths.
    pub(crate) fn length(&mut self, from: i32, to: i32) -> f32 {
        from as f32 + self.whole(((to - from) * 16) as u32) as f32 / 16.0
    }

    pub(crate) fn rect(&mut self, within: i32) -> Rect {
        Rect::new(self.length(-20, within), self.length(-20, within), self.length(0, within), self.length(0, within))
    }

    fn color(&mut self) -> Color {
        let [r, g, b, a] = std::array::from_fn(|_| self.whole(256) as u8);
        if self.whole(2) == 0 { Color::rgb(r, g, b) } else { Color::rgba(r, g, b, a) }
    }

    fn radii(&mut self) -> Radii {
        match self.whole(3) {
            0 => Radii::ZERO,
            1 => Radii::all(self.length(0, 20)),
            _ => Radii(std::array::from_fn(|_| self.length(-4, 40))),
        }
    }

    /// A list of everything, some of it outside, with clips that are sometimes not ended.
    pub(crate) fn list(&mut self, items: u32, within: i32, fonts: &[FontRef], images: &[ImageData]) -> DisplayList {
        let mut all = DisplayList::new();
        for _ in 0..items {
            let (rect, radii, color) = (self.rect(within), self.radii(), self.color());
            let fill = (self.whole(4) > 0).then_some(color);
            all.push(match self.whole(10) {
                0..=2 => {
                    let border = Border { width: self.length(0, 6), color: self.color() };
                    Item::Rect { rect, radii, fill, border: (self.whole(2) == 0).then_some(border) }
                }
                3 | 4 => {
                    let font = &fonts[self.whole(fonts.len() as u32) as usize];
                    text(font, self.length(7, 30), color, rect.origin(), "Fjord, gift & Wölfe")
                }
                5 => {
                    let offset = Point::new(self.length(-6, 6), self.length(-6, 6));
                    Item::Shadow { rect, radii, blur: self.length(0, 30), offset, color }
                }
                6 => {
                    let ops = if self.whole(2) == 0 { tick() } else { heart() };
                    let stroke = Some((self.length(0, 4), self.color()));
                    Item::Path { ops, fill, stroke, transform: (rect.origin(), self.length(0, 4)) }
                }
                7 => Item::Image { rect, image: images[self.whole(images.len() as u32) as usize].clone() },
                8 => Item::PushClip { rect: rect.inflate(30.0), radii },
                _ => Item::PopClip,
            });
        }
        all
    }
}
