//! Operations on whole fields, as a person does them. Each test drives an editor and lays its text out anew
//! before every operation, as a scene does.

use super::{By, Changed, EditOp, Editor, EditorOptions, Selection, To};
use crate::geometry::Point;
use crate::text::{Affinity, Caret, Fonts, LayoutOptions, Paragraph, TextStyle};

/// An editor, its fonts and a clock.
struct Field {
    editor: Editor,
    fonts: Fonts,
    width: Option<f32>,
    now: f64,
}

impl Field {
    fn new(text: &str, options: EditorOptions) -> Field {
        Field { editor: Editor::new(text, options), fonts: Fonts::new(), width: None, now: 0.0 }
    }

    fn line(text: &str) -> Field {
        Field::new(text, EditorOptions::default())
    }

    fn area(text: &str) -> Field {
        Field::new(text, EditorOptions { multiline: true, ..EditorOptions::default() })
    }

    fn paragraph(&mut self) -> std::rc::Rc<Paragraph> {
        let options = LayoutOptions { max_width: self.width, ..LayoutOptions::default() };
        self.fonts.layout(&self.editor.display_text(), &TextStyle::new(16.0, 24.0), &options)
    }

    fn apply(&mut self, operation: EditOp) -> Changed {
        let paragraph = self.paragraph();
        self.now += 50.0;
        self.editor.apply(operation, &paragraph, self.now)
    }

    fn type_text(&mut self, text: &str) {
        for c in text.chars() {
            self.apply(EditOp::Insert(c.to_string()));
        }
    }

    fn go(&mut self, to: To) -> Changed {
        self.apply(EditOp::Move { to, extend: false })
    }

    fn extend(&mut self, to: To) -> Changed {
        self.apply(EditOp::Move { to, extend: true })
    }

    fn select(&mut self, anchor: usize, focus: usize) {
        self.apply(EditOp::SetSelection { anchor, focus });
    }

    fn backspace(&mut self) -> Changed {
        self.apply(EditOp::DeleteBackward { by: By::Grapheme })
    }

    /// The text with `|` at the caret, or `[` and `]` around the selection, the caret's end marked by `|`.
    #[track_caller]
    fn check(&self, expected: &str) {
        let Selection { anchor, focus, .. } = self.editor.selection();
        let mut shown = self.editor.text().to_owned();
        let mut marks = vec![(focus, "|")];
        if anchor != focus {
            marks.push((anchor, if anchor < focus { "[" } else { "]" }));
        }
        marks.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        for (at, mark) in marks {
            shown.insert_str(at, mark);
        }
        assert_eq!(shown, expected);
    }
}

#[test]
fn typing_goes_in_at_the_caret_and_replaces_what_is_selected() {
    let mut field = Field::line("");
    field.type_text("héllo");
    field.check("héllo|");
    field.go(To::Left);
    field.type_text("w");
    field.check("héllw|o");
    field.apply(EditOp::SelectAll);
    field.check("[héllwo|");
    let changed = field.apply(EditOp::Insert("x".to_owned()));
    assert_eq!(changed, Changed { text: true, selection: true });
    field.check("x|");
}

#[test]
fn deleting_takes_whole_graphemes_words_and_lines() {
    let mut field = Field::line("one two, e\u{301}👩‍👩‍👧");
    field.backspace();
    field.backspace();
    field.check("one two, |");
    field.apply(EditOp::DeleteBackward { by: By::Word });
    field.check("one |");
    field.go(To::DocStart);
    field.apply(EditOp::DeleteForward { by: By::Word });
    field.check("| ");
    field.apply(EditOp::DeleteForward { by: By::Grapheme });
    field.check("|");
    assert!(!field.backspace().any());
    assert!(!field.apply(EditOp::DeleteForward { by: By::Line }).any());
}

#[test]
fn deleting_to_the_edge_of_a_line_takes_one_line_feed_at_the_edge() {
    let mut field = Field::area("one\ntwo\nthree");
    field.select(6, 6);
    field.apply(EditOp::DeleteBackward { by: By::Line });
    field.check("one\n|o\nthree");
    field.apply(EditOp::DeleteForward { by: By::Line });
    field.check("one\n|\nthree");
    field.apply(EditOp::DeleteForward { by: By::Line });
    field.check("one\n|three");
    field.apply(EditOp::DeleteBackward { by: By::Line });
    field.check("one|three");
}

