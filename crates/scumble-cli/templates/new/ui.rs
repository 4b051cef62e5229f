//! What the person sees.

use scumble::prelude::*;

use crate::tasks::{Task, Tasks};

/// The whole application.
#[component]
pub fn App(cx: Scope) -> impl IntoElement {
    let tasks = cx.channel::<Tasks>();
    let rows = tasks.rows();
    let draft = Signal::new(String::new());
    let add = move || {
        // Without a title there is nothing to add.
        if tasks.add(draft.get()).is_ok() {
            draft.set(String::new());
        }
    };
    let left = move || match rows.read().iter().filter(|task| !task.done).count() {
        0 => "Nothing left to do".to_owned(),
        1 => "1 task left".to_owned(),
        n => format!("{n} tasks left"),
    };
    column()
        .size(FILL, FILL)
        .align(Align::Center)
        .background(ColorToken::Background)
        .child(
            column()
                .width(FILL)
                .max_width(560)
                .height(FILL)
                .padding(24)
                .gap(16)
                .child(heading(1, "My app"))
                .child(
                    row()
                        .gap(8)
                        .align(Align::Center)
                        .child(
                            text_field("New task", draft)
                                .placeholder("What is to be done?")
                                .on_input(move |words| draft.set(words))
                                .on_submit(add)
                                .grow(1),
                        )
                        .child(button("Add").primary().on_press(move |_| add())),
                )
                .child(scroll_area(
                    list(
                        move || rows.get(),
                        |task| task.id,
                        move |task| {
                            let id = task.peek().id;
                            // A row that is shown is a task that exists.
                            TaskRow::new(task).on_change(move |done| drop(tasks.set_done(id, done)))
                        },
                    )
                    .label("Tasks")
                    .gap(4),
                ))
                .child(
                    row()
                        .align(Align::Center)
                        .child(text(left).muted().live(Live::Polite))
                        .child(spacer())
                        .child(
                            button("Remove done")
                                .disabled(move || !rows.read().iter().any(|task| task.done))
                                .on_press(move |_| {
                                    tasks.remove_done();
                                }),
                        ),
                ),
        )
}

/// One task in the list.
#[component]
pub fn TaskRow(
    /// The task to show.
    task: Signal<Task>,
    /// Called with whether it is done when that changes.
    #[prop(optional)]
    on_change: Callback<bool>,
) -> impl IntoElement {
    list_item().label(move || task.read().title.clone()).child(
        checkbox(move || task.read().title.clone(), move || task.read().done)
            .on_change(move |done| on_change.run(done)),
    )
}
