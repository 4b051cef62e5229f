//! `scumble mcp`: a project's surface on standard input and output, for clients that start their servers themselves.
//!
//! Joins the development server that runs for the project, or starts one, and keeps the client while servers come and
//! go. Standard output carries the protocol alone: a server that is started writes to a log. It lives as long as any
//! `scumble mcp` uses it, and a server a person started is the person's to end. Exit codes: 0 the client has gone,
//! 2 there is nothing to serve.

mod servers;
mod start;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use scumble_build::Project;
use scumble_mcp::proxy::{Need, Resolve, proxy};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::interrupt;
use crate::running::{Folder, of_project};
use servers::{NoServer, Servers};

/// What `scumble mcp` takes. All but the path is for a server that it starts; one that runs is joined as it is.
#[derive(Args, Clone)]
pub(crate) struct McpArgs {
    /// The application's folder.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// The port of a server that is started, or the next free one of ten.
    #[arg(long, default_value_t = 5173)]
    port: u16,
    /// Have a server that is started open the page in a Chromium without a window.
    #[arg(long)]
    headless: bool,
    /// What agents have to send to a server that is started; this client's is sent for it.
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// What agents know a server as that is started [default: the application's name].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

/// How long a client that cannot be served has to ask, so that it is told why.
const FIRST_WORD: Duration = Duration::from_secs(5);

/// How long it is between two looks whether a first server is there.
const LOOK: Duration = Duration::from_millis(20);

/// Serve the client until it is gone.
pub(crate) async fn run(args: McpArgs) -> ExitCode {
    let ended = interrupt::asked_to_end();
    tokio::pin!(ended);
    let servers = tokio::select! {
        () = &mut ended => return ExitCode::SUCCESS,
        found = begin(args) => match found {
            Ok(servers) => servers,
            Err(why) => {
                eprintln!("{why}");
                tell(&why).await;
                return ExitCode::from(2);
            }
        }
    };
    let resolve: Resolve = Arc::new(move |need| {
        let servers = Arc::clone(&servers);
        Box::pin(async move { servers.address(need).map_err(|none| none.to_string()) })
    });
    match proxy(resolve, ended).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The project's servers, once one is there.
async fn begin(args: McpArgs) -> Result<Arc<Servers>, String> {
    let own = Folder::own()?;
    let project = project_of(&args.path).await?;
    let servers = Servers::new(own, project, args);
    loop {
        match servers.address(Need::Answer) {
            Ok(_) => return Ok(servers),
            Err(NoServer::Failed(why)) => return Err(why),
            Err(NoServer::Starting | NoServer::Ended) => tokio::time::sleep(LOOK).await,
        }
    }
}

/// The application's folder as its servers name it.
async fn project_of(path: &Path) -> Result<PathBuf, String> {
    // A server that runs is joined whatever the manifest looks like just now.
    if let Ok(dir) = path.canonicalize()
        && !of_project(&Folder::every(), &dir).is_empty()
    {
        return Ok(dir);
    }
    let path = path.to_owned();
    match tokio::task::spawn_blocking(move || Project::open(path)).await {
        Ok(opened) => opened.map(|project| project.dir).map_err(|error| error.to_string()),
        Err(error) => Err(format!("Reading the application failed: {error}.")),
    }
}

/// Tells a client why it is not served, as the answer to what it asks first: most show nothing else.
async fn tell(why: &str) {
    if std::io::stdin().is_terminal() {
        return;
    }
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    if let Ok(Ok(Some(line))) = tokio::time::timeout(FIRST_WORD, lines.next_line()).await
        && let Some(answer) = refusal(&line, why)
    {
        crate::build::print_json(&answer);
    }
}

/// The answer to a request that cannot be answered; none to what is no request.
fn refusal(line: &str, why: &str) -> Option<Value> {
    let request: Value = serde_json::from_str(line).ok()?;
    let id = request.get("id").filter(|_| request.get("method").is_some())?;
    Some(json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32000, "message": why } }))
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn a_client_that_cannot_be_served_reads_why() {
        let answer = refusal(r#"{"jsonrpc":"2.0","id":"a","method":"initialize"}"#, "There is no Cargo.toml.");
        let answer = answer.expect("it asked").to_string();
        assert_eq!(answer, r#"{"jsonrpc":"2.0","id":"a","error":{"code":-32000,"message":"There is no Cargo.toml."}}"#);
        assert_eq!(refusal(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "no"), None);
        assert_eq!(refusal("hello", "no"), None);
    }
}
