//! Says once how WebMCP is turned on, when a page comes from a browser that has none.
//!
//! Agents at `/__mcp` reach such a page all the same; only an agent in the browser does not.

use std::sync::Arc;

use super::hub::Hub;
use crate::doctor;

/// Waits for a first page in a browser without WebMCP, and says what it lacks.
pub(crate) async fn advise(hub: Arc<Hub>) {
    let mut pages = hub.tabs.watch();
    while hub.tabs.list().iter().all(|page| page.about.webmcp) {
        // The pages live as long as the server.
        if pages.changed().await.is_err() {
            return;
        }
    }
    eprintln!("{}", advice());
}

fn advice() -> String {
    let browser = doctor::chromium().map_or_else(|| "chromium".into(), |path| path.display().to_string());
    format!(
        "  This browser has no WebMCP: agents at {} operate the page all the same, one in the browser does not.\n    Turn it on: {browser} {}, or {}.",
        super::server::MCP_PATH,
        doctor::WEBMCP_FLAG,
        doctor::ORIGIN_TRIAL,
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn both_ways_to_turn_it_on_are_said() {
        let said = super::advice();
        assert!(said.contains("--enable-features=WebMCP") && said.contains("origin trial"), "{said}");
    }
}
