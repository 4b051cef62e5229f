//! The package's own files around what bindgen and splitting made: the entry a page imports, its
//! types, `package.json`, and in development the worker that draws frames.
//!
//! Text in, text out, and one function that puts a finished folder in place of the one before.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::{BuildError, ProfileName, Project};

const ENTRY: &str = include_str!("package/entry.js");
const INIT_TYPES: &str = include_str!("package/init.d.ts");
const APP_TYPES: &str = include_str!(concat!(env!("OUT_DIR"), "/app.d.ts"));
const FRAME_WORKER: &str = include_str!(concat!(env!("OUT_DIR"), "/frame-worker.js"));

/// What the entry has to know.
pub(crate) struct Entry<'a> {
    pub project: &'a Project,
    pub profile: ProfileName,
    pub build: &'a str,
    /// Whether there is a chunk loader beside it.
    pub is_split: bool,
    /// Bindgen's script.
    pub glue: &'a str,
}

impl Entry<'_> {
    /// The script a page imports.
    pub(crate) fn script(&self) -> String {
        let file = &self.project.file_name;
        let dev = self.profile == ProfileName::Dev;
        let (import_split, next_generation) = if self.is_split {
            ("import * as split from \"./__wasm_split.js\";", "split.__scumble_next_generation();")
        } else {
            ("", "")
        };
        let exports = public_exports(self.glue);
        let reexports = if exports.is_empty() {
            String::new()
        } else {
            format!("\nexport {{ {} }} from \"./{file}_glue.js\";\n\n", exports.join(", "))
        };
        let worker_url = if self.has_worker() {
            format!("new URL(\"./{file}_frame_worker.js\", import.meta.url).href")
        } else {
            "null".to_owned()
        };
        let script = ENTRY
            .replace("{{name}}", &self.project.name)
            .replace("{{version}}", &self.project.version)
            .replace("{{file}}", file)
            .replace("{{build}}", self.build)
            .replace("{{dev}}", if dev { "true" } else { "false" })
            .replace("{{worker_url}}", &worker_url)
            .replace("{{reexports}}\n", &reexports);
        // A line with nothing on it is left out whole.
        let script = fill_line(&script, "{{import_split}}", import_split);
        fill_line(&script, "{{next_generation}}", next_generation)
    }

    /// The worker's script, in development and where there is one.
    pub(crate) fn worker(&self) -> Option<String> {
        let glue = format!("./{}_glue.js", self.project.file_name);
        self.has_worker().then(|| FRAME_WORKER.replace("__GLUE__", &glue))
    }

    fn has_worker(&self) -> bool {
        self.profile == ProfileName::Dev && !FRAME_WORKER.is_empty()
    }

    /// The entry's types.
    pub(crate) fn types(&self) -> String {
        let app = if public_exports(self.glue).iter().any(|name| name == "createApp") { APP_TYPES } else { "" };
        let init = if app.contains("export default") { "" } else { INIT_TYPES.trim_start() };
        let between = if app.is_empty() || init.is_empty() { "" } else { "\n" };
        format!("// Types of {}. Made by `scumble build`.\n{app}{between}{init}", self.project.name)
    }

    /// `package.json`, with `files` of the package and what the snippets need from npm.
    pub(crate) fn manifest(&self, files: &[String], dependencies: Map<String, Value>) -> String {
        let file = &self.project.file_name;
        let mut manifest = json!({
            "name": self.project.name,
            "version": self.project.version,
            "type": "module",
            "main": format!("./{file}.js"),
            "module": format!("./{file}.js"),
            "types": format!("./{file}.d.ts"),
            "exports": { ".": { "types": format!("./{file}.d.ts"), "default": format!("./{file}.js") }, "./*": "./*" },
            "files": files,
            "sideEffects": ["./snippets/*"],
            "scumble": { "build": self.build, "profile": if self.profile == ProfileName::Dev { "dev" } else { "release" } },
        });
        if !dependencies.is_empty() {
            manifest["dependencies"] = Value::Object(dependencies);
        }
        format!("{manifest:#}\n")
    }
}

/// The names bindgen's script exports for applications: not its own `initSync`, nothing that begins
/// with two underscores.
fn public_exports(glue: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in glue.lines() {
        let Some(rest) = line.strip_prefix("export ") else { continue };
        if let Some(list) = rest.strip_prefix('{') {
            let list = list.split('}').next().unwrap_or_default();
            names.extend(
                list.split(',').filter_map(|item| item.split(" as ").last()).map(|name| name.trim().to_owned()),
            );
            continue;
        }
        let rest = rest.strip_prefix("async ").unwrap_or(rest);
        let declared =
            ["function* ", "function ", "class ", "const ", "let "].iter().find_map(|word| rest.strip_prefix(word));
        if let Some(declared) = declared {
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
            names.push(declared.chars().take_while(|letter| is_part(*letter)).collect());
        }
    }
    names.retain(|name| !name.is_empty() && !name.starts_with("__") && name != "initSync" && name != "default");
    names.sort();
    names.dedup();
    names
}

fn fill_line(text: &str, placeholder: &str, with: &str) -> String {
    if !with.is_empty() {
        return text.replace(placeholder, with);
    }
    let kept: Vec<&str> = text.lines().filter(|line| line.trim() != placeholder).collect();
    format!("{}\n", kept.join("\n"))
}