#[test]
fn left_and_right_leave_a_selection_at_its_ends() {
    let mut field = Field::line("abcdef");
    field.select(4, 2);
    field.check("ab|cd]ef");
    field.go(To::Right);
    field.check("abcd|ef");
    field.select(2, 4);
    field.go(To::Left);
    field.check("ab|cdef");
    assert_eq!(field.extend(To::Right), Changed { text: false, selection: true });
    field.extend(To::Right);
    field.check("ab[cd|ef");
    field.extend(To::DocStart);
    field.check("|ab]cdef");
}

#[test]
fn words_are_passed_over_spaces_and_punctuation() {
    let mut field = Field::area("one, two\nthree");
    field.go(To::DocStart);
    for expected in ["one|, two\nthree", "one, two|\nthree", "one, two\nthree|", "one, two\nthree|"] {
        field.go(To::WordRight);
        field.check(expected);
    }
    for expected in ["one, two\n|three", "one, |two\nthree", "|one, two\nthree"] {
        field.go(To::WordLeft);
        field.check(expected);
    }
}

#[test]
fn up_and_down_keep_the_column_they_came_from() {
    let mut field = Field::area("a long first line\nx\na long third line");
    field.select(8, 8);
    field.go(To::Down);
    field.check("a long first line\nx|\na long third line");
    field.go(To::Down);
    let focus = field.editor.selection().focus;
    assert!((27..=29).contains(&focus), "{focus}");
    field.go(To::Up);
    field.go(To::Up);
    assert_eq!(field.editor.selection().focus, 8);
    field.go(To::Up);
    assert_eq!(field.editor.selection().focus, 0);
    field.go(To::DocEnd);
    field.go(To::Down);
    assert_eq!(field.editor.selection().focus, field.editor.text().len());
}

#[test]
fn home_and_end_are_those_of_the_wrapped_line() {
    let mut field = Field::area("several words that wrap into lines");
    field.width = Some(110.0);
    let lines = field.paragraph().lines().to_vec();
    assert!(lines.len() >= 3);
    field.select(lines[1].range.start + 2, lines[1].range.start + 2);
    field.go(To::LineEnd);
    let selection = field.editor.selection();
    assert_eq!((selection.focus, selection.affinity), (lines[1].range.end, Affinity::Upstream));
    assert_eq!(field.paragraph().line_of(field.editor.display_caret()), 1);
    // Again End stays on this line, though its end is also the next line's start.
    assert!(!field.go(To::LineEnd).any());
    field.go(To::LineStart);
    assert_eq!(field.editor.selection().focus, lines[1].range.start);
    field.go(To::LineEnd);
    field.go(To::Down);
    assert_eq!(field.paragraph().line_of(field.editor.display_caret()), 2);
}

#[test]
fn a_page_is_as_many_lines_as_the_field_shows() {
    let mut field = Field::area("0\n1\n2\n3\n4\n5\n6\n7\n8");
    field.editor.set_page_lines(3);
    field.go(To::DocStart);
    field.go(To::PageDown);
    assert_eq!(field.editor.selection().focus, 6);
    field.extend(To::PageDown);
    assert_eq!(field.editor.selection().range(), 6..12);
    for _ in 0..3 {
        field.go(To::PageUp);
    }
    assert_eq!(field.editor.selection().focus, 0);
}

#[test]
fn clicks_select_places_words_and_lines() {
    let mut field = Field::area("one two\nthree four\nfive");
    let place = field.paragraph().index_at(Point::new(0.0, 30.0));
    field.apply(EditOp::Place { caret: place, extend: false });
    field.check("one two\n|three four\nfive");
    field.apply(EditOp::Place { caret: Caret::at(13), extend: true });
    field.check("one two\n[three| four\nfive");
    field.apply(EditOp::SelectWordAt(15));
    field.check("one two\nthree [four|\nfive");
    field.apply(EditOp::SelectLineAt(9));
    field.check("one two\n[three four\n|five");
    field.apply(EditOp::SelectLineAt(20));
    field.check("one two\nthree four\n[five|");
}

#[test]
fn selections_are_kept_within_the_text_and_off_the_inside_of_graphemes() {
    let mut field = Field::line("ae\u{301}b");
    field.select(2, 900);
    assert_eq!(field.editor.selection().range(), 1..5);
    field.apply(EditOp::SetSelection { anchor: 3, focus: 3 });
    assert_eq!(field.editor.selection(), Selection::caret(1));
}

