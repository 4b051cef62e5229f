//! Who may depend on what, by `cargo metadata`. What a crate's tests use does not count.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Finding, Repository};
use crate::run::{cargo, read};

/// A library, and the only crates that may name it.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("web-sys", &["scumble-web"]),
    ("js-sys", &["scumble-web"]),
    ("gloo", &["scumble-web"]),
    ("wasm-bindgen-futures", &["scumble-web"]),
    ("rmcp", &["scumble-mcp"]),
    ("axum", &["scumble-cli", "scumble-mcp"]),
    ("tokio", &["scumble-cli", "scumble-mcp"]),
    ("tiny-skia", &["scumble-paint"]),
    ("png", &["scumble-paint"]),
    ("taffy", &["scumble-scene"]),
    ("parley", &["scumble-scene"]),
];

/// A crate, and what it must not reach, directly or through another.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("scumble-protocol", &["scumble-*"]),
    ("scumble-reactive", &["scumble-*"]),
    ("scumble-channels", &["scumble-scene", "scumble-paint", "scumble-agent", "scumble-web"]),
    ("scumble-scene", &["scumble-channels", "scumble-paint", "scumble-agent", "scumble-web"]),
    ("scumble-paint", &["scumble-channels", "scumble-agent", "scumble-web"]),
    ("scumble-components", &["scumble-channels", "scumble-agent", "scumble-web", "scumble-paint"]),
    ("scumble-agent", &["scumble-web", "scumble-cli", "scumble-testing"]),
    ("scumble-testing", &["scumble-web", "scumble-cli", "scumble-build"]),
    ("scumble-web", &["scumble-cli", "scumble-build", "scumble-testing"]),
    ("scumble", &["scumble-cli", "scumble-build", "scumble-testing"]),
    ("scumble-build", &["scumble-scene", "scumble-paint", "scumble-agent", "scumble-web", "scumble-cli"]),
    ("scumble-cli", &["scumble-scene", "scumble-paint", "scumble-agent", "scumble-web"]),
];

/// Each crate's direct dependencies, those of its tests left out.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn graph() -> Result<Graph, String> {
    let text = read(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value =
        serde_json::from_str(&text).map_err(|error| format!("cargo metadata cannot be read: {error}."))?;
    Ok(graph_of(&metadata))
}

fn graph_of(metadata: &Value) -> Graph {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    packages
        .iter()
        .filter_map(|package| {
            let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
            let names = dependencies
                .iter()
                .filter(|dependency| dependency["kind"] != "dev")
                .filter_map(|dependency| dependency["name"].as_str().map(str::to_owned));
            Some((package["name"].as_str()?.to_owned(), names.collect()))
        })
        .collect()
}

pub(super) fn libraries(_: &Repository) -> Result<Vec<Finding>, String> {
    Ok(misplaced_libraries(&graph()?))
}

fn misplaced_libraries(graph: &Graph) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, dependencies) in graph.iter().filter(|(name, _)| name.starts_with("scumble")) {
        for (library, owners) in LIBRARIES {
            if dependencies.contains(*library) && !owners.contains(&name.as_str()) {
                findings.push(Finding::new(
                    format!("crates/{name}/Cargo.toml"),
                    format!("Only {} may depend on {library}.", owners.join(" and ")),
                ));
            }
        }
    }
    findings
}

pub(super) fn directions(_: &Repository) -> Result<Vec<Finding>, String> {
    Ok(wrong_directions(&graph()?))
}

fn wrong_directions(graph: &Graph) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, forbidden) in FORBIDDEN {
        for reached in reachable(graph, name) {
            let refused = forbidden.iter().any(|pattern| match pattern.strip_suffix('*') {
                Some(prefix) => reached.starts_with(prefix),
                None => reached == *pattern,
            });
            if refused {
                findings.push(Finding::new(
                    format!("crates/{name}/Cargo.toml"),
                    format!("{name} must not reach {reached}: that is the wrong way up the map."),
                ));
            }
        }
    }
    findings
}

fn reachable(graph: &Graph, from: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![from.to_owned()];
    while let Some(name) = waiting.pop() {
        for dependency in graph.get(&name).into_iter().flatten() {
            if graph.contains_key(dependency) && seen.insert(dependency.clone()) {
                waiting.push(dependency.clone());
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::{graph_of, misplaced_libraries, wrong_directions};
    use serde_json::json;

    #[test]
    fn a_library_in_the_wrong_crate_is_found_but_not_in_its_tests() {
        let graph = graph_of(&json!({"packages": [
            {"name": "scumble-scene", "dependencies": [{"name": "web-sys", "kind": null}, {"name": "png", "kind": "dev"}]},
            {"name": "scumble-web", "dependencies": [{"name": "web-sys", "kind": null}]},
        ]}));
        let findings = misplaced_libraries(&graph);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].place, "crates/scumble-scene/Cargo.toml");
    }

    #[test]
    fn a_wrong_direction_through_another_crate_is_found() {
        let graph = graph_of(&json!({"packages": [
            {"name": "scumble-cli", "dependencies": [{"name": "scumble-build", "kind": null}]},
            {"name": "scumble-build", "dependencies": [{"name": "scumble-paint", "kind": null}]},
            {"name": "scumble-paint", "dependencies": []},
        ]}));
        let findings = wrong_directions(&graph);
        assert_eq!(findings.len(), 2, "{findings:?}");
    }
}
