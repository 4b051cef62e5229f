//! An application as its hosts mount it: what `app!` writes down.
//!
//! Plain functions and names, so that naming an application costs nothing of the agent's side.

use scumble_channels::Served;
use scumble_reactive::Scope;
use scumble_scene::Scene;
use scumble_scene::element::Element;

/// One application.
#[derive(Clone, Copy)]
pub struct AppSpec {
    /// What it is called.
    pub name: &'static str,
    /// What a connecting agent is told; at most 2,048 characters.
    pub instructions: &'static str,
    /// The crate it is.
    pub crate_name: &'static str,
    /// TrueType and OpenType files by what they are called. They are looked into for what the embedded font lacks.
    pub fonts: &'static [(&'static str, &'static [u8])],
    /// Makes the channels in the scope of a mount and provides them there, in the order they are listed.
    pub serve: fn(Scope) -> Vec<Served>,
    /// Describes the screen; the channels are served already.
    pub root: fn(Scope) -> Element,
    /// Offers the channels served in a scope to an agent. Natively only: in a page this would bind the agent's side to
    /// the main module, and the seam `app!` writes does it in a chunk of its own.
    #[cfg(not(target_arch = "wasm32"))]
    pub offer: fn(&mut crate::Agent, Scope),
}

impl AppSpec {
    /// Gives a scene the application's fonts; whoever mounts the application does so before the first layout.
    ///
    /// # Errors
    /// A sentence naming the file that cannot be read.
    pub fn add_fonts(&self, scene: &Scene) -> Result<(), String> {
        for (source, bytes) in self.fonts {
            scene.add_font(source, bytes.to_vec()).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for AppSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppSpec")
            .field("name", &self.name)
            .field("crate_name", &self.crate_name)
            .finish_non_exhaustive()
    }
}
