//! Whole builds of small crates, and their packages run by node: what only the real cargo, bindgen,
//! split library and a real WebAssembly engine together can show.
//!
//! The crates lie in cargo's folder for tests, so that their dependencies are compiled once.

use std::path::{Path, PathBuf};
use std::process::Command;

use scumble_build::{Build, BuildOptions, ModulePart, ProfileName, Progress, Project, build};
use scumble_protocol::build::{ObjectKind, ObjectStatus};

/// A crate called `name` with this library and these dependencies.
fn write_crate(name: &str, dependencies: &str, lib: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(dir.join("src")).expect("cargo's folder for tests is writable");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n[dependencies]\n{dependencies}\n[workspace]\n"
    );
    std::fs::write(dir.join("Cargo.toml"), manifest).expect("cargo's folder for tests is writable");
    std::fs::write(dir.join("src/lib.rs"), lib).expect("cargo's folder for tests is writable");
    // The versions of this workspace, so that nothing has to be looked up.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    if !dir.join("Cargo.lock").exists() && lock.exists() {
        std::fs::copy(lock, dir.join("Cargo.lock")).expect("cargo's folder for tests is writable");
    }
    dir
}

fn build_dev(dir: &Path, previous: Option<&Build>) -> Build {
    let project = Project::open(dir).expect("it is an application");
    let mut options = BuildOptions::new(ProfileName::Dev);
    // One for all of them.
    options.target_dir = Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("target"));
    options.previous = previous.map(|build| build.sources.clone());
    let mut log = String::new();
    let result = build(&project, &options, &mut |progress| {
        if let Progress::Compiler { rendered, .. } | Progress::Note(rendered) = progress {
            log.push_str(&rendered);
            log.push('\n');
        }
    });
    result.unwrap_or_else(|error| panic!("{error}\n{log}"))
}

/// Run `body` in node beside the package, its `entry` imported; answers what the body returns.
/// Every module of the package has been validated before.
fn run(built: &Build, body: &str) -> serde_json::Value {
    let package = built.package.as_ref().expect("the build succeeded");
    // Node fetches no files, and knows no integrity; both are what a server and a browser add.
    let script = format!(
        r#"
        import {{ readFile, readdir }} from "node:fs/promises";
        globalThis.fetched = [];
        globalThis.fetch = async (url) => {{
            fetched.push(new URL(url).pathname.split("/").pop());
            return new Response(await readFile(new URL(url)), {{ headers: {{ "Content-Type": "application/wasm" }} }});
        }};
        for (const file of await readdir(".")) {{
            if (file.endsWith(".wasm") && !WebAssembly.validate(await readFile(file))) throw new Error(`${{file}} is not valid`);
        }}
        const app = await import("./{entry}");
        const until = async (poll) => {{
            for (;;) {{
                const value = poll();
                if (value !== undefined) return value;
                await new Promise((resolve) => setTimeout(resolve, 5));
            }}
        }};
        const result = await (async () => {{ {body} }})();
        console.log(JSON.stringify(result));
        "#,
        entry = package.entry
    );
    let path = package.dir.join("check.mjs");
    std::fs::write(&path, script).expect("cargo's folder for tests is writable");
    let output = Command::new("node").arg("check.mjs").current_dir(&package.dir).output().expect("node runs");
    std::fs::remove_file(&path).expect("it was written just now");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"))
}

const SPLIT: &str = r#"
use std::cell::{Cell, RefCell};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::*;

type Answer = Pin<Box<dyn Future<Output = String>>>;

thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(0) };
    static ANSWER: RefCell<Option<Answer>> = const { RefCell::new(None) };
}

#[cfg(scumble_split)]
#[wasm_split_helpers::wasm_split(agent)]
fn agent(seed: u32) -> String {
    format!("only the chunk says {:?}", std::collections::BTreeMap::from([(seed, COUNT.get())]))
}

#[wasm_bindgen]
pub fn count() -> u32 {
    COUNT.set(COUNT.get() + 1);
    COUNT.get()
}

