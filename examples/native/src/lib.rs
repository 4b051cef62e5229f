//! A kitchen's channels, a tool and a resource beside them, and what an agent has of it all; `main.rs` serves it and says how to run it.

mod kitchen_timer;
mod recipe;
mod shopping;

pub use kitchen_timer::KitchenTimer;
pub use recipe::{ServesNobody, add_recipe, shopping_list};
use scumble::Scope;
use scumble_agent::{Agent, AgentContext, AgentOptions, Surfaces};
pub use shopping::{Item, NotOnTheList, Shopping};

/// Makes the channels and what an agent has of them. Called on the thread the surface then lives on.
///
/// # Errors
/// A sentence if two tools have one name.
pub fn kitchen() -> Result<Surfaces, String> {
    let scope = Scope::root();
    let (shopping, timer) = scope.run(|| (Shopping::open(), KitchenTimer::open()));
    // A tool finds a channel by its type.
    scope.provide(shopping);
    let context =
        AgentContext { scope, scene: None, asker: None, frames: None, refs: None, options: AgentOptions::default() };
    let mut agent = Agent::new(context);
    agent.offer(shopping).offer(timer).tool::<add_recipe>().resource::<shopping_list>();
    agent.surfaces()
}
