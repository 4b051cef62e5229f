//! The channel itself: a `Copy` bundle of signals with commands, and the ways it is read, sent to, kept and found.

use std::any::Any;
use std::rc::Rc;

use scumble_reactive::{Scope, Signal, batch};
use serde_json::{Map, Value, json};

use crate::command::ViewValue;
use crate::contract::{CommandContract, Contract, Visibility};
use crate::error::CommandError;
use crate::{ChannelState, LocalBoxFuture, to_agent_value};

/// What a command returned, if it returned anything.
pub type Returned = Result<Option<Value>, CommandError>;

/// What became of a command that was sent by name.
pub enum Dispatch {
    /// It ran, and this came of it.
    Done(Returned),
    /// It is asynchronous, or a person has to approve it first: drive this.
    Later(LocalBoxFuture<Returned>),
    /// The channel has no such command.
    Unknown,
}

/// A channel. `#[channel]` on the struct and `#[commands]` on its impl make one; nothing is implemented by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a channel",
    label = "not a channel",
    note = "put `#[channel(name = \"…\")]` on the struct and `#[commands]` on the `impl` with its commands (an empty one will do)"
)]
pub trait Channel: ChannelState {
    /// The commands, described, in the order they are written; without the hidden ones.
    #[doc(hidden)]
    fn command_contracts() -> Vec<CommandContract>;

    /// Sends a command by name. `arguments` have been validated; bytes in them are still base64.
    fn dispatch(&self, command: &str, arguments: Map<String, Value>) -> Dispatch;

    /// The channel's name.
    const NAME: &'static str = <Self as ChannelState>::CHANNEL_NAME;

    /// Everything the channel offers, described.
    fn contract() -> Contract {
        Contract {
            name: Self::CHANNEL_NAME,
            description: Self::DESCRIPTION,
            untrusted: Self::UNTRUSTED,
            keys: Self::key_contracts(),
            commands: Self::command_contracts(),
        }
    }

    /// Every key's value, hidden and secret ones too: what a reload or a recovery starts again from. With `settled`,
    /// the values as of the last completed flush, which a panic cannot have touched. A value that cannot be written
    /// as JSON is left out.
    fn snapshot(&self, settled: bool) -> Map<String, Value> {
        let mut values = Map::new();
        self.each_slot(&mut |name, slot| {
            if let Some(value) = slot.save(settled) {
                values.insert(name.into(), value);
            }
        });
        values
    }

    /// Sets every key that `values` has, in one batch. Returns the names of those whose value no longer fits its type;
    /// they keep what they had.
    fn restore(&self, values: &Map<String, Value>) -> Vec<String> {
        let mut misfits = Vec::new();
        batch(|| {
            self.each_slot(&mut |name, slot| {
                if let Some(value) = values.get(name)
                    && !slot.load(value)
                {
                    misfits.push(name.to_owned());
                }
            });
        });
        misfits
    }

    /// The view an agent reads: hidden keys are left out, a secret key is `{ "set": true }` or `{ "set": false }`, and
    /// so is a key that holds nothing (a `None`).
    ///
    /// # Errors
    /// A sentence naming the key whose value cannot be shown, such as one that holds NaN.
    fn view(&self) -> Result<Map<String, Value>, String> {
        let mut view = Map::new();
        for name in Self::KEYS {
            if let Some(value) = self.view_key(name) {
                let value = value?;
                if !value.is_null() {
                    view.insert((*name).into(), value);
                }
            }
        }
        Ok(view)
    }

    /// One key of the view; `null` if it holds nothing, none if there is no such key or an agent may not see it.
    ///
    /// # Errors
    /// As [`Channel::view`].
    fn view_key(&self, key: &str) -> Option<Result<Value, String>> {
        let (visibility, shown) = self.show(key)?;
        match visibility {
            Visibility::Hidden => None,
            Visibility::Shown => Some(shown.map_err(|problem| cannot_show(Self::CHANNEL_NAME, key, &problem))),
            Visibility::Secret => Some(Ok(json!({ "set": shown.map_or(true, |value| is_set(&value)) }))),
        }
    }

    /// Grows whenever a key an agent may see is written.
    fn view_revision(&self) -> u64 {
        let mut sum = 0;
        self.each_slot(&mut |name, slot| {
            if !Self::HIDDEN.contains(&name) {
                sum += slot.revision();
            }
        });
        sum
    }
}

fn cannot_show(channel: &str, key: &str, problem: &str) -> String {
    format!("The key {key} of {channel} cannot be shown: {problem}")
}

/// A key's signal, as reload and recovery see it.
#[doc(hidden)]
pub trait Slot {
    /// The value as JSON; none if it cannot be written.
    fn save(&self, settled: bool) -> Option<Value>;
    /// Sets the value; false if it does not fit.
    fn load(&self, value: &Value) -> bool;
    /// How often it was written.
    fn revision(&self) -> u64;
}