#[wasm_bindgen]
pub fn ask(seed: u32) {
    ANSWER.set(Some(Box::pin(agent(seed))));
}

#[wasm_bindgen]
pub fn answer() -> Option<String> {
    let mut answer = ANSWER.take()?;
    match pin!(&mut answer).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(text) => Some(text),
        Poll::Pending => {
            ANSWER.set(Some(answer));
            None
        }
    }
}

#[wasm_bindgen]
pub fn fall() {
    panic!("as asked");
}

#[wasm_bindgen(module = "/src/host.js")]
extern "C" {
    fn keep(host: JsValue);
}

#[wasm_bindgen(js_name = __scumble_attach)]
pub fn attach(host: JsValue) {
    keep(host);
}
"#;

#[test]
fn a_split_package_runs_and_its_chunk_outlives_a_panic() {
    let dir = write_crate("split-app", "wasm-bindgen = \"=0.2.130\"\nwasm_split_helpers = \"=0.2.3\"", SPLIT);
    let host = "export function keep(host) { globalThis.host = host; }\n";
    std::fs::write(dir.join("src/host.js"), host).expect("cargo's folder for tests is writable");
    let built = build_dev(&dir, None);
    assert!(built.is_ok(), "{:#?}", built.block);

    let package = built.package.as_ref().expect("it succeeded");
    for file in [
        "split_app.js",
        "split_app.d.ts",
        "split_app_glue.js",
        "split_app_bg.wasm",
        "split_app_agent.wasm",
        "__wasm_split.js",
        "package.json",
    ] {
        assert!(package.files.contains_key(file), "{file} is not among {:?}", package.files.keys());
        assert!(package.dir.join(file).is_file(), "{file}");
    }
    assert!(package.files.keys().any(|name| name.starts_with("snippets/") && name.ends_with("/src/host.js")));
    let parts: Vec<ModulePart> = package.modules.iter().map(|module| module.part).collect();
    assert_eq!(parts, [ModulePart::Main, ModulePart::Chunk]);
    let steps: Vec<&str> = built
        .block
        .objects
        .iter()
        .filter(|object| object.kind == ObjectKind::Package)
        .map(|object| object.name.as_str())
        .collect();
    assert_eq!(steps, ["split", "bindgen", "sizes"]);

    let says = |file: &str| {
        let bytes = std::fs::read(package.dir.join(file)).expect("a file of the package");
        bytes.windows(19).any(|window| window == b"only the chunk says")
    };
    assert!(says("split_app_agent.wasm") && !says("split_app_bg.wasm"));

    let seen = run(
        &built,
        r#"
        await Promise.all([app.default(), app.default()]);
        const host = globalThis.host;
        const stack = host.exports.__stack_pointer.value;
        const out = { dev: host.dev, build: host.build, module: host.module instanceof WebAssembly.Module };
        out.fetchedAtStart = [...fetched];
        app.count(); app.count();
        app.ask(7); out.first = await until(app.answer);
        try { app.fall(); } catch (error) { out.fell = error instanceof WebAssembly.RuntimeError; }
        const ended = host.exports;
        host.reset();
        out.another = host.exports !== ended && host.exports.__stack_pointer.value === stack;
        app.ask(8); out.second = await until(app.answer);
        // A load in flight when its instance ends answers nobody, and the next instance all the same.
        host.reset(); app.ask(9); host.reset(); app.count(); app.ask(10); out.third = await until(app.answer);
        out.count = app.count();
        out.fetched = fetched;
        return out;
        "#,
    );
    assert_eq!(
        seen,
        serde_json::json!({
            "dev": true, "build": built.block.summary.id, "module": true,
            "fetchedAtStart": ["split_app_bg.wasm"],
            "first": "only the chunk says {7: 2}",
            "fell": true, "another": true,
            "second": "only the chunk says {8: 0}",
            "third": "only the chunk says {10: 1}",
            "count": 2,
            "fetched": ["split_app_bg.wasm", "split_app_agent.wasm"],
        })
    );
}

