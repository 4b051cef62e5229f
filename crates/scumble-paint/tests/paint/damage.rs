//! Repainting a part gives what repainting everything gives, whatever was there before.

use scumble_paint::{Canvas, Painter, crop, diff};
use scumble_scene::geometry::{Color, Rect};

use crate::lists::{Numbers, bold, painted, picture, regular};

#[test]
fn a_damaged_part_repainted_equals_the_same_part_of_a_whole_frame() {
    let fonts = [regular(), bold()];
    let images = [picture(9, 7), picture(64, 48)];
    let mut painter = Painter::new();
    for seed in 0..60 {
        let mut numbers = Numbers::new(seed);
        let scale = [1.0, 1.5, 2.0, 0.75][seed as usize % 4];
        let (width, height) = (180, 140);
        let items = 4 + numbers.whole(30);
        let list = numbers.list(items, 120, &fonts, &images);
        let whole = painted(&list, width, height, scale);
        let mut canvas = Canvas::new(width, height);
        canvas.fill(Color::rgb(255, 0, 255));
        for _ in 0..4 {
            let before = canvas.clone();
            let damage = numbers.rect(90);
            let area = painter.paint(&list, &mut canvas, damage, scale);
            if area.is_empty() {
                assert_eq!(diff(&before, &canvas), None);
                continue;
            }
            let expected = crop(&whole, area);
            assert_eq!(diff(&crop(&canvas, area), &expected), None, "seed {seed}, damage {damage:?} at {scale}");
            // Nothing outside was touched.
            let mut outside = canvas.clone();
            outside.copy_rect(&before, area, area.x as i32, area.y as i32);
            assert_eq!(diff(&outside, &before), None, "seed {seed}, damage {damage:?} at {scale}");
        }
    }
}

#[test]
fn what_is_repainted_holds_the_damage_and_stays_opaque() {
    let mut numbers = Numbers::new(7);
    let list = numbers.list(40, 100, &[regular()], &[picture(20, 20)]);
    let mut canvas = Canvas::new(120, 90);
    let area = Painter::new().paint(&list, &mut canvas, Rect::new(10.2, 20.0, 30.0, 11.0), 2.0);
    assert_eq!(area, Rect::new(19.0, 39.0, 63.0, 24.0));
    let all = Painter::new().paint(&list, &mut canvas, Rect::new(-50.0, -50.0, 900.0, 900.0), 1.0);
    assert_eq!(all, Rect::new(0.0, 0.0, 120.0, 90.0));
    assert!(canvas.data().as_chunks::<4>().0.iter().all(|pixel| pixel[3] == 255));
}

#[test]
fn items_stay_within_their_bounds() {
    let fonts = [regular(), bold()];
    let images = [picture(12, 12)];
    for seed in 0..150 {
        let mut numbers = Numbers::new(1000 + seed);
        let list = numbers.list(1, 60, &fonts, &images);
        let item = &list.items[0];
        let canvas = painted(&list, 300, 300, 2.0);
        let changed = diff(&canvas, &Canvas::new(300, 300));
        let Some(changed) = changed else { continue };
        let bounds = item.bounds();
        let allowed = Rect::new(bounds.x * 2.0, bounds.y * 2.0, bounds.width * 2.0, bounds.height * 2.0).inflate(1.0);
        assert!(allowed.contains_rect(&changed), "{item:?}: {changed:?} outside {allowed:?}");
    }
}
