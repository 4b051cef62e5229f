//! Damage: what a frame paints again is all that is another.

use scumble_reactive::Signal;

use super::{Dice, stage};
use crate::paint_list::Item;
use crate::{ColorToken, Point, Rect, Role, ShadowToken, State, column, container, each, row, show, stack, text};

/// Where an item's pixels are. Glyphs by their advances: what a font says of its tallest glyph is far more.
fn reach(item: &Item) -> Rect {
    match item {
        Item::Glyphs(run) => {
            let end = run.glyphs.iter().map(|glyph| glyph.x).fold(0.0, f32::max) + run.size * 0.5;
            Rect::new(run.origin.x, run.origin.y - run.size, end, run.size * 1.3)
        }
        item => item.bounds(),
    }
}

/// The items with whatever clips them applied to their bounds, as text, with those bounds.
fn clipped(items: &[Item]) -> Vec<(String, Rect)> {
    let mut clips = vec![Rect::new(-1e6, -1e6, 2e6, 2e6)];
    let mut out = Vec::new();
    for item in items {
        match item {
            Item::PushClip { rect, .. } => {
                let clip = clips.last().copied().unwrap_or(Rect::ZERO).intersect(rect);
                clips.push(clip);
            }
            Item::PopClip => {
                clips.pop();
            }
            item => {
                let bounds = reach(item).intersect(clips.last().unwrap_or(&Rect::ZERO));
                if !bounds.is_empty() {
                    out.push((format!("{item:?}"), bounds));
                }
            }
        }
    }
    out
}

#[test]
fn every_item_that_differs_between_two_frames_lies_in_the_damage() {
    let rows = Signal::new((0..12u32).collect::<Vec<_>>());
    let words = Signal::new(String::from("start"));
    let open = Signal::new(false);
    let muted = Signal::new(false);
    let stage = stage(320.0, 240.0, move |_| {
        let item = |item: Signal<u32>| {
            row()
                .padding(4)
                .background(ColorToken::Surface)
                .radius(4)
                .when(State::Hovered, |look| look.background(ColorToken::Selected).shadow(ShadowToken::Medium))
                .on_press(|_| {})
                .child(text(move || format!("Item {}", item.get())))
        };
        stack()
            .child(
                row()
                    .gap(10)
                    .child(
                        column()
                            .fill()
                            .scroll_y()
                            .color(move || if muted.get() { ColorToken::TextMuted } else { ColorToken::Text })
                            .child(text(words))
                            .child(row().height(22).width(60).child(text(words).wrap(false)))
                            .child(each(move || rows.get(), |item| *item, item)),
                    )
                    .child(
                        column()
                            .width(120)
                            .when(State::Focused, |look| look.ring())
                            .child(
                                crate::edit(crate::EditOptions::new(words))
                                    .on_input(move |text| words.set(text))
                                    .focus_ring(false),
                            )
                            .shadow(ShadowToken::Large)
                            .background(ColorToken::Surface)
                            .child(text(words)),
                    ),
            )
            .child(show(
                move || open.get(),
                || container().position_absolute().inset(40).background(ColorToken::Scrim).child(text("Over")),
            ))
    });
    let everything = Rect::new(0.0, 0.0, 320.0, 240.0);
    stage.scene.frame(0.0);
    let mut before = clipped(&stage.scene.display_list(everything).items);
    let mut dice = Dice(99);
    for step in 0..400 {
        match dice.roll(10) {
            0 => words.set("word ".repeat(dice.roll(12) + 1)),
            1 => open.set(dice.roll(2) == 0),
            2 => muted.set(dice.roll(2) == 0),
            3 => {
                let mut list = rows.get();
                let from = dice.roll(list.len());
                let moved = list.remove(from);
                list.insert(dice.roll(list.len() + 1), moved);
                rows.set(list);
            }
            4 => rows.set((0..dice.roll(14) as u32 + 1).collect()),
            5 => stage.move_to(dice.roll(320) as f32, dice.roll(240) as f32),
            6 => stage.click(Point::new(dice.roll(320) as f32, dice.roll(240) as f32)),
            7 => {
                stage.key(["Tab", "a", "End", "Escape"][dice.roll(4)]);
            }
            8 => stage.type_text("x y"),
            _ => {
                let scene = &stage.scene;
                if let Some(id) = scene.hit(Point::new(dice.roll(190) as f32, 120.0)) {
                    scene.scroll_by(id, 0.0, dice.roll(160) as f32 - 80.0);
                }
            }
        }
        let frame = stage.scene.frame(f64::from(step));
        let after = clipped(&stage.scene.display_list(everything).items);
        let covered = |bounds: &Rect| {
            let seen = bounds.intersect(&everything);
            if seen.is_empty() {
                return true;
            }
            // A rectangle is covered when no corner of a fine grid over it is outside every damaged one.
            (0..=20).all(|ix| {
                (0..=20).all(|iy| {
                    let point =
                        Point::new(seen.x + seen.width * ix as f32 / 20.0, seen.y + seen.height * iy as f32 / 20.0);
                    frame.damage.iter().any(|rect| {
                        point.x >= rect.x && point.x <= rect.right() && point.y >= rect.y && point.y <= rect.bottom()
                    })
                })
            })
        };
        for (item, bounds) in
            after.iter().filter(|item| !before.contains(item)).chain(before.iter().filter(|item| !after.contains(item)))
        {
            assert!(covered(bounds), "step {step}: {bounds:?} is not in {:?}: {item}", frame.damage);
        }
        before = after;
    }
}

#[test]
fn a_hovered_button_repaints_itself_only() {
    let stage = stage(1000.0, 800.0, |_| {
        column().padding(20).gap(20).align(crate::Align::Start).children((0..10).map(|index| {
            container()
                .size(100, 30)
                .role(Role::Button)
                .label(format!("Button {index}"))
                .background(ColorToken::ControlBackground)
                .when(State::Hovered, |look| look.background(ColorToken::ControlHovered))
                .on_press(|_| {})
        }))
    });
    stage.scene.frame(0.0);
    stage.scene.counters();
    stage.move_to(30.0, 30.0);
    let frame = stage.scene.frame(1.0);
    assert_eq!(frame.damage.len(), 1);
    assert!(frame.damage[0].width <= 110.0 && frame.damage[0].height <= 40.0, "{:?}", frame.damage);
    assert!(stage.scene.counters().items_painted <= 3);
    assert_eq!(frame.cursor, crate::Cursor::Pointer);
}
