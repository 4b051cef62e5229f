//! The fonts a program has, and paragraphs made with them. No system fonts: what is not embedded was added by
//! hand.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use parley::{
    CHROMIUM_LINE_BREAK_OVERRIDE, FontContext, FontData, FontFamily, FontFamilyName, FontWeight, Layout, LayoutContext,
    LineHeight, OverflowWrap,
};

use super::cache::Cache;
use super::options::{FamilyName, LayoutOptions, TextStyle};
use super::paragraph::{Paragraph, hard_lines};
use super::shaped::{Block, Shaped, advance_at, missing_clusters};
use crate::paint_list::{FontBytes, FontRef};

const REGULAR: &[u8] = include_bytes!("../../fonts/sans-regular.ttf");
const BOLD: &[u8] = include_bytes!("../../fonts/sans-bold.ttf");
/// A tab is as wide as this many spaces, wherever it stands.
const TAB_SPACES: f32 = 4.0;

/// Different widths made up for in one hard line; further ones keep the width of the font's own glyph.
const MOST_SPACINGS: usize = 512;

/// The fonts loaded, the text engine's workspace, and the cache of what was shaped.
///
/// One for a screen is enough; it is not `Send`.
pub struct Fonts {
    engine: FontContext,
    workspace: LayoutContext<()>,
    faces: Rc<Faces>,
    /// Embedded family first, then the others in the order they were added.
    families: Vec<FamilyName>,
    cache: Cache,
    counters: TextCounters,
    missing_width: Option<Rc<MissingWidth>>,
}

/// Width in CSS pixels of a grapheme the fonts lack, at a font size and weight. See
/// [`Fonts::set_missing_width`].
pub type MissingWidth = dyn Fn(&str, f32, u16) -> f32;

/// Work done since the counters were last taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextCounters {
    /// Hard lines shaped.
    pub paragraphs_shaped: u64,
    /// Hard lines found already shaped.
    pub cache_hits: u64,
}

/// A font file that could not be added. Its text says which and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FontError {
    message: String,
}

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FontError {}

impl Default for Fonts {
    fn default() -> Fonts {
        Fonts::new()
    }
}

impl Fonts {
    /// The embedded family only.
    pub fn new() -> Fonts {
        let collection = Collection::new(CollectionOptions { shared: false, system_fonts: false });
        let mut fonts = Fonts {
            engine: FontContext { collection, source_cache: SourceCache::default() },
            workspace: LayoutContext::new(),
            faces: Rc::default(),
            families: Vec::new(),
            cache: Cache::default(),
            counters: TextCounters::default(),
            missing_width: None,
        };
        for (bytes, weight) in [(REGULAR, FontWeight::NORMAL), (BOLD, FontWeight::BOLD)] {
            let named = FontInfoOverride {
                family_name: Some(FamilyName::EMBEDDED.as_str()),
                weight: Some(weight),
                ..FontInfoOverride::default()
            };
            fonts.register(Arc::new(bytes), Some(named)).expect("the embedded fonts are fonts");
        }
        fonts
    }

    /// Adds every face of a TrueType, OpenType or collection file under the family name it carries, which is
    /// returned. `source` is what a person calls the file: its path, URL or name; it is only used in errors.
    ///
    /// # Errors
    /// A sentence when the bytes are no font or the font has no name.
    pub fn add_font(&mut self, source: &str, bytes: Vec<u8>) -> Result<FamilyName, FontError> {
        let error = |message: &str| FontError { message: format!("The font {source} cannot be read: {message}") };
        if let Some(known) = wrong_container(&bytes) {
            return Err(error(known));
        }
        self.register(Arc::new(bytes), None).map_err(|message| error(&message))
    }

