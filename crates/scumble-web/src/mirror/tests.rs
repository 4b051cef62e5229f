//! The mirror against real scenes.

use scumble_reactive::{Scope, Signal, host};
use scumble_scene::element::{EditOptions, Element, column, each, edit, portal, show, text};
use scumble_scene::event::InputEvent;
use scumble_scene::{NodeId, Role, Scene, SceneOptions, Size, Toggled};

use super::Mirror;
use super::model::{self, Step};

struct Bench {
    scene: Scene,
    mirror: Mirror,
}

impl Bench {
    fn new(build: impl FnOnce() -> Element + 'static) -> Bench {
        let scene = Scene::new(SceneOptions { size: Size::new(400.0, 300.0), ..SceneOptions::default() });
        scene.mount_with(Scope::root(), |_| build());
        host::run_until_idle();
        let mut bench = Bench { scene, mirror: Mirror::default() };
        bench.update();
        bench
    }

    fn update(&mut self) -> Vec<Step> {
        host::run_until_idle();
        let tree = self.scene.semantics_in_view();
        self.mirror.update(&tree, &self.scene)
    }

    fn node(&self, name: &str) -> NodeId {
        self.scene
            .semantics()
            .nodes
            .iter()
            .find(|node| node.name == name)
            .map(|node| node.id)
            .unwrap_or_else(|| panic!("nothing is called {name}"))
    }

    fn id(&self, name: &str) -> u32 {
        let node = self.node(name);
        let found = self.mirror.nodes.iter().find(|(_, at)| **at == node);
        *found.unwrap_or_else(|| panic!("{name} is not mirrored")).0
    }

    fn element(&self, name: &str) -> &model::Element {
        &self.mirror.picture.elements[&self.id(name)]
    }

    fn attribute(&self, name: &str, attribute: &str) -> Option<&str> {
        self.element(name).attributes.get(attribute).map(String::as_str)
    }

    fn is_mirrored(&self, name: &str) -> bool {
        let node = self.node(name);
        self.mirror.nodes.values().any(|at| *at == node)
    }
}

fn button(name: &'static str) -> Element {
    column().role(Role::Button).focusable(true).on_press(|_| {}).height(30).child(text(name))
}

#[test]
fn a_button_is_named_by_its_text_and_can_hold_the_focus() {
    let bench = Bench::new(|| column().child(button("Save")));
    let save = bench.element("Save");
    assert_eq!((save.tag, save.text.as_str()), ("div", "Save"));
    assert_eq!(bench.attribute("Save", "role"), Some("button"));
    assert_eq!(bench.attribute("Save", "tabindex"), Some("0"));
    assert_eq!(bench.attribute("Save", "aria-label"), None, "the text is its name already");
}

#[test]
fn prose_is_text_without_a_role() {
    let bench = Bench::new(|| column().child(text("Nothing here yet.")));
    let prose = bench.element("Nothing here yet.");
    assert_eq!(prose.text, "Nothing here yet.");
    assert!(prose.attributes.is_empty(), "{:?}", prose.attributes);
}

#[test]
fn a_heading_says_its_level() {
    let bench = Bench::new(|| column().child(column().role(Role::Heading).level(3).child(text("Inbox"))));
    assert_eq!(bench.attribute("Inbox", "aria-level"), Some("3"));
}

#[test]
fn a_checkbox_says_also_that_it_is_off() {
    let bench = Bench::new(|| {
        let checkbox = |name: &'static str, checked: Toggled| {
            column().role(Role::CheckBox).focusable(true).checked(checked).height(20).label(name)
        };
        column()
            .child(checkbox("On", Toggled::True))
            .child(checkbox("Off", Toggled::False))
            .child(checkbox("Some", Toggled::Mixed))
    });
    assert_eq!(
        ["On", "Off", "Some"].map(|name| bench.attribute(name, "aria-checked")),
        [Some("true"), Some("false"), Some("mixed")]
    );
}

#[test]
fn a_disabled_control_says_so_and_takes_no_focus() {
    let bench = Bench::new(|| column().child(button("Save").disabled(true)));
    assert_eq!(bench.attribute("Save", "aria-disabled"), Some("true"));
    assert_eq!(bench.attribute("Save", "tabindex"), None);
}

#[test]
fn a_field_is_an_input_with_its_text_and_a_text_area_a_textarea() {
    let bench = Bench::new(|| {
        column()
            .child(edit(EditOptions::new("Ada")).label("Name").height(30))
            .child(edit(EditOptions::new("Long").multiline()).label("Body").height(60))
    });
    assert_eq!((bench.element("Name").tag, bench.element("Body").tag), ("input", "textarea"));
    assert_eq!(bench.element("Name").field.as_ref().map(|field| field.value.as_str()), Some("Ada"));
    assert_eq!(bench.attribute("Name", "role"), None, "an input says it already");
    assert_eq!(bench.attribute("Name", "aria-label"), Some("Name"));
}

#[test]
fn a_secret_is_dots_in_the_mirror_too() {
    let mut bench = Bench::new(|| column().child(edit(EditOptions::new("p4ß").secret()).label("Password").height(30)));
    assert_eq!(bench.attribute("Password", "type"), Some("password"));
    bench.scene.set_focus(bench.node("Password")).expect("a field takes the focus");
    bench.scene.input(&InputEvent::SelectionSet { anchor: 0, focus: 4 }, 0.0);
    bench.update();
    let field = bench.element("Password").field.as_ref().expect("it is a field");
    assert_eq!((field.value.as_str(), field.anchor, field.focus), ("•••", 0, 3));
}

