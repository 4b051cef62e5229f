//! The accessibility mirror: from a scene's semantics to the elements assistive technology reads.
//!
//! Only what is in view is mirrored, with what stands around it, and what has the focus. Each control keeps its element
//! for as long as it lives, through reordering too. The steps between two states go to `js/mirror.js`.

mod describe;
pub(crate) mod model;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use scumble_scene::semantics::{SemanticsNode, SemanticsTree};
use scumble_scene::{NodeId, Point, Rect, Scene};

use describe::{attributes, field_tag, text_of};
use model::{Element, ElementId, Field, Picture, Step, difference};

use crate::typed::to_units;

/// The mirror of one scene, as it was last told.
#[derive(Default)]
pub(crate) struct Mirror {
    /// A control that turns into another kind of element gets a new one.
    elements: HashMap<(NodeId, &'static str), ElementId>,
    nodes: HashMap<ElementId, NodeId>,
    last: ElementId,
    picture: Picture,
    tree: Option<Rc<SemanticsTree>>,
    selection: Option<(usize, usize)>,
    focus: Option<NodeId>,
    focused: ElementId,
    /// Whether the last press of the menu button was used by the scene.
    pub(crate) menu_press_used: bool,
}

impl Mirror {
    /// The steps that bring the page up to date.
    pub(crate) fn update(&mut self, tree: &Rc<SemanticsTree>, scene: &Scene) -> Vec<Step> {
        let focus = scene.focus();
        let selection = focus.and_then(|node| scene.edit_selection(node));
        let same_tree = self.tree.as_ref().is_some_and(|before| Rc::ptr_eq(before, tree));
        if same_tree && focus == self.focus && selection == self.selection {
            return Vec::new();
        }
        let shown_text =
            focus.and_then(|node| tree.get(node)).filter(|node| node.secret).and_then(|node| scene.edit_text(node.id));
        let picture = self.draw(tree, focus, selection, shown_text.as_deref());
        let steps = difference(&self.picture, &picture);
        self.elements.retain(|_, element| picture.elements.contains_key(element));
        self.nodes.retain(|element, _| picture.elements.contains_key(element));
        self.focused =
            focus.and_then(|node| self.nodes.iter().find(|(_, at)| **at == node)).map_or(0, |(element, _)| *element);
        self.picture = picture;
        self.tree = Some(Rc::clone(tree));
        self.selection = selection;
        self.focus = focus;
        steps
    }

    /// The element with the focus; 0 for none.
    pub(crate) fn focused(&self) -> ElementId {
        self.focused
    }

    /// The node that was last told to have the focus.
    pub(crate) fn told_focus(&self) -> Option<NodeId> {
        self.focus
    }

    /// The node an element stands for.
    pub(crate) fn node_of(&self, element: ElementId) -> Option<NodeId> {
        self.nodes.get(&element).copied()
    }

    /// A field's node and the text its element was last given.
    pub(crate) fn field_of(&self, element: ElementId) -> Option<(NodeId, String)> {
        let node = self.node_of(element)?;
        let field = self.picture.elements.get(&element)?.field.as_ref()?;
        Some((node, field.value.clone()))
    }

    /// `secret` is the text of the focused field, if that is kept from being read: its selection is told in dots.
    fn draw(
        &mut self,
        tree: &SemanticsTree,
        focus: Option<NodeId>,
        selection: Option<(usize, usize)>,
        secret: Option<&str>,
    ) -> Picture {
        let shown = shown(tree, focus);
        let mut picture = Picture::default();
        let mut children: BTreeMap<Option<NodeId>, Vec<ElementId>> = BTreeMap::new();
        for node in tree.nodes.iter().filter(|node| shown.contains(&node.id)) {
            let tag = field_tag(node);
            let id = self.element(node.id, tag);
            let parent = node.parent.and_then(|parent| tree.get(parent));
            let origin = parent.map_or(Point::ZERO, |parent| Point { x: parent.bounds.x, y: parent.bounds.y });
            let mut attributes = attributes(node);
            // Said once, at the outermost: what is inside is out of reach with it.
            if node.inert && !parent.is_some_and(|parent| parent.inert) {
                attributes.insert("inert", String::new());
            }
            let Rect { x, y, width, height } = node.bounds;
            let field = node.editable.then(|| field(node, selection.filter(|_| focus == Some(node.id)), secret));
            children.entry(node.parent).or_default().push(id);
            picture.elements.insert(
                id,
                Element {
                    tag,
                    attributes,
                    text: text_of(node),
                    place: [x - origin.x, y - origin.y, width, height].map(rounded),
                    children: Vec::new(),
                    field,
                },
            );
        }
        for (parent, ids) in children {
            let Some(parent) = parent else {
                picture.roots = ids;
                continue;
            };
            let element = tree.get(parent).and_then(|node| self.elements.get(&(parent, field_tag(node))));
            if let Some(element) = element.and_then(|id| picture.elements.get_mut(id)) {
                element.children = ids;
            }
        }
        picture
    }

    fn element(&mut self, node: NodeId, tag: &'static str) -> ElementId {
        if let Some(&element) = self.elements.get(&(node, tag)) {
            return element;
        }
        self.last += 1;
        self.elements.insert((node, tag), self.last);
        self.nodes.insert(self.last, node);
        self.last
    }
}

/// What is in view or has the focus, and everything around it.
fn shown(tree: &SemanticsTree, focus: Option<NodeId>) -> BTreeSet<NodeId> {
    let mut shown = BTreeSet::new();
    for node in tree.nodes.iter().filter(|node| node.visible.is_some() || focus == Some(node.id)) {
        let mut at = Some(node.id);
        while let Some(id) = at.filter(|id| shown.insert(*id)) {
            at = tree.get(id).and_then(|node| node.parent);
        }
    }
    shown
}

fn field(node: &SemanticsNode, selection: Option<(usize, usize)>, secret: Option<&str>) -> Field {
    let value = match secret.filter(|_| node.secret && selection.is_some()) {
        Some(text) => DOT.repeat(text.chars().count()),
        None => node.value.clone().unwrap_or_default(),
    };
    let end = value.encode_utf16().count();
    let place = |byte: usize| match secret.filter(|_| node.secret) {
        // A dot a character, and a dot is one unit.
        Some(text) => text.get(..byte).map_or(end, |before| before.chars().count()),
        None => to_units(&value, byte),
    };
    let (anchor, focus) = selection.map_or((end, end), |(anchor, focus)| (place(anchor), place(focus)));
    Field { value, anchor, focus }
}

/// What a secret's characters are shown as.
const DOT: &str = "•";

/// A hundredth of a px is finer than any screen, and keeps float noise from being written again and again.
fn rounded(length: f32) -> f32 {
    (length * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests;
