//! Builders for what a node means to those who do not look at pixels: screen readers, agents, tests.

use accesskit::{Role, Toggled};

use super::{Element, Live, Numeric, Touches};
use crate::prop::IntoProp;

impl Element {
    /// What it is.
    pub fn role(mut self, role: Role) -> Element {
        self.body.props.meaning.role = Some(role);
        self
    }

    /// What it is called. Without, it is called by the texts inside it.
    pub fn label<M>(self, label: impl IntoProp<String, M>) -> Element {
        self.bind(label, Touches::Meaning, |props, value| props.meaning.label = Some(value))
    }

    /// What else is to be known about it.
    pub fn description<M>(self, description: impl IntoProp<String, M>) -> Element {
        self.bind(description, Touches::Meaning, |props, value| props.meaning.description = value)
    }

    /// The value of a control whose text is not its value.
    pub fn value<M>(self, value: impl IntoProp<String, M>) -> Element {
        self.bind(value, Touches::Meaning, |props, value| props.meaning.value = Some(value))
    }

    /// The number it stands at and what numbers it may stand at.
    pub fn numeric<M>(self, numeric: impl IntoProp<Numeric, M>) -> Element {
        self.bind(numeric, Touches::Meaning, |props, value| props.meaning.numeric = Some(value))
    }

    /// Whether it is checked; `Toggled::Mixed` when some of what it stands for is.
    pub fn checked<M>(self, checked: impl IntoProp<Toggled, M>) -> Element {
        self.bind(checked, Touches::Paint, |props, value| props.meaning.checked = Some(value))
    }

    /// Whether a button that stays down is down.
    pub fn pressed<M>(self, pressed: impl IntoProp<bool, M>) -> Element {
        self.bind(pressed, Touches::Paint, |props, value| props.meaning.pressed = Some(value))
    }

    /// Whether it is the chosen one, or one of them.
    pub fn selected<M>(self, selected: impl IntoProp<bool, M>) -> Element {
        self.bind(selected, Touches::Paint, |props, value| props.meaning.selected = Some(value))
    }

    /// Whether what it opens is open.
    pub fn expanded<M>(self, expanded: impl IntoProp<bool, M>) -> Element {
        self.bind(expanded, Touches::Paint, |props, value| props.meaning.expanded = Some(value))
    }

    /// Whether it stands for where one is.
    pub fn current<M>(self, current: impl IntoProp<bool, M>) -> Element {
        self.bind(current, Touches::Meaning, |props, value| props.meaning.current = value)
    }

    /// Whether it is still working.
    pub fn busy<M>(self, busy: impl IntoProp<bool, M>) -> Element {
        self.bind(busy, Touches::Meaning, |props, value| props.meaning.busy = value)
    }

    /// Whether it and everything inside takes no input.
    pub fn disabled<M>(self, disabled: impl IntoProp<bool, M>) -> Element {
        self.bind(disabled, Touches::Paint, |props, value| props.meaning.disabled = value)
    }

    /// Whether it must be filled in.
    pub fn required<M>(self, required: impl IntoProp<bool, M>) -> Element {
        self.bind(required, Touches::Meaning, |props, value| props.meaning.required = value)
    }

    /// Whether its text can be read and selected but not changed.
    pub fn read_only<M>(self, read_only: impl IntoProp<bool, M>) -> Element {
        self.bind(read_only, Touches::Meaning, |props, value| props.meaning.read_only = value)
    }

    /// Why its value cannot be accepted; nothing when it can.
    pub fn invalid<M>(self, reason: impl IntoProp<Option<String>, M>) -> Element {
        self.bind(reason, Touches::Paint, |props, value| props.meaning.invalid = value)
    }

    /// How deep a heading or tree item stands, from 1.
    pub fn level(mut self, level: u32) -> Element {
        self.body.props.meaning.level = Some(level);
        self
    }

    /// The how many-th of how many it is, from 1, when not all of them are in the tree.
    pub fn position_in_set(mut self, position: u32, of: u32) -> Element {
        self.body.props.meaning.position = Some((position, of));
        self
    }

    /// Changes inside are told to those who listen.
    pub fn live(mut self, live: Live) -> Element {
        self.body.props.meaning.live = Some(live);
        self
    }

    /// What is inside was written by others: agents see it marked.
    pub fn untrusted(mut self) -> Element {
        self.body.props.meaning.untrusted = true;
        self
    }

    /// Only the person may operate it.
    pub fn person_only(mut self) -> Element {
        self.body.props.meaning.person_only = true;
        self
    }

    /// Is not announced, nor is anything inside: a label that is already the name of the field beside it, an ornament.
    pub fn silent(mut self) -> Element {
        self.body.props.meaning.silent = true;
        self
    }
}
