//! `scumble build`: one build, told to the terminal or as one line of JSON.
//!
//! Exit codes: 0 built, 1 built with failures, 2 not built at all.

use std::process::ExitCode;
use std::time::Instant;

use scumble_build::{BuildError, BuildOptions, Cancel, ProfileName, Project, build, failure_block};

use crate::terminal::{Terminal, notes, summary};
use crate::{BuildArgs, interrupt};

/// Build and report.
pub(crate) async fn run(args: BuildArgs) -> ExitCode {
    let cancel = Cancel::new();
    let work = {
        let cancel = cancel.clone();
        tokio::task::spawn_blocking(move || build_once(&args, cancel))
    };
    tokio::select! {
        done = work => done.unwrap_or(ExitCode::from(2)),
        () = interrupt::asked_to_end() => {
            cancel.cancel();
            ExitCode::from(130)
        }
    }
}

fn build_once(args: &BuildArgs, cancel: Cancel) -> ExitCode {
    let started = Instant::now();
    let project = match Project::open(&args.path) {
        Ok(mut project) => {
            project.config.features.extend(args.features.iter().cloned());
            project
        }
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut terminal = Terminal::new(args.json);
    let profile = if args.release { ProfileName::Release } else { project.config.profile };
    let mut options = BuildOptions::new(profile);
    options.out = Some(args.out.clone().unwrap_or_else(|| project.dir.join("pkg")));
    options.optimise = !args.no_opt;
    options.colour = terminal.has_colour();
    options.cancel = Some(cancel);
    let result = build(&project, &options, &mut |progress| terminal.show(&progress));
    terminal.clear();
    match result {
        Ok(built) => {
            if args.json {
                print_json(&built.block);
            } else {
                eprintln!("{}", summary(&built.block, started.elapsed()));
                for note in notes(&built.block) {
                    eprintln!("    {note}");
                }
                if let Some(package) = &built.package {
                    eprintln!("    in {}", package.dir.display());
                }
            }
            if built.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(BuildError::Cancelled) => ExitCode::from(130),
        Err(error) => {
            if args.json {
                print_json(&failure_block(&project, profile, &error));
            }
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// One value on one line of stdout.
pub(crate) fn print_json(value: &impl serde::Serialize) {
    use std::io::Write;
    let line = serde_json::to_string(value).expect("blocks and greetings have string keys only");
    let mut stdout = std::io::stdout().lock();
    // Whoever read it may have gone, which is theirs to decide.
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}
