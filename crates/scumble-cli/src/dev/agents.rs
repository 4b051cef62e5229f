//! How agents reach the server: its endpoint, its name, its token, and the lines that say so.

use scumble_build::Project;
use scumble_catalog::{Catalog, Library};
use scumble_mcp::{Desk, McpService, Options};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::hub::Hub;
use super::server::MCP_PATH;
use super::surface::DevSurface;
use crate::DevArgs;

/// The endpoint for agents.
pub(crate) struct Agents {
    /// What they know it as.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) url: String,
    /// What they have to send.
    pub(crate) token: Option<String>,
    hosts: Vec<String>,
}

impl Agents {
    /// `url` is the page's address.
    pub(crate) fn new(args: &DevArgs, project: &Project, url: &str) -> Agents {
        let token = args.token.clone().filter(|token| !token.is_empty());
        // Whoever else can reach this machine could otherwise operate the page.
        let token = token.or_else(|| (!args.host.is_loopback()).then(scumble_mcp::token));
        let host = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let mut hosts = vec![host];
        if !args.host.is_loopback() && !args.host.is_unspecified() {
            hosts.push(args.host.to_string());
        }
        Agents {
            name: args.name.clone().unwrap_or_else(|| project.name.clone()),
            url: format!("{}{MCP_PATH}", url.trim_end_matches('/')),
            token,
            hosts,
        }
    }

    /// The service at that address, and the surface it serves.
    ///
    /// # Errors
    /// A sentence if the project's sources cannot be read or no thread can be started.
    pub(crate) fn service(&self, hub: &Arc<Hub>, project: &Project) -> Result<(McpService, Desk), String> {
        let mut options = Options::new(&self.name, env!("CARGO_PKG_VERSION"));
        options.token = self.token.clone();
        options.allowed_hosts = self.hosts.clone();
        let (hub, dir) = (Arc::clone(hub), project.dir.clone());
        let controls = controls(project);
        let desk = Desk::open(move || Ok(DevSurface::new(hub, library(&dir, &controls)?)))?;
        Ok((McpService::new(desk.clone(), options), desk))
    }

    /// What the terminal says.
    pub(crate) fn lines(&self) -> String {
        let Agents { name, url, token, .. } = self;
        let word = shell_word(name);
        let mut lines = vec![format!("  ➜  Agents:  {url}  (MCP, as {name})")];
        match token {
            None => {
                lines.push(format!("             claude mcp add --transport http {word} {url}"));
                lines.push(format!("             codex mcp add {word} --url {url}"));
                lines.push(format!("             gemini mcp add --transport http {word} {url}"));
            }
            Some(token) => {
                let header = format!("\"Authorization: Bearer {token}\"");
                lines.push(format!("             claude mcp add --transport http {word} {url} --header {header}"));
                lines.push(format!("             gemini mcp add --transport http {word} {url} --header {header}"));
            }
        }
        lines.join("\n")
    }
}

/// A name as one word of a command line.
fn shell_word(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' }).collect()
}

/// Where the stock controls lie, and the boxes, texts and lists they stand in, if the project is written with them.
fn controls(project: &Project) -> Vec<PathBuf> {
    let dir = |name| project.packages.values().find(|package| package.name == name).map(|package| package.dir.clone());
    ["scumble-components", "scumble-scene"].into_iter().filter_map(dir).collect()
}

fn library(dir: &Path, controls: &[PathBuf]) -> Result<Library, String> {
    let open = Catalog::open(dir)?;
    Ok(Library::new(controls.iter().try_fold(open, |catalog, dir| catalog.with_library("scumble", dir))?))
}

#[cfg(test)]
mod tests {
    use super::{Agents, shell_word};

    fn agents(token: Option<&str>) -> Agents {
        Agents {
            name: "my app".into(),
            url: "http://localhost:5173/__mcp".into(),
            token: token.map(str::to_owned),
            hosts: Vec::new(),
        }
    }

    #[test]
    fn the_lines_can_be_pasted() {
        assert_eq!(shell_word("my app; rm"), "my-app--rm");
        let lines = agents(None).lines();
        assert!(lines.contains("(MCP, as my app)"));
        assert!(lines.contains("\n             claude mcp add --transport http my-app http://localhost:5173/__mcp\n"));
        assert!(lines.contains("codex mcp add my-app --url http://localhost:5173/__mcp"));
        assert!(agents(Some("t0")).lines().contains("--header \"Authorization: Bearer t0\""));
    }
}
