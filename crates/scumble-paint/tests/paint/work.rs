//! What is painted is counted: hidden and undamaged things cost nothing, and nothing is rasterised twice.

use scumble_paint::{Canvas, Painter};
use scumble_scene::geometry::{Color, Point, Radii, Rect};
use scumble_scene::paint_list::Item;

use crate::lists::{filled, list, regular, text};

const ALL: Rect = Rect::new(0.0, 0.0, 400.0, 300.0);

#[test]
fn a_second_frame_takes_every_glyph_and_mask_from_the_cache() {
    let shadow = |y| Item::Shadow {
        rect: Rect::new(20.0, y, 100.0, 40.0),
        radii: Radii::all(8.0),
        blur: 12.0,
        offset: Point::new(0.0, 2.0),
        color: Color::BLACK,
    };
    let list = list([
        filled(ALL, Color::WHITE),
        shadow(20.0),
        shadow(90.0),
        text(&regular(), 14.0, Color::BLACK, Point::new(10.0, 200.0), "aaaa bbbb"),
    ]);
    let mut painter = Painter::new();
    let mut canvas = Canvas::new(400, 300);
    painter.paint(&list, &mut canvas, ALL, 1.0);
    let first = painter.counters();
    assert_eq!(first.masks_made, 1, "two shadows of one shape share a mask");
    assert!(first.glyphs_rasterised <= 12, "three glyphs in at most four places: {first:?}");
    painter.paint(&list, &mut canvas, ALL, 1.0);
    let second = painter.counters();
    assert_eq!((second.glyphs_rasterised, second.masks_made), (first.glyphs_rasterised, first.masks_made));
    assert_eq!(second.glyph_cache_hits, first.glyph_cache_hits + 9);
    assert_eq!(second.items_painted, first.items_painted * 2);
}

#[test]
fn what_an_opaque_box_hides_in_all_of_the_damage_is_not_painted() {
    let hidden = (0..50).map(|n| filled(Rect::new(n as f32, 0.0, 100.0, 100.0), Color::BLACK));
    let covered = list(hidden.clone().chain([filled(ALL, Color::WHITE)]));
    let mut painter = Painter::new();
    painter.paint(&covered, &mut Canvas::new(400, 300), ALL, 1.0);
    let counters = painter.counters();
    assert_eq!((counters.items_painted, counters.pixels_touched), (1, 400 * 300));
    // A clip that leaves some of the damage open hides nothing.
    let clip = Item::PushClip { rect: Rect::new(0.0, 0.0, 399.0, 300.0), radii: Radii::ZERO };
    let open = list(hidden.chain([clip, filled(ALL, Color::WHITE), Item::PopClip]));
    let mut painter = Painter::new();
    painter.paint(&open, &mut Canvas::new(400, 300), ALL, 1.0);
    assert_eq!(painter.counters().items_painted, 51);
}

#[test]
fn a_small_damage_touches_few_pixels_and_items() {
    let rows = (0..1000).map(|n| filled(Rect::new(0.0, n as f32 * 20.0, 400.0, 19.0), Color::BLACK));
    let list = list([filled(Rect::new(0.0, 0.0, 400.0, 20_000.0), Color::WHITE)].into_iter().chain(rows));
    let mut painter = Painter::new();
    painter.paint(&list, &mut Canvas::new(400, 300), Rect::new(10.0, 45.0, 50.0, 10.0), 1.0);
    let counters = painter.counters();
    assert_eq!(counters.items_painted, 1, "one opaque row covers the damage");
    assert_eq!(counters.pixels_touched, 52 * 12);
}
