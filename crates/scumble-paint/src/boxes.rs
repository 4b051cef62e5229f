//! Boxes: fill and border, square or round, row by row.
//!
//! The border is a ring between two round shapes. In the pixels where it meets the fill both are laid down at once,
//! each in its part, so neither the ground nor the fill shines through the edge.

use crate::blend::Ink;
use crate::corners::RoundShape;
use crate::pixels::PixelRect;
use crate::target::Target;

/// A box without a border.
pub(crate) fn fill(target: &mut Target<'_>, shape: &RoundShape, ink: Ink) {
    let PixelRect { top, bottom, .. } = shape.rect.intersect(&target.bounds());
    let (straight_top, straight_bottom) = straight(shape.straight_rows(), top, bottom);
    for y in (top..straight_top).chain(straight_bottom..bottom) {
        fill_row(target, shape, ink, y);
    }
    target.block(PixelRect { top: straight_top, bottom: straight_bottom, ..shape.rect }, ink);
}

/// The part of `rows` between `top` and `bottom`; empty at `bottom` where there is none.
fn straight(rows: (i32, i32), top: i32, bottom: i32) -> (i32, i32) {
    let (first, last) = (rows.0.max(top), rows.1.min(bottom));
    if first < last { (first, last) } else { (bottom, bottom) }
}

fn fill_row(target: &mut Target<'_>, shape: &RoundShape, ink: Ink, y: i32) {
    let row = match shape.edges(y) {
        Some((row, left, right)) => {
            target.cover(y, row.start, left, ink);
            target.cover(y, row.full_end, right, ink);
            row
        }
        None => {
            let row = shape.row(y);
            for x in (row.start..row.full_start).chain(row.full_end..row.end) {
                target.dot(x, y, ink, shape.coverage(x, y));
            }
            row
        }
    };
    target.span(y, row.full_start, row.full_end, ink, 255);
}

/// A box with a border: `ring` between `outer` and `inner` (the border's colour already laid over the fill's), `ink`
/// inside `inner`.
pub(crate) fn fill_bordered(
    target: &mut Target<'_>,
    outer: &RoundShape,
    inner: &RoundShape,
    ring: Ink,
    ink: Option<Ink>,
) {
    let PixelRect { top, bottom, .. } = outer.rect.intersect(&target.bounds());
    // Where neither curve is in the way it is three blocks side by side.
    let (outer_rows, inner_rows) = (outer.straight_rows(), inner.straight_rows());
    let rows = (outer_rows.0.max(inner_rows.0), outer_rows.1.min(inner_rows.1));
    let (straight_top, straight_bottom) = straight(rows, top, bottom);
    let sides = PixelRect { top: straight_top, bottom: straight_bottom, ..outer.rect };
    target.block(PixelRect { right: inner.rect.left, ..sides }, ring);
    target.block(PixelRect { left: inner.rect.right, ..sides }, ring);
    if let Some(ink) = ink {
        target.block(PixelRect { left: inner.rect.left, right: inner.rect.right, ..sides }, ink);
    }
    for y in (top..straight_top).chain(straight_bottom..bottom) {
        let inside = inner.row(y);
        if inside.start >= inside.end {
            fill_row(target, outer, ring, y);
            continue;
        }
        let row = outer.row(y);
        // Left and right of the middle, where only the inside shows: first what is all ring, then what is mixed.
        let middle_start = inside.full_start.max(row.full_start);
        let middle_end = inside.full_end.min(row.full_end).max(middle_start);
        target.span(y, row.full_start, inside.start.min(middle_start), ring, 255);
        target.span(y, inside.end.max(middle_end), row.full_end, ring, 255);
        for x in (row.start..middle_start).chain(middle_end..row.end) {
            let all_ring = x >= row.full_start && x < row.full_end && (x < inside.start || x >= inside.end);
            if all_ring {
                continue;
            }
            let (whole, inner) =
                (outer.coverage(x, y), if x < inside.start || x >= inside.end { 0 } else { inner.coverage(x, y) });
            let inner = inner.min(whole);
            match ink {
                _ if inner == 0 => target.dot(x, y, ring, whole),
                Some(ink) => target.pair(x, y, (ring, whole - inner), (ink, inner)),
                None => target.dot(x, y, ring, whole - inner),
            }
        }
        if let Some(ink) = ink {
            target.span(y, middle_start, middle_end, ink, 255);
        }
    }
}