impl<T: ViewValue> Slot for Signal<T> {
    fn save(&self, settled: bool) -> Option<Value> {
        let value = if settled { self.settled() } else { self.peek() };
        serde_json::to_value(&*value).ok()
    }

    fn load(&self, value: &Value) -> bool {
        match T::deserialize(value) {
            Ok(value) => {
                self.set(value);
                true
            }
            Err(_) => false,
        }
    }

    fn revision(&self) -> u64 {
        Signal::revision(self)
    }
}

/// What `#[channel]` writes for the fields of the struct.
#[doc(hidden)]
pub mod state {
    use super::{Signal, Slot, Value, ViewValue, Visibility, to_agent_value};
    use crate::contract::KeyContract;

    /// The fields of a channel.
    pub trait ChannelState: Copy + 'static {
        /// The channel's name.
        const CHANNEL_NAME: &'static str;
        /// Its doc comment.
        const DESCRIPTION: &'static str;
        /// Whether everything in it may have been written by others.
        const UNTRUSTED: bool;
        /// Every key, in order.
        const KEYS: &'static [&'static str];
        /// The keys an agent does not see.
        const HIDDEN: &'static [&'static str];

        /// Visits every key's signal, in order.
        fn each_slot(&self, visit: &mut dyn FnMut(&'static str, &dyn Slot));
        /// A key's value for an agent.
        fn show(&self, key: &str) -> Option<(Visibility, Result<Value, String>)>;
        /// The keys, described.
        fn key_contracts() -> Vec<KeyContract>;
    }

    /// The value of a signal, for an agent.
    pub fn shown<T: ViewValue>(signal: &Signal<T>) -> Result<Value, String> {
        to_agent_value(&*signal.peek())
    }
}

/// A channel that is being served, with its type forgotten: what reload and recovery hold.
#[derive(Clone)]
pub struct Served {
    channel: Rc<dyn Any>,
    name: &'static str,
    // Plain functions, not a trait object of the channel: that would name its schemas where no agent is.
    snapshot: fn(&dyn Any, bool) -> Map<String, Value>,
    restore: fn(&dyn Any, &Map<String, Value>) -> Vec<String>,
}

impl Served {
    /// Serves `channel` in `scope`: components in it and below find it by its type.
    pub fn new<C: Channel>(scope: Scope, channel: C) -> Self {
        scope.provide(channel);
        Served {
            channel: Rc::new(channel),
            name: C::CHANNEL_NAME,
            snapshot: |any, settled| any.downcast_ref::<C>().map(|c| c.snapshot(settled)).unwrap_or_default(),
            restore: |any, values| any.downcast_ref::<C>().map(|c| c.restore(values)).unwrap_or_default(),
        }
    }

    /// The channel's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// See [`Channel::snapshot`].
    pub fn snapshot(&self, settled: bool) -> Map<String, Value> {
        (self.snapshot)(&*self.channel, settled)
    }

    /// See [`Channel::restore`].
    pub fn restore(&self, values: &Map<String, Value>) -> Vec<String> {
        (self.restore)(&*self.channel, values)
    }

    /// The channel's value, to be downcast to its type.
    pub fn any(&self) -> Rc<dyn Any> {
        Rc::clone(&self.channel)
    }
}

/// Checks the channels of one application against each other.
///
/// # Errors
/// A sentence if two of them have one name, or one name's tools would be called as another's.
pub fn check_served(channels: &[Served]) -> Result<(), String> {
    for (index, served) in channels.iter().enumerate() {
        let name = served.name();
        for other in &channels[..index] {
            if other.name() == name {
                return Err(format!(
                    "The channel {name} is served twice. Serve it once, or give one of the two another name in \
                     #[channel(name = \"…\")]."
                ));
            }
            if tool_part(other.name()) == tool_part(name) {
                return Err(format!(
                    "The channels {} and {name} would have tools of one name ({}_view). Give one of them another name.",
                    other.name(),
                    tool_part(name)
                ));
            }
        }
    }
    Ok(())
}

/// A channel's or command's name as part of a tool's name: every character but `A-Z`, `a-z`, `0-9`, `_` and `-`
/// becomes `_`.
pub fn tool_part(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' }).collect()
}

/// Whether a secret value is set: anything but nothing, an empty text, an empty list or an empty object.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

/// Finding a served channel: `cx.channel::<Notes>()`.
pub trait ChannelScope {
    /// The channel of this type served here or above.
    ///
    /// # Panics
    /// If none is.
    fn channel<C: Channel>(&self) -> C;

    /// The channel of this type served here or above, or none.
    fn try_channel<C: Channel>(&self) -> Option<C>;
}

impl ChannelScope for Scope {
    fn channel<C: Channel>(&self) -> C {
        self.try_channel().unwrap_or_else(|| {
            panic!(
                "The channel {} is not served here. Add it to `channels: […]` of `app!`, or provide one to this scope.",
                C::CHANNEL_NAME
            )
        })
    }

    fn try_channel<C: Channel>(&self) -> Option<C> {
        self.consume::<C>()
    }
}
