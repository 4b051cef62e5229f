//! Pictures compared, pixel for pixel, with `tests/goldens/paint-*.png`. `SCUMBLE_BLESS=1` writes them anew.

use std::path::PathBuf;

use scumble_paint::{Canvas, decode_png, diff, encode_png};
use scumble_scene::geometry::{Color, Point, Radii, Rect};
use scumble_scene::paint_list::{Border, DisplayList, Item};

use crate::lists::{bold, filled, heart, list, painted, picture, regular, text, tick};

const INK: Color = Color::hex(0x1c_1b_22);
const BLUE: Color = Color::hex(0x2f_5f_d0);

fn check(name: &str, canvas: &Canvas) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/goldens").join(name);
    let png = encode_png(canvas);
    assert!(png.len() <= 8 * 1024, "{name} does not fit 8 KiB, which is what a golden may have");
    if std::env::var_os("SCUMBLE_BLESS").is_some() {
        std::fs::write(&path, &png).unwrap_or_else(|error| panic!("{name} cannot be written: {error}"));
        return;
    }
    let golden = std::fs::read(&path)
        .unwrap_or_else(|error| panic!("{name} cannot be read: {error}. SCUMBLE_BLESS=1 writes it."));
    let golden = decode_png(&golden).expect("a golden is a PNG file");
    if let Some(area) = diff(canvas, &golden) {
        panic!("{name} differs in {area:?}. Look at it; if it is meant, SCUMBLE_BLESS=1 writes it anew.");
    }
}

fn grounded(color: Color, items: impl IntoIterator<Item = Item>) -> DisplayList {
    let mut all = vec![filled(Rect::new(0.0, 0.0, 1000.0, 1000.0), color)];
    all.extend(items);
    list(all)
}

#[test]
fn text_at_three_sizes_and_two_weights() {
    let at = Point::new;
    let items = [
        text(&regular(), 12.0, INK, at(6.0, 16.0), "Small: fjord, “gift” & 1.50 €"),
        text(&regular(), 15.0, INK, at(6.3, 36.0), "Wölfe, naïve — élan"),
        text(&bold(), 15.0, INK, at(6.6, 56.0), "Strong ✓ → × ⌘"),
        text(&bold(), 24.0, INK, at(6.0, 82.0), "Headline 8&g"),
    ];
    check("paint-text.png", &painted(&grounded(Color::WHITE, items), 180, 92, 1.0));
}

#[test]
fn light_and_translucent_text_on_dark() {
    let pale = Color::hex(0xf2_f0_f7);
    let items = [
        text(&regular(), 12.0, pale, Point::new(6.0, 16.0), "Light on dark, the same"),
        text(&bold(), 15.0, pale.with_alpha(150), Point::new(6.0, 36.0), "Half hidden"),
    ];
    check("paint-text-dark.png", &painted(&grounded(INK, items), 150, 46, 1.0));
}

#[test]
fn text_at_twice_the_scale() {
    let items = [text(&regular(), 14.0, INK, Point::new(4.0, 17.0), "Retina agff")];
    check("paint-text-2x.png", &painted(&grounded(Color::WHITE, items), 180, 48, 2.0));
}

#[test]
fn boxes_borders_and_shadows() {
    let card = Rect::new(16.0, 12.0, 120.0, 64.0);
    let radii = Radii::all(10.0);
    let button = |x, color| Item::Rect {
        rect: Rect::new(x, 44.0, 44.0, 22.0),
        radii: Radii::all(6.0),
        fill: Some(color),
        border: Some(Border { width: 1.0, color: INK.with_alpha(70) }),
    };
    let items = [
        Item::Shadow { rect: card, radii, blur: 16.0, offset: Point::new(0.0, 6.0), color: INK.with_alpha(70) },
        Item::Shadow { rect: card, radii, blur: 3.0, offset: Point::new(0.0, 1.0), color: INK.with_alpha(50) },
        Item::Rect {
            rect: card,
            radii,
            fill: Some(Color::WHITE),
            border: Some(Border { width: 1.0, color: Color::hex(0xd8_d4_e0) }),
        },
        button(26.0, BLUE),
        button(80.0, Color::hex(0xf2_f0_f7)),
        filled(Rect::new(26.0, 36.0, 98.0, 0.4), Color::hex(0xd8_d4_e0)),
        Item::Rect { rect: Rect::new(26.0, 20.0, 60.0, 8.0), radii: Radii::all(99.0), fill: Some(INK), border: None },
        Item::Rect {
            rect: Rect::new(13.0, 9.0, 126.0, 70.0),
            radii: Radii::all(13.0),
            fill: None,
            border: Some(Border { width: 2.0, color: BLUE }),
        },
    ];
    check("paint-boxes.png", &painted(&grounded(Color::hex(0xf2_f0_f7), items), 152, 100, 1.0));
}

#[test]
fn shapes_pictures_and_a_round_clip() {
    let green = Color::hex(0x1c_80_4a);
    let icon = |ops, fill, stroke, x, y, unit| Item::Path { ops, fill, stroke, transform: (Point::new(x, y), unit) };
    let window = Rect::new(64.0, 6.0, 50.0, 40.0);
    let items = [
        icon(tick(), None, Some((2.0, green)), 6.0, 6.0, 1.0),
        icon(tick(), None, Some((1.5, INK)), 26.0, 6.0, 2.0),
        icon(heart(), Some(Color::hex(0xc9_30_4f)), None, 6.0, 28.0, 1.5),
        icon(heart(), Some(Color::WHITE), Some((1.0, BLUE)), 36.0, 32.0, 1.0),
        Item::PushClip { rect: window, radii: Radii::all(14.0) },
        filled(window, Color::hex(0xff_e9_a8)),
        Item::Image { rect: Rect::new(70.0, 0.0, 60.0, 40.0), image: picture(5, 4) },
        text(&bold(), 13.0, INK, Point::new(60.0, 42.0), "clipped text"),
        Item::PopClip,
    ];
    check("paint-shapes.png", &painted(&grounded(Color::WHITE, items), 120, 56, 1.0));
}