#[test]
fn a_field_of_one_line_turns_line_feeds_into_spaces_and_an_area_keeps_them() {
    let mut field = Field::line("a\r\nb");
    field.check("a b|");
    field.apply(EditOp::Insert("\nc\r\n\r\nd".to_owned()));
    field.check("a b c d|");
    let mut area = Field::area("a\r\nb\rc");
    area.check("a\nb\nc|");
    area.apply(EditOp::Insert("\r\n".to_owned()));
    area.check("a\nb\nc\n|");
}

#[test]
fn undo_takes_typing_back_a_word_at_a_time() {
    let mut field = Field::line("");
    field.type_text("one two  three");
    for expected in ["one two|", "one|", "|", "|"] {
        field.apply(EditOp::Undo);
        field.check(expected);
    }
    for expected in ["one|", "one two|", "one two  three|"] {
        field.apply(EditOp::Redo);
        field.check(expected);
    }
    assert!(!field.apply(EditOp::Redo).any());
}

#[test]
fn a_pause_a_move_and_a_paste_begin_a_step() {
    let mut field = Field::line("");
    field.type_text("ab");
    field.now += 1_500.0;
    field.type_text("cd");
    field.apply(EditOp::Undo);
    field.check("ab|");
    field.type_text("x");
    field.go(To::Left);
    field.go(To::Right);
    field.type_text("y");
    field.apply(EditOp::Insert("pasted".to_owned()));
    field.type_text("z");
    for expected in ["abxypasted|", "abxy|", "abx|", "ab|", "|"] {
        field.apply(EditOp::Undo);
        field.check(expected);
    }
}

#[test]
fn deleting_one_way_is_one_step_and_undo_brings_the_selection_back() {
    let mut field = Field::line("abcdef");
    field.select(3, 3);
    field.backspace();
    field.backspace();
    field.apply(EditOp::DeleteForward { by: By::Grapheme });
    field.apply(EditOp::DeleteForward { by: By::Grapheme });
    field.check("a|f");
    field.apply(EditOp::Undo);
    field.check("a|def");
    field.apply(EditOp::Undo);
    field.check("abc|def");
    field.select(4, 1);
    field.type_text("x");
    field.apply(EditOp::Undo);
    field.check("a|bcd]ef");
}

#[test]
fn a_new_edit_forgets_what_was_undone() {
    let mut field = Field::line("");
    field.type_text("a");
    field.apply(EditOp::Undo);
    assert!(field.editor.can_redo() && !field.editor.can_undo());
    field.type_text("b");
    assert!(!field.editor.can_redo());
    field.check("b|");
}

#[test]
fn replacing_everything_is_one_step() {
    let mut field = Field::line("before");
    assert!(field.apply(EditOp::ReplaceAll("after\nall".to_owned())).text);
    field.check("after all|");
    field.select(0, 0);
    let again = field.apply(EditOp::ReplaceAll("after all".to_owned()));
    assert_eq!(again, Changed { text: false, selection: true });
    assert!(field.apply(EditOp::ReplaceAll(String::new())).text);
    field.check("|");
    field.apply(EditOp::Undo);
    field.apply(EditOp::Undo);
    field.check("before|");
}

#[test]
fn a_text_is_no_longer_than_it_may_be() {
    let mut field = Field::new("abc", EditorOptions { max_len: Some(5), ..EditorOptions::default() });
    field.apply(EditOp::Insert("defg".to_owned()));
    field.check("abcde|");
    assert!(!field.apply(EditOp::Insert("x".to_owned())).any());
    field.select(1, 3);
    field.apply(EditOp::Insert("e\u{301}e\u{301}".to_owned()));
    field.check("ae\u{301}|de");
    field.apply(EditOp::ReplaceAll("1234567".to_owned()));
    field.check("12345|");
    // What the application sets is its own affair.
    assert!(field.editor.set_text("1234567"));
    assert!(!field.apply(EditOp::Insert("8".to_owned())).any());
    field.backspace();
    field.check("123456|");
}

#[test]
fn a_read_only_text_can_be_selected_and_copied_only() {
    let mut field = Field::new("abc", EditorOptions { read_only: true, ..EditorOptions::default() });
    for operation in [
        EditOp::Insert("x".to_owned()),
        EditOp::DeleteBackward { by: By::Grapheme },
        EditOp::ReplaceAll("x".to_owned()),
        EditOp::SetComposition { text: "x".to_owned(), caret: None },
        EditOp::CommitComposition(Some("x".to_owned())),
        EditOp::Undo,
    ] {
        assert!(!field.apply(operation.clone()).any(), "{operation:?}");
    }
    field.apply(EditOp::SelectAll);
    assert_eq!(field.editor.copy().as_deref(), Some("abc"));
    assert_eq!(field.editor.take_cut(0.0), None);
    field.check("[abc|");
}

