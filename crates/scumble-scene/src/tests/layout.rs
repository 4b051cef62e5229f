//! Boxes, and the work it takes to find them.

use scumble_reactive::Signal;

use super::stage;
use crate::{ColorToken, Justify, Length, Rect, Role, column, container, row, stack, text};

#[test]
fn a_row_shares_what_is_left_over_by_growth() {
    let stage = stage(400.0, 100.0, |_| {
        row()
            .child(container().width(100).role(Role::Group).label("fixed"))
            .child(container().grow(1).role(Role::Group).label("one"))
            .child(container().grow(2).role(Role::Group).label("two"))
    });
    assert_eq!(stage.node("group", "fixed").bounds, Rect::new(0.0, 0.0, 100.0, 100.0));
    assert_eq!(stage.node("group", "one").bounds, Rect::new(100.0, 0.0, 100.0, 100.0));
    assert_eq!(stage.node("group", "two").bounds, Rect::new(200.0, 0.0, 200.0, 100.0));
}

#[test]
fn padding_gap_and_justify_place_as_css_does() {
    let stage = stage(300.0, 300.0, |_| {
        column()
            .padding(10)
            .gap(5)
            .justify(Justify::End)
            .child(container().height(20).role(Role::Group).label("a"))
            .child(container().height(30).role(Role::Group).label("b"))
    });
    assert_eq!(stage.node("group", "a").bounds, Rect::new(10.0, 235.0, 280.0, 20.0));
    assert_eq!(stage.node("group", "b").bounds, Rect::new(10.0, 260.0, 280.0, 30.0));
}

#[test]
fn children_of_a_stack_fill_the_same_place_and_absolute_ones_stand_against_it() {
    let stage = stage(200.0, 100.0, |_| {
        stack()
            .child(container().role(Role::Group).label("under"))
            .child(container().role(Role::Group).label("over"))
            .child(container().position_absolute().right(10).bottom(20).size(30, 40).role(Role::Group).label("corner"))
    });
    assert_eq!(stage.node("group", "under").bounds, Rect::new(0.0, 0.0, 200.0, 100.0));
    assert_eq!(stage.node("group", "over").bounds, Rect::new(0.0, 0.0, 200.0, 100.0));
    assert_eq!(stage.node("group", "corner").bounds, Rect::new(160.0, 40.0, 30.0, 40.0));
}

#[test]
fn text_wraps_in_the_width_it_has_and_makes_its_box_higher() {
    let words = "One two three four five six seven eight nine ten eleven twelve";
    let stage = stage(120.0, 400.0, |_| column().child(text(words)));
    let narrow = stage.node("text", words).bounds;
    assert!(narrow.height >= 66.0, "{narrow:?}");
    assert_eq!(narrow.width, 120.0);
    stage.scene.set_size(crate::Size::new(2000.0, 400.0));
    assert_eq!(stage.node("text", words).bounds.height, 22.0);
}

#[test]
fn a_text_in_a_row_is_as_wide_as_its_words_and_does_not_wrap() {
    let stage = stage(800.0, 100.0, |_| row().child(text("Save the changes")).child(text("now")));
    let first = stage.node("text", "Save the changes").bounds;
    let second = stage.node("text", "now").bounds;
    assert!(first.width > 80.0 && first.width < 200.0, "{first:?}");
    assert_eq!(second.x, first.right());
    let mut tree = stage.scene.tree.borrow_mut();
    let id = tree.nodes.iter().find(|(_, node)| node.props.text.content == "Save the changes").expect("it is there").0;
    assert_eq!(tree.text_lines(id).expect("a text has lines").lines().len(), 1);
}