    fn register(&mut self, bytes: FontBytes, info: Option<FontInfoOverride<'_>>) -> Result<FamilyName, String> {
        let blob = Blob::new(bytes.clone());
        let added = self.engine.collection.register_fonts(blob.clone(), info);
        let Some((id, faces)) = added.first() else {
            return Err(
                "it is not a TrueType or OpenType font with a family name. Convert it to TTF or OTF and add it again."
                    .to_owned(),
            );
        };
        for index in added.iter().flat_map(|(_, faces)| faces).map(|face| face.index()) {
            self.faces.add(FontData::new(blob.clone(), index), &bytes);
        }
        debug_assert!(!faces.is_empty());
        let family = FamilyName::new(self.engine.collection.family_name(*id).unwrap_or_default());
        for (id, _) in &added {
            let family = FamilyName::new(self.engine.collection.family_name(*id).unwrap_or_default());
            if !self.families.contains(&family) {
                self.families.push(family);
            }
        }
        // Texts the fonts so far did not cover may be covered now.
        self.cache.clear();
        Ok(family)
    }

    /// Every family, the embedded one first.
    pub fn families(&self) -> &[FamilyName] {
        &self.families
    }

    /// Tells how wide the graphemes are that no font covers, so that room for them is left where the host
    /// will draw them. Until it is told, emoji get 1.25, wide East Asian characters 1 and others 0.6 times
    /// the font size.
    pub fn set_missing_width(&mut self, width: Rc<MissingWidth>) {
        self.missing_width = Some(width);
        self.cache.clear();
    }

    /// The counters since the last call, which start again at 0.
    pub fn take_counters(&mut self) -> TextCounters {
        std::mem::take(&mut self.counters)
    }

    /// Shapes, breaks and aligns a text; what was shaped before in that style is not shaped again, for other
    /// widths too.
    pub fn layout(&mut self, text: &str, style: &TextStyle, options: &LayoutOptions) -> Rc<Paragraph> {
        let style = style.sane();
        self.cache.expect(text);
        Rc::new(Paragraph::build(self, text, &style, options))
    }

    #[cfg(test)]
    pub(super) fn cache(&self) -> &Cache {
        &self.cache
    }

    #[cfg(test)]
    pub(super) fn cache_mut(&mut self) -> &mut Cache {
        &mut self.cache
    }

    /// The number by which [`Fonts::block`] knows the style, until the next call of this.
    pub(super) fn style_number(&mut self, style: &TextStyle) -> usize {
        self.cache.style(style)
    }

    /// One hard line broken for `width`.
    pub(super) fn block(&mut self, number: usize, style: &TextStyle, text: &str, width: Option<f32>) -> Rc<Block> {
        debug_assert!(hard_lines(text).count() == 1);
        let (engine, workspace, faces) = (&mut self.engine, &mut self.workspace, &self.faces);
        let (families, missing_width) = (&self.families, &self.missing_width);
        let (block, known) = self.cache.block(number, text, width, |text| {
            let mut shaper = Shaper { engine, workspace, families, missing_width: missing_width.as_deref() };
            let (layout, missing) = shaper.shape(&text, style);
            Shaped::new(text, layout, missing, style.size, faces.clone())
        });
        if known {
            self.counters.cache_hits += 1;
        } else {
            self.counters.paragraphs_shaped += 1;
        }
        block
    }
}

struct Shaper<'a> {
    engine: &'a mut FontContext,
    workspace: &'a mut LayoutContext<()>,
    families: &'a [FamilyName],
    missing_width: Option<&'a MissingWidth>,
}

