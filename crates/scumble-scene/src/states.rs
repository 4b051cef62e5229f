//! Which states a node is in, and which of its looks follow from that.

use crate::NodeId;
use crate::element::props::Look;
use crate::geometry::{Color, Radii, Rect};
use crate::style::{Corner, Ink, State, States};
use crate::theme::{ColorToken, RadiusToken, Theme};
use crate::tree::Tree;

/// What a node takes over from what is around it while painting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inherited {
    pub(crate) color: Color,
    pub(crate) opacity: f32,
    pub(crate) disabled: bool,
    /// The states of the control around it, if there is one.
    pub(crate) control: Option<States>,
}

impl Inherited {
    pub(crate) fn top(theme: &Theme) -> Inherited {
        Inherited { color: theme.color(ColorToken::Text), opacity: 1.0, disabled: false, control: None }
    }
}

/// A node's look with its states applied and its colours looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    pub(crate) background: Option<Color>,
    pub(crate) border: Option<(f32, Color)>,
    pub(crate) look: Look,
    pub(crate) ring: bool,
    /// What it hands on.
    pub(crate) inherited: Inherited,
}

impl Tree {
    /// The states a node shows. A control's own; inside a control, the control's; elsewhere those of what is within.
    pub(crate) fn states_of(&self, id: NodeId, around: &Inherited) -> States {
        let Some(node) = self.nodes.get(id) else { return States::default() };
        let meaning = &node.props.meaning;
        let disabled = around.disabled || meaning.disabled;
        let mut states = match around.control {
            Some(control) if !node.is_control() => control,
            _ => {
                let mut states = States::default();
                let hovered = !disabled && self.pointer.hover.contains(&id);
                states.set(State::Hovered, hovered);
                states.set(State::Pressed, !disabled && self.pointer.shows_pressed(id));
                let focused = match self.focus.focused {
                    Some(focused) if node.is_control() => focused == id,
                    Some(focused) => !node.props.variants.is_empty() && self.is_within(focused, id),
                    None => false,
                };
                states.set(State::Focused, focused && self.focus.window);
                states.set(State::FocusVisible, focused && self.focus.window && self.focus.visible);
                states
            }
        };
        states.set(State::Disabled, disabled);
        // What a node says of itself counts wherever it is.
        if let Some(checked) = meaning.checked {
            states.set(State::Checked, checked != accesskit::Toggled::False);
        } else if let Some(pressed) = meaning.pressed {
            states.set(State::Checked, pressed);
        }
        if let Some(selected) = meaning.selected {
            states.set(State::Selected, selected);
        }
        if let Some(expanded) = meaning.expanded {
            states.set(State::Expanded, expanded);
        }
        if meaning.invalid.is_some() {
            states.set(State::Invalid, true);
        }
        states
    }

    /// A node's look as it is to be painted.
    pub(crate) fn resolve(&self, id: NodeId, around: &Inherited) -> Option<Resolved> {
        let node = self.nodes.get(id)?;
        let states = self.states_of(id, around);
        let mut look = node.props.look;
        let mut ring = node.is_control() && look.focus_ring && states.has(State::FocusVisible);
        // A control inside a control has states of its own, but only one ring is painted.
        for (state, patch) in &node.props.variants {
            if !states.has(*state) {
                continue;
            }
            look.background = patch.background.or(look.background);
            look.color = patch.color.or(look.color);
            look.shadow = patch.shadow.unwrap_or(look.shadow);
            look.opacity = patch.opacity.unwrap_or(look.opacity);
            if let (Some((_, ink)), Some(other)) = (&mut look.border, patch.border_color) {
                *ink = other;
            }
            ring |= patch.ring;
        }
        let opacity = around.opacity * look.opacity;
        let current = match look.color {
            Some(ink) => ink_color(&self.theme, ink, around.color),
            None => around.color,
        };
        let inherited = Inherited {
            color: current,
            opacity,
            disabled: states.has(State::Disabled),
            control: if node.is_control() || around.control.is_some() { Some(states) } else { None },
        };
        let paint = |ink: Ink| fade(ink_color(&self.theme, ink, current), opacity);
        Some(Resolved {
            background: look.background.map(paint).filter(|color| !color.is_transparent()),
            border: look.border.map(|(width, ink)| (width, paint(ink))).filter(|(_, color)| !color.is_transparent()),
            look,
            ring,
            inherited,
        })
    }

    /// What a node takes over from everything around it.
    pub(crate) fn inherited_at(&self, id: NodeId) -> Inherited {
        let mut path = Vec::new();
        let mut at = self.nodes.get(id).and_then(|node| node.box_parent);
        while let Some(id) = at {
            path.push(id);
            at = self.nodes.get(id).and_then(|node| node.box_parent);
        }
        let mut inherited = Inherited::top(&self.theme);
        for id in path.into_iter().rev() {
            if let Some(resolved) = self.resolve(id, &inherited) {
                inherited = resolved.inherited;
            }
        }
        inherited
    }
}

/// The colour of an ink where text is painted in `current`.
pub(crate) fn ink_color(theme: &Theme, ink: Ink, current: Color) -> Color {
    match ink {
        Ink::Token(token) => theme.color(token),
        Ink::Fixed(color) => color,
        Ink::Current => current,
    }
}

/// The colour with its alpha multiplied.
pub(crate) fn fade(color: Color, opacity: f32) -> Color {
    if opacity >= 1.0 { color } else { color.with_alpha(libm::roundf(f32::from(color.a) * opacity) as u8) }
}

/// The radii of a box's corners, never more than half of its shorter side.
pub(crate) fn radii(theme: &Theme, corner: Corner, rect: &Rect) -> Radii {
    let radius = match corner {
        Corner::Token(RadiusToken::None) => 0.0,
        Corner::Token(token) => theme.radius(token),
        Corner::Px(px) => px,
    };
    let most = rect.width.min(rect.height) / 2.0;
    Radii::all(if radius.is_finite() { radius.clamp(0.0, most.max(0.0)) } else { 0.0 })
}