#[test]
fn what_is_hidden_takes_no_room_and_comes_back_where_it_was() {
    let hidden = Signal::new(false);
    let stage = stage(100.0, 100.0, move |_| {
        column()
            .child(container().height(30).hidden(hidden).child(container().height(10).role(Role::Group).label("inner")))
            .child(container().height(20).role(Role::Group).label("after"))
    });
    assert_eq!(stage.node("group", "after").bounds.y, 30.0);
    hidden.set(true);
    assert_eq!(stage.node("group", "after").bounds.y, 0.0);
    assert!(!stage.has("group", "inner"));
    hidden.set(false);
    assert_eq!(stage.node("group", "after").bounds.y, 30.0);
    assert_eq!(stage.node("group", "inner").bounds.y, 0.0);
}

#[test]
fn a_length_that_is_no_number_is_taken_as_not_given() {
    let width = Signal::new(50.0_f32);
    let stage = stage(100.0, 100.0, move |_| {
        row().child(container().width(move || Length::Px(width.get())).grow(0).role(Role::Group).label("box"))
    });
    assert_eq!(stage.node("group", "box").bounds.width, 50.0);
    width.set(f32::NAN);
    assert_eq!(stage.node("group", "box").bounds.width, 0.0);
    width.set(f32::INFINITY);
    assert_eq!(stage.node("group", "box").bounds.width, 0.0);
    width.set(70.0);
    assert_eq!(stage.node("group", "box").bounds.width, 70.0);
}

#[test]
fn what_is_scrolled_over_keeps_its_length() {
    let stage = stage(100.0, 100.0, |_| {
        column().scroll_y().fill().children((0..10).map(|_| container().height(40).role(Role::ListItem)))
    });
    let tree = stage.scene.semantics();
    assert!(tree.nodes.iter().all(|node| node.bounds.height == 40.0));
    assert_eq!(tree.nodes[9].bounds.y, 360.0);
}

#[test]
fn one_line_that_is_cut_takes_what_room_there_is() {
    let stage = stage(200.0, 100.0, |_| {
        row()
            .child(column().grow(1).child(text("A title that is far too long for this row").max_lines(1)))
            .child(container().width(60).shrink(0).role(Role::Group).label("Beside"))
    });
    assert_eq!(stage.node("group", "Beside").bounds.x, 140.0);
    assert_eq!(stage.node("text", "A title that is far too long for this row").bounds.width, 140.0);
}

#[test]
fn a_cluster_no_font_covers_is_asked_for_and_shown_once_it_is_drawn() {
    use crate::paint_list::{ImageData, Item};
    let stage = stage(200.0, 100.0, |_| text("ok 🎉"));
    let frame = stage.scene.frame(0.0);
    assert!(!frame.list.items.iter().any(|item| matches!(item, Item::Image { .. })));
    let wanted = stage.scene.wanted_clusters();
    assert_eq!(wanted.iter().map(|cluster| cluster.text.as_str()).collect::<Vec<_>>(), ["🎉"]);
    assert!(stage.scene.wanted_clusters().is_empty());
    let image = ImageData::new(vec![255; 20 * 20 * 4].into(), 20, 20).expect("the length fits");
    stage.scene.set_cluster(wanted[0].clone(), crate::ClusterImage { image, offset: crate::Point::new(0.0, -16.0) });
    let frame = stage.scene.frame(1.0);
    assert!(frame.list.items.iter().any(|item| matches!(item, Item::Image { rect, .. } if rect.width == 20.0)));
    assert!(stage.scene.wanted_clusters().is_empty());
}

