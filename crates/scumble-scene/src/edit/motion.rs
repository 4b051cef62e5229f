//! Where a move leads and how far a deletion reaches. Only looks things up and hands ranges on; recording is
//! `editor`'s.

use super::editor::Editor;
use super::history::Kind;
use super::operation::{By, To};
use crate::text::boundaries::{next_grapheme, next_word, previous_grapheme, previous_word};
use crate::text::{Affinity, Caret, Paragraph};

impl Editor {
    pub(super) fn delete(&mut self, by: By, forward: bool, paragraph: &Paragraph, now: f64) -> bool {
        if !self.selection.is_caret() {
            return self.replace(self.selection.range(), "", Kind::Other, now);
        }
        let caret = self.selection.focus;
        let step = if forward { next_grapheme(&self.text, caret) } else { previous_grapheme(&self.text, caret) };
        let other = match by {
            By::Grapheme => step,
            By::Word if self.options.secret => {
                if forward {
                    self.text.len()
                } else {
                    0
                }
            }
            By::Word => {
                if forward {
                    next_word(&self.text, caret)
                } else {
                    previous_word(&self.text, caret)
                }
            }
            By::Line => {
                let edge = self.line_edge(if forward { To::LineEnd } else { To::LineStart }, paragraph).index;
                if edge == caret { step } else { edge }
            }
        };
        let kind = match by {
            By::Grapheme if forward => Kind::DeletedForward,
            By::Grapheme => Kind::DeletedBackward,
            By::Word | By::Line => Kind::Other,
        };
        self.replace(caret.min(other)..caret.max(other), "", kind, now)
    }

    /// The place a move leads to, in the text.
    pub(super) fn destination(&mut self, to: To, extend: bool, paragraph: &Paragraph) -> Caret {
        let focus = self.selection.focus;
        match to {
            To::Left | To::Right => {
                let forward = (to == To::Right) != paragraph.is_rtl_at(self.to_display(focus));
                let range = self.selection.range();
                let index = match (self.selection.is_caret() || extend, forward) {
                    (true, true) => next_grapheme(&self.text, focus),
                    (true, false) => previous_grapheme(&self.text, focus),
                    (false, true) => range.end,
                    (false, false) => range.start,
                };
                Caret::at(index)
            }
            To::WordLeft if !self.options.secret => Caret::at(previous_word(&self.text, focus)),
            To::WordRight if !self.options.secret => Caret::at(next_word(&self.text, focus)),
            To::WordLeft | To::DocStart => Caret::at(0),
            To::WordRight | To::DocEnd => Caret::at(self.text.len()),
            To::LineStart | To::LineEnd => self.line_edge(to, paragraph),
            To::Up => self.vertical(1, false, paragraph),
            To::Down => self.vertical(1, true, paragraph),
            To::PageUp => self.vertical(self.page_lines, false, paragraph),
            To::PageDown => self.vertical(self.page_lines, true, paragraph),
        }
    }

    fn line_edge(&self, to: To, paragraph: &Paragraph) -> Caret {
        let line = &paragraph.lines()[paragraph.line_of(self.display_caret())];
        match to {
            To::LineStart => Caret::at(self.from_display(line.range.start)),
            _ => {
                let affinity = if line.soft { Affinity::Upstream } else { Affinity::Downstream };
                Caret { index: self.from_display(line.range.end), affinity }
            }
        }
    }

    fn vertical(&mut self, lines: usize, down: bool, paragraph: &Paragraph) -> Caret {
        let caret = self.display_caret();
        let line = paragraph.line_of(caret);
        let last = paragraph.lines().len() - 1;
        let x = *self.goal_x.get_or_insert_with(|| paragraph.caret_rect(caret).x);
        if down && line == last {
            return Caret::at(self.text.len());
        }
        if !down && line == 0 {
            return Caret::at(0);
        }
        let target = if down { (line + lines).min(last) } else { line.saturating_sub(lines) };
        let found = paragraph.index_on_line(target, x);
        Caret { index: self.from_display(found.index), affinity: found.affinity }
    }
}
