//! The `scumble` command: `scumble new` writes a project, `scumble build` makes its package, `scumble dev`
//! serves it while it is being written, `scumble mcp` connects an agent to that, `scumble verify` tells what the last
//! build said, and `scumble doctor` what the machine lacks.

mod build;
mod dev;
mod doctor;
mod interrupt;
mod mcp;
mod new;
mod running;
mod terminal;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Build applications that a person sees and an agent uses.
#[derive(Parser)]
#[command(name = "scumble", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make the package a page imports: module, chunks, entry script and types.
    Build(BuildArgs),
    /// Build, serve, and rebuild and reload on save.
    Dev(DevArgs),
    /// Say what is missing on this machine, and the command that adds it.
    Doctor(doctor::DoctorArgs),
    /// Serve this project's tools on stdin and stdout, for an agent that starts its servers itself.
    ///
    /// Joins the development server that runs for the project, or starts one, and stays through its restarts. A server
    /// that was started here ends a few seconds after the last that uses it.
    Mcp(mcp::McpArgs),
    /// Write a project that runs, with a test.
    New(new::NewArgs),
    /// Say what the last build said, from its record, with nothing running.
    Verify(verify::VerifyArgs),
}

/// What `scumble build` takes.
#[derive(Args)]
pub(crate) struct BuildArgs {
    /// The application's folder.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Small and optimised, for publishing.
    #[arg(long)]
    release: bool,
    /// Where the package goes [default: pkg in the application's folder].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Leave wasm-opt out of a release.
    #[arg(long)]
    no_opt: bool,
    /// Cargo features of the application's crate, beside those of wasm-pack.toml.
    #[arg(long, value_name = "FEATURES", value_delimiter = ',')]
    features: Vec<String>,
    /// Print the build block as one line of JSON, and nothing else, on stdout.
    #[arg(long)]
    json: bool,
}

/// What `scumble dev` takes.
#[derive(Args)]
pub(crate) struct DevArgs {
    /// The application's folder.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// The port, or the next free one of ten; 0 for any that is free.
    #[arg(long, default_value_t = 5173)]
    port: u16,
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1", value_parser = dev::parse_host)]
    host: std::net::IpAddr,
    /// Print JSON lines on stdout and nothing else: the address first, then one block a build.
    #[arg(long)]
    json: bool,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Open the page in a Chromium without a window, for agents with nobody in front of it.
    #[arg(long)]
    headless: bool,
    /// What agents have to send as `Authorization: Bearer` [default: nothing on this machine; with --host one is made].
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// What agents know the server as [default: the application's name].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// End when no `scumble mcp` uses it any more.
    #[arg(long, hide = true)]
    while_used: bool,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("scumble could not start: {error}.");
            return ExitCode::from(2);
        }
    };
    let code = runtime.block_on(async {
        match cli.command {
            Command::Build(args) => build::run(args).await,
            Command::Dev(args) => dev::run(args).await,
            Command::Doctor(args) => doctor::run(&args),
            Command::Mcp(args) => mcp::run(args).await,
            Command::New(args) => new::run(&args),
            Command::Verify(args) => verify::run(&args),
        }
    });
    // A step that cannot be interrupted may still run in a thread; nothing waits for it.
    runtime.shutdown_background();
    code
}
