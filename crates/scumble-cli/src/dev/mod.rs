//! `scumble dev`: the application served from a loopback address, built again and reloaded on save, and operated by
//! agents over MCP.
//!
//! The server answers from the first moment; what needs a build waits for the first one. After
//! that a failed build leaves the last good page up.

mod activity;
mod agents;
mod announce;
mod files;
mod fresh;
mod guard;
mod headless;
mod hub;
mod inspector;
mod instructions;
mod kept;
mod listen;
mod page;
mod problems;
mod rebuild;
mod relay;
mod release;
mod returning;
mod secret;
mod server;
mod server_tools;
mod socket;
mod stamps;
mod surface;
mod tabs;
mod trace;
mod watch;
mod webmcp;

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
    /// The MCP endpoint.
    mcp: &'a str,
    /// What agents know the server as.
    name: &'a str,
    /// What agents have to send, if they have to.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<&'a str>,
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
    let agents = agents::Agents::new(&args, &project, &url);
    let secret = match secret::of_project(&project) {
        Ok(secret) => secret,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let current = Arc::new(rebuild::Current::new());
    current.opened(&project);
    let hub = hub::Hub::new(Arc::clone(&current), secret, url.clone(), agents.name.clone());
    if let Some(catalogue) = kept::read(&project) {
        hub.tabs.recall(catalogue);
    }
    tokio::spawn(kept::keep(project.clone(), Arc::clone(&hub.tabs)));
    tokio::spawn(returning::follow(returning::mark(&project), Arc::clone(&hub.tabs)));
    let (mcp, desk) = match agents.service(&hub, &project) {
        Ok(served) => served,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    // Whoever finds it may connect: the sockets are there, and what comes waits until it is served.
    let announced = match announce::announce(&project, &args, &agents, &url) {
        Ok(announced) => Some(announced),
        Err(message) if args.while_used => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
        Err(message) => {
            eprintln!("  {message} `scumble mcp` does not find this server.");
            None
        }
    };
    if args.json {
        let (name, token) = (&agents.name, agents.token.as_deref());
        print_json(&Greeting { url: &url, mcp: &agents.url, name, token, pid: std::process::id() });
    } else {
        println!("\n  ➜  Local:   {url}\n{}\n  ➜  Inspect: {url}__scumble/\n", agents.lines());
    }
    tokio::spawn(webmcp::advise(Arc::clone(&hub)));
    let served = server::Served {
        hub,
        root: project.dir.clone(),
        name: project.name.clone(),
        file_name: project.file_name.clone(),
        guard: guard::Guard::new(args.host),
        token: agents.token.clone(),
        inspector: inspector::Inspector::new(desk, agents.lines()),
    };
    let router = server::router(served, mcp);
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
    let browser = match args.headless.then(|| headless::open(&url)) {
        None => None,
        Some(Ok(browser)) => Some(browser),
        Some(Err(message)) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let while_used = args.while_used;
    let until = async move {
        let users = announced.as_ref().filter(|_| while_used);
        tokio::select! {
            () = &mut ended => {}
            () = announce::unused(users) => {}
        }
        // Nobody is to find it while it ends.
        drop(announced);
    };
    tokio::pin!(until);
    rebuild::keep_built(project, &current, args.json, until).await;
    drop(browser);
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
