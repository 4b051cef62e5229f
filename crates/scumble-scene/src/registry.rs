//! Components by name, for drawing one alone. Filled by `#[component]` in development builds, empty otherwise.

use std::cell::RefCell;

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

/// One call of a callback of a component that was built from JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCall {
    /// The callback's name.
    pub name: String,
    /// What it was called with: JSON where its type can be written so, else its `Debug` text.
    pub value: String,
}

thread_local! {
    static CALLS: RefCell<Vec<RecordedCall>> = const { RefCell::new(Vec::new()) };
}

/// Notes that a callback of a component built from JSON was called.
pub fn record_call(name: &str, value: String) {
    CALLS.with_borrow_mut(|calls| calls.push(RecordedCall { name: name.to_owned(), value }));
}

/// The calls noted since this was last asked.
pub fn take_calls() -> Vec<RecordedCall> {
    CALLS.take()
}
