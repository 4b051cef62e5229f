//! Questions about the scene: where things are, what is at a point, who holds the keyboard.

use std::rc::Rc;

use super::Scene;
use crate::NodeId;
pub use crate::focus::FocusRefused;
use crate::geometry::{Point, Rect};
use crate::semantics::SemanticsTree;

impl Scene {
    /// What the screen announces. Lays out first if that is needed.
    pub fn semantics(&self) -> Rc<SemanticsTree> {
        self.layout();
        self.tree.borrow_mut().semantics_tree()
    }

    /// The part of [`Scene::semantics`] that can be seen, and what holds the keyboard, with everything around it: what
    /// a mirror for screen readers needs. Costs what is in view costs, however long the lists are; places in sets are
    /// those of the whole.
    pub fn semantics_in_view(&self) -> Rc<SemanticsTree> {
        self.layout();
        self.tree.borrow_mut().semantics_in_view()
    }

    /// Whether a node is still there.
    pub fn is_alive(&self, id: NodeId) -> bool {
        self.tree.borrow().get(id).is_some()
    }

    /// A node's border box on the canvas, whether or not any of it is seen. Empty when it has none.
    pub fn node_rect(&self, id: NodeId) -> Rect {
        self.layout();
        let tree = self.tree.borrow();
        tree.get(id).filter(|node| node.placed).map_or(Rect::ZERO, |node| node.rect)
    }

    /// The part of a node's box that is inside the window and inside every scroller around it. What covers it is not
    /// considered: ask [`Scene::hit`].
    pub fn visible_rect(&self, id: NodeId) -> Option<Rect> {
        self.layout();
        self.tree.borrow().visible_rect(id)
    }

    /// The topmost node at a point, as deep as it goes. With a modal open, nothing outside its layer.
    pub fn hit(&self, point: Point) -> Option<NodeId> {
        self.layout();
        self.tree.borrow().hit(point)
    }

    /// The nodes at a point from the topmost outwards.
    pub fn hit_path(&self, point: Point) -> Vec<NodeId> {
        self.layout();
        let tree = self.tree.borrow();
        tree.hit(point).map(|id| tree.path_of(id)).unwrap_or_default()
    }

    /// What a press at a point would press: the control hit there, or the nearest around it.
    pub fn pressable_at(&self, point: Point) -> Option<NodeId> {
        self.layout();
        let tree = self.tree.borrow();
        tree.hit(point).and_then(|id| tree.pressable(id))
    }

    /// Whether a node is another or inside it; content of a portal is inside what opened it.
    pub fn is_within(&self, id: NodeId, ancestor: NodeId) -> bool {
        self.tree.borrow().is_within(id, ancestor)
    }

    /// What a node is in: its parent, or the portal it came from.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.borrow().get(id).and_then(|node| node.portal.or(node.parent))
    }

    /// Whether a node or something around it is disabled.
    pub fn is_disabled(&self, id: NodeId) -> bool {
        self.tree.borrow().is_disabled(id)
    }

    /// Who holds the keyboard.
    pub fn focus(&self) -> Option<NodeId> {
        self.settle_focus();
        self.tree.borrow().focus.focused
    }

    /// Moves the focus to a node as Tab would, and scrolls it into view.
    ///
    /// # Errors
    /// Why it cannot hold the focus now.
    pub fn set_focus(&self, id: NodeId) -> Result<(), FocusRefused> {
        self.settle_focus();
        self.focus_on(id, true)?;
        self.scroll_into_view(id);
        Ok(())
    }

    /// Lets the focus go.
    pub fn clear_focus(&self) {
        self.tree.borrow_mut().move_focus(None, false);
        self.tell_focus();
    }

    /// The first or last node Tab stops at: where the focus comes in when it enters the canvas.
    pub fn focus_edge(&self, last: bool) -> Option<NodeId> {
        self.settle_focus();
        let stops = self.tree.borrow().tab_stops();
        if last { stops.last().copied() } else { stops.first().copied() }
    }

    /// The topmost open modal.
    pub fn modal(&self) -> Option<NodeId> {
        self.tree.borrow().modal()
    }

    /// The modal that keeps a node out of reach, if one does.
    pub fn behind_modal(&self, id: NodeId) -> Option<NodeId> {
        self.tree.borrow().is_behind_modal(id)
    }

    /// Scrolls everything around a node until it is seen. Says whether anything moved.
    pub fn scroll_into_view(&self, id: NodeId) -> bool {
        self.layout();
        self.tree.borrow_mut().scroll_into_view(id)
    }

    /// Scrolls a scroller, or the nearest around a node that has room left that way, by a distance in px. Says
    /// whether anything moved.
    pub fn scroll_by(&self, id: NodeId, dx: f32, dy: f32) -> bool {
        self.layout();
        self.scroll_chain(id, dx, dy)
    }

    /// How far a node is scrolled, and how far it can be, in px.
    pub fn scroll_position(&self, id: NodeId) -> (Point, Point) {
        self.layout();
        self.tree.borrow().get(id).map_or((Point::ZERO, Point::ZERO), |node| (node.scroll, node.max_scroll()))
    }

    /// The text of a field; nothing for what is none. A secret's too: it is the application's.
    pub fn edit_text(&self, id: NodeId) -> Option<String> {
        self.tree.borrow().edit(id).map(|state| state.editor.text().to_owned())
    }

    /// The selection of a field: where it is held and where the caret is, in bytes of its text.
    pub fn edit_selection(&self, id: NodeId) -> Option<(usize, usize)> {
        self.tree.borrow().edit(id).map(|state| {
            let selection = state.editor.selection();
            (selection.anchor, selection.focus)
        })
    }

    /// A node's own name for itself: the path of keys down to it. The same after a reload, if the tree is.
    pub fn identity(&self, id: NodeId) -> String {
        self.tree.borrow().identity(id)
    }

    /// The node of this identity, if there is one.
    pub fn find_identity(&self, identity: &str) -> Option<NodeId> {
        self.tree.borrow().find_identity(identity)
    }
}
