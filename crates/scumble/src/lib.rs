//! What an application's crate depends on: channels, components and `app!`, by one name.
//!
//! Everything an author writes with is here or in [`prelude`]. This crate has hardly any code of its own; it joins the
//! crates that do the work and gives the macros one place to find them in.

#[doc(hidden)]
pub mod inputs;

pub use schemars::JsonSchema;
pub use scumble_channels::{
    Bytes, Channel, ChannelScope, Confirmed, CurrentCaller, Diagnostic, Refused, RefusedReason, Typed,
};
pub use scumble_components as components;
pub use scumble_macros::{channel, commands, component, data};
pub use scumble_protocol::{Caller, ClientInfo, Door};
pub use scumble_reactive::{
    Callback, Scope, Signal, Stored, batch, effect, memo, now, sleep, spawn, spawn_named, untrack,
};
pub use scumble_scene as scene;
pub use scumble_scene::{Element, IntoElement, IntoProp, Prop};
pub use serde::{Deserialize, Serialize};

/// What an application's modules usually name.
pub mod prelude {
    pub use crate::{
        Bytes, Callback, Caller, Channel, ChannelScope, Confirmed, CurrentCaller, Diagnostic, Element, IntoElement,
        IntoProp, Prop, Scope, Signal, Stored, batch, channel, commands, component, data, effect, memo, sleep, spawn,
        untrack,
    };
}

/// For generated code only; anything here may change at any time.
#[doc(hidden)]
pub mod __private {
    pub use crate::inputs;
    pub use schemars;
    pub use scumble_channels as channels;
    pub use scumble_protocol as protocol;
    pub use scumble_reactive as reactive;
    pub use scumble_scene as scene;
    pub use scumble_scene::inventory;
    pub use serde;
    pub use serde_json;
}
