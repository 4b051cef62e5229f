//! What is true of every paragraph, with the embedded fonts.

use std::rc::Rc;

use super::{Affinity, Align, Caret, Fonts, LayoutOptions, Paragraph, TextStyle};
use crate::geometry::{Color, Point, Rect};

const LOREM: &str = "A scumble is a thin layer of paint through which what lies beneath still shows.";

fn body() -> TextStyle {
    TextStyle::new(16.0, 24.0)
}

fn laid_out(text: &str, width: f32) -> Rc<Paragraph> {
    Fonts::new().layout(text, &body(), &LayoutOptions::within(width))
}

fn shown(text: &str, paragraph: &Paragraph) -> Vec<String> {
    paragraph.lines().iter().map(|line| text[line.range.clone()].to_owned()).collect()
}

fn glyph_count(paragraph: &Paragraph) -> usize {
    paragraph.glyph_runs(Point::ZERO, Color::BLACK).iter().map(|run| run.glyphs.len()).sum()
}

fn cut(text: &str, width: f32, lines: u32, wrap: bool, align: Align) -> Rc<Paragraph> {
    let options = LayoutOptions { max_width: Some(width), align, max_lines: Some(lines), wrap };
    Fonts::new().layout(text, &body(), &options)
}

#[test]
fn an_empty_text_is_one_line_with_a_place_for_a_caret() {
    let paragraph = laid_out("", 100.0);
    assert_eq!(paragraph.lines().len(), 1);
    assert_eq!((paragraph.size().width, paragraph.size().height), (0.0, 24.0));
    let caret = paragraph.caret_rect(Caret::at(0));
    assert_eq!(caret.x, 0.0);
    assert!(caret.height > 16.0 && caret.y >= 0.0, "{caret:?}");
    assert_eq!(paragraph.index_at(Point::new(50.0, 500.0)), Caret::at(0));
    assert!(paragraph.glyph_runs(Point::ZERO, Color::BLACK).is_empty());
    assert_eq!(paragraph.first_baseline(), laid_out("x", 100.0).first_baseline());
}

#[test]
fn a_last_line_feed_has_an_empty_line_behind_it() {
    let paragraph = laid_out("one\n", 100.0);
    assert_eq!(shown("one\n", &paragraph), ["one", ""]);
    assert_eq!(paragraph.size().height, 48.0);
    assert_eq!(paragraph.line_of(Caret::at(3)), 0);
    assert_eq!(paragraph.line_of(Caret::at(4)), 1);
    assert_eq!(paragraph.caret_rect(Caret::at(4)).x, 0.0);
}

#[test]
fn a_text_is_shaped_once_whatever_the_width() {
    let mut fonts = Fonts::new();
    fonts.take_counters();
    for width in [300.0, 200.0, 100.0, 300.0, 50.0] {
        fonts.layout(LOREM, &body(), &LayoutOptions::within(width));
    }
    let counters = fonts.take_counters();
    assert_eq!((counters.paragraphs_shaped, counters.cache_hits), (1, 4));
    fonts.layout(LOREM, &body().weight(700), &LayoutOptions::default());
    assert_eq!(fonts.take_counters().paragraphs_shaped, 1);
}

#[test]
fn an_edit_in_a_long_text_shapes_its_own_line_only() {
    let mut fonts = Fonts::new();
    let text: String = (0..500).map(|n| format!("line number {n}\n")).collect();
    fonts.layout(&text, &body(), &LayoutOptions::within(200.0));
    fonts.take_counters();
    let edited = text.replacen("number 250", "number two hundred and fifty", 1);
    let paragraph = fonts.layout(&edited, &body(), &LayoutOptions::within(200.0));
    assert_eq!(fonts.take_counters().paragraphs_shaped, 1);
    assert_eq!(paragraph.lines().len(), 502);
}

#[test]
fn paragraphs_of_one_text_stay_right_while_widths_alternate() {
    let mut fonts = Fonts::new();
    let narrow = fonts.layout(LOREM, &body(), &LayoutOptions::within(120.0));
    let wide = fonts.layout(LOREM, &body(), &LayoutOptions::within(300.0));
    // Glyphs and graphemes are read when they are first asked for, after the shared layout has been broken
    // otherwise.
    let narrow_lines = narrow.lines().len();
    assert!(narrow_lines > wide.lines().len());
    assert_eq!(narrow.glyph_runs(Point::ZERO, Color::BLACK).len(), narrow_lines);
    assert_eq!(wide.glyph_runs(Point::ZERO, Color::BLACK).len(), wide.lines().len());
    for paragraph in [&narrow, &wide, &narrow] {
        for (index, line) in paragraph.lines().iter().enumerate() {
            assert_eq!(paragraph.index_on_line(index, -5.0).index, line.range.start);
        }
    }
}

