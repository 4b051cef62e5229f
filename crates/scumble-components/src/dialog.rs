//! A dialog: something that must be answered before anything else.
//!
//! Role `dialog`, modal; named by its title. Focus goes in when it opens and back when it closes, and Tab stays inside.
//! Escape closes it, and so does a press beside it, if it says what closing does.

use std::rc::Rc;

use accesskit::Role;
use scumble_scene::prop::{IntoProp, Prop};
use scumble_scene::style::FILL;
use scumble_scene::theme::{ColorToken, RadiusToken, ShadowToken};
use scumble_scene::{Element, IntoElement, column, container, portal, show, stack};

use crate::heading::heading;

/// A dialog before it is put in the tree; see [`dialog`].
pub struct Dialog {
    open: Prop<bool>,
    title: Prop<String>,
    width: f32,
    close: Option<Rc<dyn Fn()>>,
    content: Rc<dyn Fn() -> Element>,
}

/// A dialog that is there while `open` holds. `content` is made anew each time it opens.
#[must_use]
pub fn dialog<M, N, V: IntoElement>(
    open: impl IntoProp<bool, M>,
    title: impl IntoProp<String, N>,
    content: impl Fn() -> V + 'static,
) -> Dialog {
    Dialog {
        open: open.into_prop(),
        title: title.into_prop(),
        width: 420.0,
        close: None,
        content: Rc::new(move || content().into_element()),
    }
}

impl Dialog {
    /// What Escape, or a press beside the dialog, does. Without, it can only be answered.
    #[must_use]
    pub fn on_close(mut self, f: impl Fn() + 'static) -> Self {
        self.close = Some(Rc::new(f));
        self
    }

    /// How wide it is at most, in px.
    #[must_use]
    pub fn max_width(mut self, px: f32) -> Self {
        self.width = px;
        self
    }
}

impl IntoElement for Dialog {
    fn into_element(self) -> Element {
        let Dialog { open, title, width, close, content } = self;
        show(
            move || open.get(),
            move || {
                let mut ground = container().background(ColorToken::Scrim);
                let mut panel = column()
                    .role(Role::Dialog)
                    .modal()
                    .label(title.clone())
                    .max_width(width)
                    .width(FILL)
                    .padding(24)
                    .gap(16)
                    .background(ColorToken::SurfaceRaised)
                    .border(1.0, ColorToken::Border)
                    .radius(RadiusToken::Large)
                    .shadow(ShadowToken::Large)
                    .child(heading(2, title.clone()))
                    .child(content());
                if let Some(close) = close.clone() {
                    let beside = Rc::clone(&close);
                    ground = ground.on_tap(move |_| beside());
                    panel = panel.on_dismiss(move || close());
                }
                portal(
                    stack()
                        .size(FILL, FILL)
                        .child(ground)
                        .child(column().pass_through().center().padding(16).child(panel)),
                )
            },
        )
    }
}
