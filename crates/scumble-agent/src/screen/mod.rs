//! The live screen as an agent's tools see it: the outline now, the outlines before, refs to nodes.
//!
//! Reads the scene and never acts on it; acting is `hand`'s.

mod changes;
mod hand;
mod reach;
mod read;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use scumble_protocol::ToolError;
use scumble_scene::{NodeId, Numeric, Scene};
use serde_json::Value;

use crate::outline::{Outline, Page};
use crate::refs::{Record, RefTable};
use crate::shared::Shared;
use crate::target::{Target, dead, resolve};

pub(crate) use changes::{difference_text, whole_text};
pub(crate) use hand::Hand;
pub(crate) use reach::{reach, usable};
pub(crate) use read::outline as read_outline;

/// How many outlines are kept for `since`.
const MOST_KEPT: usize = 24;

/// One mounted scene, its refs and its past.
pub(crate) struct Screen {
    /// The scene.
    pub(crate) scene: Scene,
    /// What all tools have in common.
    pub(crate) shared: Rc<Shared>,
    refs: RefCell<RefTable<NodeId>>,
    history: RefCell<VecDeque<Rc<Outline>>>,
}

impl Screen {
    /// The screen of a scene; `refs` are those of the mount before, if there was one.
    pub(crate) fn new(scene: Scene, shared: Rc<Shared>, refs: Option<&Value>) -> Screen {
        let screen = Screen { scene, shared, refs: RefCell::default(), history: RefCell::default() };
        if let Some(refs) = refs {
            screen.restore_refs(refs);
        }
        screen
    }

    /// The screen as it is now. `cause` is what made the nodes go that are gone since the last reading, as the end of
    /// a sentence, if that is known.
    pub(crate) fn read(&self, cause: Option<&str>) -> Rc<Outline> {
        let tree = self.scene.semantics();
        let revision = self.scene.revision();
        let newest = self.history.borrow().back().cloned();
        if let Some(newest) = newest.filter(|newest| newest.revision == revision) {
            return newest;
        }
        let mut refs = self.refs.borrow_mut();
        refs.forget_dead(|node| self.scene.is_alive(node), cause);
        let outline = Rc::new(read::outline(&tree, revision, |node| {
            refs.number(node.id, read::role_of(node), &node.name, || read::identity(&self.scene, node.id))
        }));
        let mut history = self.history.borrow_mut();
        if history.len() == MOST_KEPT {
            history.pop_front();
        }
        history.push_back(Rc::clone(&outline));
        outline
    }

    /// The outline of an earlier revision: the newest one read that is not newer. `None` if none is kept that old.
    pub(crate) fn at_revision(&self, revision: u64) -> Option<Rc<Outline>> {
        self.history.borrow().iter().rev().find(|outline| outline.revision <= revision).cloned()
    }

    /// The revisions that are kept, oldest and newest.
    pub(crate) fn kept(&self) -> Option<(u64, u64)> {
        let history = self.history.borrow();
        Some((history.front()?.revision, history.back()?.revision))
    }

    /// The node of an entry.
    pub(crate) fn node(&self, outline: &Outline, index: usize) -> Result<NodeId, ToolError> {
        let number = outline.entries[index].number;
        let refs = self.refs.borrow();
        refs.get(number).and_then(|record| record.node).ok_or_else(|| dead(outline, &refs, number))
    }

    /// The entry an agent names.
    pub(crate) fn resolve(&self, outline: &Outline, target: &Target) -> Result<usize, ToolError> {
        resolve(outline, &self.refs.borrow(), target)
    }

    /// What a ref stands for, or stood for.
    pub(crate) fn record(&self, number: u32) -> Option<Record<NodeId>> {
        self.refs.borrow().get(number).cloned()
    }

    /// The index of the entry that shows a node, or the nearest one around it.
    pub(crate) fn entry_around(&self, outline: &Outline, path: &[NodeId]) -> Option<usize> {
        let refs = self.refs.borrow();
        path.iter().find_map(|node| refs.of(*node).and_then(|number| outline.index_of(number)))
    }

    /// Whether text can be put into a node, and whether it only can be read.
    pub(crate) fn editing(&self, node: NodeId) -> (bool, bool) {
        self.scene.semantics().get(node).map_or((false, false), |shown| {
            (shown.editable || shown.read_only && shown.value.is_some(), shown.read_only)
        })
    }

    /// The number a node stands at.
    pub(crate) fn numeric(&self, node: NodeId) -> Option<Numeric> {
        self.scene.semantics().get(node).and_then(|shown| shown.numeric)
    }

    /// The whole screen as text.
    pub(crate) fn print(&self) -> String {
        whole_text("", &self.read(None), Page::whole())
    }

    /// The refs as JSON, to be given to the screen of the next mount.
    pub(crate) fn refs_to_json(&self) -> Value {
        self.refs.borrow().to_json()
    }

    /// Takes over the refs of the mount before: those whose node is found again name it, the others say that they are gone.
    fn restore_refs(&self, value: &Value) {
        let tree = self.scene.semantics();
        let mut refs: RefTable<NodeId> = RefTable::from_json(value);
        refs.rebind(|path| {
            let node = self.scene.find_identity(path)?;
            let shown = tree.get(node)?;
            Some((node, read::role_of(shown).to_string(), shown.name.clone()))
        });
        *self.refs.borrow_mut() = refs;
    }
}
