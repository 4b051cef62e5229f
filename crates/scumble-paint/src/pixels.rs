//! Device pixels: whole-number rectangles, and how CSS pixels snap to them.
//!
//! Knows nothing of what is painted. Coordinates stay within ±2²⁴, so that sums of a few of them cannot overflow.

use scumble_scene::geometry::Rect;

const LIMIT: f32 = 16_777_216.0;

/// A rectangle of device pixels; right and bottom are outside. Empty where `right <= left` or `bottom <= top`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PixelRect {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl PixelRect {
    pub(crate) const EMPTY: PixelRect = PixelRect { left: 0, top: 0, right: 0, bottom: 0 };

    pub(crate) fn width(&self) -> i32 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> i32 {
        self.bottom - self.top
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    pub(crate) fn intersect(&self, other: &PixelRect) -> PixelRect {
        PixelRect {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    pub(crate) fn intersects(&self, other: &PixelRect) -> bool {
        !self.intersect(other).is_empty()
    }

    pub(crate) fn contains(&self, other: &PixelRect) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }

    pub(crate) fn inflate(&self, by: i32) -> PixelRect {
        PixelRect { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    pub(crate) fn to_rect(self) -> Rect {
        Rect::from_edges(self.left as f32, self.top as f32, self.right as f32, self.bottom as f32)
    }

    /// The pixels nearest to `rect` times `scale`. What has any extent keeps at least one pixel of it, so that
    /// hairlines never vanish.
    pub(crate) fn snapped(rect: &Rect, scale: f32) -> PixelRect {
        let edges = |start: f32, extent: f32| {
            let first = round(start * scale);
            let last = round((start + extent) * scale);
            // Written so that a NaN extent is empty.
            if extent > 0.0 { (first, last.max(first + 1)) } else { (first, first) }
        };
        let (left, right) = edges(rect.x, rect.width);
        let (top, bottom) = edges(rect.y, rect.height);
        PixelRect { left, top, right, bottom }
    }

    /// Every pixel `rect` times `scale` touches.
    pub(crate) fn touched(rect: &Rect, scale: f32) -> PixelRect {
        if rect.is_empty() {
            return PixelRect::EMPTY;
        }
        PixelRect {
            left: floor(rect.x * scale),
            top: floor(rect.y * scale),
            right: ceil(rect.right() * scale),
            bottom: ceil(rect.bottom() * scale),
        }
    }
}

/// The largest whole number not above `value`, within ±2²⁴; 0 for NaN. Casts, not a float function: the same
/// everywhere and without a call.
pub(crate) fn floor(value: f32) -> i32 {
    let value = value.clamp(-LIMIT, LIMIT);
    let truncated = value as i32;
    if truncated as f32 > value { truncated - 1 } else { truncated }
}

/// The smallest whole number not below `value`, within ±2²⁴; 0 for NaN.
pub(crate) fn ceil(value: f32) -> i32 {
    let value = value.clamp(-LIMIT, LIMIT);
    let truncated = value as i32;
    if (truncated as f32) < value { truncated + 1 } else { truncated }
}

/// The nearest whole number, halves upwards.
pub(crate) fn round(value: f32) -> i32 {
    floor(value + 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_snap_to_the_nearest_pixel_and_neighbours_stay_neighbours() {
        let left = PixelRect::snapped(&Rect::new(0.2, 0.0, 10.3, 1.0), 1.0);
        let right = PixelRect::snapped(&Rect::new(10.5, 0.0, 5.0, 1.0), 1.0);
        assert_eq!((left.left, left.right), (0, 11));
        assert_eq!(left.right, right.left);
    }

    #[test]
    fn a_hairline_keeps_one_pixel_and_nothing_stays_nothing() {
        assert_eq!(PixelRect::snapped(&Rect::new(4.0, 4.1, 20.0, 0.2), 1.0).height(), 1);
        assert!(PixelRect::snapped(&Rect::new(4.0, 4.0, 20.0, 0.0), 1.0).is_empty());
        assert!(PixelRect::snapped(&Rect::new(4.0, 4.0, f32::NAN, 3.0), 1.0).is_empty());
    }

    #[test]
    fn rounding_agrees_with_the_library_also_below_zero() {
        for n in -400..400 {
            let value = n as f32 * 0.13;
            assert_eq!(floor(value), libm::floorf(value) as i32, "floor {value}");
            assert_eq!(ceil(value), libm::ceilf(value) as i32, "ceil {value}");
        }
        assert_eq!((floor(f32::NAN), floor(f32::INFINITY), round(-0.5)), (0, 16_777_216, 0));
    }
}