impl Shaper<'_> {
    /// The text on one endless line, and the graphemes no font covers.
    fn shape(&mut self, text: &str, style: &TextStyle) -> (Layout<()>, Vec<Range<usize>>) {
        let shown = without_controls(text);
        let layout = self.build(&shown, style, &[]);
        let missing = missing_clusters(&layout, &shown);
        if missing.is_empty() && !text.contains('\t') {
            return (layout, Vec::new());
        }
        // The glyph for "no such character" is as wide as it happens to be, and a tab stands there as one
        // space. Letter spacing makes up the difference to the width wanted.
        let mut spacing: Vec<(Range<usize>, f32)> = Vec::new();
        for (range, advance) in &missing {
            let grapheme = &shown[range.clone()];
            let wanted = match self.missing_width {
                Some(width) => width(grapheme, style.size, style.weight),
                None => usual_width(grapheme) * style.size,
            };
            spacing.push((range.clone(), wanted - advance + 2.0 * style.letter_spacing));
        }
        for (at, _) in text.match_indices('\t') {
            let space = advance_at(&layout, at) - style.letter_spacing;
            spacing.push((at..at + 1, (TAB_SPACES - 1.0) * space + style.letter_spacing));
        }
        spacing.sort_by_key(|(range, _)| range.start);
        (self.build(&shown, style, &spacing), missing.into_iter().map(|(range, _)| range).collect())
    }

    fn build(&mut self, shown: &str, style: &TextStyle, spacing: &[(Range<usize>, f32)]) -> Layout<()> {
        let first = std::iter::once(&style.family);
        let others = self.families.iter().filter(|family| **family != style.family);
        let stack: Vec<FontFamilyName<'_>> =
            first.chain(others).map(|family| FontFamilyName::named(family.as_str())).collect();
        let base = parley::TextStyle {
            font_family: FontFamily::List(stack.into()),
            font_size: style.size,
            font_weight: FontWeight::new(f32::from(style.weight)),
            line_height: LineHeight::Absolute(style.line_height),
            letter_spacing: style.letter_spacing,
            overflow_wrap: OverflowWrap::BreakWord,
            ..parley::TextStyle::default()
        };
        let mut builder = self.workspace.style_run_builder(self.engine, shown, 1.0, true);
        builder.set_line_break_override(Some(CHROMIUM_LINE_BREAK_OVERRIDE));
        let plain = builder.push_style(base.clone());
        // Few widths, many graphemes: one style a width, as the engine has room for 65,535 only.
        let mut styles: Vec<(u32, u16)> = Vec::new();
        let mut done = 0;
        for (range, extra) in spacing {
            let known = styles.iter().find(|(bits, _)| *bits == extra.to_bits()).map(|(_, style)| *style);
            let spaced = match known {
                Some(spaced) => spaced,
                None if styles.len() >= MOST_SPACINGS => plain,
                None => {
                    let spaced = builder.push_style(parley::TextStyle { letter_spacing: *extra, ..base.clone() });
                    styles.push((extra.to_bits(), spaced));
                    spaced
                }
            };
            if done < range.start {
                builder.push_style_run(plain, done..range.start);
            }
            builder.push_style_run(spaced, range.clone());
            done = range.end;
        }
        if done < shown.len() {
            builder.push_style_run(plain, done..shown.len());
        }
        let mut layout = builder.build(shown);
        layout.break_all_lines(None);
        layout
    }
}

/// Control characters have no glyphs; a space of the same length in bytes stands for each.
fn without_controls(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.bytes().any(|byte| byte < 0x20 || byte == 0x7f) {
        return text.into();
    }
    text.chars().map(|c| if c.is_ascii_control() { ' ' } else { c }).collect::<String>().into()
}

/// A grapheme's width in ems, where nobody knows better.
fn usual_width(grapheme: &str) -> f32 {
    match grapheme.chars().next().map_or(0, u32::from) {
        0x2600..=0x27bf | 0x2b00..=0x2bff | 0x1f000..=0x1faff => 1.25,
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0x20000..=0x3ffff => 1.0,
        _ => 0.6,
    }
}

/// Web font containers, which hold a font but compressed.
fn wrong_container(bytes: &[u8]) -> Option<&'static str> {
    match bytes.get(..4) {
        Some(b"wOF2") => Some("it is a WOFF2 file. Decompress it to TTF or OTF and add that."),
        Some(b"wOFF") => Some("it is a WOFF file. Decompress it to TTF or OTF and add that."),
        None => Some("it is empty or cut off. Check that the whole file was loaded."),
        Some(_) => None,
    }
}

/// The engine's fonts by the names painters know them by.
#[derive(Default)]
pub(super) struct Faces {
    known: RefCell<Vec<(u64, u32, FontRef)>>,
}

impl Faces {
    fn add(&self, font: FontData, bytes: &FontBytes) {
        let face = FontRef::new(bytes.clone(), font.index);
        self.known.borrow_mut().push((font.data.id(), font.index, face));
    }

    /// The painter's name for a font of the engine.
    pub(super) fn get(&self, font: &FontData) -> FontRef {
        let known = self.known.borrow();
        let found = known.iter().find(|(blob, index, _)| *blob == font.data.id() && *index == font.index);
        found.map(|(_, _, face)| face.clone()).expect("the engine draws with fonts that were registered here only")
    }
}
