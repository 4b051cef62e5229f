//! Making the semantics tree from the nodes.

use std::rc::Rc;

use accesskit::{Role, Toggled};

use super::{SemanticAction, SemanticState, SemanticsNode, SemanticsTree};
use crate::NodeId;
use crate::geometry::{Point, Rect};
use crate::node::{Node, NodeKind};
use crate::semantics::roles::{counts_in_set, hides_children, is_named_by_content};
use crate::semantics::sets::Member;
use crate::tree::Tree;

/// What a secret's value is said to be, however long it is.
const DOTS: &str = "••••";

impl Tree {
    /// Everything announced; built only when something changed.
    pub(crate) fn semantics_tree(&mut self) -> Rc<SemanticsTree> {
        if let Some(known) = &self.semantics {
            return Rc::clone(known);
        }
        let built = Rc::new(self.build_semantics(false));
        self.semantics = Some(Rc::clone(&built));
        built
    }

    /// What is announced of what can be seen, and of what holds the keyboard, with everything around it.
    pub(crate) fn semantics_in_view(&mut self) -> Rc<SemanticsTree> {
        if let Some(known) = &self.semantics_view {
            return Rc::clone(known);
        }
        let built = Rc::new(self.build_semantics(true));
        self.semantics_view = Some(Rc::clone(&built));
        built
    }

    fn build_semantics(&mut self, in_view: bool) -> SemanticsTree {
        self.counters.semantics_built += 1;
        let tree = &*self;
        let kept = tree.focus.focused.filter(|_| in_view).map(|id| tree.path_of(id)).unwrap_or_default();
        let mut build = Build {
            tree,
            out: SemanticsTree::default(),
            reachable: tree.modal_layer(),
            in_view,
            kept,
            sets: vec![Vec::new()],
            considered: 0,
        };
        let around = Around {
            parent: None,
            disabled: false,
            untrusted: false,
            person_only: false,
            inert: build.reachable.is_some(),
            clip: Rect::from_origin_size(Point::ZERO, tree.size),
        };
        for layer in [tree.content, tree.overlay] {
            build.node(layer, &around);
        }
        build.number_sets();
        let Build { out, considered, .. } = build;
        self.counters.nodes_considered += considered;
        self.counters.nodes_described += out.nodes.len() as u64;
        out
    }

    /// The part of a node's box that can be seen if nothing covers it.
    pub(crate) fn visible_rect(&self, id: NodeId) -> Option<Rect> {
        let node = self.nodes.get(id).filter(|node| node.placed && !self.is_hidden(id))?;
        let seen = node.rect.intersect(&self.clip_of(id));
        (!seen.is_empty()).then_some(seen)
    }
}

pub(super) struct Build<'a> {
    pub(super) tree: &'a Tree,
    pub(super) out: SemanticsTree,
    /// The layer of the open modal.
    reachable: Option<NodeId>,
    /// Leaves out what cannot be seen.
    in_view: bool,
    /// Not left out even so: what holds the keyboard, and what it is in.
    pub(super) kept: Vec<NodeId>,
    /// Of the roots, then of each record: what counts in a set among its children.
    pub(super) sets: Vec<Vec<Member>>,
    /// Nodes looked at.
    pub(super) considered: u64,
}

#[derive(Clone, Copy)]
struct Around {
    parent: Option<usize>,
    disabled: bool,
    untrusted: bool,
    person_only: bool,
    inert: bool,
    clip: Rect,
}

