//! The stock controls: what an application is put together from.
//!
//! A control brings its role, name, states, keys and looks; the author gives it a value and what to do. Each is made
//! by a function (`button("Save")`), has a few properties of its own, takes those of [`Control`], and becomes an
//! [`Element`](scumble_scene::Element) where one is wanted. Nothing here knows of channels, agents or a browser.

mod button;
mod checkbox;
mod control;
mod dialog;
mod divider;
mod field;
mod heading;
mod icon;
mod list_item;
mod scroll_area;

pub use button::{Button, button, icon_button};
pub use checkbox::{Checkbox, checkbox};
pub use control::Control;
pub use dialog::{Dialog, dialog};
pub use divider::divider;
pub use field::{Field, text_area, text_field};
pub use heading::heading;
pub use icon::{Icon, icon};
pub use list_item::{ListItem, list_item};
pub use scroll_area::scroll_area;

#[cfg(test)]
mod tests;
