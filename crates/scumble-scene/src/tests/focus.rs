//! Focus: Tab order, modals and what happens when holders go.

use std::cell::RefCell;
use std::rc::Rc;

use scumble_reactive::Signal;

use super::{Stage, stage};
use crate::{Element, FocusRefused, Modifiers, Point, Role, column, container, portal, show, text};

fn button(name: &str) -> Element {
    container().height(30).role(Role::Button).on_press(|_| {}).label(name)
}

fn tabs(stage: &Stage, times: usize) -> Vec<String> {
    (0..times)
        .map(|_| {
            stage.key("Tab");
            stage.focused()
        })
        .collect()
}

#[test]
fn tab_goes_in_the_order_of_the_tree_and_leaves_at_the_end() {
    let stage = stage(200.0, 300.0, |_| {
        column()
            .child(button("A"))
            .child(button("Off").disabled(true))
            .child(button("Gone").hidden(true))
            .child(button("Skipped").tab_stop(false))
            .child(button("B"))
    });
    assert_eq!(tabs(&stage, 2), ["A", "B"]);
    assert!(!stage.key("Tab"));
    assert_eq!(stage.focused(), "(nobody)");
    assert!(stage.key_with("Tab", Modifiers::SHIFT));
    assert_eq!(stage.focused(), "B");
    assert!(stage.key_with("Tab", Modifiers::SHIFT));
    assert!(!stage.key_with("Tab", Modifiers::SHIFT));
    assert_eq!(stage.scene.set_focus(stage.id("button", "Off")), Err(FocusRefused::Disabled));
    assert_eq!(stage.scene.set_focus(stage.id("button", "Skipped")), Ok(()));
    assert_eq!(tabs(&stage, 1), ["B"]);
}

fn dialog(open: Signal<bool>, log: &Rc<RefCell<Vec<&'static str>>>) -> Element {
    let log = Rc::clone(log);
    show(
        move || open.get(),
        move || {
            let log = Rc::clone(&log);
            portal(
                container().center().on_tap(move |_| open.set(false)).child(
                    column()
                        .size(100, 100)
                        .role(Role::Dialog)
                        .label("Sure?")
                        .modal()
                        .on_dismiss(move || {
                            log.borrow_mut().push("dismissed");
                            open.set(false);
                        })
                        .on_tap(|_| {})
                        .child(button("No"))
                        .child(button("Yes")),
                ),
            )
        },
    )
}

#[test]
fn a_modal_takes_the_focus_keeps_it_and_gives_it_back() {
    let open = Signal::new(false);
    let log = Rc::new(RefCell::new(Vec::new()));
    let stage = stage(300.0, 300.0, |_| column().child(button("Ask")).child(button("Other")).child(dialog(open, &log)));
    stage.press("button", "Ask");
    open.set(true);
    assert_eq!(stage.focused(), "No");
    assert_eq!(tabs(&stage, 3), ["Yes", "No", "Yes"]);
    assert!(stage.key_with("Tab", Modifiers::SHIFT));
    assert_eq!(stage.focused(), "No");
    let other = stage.id("button", "Other");
    let dialog = stage.id("dialog", "Sure?");
    assert_eq!(stage.scene.modal(), Some(dialog));
    assert_eq!(stage.scene.set_focus(other), Err(FocusRefused::BehindModal(dialog)));
    assert_eq!(stage.scene.behind_modal(other), Some(dialog));
    assert_eq!(stage.scene.behind_modal(stage.id("button", "Yes")), None);
    assert!(stage.node("button", "Other").inert && !stage.node("button", "Yes").inert);
    assert!(stage.key("Escape"));
    assert_eq!(*log.borrow(), ["dismissed"]);
    assert_eq!(stage.focused(), "Ask");
    assert_eq!(stage.scene.modal(), None);
}

#[test]
fn nothing_behind_a_modal_can_be_hit_and_its_scrim_takes_the_press() {
    let open = Signal::new(true);
    let log = Rc::new(RefCell::new(Vec::new()));
    let pressed = Signal::new(0);
    let stage = stage(300.0, 300.0, |_| {
        column()
            .child(button("Behind").on_press(move |_| pressed.update(|count| *count += 1)))
            .child(dialog(open, &log))
    });
    let center = stage.node("button", "Behind").bounds.center();
    assert!(!stage.scene.is_within(stage.scene.hit(center).expect("the scrim"), stage.id("button", "Behind")));
    stage.click(Point::new(150.0, 150.0));
    assert!(*open.peek());
    stage.click(center);
    assert_eq!(*pressed.peek(), 0);
    assert!(!*open.peek());
    stage.click(center);
    assert_eq!(*pressed.peek(), 1);
}

