//! A text laid out: hard lines one below the other, aligned, cut with an ellipsis where there is no room.
//!
//! Positions are CSS pixels from the paragraph's top left corner. What a caret or a pointer asks of it is in
//! `positions`.

use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use super::fonts::Fonts;
use super::options::{Align, LayoutOptions, TextStyle};
use super::shaped::{Block, Cluster};
use crate::geometry::{Color, Point, Rect, Size};
use crate::paint_list::{Glyph, GlyphRun};

/// A text in lines. Made by [`Fonts::layout`]; does not change.
pub struct Paragraph {
    pub(super) text_len: usize,
    pub(super) blocks: Vec<Placed>,
    pub(super) lines: Vec<Line>,
    pub(super) font_size: f32,
    /// What lines are aligned in and carets kept within, if lines are broken at it.
    pub(super) room: Option<f32>,
    size: Size,
    min_content: f32,
    max_content: f32,
    cut: Option<Cut>,
}

/// A hard line in its place.
pub(super) struct Placed {
    pub(super) block: Rc<Block>,
    /// Its first byte in the text.
    pub(super) start: usize,
    top: f32,
    first_line: usize,
}

/// One line of a paragraph.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its bytes in the text: spaces at a soft break included, the line feed of a hard one not.
    pub range: Range<usize>,
    /// The line box: as high as the style's line height, as wide as its text without the spaces hanging over
    /// its end.
    pub rect: Rect,
    /// Of its text, from the paragraph's top.
    pub baseline: f32,
    /// Whether it ends because the width did; else it ends with a line feed or with the text.
    pub soft: bool,
    pub(super) content: (f32, f32),
    /// Left edge of its first grapheme, hanging spaces included.
    pub(super) left: f32,
    pub(super) block: usize,
    pub(super) block_line: usize,
}

/// Where the last line was cut for its ellipsis.
struct Cut {
    /// Bytes of the line still shown, in its hard line.
    kept: Range<usize>,
    /// The line's runs with the glyphs still shown.
    shown: Vec<Rc<[Glyph]>>,
    ellipsis: Rc<Block>,
    /// Left edge of the ellipsis, from the paragraph's left edge.
    left: f32,
}

/// A grapheme no loaded font covers: room was left for it, and whoever draws the paragraph has to fill it.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingCluster {
    /// The grapheme.
    pub text: String,
    /// Its bytes in the paragraph's text.
    pub range: Range<usize>,
    /// The room left for it: its advance wide, the line's font box high.
    pub rect: Rect,
    /// From the paragraph's top.
    pub baseline: f32,
    /// CSS pixels.
    pub font_size: f32,
}

impl fmt::Debug for Paragraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { width, height } = self.size;
        write!(f, "Paragraph({} bytes, {} lines, {width}x{height})", self.text_len, self.lines.len())
    }
}

/// The text's hard lines without their separators, with their first bytes. Always at least one.
pub(super) fn hard_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(0);
    std::iter::from_fn(move || {
        let start = rest?;
        let found = text[start..].char_indices().find(|(_, c)| matches!(c, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}'));
        let end = found.map_or(text.len(), |(at, _)| start + at);
        rest = found.map(|(at, separator)| start + at + separator.len_utf8());
        Some((start, &text[start..end]))
    })
}

impl Paragraph {
    pub(super) fn build(fonts: &mut Fonts, text: &str, style: &TextStyle, options: &LayoutOptions) -> Paragraph {
        let room = options.max_width.filter(|width| width.is_finite()).map(|width| width.max(0.0));
        let most = options.max_lines.map_or(usize::MAX, |lines| lines.max(1) as usize);
        // One line with an ellipsis is filled to the last letter that fits, not to the last break.
        let width = room.filter(|_| options.wrap && most > 1);
        let number = fonts.style_number(style);
        let mut made = Paragraph {
            text_len: text.len(),
            blocks: Vec::new(),
            lines: Vec::new(),
            font_size: style.size,
            room: room.filter(|_| options.wrap),
            size: Size::ZERO,
            min_content: 0.0,
            max_content: 0.0,
            cut: None,
        };
        let (mut top, mut more) = (0.0, false);
        for (start, line) in hard_lines(text) {
            if made.lines.len() >= most {
                more = true;
                break;
            }
            let block = fonts.block(number, style, line, width);
            made.min_content = made.min_content.max(block.shaped().min_content());
            made.max_content = made.max_content.max(block.shaped().max_content());
            let kept = block.lines().len().min(most - made.lines.len());
            more |= kept < block.lines().len();
            made.blocks.push(Placed { block: block.clone(), start, top, first_line: made.lines.len() });
            made.add_lines(kept);
            top += if kept == block.lines().len() { block.height() } else { block.lines()[kept].top };
        }
        made.align(options.align, room);
        let overflows = most < usize::MAX && room.is_some_and(|room| made.last().rect.width > room + 1.0 / 64.0);
        if more || overflows {
            made.cut_last_line(fonts, style, room);
        }
        let right = made.lines.iter().map(|line| line.rect.right()).fold(0.0, f32::max);
        made.size = Size::new(right, top);
        made
    }

