//! Texts of every kind put together at random: whatever they are, lines and places stay consistent.

use super::boundaries::next_grapheme;
use super::{Align, Caret, Fonts, LayoutOptions, TextStyle};
use crate::geometry::{Color, Point, Rect};

const PIECES: [&str; 26] = [
    "word",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "é",
    "e\u{301}",
    "\u{301}",
    "👩‍👩‍👧",
    "👍🏽",
    "\u{200d}",
    "\u{fe0f}",
    "שלום",
    "مرحبا",
    "中文字",
    "ไทย",
    "\u{ad}",
    "\u{2028}",
    "\u{85}",
    "\u{0}",
    "\u{200f}",
    "\u{202e}abc\u{202c}",
    "-",
    "averyveryverylongwordindeed",
    "🇫🇷🇩",
];

/// A linear congruential generator: the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn text(numbers: &mut Numbers) -> String {
    (0..numbers.below(14)).map(|_| PIECES[numbers.below(PIECES.len())]).collect()
}

fn options(numbers: &mut Numbers) -> LayoutOptions {
    LayoutOptions {
        max_width: [None, Some(0.0), Some(30.0), Some(90.0), Some(400.0)][numbers.below(5)],
        align: [Align::Start, Align::Center, Align::End][numbers.below(3)],
        max_lines: [None, None, Some(1), Some(2)][numbers.below(4)],
        wrap: numbers.below(4) > 0,
    }
}

#[test]
fn lines_cover_the_text_and_every_place_has_a_caret() {
    let mut numbers = Numbers(7);
    let mut fonts = Fonts::new();
    for round in 0..1_500 {
        let (text, options) = (text(&mut numbers), options(&mut numbers));
        let style = TextStyle { letter_spacing: [0.0, 1.0][numbers.below(2)], ..TextStyle::new(16.0, 24.0) };
        let paragraph = fonts.layout(&text, &style, &options);
        let said = format!("round {round}, {text:?}, {options:?}");
        let lines = paragraph.lines();
        assert_eq!(lines[0].range.start, 0, "{said}");
        for pair in lines.windows(2) {
            let between = &text[pair[0].range.end..pair[1].range.start];
            assert_eq!(between.is_empty(), pair[0].soft, "{said}");
            assert!(between.chars().count() <= 1, "{said}");
            assert_eq!(pair[0].rect.bottom(), pair[1].rect.y, "{said}");
        }
        if !paragraph.is_truncated() {
            assert_eq!(lines[lines.len() - 1].range.end, text.len(), "{said}");
        }
        assert_eq!(paragraph.size().height, lines.len() as f32 * 24.0, "{said}");
        let one_way =
            !text.contains(|c: char| ('\u{590}'..='\u{6ff}').contains(&c) || matches!(c, '\u{200f}' | '\u{202e}'));
        if let (Some(width), true, true, false) = (options.max_width, options.wrap, one_way, paragraph.is_truncated()) {
            // Where directions mix, spaces at a break may end up inside the line. Else only a grapheme that
            // fits nowhere is let stick out.
            let wide = lines.iter().filter(|line| line.rect.width > width + 0.1);
            for line in wide {
                let visible = text[line.range.clone()].trim_end();
                assert!(next_grapheme(visible, 0) >= visible.len() || width < 60.0, "{said}: {:?}", line);
            }
        }
        let mut index = 0;
        loop {
            let line = paragraph.line_of(Caret::at(index));
            let caret = paragraph.caret_rect(Caret::at(index));
            assert!(caret.x.is_finite() && caret.height > 0.0, "{said}");
            let found = paragraph.index_at(Point::new(caret.x, lines[line].rect.center().y));
            assert!(
                text.is_char_boundary(found.index)
                    && lines[line].range.start <= found.index
                    && found.index <= lines[line].range.end,
                "{said}"
            );
            if index == text.len() {
                break;
            }
            index = next_grapheme(&text, index);
        }
        let all = paragraph.selection_rects(0..text.len());
        assert!(all.iter().all(|rect| rect.width > 0.0 && rect.height == 24.0), "{said}");
        let everywhere = Rect::new(-1.0e6, -1.0e6, 2.0e6, 2.0e6);
        let runs = paragraph.glyph_runs(Point::ZERO, Color::BLACK);
        assert_eq!(runs, paragraph.glyph_runs_in(Point::ZERO, Color::BLACK, &everywhere), "{said}");
        assert!(
            runs.iter().flat_map(|run| run.glyphs.iter()).all(|glyph| glyph.id != 0 && glyph.x.is_finite()),
            "{said}"
        );
        for cluster in paragraph.missing() {
            assert_eq!(text[cluster.range.clone()], cluster.text, "{said}");
        }
    }
}
