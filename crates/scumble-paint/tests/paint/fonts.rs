//! The embedded fonts hold what a Latin screen needs, and no more than the budget allows.

use ttf_parser::{Face, Tag};

use crate::lists::{bold, regular};

#[test]
fn both_weights_cover_latin_its_punctuation_and_the_signs_of_controls() {
    let latin = (' '..='~').chain('\u{a0}'..='\u{17f}');
    let signs = "—–…“”‘’„•·×÷−€™‹›«»←↑→↓✓✗⌘⌥⇧⌃⏎≤≥≠";
    // Inter has neither the soft hyphen, which is not drawn, nor ŉ, which Unicode deprecates.
    let wanted: Vec<char> = latin.chain(signs.chars()).filter(|c| !"\u{ad}ŉ".contains(*c)).collect();
    for font in [regular(), bold()] {
        let face = Face::parse(font.data(), font.index()).expect("an embedded font");
        let missing: String = wanted.iter().filter(|c| face.glyph_index(**c).is_none()).collect();
        assert_eq!(missing, "", "{font:?}");
    }
}

#[test]
fn both_weights_kern_and_place_marks_and_carry_nothing_a_painter_ignores() {
    for (font, weight) in [(regular(), 400), (bold(), 600)] {
        let face = Face::parse(font.data(), font.index()).expect("an embedded font");
        let table = |tag: &[u8; 4]| face.raw_face().table(Tag::from_bytes(tag));
        let positioning = table(b"GPOS").expect("kerning is in GPOS");
        for feature in [b"kern", b"mark"] {
            // Its feature list names the features by tag.
            assert!(positioning.windows(4).any(|tag| tag == feature), "{font:?}");
        }
        for absent in [b"fpgm", b"prep", b"cvt ", b"CFF "] {
            assert!(table(absent).is_none(), "{font:?}");
        }
        assert_eq!((face.units_per_em(), face.weight().to_number()), (2048, weight));
        // 57 kB are 28 kB gzipped; both together must stay within 80 kB gzipped.
        assert!(font.data().len() <= 64_000, "{font:?} has {} bytes", font.data().len());
    }
}
