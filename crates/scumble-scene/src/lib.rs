//! See ARCHITECTURE.md.

pub mod geometry;
pub mod paint_list;
pub mod text;
