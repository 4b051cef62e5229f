//! Presses and the hit test: scrollers, overlays, disabled controls, drags.

use std::cell::RefCell;
use std::rc::Rc;

use scumble_reactive::Signal;

use super::stage;
use crate::event::{Button, InputEvent, PointerKind};
use crate::{Element, Modifiers, Point, Role, column, container, portal, row, show, stack, text};

fn button(name: &'static str, log: &Rc<RefCell<Vec<&'static str>>>) -> Element {
    let log = Rc::clone(log);
    container().height(30).role(Role::Button).on_press(move |_| log.borrow_mut().push(name)).child(text(name))
}

#[test]
fn a_press_is_down_and_up_on_the_same_control() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let stage = stage(200.0, 200.0, |_| column().child(button("A", &log)).child(button("B", &log)));
    stage.press("button", "A");
    assert_eq!(*log.borrow(), ["A"]);
    // Down on one, up on the other: neither.
    stage.down(Point::new(10.0, 10.0), 1);
    stage.up(Point::new(10.0, 40.0));
    assert_eq!(*log.borrow(), ["A"]);
    // Away and back before it goes up: it counts.
    stage.down(Point::new(10.0, 40.0), 1);
    stage.move_to(10.0, 150.0);
    stage.move_to(10.0, 41.0);
    stage.up(Point::new(10.0, 41.0));
    assert_eq!(*log.borrow(), ["A", "B"]);
}

#[test]
fn a_press_on_something_inside_a_control_is_a_press_of_the_control() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let stage = stage(200.0, 200.0, |_| column().child(button("Deep", &log)));
    let inner = stage.scene.hit(Point::new(5.0, 5.0)).expect("the text is there");
    assert_ne!(inner, stage.id("button", "Deep"));
    assert_eq!(stage.scene.pressable_at(Point::new(5.0, 5.0)), Some(stage.id("button", "Deep")));
    stage.click(Point::new(5.0, 5.0));
    assert_eq!(log.borrow().len(), 1);
}

#[test]
fn a_disabled_control_and_everything_in_it_takes_no_press() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let disabled = Signal::new(true);
    let stage = stage(200.0, 200.0, |_| column().disabled(disabled).child(button("Inner", &log)));
    stage.press("button", "Inner");
    assert!(log.borrow().is_empty());
    assert!(stage.node("button", "Inner").disabled);
    assert_eq!(stage.focused(), "(nobody)");
    assert_eq!(stage.scene.press_at(Point::new(5.0, 5.0), Button::Primary, 1, Modifiers::NONE, 9.0), None);
    disabled.set(false);
    stage.press("button", "Inner");
    assert_eq!(log.borrow().len(), 1);
}

#[test]
fn the_hit_test_goes_through_scrollers_and_not_past_their_edges() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let names: Vec<&'static str> = vec!["R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"];
    let stage = stage(200.0, 200.0, |_| {
        column()
            .child(column().height(90).scroll_y().children(names.iter().map(|name| button(name, &log).shrink(0))))
            .child(button("Below", &log))
    });
    stage.click(Point::new(10.0, 70.0));
    assert_eq!(*log.borrow(), ["R2"]);
    stage.click(Point::new(10.0, 100.0));
    assert_eq!(*log.borrow(), ["R2", "Below"]);
    assert!(stage.input(InputEvent::Wheel {
        position: Point::new(10.0, 10.0),
        dx: 0.0,
        dy: 60.0,
        modifiers: Modifiers::NONE
    }));
    stage.click(Point::new(10.0, 70.0));
    assert_eq!(log.borrow().last(), Some(&"R4"));
    assert_eq!(stage.node("button", "R0").visible, None);
    assert!(stage.scene.scroll_into_view(stage.id("button", "R9")));
    let seen = stage.node("button", "R9").visible.expect("it was scrolled to");
    assert_eq!((seen.y, seen.height), (60.0, 30.0));
    // At the end: the wheel is left to whoever is outside.
    assert!(!stage.input(InputEvent::Wheel {
        position: Point::new(10.0, 10.0),
        dx: 0.0,
        dy: 60.0,
        modifiers: Modifiers::NONE
    }));
}

