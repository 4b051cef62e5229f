//! The numbers `js/events.js` sends for the browser's events, as the scene's events. It knows no element.

use scumble_scene::event::{Button, InputEvent, Modifiers, PointerKind};
use scumble_scene::geometry::Point;

/// Bits: Shift 1, Control 2, Alt 4, Meta 8.
pub(crate) fn modifiers(bits: u8) -> Modifiers {
    Modifiers { shift: bits & 1 != 0, ctrl: bits & 2 != 0, alt: bits & 4 != 0, meta: bits & 8 != 0 }
}

/// `PointerEvent.button`: 0 is the main one, 1 the wheel, 2 the one that opens menus.
fn button(number: i16) -> Button {
    match number {
        1 => Button::Middle,
        2 => Button::Secondary,
        _ => Button::Primary,
    }
}

fn device(number: u8) -> PointerKind {
    match number {
        1 => PointerKind::Touch,
        2 => PointerKind::Pen,
        _ => PointerKind::Mouse,
    }
}

/// What a pointer did.
pub(crate) struct Pointer {
    /// 0 moved, 1 went down, 2 went up, anything else left.
    pub(crate) kind: u8,
    /// Where, in CSS px from the canvas' top left.
    pub(crate) position: Point,
    /// `PointerEvent.button`.
    pub(crate) button: i16,
    /// See [`modifiers`].
    pub(crate) modifiers: u8,
    /// The how many-th press in a row here.
    pub(crate) count: u32,
    /// 0 a mouse, 1 a finger, 2 a pen.
    pub(crate) device: u8,
}

/// The event a pointer makes.
pub(crate) fn pointer(pointer: &Pointer) -> InputEvent {
    let Pointer { kind, position, button: number, modifiers: bits, count, device: which } = *pointer;
    let modifiers = modifiers(bits);
    match kind {
        0 => InputEvent::PointerMove { position, modifiers },
        1 => InputEvent::PointerDown {
            position,
            button: button(number),
            modifiers,
            count: count.max(1),
            pointer: device(which),
        },
        2 => InputEvent::PointerUp { position, button: button(number), modifiers },
        _ => InputEvent::PointerLeave,
    }
}

/// The event a key makes.
pub(crate) fn key(down: bool, key: &str, bits: u8, repeat: bool) -> InputEvent {
    let (key, modifiers) = (key.to_owned(), modifiers(bits));
    if down { InputEvent::KeyDown { key, modifiers, repeat } } else { InputEvent::KeyUp { key, modifiers } }
}

#[cfg(test)]
mod tests {
    use scumble_scene::event::{Button, InputEvent, Modifiers, PointerKind};
    use scumble_scene::geometry::Point;

    use super::{Pointer, key, modifiers, pointer};

    #[test]
    fn every_modifier_has_its_bit() {
        assert_eq!(modifiers(0), Modifiers::NONE);
        assert_eq!(modifiers(1), Modifiers::SHIFT);
        assert_eq!(modifiers(2), Modifiers::CTRL);
        assert_eq!(modifiers(15), Modifiers { shift: true, ctrl: true, alt: true, meta: true });
    }

    #[test]
    fn a_press_keeps_its_place_button_device_and_count() {
        let position = Point { x: 3.0, y: 4.5 };
        let event = pointer(&Pointer { kind: 1, position, button: 2, modifiers: 4, count: 2, device: 1 });
        let InputEvent::PointerDown { position: at, button, modifiers, count, pointer } = event else {
            panic!("{event:?} is no press")
        };
        assert_eq!((at, button, count, pointer), (position, Button::Secondary, 2, PointerKind::Touch));
        assert!(modifiers.alt);
    }

    #[test]
    fn a_press_without_a_count_is_one_press() {
        let event = pointer(&Pointer {
            kind: 1,
            position: Point { x: 0.0, y: 0.0 },
            button: 0,
            modifiers: 0,
            count: 0,
            device: 0,
        });
        assert!(matches!(event, InputEvent::PointerDown { count: 1, .. }), "{event:?}");
    }

    #[test]
    fn keys_go_down_and_up() {
        assert!(matches!(key(true, "Enter", 0, true), InputEvent::KeyDown { repeat: true, .. }));
        assert!(matches!(key(false, "Enter", 0, false), InputEvent::KeyUp { .. }));
    }
}
