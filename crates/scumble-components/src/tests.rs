//! What the controls promise, tried on a real scene with the pointer and the keyboard.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use scumble_reactive::{Scope, Signal};
use scumble_scene::event::{Button as PointerButton, PointerKind};
use scumble_scene::semantics::{SemanticState, aria_role};
use scumble_scene::{
    Element, InputEvent, IntoElement, Modifiers, Scene, SceneOptions, SemanticsNode, Size, column, list,
};

use crate::{
    Control, Icon, button, checkbox, dialog, divider, heading, icon_button, list_item, scroll_area, text_area,
    text_field,
};

struct Stage {
    scene: Scene,
}

impl Stage {
    fn new(build: impl FnOnce() -> Element) -> Stage {
        let scene = Scene::new(SceneOptions { size: Size::new(400.0, 300.0), ..SceneOptions::default() });
        scene.mount_with(Scope::root(), |_| build());
        Stage { scene }
    }

    fn all(&self, role: &str) -> Vec<SemanticsNode> {
        let tree = self.scene.semantics();
        tree.nodes.iter().filter(|node| aria_role(node.role) == role).cloned().collect()
    }

    fn find(&self, role: &str, name: &str) -> SemanticsNode {
        let found = self.all(role).into_iter().find(|node| node.name == name);
        found.unwrap_or_else(|| panic!("no {role} {name:?} on the screen"))
    }

    fn press(&self, role: &str, name: &str) {
        let position = self.find(role, name).visible.expect("what is pressed is seen").center();
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        let pointer = PointerKind::Mouse;
        self.scene.input(&InputEvent::PointerDown { position, button, modifiers, count: 1, pointer }, 0.0);
        self.scene.input(&InputEvent::PointerUp { position, button, modifiers }, 0.0);
    }

    fn key(&self, key: &str) {
        let modifiers = Modifiers::NONE;
        self.scene.input(&InputEvent::KeyDown { key: key.to_owned(), modifiers, repeat: false }, 0.0);
        self.scene.input(&InputEvent::KeyUp { key: key.to_owned(), modifiers }, 0.0);
    }

    fn focused(&self) -> Option<String> {
        let tree = self.scene.semantics();
        tree.nodes.iter().find(|node| node.focused).map(|node| node.name.clone())
    }
}

#[test]
fn a_button_is_pressed_by_pointer_enter_and_space() {
    let presses = Rc::new(Cell::new(0));
    let counted = Rc::clone(&presses);
    let stage = Stage::new(|| {
        column().child(button("Save").primary().on_press(move |_| counted.set(counted.get() + 1))).into_element()
    });
    stage.press("button", "Save");
    stage.key("Enter");
    stage.key(" ");
    assert_eq!(presses.get(), 3);
    assert_eq!(stage.focused().as_deref(), Some("Save"));
}

#[test]
fn a_disabled_button_takes_nothing_and_says_so() {
    let presses = Rc::new(Cell::new(0));
    let counted = Rc::clone(&presses);
    let off = Signal::new(true);
    let stage = Stage::new(|| {
        column().child(button("Save").disabled(off).on_press(move |_| counted.set(counted.get() + 1))).into_element()
    });
    stage.press("button", "Save");
    assert!(stage.find("button", "Save").disabled);
    assert_eq!(presses.get(), 0);
    off.set(false);
    stage.press("button", "Save");
    assert_eq!(presses.get(), 1);
}

#[test]
fn an_icon_button_is_named_by_its_label_and_a_toggle_says_whether_it_is_down() {
    let down = Signal::new(true);
    let stage = Stage::new(|| column().child(icon_button(Icon::Pin, "Pin").pressed(down).on_press(|_| {})));
    assert!(stage.find("button", "Pin").states.contains(&SemanticState::Pressed));
    down.set(false);
    assert!(!stage.find("button", "Pin").states.contains(&SemanticState::Pressed));
}

#[test]
fn a_checkbox_asks_for_the_other_state_and_shows_what_it_is_told() {
    let checked = Signal::new(false);
    let stage = Stage::new(|| column().child(checkbox("Work offline", checked).on_change(move |on| checked.set(on))));
    stage.press("checkbox", "Work offline");
    assert!(checked.get());
    assert!(stage.find("checkbox", "Work offline").states.contains(&SemanticState::Checked));
    stage.key(" ");
    assert!(!checked.get());
}