impl Build<'_> {
    fn node(&mut self, id: NodeId, around: &Around) {
        self.considered += 1;
        let Some(node) = self.tree.nodes.get(id) else { return };
        let meaning = &node.props.meaning;
        if node.props.hidden || meaning.silent {
            return;
        }
        if self.in_view && self.is_out_of_view(id, node, &around.clip) {
            self.count_in_sets(id, around.parent);
            return;
        }
        let mut inside = *around;
        inside.disabled |= meaning.disabled;
        inside.untrusted |= meaning.untrusted;
        inside.person_only |= meaning.person_only;
        if inside.inert && self.reachable.is_some_and(|layer| self.tree.is_within(id, layer)) {
            inside.inert = false;
        }
        let role = role_of(node);
        let named = self.name_of(id, node, role);
        let announced = role.is_some() || !named.text.is_empty();
        if announced {
            let at = self.out.nodes.len();
            let record = self.record(id, node, role, named.text, &inside);
            self.out.index.insert(id, at);
            match around.parent {
                Some(parent) => self.out.nodes[parent].children.push(id),
                None => self.out.roots.push(id),
            }
            self.out.nodes.push(record);
            self.sets.push(Vec::new());
            if let Some(role) = role.filter(|role| counts_in_set(*role)) {
                self.sets[around.parent.map_or(0, |parent| parent + 1)].push(Member::Shown(role, at));
            }
            inside.parent = Some(at);
            if role.is_some_and(hides_children) {
                return;
            }
        }
        if node.has_box() && node.clips() {
            inside.clip = inside.clip.intersect(&node.inner_rect());
        }
        for child in &node.children {
            if named.used.contains(child) {
                continue;
            }
            self.child(*child, &inside, &named.used);
        }
    }

    /// A child, or what is in it, without the texts that already are somebody's name.
    fn child(&mut self, id: NodeId, around: &Around, used: &[NodeId]) {
        if used.contains(&id) {
            return;
        }
        let Some(node) = self.tree.nodes.get(id) else { return };
        if !used.is_empty() && is_structure(node) && !node.props.hidden && !node.props.meaning.silent {
            for child in &node.children {
                self.child(*child, around, used);
            }
            return;
        }
        self.node(id, around);
    }

    fn name_of(&self, id: NodeId, node: &Node, role: Option<Role>) -> Named {
        let mut named = Named::default();
        let by_content = role.is_some_and(|role| is_named_by_content(role, node.is_control()));
        if by_content {
            let deep = role.is_some_and(hides_children);
            let mut texts = Vec::new();
            self.collect_texts(id, true, deep, &mut texts, &mut named.used);
            named.text = texts.join(" ");
        } else if let NodeKind::Text(_) = node.kind {
            named.text = node.props.text.content.clone();
        }
        if let Some(label) = &node.props.meaning.label
            && !label.is_empty()
        {
            named.text = label.clone();
        } else if let NodeKind::Edit(state) = &node.kind {
            // As browsers do: what stands in an empty field names it when nothing else does.
            named.text = state.placeholder.clone();
        }
        named
    }

    /// The texts inside a node: all of them if `deep`, else those in structure only.
    fn collect_texts(&self, id: NodeId, top: bool, deep: bool, texts: &mut Vec<String>, used: &mut Vec<NodeId>) {
        let Some(node) = self.tree.nodes.get(id) else { return };
        let meaning = &node.props.meaning;
        if node.props.hidden || meaning.silent {
            return;
        }
        if !top {
            if let Some(label) = meaning.label.as_ref().filter(|label| !label.is_empty()) {
                if deep {
                    texts.push(label.clone());
                }
                return;
            }
            if !deep && role_of(node).is_some() {
                return;
            }
        }
        if let NodeKind::Text(_) = node.kind {
            let text = node.props.text.content.trim();
            if !text.is_empty() {
                texts.push(text.to_owned());
            }
            used.push(id);
        }
        for child in &node.children {
            self.collect_texts(*child, false, deep, texts, used);
        }
    }

    fn record(&self, id: NodeId, node: &Node, role: Option<Role>, name: String, inside: &Around) -> SemanticsNode {
        let meaning = &node.props.meaning;
        let edit = match &node.kind {
            NodeKind::Edit(state) => Some(state),
            _ => None,
        };
        let secret = edit.is_some_and(|state| state.is_secret());
        let value = match edit {
            Some(state) if secret && !state.editor.text().is_empty() => Some(DOTS.to_owned()),
            Some(state) => Some(state.editor.text().to_owned()),
            None => meaning.value.clone().or_else(|| meaning.numeric.map(|numeric| number(numeric.value))),
        };
        let visible = node.rect.intersect(&inside.clip);
        let tree = self.tree;
        let focusable = node.props.focusable && !inside.disabled && !inside.inert;
        SemanticsNode {
            id,
            parent: inside.parent.map(|at| self.out.nodes[at].id),
            children: Vec::new(),
            role,
            name,
            value,
            states: states(node),
            disabled: inside.disabled,
            focused: tree.focus.focused == Some(id),
            focusable,
            editable: edit.is_some(),
            multiline: edit.is_some_and(|state| state.is_multiline()),
            secret,
            read_only: meaning.read_only,
            level: meaning.level,
            pos_in_set: meaning.position.map(|(position, _)| position),
            set_size: meaning.position.map(|(_, size)| size),
            modal: node.props.modal,
            inert: inside.inert,
            untrusted: inside.untrusted,
            person_only: inside.person_only,
            live: meaning.live,
            description: meaning.description.clone(),
            invalid: meaning.invalid.clone(),
            bounds: if node.placed { node.rect } else { Rect::ZERO },
            visible: (node.placed && !visible.is_empty()).then_some(visible),
            numeric: meaning.numeric,
            actions: actions(node, focusable, inside.disabled),
        }
    }
}