#[test]
fn cutting_takes_the_selection_and_can_be_undone() {
    let mut field = Field::line("one two");
    assert_eq!(field.editor.take_cut(0.0), None);
    field.select(3, 7);
    assert_eq!(field.editor.take_cut(0.0).as_deref(), Some(" two"));
    field.check("one|");
    field.apply(EditOp::Undo);
    field.check("one[ two|");
}

#[test]
fn a_secret_shows_bullets_and_lets_nothing_out() {
    let mut field = Field::new("pa ss\u{301}é", EditorOptions { secret: true, ..EditorOptions::default() });
    assert_eq!(field.editor.display_text(), "••••••");
    field.apply(EditOp::Place { caret: Caret::at(3 * 4), extend: false });
    assert_eq!(field.editor.selection(), Selection::caret(4));
    assert_eq!(field.editor.display_caret().index, 12);
    field.type_text("x");
    assert_eq!(field.editor.text(), "pa sxs\u{301}é");
    // Words would tell where the spaces are.
    field.go(To::WordLeft);
    assert_eq!(field.editor.selection().focus, 0);
    field.apply(EditOp::SelectWordAt(1));
    assert_eq!(field.editor.display_selection(), 0..21);
    assert_eq!((field.editor.copy(), field.editor.take_cut(0.0)), (None, None));
    field.go(To::LineEnd);
    assert_eq!(field.editor.selection().focus, field.editor.text().len());
    field.apply(EditOp::DeleteBackward { by: By::Word });
    assert_eq!(field.editor.text(), "");
    for index in 0..=7 {
        let display = field.editor.to_display(index);
        assert_eq!(field.editor.to_display(field.editor.from_display(display)), display);
    }
}

#[test]
fn an_input_method_shows_its_text_and_settles_in_one_step() {
    let mut field = Field::line("ab");
    field.select(1, 2);
    let show = |text: &str, caret| EditOp::SetComposition { text: text.to_owned(), caret };
    assert!(field.apply(show("に", None)).text);
    field.check("aに|");
    assert_eq!(field.editor.display_composition(), Some(1..4));
    field.apply(show("にほ", Some(3)));
    field.check("aに|ほ");
    assert!(!field.apply(show("にほ", Some(6))).text);
    field.apply(EditOp::CommitComposition(Some("日本".to_owned())));
    field.check("a日本|");
    assert!(!field.editor.is_composing());
    field.apply(EditOp::Undo);
    field.check("a[b|");
    field.apply(EditOp::Redo);
    field.check("a日本|");
}

#[test]
fn a_cancelled_composition_leaves_everything_as_it_was() {
    let mut field = Field::line("abc");
    field.select(1, 2);
    field.apply(EditOp::SetComposition { text: "xyz".to_owned(), caret: None });
    field.check("axyz|c");
    assert!(field.apply(EditOp::CancelComposition).text);
    field.check("a[b|c");
    assert!(!field.editor.can_undo());
    assert!(!field.apply(EditOp::CancelComposition).any());
}

#[test]
fn another_operation_settles_a_composition_first() {
    let mut field = Field::line("");
    field.apply(EditOp::SetComposition { text: "e\u{301}".to_owned(), caret: Some(0) });
    field.type_text("x");
    field.check("e\u{301}x|");
    field.apply(EditOp::Undo);
    field.apply(EditOp::Undo);
    field.check("|");
    // Text may come without any composition before it.
    field.apply(EditOp::CommitComposition(Some("y".to_owned())));
    field.check("y|");
    assert!(!field.apply(EditOp::CommitComposition(None)).any());
}

#[test]
fn what_the_application_sets_keeps_the_caret_if_it_can() {
    let mut field = Field::line("hello");
    field.select(2, 4);
    assert!(!field.editor.set_text("hello"));
    field.check("he[ll|o");
    assert!(field.editor.set_text("hey"));
    field.check("he[y|");
    assert!(!field.editor.can_undo());
    field.go(To::DocEnd);
    assert!(field.editor.set_text("much longer"));
    field.check("much longer|");
}

#[test]
fn left_is_left_in_hebrew_too() {
    let mut field = Field::line("שלום");
    field.go(To::DocStart);
    field.go(To::Left);
    assert_eq!(field.editor.selection().focus, 2);
    field.go(To::Right);
    assert_eq!(field.editor.selection().focus, 0);
}
