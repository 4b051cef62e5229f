//! Remembers shaped hard lines by text and style. Knows how much it holds, not what a line looks like.
//!
//! Two generations: what is asked for moves to the young one; when that is full the old one is dropped and
//! the young one becomes old. So what was used lately stays, at no bookkeeping per use, and the same calls
//! always leave the same contents.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::rc::Rc;

use super::options::TextStyle;
use super::paragraph::hard_lines;
use super::shaped::{Block, Shaped};

/// Bytes of text a generation may hold before it becomes the old one; an entry counts for `ENTRY` more than
/// its text, and a `LONG` text for eight times its own (a shaped byte takes about 64: of a long line being
/// typed only the last states stay).
const GENERATION: usize = 512 << 10;
const ENTRY: usize = 96;
const LONG: usize = 16 << 10;
/// Widths remembered for one text and style: the two of a measuring pass, the final one and one spare.
const WIDTHS: usize = 4;
/// Styles told apart before everything is forgotten (an animated font size makes a new one each frame).
const STYLES: usize = 256;

type Lines = HashMap<Rc<str>, Entry, BuildHasherDefault<DefaultHasher>>;

struct Entry {
    shaped: Rc<Shaped>,
    /// Latest used last.
    blocks: Vec<Rc<Block>>,
}

#[derive(Default)]
struct Generation {
    /// By style number.
    lines: Vec<Lines>,
    weight: usize,
}

impl Generation {
    fn of(&mut self, style: usize) -> &mut Lines {
        if self.lines.len() <= style {
            self.lines.resize_with(style + 1, Lines::default);
        }
        &mut self.lines[style]
    }
}

/// The cache. See the module.
pub(super) struct Cache {
    /// What a generation may weigh.
    limit: usize,
    /// The same while a long text is laid out.
    room: usize,
    styles: Vec<TextStyle>,
    young: Generation,
    old: Generation,
}

impl Default for Cache {
    fn default() -> Cache {
        let (young, old) = (Generation::default(), Generation::default());
        Cache { limit: GENERATION, room: GENERATION, styles: Vec::new(), young, old }
    }
}

impl Cache {
    /// The number the style has here.
    pub(super) fn style(&mut self, style: &TextStyle) -> usize {
        if let Some(at) = self.styles.iter().position(|known| known.same_as(style)) {
            return at;
        }
        if self.styles.len() == STYLES {
            self.clear();
        }
        self.styles.push(style.clone());
        self.styles.len() - 1
    }

    /// Gets ready for a text: its own lines must not push each other out before it is asked for again.
    pub(super) fn expect(&mut self, text: &str) {
        let weight = if text.len() < LONG { 0 } else { text.len() + ENTRY * hard_lines(text).count() };
        self.room = self.limit.max(2 * weight);
    }

    /// Forgets everything; style numbers are void.
    pub(super) fn clear(&mut self) {
        *self = Cache { limit: self.limit, ..Cache::default() };
    }

    /// The hard line `text` in style number `style` broken for `width`, and whether it had been shaped
    /// before. `shape` makes what is not there.
    pub(super) fn block(
        &mut self,
        style: usize,
        text: &str,
        width: Option<f32>,
        shape: impl FnOnce(Rc<str>) -> Shaped,
    ) -> (Rc<Block>, bool) {
        let mut known = true;
        if !self.young.of(style).contains_key(text) {
            let (key, entry) = match self.old.of(style).remove_entry(text) {
                Some(kept) => kept,
                None => {
                    known = false;
                    let key: Rc<str> = Rc::from(text);
                    let shaped = Rc::new(shape(key.clone()));
                    (key, Entry { shaped, blocks: Vec::new() })
                }
            };
            self.make_room(weight(text));
            self.young.of(style).insert(key, entry);
        }
        let entry = self.young.of(style).get_mut(text).expect("it was there or has just been put there");
        (entry.block(width), known)
    }

    fn make_room(&mut self, weight: usize) {
        if self.young.weight + weight > self.room {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.weight += weight;
    }
}

fn weight(text: &str) -> usize {
    ENTRY + if text.len() < LONG { text.len() } else { text.len() * 8 }
}

impl Entry {
    fn block(&mut self, width: Option<f32>) -> Rc<Block> {
        let width = self.shaped.effective_width(width);
        if let Some(at) = self.blocks.iter().position(|block| block.width() == width) {
            let block = self.blocks.remove(at);
            self.blocks.push(block.clone());
            return block;
        }
        let block = Rc::new(Block::new(self.shaped.clone(), width));
        if self.blocks.len() == WIDTHS {
            self.blocks.remove(0);
        }
        self.blocks.push(block.clone());
        block
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fonts, LayoutOptions};
    use super::*;

    fn held(cache: &Cache) -> usize {
        cache.young.lines.iter().chain(&cache.old.lines).map(HashMap::len).sum()
    }

    #[test]
    fn what_was_used_lately_stays_and_the_rest_is_let_go() {
        let mut fonts = Fonts::new();
        let style = TextStyle::new(16.0, 24.0);
        let lay_out = |fonts: &mut Fonts, text: &str| fonts.layout(text, &style, &LayoutOptions::default());
        const LIMIT: usize = 10_000;
        fonts.cache_mut().limit = LIMIT;
        let line = |n: usize| format!("{n} {}", "word ".repeat(80));
        let each = weight(&line(10));
        for n in 0..LIMIT * 4 / each {
            lay_out(&mut fonts, &line(n));
            lay_out(&mut fonts, "kept because it is asked for again and again");
        }
        let held = held(fonts.cache());
        assert!(held <= 2 * LIMIT / each + 2, "{held} lines are held");
        fonts.take_counters();
        lay_out(&mut fonts, "kept because it is asked for again and again");
        assert_eq!(fonts.take_counters().paragraphs_shaped, 0);
        lay_out(&mut fonts, &line(0));
        assert_eq!(fonts.take_counters().paragraphs_shaped, 1);
    }

    #[test]
    fn a_text_too_long_for_a_generation_does_not_push_itself_out() {
        let mut fonts = Fonts::new();
        fonts.cache_mut().limit = 4_000;
        let text: String = (0..600).map(|n| format!("line number {n} of a long text\n")).collect();
        let mut lay_out = |text: &str| {
            fonts.layout(text, &TextStyle::new(16.0, 24.0), &LayoutOptions::default());
            fonts.take_counters().paragraphs_shaped
        };
        assert_eq!(lay_out(&text), 601);
        lay_out("something else in between");
        assert_eq!(lay_out(&text.replace("number 300", "number three hundred")), 1);
    }

    #[test]
    fn a_style_a_frame_is_forgotten_again() {
        let mut fonts = Fonts::new();
        for frame in 0..3 * STYLES {
            let style = TextStyle::new(16.0 + frame as f32 / 64.0, 24.0);
            assert_eq!(fonts.layout("grows", &style, &LayoutOptions::default()).lines().len(), 1);
        }
        assert!(fonts.cache().styles.len() <= STYLES && held(fonts.cache()) <= STYLES);
    }
}
