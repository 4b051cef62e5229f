//! `scumble new`: a project that compiles, runs and passes its own test, depending on the checkout this command was
//! built from.
//!
//! Writes files into a folder of its own and touches no other. Exit codes: 0 written, 2 refused.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

/// What `scumble new` takes.
#[derive(Args)]
pub(crate) struct NewArgs {
    /// The project's folder; its last part is the project's name.
    path: PathBuf,
}

/// Each file of a project, and its text before names are put in. The first is the manifest.
const FILES: [(&str, &str); 10] = [
    ("Cargo.toml", include_str!("../templates/new/manifest.toml")),
    ("src/lib.rs", include_str!("../templates/new/lib.rs")),
    ("src/tasks.rs", include_str!("../templates/new/tasks.rs")),
    ("src/ui.rs", include_str!("../templates/new/ui.rs")),
    ("tests/app.rs", include_str!("../templates/new/app_test.rs")),
    ("index.html", include_str!("../templates/new/index.html")),
    ("AGENTS.md", include_str!("../templates/new/agents.md")),
    ("README.md", include_str!("../templates/new/readme.md")),
    (".mcp.json", include_str!("../templates/new/mcp.json")),
    (".gitignore", include_str!("../templates/new/gitignore")),
];

/// Words no crate can be called, or that would hide one every crate knows.
const TAKEN: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "scumble",
    "self",
    "serde_json",
    "static",
    "std",
    "struct",
    "super",
    "target",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// Why no project was written.
#[derive(Debug)]
enum Refused {
    /// The path ends in no name.
    NoName(PathBuf),
    /// The name cannot be a crate's.
    Name { name: String, why: String },
    /// There is something in the folder.
    NotEmpty(PathBuf),
    /// There is a file where the folder should be.
    NotAFolder(PathBuf),
    /// The checkout the command was built from is no longer there.
    NoCheckout(PathBuf),
    /// A file could not be written.
    Write { path: PathBuf, source: std::io::Error },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoName(path) => {
                write!(f, "{} does not end in a name. Name the project: `scumble new my-app`.", path.display())
            }
            Refused::Name { name, why } => write!(f, "A project cannot be called {name:?}: {why}"),
            Refused::NotEmpty(path) => {
                write!(
                    f,
                    "{} is not empty, and nothing in it is touched. Choose another name, or empty it.",
                    path.display()
                )
            }
            Refused::NotAFolder(path) => write!(f, "{} is a file. Choose another name.", path.display()),
            Refused::NoCheckout(path) => write!(
                f,
                "The checkout this command was built from is no longer in {}. Build it again: `cargo install --path crates/scumble-cli` in a checkout of Scumble.",
                path.display()
            ),
            Refused::Write { path, source } => write!(f, "{} could not be written: {source}.", path.display()),
        }
    }
}

/// Write the project and say what to do with it.
pub(crate) fn run(args: &NewArgs) -> ExitCode {
    match write_project(&args.path, &checkout()) {
        Ok(project) => {
            println!("\n  {} is ready in {}.\n", project.name, args.path.display());
            println!("    cd {}", args.path.display());
            println!("    scumble dev      builds it and serves http://localhost:5173/");
            println!("    cargo test       runs it headless, as a person and as an agent\n");
            if !crate::doctor::is_on_path("scumble") {
                let cli = checkout().join("crates/scumble-cli");
                println!("  `scumble` is not on your PATH yet: cargo install --path {}\n", cli.display());
            }
            ExitCode::SUCCESS
        }
        Err(refused) => {
            eprintln!("{refused}");
            ExitCode::from(2)
        }
    }
}

/// The checkout this command was built from.
fn checkout() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// A project that was written.
#[derive(Debug)]
struct Written {
    name: String,
}

fn write_project(path: &Path, checkout: &Path) -> Result<Written, Refused> {
    let name = match path.file_name().map(|name| name.to_str()) {
        Some(Some(name)) => name.to_owned(),
        Some(None) => {
            return Err(Refused::Name { name: path.display().to_string(), why: "it is not plain text.".into() });
        }
        None => return Err(Refused::NoName(path.to_owned())),
    };
    check_name(&name).map_err(|why| Refused::Name { name: name.clone(), why })?;
    if !checkout.join("crates/scumble/Cargo.toml").is_file() {
        return Err(Refused::NoCheckout(checkout.to_owned()));
    }
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| Refused::Write { path, source }
    };
    match std::fs::read_dir(path).map(|mut entries| entries.next().is_some()) {
        Ok(true) => return Err(Refused::NotEmpty(path.to_owned())),
        Ok(false) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(_) if path.exists() && !path.is_dir() => return Err(Refused::NotAFolder(path.to_owned())),
        Err(error) => return Err(failed(path)(error)),
    }
    for (file, text) in FILES {
        let file = path.join(file);
        let folder = file.parent().unwrap_or(path);
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
        std::fs::write(&file, filled(text, &name, checkout)).map_err(failed(&file))?;
    }
    // The versions the checkout is tested with; cargo takes out what this project does not use.
    let lock = checkout.join("Cargo.lock");
    if lock.is_file() {
        std::fs::copy(&lock, path.join("Cargo.lock")).map_err(failed(&path.join("Cargo.lock")))?;
    }
    Ok(Written { name })
}

