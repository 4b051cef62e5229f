//! Rules over manifests and lock files: one source for every version, nothing said twice.

use std::path::PathBuf;

use toml::{Table, Value};

use super::{Finding, Repository, relative};

const SECTIONS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];
const FIELDS: [&str; 4] = ["version", "edition", "rust-version", "license"];

/// Every member's manifest, by its path from the root.
fn members(repository: &Repository) -> Result<Vec<(String, Table)>, String> {
    let mut found = Vec::new();
    for folder in ["crates", "examples", "tests/fixtures", "benches", "xtask"] {
        let walk = walkdir::WalkDir::new(repository.root.join(folder)).max_depth(2).sort_by_file_name();
        for entry in walk.into_iter().filter_map(Result::ok).filter(|entry| entry.file_name() == "Cargo.toml") {
            found.push((relative(&repository.root, entry.path()), parse(entry.into_path())?));
        }
    }
    Ok(found)
}

fn parse(path: PathBuf) -> Result<Table, String> {
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}.", path.display()))?;
    text.parse().map_err(|error| format!("{} is not a manifest: {error}", path.display()))
}

pub(super) fn one_version_source(repository: &Repository) -> Result<Vec<Finding>, String> {
    Ok(members(repository)?.iter().flat_map(|(path, manifest)| own_versions(path, manifest)).collect())
}

fn own_versions(path: &str, manifest: &Table) -> Vec<Finding> {
    let mut tables: Vec<&Table> = vec![manifest];
    let targets = manifest.get("target").and_then(Value::as_table);
    tables.extend(targets.into_iter().flat_map(|targets| targets.values()).filter_map(Value::as_table));
    let mut findings = Vec::new();
    for dependencies in
        tables.iter().flat_map(|table| SECTIONS.iter().filter_map(|section| table.get(*section)?.as_table()))
    {
        for (name, dependency) in dependencies {
            let inherited = dependency.get("workspace").and_then(Value::as_bool) == Some(true);
            if !inherited {
                findings.push(Finding::new(
                    path,
                    format!("{name} has a version of its own. Put it in the root's [workspace.dependencies] and write `{name}.workspace = true`."),
                ));
            }
        }
    }
    findings
}

pub(super) fn inherits(repository: &Repository) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for (path, manifest) in members(repository)? {
        let is_inherited = |value: Option<&Value>| {
            value.and_then(|value| value.get("workspace")).and_then(Value::as_bool) == Some(true)
        };
        if !is_inherited(manifest.get("lints")) {
            findings.push(Finding::new(&path, "Take the workspace's lints: [lints] workspace = true."));
        }
        let package = manifest.get("package");
        for field in FIELDS {
            if !is_inherited(package.and_then(|package| package.get(field))) {
                findings.push(Finding::new(&path, format!("Write `{field}.workspace = true`.")));
            }
        }
        let described = package.and_then(|package| package.get("description")).and_then(Value::as_str);
        if path.starts_with("crates/") && described.unwrap_or_default().is_empty() {
            findings.push(Finding::new(&path, "Say in `description` what the crate is."));
        }
    }
    Ok(findings)
}

pub(super) fn lock_files(repository: &Repository) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    let mut look = |path: PathBuf, mark: &str, advice: &str| {
        if let Ok(text) = std::fs::read_to_string(&path)
            && let Some(line) = text.lines().position(|line| line.contains(mark))
        {
            findings.push(Finding::new(format!("{}:{}", relative(&repository.root, &path), line + 1), advice));
        }
    };
    for folder in ["tests/e2e", "www/npm"] {
        look(
            repository.root.join(folder).join("package-lock.json"),
            "\"resolved\": \"http",
            "The lock names a host. Run npm install with --omit-lockfile-registry-resolved.",
        );
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::own_versions;

    #[test]
    fn a_version_of_its_own_is_found_in_every_section() {
        let manifest = "[dependencies]\na.workspace = true\nb = \"1\"\n[dev-dependencies]\nc = { version = \"2\" }\n[target.'cfg(unix)'.dependencies]\nd = \"3\"\n"
            .parse()
            .expect("the manifest is TOML");
        let findings = own_versions("Cargo.toml", &manifest);
        assert_eq!(findings.len(), 3, "{findings:?}");
    }
}
