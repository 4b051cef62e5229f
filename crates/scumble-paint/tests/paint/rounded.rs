//! Round boxes against tiny-skia's paths, drawn eight times as large and averaged.

use scumble_paint::{Canvas, downscale};
use scumble_scene::geometry::{Color, Radii, Rect};
use scumble_scene::paint_list::{Border, Item};
use tiny_skia::{FillRule, Mask, PathBuilder, Transform};

use crate::lists::{list, painted};

const TIMES: u32 = 8;

/// The path of a round box with circular corners (cubic curves of the usual 0.5523).
fn path(rect: Rect, radii: [f32; 4]) -> tiny_skia::Path {
    const K: f32 = 1.0 - 0.552_284_8;
    let (l, t, r, b) = (rect.x, rect.y, rect.right(), rect.bottom());
    let [tl, tr, br, bl] = radii;
    let mut path = PathBuilder::new();
    path.move_to(l + tl, t);
    path.line_to(r - tr, t);
    path.cubic_to(r - tr * K, t, r, t + tr * K, r, t + tr);
    path.line_to(r, b - br);
    path.cubic_to(r, b - br * K, r - br * K, b, r - br, b);
    path.line_to(l + bl, b);
    path.cubic_to(l + bl * K, b, l, b - bl * K, l, b - bl);
    path.line_to(l, t + tl);
    path.cubic_to(l, t + tl * K, l + tl * K, t, l + tl, t);
    path.close();
    path.finish().expect("a box has an outline")
}

/// Black where `paths` cover (even-odd), on white.
fn reference(width: u32, height: u32, paths: &[tiny_skia::Path]) -> Canvas {
    let mut mask = Mask::new(width * TIMES, height * TIMES).expect("not empty");
    let mut all = PathBuilder::new();
    paths.iter().for_each(|path| all.push_path(path));
    let all = all.finish().expect("not empty");
    mask.fill_path(&all, FillRule::EvenOdd, true, Transform::from_scale(TIMES as f32, TIMES as f32));
    let rgba = mask.data().iter().flat_map(|c| [255 - c, 255 - c, 255 - c, 255]).collect();
    let large = Canvas::from_rgba(width * TIMES, height * TIMES, rgba).expect("four bytes a pixel");
    downscale(&large, width, height)
}

/// Largest and mean difference of two pictures' channels.
fn difference(a: &Canvas, b: &Canvas) -> (u8, f64) {
    let all = || a.data().iter().zip(b.data()).map(|(a, b)| a.abs_diff(*b));
    let sum: u64 = all().map(u64::from).sum();
    (all().max().unwrap_or(0), sum as f64 / a.data().len() as f64)
}

fn check(what: &str, ours: &Canvas, theirs: &Canvas) {
    let (largest, mean) = difference(ours, theirs);
    assert!(largest <= 8, "{what}: off by {largest}");
    assert!(mean <= 0.1, "{what}: off by {mean} in the mean");
}

#[test]
fn corners_are_where_a_path_has_them() {
    for radii in [[6.0; 4], [1.0; 4], [2.5; 4], [20.0; 4], [12.0, 0.0, 3.0, 7.5]] {
        let rect = Rect::new(3.0, 2.0, 47.0, 40.0);
        let item = Item::Rect { rect, radii: Radii(radii), fill: Some(Color::BLACK), border: None };
        let ours = painted(&list([item]), 54, 44, 1.0);
        check(&format!("{radii:?}"), &ours, &reference(54, 44, &[path(rect, radii)]));
    }
}

#[test]
fn a_pill_is_round_at_both_ends() {
    for (width, height) in [(40.0, 15.0), (15.0, 40.0), (15.0, 15.0), (9.0, 8.0)] {
        let rect = Rect::new(2.0, 2.0, width, height);
        let item = Item::Rect { rect, radii: Radii::all(999.0), fill: Some(Color::BLACK), border: None };
        let ours = painted(&list([item]), 44, 44, 1.0);
        let radius = f32::min(width, height) / 2.0;
        check(&format!("{width}x{height}"), &ours, &reference(44, 44, &[path(rect, [radius; 4])]));
    }
}

#[test]
fn a_border_is_the_ring_between_two_paths() {
    for (radius, width) in [(8.0, 1.0), (8.0, 3.0), (4.0, 6.0), (15.0, 2.0)] {
        let rect = Rect::new(2.0, 2.0, 50.0, 30.0);
        let border = Some(Border { width, color: Color::BLACK });
        for fill in [None, Some(Color::WHITE)] {
            let item = Item::Rect { rect, radii: Radii::all(radius), fill, border };
            let ours = painted(&list([item]), 54, 34, 1.0);
            let inner = path(rect.inflate(-width), [f32::max(radius - width, 0.0); 4]);
            let theirs = reference(54, 34, &[path(rect, [radius; 4]), inner]);
            check(&format!("radius {radius}, width {width}, fill {fill:?}"), &ours, &theirs);
        }
    }
}
