//! Which key is which operation, as a table. Knows key names and modifiers, no fields and no browsers.

use super::operation::{By, EditOp, To};
use crate::event::Modifiers;

/// Whose habits the keys follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Command for what Control does elsewhere, and the Emacs keys on Control.
    Mac,
    /// Windows, Linux and the rest.
    #[default]
    Other,
}

#[derive(Clone, Copy, PartialEq)]
enum On {
    Both,
    Mac,
    Other,
}

/// Modifiers but Shift.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    None,
    Ctrl,
    Alt,
    Meta,
}

#[derive(Clone, Copy)]
enum Does {
    /// With Shift it extends the selection.
    Move(To),
    Backward(By),
    Forward(By),
    SelectAll,
    Undo,
    Redo,
    /// A line feed, where there may be one.
    Break,
}

#[derive(Clone, Copy, PartialEq)]
enum Shift {
    Either,
    Up,
    Down,
}

/// Key (letters in lower case), modifiers, platform, operation.
const KEYS: &[(&str, Held, Shift, On, Does)] = &[
    ("ArrowLeft", Held::None, Shift::Either, On::Both, Does::Move(To::Left)),
    ("ArrowRight", Held::None, Shift::Either, On::Both, Does::Move(To::Right)),
    ("ArrowUp", Held::None, Shift::Either, On::Both, Does::Move(To::Up)),
    ("ArrowDown", Held::None, Shift::Either, On::Both, Does::Move(To::Down)),
    ("PageUp", Held::None, Shift::Either, On::Both, Does::Move(To::PageUp)),
    ("PageDown", Held::None, Shift::Either, On::Both, Does::Move(To::PageDown)),
    ("Home", Held::None, Shift::Either, On::Both, Does::Move(To::LineStart)),
    ("End", Held::None, Shift::Either, On::Both, Does::Move(To::LineEnd)),
    ("ArrowLeft", Held::Ctrl, Shift::Either, On::Other, Does::Move(To::WordLeft)),
    ("ArrowRight", Held::Ctrl, Shift::Either, On::Other, Does::Move(To::WordRight)),
    ("Home", Held::Ctrl, Shift::Either, On::Other, Does::Move(To::DocStart)),
    ("End", Held::Ctrl, Shift::Either, On::Other, Does::Move(To::DocEnd)),
    ("ArrowLeft", Held::Alt, Shift::Either, On::Mac, Does::Move(To::WordLeft)),
    ("ArrowRight", Held::Alt, Shift::Either, On::Mac, Does::Move(To::WordRight)),
    ("ArrowLeft", Held::Meta, Shift::Either, On::Mac, Does::Move(To::LineStart)),
    ("ArrowRight", Held::Meta, Shift::Either, On::Mac, Does::Move(To::LineEnd)),
    ("ArrowUp", Held::Meta, Shift::Either, On::Mac, Does::Move(To::DocStart)),
    ("ArrowDown", Held::Meta, Shift::Either, On::Mac, Does::Move(To::DocEnd)),
    ("a", Held::Ctrl, Shift::Either, On::Mac, Does::Move(To::LineStart)),
    ("e", Held::Ctrl, Shift::Either, On::Mac, Does::Move(To::LineEnd)),
    ("b", Held::Ctrl, Shift::Either, On::Mac, Does::Move(To::Left)),
    ("f", Held::Ctrl, Shift::Either, On::Mac, Does::Move(To::Right)),
    ("p", Held::Ctrl, Shift::Either, On::Mac, Does::Move(To::Up)),
    ("n", Held::Ctrl, Shift::Either, On::Mac, Does::Move(To::Down)),
    ("Backspace", Held::None, Shift::Either, On::Both, Does::Backward(By::Grapheme)),
    ("Delete", Held::None, Shift::Up, On::Both, Does::Forward(By::Grapheme)),
    ("Backspace", Held::Ctrl, Shift::Up, On::Other, Does::Backward(By::Word)),
    ("Delete", Held::Ctrl, Shift::Up, On::Other, Does::Forward(By::Word)),
    ("Backspace", Held::Ctrl, Shift::Down, On::Other, Does::Backward(By::Line)),
    ("Delete", Held::Ctrl, Shift::Down, On::Other, Does::Forward(By::Line)),
    ("Backspace", Held::Alt, Shift::Either, On::Mac, Does::Backward(By::Word)),
    ("Delete", Held::Alt, Shift::Either, On::Mac, Does::Forward(By::Word)),
    ("Backspace", Held::Meta, Shift::Either, On::Mac, Does::Backward(By::Line)),
    ("Delete", Held::Meta, Shift::Either, On::Mac, Does::Forward(By::Line)),
    ("h", Held::Ctrl, Shift::Up, On::Mac, Does::Backward(By::Grapheme)),
    ("d", Held::Ctrl, Shift::Up, On::Mac, Does::Forward(By::Grapheme)),
    ("k", Held::Ctrl, Shift::Up, On::Mac, Does::Forward(By::Line)),
    ("a", Held::Ctrl, Shift::Up, On::Other, Does::SelectAll),
    ("z", Held::Ctrl, Shift::Up, On::Other, Does::Undo),
    ("z", Held::Ctrl, Shift::Down, On::Other, Does::Redo),
    ("y", Held::Ctrl, Shift::Up, On::Other, Does::Redo),
    ("a", Held::Meta, Shift::Up, On::Mac, Does::SelectAll),
    ("z", Held::Meta, Shift::Up, On::Mac, Does::Undo),
    ("z", Held::Meta, Shift::Down, On::Mac, Does::Redo),
    ("Enter", Held::None, Shift::Either, On::Both, Does::Break),
];

