//! The screen as values: a retained tree, its style, layout, text, input, focus and semantics.
//!
//! [`Element`]s describe, a [`Scene`] holds them as nodes: [`InputEvent`](event::InputEvent)s and a time go in,
//! [`FrameOutput`]s and a [`SemanticsTree`](semantics::SemanticsTree) come out. Lengths are CSS px, positions are
//! from the canvas' top left, times are milliseconds on the host's clock.
//!
//! ```
//! use scumble_reactive::{Scope, Signal};
//! use scumble_scene::{Modifiers, Role, Scene, SceneOptions, column, container, text};
//!
//! let scene = Scene::new(SceneOptions::default());
//! let scope = Scope::root();
//! scene.mount_with(scope, |_| {
//!     let count = Signal::new(0);
//!     let more = container().role(Role::Button).on_press(move |_| count.update(|count| *count += 1));
//!     column().child(text(move || format!("{} so far", count.get()))).child(more.child(text("One more")))
//! });
//!
//! scene.stroke("Tab", Modifiers::NONE, 0.0);
//! scene.stroke("Enter", Modifiers::NONE, 1.0);
//! assert_eq!(scene.semantics().nodes[0].name, "1 so far");
//! assert!(!scene.frame(2.0).damage.is_empty());
//! scope.dispose();
//! ```
//!
//! Knows no browser, no painter, no channel and no agent, and reads no clock.

pub mod drawing;
pub mod edit;
pub mod element;
pub mod event;
pub mod geometry;
pub mod paint_list;
pub mod prop;
pub mod registry;
pub mod scene;
pub mod semantics;
pub mod style;
pub mod text;
pub mod theme;

mod clusters;
mod counters;
mod damage;
mod display;
mod editing;
mod focus;
mod focus_group;
mod handle;
mod hashing;
mod hit;
mod identity;
mod input;
mod keyboard;
mod layout;
mod node;
mod pointer;
mod scroll;
mod states;
mod tree;

#[cfg(test)]
mod tests;

pub use accesskit;
pub use accesskit::{Role, Toggled};
pub use clusters::{ClusterImage, WantedCluster};
pub use counters::Counters;
pub use element::{
    EditOptions, Element, IntoElement, Live, Numeric, column, container, draw, each, edit, group, image, list, portal,
    rebuild, row, show, show_else, show_some, spacer, stack, text,
};
pub use event::{Change, Handled, InputEvent, InputOutcome, Key, Modifiers, Press};
pub use focus_group::Arrows;
pub use geometry::{Color, Insets, Point, Radii, Rect, Size};
pub use handle::NodeHandle;
pub use inventory;
pub use prop::{IntoProp, Prop};
pub use scene::{FocusRefused, FrameOutput, Kept, Scene, SceneOptions, Viewport};
pub use semantics::{SemanticAction, SemanticState, SemanticsNode, SemanticsTree};
pub use style::{Align, Corner, Cursor, FILL, Ink, Justify, Length, Patch, State, TextAlign, percent};
pub use theme::{ColorToken, RadiusToken, ShadowToken, SpaceToken, TextToken, Theme};

slotmap::new_key_type! {
    /// Names a node of one scene for as long as the node lives; never given to another.
    pub struct NodeId;
}

impl NodeId {
    /// The id as a number, for those who keep tables outside.
    pub fn to_bits(self) -> u64 {
        slotmap::Key::data(&self).as_ffi()
    }

    /// The id that [`NodeId::to_bits`] gave.
    pub fn from_bits(bits: u64) -> NodeId {
        NodeId::from(slotmap::KeyData::from_ffi(bits))
    }
}
