//! Line breaks and widths against those Chromium recorded with the same font files
//! (tests/fixtures/text/record.mjs).

use serde_json::Value;

use super::{Caret, Fonts, LayoutOptions, TextStyle};

const RECORDED: &str = include_str!("../../../../tests/fixtures/text/chromium.json");
/// CSS pixels a line may be wider or narrower than in Chromium.
const TOLERANCE: f64 = 0.5;

fn recorded() -> Vec<Value> {
    let all: Value = serde_json::from_str(RECORDED).expect("the fixture is JSON");
    all["paragraphs"].as_array().expect("the fixture lists paragraphs").clone()
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("{key} is a number in {value}"))
}

fn style_of(paragraph: &Value) -> TextStyle {
    TextStyle {
        size: number(paragraph, "size") as f32,
        line_height: number(paragraph, "lineHeight") as f32,
        weight: number(paragraph, "weight") as u16,
        letter_spacing: number(paragraph, "letterSpacing") as f32,
        ..TextStyle::new(16.0, 24.0)
    }
}

fn text_of(value: &Value) -> &str {
    value["text"].as_str().expect("text is a string")
}

#[test]
fn lines_break_where_chromium_breaks_them_and_are_as_wide() {
    let mut fonts = Fonts::new();
    let mut differences = Vec::new();
    let mut compared = 0;
    for paragraph in recorded() {
        let (text, style) = (text_of(&paragraph), style_of(&paragraph));
        for at in paragraph["at"].as_array().expect("a paragraph was recorded at widths") {
            let width = number(at, "width");
            let ours = fonts.layout(text, &style, &LayoutOptions::within(width as f32));
            let our_lines: Vec<&str> =
                ours.lines().iter().map(|line| text[line.range.clone()].trim_end_matches(' ')).collect();
            let theirs = at["lines"].as_array().expect("lines were recorded");
            let their_lines: Vec<&str> = theirs.iter().map(text_of).collect();
            compared += their_lines.len();
            if our_lines != their_lines {
                differences.push(format!("at {width}:\n  ours   {our_lines:?}\n  theirs {their_lines:?}"));
                continue;
            }
            for (line, theirs) in ours.lines().iter().zip(theirs) {
                // Spaces at the end of a hard line count as its width for us, and were left out of the
                // recording.
                let trimmed = text[line.range.clone()].trim_end_matches(' ');
                let end = line.range.start + trimmed.len();
                let selected = ours.selection_rects(line.range.start..end);
                let our_width: f64 =
                    selected.iter().filter(|rect| rect.y == line.rect.y).map(|rect| f64::from(rect.width)).sum();
                let their_width = number(theirs, "width");
                if (our_width - their_width).abs() > TOLERANCE {
                    differences.push(format!("at {width}, {trimmed:?}: ours {our_width}, theirs {their_width}"));
                }
            }
        }
    }
    assert!(compared > 300, "only {compared} lines were recorded");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn content_widths_are_chromiums() {
    let mut fonts = Fonts::new();
    let mut differences = Vec::new();
    for paragraph in recorded() {
        let (text, style) = (text_of(&paragraph), style_of(&paragraph));
        let ours = fonts.layout(text, &style, &LayoutOptions::default());
        let both = [("minContent", ours.min_content_width()), ("maxContent", ours.max_content_width())];
        for (key, our) in both {
            let their = number(&paragraph, key);
            if (f64::from(our) - their).abs() > TOLERANCE {
                differences.push(format!("{key} of {text:?}: ours {our}, theirs {their}"));
            }
        }
    }
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn paragraphs_are_as_high_as_chromiums() {
    let mut fonts = Fonts::new();
    for paragraph in recorded() {
        let (text, style) = (text_of(&paragraph), style_of(&paragraph));
        for at in paragraph["at"].as_array().expect("a paragraph was recorded at widths") {
            let ours = fonts.layout(text, &style, &LayoutOptions::within(number(at, "width") as f32));
            // A caret can stand behind a last line feed, so we give it a line; a CSS block does not.
            let behind = if text.ends_with('\n') { f64::from(style.line_height) } else { 0.0 };
            assert_eq!(f64::from(ours.size().height) - behind, number(at, "height"), "{text:?}");
        }
    }
}

#[test]
fn baselines_are_where_chromium_has_them() {
    let mut fonts = Fonts::new();
    for paragraph in recorded() {
        let style = style_of(&paragraph);
        let ours = fonts.layout(text_of(&paragraph), &style, &LayoutOptions::default()).first_baseline();
        let theirs = number(&paragraph, "baseline");
        // Half of an odd leading goes above or below, as each rounds.
        assert!((f64::from(ours) - theirs).abs() <= 1.0, "{style:?}: ours {ours}, theirs {theirs}");
    }
}

#[test]
fn carets_stand_where_chromium_has_the_edges_of_characters() {
    let mut fonts = Fonts::new();
    let mut compared = 0;
    for paragraph in recorded() {
        let (text, style) = (text_of(&paragraph), style_of(&paragraph));
        let widths = paragraph["at"].as_array().expect("a paragraph was recorded at widths");
        let width = number(&widths[widths.len() - 1], "width") as f32;
        let ours = fonts.layout(text, &style, &LayoutOptions::within(width));
        for caret in paragraph["carets"].as_array().expect("carets were recorded") {
            let utf16 = caret[0].as_u64().expect("an index") as usize;
            let theirs = caret[1].as_f64().expect("a position");
            let units = text.char_indices().scan(0, |units, (at, c)| {
                *units += c.len_utf16();
                Some((*units - c.len_utf16(), at))
            });
            let index =
                units.into_iter().find(|(unit, _)| *unit == utf16).map(|(_, at)| at).expect("it is a character");
            // Spaces hanging over the end have places of their own in Chromium; here the caret stays within the width.
            if theirs >= f64::from(width) - 1.0 {
                continue;
            }
            let our = f64::from(ours.caret_rect(Caret::at(index)).x);
            assert!((our - theirs).abs() <= TOLERANCE, "{:?}: ours {our}, theirs {theirs}", &text[..index]);
            compared += 1;
        }
    }
    assert!(compared > 800, "only {compared} carets were recorded");
}
