//! Walks a display list once and paints what is inside the damage.
//!
//! Owns every cache; the items themselves are painted by the module of their kind. Knows no clock and no scene.

use scumble_scene::geometry::{Color, Radii, Rect};
use scumble_scene::paint_list::{Border, DisplayList, Item};

use crate::blend::Ink;
use crate::boxes;
use crate::canvas::Canvas;
use crate::corners::{Corners, fitted};
use crate::glyphs::Glyphs;
use crate::images::Images;
use crate::pixels::{PixelRect, round};
use crate::shadows::Shadows;
use crate::shapes::Shapes;
use crate::target::{Clip, Target};

/// Paints display lists; keep one for as long as possible, it remembers glyphs, shadows, icons and pictures.
#[derive(Debug, Default)]
pub struct Painter {
    corners: Corners,
    glyphs: Glyphs,
    shadows: Shadows,
    shapes: Shapes,
    images: Images,
    items_painted: u64,
    pixels_touched: u64,
}

/// Work done, counted since the painter was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Items of which anything was inside the damage, the clips, and not hidden behind an opaque box over all of it.
    pub items_painted: u64,
    /// Glyph masks made.
    pub glyphs_rasterised: u64,
    /// Glyph masks found in the cache.
    pub glyph_cache_hits: u64,
    /// Masks of shadows and shapes, and scaled pictures, made.
    pub masks_made: u64,
    /// Pixels written, each as often as it was.
    pub pixels_touched: u64,
}

impl Painter {
    /// A painter that remembers nothing yet.
    pub fn new() -> Painter {
        Painter::default()
    }

    /// Paints `list` where `damage` is, both in CSS pixels, at `scale` device pixels a CSS pixel. Returns what was
    /// repainted, in whole device pixels: the damage and one pixel around it, because edges snap to the next pixel.
    ///
    /// Where the list covers nothing, white shows: what the canvas held before never matters. Nothing is painted when
    /// `scale` is not above zero.
    pub fn paint(&mut self, list: &DisplayList, target: &mut Canvas, damage: Rect, scale: f32) -> Rect {
        let usable = scale > 0.0 && scale.is_finite();
        let area = PixelRect::touched(&damage, scale).inflate(1).intersect(&target.bounds());
        if !usable || damage.is_empty() || area.is_empty() {
            return Rect::ZERO;
        }
        let (width, data) = (target.width(), target.data_mut());
        let first = self.first_visible(list, area, scale);
        let mut clips = vec![Clip::new(area)];
        if first.is_none() {
            let mut ground = Target::new(data, width, &clips[0], &mut self.pixels_touched);
            for y in area.top..area.bottom {
                ground.span(y, area.left, area.right, Ink::new(Color::WHITE), 255);
            }
        }
        for (n, item) in list.items.iter().enumerate() {
            let clip = &clips[clips.len() - 1];
            match item {
                Item::PushClip { rect, radii } => {
                    let shape = self.corners.shape(PixelRect::snapped(rect, scale), radii, scale);
                    let clip = clip.and(shape);
                    clips.push(clip);
                }
                Item::PopClip => {
                    // A list with more ends than starts keeps the damage as its outermost clip.
                    if clips.len() > 1 {
                        clips.pop();
                    }
                }
                _ if n < first.unwrap_or(0) || clip.rect.is_empty() => {}
                item => {
                    let mut touched = 0;
                    let painted = self.item(item, &mut Target::new(data, width, clip, &mut touched), scale);
                    self.pixels_touched += touched;
                    self.items_painted += u64::from(painted);
                }
            }
        }
        area.to_rect()
    }

    /// Work done so far.
    pub fn counters(&self) -> Counters {
        Counters {
            items_painted: self.items_painted,
            glyphs_rasterised: self.glyphs.rasterised,
            glyph_cache_hits: self.glyphs.hits,
            masks_made: self.shadows.made + self.shapes.made + self.images.made,
            pixels_touched: self.pixels_touched,
        }
    }

    /// The topmost box that hides everything below it in all of `area`.
    fn first_visible(&mut self, list: &DisplayList, area: PixelRect, scale: f32) -> Option<usize> {
        let mut clips = Vec::new();
        let mut first = None;
        for (n, item) in list.items.iter().enumerate() {
            match item {
                Item::PushClip { rect, radii } => clips.push(self.covers(rect, radii, area, scale)),
                Item::PopClip => {
                    clips.pop();
                }
                Item::Rect { rect, radii, fill: Some(fill), .. }
                    if fill.is_opaque()
                        && clips.iter().all(|covers| *covers)
                        && self.covers(rect, radii, area, scale) =>
                {
                    first = Some(n);
                }
                _ => {}
            }
        }
        first
    }

    fn covers(&mut self, rect: &Rect, radii: &Radii, area: PixelRect, scale: f32) -> bool {
        let snapped = PixelRect::snapped(rect, scale);
        snapped.contains(&area) && self.corners.shape(snapped, radii, scale).covers(&area)
    }

    fn item(&mut self, item: &Item, target: &mut Target<'_>, scale: f32) -> bool {
        match item {
            Item::Rect { rect, radii, fill, border } => self.boxed(target, rect, radii, *fill, *border, scale),
            Item::Glyphs(run) => self.glyphs.paint(target, run, scale),
            Item::Shadow { rect, radii, blur, offset, color } => {
                self.shadows.paint(target, &mut self.corners, rect, radii, *blur, *offset, *color, scale)
            }
            Item::Path { ops, fill, stroke, transform } => {
                self.shapes.paint(target, ops, *fill, *stroke, *transform, scale)
            }
            Item::Image { rect, image } => self.images.paint(target, rect, image, scale),
            Item::PushClip { .. } | Item::PopClip => false,
        }
    }

    fn boxed(
        &mut self,
        target: &mut Target<'_>,
        rect: &Rect,
        radii: &Radii,
        fill: Option<Color>,
        border: Option<Border>,
        scale: f32,
    ) -> bool {
        let outer = PixelRect::snapped(rect, scale);
        let fill = fill.filter(|color| !color.is_transparent());
        let border = border.filter(|border| border.width > 0.0 && !border.color.is_transparent());
        if !outer.intersects(&target.bounds()) || (fill.is_none() && border.is_none()) {
            return false;
        }
        let radii = fitted(outer, radii, scale);
        let outer_shape = self.corners.shape_in_pixels(outer, radii);
        let Some(border) = border else {
            if let Some(color) = fill {
                boxes::fill(target, &outer_shape, Ink::new(color));
            }
            return true;
        };
        let ring = Ink::flattened(border.color, fill);
        let width = round(border.width * scale).max(1);
        let inner = outer.inflate(-width);
        if inner.is_empty() {
            boxes::fill(target, &outer_shape, ring);
        } else {
            let inner_radii = radii.map(|radius| (radius - width as f32).max(0.0));
            let inner_shape = self.corners.shape_in_pixels(inner, inner_radii);
            boxes::fill_bordered(target, &outer_shape, &inner_shape, ring, fill.map(Ink::new));
        }
        true
    }
}
