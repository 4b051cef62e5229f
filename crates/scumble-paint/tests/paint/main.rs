//! The painter from outside: exact pixels, pictures compared with goldens, partial repaints, and what tiny-skia makes
//! of the same shapes.

mod damage;
mod exact;
mod fonts;
mod goldens;
mod lists;
mod rounded;
mod work;