/// A template with the project's names put in.
fn filled(text: &str, name: &str, checkout: &Path) -> String {
    // A string in TOML as in JSON.
    let quoted = |krate: &str| {
        let path = checkout.join("crates").join(krate);
        serde_json::Value::String(path.to_string_lossy().into_owned()).to_string()
    };
    // The paths last: they may have any name in them.
    text.replace("my-app", name)
        .replace("my_app", &name.replace('-', "_"))
        .replace("My app", &title(name))
        .replace("@SCUMBLE@", &quoted("scumble"))
        .replace("@SCUMBLE-TESTING@", &quoted("scumble-testing"))
        .replace("@SCUMBLE-CLI@", &checkout.join("crates/scumble-cli").to_string_lossy())
}

/// `my-app` as a person reads it.
fn title(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// Why a crate cannot have this name.
fn check_name(name: &str) -> Result<(), String> {
    let instead: String = name
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() { character.to_ascii_lowercase() } else { '-' })
        .collect();
    let instead = instead.trim_matches(|character: char| character == '-' || character.is_ascii_digit());
    let advice = if instead.is_empty() || TAKEN.contains(&instead) { "my-app" } else { instead };
    if TAKEN.contains(&name) || name.starts_with("scumble-") || name.starts_with("scumble_") {
        let other = match name.strip_prefix("scumble").map(|rest| rest.trim_start_matches(['-', '_'])) {
            None => format!("{name}-app"),
            Some("") => "my-app".to_owned(),
            Some(rest) => format!("my-{rest}"),
        };
        return Err(format!("cargo, Rust or Scumble have a use of their own for that word. Try {other}."));
    }
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return Err(format!("a name begins with a small letter from a to z. Try {advice}."));
    }
    let fits = |character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || matches!(character, '-' | '_')
    };
    if !name.chars().all(fits) {
        return Err(format!("a name has small letters, digits, - and _ alone. Try {advice}."));
    }
    if name.len() > 64 {
        return Err(format!("it has {} characters, and at most 64 are allowed.", name.len()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(path: &Path) -> String {
        write_project(path, &checkout()).map(|written| written.name).expect_err("it is refused").to_string()
    }

    #[test]
    fn a_project_is_written_whole_under_its_own_names() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("tea-shop");
        assert_eq!(write_project(&path, &checkout()).expect("it is free").name, "tea-shop");
        let read = |file: &str| std::fs::read_to_string(path.join(file)).expect("it was written");
        for (file, _) in FILES {
            let text = read(file);
            for left in ["my-app", "my_app", "My app", "@SCUMBLE"] {
                assert!(!text.contains(left), "{file} still has {left}");
            }
        }
        assert!(read("Cargo.toml").contains("name = \"tea-shop\""));
        assert!(
            read("index.html").contains("'./pkg/tea_shop.js'")
                && read("index.html").contains("<title>Tea shop</title>")
        );
        assert!(read("tests/app.rs").contains("use tea_shop::{Tasks, app};"));
        let mcp: serde_json::Value = serde_json::from_str(&read(".mcp.json")).expect("JSON");
        assert_eq!(mcp["mcpServers"]["tea-shop"]["url"], "http://localhost:5173/__mcp");
    }

    #[test]
    fn a_folder_with_something_in_it_is_left_alone() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("full");
        std::fs::create_dir(&path).expect("a temporary folder is writable");
        write_project(&path, &checkout()).expect("an empty folder will do");
        std::fs::write(path.join("src/lib.rs"), "// mine\n").expect("a temporary folder is writable");
        assert!(
            refusal(&path)
                .ends_with("full is not empty, and nothing in it is touched. Choose another name, or empty it.")
        );
        assert_eq!(std::fs::read_to_string(path.join("src/lib.rs")).expect("it is there"), "// mine\n");
        let file = dir.path().join("file");
        std::fs::write(&file, "").expect("a temporary folder is writable");
        assert!(refusal(&file).ends_with("file is a file. Choose another name."));
    }

    #[test]
    fn names_no_crate_can_have_are_refused_with_one_it_can() {
        for (name, said) in [
            ("My App", "a name begins with a small letter from a to z. Try my-app."),
            ("tea.shop", "a name has small letters, digits, - and _ alone. Try tea-shop."),
            ("9lives", "a name begins with a small letter from a to z. Try lives."),
            ("茶", "a name begins with a small letter from a to z. Try my-app."),
            ("test", "cargo, Rust or Scumble have a use of their own for that word. Try test-app."),
            ("scumble-web", "cargo, Rust or Scumble have a use of their own for that word. Try my-web."),
        ] {
            assert_eq!(check_name(name), Err(said.to_owned()), "{name}");
        }
        assert_eq!(check_name("tea-shop_2"), Ok(()));
        assert!(check_name(&"a".repeat(65)).is_err_and(|why| why.contains("65 characters")));
        assert!(refusal(Path::new("..")).contains("does not end in a name"));
    }

    #[test]
    fn a_checkout_that_is_gone_is_said_so_before_anything_is_written() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("app-one");
        let refused = write_project(&path, &dir.path().join("gone")).expect_err("there is nothing to depend on");
        assert!(refused.to_string().contains("Build it again"), "{refused}");
        assert!(!path.exists());
    }
}
