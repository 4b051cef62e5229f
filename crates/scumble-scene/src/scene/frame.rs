//! Frames: what the host shows next.

use std::rc::Rc;

use super::Scene;
use crate::NodeId;
use crate::display::Extras;
use crate::geometry::Rect;
use crate::node::NodeKind;
use crate::paint_list::DisplayList;
use crate::style::Cursor;
use crate::tree::Tree;

/// For how long the caret is seen, and for how long not, ms.
const BLINK: f64 = 530.0;

/// What changed since the frame before.
#[derive(Clone, Debug, Default)]
pub struct FrameOutput {
    /// The parts of the canvas to paint again, in CSS px; nothing when nothing changed.
    pub damage: Vec<Rect>,
    /// What is painted there.
    pub list: DisplayList,
    /// Whether the semantics tree is another than at the frame before.
    pub semantics_changed: bool,
    /// The pointer's shape.
    pub cursor: Cursor,
    /// The caret of the focused field: where an input method puts its window.
    pub caret: Option<Rect>,
    /// When a frame is wanted although nothing happens (ms on the host's clock): the caret blinks.
    pub wake_at: Option<f64>,
}

impl Scene {
    /// The next frame, at `now` (ms on the host's clock).
    pub fn frame(&self, now: f64) -> FrameOutput {
        if now.is_finite() {
            self.tree.borrow_mut().now = now;
        }
        self.bring_up_to_date();
        let mut tree = self.tree.borrow_mut();
        let tree = &mut *tree;
        let (shown, wake_at) = tree.caret_blink();
        if shown != tree.caret_shown {
            for rect in [shown, tree.caret_shown].into_iter().flatten() {
                tree.damage.add(rect.inflate(1.0));
            }
            tree.caret_shown = shown;
        }
        let damage = tree.damage.take(tree.size);
        let list = if damage.is_empty() {
            DisplayList::new()
        } else {
            tree.display_list(&damage, Extras { caret: shown.is_some() })
        };
        let focused = tree.focus.focused;
        FrameOutput {
            damage,
            list,
            semantics_changed: std::mem::take(&mut tree.semantics_changed),
            cursor: tree.cursor(),
            caret: focused.and_then(|id| tree.caret_rect(id)),
            wake_at,
        }
    }

    /// Whether a frame now would paint or tell anything.
    pub fn needs_frame(&self) -> bool {
        let tree = self.tree.borrow();
        tree.layout_stale || !tree.stale_boxes.is_empty() || !tree.damage.is_empty() || tree.semantics_changed
    }

    /// The list of a part of the canvas as it is now, with no caret. Changes nothing the next frame depends on.
    pub fn display_list(&self, clip: Rect) -> DisplayList {
        self.bring_up_to_date();
        self.tree.borrow_mut().display_list(&[clip], Extras::default())
    }

    /// The list of one node on the ground it stands on, and its rectangle; empty when it has no box now.
    pub fn display_list_of(&self, id: NodeId) -> (DisplayList, Rect) {
        self.bring_up_to_date();
        self.tree.borrow_mut().display_list_of(id)
    }

    /// Focus, boxes, drawings, what the pointer is over.
    pub(crate) fn bring_up_to_date(&self) {
        self.layout();
        self.draw_again();
        self.hover_again();
    }

    /// Asks drawings whose size changed for their shapes; the author's code, so the tree is let go.
    fn draw_again(&self) {
        let stale = std::mem::take(&mut self.tree.borrow_mut().stale_drawings);
        for id in stale {
            let wanted = {
                let tree = self.tree.borrow();
                let Some(node) = tree.get(id) else { continue };
                let NodeKind::Draw(state) = &node.kind else { continue };
                let size = node.content_rect().size();
                if !node.placed || state.made_for == Some(size) {
                    continue;
                }
                (Rc::clone(&state.draw), size)
            };
            let (draw, size) = wanted;
            let drawing = Rc::new(scumble_reactive::untrack(|| draw(size)));
            let mut tree = self.tree.borrow_mut();
            if let Some(node) = tree.nodes.get_mut(id)
                && let NodeKind::Draw(state) = &mut node.kind
            {
                state.made_for = Some(size);
                state.drawing = drawing;
                tree.damage_node(id);
            }
        }
    }
}

impl Tree {
    /// The caret if it is seen now, and when that changes.
    fn caret_blink(&mut self) -> (Option<Rect>, Option<f64>) {
        let Some(id) = self.focus.focused.filter(|_| self.focus.window) else { return (None, None) };
        let now = self.now;
        let Some(state) = self.edit(id) else { return (None, None) };
        if !state.editor.selection().is_caret() || self.is_disabled(id) {
            return (None, None);
        }
        let since = state.caret_since;
        let turns = libm::floor((now - since).max(0.0) / BLINK);
        let wake_at = since + (turns + 1.0) * BLINK;
        let seen = turns % 2.0 == 0.0;
        let clip = self.clip_of(id);
        let rect = if seen { self.caret_rect(id).map(|rect| rect.intersect(&clip)) } else { None };
        (rect.filter(|rect| !rect.is_empty()), Some(wake_at))
    }
}