/// The operation a key asks of a field; `None` leaves the key to others. `key` is named as
/// `KeyboardEvent.key` names it.
///
/// In a field of one line Enter, the vertical arrows and the page keys are left to others. Characters to be
/// typed come as text, not as keys, and cut, copy and paste come from the host.
pub fn keymap(key: &str, modifiers: Modifiers, platform: Platform, multiline: bool) -> Option<EditOp> {
    let held = match (modifiers.ctrl, modifiers.alt, modifiers.meta) {
        (false, false, false) => Held::None,
        (true, false, false) => Held::Ctrl,
        (false, true, false) => Held::Alt,
        (false, false, true) => Held::Meta,
        _ => return None,
    };
    let on = if platform == Platform::Mac { On::Mac } else { On::Other };
    let matches = |name: &str| name == key || (name.len() == 1 && name.eq_ignore_ascii_case(key));
    let found = KEYS.iter().find(|(name, with, shift, for_platform, _)| {
        let shifted = match shift {
            Shift::Either => true,
            Shift::Up => !modifiers.shift,
            Shift::Down => modifiers.shift,
        };
        *with == held && shifted && (*for_platform == On::Both || *for_platform == on) && matches(name)
    });
    match found?.4 {
        Does::Move(To::Up | To::Down | To::PageUp | To::PageDown) | Does::Break if !multiline => None,
        Does::Move(to) => Some(EditOp::Move { to, extend: modifiers.shift }),
        Does::Backward(by) => Some(EditOp::DeleteBackward { by }),
        Does::Forward(by) => Some(EditOp::DeleteForward { by }),
        Does::SelectAll => Some(EditOp::SelectAll),
        Does::Undo => Some(EditOp::Undo),
        Does::Redo => Some(EditOp::Redo),
        Does::Break => Some(EditOp::Insert("\n".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Modifiers = Modifiers::NONE;
    const SHIFT: Modifiers = Modifiers::SHIFT;
    const CTRL: Modifiers = Modifiers::CTRL;
    const META: Modifiers = Modifiers { meta: true, ..NONE };

    fn moved(to: To, extend: bool) -> Option<EditOp> {
        Some(EditOp::Move { to, extend })
    }

    #[test]
    fn shift_extends_what_a_key_moves() {
        assert_eq!(keymap("ArrowLeft", NONE, Platform::Other, false), moved(To::Left, false));
        assert_eq!(keymap("ArrowLeft", SHIFT, Platform::Other, false), moved(To::Left, true));
        assert_eq!(keymap("End", Modifiers { shift: true, ..CTRL }, Platform::Other, false), moved(To::DocEnd, true));
    }

    #[test]
    fn words_and_the_whole_text_are_reached_as_each_platform_does() {
        assert_eq!(keymap("ArrowRight", CTRL, Platform::Other, false), moved(To::WordRight, false));
        assert_eq!(
            keymap("ArrowRight", Modifiers { alt: true, ..NONE }, Platform::Mac, false),
            moved(To::WordRight, false)
        );
        assert_eq!(keymap("ArrowRight", CTRL, Platform::Mac, false), None);
        assert_eq!(keymap("a", CTRL, Platform::Other, false), Some(EditOp::SelectAll));
        assert_eq!(keymap("a", META, Platform::Mac, false), Some(EditOp::SelectAll));
        assert_eq!(keymap("a", CTRL, Platform::Mac, false), moved(To::LineStart, false));
        assert_eq!(keymap("a", META, Platform::Other, false), None);
    }

    #[test]
    fn undo_and_redo_know_shift_and_capital_letters() {
        assert_eq!(keymap("z", CTRL, Platform::Other, false), Some(EditOp::Undo));
        assert_eq!(keymap("Z", Modifiers { shift: true, ..CTRL }, Platform::Other, false), Some(EditOp::Redo));
        assert_eq!(keymap("y", CTRL, Platform::Other, false), Some(EditOp::Redo));
        assert_eq!(keymap("Z", Modifiers { shift: true, ..META }, Platform::Mac, false), Some(EditOp::Redo));
    }

    #[test]
    fn a_field_of_one_line_leaves_enter_and_vertical_keys_to_others() {
        for key in ["Enter", "ArrowUp", "ArrowDown", "PageUp", "PageDown"] {
            assert_eq!(keymap(key, NONE, Platform::Other, false), None, "{key}");
            assert!(keymap(key, NONE, Platform::Other, true).is_some(), "{key}");
        }
        assert_eq!(keymap("Enter", CTRL, Platform::Other, true), None);
    }

    #[test]
    fn letters_tabs_and_unknown_keys_are_left_to_others() {
        for key in ["a", "z", "Tab", "Escape", "F5", "é", ""] {
            assert_eq!(keymap(key, NONE, Platform::Other, true), None, "{key}");
        }
        assert_eq!(keymap("ArrowLeft", Modifiers { ctrl: true, alt: true, ..NONE }, Platform::Other, true), None);
    }
}
