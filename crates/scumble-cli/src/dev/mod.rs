//! `scumble dev`: the application served from a loopback address, built again and reloaded on save.
//!
//! The server answers from the first moment; what needs a build waits for the first one. After
//! that a failed build leaves the last good page up.

mod files;
mod guard;
mod listen;
mod page;
mod rebuild;
mod server;
mod watch;

use std::net::IpAddr;
use std::process::ExitCode;
use std::sync::Arc;

use scumble_build::Project;
use serde::Serialize;

use crate::build::print_json;
use crate::{DevArgs, interrupt};

/// `--host`: an address, or `localhost`.
pub(crate) fn parse_host(text: &str) -> Result<IpAddr, String> {
    if text == "localhost" {
        return Ok(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));
    }
    text.parse().map_err(|_| format!("{text} is no address. Use one of this machine's, such as 127.0.0.1."))
}

/// The first line with `--json`.
#[derive(Serialize)]
struct Greeting<'a> {
    /// The page.
    url: &'a str,
    /// The MCP endpoint; null while this server has none.
    mcp: Option<&'a str>,
    /// The application.
    name: &'a str,
    /// This process.
    pid: u32,
}

/// Serve until told to end.
pub(crate) async fn run(args: DevArgs) -> ExitCode {
    let ended = interrupt::asked_to_end();
    tokio::pin!(ended);
    let opened = tokio::task::spawn_blocking({
        let path = args.path.clone();
        move || Project::open(path)
    });
    let project = tokio::select! {
        () = &mut ended => return ExitCode::SUCCESS,
        opened = opened => match opened {
            Ok(Ok(project)) => project,
            Ok(Err(error)) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
            Err(error) => {
                eprintln!("Reading the application failed: {error}.");
                return ExitCode::from(2);
            }
        }
    };
    let listening = match listen::listen(args.host, args.port).await {
        Ok(listening) => listening,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let url = listening.url();
    if args.json {
        print_json(&Greeting { url: &url, mcp: None, name: &project.name, pid: std::process::id() });
    } else {
        println!("\n  ➜  Local:   {url}\n");
    }
    let current = Arc::new(rebuild::Current::new());
    let served = server::Served {
        current: Arc::clone(&current),
        root: project.dir.clone(),
        name: project.name.clone(),
        file_name: project.file_name.clone(),
        guard: guard::Guard::new(args.host),
    };
    let router = server::router(served);
    for listener in listening.listeners {
        let router = router.clone();
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                eprintln!("The server stopped: {error}.");
            }
        });
    }
    if args.open {
        open_browser(&url);
    }
    rebuild::keep_built(project, &current, args.json, ended).await;
    ExitCode::SUCCESS
}

fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    if let Err(error) = std::process::Command::new(program).args(arguments).arg(url).spawn() {
        eprintln!("  The browser could not be opened ({program}: {error}). Open {url} yourself.");
    }
}
