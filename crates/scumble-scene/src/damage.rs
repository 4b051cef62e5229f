//! Which parts of the canvas no longer show what they should.

use crate::NodeId;
use crate::geometry::{Point, Rect, Size};
use crate::node::NodeKind;
use crate::tree::Tree;

/// More rectangles than this are joined: a painter pays for each.
const MOST: usize = 8;

/// How far the ring of focus reaches out of its node, in px.
pub(crate) const RING_REACH: f32 = 4.0;

/// A few rectangles that together cover what changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Damage {
    rects: Vec<Rect>,
}

impl Damage {
    pub(crate) fn whole(size: Size) -> Damage {
        Damage { rects: vec![Rect::from_origin_size(Point::ZERO, size)] }
    }

    pub(crate) fn add(&mut self, rect: Rect) {
        if rect.is_empty() {
            return;
        }
        let mut rect = rect.round_out();
        // Joining may reach others in turn.
        while let Some(at) = self.rects.iter().position(|known| worth_joining(known, &rect)) {
            rect = self.rects.swap_remove(at).union(&rect);
        }
        self.rects.push(rect);
        while self.rects.len() > MOST {
            let Some((a, b)) = cheapest_pair(&self.rects) else { return };
            let joined = self.rects[a].union(&self.rects[b]);
            self.rects.swap_remove(b.max(a));
            self.rects.swap_remove(a.min(b));
            self.rects.push(joined);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rects.is_empty()
    }

    pub(crate) fn take(&mut self, size: Size) -> Vec<Rect> {
        let window = Rect::from_origin_size(Point::ZERO, size);
        let rects = std::mem::take(&mut self.rects);
        rects.into_iter().map(|rect| rect.intersect(&window)).filter(|rect| !rect.is_empty()).collect()
    }
}

fn area(rect: &Rect) -> f32 {
    rect.width * rect.height
}

/// Whether one rectangle over both costs hardly more than the two.
fn worth_joining(a: &Rect, b: &Rect) -> bool {
    area(&a.union(b)) <= (area(a) + area(b)) * 1.1 + 256.0
}

fn cheapest_pair(rects: &[Rect]) -> Option<(usize, usize)> {
    let mut best: Option<(f32, usize, usize)> = None;
    for a in 0..rects.len() {
        for b in a + 1..rects.len() {
            let extra = area(&rects[a].union(&rects[b])) - area(&rects[a]) - area(&rects[b]);
            if best.is_none_or(|(least, ..)| extra < least) {
                best = Some((extra, a, b));
            }
        }
    }
    best.map(|(_, a, b)| (a, b))
}

impl Tree {
    /// Where a node's own pixels can be, shadow and ring of focus included.
    pub(crate) fn ink_rect(&self, id: NodeId) -> Rect {
        let Some(node) = self.nodes.get(id) else { return Rect::ZERO };
        if !node.placed || !node.has_box() {
            return Rect::ZERO;
        }
        let mut rect = node.rect;
        if let NodeKind::Text(state) = &node.kind {
            if let Some((_, paragraph)) = &state.shown {
                rect = rect.union(&Rect::from_origin_size(node.content_rect().origin(), paragraph.size()));
            }
            // Slanted and accented letters reach a little out of their box.
            rect = rect.inflate(3.0);
        }
        let ringed = node.is_control() || node.props.variants.iter().any(|(_, patch)| patch.ring);
        let mut reach = match node.kind {
            _ if ringed => RING_REACH,
            // Strokes on an edge lie half outside of it.
            NodeKind::Draw(_) => 2.0,
            _ => 0.0,
        };
        let shadows = node.props.variants.iter().filter_map(|(_, patch)| patch.shadow);
        for token in shadows.chain([node.props.look.shadow]) {
            for layer in self.theme.shadow(token) {
                reach = reach.max(layer.blur * 1.5 + layer.offset.x.abs().max(layer.offset.y.abs()) + 3.0);
            }
        }
        if reach > 0.0 { rect.inflate(reach) } else { rect }
    }

    /// Notes that a node's own pixels have to be painted again. If it is a control, those of what is inside it too,
    /// for they may show its states.
    pub(crate) fn damage_node(&mut self, id: NodeId) {
        let rect = self.ink_rect(id);
        if rect.is_empty() {
            return;
        }
        let clip = self.clip_of(id);
        self.damage.add(rect.intersect(&clip));
    }

    /// Notes that the pixels of a node and of everything inside it have to be painted again.
    pub(crate) fn damage_subtree(&mut self, id: NodeId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            self.damage_node(id);
            if let Some(node) = self.nodes.get(id) {
                open.extend(&node.children);
                if let NodeKind::Portal { content } = &node.kind {
                    open.extend(content);
                }
            }
        }
    }

    /// Everything has to be painted again.
    pub(crate) fn damage_all(&mut self) {
        self.damage = Damage::whole(self.size);
        self.revision += 1;
    }
}
