//! Keyed lists: what stays, what moves, what is freed.

use scumble_reactive::Signal;

use super::{Dice, stage};
use crate::{NodeId, Point, Role, column, each, edit, list, row, show, show_some, text};

fn item_ids(stage: &super::Stage) -> Vec<(String, NodeId)> {
    let tree = stage.scene.semantics();
    tree.nodes
        .iter()
        .filter(|node| node.role == Some(Role::ListItem))
        .map(|node| (node.name.clone(), node.id))
        .collect()
}

#[test]
fn rows_keep_their_nodes_through_reordering_and_are_told_their_new_values() {
    let rows = Signal::new(vec![(1, "one"), (2, "two"), (3, "three")]);
    let stage = stage(200.0, 300.0, move |_| {
        list(
            move || rows.get(),
            |row| row.0,
            |row| {
                column().role(Role::ListItem).label(move || row.read().1.to_owned()).child(text(move || row.read().1))
            },
        )
    });
    let before = item_ids(&stage);
    assert_eq!(before.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["one", "two", "three"]);
    rows.set(vec![(3, "THREE"), (1, "one"), (4, "four")]);
    let after = item_ids(&stage);
    assert_eq!(after.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["THREE", "one", "four"]);
    assert_eq!(after[0].1, before[2].1);
    assert_eq!(after[1].1, before[0].1);
    assert!(!stage.scene.is_alive(before[1].1));
    assert!(stage.scene.node_rect(after[0].1).y < stage.scene.node_rect(after[1].1).y);
}

#[test]
fn two_items_of_one_key_are_both_shown() {
    let rows = Signal::new(vec!["a", "a", "b"]);
    let stage =
        stage(200.0, 300.0, move |_| column().child(each(move || rows.get(), |row| *row, |row| text(row.get()))));
    assert_eq!(stage.outline(), "- text \"a\"\n- text \"a\"\n- text \"b\"");
    rows.set(vec!["b", "a"]);
    assert_eq!(stage.outline(), "- text \"b\"\n- text \"a\"");
}

#[test]
fn a_moved_row_keeps_its_focus_its_text_and_its_scroll_position() {
    let rows = Signal::new(vec![1, 2, 3]);
    let stage = stage(300.0, 600.0, move |_| {
        list(
            move || rows.get(),
            |row| *row,
            |row| {
                column().child(edit(crate::EditOptions::new("")).label(move || format!("Field {}", row.read()))).child(
                    column()
                        .height(40)
                        .scroll_y()
                        .role(Role::Group)
                        .label(move || format!("Scroller {}", row.read()))
                        .child(column().height(200).shrink(0)),
                )
            },
        )
    });
    let field = stage.id("textbox", "Field 2");
    let scroller = stage.id("group", "Scroller 2");
    stage.scene.set_focus(field).expect("a field takes the focus");
    stage.type_text("kept");
    assert!(stage.scene.scroll_by(scroller, 0.0, 25.0));
    rows.set(vec![3, 2, 1, 4]);
    rows.set(vec![2, 4, 1]);
    assert_eq!(stage.scene.focus(), Some(field));
    assert_eq!(stage.scene.edit_text(field).as_deref(), Some("kept"));
    assert_eq!(stage.scene.scroll_position(scroller).0, Point::new(0.0, 25.0));
}

#[test]
fn a_condition_makes_its_view_anew_and_frees_it() {
    let open = Signal::new(false);
    let made = Signal::new(0);
    let stage = stage(300.0, 100.0, move |_| {
        column()
            .child(text("before"))
            .child(show(
                move || open.get(),
                move || {
                    made.update(|made| *made += 1);
                    text("inside")
                },
            ))
            .child(text("after"))
    });
    let empty = stage.scene.node_count();
    assert_eq!(stage.outline(), "- text \"before\"\n- text \"after\"");
    open.set(true);
    assert_eq!(stage.outline(), "- text \"before\"\n- text \"inside\"\n- text \"after\"");
    open.set(false);
    assert_eq!(stage.scene.node_count(), empty);
    open.set(true);
    assert_eq!(*made.peek(), 2);
}

#[test]
fn a_view_of_something_optional_follows_it_without_being_made_again() {
    let value = Signal::new(None::<String>);
    let made = Signal::new(0);
    let stage = stage(300.0, 100.0, move |_| {
        column().child(show_some(
            move || value.get(),
            move |value| {
                made.update(|made| *made += 1);
                text(value)
            },
        ))
    });
    assert_eq!(stage.outline(), "");
    value.set(Some("a".to_owned()));
    value.set(Some("b".to_owned()));
    assert_eq!(stage.outline(), "- text \"b\"");
    assert_eq!(*made.peek(), 1);
}