#[test]
fn what_a_modal_opens_above_itself_is_within_reach_of_tab_and_pointer() {
    let stage = stage(300.0, 300.0, |_| {
        column().child(button("Behind")).child(portal(
            column().role(Role::Dialog).label("Choose").modal().child(button("Open")).child(portal(
                container()
                    .pass_through()
                    .child(column().position_absolute().left(100).top(100).size(80, 60).child(button("Option"))),
            )),
        ))
    });
    assert_eq!(stage.focused(), "Open");
    assert_eq!(tabs(&stage, 3), ["Option", "Open", "Option"]);
    stage.press("button", "Option");
    assert_eq!(stage.focused(), "Option");
    assert!(!stage.node("button", "Option").inert);
}

#[test]
fn a_modal_over_a_modal_gives_back_in_turn() {
    let (first, second) = (Signal::new(false), Signal::new(false));
    let ask = |name: &'static str, open: Signal<bool>| {
        show(
            move || open.get(),
            move || portal(column().role(Role::Dialog).label(name).modal().child(button(&format!("{name} ok")))),
        )
    };
    let stage =
        stage(300.0, 300.0, |_| column().child(button("Start")).child(ask("One", first)).child(ask("Two", second)));
    stage.key("Tab");
    first.set(true);
    assert_eq!(stage.focused(), "One ok");
    second.set(true);
    assert_eq!(stage.focused(), "Two ok");
    // The lower one goes first: nothing changes for who holds the focus, and it comes back to the start.
    first.set(false);
    assert_eq!(stage.focused(), "Two ok");
    second.set(false);
    assert_eq!(stage.focused(), "Start");
}

#[test]
fn tab_goes_on_from_where_a_removed_holder_was() {
    let rows = Signal::new(vec!["A", "B", "C"]);
    let stage = stage(300.0, 300.0, move |_| {
        column()
            .child(button("Before"))
            .child(crate::each(move || rows.get(), |row| *row, |row| button(row.get())))
            .child(button("After"))
    });
    stage.scene.set_focus(stage.id("button", "B")).expect("it takes the focus");
    rows.set(vec!["A", "C"]);
    assert_eq!(stage.focused(), "(nobody)");
    stage.key("Tab");
    assert_eq!(stage.focused(), "C");
    rows.set(vec!["A"]);
    stage.key("Tab");
    assert_eq!(stage.focused(), "After");
    stage.scene.set_focus(stage.id("button", "A")).expect("it takes the focus");
    rows.set(Vec::new());
    stage.key_with("Tab", Modifiers::SHIFT);
    assert_eq!(stage.focused(), "Before");
}

#[test]
fn a_group_is_one_stop_for_tab_and_arrows_move_within_it() {
    let rows = Signal::new(vec!["A", "B", "C", "D"]);
    let stage = stage(300.0, 90.0, move |_| {
        column()
            .child(button("Before").shrink(0))
            .child(column().fill().scroll_y().focus_group(crate::Arrows::Vertical).child(crate::each(
                move || rows.get(),
                |row| *row,
                |row| button(row.get()).role(Role::ListItem).child(button(&format!("Pin {}", row.get()))),
            )))
            .child(button("After").shrink(0))
    });
    assert_eq!(tabs(&stage, 4), ["Before", "A", "Pin A", "After"]);
    stage.key_with("Tab", Modifiers::SHIFT);
    stage.key_with("Tab", Modifiers::SHIFT);
    assert_eq!(stage.focused(), "A");
    assert!(!stage.key("ArrowUp"));
    assert!(stage.key("ArrowDown"));
    assert!(stage.key("ArrowDown"));
    assert_eq!(stage.focused(), "C");
    assert!(stage.node("listitem", "C").visible.is_some_and(|seen| seen.height == 30.0));
    // The row it left is the row it comes back to, wherever that is now.
    rows.set(vec!["C", "A", "B", "D"]);
    assert_eq!(tabs(&stage, 2), ["Pin C", "After"]);
    stage.key_with("Tab", Modifiers::SHIFT);
    stage.key_with("Tab", Modifiers::SHIFT);
    assert_eq!(stage.focused(), "C");
    assert!(stage.key("End"));
    assert_eq!(stage.focused(), "D");
    rows.set(vec!["A", "B"]);
    assert_eq!(tabs(&stage, 1), ["After"]);
    stage.key_with("Tab", Modifiers::SHIFT);
    stage.key_with("Tab", Modifiers::SHIFT);
    assert_eq!(stage.focused(), "A");
}

