//! Offering a served channel to an agent, its type given by an expression that never runs. What `app!` generates calls
//! this where the agent is in the same program.

pub use scumble_agent::Agent;
use scumble_channels::{Channel, ChannelScope};
use scumble_reactive::Scope;

/// Offers the channel served in `cx` that has the type `kind` would return.
pub fn offer<C: Channel>(agent: &mut Agent, cx: Scope, _kind: impl FnOnce() -> C) {
    agent.offer(cx.channel::<C>());
}
