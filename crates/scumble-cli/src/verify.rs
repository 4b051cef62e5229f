//! `scumble verify`: what the last build said, from its record. Compiles nothing and asks nobody.
//!
//! Exit codes: 0 everything is as it was built, 1 an object failed, 2 there is no record, or sources are newer than it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use scumble_build::{Change, Project, Record, Sources, Verdict, Verified};
use scumble_protocol::build::Level;
use serde_json::{Value, json};

use crate::build::print_json;

/// What `scumble verify` takes.
#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The application's folder.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Only these objects, such as src/editor.rs [default: every one, and every source].
    #[arg(long, value_name = "NAME", num_args = 1..)]
    expect: Vec<String>,
    /// Print one line of JSON, and nothing else, on stdout.
    #[arg(long)]
    json: bool,
}

/// Read the record and tell.
pub(crate) fn run(args: &VerifyArgs) -> ExitCode {
    let read = Project::open(&args.path).and_then(|project| {
        let (record, now) = (Record::read(&project)?, Sources::read(&project)?);
        Ok((project, record, now))
    });
    let (project, record, now) = match read {
        Ok(read) => read,
        Err(error) => return nothing(args, &error.to_string()),
    };
    let Some(record) = record else {
        let path = Record::path(&project);
        let sentence = format!(
            "No build of {} is recorded in {}. Run `scumble build` or `scumble dev`.",
            project.name,
            path.display()
        );
        return nothing(args, &sentence);
    };
    let verified = record.verify(&project, &now, &args.expect);
    let code = code_of(&verified);
    if args.json {
        print_json(&to_value(&project, &record, &verified));
    } else {
        for line in lines(&project.name, &record, &verified, &args.expect) {
            println!("{line}");
        }
    }
    ExitCode::from(code)
}

/// What was found, as programs read it.
pub(crate) fn to_value(project: &Project, record: &Record, verified: &Verified) -> Value {
    json!({
        "ok": verified.is_ok(),
        "exit": code_of(verified),
        "name": project.name,
        "profile": record.profile,
        "build": record.block.summary,
        "failing": verified.failing,
        "newer": verified.newer,
        "missing": verified.missing,
    })
}

/// There is nothing to go by, and why.
fn nothing(args: &VerifyArgs, sentence: &str) -> ExitCode {
    if args.json {
        print_json(&json!({ "ok": false, "exit": 2, "message": sentence }));
    }
    eprintln!("{}", sentence.trim_end());
    ExitCode::from(2)
}

/// Newer sources come first: what failed is of older ones then.
fn code_of(verified: &Verified) -> u8 {
    match () {
        () if !verified.newer.is_empty() || !verified.missing.is_empty() => 2,
        () if !verified.failing.is_empty() => 1,
        () => 0,
    }
}

/// What was found, as people read it.
pub(crate) fn lines(name: &str, record: &Record, verified: &Verified, expected: &[String]) -> Vec<String> {
    let summary = &record.block.summary;
    let build = format!("build {} ({}) of {}", summary.id, record.profile, summary.timestamp);
    if verified.is_ok() {
        let what = match expected.len() {
            0 => format!("{name} and its {} sources are", record.sources.len()),
            1 => format!("{} is", expected[0]),
            many => format!("all {many} are"),
        };
        return vec![
            format!("ok: {what} as they were in {build}, and nothing failed.")
                .replace(" is as they were", " is as it was"),
        ];
    }
    let mut lines: Vec<String> = verified.failing.iter().flat_map(failure).collect();
    lines.extend(verified.newer.iter().map(|newer| {
        let change = match newer.change {
            Change::Changed => "changed since",
            Change::Added => "was not there",
            Change::Removed => "is gone since",
        };
        format!("newer    {}: {change}", newer.name)
    }));
    lines.extend(verified.missing.iter().map(|name| format!("missing  {name}: no build has seen it")));
    lines.push(match code_of(verified) {
        1 => format!("{name} failed in {build}."),
        _ => format!("{build} does not have {name} as it is now. Run `scumble build`."),
    });
    lines
}

/// A failing object with its errors, a line each.
fn failure(verdict: &Verdict) -> Vec<String> {
    let object = &verdict.object;
    let errors = object.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error);
    let mut lines: Vec<String> = errors
        .map(|error| {
            let place = error.line.map(|line| format!(":{line}")).unwrap_or_default();
            let code = error.code.as_ref().map(|code| format!(" [{code}]")).unwrap_or_default();
            format!("failed   {}{place}: {}{code}", object.name, error.msg.lines().next().unwrap_or_default())
        })
        .collect();
    if lines.is_empty() {
        lines.push(format!("failed   {}", object.name));
    }
    lines
}
