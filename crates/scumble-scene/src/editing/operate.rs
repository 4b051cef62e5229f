//! Doing an edit: through the model, then the author's handlers, then the source's word.

use crate::NodeId;
use crate::edit::EditOp;
use crate::scene::Scene;

impl Scene {
    /// Applies one operation to a field. Says whether it changed anything.
    pub(crate) fn edit_apply(&self, id: NodeId, operation: EditOp) -> bool {
        let (changed, handler) = {
            let mut tree = self.tree.borrow_mut();
            tree.lay_out();
            if tree.edit_is_fixed(id) && operation.edits() {
                return false;
            }
            let Some(lines) = tree.edit_lines(id) else { return false };
            let now = tree.now;
            let room = tree.nodes[id].content_rect().height;
            let line = crate::layout::text_style(&tree.theme, &tree.nodes[id].props.text).line_height;
            let Some(state) = tree.edit_mut(id) else { return false };
            state.editor.set_page_lines(libm::floorf(room / line.max(1.0)) as usize);
            let changed = state.editor.apply(operation, &lines, now);
            if !changed.any() {
                return false;
            }
            tree.edit_changed(id, changed.text);
            (changed, tree.nodes[id].handlers.input.clone())
        };
        if changed.text {
            self.tell_input(id, handler);
        }
        true
    }

    /// Takes the selected text out of a field for the clipboard.
    pub(crate) fn edit_cut(&self, id: NodeId) -> Option<String> {
        let (taken, handler) = {
            let mut tree = self.tree.borrow_mut();
            if tree.edit_is_fixed(id) {
                return None;
            }
            let now = tree.now;
            let taken = tree.edit_mut(id)?.editor.take_cut(now)?;
            tree.edit_changed(id, true);
            (taken, tree.nodes[id].handlers.input.clone())
        };
        self.tell_input(id, handler);
        Some(taken)
    }

    fn tell_input(&self, id: NodeId, handler: Option<std::rc::Rc<dyn Fn(String)>>) {
        if let Some(handler) = handler {
            let text = self.tree.borrow().edit(id).map(|state| state.editor.text().to_owned());
            if let Some(text) = text {
                self.run_handler(|| handler(text));
            }
        }
        // The source has the last word: a field whose application did not take the edit shows what it was.
        let source = match self.tree.borrow().edit(id) {
            Some(state) => state.source.clone(),
            None => return,
        };
        if let crate::prop::Prop::Dynamic(read) = source {
            let wanted = scumble_reactive::untrack(|| read());
            self.set_edit_source(id, &wanted);
        }
    }

    /// What the field's source says now.
    pub(crate) fn set_edit_source(&self, id: NodeId, text: &str) {
        let mut tree = self.tree.borrow_mut();
        let Some(state) = tree.edit_mut(id) else { return };
        if state.editor.is_composing() && state.editor.text() == text {
            return;
        }
        if state.editor.set_text(text) {
            tree.edit_text_changed(id);
        }
    }
}

impl crate::tree::Tree {
    /// Whether a field takes no edits now.
    pub(crate) fn edit_is_fixed(&self, id: NodeId) -> bool {
        self.is_disabled(id) || self.nodes.get(id).is_some_and(|node| node.props.meaning.read_only)
    }

    fn edit_changed(&mut self, id: NodeId, text: bool) {
        if text {
            self.edit_text_changed(id);
        } else {
            let now = self.now;
            if let Some(state) = self.edit_mut(id) {
                state.caret_since = now;
            }
            self.look_changed(id);
        }
        self.lay_out();
        self.reveal_caret(id);
    }
}