    fn add_lines(&mut self, kept: usize) {
        let index = self.blocks.len() - 1;
        let Placed { block, start, top, .. } = &self.blocks[index];
        for (block_line, line) in block.lines()[..kept].iter().enumerate() {
            self.lines.push(Line {
                range: start + line.range.start..start + line.range.end,
                rect: Rect::new(0.0, top + line.top, line.width, line.height),
                baseline: top + line.baseline,
                soft: line.soft,
                content: (top + line.content.0, top + line.content.1),
                left: 0.0,
                block: index,
                block_line,
            });
        }
    }

    /// Lines wider than the room start at their own start and stick out at the other end.
    fn align(&mut self, align: Align, room: Option<f32>) {
        let widest = self.lines.iter().map(|line| line.rect.width).fold(0.0, f32::max);
        let room = room.unwrap_or(widest);
        for line in &mut self.lines {
            let shaped = self.blocks[line.block].block.shaped();
            let rtl = shaped.is_rtl();
            let free = (room - line.rect.width).max(0.0);
            let share = match (align, rtl) {
                (Align::Start, false) | (Align::End, true) => 0.0,
                (Align::Center, _) => 0.5,
                (Align::Start, true) | (Align::End, false) => 1.0,
            };
            let overflow = if rtl { (room - line.rect.width).min(0.0) } else { 0.0 };
            line.rect.x = free * share + overflow;
            let hanging = self.blocks[line.block].block.lines()[line.block_line].hanging;
            line.left = if rtl { line.rect.x - hanging } else { line.rect.x };
        }
    }

    fn last(&self) -> &Line {
        self.lines.last().expect("a text has at least one line")
    }

    fn cut_last_line(&mut self, fonts: &mut Fonts, style: &TextStyle, room: Option<f32>) {
        let number = fonts.style_number(style);
        let ellipsis = fonts.block(number, style, "…", None);
        let wide = ellipsis.lines()[0].width;
        let block_line = self.last().block_line;
        let block = self.blocks[self.last().block].block.clone();
        let rtl = block.shaped().is_rtl();
        let clusters = block.clusters(block_line);
        let budget = room.map_or(f32::INFINITY, |room| (room - wide).max(0.0));
        let kept = kept_clusters(clusters, rtl, budget, block.shaped().text());
        let shown = &clusters[kept];
        let edges =
            shown.first().zip(shown.last()).map_or((0.0, 0.0), |(first, last)| (first.x, last.x + last.advance));
        let bytes =
            shown.iter().map(|cluster| cluster.range.clone()).reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
        let width = edges.1 - edges.0 + wide;
        let free = room.map_or(0.0, |room| room - width);
        // The line was aligned with its whole text; what is left of it keeps to the side it was aligned to.
        let last = self.lines.len() - 1;
        let share = match room {
            Some(room) if room > self.lines[last].rect.width => {
                self.lines[last].rect.x / (room - self.lines[last].rect.width)
            }
            _ if rtl => 1.0,
            _ => 0.0,
        };
        let x = free * share;
        let line = &mut self.lines[last];
        line.left = if rtl { x + wide - edges.0 } else { x - edges.0 };
        line.rect.x = x;
        line.rect.width = width;
        let left = if rtl { x } else { x + edges.1 - edges.0 };
        let runs = block.runs().iter().filter(|run| run.line == block_line);
        let shown = runs.map(|run| within(&run.glyphs, edges)).collect();
        self.cut = Some(Cut { kept: bytes.unwrap_or(0..0), shown, ellipsis, left });
    }

    /// How much room it takes: as wide as its widest line reaches, as high as its lines. Not rounded: a box
    /// snapped to whole pixels should be measured with the width rounded up, or its last word may wrap.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The baseline of the first line, from the top.
    pub fn first_baseline(&self) -> f32 {
        self.lines[0].baseline
    }

    /// The lines from top to bottom; at least one, an empty one for an empty text.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The narrowest width in which no word has to be broken.
    pub fn min_content_width(&self) -> f32 {
        self.min_content
    }

    /// The width in which nothing but hard breaks ends a line.
    pub fn max_content_width(&self) -> f32 {
        self.max_content
    }

    /// Whether an ellipsis stands for a part of the text.
    pub fn is_truncated(&self) -> bool {
        self.cut.is_some()
    }

    /// Length in bytes of the text it was made of.
    pub fn text_len(&self) -> usize {
        self.text_len
    }