#[test]
fn what_lies_on_top_takes_the_press_and_pass_through_does_not() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let covering = Signal::new(true);
    let stage = stage(200.0, 200.0, |_| {
        stack()
            .child(button("Under", &log).height(200))
            .child(container().pass_through())
            .child(show(move || covering.get(), || container().role(Role::Group).label("Cover")))
    });
    stage.click(Point::new(50.0, 50.0));
    assert!(log.borrow().is_empty());
    assert_eq!(stage.scene.hit(Point::new(50.0, 50.0)), Some(stage.id("group", "Cover")));
    covering.set(false);
    stage.click(Point::new(50.0, 50.0));
    assert_eq!(*log.borrow(), ["Under"]);
}

#[test]
fn an_overlay_lies_above_everything_and_is_inside_what_opened_it() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let open = Signal::new(false);
    let stage = stage(200.0, 200.0, |_| {
        let log = Rc::clone(&log);
        column().role(Role::Group).label("Opener").child(button("Content", &log)).child(show(
            move || open.get(),
            move || {
                portal(
                    container()
                        .pass_through()
                        .child(button("Floating", &log).position_absolute().left(0).top(0).width(50)),
                )
            },
        ))
    });
    stage.click(Point::new(10.0, 10.0));
    open.set(true);
    stage.click(Point::new(10.0, 10.0));
    stage.click(Point::new(100.0, 10.0));
    assert_eq!(*log.borrow(), ["Content", "Floating", "Content"]);
    let floating = stage.id("button", "Floating");
    assert!(stage.scene.is_within(floating, stage.id("group", "Opener")));
    open.set(false);
    assert!(!stage.scene.is_alive(floating));
    stage.click(Point::new(10.0, 10.0));
    assert_eq!(log.borrow().len(), 4);
}

#[test]
fn an_agents_press_leaves_the_persons_pointer_where_it_is() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let hovers = Rc::new(RefCell::new(Vec::new()));
    let stage = stage(200.0, 200.0, |_| {
        let hovers = Rc::clone(&hovers);
        column().child(button("A", &log).on_hover(move |over| hovers.borrow_mut().push(over))).child(button("B", &log))
    });
    stage.move_to(10.0, 10.0);
    let pressed = stage.scene.press_at(Point::new(10.0, 40.0), Button::Primary, 2, Modifiers::NONE, 5.0);
    assert_eq!(pressed, Some(stage.id("button", "B")));
    assert_eq!(*log.borrow(), ["B", "B"]);
    assert_eq!(*hovers.borrow(), [true]);
    assert_eq!(stage.focused(), "B");
}

#[test]
fn a_handler_may_take_its_own_control_away() {
    let open = Signal::new(true);
    let stage = stage(200.0, 200.0, move |_| {
        column().child(show(
            move || open.get(),
            move || container().height(30).role(Role::Button).label("Close").on_press(move |_| open.set(false)),
        ))
    });
    stage.press("button", "Close");
    assert_eq!(stage.outline(), "");
    assert_eq!(stage.scene.focus(), None);
}

#[test]
fn a_handler_runs_as_one_batch() {
    let (a, b) = (Signal::new(0), Signal::new(0));
    let seen = Rc::new(RefCell::new(Vec::new()));
    let stage = stage(200.0, 200.0, |_| {
        let seen = Rc::clone(&seen);
        scumble_reactive::effect(move || seen.borrow_mut().push((a.get(), b.get())));
        container().size(50, 50).label("Both").on_press(move |_| {
            a.set(1);
            b.set(1);
        })
    });
    stage.press("button", "Both");
    assert_eq!(*seen.borrow(), [(0, 0), (1, 1)]);
}

#[test]
fn the_thumb_of_a_scrollbar_can_be_dragged() {
    let stage = stage(200.0, 100.0, |_| {
        column().scroll_y().fill().role(Role::Group).label("Long").child(column().height(1000).shrink(0))
    });
    let id = stage.id("group", "Long");
    assert_eq!(stage.scene.scroll_position(id).1, Point::new(0.0, 900.0));
    stage.down(Point::new(194.0, 10.0), 1);
    stage.move_to(194.0, 45.0);
    let half = stage.scene.scroll_position(id).0.y;
    assert!(half > 300.0 && half < 600.0, "{half}");
    stage.move_to(194.0, 4000.0);
    assert_eq!(stage.scene.scroll_position(id).0.y, 900.0);
    stage.up(Point::new(194.0, 4000.0));
    stage.move_to(194.0, 10.0);
    assert_eq!(stage.scene.scroll_position(id).0.y, 900.0);
}