#[test]
fn unmounting_frees_every_node_and_every_signal() {
    let mounted = || {
        let rows = Signal::new((0..20).collect::<Vec<i32>>());
        let stage = stage(300.0, 300.0, move |scope| {
            scope.run(|| Signal::new(0));
            list(move || rows.get(), |row| *row, row_view)
        });
        rows.set((10..30).collect());
        stage
    };
    fn row_view(row: Signal<i32>) -> crate::Element {
        let local = Signal::new(false);
        super::super::row()
            .child(text(move || format!("{} {}", row.get(), local.get())))
            .on_press(move |_| local.set(true))
    }
    let stage = mounted();
    let scene = stage.scene.clone();
    let inner = Signal::new_in(stage.scope, ());
    drop(stage);
    assert_eq!(scene.node_count(), 0);
    assert!(!inner.is_alive());
    assert_eq!(scene.semantics().nodes.len(), 0);
}

#[test]
fn the_scope_it_was_mounted_in_may_go_first() {
    let stage = stage(300.0, 300.0, |_| column().child(text("a")).child(crate::portal(text("b"))));
    stage.scope.dispose();
    assert_eq!(stage.scene.node_count(), 0);
    assert_eq!(stage.outline(), "");
    let again = scumble_reactive::Scope::root();
    stage.scene.mount_with(again, |_| text("c"));
    assert_eq!(stage.outline(), "- text \"c\"");
    again.dispose();
}

#[test]
fn what_a_row_held_is_dropped_when_the_scene_can_be_asked() {
    struct Asks(std::rc::Rc<std::cell::RefCell<Option<crate::Scene>>>, std::rc::Rc<std::cell::Cell<usize>>);
    impl Drop for Asks {
        fn drop(&mut self) {
            if let Some(scene) = &*self.0.borrow() {
                self.1.set(scene.semantics().nodes.len());
            }
        }
    }
    let rows = Signal::new(vec![1, 2]);
    let (scene, seen) = (std::rc::Rc::default(), std::rc::Rc::default());
    let stage = {
        let (scene, seen) = (std::rc::Rc::clone(&scene), std::rc::Rc::clone(&seen));
        stage(300.0, 300.0, move |_| {
            column().child(each(
                move || rows.get(),
                |row| *row,
                move |row| {
                    let held = Asks(std::rc::Rc::clone(&scene), std::rc::Rc::clone(&seen));
                    text(move || row.get().to_string()).on_press(move |_| {
                        let _ = &held;
                    })
                },
            ))
        })
    };
    *scene.borrow_mut() = Some(stage.scene.clone());
    rows.set(vec![2]);
    assert_eq!(seen.get(), 1);
    scene.borrow_mut().take();
}

#[test]
fn a_thousand_random_changes_of_a_keyed_list_leave_what_a_plain_list_would() {
    let rows = Signal::new(Vec::<u32>::new());
    let stage = stage(200.0, 400.0, move |_| {
        column()
            .scroll_y()
            .fill()
            .child(text("head"))
            .child(each(
                move || rows.get(),
                |row| *row,
                |item| row().height(10).role(Role::ListItem).label(move || item.read().to_string()),
            ))
            .child(text("foot"))
    });
    let mut dice = Dice(7);
    let mut next = 0;
    let mut known: std::collections::HashMap<u32, NodeId> = std::collections::HashMap::new();
    for step in 0..1000 {
        let mut wanted = rows.get();
        match dice.roll(4) {
            0 | 1 => {
                wanted.insert(dice.roll(wanted.len() + 1), next);
                next += 1;
            }
            2 if wanted.len() > 1 => {
                let row = wanted.remove(dice.roll(wanted.len()));
                wanted.insert(dice.roll(wanted.len() + 1), row);
            }
            _ if wanted.len() > 30 => {
                let from = dice.roll(wanted.len());
                wanted.truncate(from);
            }
            _ if !wanted.is_empty() => {
                wanted.remove(dice.roll(wanted.len()));
            }
            _ => {}
        }
        rows.set(wanted.clone());
        let shown = item_ids(&stage);
        let names: Vec<String> = wanted.iter().map(u32::to_string).collect();
        assert_eq!(shown.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), names, "step {step}");
        for ((_, id), row) in shown.iter().zip(&wanted) {
            assert_eq!(known.entry(*row).or_insert(*id), id, "row {row} in step {step}");
        }
        known.retain(|row, _| wanted.contains(row));
        if step % 50 == 0 {
            for pair in shown.windows(2) {
                let (a, b) = (stage.scene.node_rect(pair[0].1), stage.scene.node_rect(pair[1].1));
                assert_eq!(a.bottom(), b.y, "step {step}");
            }
        }
    }
    assert_eq!(stage.scene.node_count(), rows.peek().len() + 4);
}
