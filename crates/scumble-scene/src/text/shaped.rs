//! One hard line: shaped once, broken for any width. The only file that reads the text engine's layout.
//!
//! `Shaped` owns the engine's layout; `Block` is what its lines are at one width. A block reads what it needs
//! when it is first asked for it, breaking the shared layout again if another width was the last. Positions
//! in a block are relative to its own top and to its line's left edge.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use parley::{BreakReason, Layout, PositionedLayoutItem};

use super::fonts::Faces;
use crate::paint_list::{FontRef, Glyph};

/// A hard line with its glyphs chosen, not yet broken.
pub(super) struct Shaped {
    text: Rc<str>,
    layout: RefCell<Layout<()>>,
    broken: Cell<Option<Option<f32>>>,
    faces: Rc<Faces>,
    size: f32,
    rtl: bool,
    min_content: f32,
    max_content: f32,
    /// Byte ranges of the graphemes no font covers, in order.
    missing: Vec<Range<usize>>,
}

/// Where a soft line of a block is and how far it reaches.
#[derive(Clone, Debug)]
pub(super) struct BlockLine {
    /// Its bytes in the hard line, spaces at the break included.
    pub(super) range: Range<usize>,
    /// Its top edge in the block.
    pub(super) top: f32,
    pub(super) height: f32,
    /// From the block's top.
    pub(super) baseline: f32,
    /// Top and bottom of the fonts' own box, from the block's top.
    pub(super) content: (f32, f32),
    /// Width, hanging spaces left out.
    pub(super) width: f32,
    /// Width of the spaces hanging over the end.
    pub(super) hanging: f32,
    /// Whether it ends because the width did.
    pub(super) soft: bool,
}

/// A grapheme on its line.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    pub(super) range: Range<usize>,
    /// Left edge from the line's left edge.
    pub(super) x: f32,
    pub(super) advance: f32,
    pub(super) rtl: bool,
}

/// Glyphs of one font on one line.
pub(super) struct BlockRun {
    pub(super) line: usize,
    pub(super) font: FontRef,
    pub(super) size: f32,
    /// Relative to the line's left edge and baseline.
    pub(super) glyphs: Rc<[Glyph]>,
}

