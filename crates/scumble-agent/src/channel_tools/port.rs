//! A channel with its type forgotten, so that everything after it is compiled once.

use scumble_channels::{Channel, Dispatch};
use serde_json::{Map, Value};

/// What a channel's tools need of it.
pub(crate) trait Port {
    /// The view an agent reads.
    fn view(&self) -> Result<Map<String, Value>, String>;
    /// One key of it; `None` if an agent may not know of it.
    fn view_key(&self, key: &str) -> Option<Result<Value, String>>;
    /// Rises whenever a view key was written.
    fn revision(&self) -> u64;
    /// Sends a command whose arguments were checked.
    fn dispatch(&self, command: &str, arguments: Map<String, Value>) -> Dispatch;
}

/// The port of a channel.
pub(crate) struct Of<C>(pub(crate) C);

impl<C: Channel> Port for Of<C> {
    fn view(&self) -> Result<Map<String, Value>, String> {
        self.0.view()
    }

    fn view_key(&self, key: &str) -> Option<Result<Value, String>> {
        self.0.view_key(key)
    }

    fn revision(&self) -> u64 {
        self.0.view_revision()
    }

    fn dispatch(&self, command: &str, arguments: Map<String, Value>) -> Dispatch {
        self.0.dispatch(command, arguments)
    }
}
