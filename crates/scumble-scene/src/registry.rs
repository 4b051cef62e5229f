//! Components by name, for drawing one alone. Filled by `#[component]` in development builds, empty otherwise.

use scumble_reactive::Scope;

use crate::element::Element;

/// One component.
pub struct ComponentEntry {
    /// Its name in the source.
    pub name: &'static str,
    /// The module it is in, as `module_path!` says.
    pub module_path: &'static str,
    /// The file it is in, as `file!` says.
    pub file: &'static str,
    /// What its documentation says.
    pub doc: &'static str,
    /// What it is given.
    pub parameters: &'static [ComponentParameter],
    /// Builds it from its inputs as a JSON object's text.
    ///
    /// # Errors
    /// A sentence naming the parameter that JSON did not give or cannot give.
    pub build: fn(Scope, &str) -> Result<Element, String>,
}

/// One thing a component is given.
pub struct ComponentParameter {
    /// Its name.
    pub name: &'static str,
    /// What its documentation says.
    pub doc: &'static str,
    /// Its type as written.
    pub ty: &'static str,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether it is a callback: what it is called with is recorded.
    pub callback: bool,
}

inventory::collect!(ComponentEntry);

/// Every component this program knows by name, in no particular order.
pub fn components() -> impl Iterator<Item = &'static ComponentEntry> {
    inventory::iter::<ComponentEntry>.into_iter()
}