impl Shaped {
    /// Takes over a layout of `text` broken for no width, and where its fonts lack a grapheme.
    pub(super) fn new(
        text: Rc<str>,
        layout: Layout<()>,
        missing: Vec<Range<usize>>,
        size: f32,
        faces: Rc<Faces>,
    ) -> Shaped {
        let widths = layout.calculate_content_widths();
        let (min_content, max_content) = if text.is_empty() { (0.0, 0.0) } else { (widths.min, widths.max) };
        let rtl = layout.is_rtl();
        Shaped {
            text,
            layout: RefCell::new(layout),
            broken: Cell::new(Some(None)),
            faces,
            size,
            rtl,
            min_content,
            max_content,
            missing,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn is_rtl(&self) -> bool {
        self.rtl
    }

    pub(super) fn min_content(&self) -> f32 {
        self.min_content
    }

    pub(super) fn max_content(&self) -> f32 {
        self.max_content
    }

    /// `None` where the whole line fits, so that every width it fits in shares one block.
    pub(super) fn effective_width(&self, width: Option<f32>) -> Option<f32> {
        let width = width.filter(|width| !width.is_nan())?.max(0.0);
        // A hair more than asked: a width measured here and handed back must not break the line it was
        // measured on.
        let width = width + 1.0 / 64.0;
        (self.max_content > width).then_some(width)
    }

    /// Runs `read` on the layout, broken for `width`.
    fn with<R>(&self, width: Option<f32>, read: impl FnOnce(&Layout<()>) -> R) -> R {
        if self.broken.get() != Some(width) {
            self.layout.borrow_mut().break_all_lines(width);
            self.broken.set(Some(width));
        }
        read(&self.layout.borrow())
    }
}

/// The graphemes drawn with the glyph for "no such character", in order, with their advances.
pub(super) fn missing_clusters(layout: &Layout<()>, text: &str) -> Vec<(Range<usize>, f32)> {
    let lacks = layout.lines().flat_map(|line| line.items()).any(|item| match item {
        PositionedLayoutItem::GlyphRun(run) => run.glyphs().any(|glyph| glyph.id == 0),
        PositionedLayoutItem::InlineBox(_) => false,
    });
    if !lacks {
        return Vec::new();
    }
    let mut found: Vec<(Range<usize>, f32)> = Vec::new();
    for cluster in layout.lines().flat_map(|line| line.runs()).flat_map(|run| run.clusters()) {
        let range = cluster.text_range();
        let visible =
            text.get(range.clone()).is_some_and(|text| text.chars().any(|c| !c.is_whitespace() && !c.is_control()));
        if visible && cluster.glyphs().any(|glyph| glyph.id == 0) {
            found.push((range, cluster.advance()));
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// The advance of the grapheme at a byte, letter spacing included.
pub(super) fn advance_at(layout: &Layout<()>, index: usize) -> f32 {
    parley::Cluster::from_byte_index(layout, index).map_or(0.0, |cluster| cluster.advance())
}

/// A hard line broken for one width.
pub(super) struct Block {
    shaped: Rc<Shaped>,
    width: Option<f32>,
    lines: Vec<BlockLine>,
    height: f32,
    runs: OnceCell<Vec<BlockRun>>,
    clusters: OnceCell<Vec<Vec<Cluster>>>,
}

impl Block {
    pub(super) fn new(shaped: Rc<Shaped>, width: Option<f32>) -> Block {
        let lines = shaped.with(width, |layout| read_lines(layout, shaped.text()));
        let height = lines.last().map_or(0.0, |line| line.top + line.height);
        Block { shaped, width, lines, height, runs: OnceCell::new(), clusters: OnceCell::new() }
    }

    pub(super) fn shaped(&self) -> &Shaped {
        &self.shaped
    }

    /// What it was broken for; `None` if nothing made it break.
    pub(super) fn width(&self) -> Option<f32> {
        self.width
    }

    pub(super) fn lines(&self) -> &[BlockLine] {
        &self.lines
    }

    pub(super) fn height(&self) -> f32 {
        self.height
    }

    /// Glyphs a font has, line by line. What no font covers is in [`Block::missing`].
    pub(super) fn runs(&self) -> &[BlockRun] {
        self.runs.get_or_init(|| self.shaped.with(self.width, |layout| read_runs(layout, &self.shaped)))
    }

    /// The graphemes of every line, from left to right.
    pub(super) fn clusters(&self, line: usize) -> &[Cluster] {
        let lines = self.clusters.get_or_init(|| {
            if self.shaped.text.is_empty() {
                return vec![Vec::new(); self.lines.len()];
            }
            self.shaped.with(self.width, |layout| layout.lines().map(|line| read_clusters(&line)).collect())
        });
        lines.get(line).map_or(&[], Vec::as_slice)
    }

    /// The graphemes of `line` that no font covers.
    pub(super) fn missing(&self, line: usize) -> impl Iterator<Item = &Cluster> {
        let missing = &self.shaped.missing;
        let clusters = if missing.is_empty() { &[] } else { self.clusters(line) };
        clusters
            .iter()
            .filter(move |cluster| missing.binary_search_by_key(&cluster.range.start, |range| range.start).is_ok())
    }

    /// Whether any grapheme of the line is not covered.
    pub(super) fn has_missing(&self) -> bool {
        !self.shaped.missing.is_empty()
    }
}

fn read_lines(layout: &Layout<()>, text: &str) -> Vec<BlockLine> {
    let mut lines = Vec::with_capacity(layout.len());
    let mut top = 0.0;
    for line in layout.lines() {
        let metrics = line.metrics();
        // An empty text is shaped as one space to have a height; that space has no width here.
        let (range, advance, hanging) = if text.is_empty() {
            (0..0, 0.0, 0.0)
        } else {
            (line.text_range(), metrics.advance, metrics.hanging_advance)
        };
        lines.push(BlockLine {
            range,
            top,
            height: metrics.line_height,
            baseline: metrics.baseline,
            content: (metrics.content_block_min_coord, metrics.content_block_max_coord),
            width: advance - hanging,
            hanging,
            soft: matches!(line.break_reason(), BreakReason::Regular | BreakReason::Emergency),
        });
        top += metrics.line_height;
    }
    lines
}

fn read_runs(layout: &Layout<()>, shaped: &Shaped) -> Vec<BlockRun> {
    let mut runs: Vec<BlockRun> = Vec::new();
    if shaped.text.is_empty() {
        return runs;
    }
    let mut glyphs: Vec<Glyph> = Vec::new();
    for (index, line) in layout.lines().enumerate() {
        let metrics = line.metrics();
        let (left, baseline) = (metrics.inline_min_coord + metrics.offset, metrics.baseline);
        let mut font: Option<FontRef> = None;
        for item in line.items() {
            let PositionedLayoutItem::GlyphRun(run) = item else { continue };
            let face = shaped.faces.get(run.run().font());
            // Spans that differ in spacing only are one run to paint.
            if font.as_ref().is_some_and(|font| *font != face) {
                push_run(&mut runs, index, font.take(), shaped.size, &mut glyphs);
            }
            font = Some(face);
            let drawn = run.positioned_glyphs().filter(|glyph| glyph.id != 0);
            glyphs.extend(drawn.map(|glyph| Glyph { id: glyph.id, x: glyph.x - left, y: glyph.y - baseline }));
        }
        push_run(&mut runs, index, font, shaped.size, &mut glyphs);
    }
    runs
}

fn push_run(runs: &mut Vec<BlockRun>, line: usize, font: Option<FontRef>, size: f32, glyphs: &mut Vec<Glyph>) {
    if let Some(font) = font
        && !glyphs.is_empty()
    {
        runs.push(BlockRun { line, font, size, glyphs: Rc::from(glyphs.as_slice()) });
    }
    glyphs.clear();
}

fn read_clusters(line: &parley::Line<'_, ()>) -> Vec<Cluster> {
    let mut clusters = Vec::new();
    let mut x = 0.0;
    for cluster in line.runs().flat_map(|run| run.visual_clusters()) {
        let advance = cluster.advance();
        clusters.push(Cluster { range: cluster.text_range(), x, advance, rtl: cluster.is_rtl() });
        x += advance;
    }
    clusters
}
