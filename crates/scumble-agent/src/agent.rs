//! Everything an agent is offered of one mounted application, put together.
//!
//! The one place that knows every part; `app!` and hosts name it and nothing behind it.

use std::rc::Rc;

use scumble_channels::{Asker, Channel};
use scumble_reactive::Scope;
use scumble_scene::Scene;
use serde_json::Value;

use crate::activity::Activity;
use crate::channel_tools::ChannelSurface;
use crate::look::{Frames, LookSurface};
use crate::own::{OwnPrompt, OwnResource, OwnSurface, OwnTool};
use crate::screen::Screen;
use crate::screen_tools::ScreenSurface;
use crate::shared::{Limits, Shared};
use crate::surface::Surface;
use crate::surfaces::Surfaces;
use crate::unwind::note_places;

/// What a host gives an agent's side of a mounted application.
pub struct AgentContext {
    /// The mount's scope.
    pub scope: Scope,
    /// The screen, where there is one.
    pub scene: Option<Scene>,
    /// How the person is asked; what the scope provides (`confirm::set_asker`) if there is none.
    pub asker: Option<Rc<dyn Asker>>,
    /// How components are drawn by name; they cannot be without.
    pub frames: Option<Rc<dyn Frames>>,
    /// The refs of the mount before ([`Agent::refs`]), after a reload or a recovery.
    pub refs: Option<Value>,
    /// What is offered, and bounds.
    pub options: AgentOptions,
}

impl AgentContext {
    /// A context with a screen and nothing else.
    #[must_use]
    pub fn new(scope: Scope, scene: Scene) -> AgentContext {
        AgentContext {
            scope,
            scene: Some(scene),
            asker: None,
            frames: None,
            refs: None,
            options: AgentOptions::default(),
        }
    }
}

/// What is offered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentOptions {
    /// The `ui_` tools.
    pub screen: bool,
    /// `tokens_view` and `render_frame`.
    pub look: bool,
    /// At most this many tools, where that can be reached by folding channels' commands, each channel's into one tool.
    pub budget: Option<usize>,
    /// How long and how much.
    pub limits: Limits,
}

impl Default for AgentOptions {
    fn default() -> AgentOptions {
        AgentOptions { screen: true, look: true, budget: None, limits: Limits::default() }
    }
}

/// An agent's side of one mounted application.
pub struct Agent {
    shared: Rc<Shared>,
    screen: Option<Rc<Screen>>,
    frames: Option<Rc<dyn Frames>>,
    options: AgentOptions,
    channels: Vec<ChannelSurface>,
    own: OwnSurface,
    surfaces: Vec<Rc<dyn Surface>>,
}

impl Agent {
    /// An agent's side with no channels yet.
    #[must_use]
    pub fn new(context: AgentContext) -> Agent {
        note_places();
        let AgentContext { scope, scene, asker, frames, refs, options } = context;
        let lay_out: Rc<dyn Fn() -> u64> = match scene.clone() {
            Some(scene) => Rc::new(move || {
                scene.layout();
                scene.revision()
            }),
            None => Rc::new(|| 0),
        };
        let revision: Rc<dyn Fn() -> u64> = match scene.clone() {
            Some(scene) => Rc::new(move || scene.revision()),
            None => Rc::new(|| 0),
        };
        let shared = Rc::new(Shared {
            scope,
            asker,
            activity: Rc::new(Activity::new(revision)),
            lay_out,
            limits: options.limits,
        });
        let screen = scene.map(|scene| Rc::new(Screen::new(scene, Rc::clone(&shared), refs.as_ref())));
        let own = OwnSurface::new(Rc::clone(&shared));
        Agent { shared, screen, frames, options, channels: Vec::new(), own, surfaces: Vec::new() }
    }

    /// Offers a channel; channels are listed in the order they are given.
    pub fn offer<C: Channel>(&mut self, channel: C) -> &mut Agent {
        self.channels.push(ChannelSurface::new(channel, Rc::clone(&self.shared)));
        self
    }

    /// Offers a tool of the application's own: a function with `#[tool]`. They are listed after the channels', in the
    /// order they are given.
    pub fn tool<T: OwnTool>(&mut self) -> &mut Agent {
        self.own.add_tool::<T>();
        self
    }

    /// Offers a resource of the application's own: a function with `#[resource]`.
    pub fn resource<R: OwnResource>(&mut self) -> &mut Agent {
        self.own.add_resource::<R>();
        self
    }

    /// Offers a prompt of the application's own: a function with `#[prompt]`.
    pub fn prompt<P: OwnPrompt>(&mut self) -> &mut Agent {
        self.own.add_prompt::<P>();
        self
    }

    /// Offers a whole surface, listed after the application's own tools.
    pub fn surface(&mut self, surface: Rc<dyn Surface>) -> &mut Agent {
        self.surfaces.push(surface);
        self
    }

    /// Everything offered: channels, the application's own tools, the screen, looking.
    ///
    /// # Errors
    /// A sentence if two tools have one name or a name is none a client takes.
    pub fn surfaces(&self) -> Result<Surfaces, String> {
        let untrusted = self.channels.iter().any(ChannelSurface::is_untrusted);
        let mut others: Vec<Rc<dyn Surface>> = vec![Rc::new(self.own.clone())];
        others.extend(self.surfaces.iter().cloned());
        if let Some(screen) = &self.screen {
            if self.options.screen {
                others.push(Rc::new(ScreenSurface::new(Rc::clone(screen), untrusted)));
            }
            if self.options.look {
                others.push(Rc::new(LookSurface::new(Rc::clone(screen), self.frames.clone(), untrusted)));
            }
        }
        let channels = within_budget(
            self.channels.clone(),
            others.iter().map(|part| part.tools().len()).sum(),
            self.options.budget,
        );
        let mut parts: Vec<Rc<dyn Surface>> =
            channels.into_iter().map(|channel| Rc::new(channel) as Rc<dyn Surface>).collect();
        parts.append(&mut others);
        let screen = self.screen.clone();
        let refs = move || screen.as_ref().map(|screen| screen.refs_to_json().to_string()).unwrap_or_default();
        Ok(Surfaces::join(parts, Rc::clone(&self.shared.activity))?.with_refs(refs))
    }

    /// The screen as an outline, as `ui_snapshot` answers it.
    #[must_use]
    pub fn outline(&self) -> String {
        self.screen.as_ref().map(|screen| screen.print()).unwrap_or_default()
    }

    /// The refs given so far, for [`AgentContext::refs`] of the next mount.
    /// Null where there is no screen.
    #[must_use]
    pub fn refs(&self) -> Value {
        self.screen.as_ref().map(|screen| screen.refs_to_json()).unwrap_or_default()
    }

    /// What was called so far.
    #[must_use]
    pub fn activity(&self) -> Rc<Activity> {
        Rc::clone(&self.shared.activity)
    }
}

/// Folds the commands of channels, the largest first, until all tools together are within the budget or nothing is
/// left to fold. `others` counts the tools of no channel.
fn within_budget(mut channels: Vec<ChannelSurface>, others: usize, budget: Option<usize>) -> Vec<ChannelSurface> {
    let Some(budget) = budget else { return channels };
    loop {
        let total: usize = others + channels.iter().map(|channel| channel.tools().len()).sum::<usize>();
        let largest =
            channels.iter_mut().filter(|channel| channel.can_fold()).max_by_key(|channel| channel.tools().len());
        match largest {
            Some(channel) if total > budget => channel.fold(),
            _ => return channels,
        }
    }
}
