//! What a scene holds that no application does: how far things are scrolled, text that no source holds, selections.
//!
//! Named by identity, so that another mount of the same application can be given it.

use crate::edit::EditOp;
use crate::geometry::Point;
use crate::node::{Node, NodeKind};
use crate::scene::Scene;

/// What one node holds of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// The node, as [`Scene::identity`] names it.
    pub identity: String,
    /// How far it is scrolled, in px; none if it is not.
    pub scroll: Option<Point>,
    /// The text of a field; a secret's is not told.
    pub text: Option<String>,
    /// Where a field's selection is held and where its caret is, in bytes.
    pub selection: Option<(usize, usize)>,
}

impl Scene {
    /// What the nodes hold of their own. Not what is being composed by an input method.
    #[must_use]
    pub fn keep(&self) -> Vec<Kept> {
        self.layout();
        let tree = self.tree.borrow();
        let held = tree.nodes.iter().filter_map(|(id, node)| {
            let mut kept = held_by(node)?;
            kept.identity = tree.identity(id);
            Some(kept)
        });
        held.collect()
    }

    /// Gives nodes what those of the same identity held. A text is put in as a person would, so the application hears
    /// of it. Answers the identities there is no node for.
    pub fn restore(&self, kept: &[Kept]) -> Vec<String> {
        let mut lost = Vec::new();
        // Texts first: what they make appear may be what was scrolled.
        for one in kept {
            let Some(id) = self.find_identity(&one.identity) else {
                lost.push(one.identity.clone());
                continue;
            };
            if let Some(text) = one.text.as_ref().filter(|text| self.edit_text(id).is_some_and(|now| now != **text)) {
                self.edit_apply(id, EditOp::ReplaceAll(text.clone()));
            }
            if let Some((anchor, focus)) = one.selection.filter(|_| self.edit_text(id).is_some()) {
                self.edit_apply(id, EditOp::SetSelection { anchor, focus });
            }
        }
        self.layout();
        for one in kept {
            if let (Some(id), Some(to)) = (self.find_identity(&one.identity), one.scroll) {
                // A list lays out what it shows, and knows how long it is from that.
                let moved = self.tree.borrow_mut().scroll_to(id, to);
                if moved {
                    self.layout();
                    self.tree.borrow_mut().scroll_to(id, to);
                }
            }
        }
        lost
    }
}

fn held_by(node: &Node) -> Option<Kept> {
    let mut kept = Kept::default();
    if node.scrolls() && node.scroll != Point::ZERO {
        kept.scroll = Some(node.scroll);
    }
    if let NodeKind::Edit(state) = &node.kind
        && !state.is_secret()
        && !state.editor.is_composing()
    {
        let selection = state.editor.selection();
        kept.text = Some(state.editor.text().to_owned());
        kept.selection = Some((selection.anchor, selection.focus));
    }
    (kept.scroll.is_some() || kept.text.is_some()).then_some(kept)
}