#[test]
fn an_application_without_chunks_builds_fails_with_its_line_and_builds_again() {
    let good =
        "use wasm_bindgen::prelude::*;\n#[wasm_bindgen]\npub fn double(number: u32) -> u32 {\n    number * 2\n}\n";
    let dir = write_crate("whole-app", "wasm-bindgen = \"=0.2.130\"", good);
    let built = build_dev(&dir, None);
    assert!(built.is_ok(), "{:#?}", built.block);
    let package = built.package.as_ref().expect("it succeeded");
    assert!(!package.files.contains_key("__wasm_split.js"));
    let names = "const module = await WebAssembly.compile(await readFile('whole_app_bg.wasm')); return [app.double(21), ['linking', 'reloc.CODE'].filter((name) => WebAssembly.Module.customSections(module, name).length)];";
    assert_eq!(run(&built, &format!("await app.default(); {names}")), serde_json::json!([42, []]));

    std::fs::write(dir.join("src/lib.rs"), good.replace("number * 2", "number * \"2\"")).expect("a writable folder");
    let failed = build_dev(&dir, Some(&built));
    assert!(!failed.is_ok() && failed.package.is_none());
    assert_ne!(failed.block.summary.id, built.block.summary.id);
    assert_eq!(failed.block.first_place().as_deref(), Some("src/lib.rs:4"));
    let kinds: Vec<(ObjectKind, &str, ObjectStatus)> =
        failed.block.objects.iter().map(|object| (object.kind, object.name.as_str(), object.status)).collect();
    assert_eq!(
        kinds,
        [
            (ObjectKind::Crate, "whole-app", ObjectStatus::Error),
            (ObjectKind::Module, "src/lib.rs", ObjectStatus::Error),
        ]
    );

    std::fs::write(dir.join("src/lib.rs"), good).expect("a writable folder");
    let again = build_dev(&dir, Some(&failed));
    assert!(again.is_ok());
    assert_eq!(again.block.summary.id, built.block.summary.id);
    let module = again.block.objects.iter().find(|object| object.kind == ObjectKind::Module);
    assert_eq!(module.map(|object| object.name.as_str()), Some("src/lib.rs"));
}

#[test]
fn a_function_that_no_crate_defines_fails_the_build_by_name() {
    let lib = "use wasm_bindgen::prelude::*;\nunsafe extern \"C\" {\n    fn nobody_has_this(number: u32) -> u32;\n}\n#[wasm_bindgen]\npub fn call(number: u32) -> u32 {\n    unsafe { nobody_has_this(number) }\n}\n";
    let dir = write_crate("lacking-app", "wasm-bindgen = \"=0.2.130\"", lib);
    let failed = build_dev(&dir, None);
    assert!(!failed.is_ok() && failed.package.is_none());
    let object = failed.block.objects.iter().find(|object| object.status == ObjectStatus::Error).expect("one failed");
    assert_eq!((object.kind, object.name.as_str()), (ObjectKind::Package, "link"));
    assert_eq!(
        object.diagnostics[0].msg,
        "No crate defines the function nobody_has_this, which the application calls. Depend on the crate that defines it, or take out the `extern` block that names it."
    );
}

#[test]
fn two_builds_at_once_do_not_mix() {
    let lib = "use wasm_bindgen::prelude::*;\n#[wasm_bindgen]\npub fn half(number: u32) -> u32 {\n    number / 2\n}\n";
    let dir = write_crate("pair-app", "wasm-bindgen = \"=0.2.130\"", lib);
    let builds: Vec<Build> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..3).map(|_| scope.spawn(|| build_dev(&dir, None))).collect();
        running.into_iter().map(|build| build.join().expect("no build panics")).collect()
    });
    let files = |build: &Build| build.package.as_ref().expect("it succeeded").files.clone();
    assert!(files(&builds[0])["pair_app_bg.wasm"].starts_with(b"\0asm"));
    assert!(builds.iter().all(|build| files(build) == files(&builds[0])));
    assert_eq!(run(&builds[2], "await app.default(); return app.half(42);"), serde_json::json!(21));
}
