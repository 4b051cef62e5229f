//! What an instance says when it ends: the panic's message and place, and the last settled values of every
//! application, which the next instance begins with. `js/instance.js` does the rest.
//!
//! Runs inside the panic hook: a signal that was being written is borrowed then, so only settled snapshots are read,
//! and the message goes out first, in case reading fails as well.

use std::panic::PanicHookInfo;

use serde_json::{Map, Value};

use crate::{bridge, page};

/// Sets the panic hook; once for an instance.
pub(crate) fn install() {
    std::panic::set_hook(Box::new(tell));
}

fn tell(info: &PanicHookInfo<'_>) {
    let place = info.location().map(|at| format!("{}:{}:{}", at.file(), at.line(), at.column())).unwrap_or_default();
    bridge::panicked(info.payload_as_str().unwrap_or("(the panic carried no message)"), &place);
    bridge::panic_state(&snapshots());
}

/// The last settled values of every mounted application, as JSON by the application's number:
/// `{ "1": { "channels": { "notes": { … } }, "focus": "…", "refs": … } }`.
pub(crate) fn snapshots() -> String {
    let mut all = Map::new();
    for page in page::all() {
        all.insert(page.id().to_string(), page.settled_state());
    }
    Value::Object(all).to_string()
}

/// What every mounted application leaves for itself after the page is loaded again; the shape of [`snapshots`].
#[cfg(debug_assertions)]
pub(crate) fn handover() -> String {
    let all: Map<String, Value> = page::all().iter().map(|page| (page.id().to_string(), page.handover())).collect();
    Value::Object(all).to_string()
}

#[cfg(test)]
mod tests {
    use scumble_protocol::Code;

    #[test]
    fn the_codes_the_page_makes_failures_with_are_those_of_the_table() {
        let script = include_str!("../js/failure.js");
        let named = [
            ("input", Code::BadArguments),
            ("panicked", Code::CommandPanicked),
            ("cancelled", Code::Cancelled),
            ("gone", Code::NotMounted),
        ];
        for (name, code) in named {
            let entry = format!("{name}: '{}'", code.as_str());
            assert!(script.contains(&entry), "js/failure.js does not have {entry}");
        }
    }
}
