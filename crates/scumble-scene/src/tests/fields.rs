//! Editable texts: typing, selecting, secrets, and the source's last word.

use std::cell::RefCell;
use std::rc::Rc;

use scumble_reactive::Signal;

use super::{Stage, stage};
use crate::event::InputEvent;
use crate::paint_list::Item;
use crate::{EditOptions, Modifiers, Point, Rect, column, edit};

fn field(value: Signal<String>) -> crate::Element {
    edit(EditOptions::new(value)).on_input(move |text| value.set(text)).label("Field")
}

fn one(value: Signal<String>) -> Stage {
    let stage = stage(200.0, 100.0, move |_| column().child(field(value).height(30)));
    stage.scene.set_focus(stage.id("textbox", "Field")).expect("a field takes the focus");
    stage
}

#[test]
fn typing_reaches_the_application_and_what_it_holds_is_shown() {
    let value = Signal::new(String::from("ab"));
    let stage = one(value);
    stage.type_text("cd");
    assert_eq!(*value.peek(), "abcd");
    stage.key("ArrowLeft");
    stage.key("Backspace");
    assert_eq!(*value.peek(), "abd");
    assert_eq!(stage.node("textbox", "Field").value.as_deref(), Some("abd"));
    value.set(String::from("from outside"));
    assert_eq!(stage.node("textbox", "Field").value.as_deref(), Some("from outside"));
    assert!(stage.node("textbox", "Field").focused && stage.node("textbox", "Field").editable);
}

#[test]
fn a_field_whose_application_does_not_take_the_edit_shows_what_it_was() {
    let value = Signal::new(String::from("fixed"));
    let stage = stage(200.0, 100.0, move |_| edit(EditOptions::new(value)).label("Field"));
    let id = stage.id("textbox", "Field");
    stage.scene.set_focus(id).expect("a field takes the focus");
    stage.type_text("x");
    assert_eq!(stage.scene.edit_text(id).as_deref(), Some("fixed"));
}

#[test]
fn an_application_may_shape_what_is_typed() {
    let value = Signal::new(String::new());
    let stage = stage(200.0, 100.0, move |_| {
        edit(EditOptions::new(value)).on_input(move |text| value.set(text.to_uppercase())).label("Field")
    });
    stage.scene.set_focus(stage.id("textbox", "Field")).expect("a field takes the focus");
    stage.type_text("abc");
    assert_eq!(*value.peek(), "ABC");
    assert_eq!(stage.node("textbox", "Field").value.as_deref(), Some("ABC"));
}

#[test]
fn clicks_place_the_caret_select_a_word_and_drag() {
    let value = Signal::new(String::from("hello brave world"));
    let stage = one(value);
    let id = stage.id("textbox", "Field");
    let rect = stage.scene.node_rect(id);
    let at = |x: f32| Point::new(rect.x + x, rect.center().y);
    stage.click(at(0.0));
    assert_eq!(stage.scene.edit_selection(id), Some((0, 0)));
    stage.down(at(55.0), 2);
    stage.up(at(55.0));
    let (anchor, focus) = stage.scene.edit_selection(id).expect("a field has a selection");
    assert_eq!(&value.peek()[anchor..focus], "brave");
    stage.down(at(0.0), 1);
    stage.move_to(rect.x + 190.0, rect.center().y);
    stage.up(at(190.0));
    assert_eq!(stage.scene.edit_selection(id), Some((0, value.peek().len())));
    let copied = stage.scene.input(&InputEvent::Copy, 1.0);
    assert_eq!(copied.clipboard.as_deref(), Some("hello brave world"));
    let cut = stage.scene.input(&InputEvent::Cut, 2.0);
    assert_eq!(cut.clipboard.as_deref(), Some("hello brave world"));
    assert_eq!(*value.peek(), "");
    stage.input(InputEvent::Paste(String::from("two\nlines")));
    assert_eq!(*value.peek(), "two lines");
    assert!(stage.key_with("z", Modifiers::CTRL));
    assert_eq!(*value.peek(), "");
}

#[test]
fn enter_submits_a_field_of_one_line_and_breaks_one_of_many() {
    let submitted = Rc::new(RefCell::new(0));
    let count = Rc::clone(&submitted);
    let (one, many) = (Signal::new(String::from("a")), Signal::new(String::from("b")));
    let stage = stage(300.0, 300.0, move |_| {
        column()
            .on_submit(move || *count.borrow_mut() += 1)
            .child(edit(EditOptions::new(one)).on_input(move |text| one.set(text)).label("One"))
            .child(edit(EditOptions::new(many).multiline()).on_input(move |text| many.set(text)).label("Many"))
    });
    stage.scene.set_focus(stage.id("textbox", "One")).expect("a field takes the focus");
    assert!(stage.key("Enter"));
    assert_eq!((*submitted.borrow(), one.get().as_str()), (1, "a"));
    let lower = stage.node("textbox", "Many").bounds.height;
    stage.scene.set_focus(stage.id("textbox", "Many")).expect("a field takes the focus");
    stage.key("Enter");
    assert_eq!((*submitted.borrow(), many.get().as_str()), (1, "b\n"));
    assert!(stage.node("textbox", "Many").bounds.height > lower);
    assert!(stage.key_with("Enter", Modifiers::CTRL));
    assert_eq!(*submitted.borrow(), 2);
}

