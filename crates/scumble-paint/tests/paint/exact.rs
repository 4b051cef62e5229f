//! Simple shapes, pixel by pixel.

use scumble_paint::{Canvas, Painter};
use scumble_scene::geometry::{Color, Point, Radii, Rect};
use scumble_scene::paint_list::{Border, DisplayList, FontRef, Glyph, GlyphRun, Item};

use crate::lists::{filled, list, painted, picture};

const RED: Color = Color::rgb(200, 0, 0);
const BLUE: Color = Color::rgb(0, 0, 200);

/// One letter a pixel: `.` white, `R`, `B`, `?` anything else.
fn drawn(canvas: &Canvas) -> Vec<String> {
    let letter = |x, y| match canvas.pixel(x, y) {
        Some(Color::WHITE) => '.',
        Some(RED) => 'R',
        Some(BLUE) => 'B',
        _ => '?',
    };
    (0..canvas.height()).map(|y| (0..canvas.width()).map(|x| letter(x, y)).collect()).collect()
}

#[test]
fn a_square_box_fills_the_pixels_its_edges_snap_to() {
    let canvas = painted(&list([filled(Rect::new(1.4, 0.6, 2.2, 2.0), RED)]), 6, 4, 1.0);
    assert_eq!(drawn(&canvas), ["......", ".RRR..", ".RRR..", "......"]);
    let doubled = painted(&list([filled(Rect::new(0.5, 0.5, 1.0, 1.0), RED)]), 4, 4, 2.0);
    assert_eq!(drawn(&doubled), ["....", ".RR.", ".RR.", "...."]);
}

#[test]
fn a_border_is_whole_pixels_wide_inside_its_box() {
    let rect = Rect::new(1.0, 1.0, 5.0, 4.0);
    let item =
        |width| Item::Rect { rect, radii: Radii::ZERO, fill: Some(RED), border: Some(Border { width, color: BLUE }) };
    let thin = painted(&list([item(0.3)]), 7, 6, 1.0);
    assert_eq!(drawn(&thin), [".......", ".BBBBB.", ".BRRRB.", ".BRRRB.", ".BBBBB.", "......."]);
    let thick = painted(&list([item(2.0)]), 7, 6, 1.0);
    assert_eq!(drawn(&thick), [".......", ".BBBBB.", ".BBBBB.", ".BBBBB.", ".BBBBB.", "......."]);
}

#[test]
fn a_border_without_a_fill_leaves_the_inside_alone() {
    let item = Item::Rect {
        rect: Rect::new(0.0, 0.0, 4.0, 4.0),
        radii: Radii::ZERO,
        fill: None,
        border: Some(Border { width: 1.0, color: RED }),
    };
    assert_eq!(drawn(&painted(&list([item]), 5, 5, 1.0)), ["RRRR.", "R..R.", "R..R.", "RRRR.", "....."]);
}

#[test]
fn nested_clips_show_only_what_lies_in_all_of_them() {
    let clip = |rect| Item::PushClip { rect, radii: Radii::ZERO };
    let all = Rect::new(0.0, 0.0, 6.0, 4.0);
    let canvas = painted(
        &list([
            clip(Rect::new(1.0, 0.0, 4.0, 4.0)),
            filled(all, RED),
            clip(Rect::new(3.0, 1.0, 9.0, 2.0)),
            filled(all, BLUE),
            Item::PopClip,
            Item::PopClip,
            filled(Rect::new(0.0, 3.0, 1.0, 1.0), BLUE),
        ]),
        6,
        4,
        1.0,
    );
    assert_eq!(drawn(&canvas), [".RRRR.", ".RRBB.", ".RRBB.", "BRRRR."]);
}

#[test]
fn a_round_clip_cuts_like_the_round_box_of_the_same_shape() {
    let rect = Rect::new(2.0, 3.0, 31.0, 24.0);
    let radii = Radii([9.0, 0.0, 4.5, 30.0]);
    let all = Rect::new(0.0, 0.0, 36.0, 30.0);
    let clipped = painted(&list([Item::PushClip { rect, radii }, filled(all, BLUE), Item::PopClip]), 36, 30, 1.0);
    let boxed = painted(&list([Item::Rect { rect, radii, fill: Some(BLUE), border: None }]), 36, 30, 1.0);
    assert_eq!(scumble_paint::diff(&clipped, &boxed), None);
}

