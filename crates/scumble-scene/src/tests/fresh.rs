//! A scene that lived through changes is the scene it would be if it were mounted now.

use scumble_reactive::Signal;

use super::{Dice, Stage, stage};
use crate::{
    Align, EditOptions, Element, Justify, NodeId, Rect, Role, Size, column, container, each, edit, portal, rebuild,
    row, show, show_else, stack, text,
};

#[derive(Clone, Copy)]
struct State {
    rows: Signal<Vec<(u32, String)>>,
    words: Signal<String>,
    open: Signal<bool>,
    hidden: Signal<bool>,
    wide: Signal<bool>,
    padding: Signal<i32>,
    lines: Signal<u32>,
}

fn screen(state: State) -> Element {
    let State { rows, words, open, hidden, wide, padding, lines } = state;
    let item = move |item: Signal<(u32, String)>| {
        row().role(Role::ListItem).padding(padding).gap(4).child(text(move || item.read().1.clone())).child(show(
            move || item.read().0.is_multiple_of(3),
            move || column().child(text("third")).child(text(words)),
        ))
    };
    stack()
        .child(
            column().child(row().hidden(hidden).child(text(words)).child(container().grow(1).height(20))).child(
                row()
                    .horizontal(wide)
                    .fill()
                    .child(column().basis(150).scroll_y().child(each(move || rows.get(), |item| item.0, item)))
                    .child(
                        column()
                            .fill()
                            .padding(padding)
                            .child(show_else(
                                move || open.get(),
                                move || text(words).role(Role::Heading).level(1),
                                || container().size(60, 40).align_self(Align::Center),
                            ))
                            .child(rebuild(move || lines.get(), move |lines| text(words).max_lines(lines)))
                            .child(edit(EditOptions::new(words).multiline()).label("Body"))
                            .child(row().justify(Justify::End).hidden(move || !hidden.get()).child(text("end")).child(
                                each(
                                    move || rows.get(),
                                    |item| item.0,
                                    |item| container().width(3).height(move || item.read().0 as i32 % 9),
                                ),
                            )),
                    ),
            ),
        )
        .child(show(move || open.get(), move || portal(column().center().child(text(words)).child(text("over")))))
}

/// Every box in the order of the tree, with its text.
fn boxes(stage: &Stage) -> Vec<(String, Rect)> {
    stage.scene.layout();
    let tree = stage.scene.tree.borrow();
    let mut out = Vec::new();
    let mut open: Vec<NodeId> = vec![tree.root];
    while let Some(id) = open.pop() {
        let node = &tree.nodes[id];
        let Rect { x, y, width, height } = node.rect;
        // What scrolled stays scrolled; only here that would tell the two apart.
        let round = |value: f32| (value * 64.0).round() / 64.0;
        out.push((node.props.text.content.clone(), Rect::new(round(x), round(y), round(width), round(height))));
        open.extend(node.boxes.iter().rev());
    }
    out
}

#[test]
fn three_hundred_random_changes_leave_the_boxes_a_fresh_mount_has() {
    let state = State {
        rows: Signal::new(Vec::new()),
        words: Signal::new(String::from("some words")),
        open: Signal::new(false),
        hidden: Signal::new(false),
        wide: Signal::new(true),
        padding: Signal::new(4),
        lines: Signal::new(1),
    };
    let (mut width, mut height) = (420.0, 300.0);
    let lived = stage(width, height, move |_| screen(state));
    let mut dice = Dice(3);
    for step in 0..300 {
        for _ in 0..=dice.roll(3) {
            match dice.roll(9) {
                0 => state.words.set("lorem ipsum dolor ".repeat(dice.roll(9))),
                1 => state.open.set(dice.roll(2) == 0),
                2 => state.hidden.set(dice.roll(2) == 0),
                3 => state.wide.set(dice.roll(2) == 0),
                4 => state.padding.set(dice.roll(12) as i32),
                5 => state.lines.set(dice.roll(4) as u32 + 1),
                6 => {
                    let count = dice.roll(12);
                    state
                        .rows
                        .set((0..count).map(|_| dice.roll(40) as u32).map(|key| (key, format!("row {key}"))).collect());
                }
                7 => state.rows.update(|rows| {
                    let half = rows.len() / 2;
                    rows.rotate_left(half);
                    if let Some(first) = rows.first_mut() {
                        first.1 = format!("changed {step}");
                    }
                }),
                _ => {
                    (width, height) = (200.0 + dice.roll(400) as f32, 100.0 + dice.roll(400) as f32);
                    lived.scene.set_size(Size::new(width, height));
                }
            }
            if dice.roll(2) == 0 {
                lived.scene.frame(f64::from(step));
            }
        }
        let fresh = stage(width, height, move |_| screen(state));
        assert_eq!(boxes(&lived), boxes(&fresh), "step {step}");
        assert_eq!(lived.outline(), fresh.outline(), "step {step}");
        assert_eq!(lived.scene.node_count(), fresh.scene.node_count(), "step {step}");
        let named = |stage: &Stage| -> Vec<String> {
            stage.scene.semantics().nodes.iter().map(|node| stage.scene.identity(node.id)).collect()
        };
        assert_eq!(named(&lived), named(&fresh), "step {step}");
        let whole = lived.scene.semantics();
        for node in &lived.scene.semantics_in_view().nodes {
            let known = whole.get(node.id).expect("what is in view is in the whole");
            let place = |node: &crate::SemanticsNode| (node.pos_in_set, node.set_size);
            assert_eq!(place(node), place(known), "step {step}: {}", node.name);
        }
    }
}