#[test]
fn a_text_in_the_width_it_measured_does_not_wrap() {
    let mut fonts = Fonts::new();
    for (end, _) in LOREM.char_indices().skip(1) {
        let text = &LOREM[..end];
        let free = fonts.layout(text, &body(), &LayoutOptions::default());
        let fitted = fonts.layout(text, &body(), &LayoutOptions::within(free.size().width));
        assert_eq!(fitted.lines().len(), 1, "{text}");
        let narrowest = fonts.layout(text, &body(), &LayoutOptions::within(free.min_content_width()));
        let broken = narrowest.lines().iter().any(|line| line.soft && !text[line.range.clone()].ends_with(' '));
        assert!(!broken, "{text}");
    }
}

#[test]
fn every_place_between_graphemes_is_found_again_where_its_caret_stands() {
    let text = "Où êtes-vous ne\u{301}, cher\nFrançois ? À Besançon, près de la forêt.\n\nFin";
    let paragraph = laid_out(text, 110.0);
    let mut index = 0;
    loop {
        let caret = Caret::at(index);
        let rect = paragraph.caret_rect(caret);
        let found = paragraph.index_at(Point::new(rect.x, rect.center().y));
        assert_eq!(found.index, index, "{:?}", &text[index..]);
        if index == text.len() {
            break;
        }
        index = super::boundaries::next_grapheme(text, index);
    }
}

#[test]
fn the_end_of_a_wrapped_line_and_the_start_of_the_next_are_one_index_on_two_sides() {
    let paragraph = laid_out(LOREM, 120.0);
    let first = &paragraph.lines()[0];
    assert!(first.soft);
    let end = paragraph.index_on_line(0, 1_000.0);
    assert_eq!(end, Caret { index: first.range.end, affinity: Affinity::Upstream });
    let start = paragraph.index_on_line(1, 0.0);
    assert_eq!(start, Caret::at(first.range.end));
    assert_eq!((paragraph.line_of(end), paragraph.line_of(start)), (0, 1));
    assert!(paragraph.caret_rect(end).y < paragraph.caret_rect(start).y);
    assert!(paragraph.caret_rect(end).right() <= 120.0);
}

#[test]
fn points_outside_find_the_nearest_line_and_end() {
    let text = "first\nsecond";
    let paragraph = laid_out(text, 300.0);
    assert_eq!(paragraph.index_at(Point::new(-10.0, -10.0)).index, 0);
    assert_eq!(paragraph.index_at(Point::new(900.0, -10.0)).index, 5);
    assert_eq!(paragraph.index_at(Point::new(-10.0, 900.0)).index, 6);
    assert_eq!(paragraph.index_at(Point::new(900.0, 900.0)).index, text.len());
    assert_eq!(paragraph.caret_rect(Caret::at(10_000)), paragraph.caret_rect(Caret::at(text.len())));
}

#[test]
fn a_selection_is_one_rectangle_a_line_and_shows_its_line_feeds() {
    let text = "first\n\nthird";
    let paragraph = laid_out(text, 300.0);
    let rects = paragraph.selection_rects(2..text.len() - 2);
    assert_eq!(rects.len(), 3, "{rects:?}");
    assert_eq!(rects[0].x, paragraph.caret_rect(Caret::at(2)).x);
    assert!(rects[0].right() > paragraph.lines()[0].rect.right());
    assert!(rects[1].width > 0.0 && rects[1].y == 24.0);
    assert_eq!(rects[2].right(), paragraph.caret_rect(Caret::at(text.len() - 2)).x);
    assert!(paragraph.selection_rects(3..3).is_empty());
    // The line feed alone, and the text without it.
    assert_eq!(paragraph.selection_rects(5..6).len(), 1);
    assert_eq!(paragraph.selection_rects(0..5)[0].right(), paragraph.lines()[0].rect.right());
}

#[test]
fn lines_stand_left_in_the_middle_and_right() {
    let mut fonts = Fonts::new();
    let mut at = |align| {
        let options = LayoutOptions { align, ..LayoutOptions::within(200.0) };
        fonts.layout("word", &body(), &options)
    };
    let (start, center, end) = (at(Align::Start), at(Align::Center), at(Align::End));
    let wide = start.lines()[0].rect.width;
    assert_eq!(start.lines()[0].rect.x, 0.0);
    assert_eq!(center.lines()[0].rect.x, (200.0 - wide) / 2.0);
    assert_eq!(end.lines()[0].rect.right(), 200.0);
    assert_eq!(end.glyph_runs(Point::new(10.0, 5.0), Color::BLACK)[0].origin.x, 210.0 - wide);
    assert_eq!(center.caret_rect(Caret::at(0)).x, (200.0 - wide) / 2.0);
}

