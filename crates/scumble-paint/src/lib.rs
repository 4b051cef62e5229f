//! Paints a scene's display list into pixels on the CPU, and pixels into PNG files.
//!
//! [`Painter::paint`] takes a [`DisplayList`](scumble_scene::paint_list::DisplayList) and a damaged rectangle and
//! writes into a [`Canvas`]: opaque RGBA bytes a browser, a window or a PNG file take as they are. Boxes, borders and cached
//! glyph masks are filled row by row here; tiny-skia turns strokes into outlines.
//!
//! Knows no tree, no input, no clock and no file. The same list gives the same bytes natively and in WebAssembly, with
//! and without SIMD: whole numbers wherever possible, and of floats only what IEEE 754 fixes.
//!
//! Nothing here is generic over what an application defines, so all of it is compiled, and optimised, in this crate.

mod blend;
mod boxes;
mod canvas;
mod colours;
mod corners;
mod encode;
mod glyphs;
mod hashing;
mod images;
mod outline;
mod painter;
mod pixels;
mod png_file;
mod png_rows;
mod resample;
mod runs;
mod shadows;
mod shapes;
mod target;

pub use canvas::{Canvas, LONGEST_SIDE, crop, diff, downscale, hash};
pub use encode::{Encoded, decode_png, encode_png, encode_png_within};
pub use painter::{Counters, Painter};
pub use runs::Runs;
