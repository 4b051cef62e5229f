//! Icons: line drawings on a grid of 24, in the colour of the text around them. They announce nothing.

use scumble_scene::drawing::{Drawing, polyline};
use scumble_scene::geometry::Point;
use scumble_scene::paint_list::PathOp;
use scumble_scene::style::Ink;
use scumble_scene::{Element, draw};

/// What an icon shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// An arrow to the left.
    Back,
    /// A check mark.
    Check,
    /// A cross.
    Close,
    /// A sheet of paper with a folded corner.
    Note,
    /// A paper clip.
    Paperclip,
    /// A pin.
    Pin,
    /// A plus.
    Plus,
    /// A magnifying glass.
    Search,
    /// A bin.
    Trash,
}

/// An icon `size` px wide and high.
#[must_use]
pub fn icon(icon: Icon, size: f32) -> Element {
    draw(move |_| drawing(icon).scaled(size / 24.0)).size(size, size).shrink(0)
}

fn drawing(icon: Icon) -> Drawing {
    let line = |drawing: Drawing, ops: Vec<PathOp>| drawing.stroke(ops, 2.0, Ink::Current);
    let empty = Drawing::new();
    match icon {
        Icon::Back => {
            let shaft = line(empty, polyline([(20.0, 12.0), (4.5, 12.0)]));
            line(shaft, polyline([(11.0, 5.0), (4.0, 12.0), (11.0, 19.0)]))
        }
        Icon::Check => line(empty, polyline([(4.5, 12.5), (10.0, 18.0), (19.5, 6.5)])),
        Icon::Close => {
            let down = line(empty, polyline([(6.0, 6.0), (18.0, 18.0)]));
            line(down, polyline([(18.0, 6.0), (6.0, 18.0)]))
        }
        Icon::Note => {
            let mut sheet = polyline([(14.0, 3.0), (5.0, 3.0), (5.0, 21.0), (19.0, 21.0), (19.0, 8.0), (14.0, 3.0)]);
            sheet.push(PathOp::Close);
            let sheet = line(empty, sheet);
            let first = line(sheet, polyline([(8.5, 12.0), (15.5, 12.0)]));
            line(first, polyline([(8.5, 16.0), (13.0, 16.0)]))
        }
        Icon::Paperclip => {
            let ops = vec![
                PathOp::MoveTo(Point::new(20.0, 11.5)),
                PathOp::LineTo(Point::new(12.0, 19.5)),
                curve((9.5, 22.0), (5.5, 21.5), (4.0, 20.0)),
                curve((2.0, 18.0), (2.0, 14.5), (4.5, 12.0)),
                PathOp::LineTo(Point::new(13.0, 3.8)),
                curve((14.5, 2.3), (17.0, 2.3), (18.5, 3.8)),
                curve((20.0, 5.3), (20.0, 7.5), (18.5, 9.0)),
                PathOp::LineTo(Point::new(10.0, 17.3)),
                curve((9.0, 18.3), (7.8, 18.0), (7.2, 17.4)),
                curve((6.5, 16.7), (6.5, 15.5), (7.2, 14.7)),
                PathOp::LineTo(Point::new(15.0, 7.0)),
            ];
            line(empty, ops)
        }
        Icon::Pin => {
            let mut head =
                polyline([(8.0, 3.0), (16.0, 3.0), (15.0, 11.0), (18.0, 15.0), (6.0, 15.0), (9.0, 11.0), (8.0, 3.0)]);
            head.push(PathOp::Close);
            let head = line(empty, head);
            line(head, polyline([(12.0, 15.0), (12.0, 22.0)]))
        }
        Icon::Plus => {
            let across = line(empty, polyline([(5.0, 12.0), (19.0, 12.0)]));
            line(across, polyline([(12.0, 5.0), (12.0, 19.0)]))
        }
        Icon::Search => {
            let ring = line(empty, circle(10.5, 10.5, 6.5));
            line(ring, polyline([(15.3, 15.3), (21.0, 21.0)]))
        }
        Icon::Trash => {
            let lid = line(empty, polyline([(4.0, 6.0), (20.0, 6.0)]));
            let handle = line(lid, polyline([(9.0, 6.0), (9.0, 3.0), (15.0, 3.0), (15.0, 6.0)]));
            let bin = line(handle, polyline([(6.0, 6.0), (7.0, 21.0), (17.0, 21.0), (18.0, 6.0)]));
            let left = line(bin, polyline([(10.0, 10.5), (10.3, 16.5)]));
            line(left, polyline([(14.0, 10.5), (13.7, 16.5)]))
        }
    }
}

fn curve(first: (f32, f32), second: (f32, f32), to: (f32, f32)) -> PathOp {
    PathOp::CubicTo(Point::new(first.0, first.1), Point::new(second.0, second.1), Point::new(to.0, to.1))
}

/// A circle as four Bézier curves.
fn circle(x: f32, y: f32, r: f32) -> Vec<PathOp> {
    // The distance of the control points for a quarter circle: 4/3 (sqrt 2 - 1).
    let k = r * 0.552_284_8;
    vec![
        PathOp::MoveTo(Point::new(x + r, y)),
        curve((x + r, y + k), (x + k, y + r), (x, y + r)),
        curve((x - k, y + r), (x - r, y + k), (x - r, y)),
        curve((x - r, y - k), (x - k, y - r), (x, y - r)),
        curve((x + k, y - r), (x + r, y - k), (x + r, y)),
        PathOp::Close,
    ]
}
