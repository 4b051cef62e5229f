//! Handles: a way for a component's own code to reach a node it described.

use std::cell::RefCell;
use std::rc::Rc;

use crate::NodeId;
use crate::element::Element;
use crate::scene::WeakScene;

/// Names a node before it exists: given to [`Element::handle`], it reaches the node while that is mounted. Clones are
/// the same handle.
#[derive(Clone, Default)]
pub struct NodeHandle {
    at: Rc<RefCell<Option<(WeakScene, NodeId)>>>,
}

impl NodeHandle {
    /// A handle to nothing yet.
    pub fn new() -> NodeHandle {
        NodeHandle::default()
    }

    /// The node, while it is mounted.
    pub fn id(&self) -> Option<NodeId> {
        let (scene, id) = self.at.borrow().clone()?;
        scene.upgrade()?.is_alive(id).then_some(id)
    }

    /// Gives the node the keyboard and scrolls to it. Says whether it took it.
    pub fn focus(&self) -> bool {
        self.with(|scene, id| scene.set_focus(id).is_ok())
    }

    /// Scrolls whatever is around the node until it is seen. Says whether anything moved.
    pub fn scroll_into_view(&self) -> bool {
        self.with(|scene, id| scene.scroll_into_view(id))
    }

    fn with(&self, f: impl FnOnce(&crate::Scene, NodeId) -> bool) -> bool {
        let at = self.at.borrow().clone();
        match at.and_then(|(scene, id)| Some((scene.upgrade()?, id))) {
            Some((scene, id)) => f(&scene, id),
            None => false,
        }
    }
}

impl Element {
    /// Lets a handle reach this node once it is mounted.
    pub fn handle(mut self, handle: &NodeHandle) -> Element {
        let at = Rc::clone(&handle.at);
        self.body.bindings.push(Box::new(move |scene, id| *at.borrow_mut() = Some((scene.clone(), id))));
        self
    }
}
