//! The surface as an agent meets it: a small application run headless, its tools called, its answers read.

mod budget;
mod commands;
mod confirming;
mod frames;
mod looking;
#[expect(unreachable_pub, reason = "commands are public methods, wherever they are")]
mod notes;
mod remount;
mod resources;
mod screen;
mod setting;