#[test]
fn autofocus_takes_the_focus_unless_the_person_is_writing() {
    let more = Signal::new(false);
    let stage = stage(300.0, 300.0, move |_| {
        column()
            .child(button("A"))
            .child(button("B").autofocus())
            .child(crate::edit(crate::EditOptions::new("")).label("Field"))
            .child(show(move || more.get(), || button("C").autofocus()))
    });
    assert_eq!(stage.focused(), "B");
    more.set(true);
    assert_eq!(stage.focused(), "C");
    more.set(false);
    stage.scene.set_focus(stage.id("textbox", "Field")).expect("a field takes the focus");
    more.set(true);
    assert_eq!(stage.focused(), "Field");
}

#[test]
fn a_handle_focuses_its_node_and_scrolls_to_it() {
    let handle = crate::NodeHandle::new();
    let stage = stage(300.0, 100.0, |_| {
        column()
            .scroll_y()
            .fill()
            .child(container().height(500))
            .child(button("Far").handle(&handle))
            .child(container().disabled(true).child(button("Off")))
    });
    assert_eq!(handle.id(), Some(stage.id("button", "Far")));
    assert!(handle.focus());
    assert_eq!(stage.focused(), "Far");
    assert!(stage.node("button", "Far").visible.is_some());
    stage.scene.unmount();
    assert!(!handle.focus());
    assert_eq!(handle.id(), None);
}

#[test]
fn handlers_hear_of_focus_once_each_way() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let stage = stage(300.0, 300.0, |_| {
        let (gained, lost) = (Rc::clone(&log), Rc::clone(&log));
        column()
            .child(
                button("A")
                    .on_focus(move || gained.borrow_mut().push("got"))
                    .on_blur(move || lost.borrow_mut().push("lost")),
            )
            .child(button("B"))
    });
    stage.key("Tab");
    stage.scene.set_focus(stage.id("button", "A")).expect("it takes the focus");
    stage.key("Tab");
    assert_eq!(*log.borrow(), ["got", "lost"]);
}

#[test]
fn enter_presses_at_once_and_space_when_it_comes_up() {
    use crate::event::InputEvent;
    let pressed = Signal::new(0);
    let stage = stage(300.0, 300.0, |_| {
        column().child(button("A").on_press(move |_| pressed.update(|n| *n += 1))).child(button("B"))
    });
    stage.key("Tab");
    let down = |key: &str| InputEvent::KeyDown { key: key.to_owned(), modifiers: Modifiers::NONE, repeat: false };
    let up = |key: &str| InputEvent::KeyUp { key: key.to_owned(), modifiers: Modifiers::NONE };
    stage.input(down("Enter"));
    assert_eq!(*pressed.peek(), 1);
    stage.input(up("Enter"));
    stage.input(down(" "));
    assert_eq!(*pressed.peek(), 1);
    stage.input(up(" "));
    assert_eq!(*pressed.peek(), 2);
    // Focus went elsewhere while it was held: nothing is pressed.
    stage.input(down(" "));
    stage.scene.set_focus(stage.id("button", "B")).expect("it takes the focus");
    stage.input(up(" "));
    assert_eq!(*pressed.peek(), 2);
}

#[test]
fn the_ring_is_for_the_keyboard_and_tab_scrolls_to_what_it_reaches() {
    let ringed = |stage: &Stage| {
        let list = stage.scene.display_list(crate::Rect::new(0.0, 0.0, 300.0, 100.0));
        let ring = stage.scene.theme().color(crate::ColorToken::FocusRing);
        list.items.iter().any(
            |item| matches!(item, crate::paint_list::Item::Rect { border: Some(border), .. } if border.color == ring),
        )
    };
    let stage = stage(300.0, 100.0, |_| {
        column()
            .scroll_y()
            .fill()
            .children((0..20).map(|index| button(&format!("B{index}")).shrink(0).child(text("x"))))
    });
    stage.press("button", "B0");
    assert!(!ringed(&stage));
    for _ in 0..10 {
        stage.key("Tab");
    }
    assert_eq!(stage.focused(), "B10");
    assert!(ringed(&stage));
    assert!(stage.node("button", "B10").visible.is_some());
    stage.scene.input(&crate::InputEvent::WindowFocus(false), 1.0);
    assert!(!ringed(&stage));
}

#[test]
fn keys_that_nobody_takes_scroll_what_is_around_the_focus() {
    let stage = stage(300.0, 100.0, |_| {
        column()
            .scroll_y()
            .fill()
            .role(Role::Group)
            .label("List")
            .children((0..20).map(|index| button(&format!("B{index}")).shrink(0)))
    });
    stage.key("Tab");
    let list = stage.id("group", "List");
    assert!(stage.key("ArrowDown"));
    assert_eq!(stage.scene.scroll_position(list).0.y, 40.0);
    assert!(stage.key("End"));
    assert_eq!(stage.scene.scroll_position(list).0.y, 500.0);
    assert!(!stage.key("PageDown"));
    assert!(stage.key("Home"));
    assert!(!stage.key("ArrowUp"));
    assert!(!stage.key("F5"));
}
