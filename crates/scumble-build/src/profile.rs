//! How the compiler is asked: one set of flags for everything compiled for a page, and two profiles,
//! all passed on cargo's command line, because an application's workspace does not inherit ours.

use crate::config::OptLevel;
use crate::project::WASM_TARGET;
use crate::{ProfileName, Project};

/// Flags of every wasm compile: dev, release and clippy alike, since each change of them compiles
/// every dependency again.
///
/// - SIMD for the painter;
/// - relocations, which splitting reads;
/// - the stack pointer, so that a page can restore it after a stack overflow;
/// - `cfg(scumble_split)`, under which the seam of the agent's chunk is compiled in. A build that
///   does not split (plain wasm-pack) must not have it: a browser could not resolve its imports.
pub const WASM_RUSTFLAGS: &[&str] = &[
    "-Ctarget-feature=+simd128",
    "-Clink-args=--emit-relocs",
    "-Clink-args=--export=__stack_pointer",
    "--cfg=scumble_split",
    "--check-cfg=cfg(scumble_split)",
];

/// [`WASM_RUSTFLAGS`] as the value of one `cargo --config`.
pub fn wasm_rustflags_config() -> String {
    let flags: Vec<String> = WASM_RUSTFLAGS.iter().map(|flag| format!("{flag:?}")).collect();
    format!("target.{WASM_TARGET}.rustflags=[{}]", flags.join(","))
}

/// The values of every `cargo --config` that make up `profile` for `project`.
pub(crate) fn profile_config(project: &Project, profile: ProfileName) -> Vec<String> {
    match profile {
        ProfileName::Dev => dev(project),
        ProfileName::Release => release(project),
    }
}

fn dev(project: &Project) -> Vec<String> {
    let levels = &project.config.dev;
    let mut config = vec![
        // Not `package."*"`, which skips members of the workspace and slows build scripts down.
        format!("profile.dev.opt-level={}", levels.opt_level),
        package("dev", &project.name, "opt-level", &levels.application),
        "profile.dev.panic=\"abort\"".into(),
        // Crates on this machine are compiled incrementally, the optimised ones too, and there ThinLTO within a crate
        // has left units that call each other by names of different compiles; the linker makes imports of those.
        "profile.dev.lto=\"off\"".into(),
        // Bindgen and splitting drop debug sections; names, which they keep, need none.
        "profile.dev.debug=false".into(),
        "profile.dev.strip=false".into(),
    ];
    // A dependency's registered components live in codegen units that nothing else refers to, and
    // the linker drops such units: one unit keeps them together with what is referred to.
    for other in project.packages.values().filter(|other| other.local && other.name != project.name) {
        if other.dependencies.iter().any(|name| name == "scumble" || name == "inventory") {
            config.push(package("dev", &other.name, "codegen-units", &1));
        }
    }
    config
}

fn release(project: &Project) -> Vec<String> {
    let levels = &project.config.release;
    let mut config = vec![
        format!("profile.release.opt-level={}", levels.opt_level),
        "profile.release.lto=\"fat\"".into(),
        "profile.release.codegen-units=1".into(),
        "profile.release.panic=\"abort\"".into(),
        "profile.release.debug=false".into(),
        // Stripping would remove the section that tells which features the module uses.
        "profile.release.strip=false".into(),
    ];
    let fast = levels.fast.iter().filter(|name| project.has_package(name));
    config.extend(fast.map(|name| package("release", name, "opt-level", &OptLevel::Number(3))));
    config
}

fn package(profile: &str, name: &str, key: &str, value: &dyn std::fmt::Display) -> String {
    format!("profile.{profile}.package.{name:?}.{key}={value}")
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::{Config, Package};

    fn project(packages: &[(&str, bool, &[&str])]) -> Project {
        let packages: BTreeMap<String, Package> = packages
            .iter()
            .map(|(name, local, dependencies)| {
                let dependencies: BTreeSet<String> = dependencies.iter().map(ToString::to_string).collect();
                let package = Package {
                    name: name.to_string(),
                    version: "1.0.0".into(),
                    dir: "/".into(),
                    local: *local,
                    dependencies,
                };
                (name.to_string(), package)
            })
            .collect();
        Project {
            dir: "/app".into(),
            name: "app".into(),
            file_name: "app".into(),
            version: "1.0.0".into(),
            workspace_root: "/app".into(),
            target_dir: "/app/target".into(),
            config: Config::default(),
            config_path: None,
            packages,
            id: "app".into(),
        }
    }

    #[test]
    fn only_the_application_is_compiled_without_optimisation() {
        let config = profile_config(&project(&[("app", true, &["scumble"]), ("scumble", true, &[])]), ProfileName::Dev);
        assert!(config.contains(&"profile.dev.opt-level=2".into()));
        assert!(config.contains(&"profile.dev.lto=\"off\"".into()));
        assert!(config.contains(&"profile.dev.package.\"app\".opt-level=0".into()));
    }

    #[test]
    fn libraries_with_components_are_one_codegen_unit_and_others_are_not() {
        let packages: [(&str, bool, &[&str]); 4] = [
            ("app", true, &["scumble", "widgets"]),
            ("widgets", true, &["scumble"]),
            ("model", true, &["serde"]),
            ("scumble", true, &[]),
        ];
        let units: Vec<String> = profile_config(&project(&packages), ProfileName::Dev)
            .into_iter()
            .filter(|config| config.contains("codegen-units"))
            .collect();
        assert_eq!(units, ["profile.dev.package.\"widgets\".codegen-units=1"]);
    }

    #[test]
    fn a_release_is_small_but_for_the_crates_that_lay_out_and_paint() {
        let config = profile_config(&project(&[("app", true, &[]), ("taffy", false, &[])]), ProfileName::Release);
        assert!(config.contains(&"profile.release.opt-level=\"z\"".into()));
        assert!(config.contains(&"profile.release.package.\"taffy\".opt-level=3".into()));
        // Cargo warns about a package it does not know.
        assert!(!config.iter().any(|config| config.contains("parley")));
    }

    #[test]
    fn the_flags_are_one_value_that_toml_reads() {
        let value: toml::Table = toml::from_str(&wasm_rustflags_config()).expect("it is TOML");
        let flags = value["target"][WASM_TARGET]["rustflags"].as_array().expect("a list").len();
        assert_eq!(flags, WASM_RUSTFLAGS.len());
    }
}