#[test]
fn a_finger_that_pans_scrolls_and_presses_nothing() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let stage = stage(200.0, 60.0, |_| {
        column().scroll_y().fill().children(["A", "B", "C", "D"].map(|name| button(name, &log).shrink(0)))
    });
    let touch = |position: Point| InputEvent::PointerDown {
        position,
        button: Button::Primary,
        modifiers: Modifiers::NONE,
        count: 1,
        pointer: PointerKind::Touch,
    };
    stage.input(touch(Point::new(20.0, 50.0)));
    stage.move_to(20.0, 20.0);
    stage.up(Point::new(20.0, 20.0));
    assert!(log.borrow().is_empty());
    assert_eq!(stage.node("button", "B").bounds.y, 0.0);
    stage.input(touch(Point::new(20.0, 10.0)));
    stage.move_to(20.0, 12.0);
    stage.up(Point::new(20.0, 12.0));
    assert_eq!(*log.borrow(), ["B"]);
}

#[test]
fn a_disabled_control_inside_another_swallows_the_press() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let stage = stage(200.0, 100.0, |_| {
        button("Row", &log).height(60).child(container().size(50, 20).role(Role::Group).label("Off").disabled(true))
    });
    let inner = stage.scene.semantics();
    assert!(inner.nodes.len() == 1, "a button's inside is only how it looks");
    let position = Point::new(5.0, 50.0);
    let off = stage.scene.hit(Point::new(5.0, 30.0)).expect("something is there");
    assert!(stage.scene.is_disabled(off));
    stage.click(Point::new(5.0, 30.0));
    assert!(log.borrow().is_empty());
    stage.click(position);
    assert_eq!(log.borrow().len(), 1);
}

#[test]
fn a_finger_gives_the_focus_when_it_is_lifted_and_not_when_it_pans() {
    let stage = stage(200.0, 60.0, |_| {
        column()
            .scroll_y()
            .fill()
            .child(crate::edit(crate::EditOptions::new("some words")).height(40).label("Field"))
            .child(container().height(200))
    });
    let touch = |y: f32| InputEvent::PointerDown {
        position: Point::new(40.0, y),
        button: Button::Primary,
        modifiers: Modifiers::NONE,
        count: 1,
        pointer: PointerKind::Touch,
    };
    stage.input(touch(35.0));
    stage.move_to(40.0, 5.0);
    stage.up(Point::new(40.0, 5.0));
    assert_eq!(stage.focused(), "(nobody)");
    stage.input(touch(5.0));
    assert_eq!(stage.focused(), "(nobody)");
    stage.up(Point::new(40.0, 5.0));
    assert_eq!(stage.focused(), "Field");
    let (anchor, focus) = stage.scene.edit_selection(stage.id("textbox", "Field")).expect("a field has a selection");
    assert!(anchor == focus && focus > 0 && focus < 10);
}

#[test]
fn a_finger_hovers_over_nothing_once_it_is_up() {
    let hovers = Rc::new(RefCell::new(Vec::new()));
    let stage = stage(100.0, 100.0, |_| {
        let hovers = Rc::clone(&hovers);
        container().label("Box").on_press(|_| {}).on_hover(move |over| hovers.borrow_mut().push(over))
    });
    stage.input(InputEvent::PointerDown {
        position: Point::new(5.0, 5.0),
        button: Button::Primary,
        modifiers: Modifiers::NONE,
        count: 1,
        pointer: PointerKind::Touch,
    });
    stage.up(Point::new(5.0, 5.0));
    assert_eq!(*hovers.borrow(), [true, false]);
}

#[test]
fn nested_scrollers_hand_on_what_is_left_of_the_wheel() {
    let stage = stage(200.0, 100.0, |_| {
        column().scroll_y().fill().role(Role::Group).label("Outer").child(
            row().height(300).shrink(0).child(
                column()
                    .width(100)
                    .height(50)
                    .scroll_y()
                    .role(Role::Group)
                    .label("Inner")
                    .child(column().height(80).shrink(0)),
            ),
        )
    });
    let (outer, inner) = (stage.id("group", "Outer"), stage.id("group", "Inner"));
    let wheel =
        |dy: f32| InputEvent::Wheel { position: Point::new(10.0, 10.0), dx: 0.0, dy, modifiers: Modifiers::NONE };
    stage.input(wheel(50.0));
    assert_eq!((stage.scene.scroll_position(inner).0.y, stage.scene.scroll_position(outer).0.y), (30.0, 0.0));
    stage.input(wheel(20.0));
    assert_eq!((stage.scene.scroll_position(inner).0.y, stage.scene.scroll_position(outer).0.y), (30.0, 20.0));
}