#[test]
fn places_are_counted_from_the_element_around() {
    let bench = Bench::new(|| {
        column().padding(20).child(column().role(Role::Group).label("Tools").padding(10).child(button("Cut")))
    });
    let [x, y, ..] = bench.element("Cut").place;
    assert_eq!((x, y), (10.0, 10.0));
    assert_eq!(bench.element("Tools").children, [bench.id("Cut")]);
}

#[test]
fn what_is_scrolled_away_is_not_mirrored_unless_it_has_the_focus() {
    let mut bench = Bench::new(|| {
        let row = |name: &'static str| button(name).height(200).shrink(0);
        column()
            .height(300)
            .child(column().height(300).scroll_y().child(row("First")).child(row("Second")).child(row("Third")))
    });
    assert!(bench.is_mirrored("First") && bench.is_mirrored("Second"));
    assert!(!bench.is_mirrored("Third"));
    bench.scene.set_focus(bench.node("First")).expect("a button takes the focus");
    bench.scene.scroll_into_view(bench.node("Third"));
    bench.update();
    assert!(bench.is_mirrored("Third"));
    assert!(bench.is_mirrored("First"), "it has the focus");
    assert_eq!(bench.mirror.focused(), bench.id("First"));
}

#[test]
fn a_control_keeps_its_element_when_its_list_is_reordered() {
    let mut bench = Bench::new(|| {
        let names = Signal::new(vec!["A", "B", "C"]);
        Scope::current().expect("mounting has a scope").provide(names);
        let reverse = move |_: &_| names.update(|names| names.reverse());
        column().child(column().role(Role::Button).focusable(true).label("Reverse").height(20).on_press(reverse)).child(
            each(
                move || names.get(),
                |name| *name,
                |name| column().role(Role::ListItem).height(20).label(move || name.get().to_owned()),
            ),
        )
    });
    let before = ["A", "B", "C"].map(|name| bench.id(name));
    let center = bench.scene.node_rect(bench.node("Reverse")).center();
    bench.scene.press_at(center, scumble_scene::event::Button::Primary, 1, scumble_scene::Modifiers::NONE, 0.0);
    let steps = bench.update();
    assert_eq!(["A", "B", "C"].map(|name| bench.id(name)), before);
    assert!(!steps.iter().any(|step| matches!(step, Step::New(..) | Step::Gone(_))), "{steps:?}");
}

#[test]
fn what_is_behind_an_open_dialog_is_shut_out_at_its_outermost() {
    let bench = Bench::new(|| {
        column().child(column().role(Role::Group).label("Page").child(button("Behind"))).child(show(
            || true,
            || portal(column().role(Role::Dialog).modal().label("Really?").width(100).height(100).child(button("Yes"))),
        ))
    });
    assert_eq!(bench.attribute("Page", "inert"), Some(""));
    assert_eq!(bench.attribute("Behind", "inert"), None, "it is inside what is shut out");
    assert_eq!(bench.attribute("Behind", "tabindex"), None);
    assert_eq!(bench.attribute("Really?", "inert"), None);
    assert_eq!(bench.attribute("Really?", "aria-modal"), Some("true"));
}

#[test]
fn nothing_new_needs_no_step() {
    let mut bench = Bench::new(|| column().child(button("Save")));
    assert_eq!(bench.update(), []);
    bench.scene.frame(16.0);
    assert_eq!(bench.update(), []);
}

#[test]
fn a_moved_caret_is_one_step() {
    let mut bench = Bench::new(|| column().child(edit(EditOptions::new("Ada")).label("Name").height(30)));
    bench.scene.set_focus(bench.node("Name")).expect("a field takes the focus");
    bench.update();
    bench.scene.input(&InputEvent::SelectionSet { anchor: 1, focus: 2 }, 0.0);
    let steps = bench.update();
    assert!(matches!(steps.as_slice(), [Step::Field(_, field)] if (field.anchor, field.focus) == (1, 2)), "{steps:?}");
}

#[test]
fn a_changed_text_among_ten_thousand_describes_what_is_in_view_and_no_more() {
    let mut bench = Bench::new(|| {
        let count = Signal::new(0);
        let button = button("More").on_press(move |_| count.update(|count| *count += 1));
        column().child(button).child(text(move || format!("Count {}", count.get()))).child(
            column().fill().scroll_y().children(
                (0..100).map(|group| column().children((0..99).map(move |index| text(format!("{group}.{index}"))))),
            ),
        )
    });
    let center = bench.scene.node_rect(bench.node("More")).center();
    bench.scene.counters();
    bench.scene.press_at(center, scumble_scene::event::Button::Primary, 1, scumble_scene::Modifiers::NONE, 0.0);
    let steps = bench.update();
    let work = bench.scene.counters();
    assert!(steps.contains(&Step::Text(bench.id("Count 1"), "Count 1".to_owned())), "{steps:?}");
    assert!(bench.mirror.picture.elements.len() < 30);
    assert!(work.nodes_described < 60, "{work:?}");
}

#[test]
fn a_named_container_is_a_group() {
    let bench = Bench::new(|| column().child(column().label("Long text").child(text("Line 1")).child(text("Line 2"))));
    assert_eq!(bench.attribute("Long text", "role"), Some("group"));
    assert_eq!(bench.attribute("Long text", "aria-label"), Some("Long text"));
    assert_eq!(bench.element("Long text").text, "");
}