/// Put the finished folder `from` at `to`: what an earlier build left there goes, whatever else is
/// there stays.
pub(crate) fn publish(from: &Path, to: &Path, files: &[String]) -> Result<(), BuildError> {
    std::fs::create_dir_all(to).map_err(BuildError::io("make the folder", to))?;
    for stale in files_of_earlier_build(to).iter().filter(|file| !files.contains(file)) {
        // Already gone is as good as removed.
        let _ = std::fs::remove_file(to.join(stale));
    }
    for file in files {
        let (source, target) = (from.join(file), to.join(file));
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent).map_err(BuildError::io("make the folder", parent))?;
        }
        std::fs::copy(&source, &target).map_err(BuildError::io("write", target))?;
    }
    // A package is made, not kept; the file itself is ignored by its own rule.
    let ignore = to.join(".gitignore");
    if !ignore.exists() {
        std::fs::write(&ignore, "*\n").map_err(BuildError::io("write", ignore))?;
    }
    Ok(())
}

/// The files a package of ours in `dir` lists, if there is one. Only plain relative paths count: the
/// list decides what is removed.
fn files_of_earlier_build(dir: &Path) -> Vec<String> {
    let Some(manifest) = std::fs::read_to_string(dir.join("package.json")).ok() else { return Vec::new() };
    let Ok(manifest) = serde_json::from_str::<Value>(&manifest) else { return Vec::new() };
    if manifest.get("scumble").is_none() {
        return Vec::new();
    }
    let files = manifest.get("files").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    files
        .filter(|file| Path::new(file).components().all(|part| matches!(part, std::path::Component::Normal(_))))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    fn project() -> Project {
        Project {
            dir: "/app".into(),
            name: "my-notes".into(),
            file_name: "my_notes".into(),
            version: "0.3.0".into(),
            workspace_root: "/app".into(),
            target_dir: "/app/target".into(),
            config: Config::default(),
            config_path: None,
            packages: Default::default(),
            id: "my-notes".into(),
        }
    }

    const GLUE: &str = "export class Thing {\n}\nexport function createApp(options) {\n}\nexport function __scumble_attach(host) {\n}\nfunction __wbg_get_imports() {}\nexport { initSync, __wbg_init as default, Thing as Other };\n";

    fn entry<'a>(project: &'a Project, profile: ProfileName, is_split: bool) -> Entry<'a> {
        Entry { project, profile, build: "b7f3", is_split, glue: GLUE }
    }

    #[test]
    fn the_entry_passes_on_what_is_public_and_hides_what_is_not() {
        assert_eq!(public_exports(GLUE), ["Other", "Thing", "createApp"]);
        let project = project();
        let script = entry(&project, ProfileName::Release, true).script();
        assert!(script.contains("export { Other, Thing, createApp } from \"./my_notes_glue.js\";"), "{script}");
        assert!(script.contains("split.__scumble_next_generation();"));
        assert!(
            script.contains("dev: false") && script.contains("workerUrl: null") && script.contains("build: \"b7f3\"")
        );
        assert!(!script.contains("{{"), "{script}");
    }

    #[test]
    fn an_entry_without_chunks_imports_no_loader() {
        let project = project();
        let script = entry(&project, ProfileName::Release, false).script();
        assert!(!script.contains("split") && !script.contains("{{"), "{script}");
    }

    #[test]
    fn the_types_have_init_once() {
        let project = project();
        let types = entry(&project, ProfileName::Dev, true).types();
        assert_eq!(types.matches("export default").count(), 1);
        assert!(types.contains("createApp"));
    }

    #[test]
    fn the_manifest_tells_which_build_it_is() {
        let project = project();
        let text = entry(&project, ProfileName::Release, true).manifest(&["my_notes.js".into()], Map::new());
        let manifest: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(manifest["scumble"], json!({ "build": "b7f3", "profile": "release" }));
        assert_eq!(manifest["main"], "./my_notes.js");
    }

    #[test]
    fn publishing_replaces_an_earlier_build_and_nothing_else() {
        let (from, to) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let write =
            |dir: &Path, file: &str, text: &str| std::fs::write(dir.join(file), text).expect("a writable folder");
        write(to.path(), "mine.txt", "kept");
        write(to.path(), "old_agent.wasm", "stale");
        write(
            to.path(),
            "package.json",
            r#"{ "scumble": {}, "files": ["old_agent.wasm", "../mine.txt", "package.json"] }"#,
        );
        write(from.path(), "new.js", "new");
        publish(from.path(), to.path(), &["new.js".into()]).expect("writable");
        assert!(to.path().join("mine.txt").exists() && to.path().join("new.js").exists());
        assert!(!to.path().join("old_agent.wasm").exists());
    }

    #[test]
    fn a_folder_with_somebody_elses_package_loses_nothing() {
        let (from, to) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        std::fs::write(to.path().join("package.json"), r#"{ "files": ["theirs.js"] }"#).expect("a writable folder");
        std::fs::write(to.path().join("theirs.js"), "").expect("a writable folder");
        publish(from.path(), to.path(), &[]).expect("writable");
        assert!(to.path().join("theirs.js").exists());
    }
}
