//! What an application's crate depends on: channels, components and `app!`, by one name.
//!
//! Everything an author writes with is here or in [`prelude`]. This crate has hardly any code of its own; it joins the
//! crates that do the work and gives the macros one place to find them in.

#[doc(hidden)]
pub mod inputs;
#[doc(hidden)]
pub mod offer;
#[doc(hidden)]
pub mod page;

pub use schemars::JsonSchema;
pub use scumble_agent::AppSpec;
pub use scumble_agent::own::{Progress, ToolCx};
pub use scumble_channels::{
    Bytes, Channel, ChannelScope, Confirmed, CurrentCaller, Diagnostic, Refused, RefusedReason, Typed,
};
pub use scumble_components as components;
pub use scumble_macros::{app, channel, commands, component, data, prompt, resource, tool};
pub use scumble_protocol::{AgentDocument, Block, Caller, ClientInfo, Door, PromptMessage};
pub use scumble_reactive::{
    Callback, Scope, Signal, Stored, batch, effect, memo, now, sleep, spawn, spawn_named, untrack,
};
pub use scumble_scene as scene;
pub use scumble_scene::{Element, IntoElement, IntoProp, Prop};
pub use serde::{Deserialize, Serialize};

/// What an application's modules usually name.
pub mod prelude {
    pub use crate::{
        AgentDocument, Bytes, Callback, Caller, Channel, ChannelScope, Confirmed, CurrentCaller, Diagnostic, Element,
        IntoElement, IntoProp, PromptMessage, Prop, Scope, Signal, Stored, ToolCx, batch, channel, commands, component,
        data, effect, memo, prompt, resource, sleep, spawn, spawn_named, tool, untrack,
    };
    pub use scumble_components::{
        Control, Icon, button, checkbox, dialog, divider, heading, icon, icon_button, list_item, scroll_area,
        text_area, text_field,
    };
    pub use scumble_scene::scene::Viewport;
    pub use scumble_scene::{
        Align, ColorToken, Cursor, FILL, Handled, Ink, Justify, Key, Length, Live, Press, RadiusToken, Role,
        ShadowToken, SpaceToken, State, TextAlign, TextToken, Toggled, column, container, draw, each, image, list,
        percent, portal, rebuild, row, show, show_else, show_some, spacer, stack, text,
    };
}

/// For generated code only; anything here may change at any time.
#[doc(hidden)]
pub mod __private {
    pub use crate::inputs;
    pub use crate::offer as agent;
    #[cfg(target_arch = "wasm32")]
    pub use crate::page;
    pub use schemars;
    pub use scumble_agent::own;
    pub use scumble_channels as channels;
    pub use scumble_protocol as protocol;
    pub use scumble_reactive as reactive;
    pub use scumble_scene as scene;
    pub use scumble_scene::inventory;
    pub use serde;
    pub use serde_json;
    #[cfg(target_arch = "wasm32")]
    pub use wasm_bindgen;
    #[cfg(target_arch = "wasm32")]
    pub use wasm_split_helpers;

    /// Whether a file begins as a TrueType or OpenType font or collection does (OpenType 1.9, "Organization of an
    /// OpenType font"). What else is wrong with it is told when it is mounted.
    pub const fn is_font(bytes: &[u8]) -> bool {
        matches!(
            bytes,
            [0, 1, 0, 0, ..]
                | [b'O', b'T', b'T', b'O', ..]
                | [b't', b'r', b'u', b'e', ..]
                | [b't', b't', b'c', b'f', ..]
        )
    }

    /// How many characters a text has, where that has to be known at compile time.
    pub const fn characters(text: &str) -> usize {
        let bytes = text.as_bytes();
        let (mut index, mut count) = (0, 0);
        while index < bytes.len() {
            // Every byte but a continuation begins a character.
            if bytes[index] & 0b1100_0000 != 0b1000_0000 {
                count += 1;
            }
            index += 1;
        }
        count
    }
}
