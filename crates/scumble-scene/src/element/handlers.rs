//! What a node does when something happens to it.
//!
//! Two handlers of one kind both run, in the order they were given: a control's own and the author's do not shut each
//! other out. A handler runs as one batch, with the mount's scope as owner: what it starts outlives the row it was on.

use std::rc::Rc;

use super::{Element, Touches};
use crate::event::{Change, Handled, Key, Press};

type On<A> = Option<Rc<dyn Fn(A)>>;

#[derive(Clone, Default)]
pub(crate) struct Handlers {
    pub(crate) press: Option<Rc<dyn Fn(&Press)>>,
    pub(crate) menu: Option<Rc<dyn Fn(&Press)>>,
    pub(crate) key: Option<Rc<dyn Fn(&Key) -> Handled>>,
    pub(crate) input: On<String>,
    pub(crate) change: Option<Rc<dyn Fn(&Change)>>,
    pub(crate) submit: On<()>,
    pub(crate) dismiss: On<()>,
    pub(crate) focus: On<()>,
    pub(crate) blur: On<()>,
    pub(crate) hover: On<bool>,
}

fn both<A: Clone + 'static>(first: On<A>, then: impl Fn(A) + 'static) -> On<A> {
    Some(match first {
        None => Rc::new(then),
        Some(first) => Rc::new(move |argument: A| {
            first(argument.clone());
            then(argument);
        }),
    })
}

fn both_ref<A: 'static>(first: Option<Rc<dyn Fn(&A)>>, then: impl Fn(&A) + 'static) -> Option<Rc<dyn Fn(&A)>> {
    Some(match first {
        None => Rc::new(then),
        Some(first) => Rc::new(move |argument: &A| {
            first(argument);
            then(argument);
        }),
    })
}

impl Element {
    /// Pressed: by the primary button going down and up on it, or by Enter or Space while it has focus.
    /// Makes the node focusable.
    pub fn on_press(mut self, f: impl Fn(&Press) + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.press = both_ref(handlers.press.take(), f);
        self.body.props.focusable = true;
        self
    }

    /// As [`Element::on_press`], for what is pressed but never holds the keyboard, such as the ground behind a dialog.
    pub fn on_tap(mut self, f: impl Fn(&Press) + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.press = both_ref(handlers.press.take(), f);
        self
    }

    /// Pressed with the secondary button, where a menu is expected.
    pub fn on_menu(mut self, f: impl Fn(&Press) + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.menu = both_ref(handlers.menu.take(), f);
        self
    }

    /// A key went down while the focus is on this node or inside it. What it does not take goes on outwards, then to
    /// the scene's own keys (Tab, scrolling).
    pub fn on_key<H: Into<Handled>>(mut self, f: impl Fn(&Key) -> H + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.key = Some(match handlers.key.take() {
            None => Rc::new(move |key: &Key| f(key).into()),
            Some(first) => Rc::new(move |key: &Key| match first(key) {
                Handled::Yes => Handled::Yes,
                Handled::No => f(key).into(),
            }),
        });
        self
    }

    /// The person edited the text; it is given whole.
    pub fn on_input(mut self, f: impl Fn(String) + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.input = both(handlers.input.take(), f);
        self
    }

    /// A value is to be set at once: an agent's `ui_set`, or a slider's key.
    pub fn on_change(mut self, f: impl Fn(&Change) + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.change = both_ref(handlers.change.take(), f);
        self
    }

    /// Enter was pressed in a field of one line.
    pub fn on_submit(mut self, f: impl Fn() + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.submit = both(handlers.submit.take(), move |()| f());
        self
    }

    /// Escape was pressed inside, or while this modal was open.
    pub fn on_dismiss(mut self, f: impl Fn() + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.dismiss = both(handlers.dismiss.take(), move |()| f());
        self
    }

    /// It got the keyboard.
    pub fn on_focus(mut self, f: impl Fn() + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.focus = both(handlers.focus.take(), move |()| f());
        self
    }

    /// It lost the keyboard.
    pub fn on_blur(mut self, f: impl Fn() + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.blur = both(handlers.blur.take(), move |()| f());
        self
    }

    /// The pointer came over it (`true`) or left it.
    pub fn on_hover(mut self, f: impl Fn(bool) + 'static) -> Element {
        let handlers = &mut self.body.handlers;
        handlers.hover = both(handlers.hover.take(), f);
        self
    }

    /// Whether it can hold the keyboard.
    pub fn focusable(mut self, focusable: bool) -> Element {
        self.body.props.focusable = focusable;
        self
    }

    /// Whether Tab stops here; without, only a press, an arrow key or the program brings the focus.
    pub fn tab_stop<M>(self, stops: impl crate::prop::IntoProp<bool, M>) -> Element {
        self.bind(stops, Touches::Meaning, |props, value| props.tab_stop = value)
    }

    /// Takes the focus when it is mounted, unless the person is writing somewhere; in a modal, when that opens.
    pub fn autofocus(mut self) -> Element {
        self.body.props.autofocus = true;
        self
    }

    /// While it is mounted nothing outside its layer can be reached: a dialog that must be answered.
    pub fn modal(mut self) -> Element {
        self.body.props.modal = true;
        self
    }
}
