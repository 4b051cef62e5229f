//! Random operations against a plain string that knows no history.

use super::{By, EditOp, Editor, EditorOptions, Selection, To};
use crate::text::boundaries::{next_grapheme, previous_grapheme, snap_grapheme};
use crate::text::{Fonts, LayoutOptions, TextStyle};

/// A linear congruential generator: the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

const PIECES: [&str; 10] = ["a", "b", " ", "é", "e\u{301}", "word ", "\n", "two\nlines", "👍", ""];

/// What the text and the selection must be: everything done the obvious way.
struct Oracle {
    text: String,
    anchor: usize,
    focus: usize,
}

impl Oracle {
    fn replace(&mut self, start: usize, end: usize, piece: &str) {
        self.text.replace_range(start..end, piece);
        let caret = start + piece.len();
        let inside = snap_grapheme(&self.text, caret) != caret;
        self.focus = if inside { next_grapheme(&self.text, caret) } else { caret };
        self.anchor = self.focus;
    }

    fn ends(&self) -> (usize, usize) {
        (self.anchor.min(self.focus), self.anchor.max(self.focus))
    }

    fn delete(&mut self, forward: bool) {
        let (mut start, mut end) = self.ends();
        if start == end {
            if forward { end = next_grapheme(&self.text, end) } else { start = previous_grapheme(&self.text, start) }
        }
        if start < end {
            self.replace(start, end, "");
        }
    }
}

/// A run of operations; the texts and selections between them.
fn run(seed: u64, operations: usize) -> (Editor, Fonts, Vec<String>) {
    let mut numbers = Numbers(seed);
    let mut fonts = Fonts::new();
    let mut editor = Editor::new("start", EditorOptions { multiline: true, ..EditorOptions::default() });
    let mut oracle = Oracle { text: "start".to_owned(), anchor: 5, focus: 5 };
    let mut seen = vec![oracle.text.clone()];
    for step in 0..operations {
        let operation = match numbers.below(10) {
            0..=3 => {
                let piece = PIECES[numbers.below(PIECES.len())];
                let (start, end) = oracle.ends();
                if !piece.is_empty() || start < end {
                    oracle.replace(start, end, piece);
                }
                EditOp::Insert(piece.to_owned())
            }
            4 => {
                oracle.delete(false);
                EditOp::DeleteBackward { by: By::Grapheme }
            }
            5 => {
                oracle.delete(true);
                EditOp::DeleteForward { by: By::Grapheme }
            }
            6 | 7 => {
                let limit = oracle.text.len() + 3;
                let (anchor, focus) = (numbers.below(limit), numbers.below(limit));
                (oracle.anchor, oracle.focus) =
                    (snap_grapheme(&oracle.text, anchor), snap_grapheme(&oracle.text, focus));
                EditOp::SetSelection { anchor, focus }
            }
            8 => {
                let extend = numbers.below(2) == 0;
                let forward = numbers.below(2) == 0;
                let (start, end) = oracle.ends();
                oracle.focus = match (extend || start == end, forward) {
                    (true, true) => next_grapheme(&oracle.text, oracle.focus),
                    (true, false) => previous_grapheme(&oracle.text, oracle.focus),
                    (false, true) => end,
                    (false, false) => start,
                };
                if !extend {
                    oracle.anchor = oracle.focus;
                }
                EditOp::Move { to: if forward { To::Right } else { To::Left }, extend }
            }
            _ => {
                // Taken back at once, so that the oracle need not know of it.
                let style = TextStyle::new(16.0, 24.0);
                let paragraph = fonts.layout(editor.text(), &style, &LayoutOptions::default());
                editor.apply(EditOp::SetComposition { text: "にほん".to_owned(), caret: Some(3) }, &paragraph, 0.0);
                EditOp::CancelComposition
            }
        };
        let paragraph = fonts.layout(editor.text(), &TextStyle::new(16.0, 24.0), &LayoutOptions::within(200.0));
        let before = (editor.text().to_owned(), editor.selection());
        let composing = operation == EditOp::CancelComposition;
        let changed = editor.apply(operation.clone(), &paragraph, step as f64 * 400.0);
        assert_eq!(editor.text(), oracle.text, "seed {seed}, step {step}, {operation:?}");
        let selection = editor.selection();
        assert_eq!(
            (selection.anchor, selection.focus),
            (oracle.anchor, oracle.focus),
            "seed {seed}, step {step}, {operation:?}"
        );
        if !composing {
            assert_eq!(changed.selection, selection != before.1, "seed {seed}, step {step}, {operation:?}");
            assert!(changed.text || editor.text() == before.0, "seed {seed}, step {step}, {operation:?}");
        }
        if seen.last() != Some(&oracle.text) {
            seen.push(oracle.text.clone());
        }
    }
    (editor, fonts, seen)
}

#[test]
fn any_run_of_operations_does_what_a_plain_string_does() {
    for seed in 0..40 {
        run(seed, 120);
    }
}

#[test]
fn undo_goes_back_through_states_there_were_and_redo_forward_through_the_same() {
    for seed in 100..140 {
        let (mut editor, mut fonts, seen) = run(seed, 80);
        let last = editor.text().to_owned();
        let mut step = |editor: &mut Editor, operation| {
            let paragraph = fonts.layout(editor.text(), &TextStyle::new(16.0, 24.0), &LayoutOptions::default());
            editor.apply(operation, &paragraph, 0.0)
        };
        let mut back: Vec<(String, Selection)> = Vec::new();
        while editor.can_undo() {
            assert!(step(&mut editor, EditOp::Undo).text, "seed {seed}");
            assert!(seen.iter().any(|text| text == editor.text()), "seed {seed}: {:?} never was", editor.text());
            back.push((editor.text().to_owned(), editor.selection()));
        }
        assert_eq!(editor.text(), "start", "seed {seed}");
        assert!(!step(&mut editor, EditOp::Undo).any());
        back.pop();
        while editor.can_redo() {
            assert!(step(&mut editor, EditOp::Redo).text, "seed {seed}");
            if let Some((text, _)) = back.pop() {
                assert_eq!(editor.text(), text, "seed {seed}");
            }
        }
        assert_eq!(editor.text(), last, "seed {seed}");
    }
}
