//! What goes into a scene: pointer, wheel, keys and text as values, with positions in CSS px from the canvas' top left.
//!
//! Hosts make these from whatever their platform calls events; the scene never sees a platform's own types.

use crate::geometry::Point;

/// The keys held while something else happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Control.
    pub ctrl: bool,
    /// Alt or Option.
    pub alt: bool,
    /// The Windows or Command key.
    pub meta: bool,
}

impl Modifiers {
    /// None held.
    pub const NONE: Modifiers = Modifiers { shift: false, ctrl: false, alt: false, meta: false };
    /// Shift alone.
    pub const SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::NONE };
    /// Control alone.
    pub const CTRL: Modifiers = Modifiers { ctrl: true, ..Modifiers::NONE };
}

/// A button of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Button {
    /// The one that presses.
    #[default]
    Primary,
    /// The one that opens menus.
    Secondary,
    /// The wheel.
    Middle,
}

/// What points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerKind {
    /// A mouse or trackpad.
    #[default]
    Mouse,
    /// A finger.
    Touch,
    /// A pen.
    Pen,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum InputEvent {
    /// The pointer moved.
    PointerMove {
        /// Where to.
        position: Point,
        /// Keys held.
        modifiers: Modifiers,
    },
    /// A button went down.
    PointerDown {
        /// Where.
        position: Point,
        /// Which.
        button: Button,
        /// Keys held.
        modifiers: Modifiers,
        /// The how many-th press in a row here: 2 is a double click.
        count: u32,
        /// What points.
        pointer: PointerKind,
    },
    /// A button went up.
    PointerUp {
        /// Where.
        position: Point,
        /// Which.
        button: Button,
        /// Keys held.
        modifiers: Modifiers,
    },
    /// The pointer left the canvas, or what it did was called off.
    PointerLeave,
    /// The wheel turned, or two fingers moved.
    Wheel {
        /// Where the pointer is.
        position: Point,
        /// How far to the right, in px.
        dx: f32,
        /// How far down, in px.
        dy: f32,
        /// Keys held; Shift turns a vertical wheel sideways.
        modifiers: Modifiers,
    },
    /// A key went down.
    KeyDown {
        /// `KeyboardEvent.key`: `Enter`, `ArrowLeft`, `a`.
        key: String,
        /// Keys held.
        modifiers: Modifiers,
        /// Whether it is a repetition by holding.
        repeat: bool,
    },
    /// A key went up.
    KeyUp {
        /// `KeyboardEvent.key`.
        key: String,
        /// Keys held.
        modifiers: Modifiers,
    },
    /// Text to insert where the caret is.
    Text(String),
    /// The text an input method is composing; replaces what it composed before.
    Composition {
        /// What is composed so far.
        text: String,
        /// The caret within it, in bytes.
        caret: Option<usize>,
    },
    /// The input method is done; `commit` is what it leaves, nothing when it was called off.
    CompositionEnd {
        /// The text to keep.
        commit: Option<String>,
    },
    /// Text from the clipboard.
    Paste(String),
    /// Put the selected text on the clipboard.
    Copy,
    /// Put the selected text on the clipboard and delete it.
    Cut,
    /// Select a part of the focused field, in bytes.
    SelectionSet {
        /// Where the selection is held.
        anchor: usize,
        /// Where the caret is.
        focus: usize,
    },
    /// The window got or lost the keyboard.
    WindowFocus(bool),
}

/// Whether a handler took an event. `()` counts as taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handled {
    /// It did; nothing else gets it.
    Yes,
    /// It did not; the event goes on to what surrounds it.
    No,
}

impl From<()> for Handled {
    fn from((): ()) -> Handled {
        Handled::Yes
    }
}

impl From<bool> for Handled {
    fn from(handled: bool) -> Handled {
        if handled { Handled::Yes } else { Handled::No }
    }
}

/// What came of an input event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputOutcome {
    /// Whether the scene used it. If not, the page may: a Tab at the end leaves the canvas.
    pub handled: bool,
    /// Text to put on the clipboard.
    pub clipboard: Option<String>,
}

/// How a press came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressBy {
    /// By pointing.
    Pointer(PointerKind),
    /// By a key on the focused control.
    Keyboard,
}

/// A press of a control, given to `on_press`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    /// Where, in px from the canvas' top left; the control's centre when a key did it.
    pub position: Point,
    /// Where, in px from the control's own top left.
    pub local: Point,
    /// Which button.
    pub button: Button,
    /// 2 for a double click.
    pub count: u32,
    /// Keys held.
    pub modifiers: Modifiers,
    /// Pointer or key.
    pub by: PressBy,
}

/// A key given to `on_key`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// `KeyboardEvent.key`.
    pub key: String,
    /// Keys held.
    pub modifiers: Modifiers,
    /// Whether it is a repetition by holding.
    pub repeat: bool,
}

impl Key {
    /// Whether it is this key with nothing held.
    pub fn is(&self, key: &str) -> bool {
        self.key == key && self.modifiers == Modifiers::NONE
    }
}

/// A value set on a control at once rather than by presses, given to `on_change`.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Checked or not.
    Checked(bool),
    /// A slider's or spinbutton's number.
    Number(f64),
    /// The option of this name.
    Choice(String),
}
