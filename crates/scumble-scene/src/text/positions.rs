//! Where in the text a point is, and where on the plane a place in the text is.
//!
//! All points and rectangles are CSS pixels from the paragraph's top left corner; all indices are byte
//! offsets, which are clamped into the text. In a paragraph cut with an ellipsis what was cut away lies at
//! the end of its last line.

use std::ops::Range;

use super::paragraph::{Line, Paragraph};
use super::shaped::Cluster;
use crate::geometry::{Point, Rect};

/// Which of two lines a caret stands on when the end of one is the start of the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Affinity {
    /// At the end of the line before the break.
    Upstream,
    /// At the start of the line after it. The only one there is anywhere else.
    #[default]
    Downstream,
}

/// A place between two graphemes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caret {
    /// Byte offset.
    pub index: usize,
    /// Which side of a soft break.
    pub affinity: Affinity,
}

impl Caret {
    /// A caret at `index`, after a soft break if there is one.
    pub const fn at(index: usize) -> Caret {
        Caret { index, affinity: Affinity::Downstream }
    }
}

impl Paragraph {
    /// The place nearest to a point: on the line at its height, or the nearest one, between the two graphemes
    /// whose border is nearest.
    pub fn index_at(&self, point: Point) -> Caret {
        self.index_on_line(self.line_at_height(point.y), point.x)
    }

    /// The number of the line at a height, or the nearest one.
    pub fn line_at_height(&self, y: f32) -> usize {
        self.lines.partition_point(|line| line.rect.bottom() <= y).min(self.lines.len() - 1)
    }

    /// The place on line number `line` (the last one if there are fewer) nearest to `x`.
    pub fn index_on_line(&self, line: usize, x: f32) -> Caret {
        let line = &self.lines[line.min(self.lines.len() - 1)];
        let x = x - line.left;
        let clusters = self.clusters(line);
        let Some(cluster) = clusters.iter().find(|cluster| x < cluster.x + cluster.advance).or(clusters.last()) else {
            return Caret::at(line.range.start);
        };
        let right_half = x >= cluster.x + cluster.advance * 0.5;
        let within = if right_half != cluster.rtl { cluster.range.end } else { cluster.range.start };
        let index = self.blocks[line.block].start + within;
        let affinity = if line.soft && index == line.range.end { Affinity::Upstream } else { Affinity::Downstream };
        Caret { index, affinity }
    }

    /// The number of the line a caret stands on.
    pub fn line_of(&self, caret: Caret) -> usize {
        let at = self.lines.partition_point(|line| line.range.start <= caret.index).saturating_sub(1);
        let starts_line = at > 0 && self.lines[at].range.start == caret.index && self.lines[at - 1].soft;
        if caret.affinity == Affinity::Upstream && starts_line { at - 1 } else { at }
    }

    /// The caret at a place: 1 pixel wide, as high as the font's own box. Where lines break at a width it
    /// stays within that, though spaces hang over it.
    pub fn caret_rect(&self, caret: Caret) -> Rect {
        let line = &self.lines[self.line_of(caret)];
        let mut x = line.left + self.x_in(line, caret.index);
        if let Some(room) = self.room {
            x = x.clamp(0.0, (room - 1.0).max(0.0));
        }
        let (top, bottom) = line.content;
        Rect::new(x, top, 1.0, bottom - top)
    }

    /// Rectangles over the graphemes of a range, a line box high: one a line, more where directions mix. A
    /// line feed in the range shows as a small one behind its line.
    pub fn selection_rects(&self, range: Range<usize>) -> Vec<Rect> {
        let mut rects = Vec::new();
        if range.start >= range.end {
            return rects;
        }
        let first = self.line_of(Caret::at(range.start));
        for (index, line) in self.lines.iter().enumerate().skip(first) {
            if line.range.start >= range.end {
                break;
            }
            self.push_selected(line, &range, &mut rects);
            let feed = !line.soft
                && index + 1 < self.lines.len()
                && range.start <= line.range.end
                && range.end > line.range.end;
            if feed {
                let wide = self.font_size * 0.3;
                let rtl = self.blocks[line.block].block.shaped().is_rtl();
                let x = if rtl { line.left - wide } else { line.rect.right().max(line.left + self.width_of(line)) };
                join(&mut rects, Rect::new(x, line.rect.y, wide, line.rect.height));
            }
        }
        rects
    }

    fn push_selected(&self, line: &Line, range: &Range<usize>, rects: &mut Vec<Rect>) {
        let start = self.blocks[line.block].start;
        let limit = self.room.unwrap_or(f32::INFINITY);
        for cluster in self.clusters(line) {
            if start + cluster.range.end <= range.start || start + cluster.range.start >= range.end {
                continue;
            }
            let left = (line.left + cluster.x).min(limit);
            let right = (line.left + cluster.x + cluster.advance).min(limit);
            if right > left {
                join(rects, Rect::from_edges(left, line.rect.y, right, line.rect.bottom()));
            }
        }
    }

    /// Whether the text at `index` runs from right to left.
    pub fn is_rtl_at(&self, index: usize) -> bool {
        let line = &self.lines[self.line_of(Caret::at(index))];
        let start = self.blocks[line.block].start;
        let clusters = self.clusters(line);
        let here =
            clusters.iter().find(|cluster| start + cluster.range.start <= index && index < start + cluster.range.end);
        here.map_or_else(|| self.blocks[line.block].block.shaped().is_rtl(), |cluster| cluster.rtl)
    }

    fn clusters(&self, line: &Line) -> &[Cluster] {
        self.blocks[line.block].block.clusters(line.block_line)
    }

    fn width_of(&self, line: &Line) -> f32 {
        self.clusters(line).last().map_or(0.0, |cluster| cluster.x + cluster.advance)
    }

    /// Distance of a place on the line from the line's left edge. The grapheme after the place says where it
    /// is; at the end of the line the one before it does.
    fn x_in(&self, line: &Line, index: usize) -> f32 {
        let clusters = self.clusters(line);
        let index = index.saturating_sub(self.blocks[line.block].start);
        let leading = |cluster: &Cluster| if cluster.rtl { cluster.x + cluster.advance } else { cluster.x };
        let trailing = |cluster: &Cluster| if cluster.rtl { cluster.x } else { cluster.x + cluster.advance };
        if let Some(after) = clusters.iter().find(|cluster| cluster.range.start <= index && index < cluster.range.end) {
            return leading(after);
        }
        let before =
            clusters.iter().filter(|cluster| cluster.range.end <= index).max_by_key(|cluster| cluster.range.end);
        before.map_or(0.0, trailing)
    }
}

/// Adds a rectangle, or lengthens the last one if it goes on from there on the same line.
fn join(rects: &mut Vec<Rect>, rect: Rect) {
    const HAIR: f32 = 1.0 / 64.0;
    match rects.last_mut() {
        Some(last) if last.y == rect.y && (last.right() - rect.x).abs() < HAIR => *last = last.union(&rect),
        _ => rects.push(rect),
    }
}
