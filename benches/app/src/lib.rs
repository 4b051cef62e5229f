//! The application that is measured. A command says which of its screens is shown; `cargo xtask bench`
//! builds it as a release and drives it in Chromium.
//!
//! Run it: `cargo run -p scumble-cli -- dev benches/app`

pub mod many;
mod screens;

use scumble::prelude::*;

use many::Many;

/// Which screen is shown.
#[scumble::data]
#[derive(Copy)]
pub enum Shown {
    /// Nothing but a heading.
    Empty,
    /// 500 rounded boxes with a label each.
    Boxes,
    /// 500 buttons.
    Controls,
    /// 10,000 nodes, one of which changes.
    Tree,
}

/// What the measurements act on.
#[channel(name = "bench")]
pub struct Bench {
    /// The screen that is shown.
    #[view]
    shown: Signal<Shown>,
    /// Grows by one a touch.
    #[view]
    count: Signal<u32>,
    /// Turns the boxes' colour, so that all of them are painted again.
    #[view]
    turned: Signal<bool>,
}

impl Bench {
    fn open() -> Self {
        Self { shown: Signal::new(Shown::Empty), count: Signal::new(0), turned: Signal::new(false) }
    }
}

#[commands]
impl Bench {
    /// Show a screen.
    pub fn show(
        &self,
        /// Which one.
        screen: Shown,
    ) {
        self.shown.set(screen);
    }

    /// Change one text.
    pub fn touch(&self) {
        self.count.update(|count| *count += 1);
    }

    /// Change the colour of every box.
    pub fn turn(&self) {
        self.turned.update(|turned| *turned = !*turned);
    }
}

scumble::app!(
    screens::App,
    name: "Bench",
    instructions: "An application that is measured, not used.",
    channels: [Bench::open(), Many::open()],
);