#[test]
fn a_field_gives_its_whole_text_after_each_edit_and_enter_submits_it() {
    let value = Signal::new("Ada".to_owned());
    let submitted = Rc::new(Cell::new(false));
    let done = Rc::clone(&submitted);
    let stage = Stage::new(|| {
        column().child(
            text_field("Your name", value).on_input(move |text| value.set(text)).on_submit(move || done.set(true)),
        )
    });
    stage.press("textbox", "Your name");
    stage.key("End");
    stage.scene.input(&InputEvent::Text(" L".to_owned()), 0.0);
    assert_eq!(value.get(), "Ada L");
    assert_eq!(stage.find("textbox", "Your name").value.as_deref(), Some("Ada L"));
    stage.key("Enter");
    assert!(submitted.get());
}

#[test]
fn a_text_area_takes_line_breaks_and_a_secret_field_shows_dots() {
    let body = Signal::new("one".to_owned());
    let word = Signal::new("hunter2".to_owned());
    let stage = Stage::new(|| {
        column()
            .child(text_area("Text", body).on_input(move |text| body.set(text)))
            .child(text_field("Password", word).secret())
    });
    stage.press("textbox", "Text");
    stage.key("End");
    stage.key("Enter");
    assert_eq!(body.get(), "one\n");
    let shown = stage.find("textbox", "Password").value.expect("a field has a value");
    assert!(!shown.contains("hunter2") && shown.contains('•'));
}

#[test]
fn a_dialog_takes_the_focus_holds_it_and_gives_it_back() {
    let open = Signal::new(false);
    let log = Rc::new(RefCell::new(Vec::new()));
    let said = Rc::clone(&log);
    let stage = Stage::new(move || {
        let said = Rc::clone(&said);
        column().child(button("Delete").on_press(move |_| open.set(true))).child(
            dialog(open, "Delete this note?", move || {
                let said = Rc::clone(&said);
                column()
                    .child(button("Cancel").autofocus().on_press(move |_| open.set(false)))
                    .child(button("Really").on_press(move |_| said.borrow_mut().push("really")))
            })
            .on_close(move || open.set(false)),
        )
    });
    let behind = stage.find("button", "Delete").visible.expect("it is seen").center();
    stage.press("button", "Delete");
    let shown = stage.find("dialog", "Delete this note?");
    assert!(shown.modal);
    assert_eq!(stage.focused().as_deref(), Some("Cancel"));
    stage.key("Tab");
    assert_eq!(stage.focused().as_deref(), Some("Really"));
    stage.key("Tab");
    assert_eq!(stage.focused().as_deref(), Some("Cancel"), "Tab stays inside");
    stage.press("button", "Really");
    assert_eq!(*log.borrow(), ["really"]);
    assert!(open.get(), "a press inside is not a press beside");
    assert!(stage.scene.pressable_at(behind).is_none_or(|id| id != stage.find("button", "Delete").id));
    stage.key("Escape");
    assert!(!open.get() && stage.all("dialog").is_empty());
    assert_eq!(stage.focused().as_deref(), Some("Delete"), "focus goes back");
}

#[test]
fn a_press_beside_a_dialog_closes_it_only_if_it_says_what_closing_does() {
    for closable in [true, false] {
        let open = Signal::new(true);
        let stage = Stage::new(move || {
            let made = dialog(open, "Sure?", || column().child(button("Yes").on_press(|_| {})));
            column().child(if closable { made.on_close(move || open.set(false)) } else { made })
        });
        let position = scumble_scene::Point::new(5.0, 5.0);
        let (button, modifiers, pointer) = (PointerButton::Primary, Modifiers::NONE, PointerKind::Mouse);
        stage.scene.semantics();
        stage.scene.input(&InputEvent::PointerDown { position, button, modifiers, count: 1, pointer }, 0.0);
        stage.scene.input(&InputEvent::PointerUp { position, button, modifiers }, 0.0);
        assert_eq!(open.get(), !closable);
    }
}

#[test]
fn items_say_where_in_the_list_they_stand_and_scroll_into_view_for_focus() {
    let stage = Stage::new(|| {
        column().size(400, 300).child(heading(2, "Inbox")).child(divider()).child(scroll_area(list(
            || (1..=40).collect::<Vec<u32>>(),
            |n| *n,
            |n| list_item().label(move || format!("Item {}", n.read())).on_press(|_| {}),
        )))
    });
    assert_eq!(stage.find("heading", "Inbox").level, Some(2));
    assert_eq!(stage.all("separator").len(), 1);
    let last = stage.find("listitem", "Item 40");
    assert_eq!((last.pos_in_set, last.set_size), (Some(40), Some(40)));
    assert!(last.visible.is_none());
    stage.scene.set_focus(last.id).expect("an item that can be pressed takes focus");
    assert!(stage.find("listitem", "Item 40").visible.is_some());
}
