//! The screens: an empty one, boxes, controls, and a large tree.

use scumble::prelude::*;

use crate::{Bench, Shown};

/// The whole application.
#[component]
pub fn App(cx: Scope) -> impl IntoElement {
    let bench = cx.channel::<Bench>();
    column()
        .fill()
        .background(ColorToken::Background)
        .child(show(move || bench.shown.get() == Shown::Empty, || heading(1, "Bench")))
        .child(show(move || bench.shown.get() == Shown::Boxes, Boxes::new))
        .child(show(move || bench.shown.get() == Shown::Controls, Controls::new))
        .child(show(move || bench.shown.get() == Shown::Tree, Tree::new))
}

/// 500 rounded boxes of 47 by 28 with a label each, 25 in a row.
#[component]
fn Boxes(cx: Scope) -> impl IntoElement {
    let bench = cx.channel::<Bench>();
    row().fill().wrap(true).gap(4.0).children((0..500).map(move |index| {
        column()
            .width(47.0)
            .height(36.0)
            .center()
            .radius(6.0)
            .background(move || if bench.turned.get() { ColorToken::Primary } else { ColorToken::SurfaceRaised })
            .child(text(format!("Label {index}")).style(TextToken::BodySmall).max_lines(1))
    }))
}

/// 500 buttons.
#[component]
fn Controls(cx: Scope) -> impl IntoElement {
    let bench = cx.channel::<Bench>();
    row()
        .fill()
        .wrap(true)
        .gap(2.0)
        .child(text(move || format!("Count {}", bench.count.get())))
        .children((0..500).map(move |index| button(format!("Press {index}")).on_press(move |_| bench.touch())))
}

/// 100 groups of 99 texts, the first of which shows the count.
#[component]
fn Tree(cx: Scope) -> impl IntoElement {
    let bench = cx.channel::<Bench>();
    scroll_area(column().child(text(move || format!("Count {}", bench.count.get()))).children(
        (0..100).map(|group| column().children((0..99).map(move |index| text(format!("Text {group}.{index}"))))),
    ))
    .fill()
}