#[test]
fn one_changed_text_among_ten_thousand_nodes_measures_a_handful() {
    let changing = Signal::new(String::from("Row 500"));
    let stage = stage(1280.0, 800.0, move |_| {
        column().scroll_y().fill().children((0..1000).map(move |index| {
            let name = move || if index == 500 { changing.get() } else { format!("Row {index}") };
            row()
                .padding(4)
                .gap(8)
                .child(container().size(16, 16).background(ColorToken::Accent))
                .child(column().grow(1).child(text(name)).child(text("Second line")))
                .child(text("1"))
                .child(text("2"))
                .child(text("3"))
                .child(text("4"))
        }))
    });
    assert!(stage.scene.node_count() > 9_000, "{}", stage.scene.node_count());
    stage.scene.frame(0.0);
    stage.scene.counters();
    changing.set(String::from("Row 501"));
    let frame = stage.scene.frame(1.0);
    let work = stage.scene.counters();
    assert!(work.nodes_measured <= 20, "{work:?}");
    assert!(work.nodes_placed <= 20, "{work:?}");
    // It is scrolled away: nothing is painted for it.
    assert!(frame.damage.is_empty(), "{:?}", frame.damage);
    changing.set(String::from("Row five hundred and one"));
    stage.scene.frame(2.0);
    let work = stage.scene.counters();
    assert!(work.nodes_measured <= 20, "{work:?}");
}

#[test]
fn a_frame_after_one_text_changed_looks_at_what_is_in_view_and_at_no_more() {
    let changing = Signal::new(0);
    let stage = stage(400.0, 300.0, move |_| {
        column().fill().scroll_y().child(text(move || format!("Count {}", changing.get()))).children(
            (0..100).map(|group| column().children((0..99).map(move |index| text(format!("Text {group}.{index}"))))),
        )
    });
    assert!(stage.scene.node_count() > 10_000, "{}", stage.scene.node_count());
    stage.scene.frame(0.0);
    stage.scene.semantics_in_view();
    stage.scene.counters();
    changing.set(1);
    let frame = stage.scene.frame(1.0);
    let seen = stage.scene.semantics_in_view();
    let work = stage.scene.counters();
    assert!(seen.nodes.len() < 30 && seen.nodes.iter().any(|node| node.name == "Count 1"));
    assert_eq!(frame.damage.len(), 1);
    assert!(frame.damage[0].height <= 40.0, "{:?}", frame.damage);
    assert!(work.nodes_measured <= 20, "{work:?}");
    assert!(work.nodes_visited <= 20 && work.items_painted <= 20, "{work:?}");
    // The groups, and the texts of the one in view: not those of the ninety-nine others.
    assert!(work.nodes_considered <= 220 && work.nodes_described <= 30, "{work:?}");
}

#[test]
fn a_frame_of_a_long_list_looks_only_at_what_is_in_view() {
    let stage = stage(400.0, 400.0, |_| {
        column().scroll_y().fill().children((0..5000).map(|index| row().height(20).child(text(format!("Row {index}")))))
    });
    stage.scene.frame(0.0);
    let work = stage.scene.counters();
    assert!(work.nodes_visited < 100, "{work:?}");
}

#[test]
fn what_sticks_far_out_of_its_row_is_seen_though_the_row_is_not() {
    let stage = stage(400.0, 200.0, |_| {
        column().scroll_y().fill().role(Role::Group).label("List").children((0..100).map(|index| {
            let tall = container().height(500).width(20).shrink(0).background(ColorToken::Danger);
            row().height(20).align(crate::Align::Start).child(if index == 3 { tall } else { container() })
        }))
    });
    stage.scene.scroll_by(stage.id("group", "List"), 0.0, 400.0);
    let danger = stage.scene.theme().color(ColorToken::Danger);
    let list = stage.scene.display_list(Rect::new(0.0, 0.0, 400.0, 200.0));
    let shows = |item: &crate::paint_list::Item| matches!(item, crate::paint_list::Item::Rect { fill: Some(fill), .. } if *fill == danger);
    assert!(list.items.iter().any(shows));
}

#[test]
fn an_idle_frame_does_no_work() {
    let stage = stage(400.0, 400.0, |_| column().children((0..50).map(|index| text(format!("Line {index}")))));
    stage.scene.frame(0.0);
    stage.scene.semantics();
    stage.scene.counters();
    let frame = stage.scene.frame(1.0);
    assert!(frame.damage.is_empty() && !frame.semantics_changed && frame.wake_at.is_none());
    assert_eq!(stage.scene.counters(), crate::Counters::default());
    assert!(!stage.scene.needs_frame());
}
