//! Semantics: what the screen announces, as one tree for screen readers, agents and tests.
//!
//! A node is in it when it has a role or a name, or is a text nobody else is named by. Everything else is structure:
//! its children rise to the nearest announced ancestor.

mod build;
mod roles;
mod sets;

use accesskit::Role;

pub use roles::{aria_role, role_named};
pub(crate) use sets::Members;

use crate::NodeId;
use crate::element::{Live, Numeric};
use crate::geometry::Rect;
use crate::hashing::Map;

/// Everything announced, in reading order.
#[derive(Clone, Debug, Default)]
pub struct SemanticsTree {
    /// Every node, each before what is inside it.
    pub nodes: Vec<SemanticsNode>,
    /// The nodes inside no other.
    pub roots: Vec<NodeId>,
    pub(crate) index: Map<NodeId, usize>,
}

impl SemanticsTree {
    /// The node of this id, if it is announced.
    pub fn get(&self, id: NodeId) -> Option<&SemanticsNode> {
        self.index.get(&id).map(|at| &self.nodes[*at])
    }

    /// Whether nothing is announced.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// One announced node.
#[derive(Clone, Debug, PartialEq)]
pub struct SemanticsNode {
    /// Which node it is.
    pub id: NodeId,
    /// The announced node around it.
    pub parent: Option<NodeId>,
    /// The announced nodes inside it, in reading order.
    pub children: Vec<NodeId>,
    /// What it is; nothing for a plain text.
    pub role: Option<Role>,
    /// What it is called; empty when it has no name.
    pub name: String,
    /// The value of a field or control; dots for a secret.
    pub value: Option<String>,
    /// The states it is in, in the order of their names.
    pub states: Vec<SemanticState>,
    /// Whether it, or something around it, is disabled.
    pub disabled: bool,
    /// Whether it holds the keyboard.
    pub focused: bool,
    /// Whether it could hold the keyboard now.
    pub focusable: bool,
    /// Whether text can be put into it.
    pub editable: bool,
    /// Whether that text may have several lines.
    pub multiline: bool,
    /// Whether its text is kept from being read.
    pub secret: bool,
    /// Whether its text can be read but not changed.
    pub read_only: bool,
    /// How deep a heading or tree item stands, from 1.
    pub level: Option<u32>,
    /// The how many-th of its set it is, from 1.
    pub pos_in_set: Option<u32>,
    /// How many there are in its set.
    pub set_size: Option<u32>,
    /// Whether it keeps everything behind it out of reach.
    pub modal: bool,
    /// Whether an open modal keeps it out of reach.
    pub inert: bool,
    /// Whether others wrote what is in it.
    pub untrusted: bool,
    /// Whether only the person may operate it.
    pub person_only: bool,
    /// Whether changes in it are told, and how.
    pub live: Option<Live>,
    /// What else is to be known about it.
    pub description: String,
    /// Why its value cannot be accepted.
    pub invalid: Option<String>,
    /// Its border box on the canvas, in px, whether or not it is seen.
    pub bounds: Rect,
    /// The part of it inside the window and every scroller around it.
    pub visible: Option<Rect>,
    /// The number it stands at.
    pub numeric: Option<Numeric>,
    /// What can be done with it.
    pub actions: Vec<SemanticAction>,
}

/// A state that is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SemanticState {
    /// Still working.
    Busy,
    /// Checked.
    Checked,
    /// What it opens is closed.
    Collapsed,
    /// Where one is.
    Current,
    /// What it opens is open.
    Expanded,
    /// Its value cannot be accepted.
    Invalid,
    /// Some of what it stands for is checked.
    Mixed,
    /// Keeps everything behind it out of reach.
    Modal,
    /// Down, for a button that stays down.
    Pressed,
    /// Can be read but not changed.
    ReadOnly,
    /// Must be filled in.
    Required,
    /// The chosen one, or one of them.
    Selected,
}

impl SemanticState {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            SemanticState::Busy => "busy",
            SemanticState::Checked => "checked",
            SemanticState::Collapsed => "collapsed",
            SemanticState::Current => "current",
            SemanticState::Expanded => "expanded",
            SemanticState::Invalid => "invalid",
            SemanticState::Mixed => "mixed",
            SemanticState::Modal => "modal",
            SemanticState::Pressed => "pressed",
            SemanticState::ReadOnly => "readonly",
            SemanticState::Required => "required",
            SemanticState::Selected => "selected",
        }
    }
}

/// Something that can be done with an announced node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SemanticAction {
    /// Press it.
    Press,
    /// Give it the keyboard.
    Focus,
    /// Put another text into it.
    SetText,
    /// Set its value at once.
    Change,
    /// Open its menu.
    Menu,
    /// Scroll what is inside it.
    Scroll,
    /// Close it.
    Dismiss,
}