    /// The glyphs of every line, to be painted with the paragraph's top left corner at `origin`. The glyph
    /// slices are shared, not copied.
    pub fn glyph_runs(&self, origin: Point, color: Color) -> Vec<GlyphRun> {
        self.runs_of(0..self.lines.len(), origin, color)
    }

    /// The same for the lines that reach into `clip` only, which is in the same coordinates as `origin`.
    pub fn glyph_runs_in(&self, origin: Point, color: Color, clip: &Rect) -> Vec<GlyphRun> {
        // Ink may leave its line box; one line height more on either side covers that.
        let first = self.lines.partition_point(|line| origin.y + line.rect.bottom() + line.rect.height <= clip.y);
        let end = self.lines.partition_point(|line| origin.y + line.rect.y - line.rect.height < clip.bottom());
        self.runs_of(first..end.max(first), origin, color)
    }

    fn runs_of(&self, lines: Range<usize>, origin: Point, color: Color) -> Vec<GlyphRun> {
        let mut runs = Vec::new();
        let first = self.blocks.partition_point(|placed| placed.first_line + placed.block.lines().len() <= lines.start);
        for placed in self.blocks[first..].iter().take_while(|placed| placed.first_line < lines.end) {
            let mut of_cut_line = self.cut.iter().flat_map(|cut| &cut.shown);
            for run in placed.block.runs() {
                let index = placed.first_line + run.line;
                if !lines.contains(&index) {
                    continue;
                }
                let line = &self.lines[index];
                let is_cut = self.cut.is_some() && index + 1 == self.lines.len();
                let glyphs = if is_cut { of_cut_line.next() } else { None }.unwrap_or(&run.glyphs).clone();
                let origin = Point::new(origin.x + line.left, origin.y + line.baseline);
                runs.push(GlyphRun { font: run.font.clone(), size: run.size, color, glyphs, origin });
            }
        }
        if let Some(cut) = &self.cut
            && lines.end == self.lines.len()
            && !lines.is_empty()
        {
            let origin = Point::new(origin.x + cut.left, origin.y + self.last().baseline);
            let shown = cut.ellipsis.runs().iter();
            runs.extend(shown.map(|run| GlyphRun {
                font: run.font.clone(),
                size: run.size,
                color,
                glyphs: run.glyphs.clone(),
                origin,
            }));
        }
        runs
    }

    /// The graphemes no loaded font covers, from top to bottom. Their glyphs are not in
    /// [`Paragraph::glyph_runs`].
    pub fn missing(&self) -> Vec<MissingCluster> {
        let mut found = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let Placed { block, start, .. } = &self.blocks[line.block];
            let cut = self.cut.as_ref().filter(|_| index + 1 == self.lines.len());
            for cluster in block.missing(line.block_line) {
                if cut.is_some_and(|cut| !(cut.kept.start <= cluster.range.start && cluster.range.end <= cut.kept.end))
                {
                    continue;
                }
                let (top, bottom) = line.content;
                found.push(MissingCluster {
                    text: block.shaped().text()[cluster.range.clone()].to_owned(),
                    range: start + cluster.range.start..start + cluster.range.end,
                    rect: Rect::from_edges(line.left + cluster.x, top, line.left + cluster.x + cluster.advance, bottom),
                    baseline: line.baseline,
                    font_size: self.font_size,
                });
            }
        }
        found
    }

    /// Whether [`Paragraph::missing`] has any.
    pub fn has_missing(&self) -> bool {
        self.blocks.iter().any(|placed| placed.block.has_missing())
    }
}

/// The clusters, in visual order, that fit into `budget` from the start of the direction; spaces before the
/// cut are dropped too.
fn kept_clusters(clusters: &[Cluster], rtl: bool, budget: f32, text: &str) -> Range<usize> {
    let blank = |cluster: &Cluster| text[cluster.range.clone()].chars().all(char::is_whitespace);
    let mut width = 0.0;
    let fits = |cluster: &&Cluster| {
        width += cluster.advance;
        width <= budget
    };
    if rtl {
        let mut start = clusters.len() - clusters.iter().rev().take_while(fits).count();
        while start < clusters.len() && blank(&clusters[start]) {
            start += 1;
        }
        return start..clusters.len();
    }
    let mut end = clusters.iter().take_while(fits).count();
    while end > 0 && blank(&clusters[end - 1]) {
        end -= 1;
    }
    0..end
}

/// The glyphs whose pen stands between the edges. A mark's pen stands at the end of its base, or within it.
fn within(glyphs: &Rc<[Glyph]>, (left, right): (f32, f32)) -> Rc<[Glyph]> {
    const HAIR: f32 = 1.0 / 64.0;
    let kept = glyphs.iter().filter(|glyph| glyph.x >= left - HAIR && glyph.x < right - HAIR);
    kept.copied().collect()
}
