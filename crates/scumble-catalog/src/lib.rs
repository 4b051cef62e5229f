//! A project's components and channels, read from its source: the library a coding agent looks things up in.
//!
//! [`Catalog::open`] reads every Rust file below a crate's `src`; [`Catalog::refresh`] reads again those that changed.
//! [`Library`] is the surface over it: `library_overview`, `library_search` and `library_get`. Nothing is compiled and
//! no page is needed, so an answer tells what is written, not what was built; a file that does not parse keeps what it
//! last said, marked. Knows no runtime: what a component looks like is asked of `render_frame`, whose call is given
//! with each.

mod arguments;
mod catalog;
mod entry;
mod files;
mod join;
mod modules;
mod print;
mod read;
mod sample;
mod search;
mod surface;
mod told;

pub use catalog::{Catalog, Refreshed};
pub use entry::{Channel, Command, Component, Deprecation, Given, Key, KeyVisibility, Kind, Parameter, Problem, Use};
pub use search::{Hit, Subject};
pub use surface::Library;
pub use told::instructions;