#[derive(Default)]
struct Named {
    text: String,
    /// The texts the name is made of; they are not announced again.
    used: Vec<NodeId>,
}

/// Whether a node is announced neither by a role nor by a name of its own.
pub(super) fn is_structure(node: &Node) -> bool {
    role_of(node).is_none()
        && node.props.meaning.label.as_ref().is_none_or(String::is_empty)
        && !matches!(node.kind, NodeKind::Text(_))
}

/// A node's role: the one it was given, else what it evidently is.
pub(super) fn role_of(node: &Node) -> Option<Role> {
    if let Some(role) = node.props.meaning.role {
        return (role != Role::GenericContainer).then_some(role);
    }
    match &node.kind {
        NodeKind::Edit(state) if state.is_secret() => Some(Role::PasswordInput),
        NodeKind::Edit(state) if state.is_multiline() => Some(Role::MultilineTextInput),
        NodeKind::Edit(_) => Some(Role::TextInput),
        NodeKind::Image(_) if node.props.meaning.label.is_some() => Some(Role::Image),
        _ if node.props.modal => Some(Role::Dialog),
        _ if node.handlers.press.is_some() && node.props.focusable => Some(Role::Button),
        _ => None,
    }
}

fn states(node: &Node) -> Vec<SemanticState> {
    let meaning = &node.props.meaning;
    let mut states = Vec::new();
    let mut put = |on: bool, state: SemanticState| {
        if on {
            states.push(state);
        }
    };
    put(meaning.busy, SemanticState::Busy);
    put(meaning.checked == Some(Toggled::True), SemanticState::Checked);
    put(meaning.expanded == Some(false), SemanticState::Collapsed);
    put(meaning.current, SemanticState::Current);
    put(meaning.expanded == Some(true), SemanticState::Expanded);
    put(meaning.invalid.is_some(), SemanticState::Invalid);
    put(meaning.checked == Some(Toggled::Mixed), SemanticState::Mixed);
    put(node.props.modal, SemanticState::Modal);
    put(meaning.pressed == Some(true), SemanticState::Pressed);
    put(meaning.read_only, SemanticState::ReadOnly);
    put(meaning.required, SemanticState::Required);
    put(meaning.selected == Some(true), SemanticState::Selected);
    states
}

fn actions(node: &Node, focusable: bool, disabled: bool) -> Vec<SemanticAction> {
    let mut actions = Vec::new();
    let mut put = |can: bool, action: SemanticAction| {
        if can {
            actions.push(action);
        }
    };
    let handlers = &node.handlers;
    put(handlers.press.is_some() && !disabled, SemanticAction::Press);
    put(focusable, SemanticAction::Focus);
    let takes_text = matches!(node.kind, NodeKind::Edit(_)) && !node.props.meaning.read_only;
    put(takes_text && !disabled, SemanticAction::SetText);
    put(handlers.change.is_some() && !disabled, SemanticAction::Change);
    put(handlers.menu.is_some() && !disabled, SemanticAction::Menu);
    put(node.scrolls() && node.max_scroll() != Point::ZERO, SemanticAction::Scroll);
    put(handlers.dismiss.is_some(), SemanticAction::Dismiss);
    actions
}

/// A number as people write it: no trailing zeros, no exponent for usual sizes.
fn number(value: f64) -> String {
    let mut text = format!("{value:.6}");
    while text.ends_with('0') {
        text.pop();
    }
    if text.ends_with('.') {
        text.pop();
    }
    text
}