#[test]
fn one_line_is_filled_to_the_last_letter_before_its_ellipsis() {
    let whole = laid_out(LOREM, 10_000.0);
    let paragraph = cut(LOREM, 150.0, 1, true, Align::Start);
    assert!(paragraph.is_truncated());
    assert_eq!(paragraph.lines().len(), 1);
    let width = paragraph.size().width;
    assert!(width <= 150.0 && width > 130.0, "{width}");
    assert!(glyph_count(&paragraph) < glyph_count(&whole));
    let runs = paragraph.glyph_runs(Point::ZERO, Color::BLACK);
    let ellipsis = runs.last().expect("something is drawn");
    assert_eq!(ellipsis.glyphs.len(), 1);
    assert!(runs[0].glyphs.iter().all(|glyph| glyph.x < ellipsis.origin.x));
}

#[test]
fn what_fits_has_no_ellipsis() {
    assert!(!cut("short", 150.0, 1, true, Align::Start).is_truncated());
    assert!(!cut("short", laid_out("short", 900.0).size().width, 1, false, Align::Start).is_truncated());
    assert!(!cut("two\nlines", 150.0, 2, true, Align::Start).is_truncated());
    assert!(cut("two\nlines", 150.0, 1, true, Align::Start).is_truncated());
}

#[test]
fn further_lines_break_as_usual_and_the_last_gets_the_ellipsis() {
    let free = laid_out(LOREM, 150.0);
    let paragraph = cut(LOREM, 150.0, 2, true, Align::End);
    assert_eq!(paragraph.lines().len(), 2);
    assert_eq!(paragraph.size().height, 48.0);
    assert_eq!(paragraph.lines()[0].range, free.lines()[0].range);
    assert!(paragraph.is_truncated());
    assert!((paragraph.lines()[1].rect.right() - 150.0).abs() < 0.1, "{:?}", paragraph.lines()[1].rect);
}

#[test]
fn a_width_too_small_for_the_ellipsis_shows_it_alone() {
    let paragraph = cut(LOREM, 1.0, 1, true, Align::Start);
    assert_eq!(glyph_count(&paragraph), 1);
}

#[test]
fn emoji_are_named_for_others_to_draw_and_given_room() {
    let text = "a👩‍👩‍👧b 中";
    let paragraph = laid_out(text, 300.0);
    let missing = paragraph.missing();
    assert_eq!(missing.iter().map(|cluster| cluster.text.as_str()).collect::<Vec<_>>(), ["👩‍👩‍👧", "中"]);
    assert!((missing[0].rect.width - 20.0).abs() < 0.01, "{:?}", missing[0]);
    assert!((missing[1].rect.width - 16.0).abs() < 0.01, "{:?}", missing[1]);
    assert_eq!(missing[0].rect.x, paragraph.caret_rect(Caret::at(1)).x);
    assert_eq!(missing[0].range, 1..text.len() - 5);
    let runs = paragraph.glyph_runs(Point::ZERO, Color::BLACK);
    assert!(runs.iter().flat_map(|run| run.glyphs.iter()).all(|glyph| glyph.id != 0));
    assert!(paragraph.has_missing() && !laid_out("plain", 300.0).has_missing());
}

#[test]
fn a_long_text_no_font_covers_lays_out_too() {
    let text = "中文".repeat(40_000);
    let paragraph = laid_out(&text, 320.0);
    assert_eq!(paragraph.lines().len(), 4_000);
    assert_eq!(paragraph.missing().len(), 80_000);
}

#[test]
fn the_host_says_how_wide_missing_graphemes_are() {
    let mut fonts = Fonts::new();
    fonts.set_missing_width(Rc::new(|grapheme, size, weight| {
        assert_eq!((grapheme, size, weight), ("😀", 16.0, 400));
        33.0
    }));
    let spaced = TextStyle { letter_spacing: 2.0, ..body() };
    for (style, width) in [(body(), 33.0), (spaced, 35.0)] {
        let paragraph = fonts.layout("a😀b", &style, &LayoutOptions::default());
        assert!((paragraph.missing()[0].rect.width - width).abs() < 0.01, "{:?}", paragraph.missing());
    }
}

#[test]
fn hebrew_runs_from_the_right() {
    let text = "שלום";
    let paragraph = laid_out(text, 200.0);
    assert!(paragraph.is_rtl_at(0));
    assert_eq!(paragraph.lines()[0].rect.right(), 200.0);
    assert!(paragraph.caret_rect(Caret::at(0)).x > paragraph.caret_rect(Caret::at(text.len())).x);
    assert_eq!(paragraph.index_at(Point::new(199.0, 5.0)).index, 0);
    assert_eq!(paragraph.index_at(Point::new(0.0, 5.0)).index, text.len());
    // Directions mixed: a range that is one in the text may be two on the line.
    let mixed = "abc שלום def";
    let rects = laid_out(mixed, 400.0).selection_rects(2..8);
    assert_eq!(rects.len(), 2, "{rects:?}");
}

