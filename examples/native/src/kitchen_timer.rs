//! The timer.

use scumble::{Signal, channel, commands, sleep, spawn_named};

/// A kitchen timer.
#[channel(name = "timer")]
pub struct KitchenTimer {
    /// What it was set for last; empty if never.
    #[view]
    label: Signal<String>,
    /// How often it has rung.
    #[view]
    rung: Signal<u32>,
}

impl KitchenTimer {
    /// A timer that is not set.
    pub fn open() -> KitchenTimer {
        KitchenTimer { label: Signal::new(String::new()), rung: Signal::new(0) }
    }
}

#[commands]
impl KitchenTimer {
    /// Set the timer. It rings later: the answer says that it is running, and `rung` changes when it does.
    pub fn set(
        &self,
        /// What it is for.
        label: String,
        /// When it rings, in seconds.
        seconds: f64,
    ) {
        let rung = self.rung;
        self.label.set(label);
        spawn_named("the timer", async move {
            sleep(seconds * 1000.0).await;
            println!("Ring!");
            rung.update(|rung| *rung += 1);
        });
    }
}
