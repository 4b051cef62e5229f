//! See ARCHITECTURE.md.

pub mod edit;
pub mod geometry;
pub mod paint_list;
pub mod text;