#[test]
fn a_long_line_scrolls_so_that_the_caret_is_seen() {
    let value = Signal::new(String::new());
    let stage = one(value);
    let id = stage.id("textbox", "Field");
    stage.type_text("a long text that does not fit into this narrow field at all");
    let rect = stage.scene.node_rect(id);
    let caret = stage.scene.frame(1.0).caret.expect("a focused field has a caret");
    assert!(caret.x >= rect.x && caret.right() <= rect.right() + 0.5, "{caret:?} in {rect:?}");
    stage.key("Home");
    let caret = stage.scene.frame(2.0).caret.expect("a focused field has a caret");
    assert!((caret.x - rect.x).abs() < 1.0, "{caret:?}");
}

#[test]
fn a_secret_shows_dots_and_says_nothing_of_itself() {
    let value = Signal::new(String::new());
    let stage = stage(200.0, 100.0, move |_| {
        edit(EditOptions::new(value).secret()).on_input(move |text| value.set(text)).label("Password")
    });
    let id = stage.id("textbox", "Password");
    assert_eq!(stage.node("textbox", "Password").value.as_deref(), Some(""));
    stage.scene.set_focus(id).expect("a field takes the focus");
    stage.type_text("hunter2");
    assert_eq!(*value.peek(), "hunter2");
    let node = stage.node("textbox", "Password");
    assert_eq!((node.value.as_deref(), node.secret), (Some("••••"), true));
    stage.key_with("a", Modifiers::CTRL);
    assert_eq!(stage.scene.input(&InputEvent::Copy, 9.0).clipboard, None);
    let glyphs = |list: Vec<Item>| -> Vec<u32> {
        list.iter()
            .filter_map(|item| match item {
                Item::Glyphs(run) => Some(run.glyphs.iter().map(|glyph| glyph.id)),
                _ => None,
            })
            .flatten()
            .collect()
    };
    let shown = glyphs(stage.scene.display_list(Rect::new(0.0, 0.0, 200.0, 100.0)).items);
    assert_eq!(shown.len(), 7);
    assert!(shown.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_read_only_or_disabled_field_takes_no_edit_but_a_read_only_one_can_be_selected() {
    let value = Signal::new(String::from("text"));
    let disabled = Signal::new(false);
    let stage = stage(200.0, 100.0, move |_| field(value).read_only(true).disabled(disabled));
    let id = stage.id("textbox", "Field");
    stage.scene.set_focus(id).expect("a field takes the focus");
    stage.type_text("x");
    assert_eq!(*value.peek(), "text");
    assert!(!stage.scene.set_edit_text(id, "other", 3.0));
    stage.key_with("a", Modifiers::CTRL);
    assert_eq!(stage.scene.edit_selection(id), Some((0, 4)));
    disabled.set(true);
    stage.key("ArrowLeft");
    assert_eq!(stage.scene.edit_selection(id), Some((0, 4)));
}

#[test]
fn setting_a_text_whole_is_an_edit_that_can_be_undone() {
    let value = Signal::new(String::from("before"));
    let stage = one(value);
    let id = stage.id("textbox", "Field");
    assert!(stage.scene.set_edit_text(id, "after", 5.0));
    assert_eq!(*value.peek(), "after");
    stage.key_with("z", Modifiers::CTRL);
    assert_eq!(*value.peek(), "before");
}

#[test]
fn the_caret_blinks_by_the_time_it_is_given_and_is_not_in_frames_for_agents() {
    let value = Signal::new(String::new());
    let stage = one(value);
    let first = stage.scene.frame(1000.0);
    let wake = first.wake_at.expect("a caret blinks");
    let caret = first.caret.expect("a focused field has a caret");
    let paints = |items: &[Item]| items.iter().any(|item| matches!(item, Item::Rect { rect, .. } if *rect == caret));
    let seen = stage.scene.frame(wake + 1.0);
    let gone = stage.scene.frame(seen.wake_at.expect("a caret blinks") + 1.0);
    assert_ne!(paints(&seen.list.items), paints(&gone.list.items));
    assert!(gone.damage.iter().all(|rect| rect.width <= 6.0), "{:?}", gone.damage);
    assert!(!paints(&stage.scene.display_list(Rect::new(0.0, 0.0, 200.0, 100.0)).items));
}

#[test]
fn an_input_method_composes_in_place_and_is_told_apart() {
    let value = Signal::new(String::from("x"));
    let stage = one(value);
    stage.input(InputEvent::Composition { text: String::from("に"), caret: None });
    stage.input(InputEvent::Composition { text: String::from("にほ"), caret: None });
    assert_eq!(*value.peek(), "xにほ");
    stage.input(InputEvent::CompositionEnd { commit: Some(String::from("日本")) });
    assert_eq!(*value.peek(), "x日本");
    stage.key_with("z", Modifiers::CTRL);
    assert_eq!(*value.peek(), "x");
}

#[test]
fn a_stroke_types_its_character_into_a_field_and_presses_elsewhere() {
    let value = Signal::new(String::new());
    let stage = one(value);
    assert!(stage.scene.stroke("h", Modifiers::NONE, 1.0));
    assert!(stage.scene.stroke(" ", Modifiers::NONE, 2.0));
    assert!(stage.scene.stroke("i", Modifiers::NONE, 3.0));
    assert_eq!(*value.peek(), "h i");
    assert!(!stage.scene.stroke("F5", Modifiers::NONE, 4.0));
}