#[test]
fn a_tab_is_four_spaces_wide() {
    let spaces = laid_out("a    b", 300.0).size().width;
    let tab = laid_out("a\tb", 300.0).size().width;
    assert!((spaces - tab).abs() < 0.01, "{spaces} {tab}");
}

#[test]
fn glyphs_are_shared_not_copied_and_lines_out_of_sight_left_out() {
    let text: String = (0..200).map(|n| format!("line {n}\n")).collect();
    let paragraph = laid_out(&text, 300.0);
    let (once, twice) =
        (paragraph.glyph_runs(Point::ZERO, Color::BLACK), paragraph.glyph_runs(Point::ZERO, Color::WHITE));
    assert_eq!(once.len(), 200);
    assert!(once.iter().zip(&twice).all(|(a, b)| Rc::ptr_eq(&a.glyphs, &b.glyphs)));
    let clip = Rect::new(0.0, 1_000.0, 300.0, 100.0);
    let seen = paragraph.glyph_runs_in(Point::new(0.0, -500.0), Color::BLACK, &clip);
    assert!(seen.len() >= 4 && seen.len() <= 8, "{}", seen.len());
    assert!(seen.iter().any(|run| run.bounds().intersects(&clip)));
    assert!(paragraph.glyph_runs_in(Point::ZERO, Color::BLACK, &Rect::new(0.0, 90_000.0, 10.0, 10.0)).is_empty());
}

#[test]
fn weights_choose_the_face_and_sizes_scale_it() {
    let mut fonts = Fonts::new();
    let mut width_and_font = |style: TextStyle| {
        let paragraph = fonts.layout("Hamburg", &style, &LayoutOptions::default());
        (paragraph.size().width, paragraph.glyph_runs(Point::ZERO, Color::BLACK)[0].font.id())
    };
    let (regular, face) = width_and_font(body());
    assert_eq!(width_and_font(body().weight(500)).1, face);
    assert_ne!(width_and_font(body().weight(600)).1, face);
    let (double, same) = width_and_font(TextStyle::new(32.0, 40.0));
    assert_eq!(same, face);
    assert!((double - 2.0 * regular).abs() < 0.1);
}

#[test]
fn numbers_that_are_none_lay_out_too() {
    let mut fonts = Fonts::new();
    let odd = [f32::NAN, f32::INFINITY, -5.0, 0.0];
    for value in odd {
        for style in
            [TextStyle::new(value, 24.0), TextStyle::new(16.0, value), TextStyle { letter_spacing: value, ..body() }]
        {
            let options =
                LayoutOptions { max_width: Some(value), align: Align::Center, max_lines: Some(0), wrap: true };
            for options in [options, LayoutOptions { max_lines: None, ..options }] {
                let size = fonts.layout(LOREM, &style, &options).size();
                assert!(size.width.is_finite() && size.height.is_finite(), "{value} {size:?}");
            }
        }
    }
}

#[test]
fn a_font_that_cannot_be_read_is_refused_in_a_sentence() {
    let mut fonts = Fonts::new();
    let refused = |fonts: &mut Fonts, bytes: &[u8]| {
        fonts.add_font("brand.woff2", bytes.to_vec()).expect_err("no font").to_string()
    };
    let sentence = refused(&mut fonts, b"this is not a font at all");
    assert!(sentence.starts_with("The font brand.woff2 cannot be read: it is not a TrueType"), "{sentence}");
    assert!(refused(&mut fonts, b"wOF2....").contains("Decompress"));
    assert!(refused(&mut fonts, b"").contains("empty"));
    assert_eq!(fonts.families().len(), 1);
}

#[test]
fn an_added_font_is_used_by_the_name_it_carries() {
    let mut fonts = Fonts::new();
    let bytes = include_bytes!("../../fonts/sans-bold.ttf").to_vec();
    let family = fonts.add_font("bold.ttf", bytes).expect("it is a font");
    assert_eq!(fonts.families(), [super::FamilyName::EMBEDDED, family.clone()]);
    let face = |fonts: &mut Fonts, style: &TextStyle| {
        let paragraph = fonts.layout("x", style, &LayoutOptions::default());
        paragraph.glyph_runs(Point::ZERO, Color::BLACK)[0].font.id()
    };
    let bold = face(&mut fonts, &body().weight(700));
    assert_eq!(face(&mut fonts, &TextStyle { family, ..body() }), bold);
    assert_ne!(face(&mut fonts, &TextStyle { family: super::FamilyName::new("Nowhere"), ..body() }), bold);
}
