//! From elements to nodes: once, top down, each property that follows something given its effect.

use scumble_reactive::{Scope, effect};

use super::Scene;
use crate::NodeId;
use crate::editing::EditState;
use crate::element::{Body, Element, ElementKind};
use crate::node::{DrawState, Node, NodeKind, TextState};
use crate::prop::Prop;

impl Scene {
    /// Mounts an element as the last child of `parent`, its effects owned by `scope`.
    pub(crate) fn mount_into(
        &self,
        scope: Scope,
        parent: NodeId,
        element: Element,
        key: Option<String>,
    ) -> Option<NodeId> {
        scope.run(|| self.insert(parent, element, key))
    }

    fn insert(&self, parent: NodeId, element: Element, item_key: Option<String>) -> Option<NodeId> {
        let Body { kind, props, handlers, bindings, children, key } = *element.body;
        let mut start = None;
        let mut setup = None;
        let node_kind = match kind {
            ElementKind::Container => NodeKind::Container,
            ElementKind::Text => NodeKind::Text(TextState::default()),
            ElementKind::Edit(edit) => {
                let state = EditState::new(&edit);
                setup = Some(edit);
                NodeKind::Edit(Box::new(state))
            }
            ElementKind::Draw(draw) => NodeKind::Draw(DrawState { draw, made_for: None, drawing: Default::default() }),
            ElementKind::Image(image) => NodeKind::Image(image),
            ElementKind::Fragment(fill) => {
                start = fill;
                NodeKind::Fragment
            }
            ElementKind::Portal => NodeKind::Portal { content: Vec::new() },
        };
        // An item's own key says more than its place in the list does.
        let node = Node::new(node_kind, props, handlers, key.or(item_key));
        let id = self.tree.borrow_mut().insert(parent, node)?;
        let weak = self.downgrade();
        for binding in bindings {
            binding(&weak, id);
        }
        if let Some(setup) = setup {
            self.follow_edit(id, setup.value, setup.placeholder);
        }
        for child in children {
            self.insert(id, child, None);
        }
        if let Some(start) = start {
            start(&weak, id);
        }
        Some(id)
    }

    fn follow_edit(&self, id: NodeId, value: Prop<String>, placeholder: Prop<String>) {
        match value {
            Prop::Static(text) => self.set_edit_source(id, &text),
            Prop::Dynamic(read) => {
                let weak = self.downgrade();
                effect(move || {
                    let text = read();
                    if let Some(scene) = weak.upgrade() {
                        scene.set_edit_source(id, &text);
                    }
                });
            }
        }
        let weak = self.downgrade();
        let set = move |text: String| {
            let Some(scene) = weak.upgrade() else { return };
            let mut tree = scene.tree.borrow_mut();
            let Some(state) = tree.edit_mut(id) else { return };
            state.placeholder = text;
            state.forget_lines();
            tree.measure_again(id);
            tree.damage_node(id);
            tree.meaning_changed();
        };
        match placeholder {
            Prop::Static(text) if text.is_empty() => {}
            Prop::Static(text) => set(text),
            Prop::Dynamic(read) => effect(move || set(read())),
        }
    }
}
