//! Who is calling.

use serde::{Deserialize, Serialize};

/// An agent that calls; where there is none, it is the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Caller {
    /// The way it came in.
    pub door: Door,
    /// Names its session; empty where the door has none.
    #[serde(default)]
    pub session: String,
    /// Counts callers of this door from 1.
    #[serde(default)]
    pub number: u32,
    /// What it says it is, if it said.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub client: Option<ClientInfo>,
}

/// The way a call came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Door {
    /// `document.modelContext` of a page.
    WebMcp,
    /// The Model Context Protocol.
    Mcp,
    /// Code of the same process.
    Native,
}

impl Door {
    /// As it is written: `mcp`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Door::WebMcp => "webmcp",
            Door::Mcp => "mcp",
            Door::Native => "native",
        }
    }
}

/// What a client says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
}

impl Caller {
    /// The caller that came in by `door`, of whom nothing else is known.
    #[must_use]
    pub fn by(door: Door) -> Self {
        Caller { door, session: String::new(), number: 1, client: None }
    }

    /// How a person is told who asks: the client's name, else the door.
    #[must_use]
    pub fn display_name(&self) -> String {
        match (&self.client, self.door) {
            (Some(client), _) if !client.name.is_empty() => client.name.clone(),
            (_, Door::WebMcp) => "An AI agent in this browser".to_owned(),
            (_, Door::Mcp) => "An AI agent connected over MCP".to_owned(),
            (_, Door::Native) => "An AI agent".to_owned(),
        }
    }
}