#[test]
fn a_translucent_box_is_mixed_with_what_lies_below() {
    let canvas = painted(&list([filled(Rect::new(0.0, 0.0, 1.0, 1.0), Color::rgba(0, 0, 0, 128))]), 2, 1, 1.0);
    assert_eq!(canvas.pixel(0, 0), Some(Color::rgb(127, 127, 127)));
    assert_eq!(canvas.pixel(1, 0), Some(Color::WHITE));
}

#[test]
fn neither_ground_nor_fill_shines_through_a_round_border() {
    // White on white with a white fill: whatever is not white is a seam.
    let item = Item::Rect {
        rect: Rect::new(2.0, 2.0, 30.0, 20.0),
        radii: Radii::all(8.0),
        fill: Some(Color::WHITE),
        border: Some(Border { width: 2.0, color: Color::WHITE }),
    };
    let canvas = painted(&list([item]), 34, 24, 1.0);
    assert_eq!(scumble_paint::diff(&canvas, &Canvas::new(34, 24)), None);
}

#[test]
fn a_picture_at_its_own_size_is_copied_and_a_shrunk_one_averaged() {
    let image = picture(4, 4);
    let direct = painted(&list([Item::Image { rect: Rect::new(0.0, 0.0, 4.0, 4.0), image: image.clone() }]), 4, 4, 1.0);
    // Pixel 3, 3 is opaque; 0, 0 is invisible.
    assert_eq!(direct.pixel(3, 3), Some(Color::rgb(255, 255, 128)));
    assert_eq!(direct.pixel(0, 0), Some(Color::WHITE));
    let small = painted(&list([Item::Image { rect: Rect::new(0.0, 0.0, 1.0, 1.0), image }]), 1, 1, 1.0);
    let averages = (0..16).map(|n| direct.pixel(n % 4, n / 4).expect("inside"));
    let sum = averages.fold([0u32; 3], |s, c| [s[0] + u32::from(c.r), s[1] + u32::from(c.g), s[2] + u32::from(c.b)]);
    let Color { r, g, b, .. } = small.pixel(0, 0).expect("inside");
    for (channel, sum) in [r, g, b].into_iter().zip(sum) {
        assert!(u32::from(channel).abs_diff(sum / 16) <= 2, "{channel} {}", sum / 16);
    }
}

#[test]
fn what_makes_no_sense_paints_nothing_and_does_no_harm() {
    let font = FontRef::from_static(b"no font at all");
    let broken = f32::NAN;
    let glyphs = [Glyph { id: 7, x: 0.0, y: 0.0 }, Glyph { id: 70_000, x: f32::INFINITY, y: broken }];
    let huge = Rect::new(-1e30, -1e30, f32::INFINITY, 1e38);
    let items = [
        filled(Rect::new(broken, 0.0, 5.0, 5.0), RED.with_alpha(0)),
        filled(Rect::new(0.0, 0.0, broken, 5.0), RED),
        Item::Glyphs(GlyphRun { font, size: 12.0, color: RED, glyphs: glyphs.into(), origin: Point::ZERO }),
        Item::Shadow { rect: Rect::ZERO, radii: Radii::all(broken), blur: 4.0, offset: Point::ZERO, color: RED },
        Item::Path { ops: [].into(), fill: Some(RED), stroke: Some((broken, RED)), transform: (Point::ZERO, 1.0) },
        Item::Path {
            ops: crate::lists::tick(),
            fill: None,
            stroke: Some((1.0, RED)),
            transform: (Point::ZERO, broken),
        },
        Item::PopClip,
        Item::PushClip { rect: huge, radii: Radii::all(f32::INFINITY) },
        Item::Shadow { rect: huge, radii: Radii::ZERO, blur: 1e30, offset: Point::new(1e30, 0.0), color: Color::WHITE },
    ];
    let canvas = painted(&list(items), 8, 8, 1.0);
    assert_eq!(scumble_paint::diff(&canvas, &Canvas::new(8, 8)), None);
    let mut black = Canvas::new(4, 4);
    black.fill(Color::BLACK);
    for scale in [0.0, -1.0, broken, f32::INFINITY] {
        let done = Painter::new().paint(&DisplayList::new(), &mut black, Rect::new(0.0, 0.0, 4.0, 4.0), scale);
        assert_eq!((done, black.pixel(1, 1)), (Rect::ZERO, Some(Color::BLACK)));
    }
}
