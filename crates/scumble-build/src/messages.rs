//! Cargo's JSON messages, as far as a build looks at them. Values in, values out.
//!
//! <https://doc.rust-lang.org/cargo/reference/external-tools.html#json-messages>

use std::path::PathBuf;

use scumble_protocol::build::{Diagnostic, Level};
use serde::Deserialize;

/// One line of `cargo build --message-format=json`.
#[derive(Debug, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub(crate) enum Message {
    /// A unit is there, compiled now or found fresh.
    CompilerArtifact(Artifact),
    /// The compiler said something.
    CompilerMessage(CompilerMessage),
    /// Build scripts, the end, and whatever else cargo may come to say.
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Artifact {
    pub package_id: String,
    pub target: Target,
    pub filenames: Vec<PathBuf>,
    pub fresh: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct CompilerMessage {
    pub package_id: String,
    pub target: Target,
    pub message: Rendered,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    pub name: String,
    pub kind: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Rendered {
    pub message: String,
    pub level: String,
    pub code: Option<Code>,
    #[serde(default)]
    pub spans: Vec<Span>,
    pub rendered: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Code {
    pub code: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Span {
    pub file_name: String,
    pub line_start: u32,
    pub column_start: u32,
    pub is_primary: bool,
    pub label: Option<String>,
    pub expansion: Option<Box<Expansion>>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Expansion {
    pub span: Span,
}

/// One line, or `None` if it is no message (a program's own output may be among them).
pub(crate) fn parse(line: &str) -> Option<Message> {
    if line.starts_with('{') { serde_json::from_str(line).ok() } else { None }
}

impl Target {
    /// What a person calls the unit: the crate, or its build script.
    pub(crate) fn describe(&self, package: &str) -> String {
        if self.kind.iter().any(|kind| kind == "custom-build") {
            format!("{package} (build script)")
        } else {
            package.into()
        }
    }
}

impl Rendered {
    /// Whether it only counts other messages (`aborting due to 2 previous errors`).
    pub(crate) fn is_summary(&self) -> bool {
        self.spans.is_empty()
            && self.code.is_none()
            && (self.message.starts_with("aborting due to")
                || self.message.ends_with("emitted")
                || self.level == "failure-note")
    }

    /// The place it is about, in the author's source: macro expansions are followed back to their call.
    pub(crate) fn place(&self) -> Option<Span> {
        let mut span = self.spans.iter().find(|span| span.is_primary)?;
        // A span in another crate's macro has a path no author can edit.
        while let Some(expansion) = &span.expansion
            && (span.file_name.starts_with('<') || PathBuf::from(&span.file_name).is_absolute())
        {
            span = &expansion.span;
        }
        Some(span.clone())
    }

    /// As a diagnostic of the build block.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let place = self.place();
        let label = self.spans.iter().find(|span| span.is_primary).and_then(|span| span.label.as_deref());
        let msg = match label {
            Some(label) if !label.is_empty() && !self.message.contains(label) => format!("{}: {label}", self.message),
            _ => self.message.clone(),
        };
        Diagnostic {
            line: place.as_ref().map(|span| span.line_start),
            column: place.as_ref().map(|span| span.column_start),
            level: self.level(),
            code: self.code.as_ref().map(|code| code.code.clone()),
            msg,
        }
    }

    /// How serious it is. `error: internal compiler error` is an error like any other.
    pub(crate) fn level(&self) -> Level {
        match self.level.as_str() {
            level if level.starts_with("error") => Level::Error,
            "warning" => Level::Warning,
            _ => Level::Note,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded from cargo 1.95, shortened where nothing reads it.
    const MISMATCH: &str = r#"{"reason":"compiler-message","package_id":"path+file:///app#notes@0.1.0","manifest_path":"/app/Cargo.toml","target":{"kind":["cdylib","rlib"],"crate_types":["cdylib","rlib"],"name":"notes","src_path":"/app/src/lib.rs","edition":"2024","doc":true,"doctest":true,"test":true},"message":{"rendered":"error[E0308]: mismatched types\n --> src/editor.rs:12:9\n","$message_type":"diagnostic","children":[],"level":"error","message":"mismatched types","spans":[{"byte_end":20,"byte_start":18,"column_end":11,"column_start":9,"expansion":null,"file_name":"src/editor.rs","is_primary":true,"label":"expected `u32`, found `&str`","line_end":12,"line_start":12,"suggested_replacement":null,"suggestion_applicability":null,"text":[]}],"code":{"code":"E0308","explanation":""}}}"#;
    const ARTIFACT: &str = r#"{"reason":"compiler-artifact","package_id":"registry+https://packages.example/index#taffy@0.15.1","manifest_path":"/r/taffy/Cargo.toml","target":{"kind":["lib"],"crate_types":["lib"],"name":"taffy","src_path":"/r/taffy/src/lib.rs","edition":"2021","doc":true,"doctest":true,"test":true},"profile":{"opt_level":"2","debuginfo":0,"debug_assertions":true,"overflow_checks":true,"test":false},"features":[],"filenames":["/app/target/wasm32-unknown-unknown/debug/deps/libtaffy.rlib"],"executable":null,"fresh":true}"#;

    #[test]
    fn an_error_becomes_a_diagnostic_with_its_place_code_and_label() {
        let Some(Message::CompilerMessage(message)) = parse(MISMATCH) else { panic!("a compiler message") };
        let diagnostic = message.message.diagnostic();
        assert_eq!((diagnostic.line, diagnostic.column), (Some(12), Some(9)));
        assert_eq!(diagnostic.code.as_deref(), Some("E0308"));
        assert_eq!(diagnostic.level, Level::Error);
        assert_eq!(diagnostic.msg, "mismatched types: expected `u32`, found `&str`");
    }

    #[test]
    fn a_fresh_unit_is_told_from_a_compiled_one() {
        let Some(Message::CompilerArtifact(artifact)) = parse(ARTIFACT) else { panic!("an artifact") };
        assert!(artifact.fresh);
        assert_eq!(artifact.target.describe("taffy"), "taffy");
    }

    #[test]
    fn lines_that_are_no_messages_and_reasons_nobody_knows_are_passed_over() {
        assert!(parse("hello from a build script").is_none());
        assert!(parse("{not json").is_none());
        assert!(matches!(parse(r#"{"reason":"build-script-executed","package_id":"x"}"#), Some(Message::Other)));
        assert!(matches!(parse(r#"{"reason":"build-finished","success":false}"#), Some(Message::Other)));
    }

    #[test]
    fn a_place_inside_another_crates_macro_is_traced_back_to_the_call() {
        let mut line: serde_json::Value = serde_json::from_str(MISMATCH).expect("recorded JSON");
        let own = line["message"]["spans"][0].clone();
        line["message"]["spans"][0]["file_name"] = "/registry/scumble-macros/src/lib.rs".into();
        line["message"]["spans"][0]["line_start"] = 400.into();
        line["message"]["spans"][0]["expansion"] =
            serde_json::json!({ "span": own, "macro_decl_name": "app!", "def_site_span": own });
        let Some(Message::CompilerMessage(message)) = parse(&line.to_string()) else { panic!("a compiler message") };
        let place = message.message.place().expect("it has one");
        assert_eq!((place.file_name.as_str(), place.line_start), ("src/editor.rs", 12));
    }

    #[test]
    fn messages_that_only_count_others_are_known() {
        let count = Rendered {
            message: "aborting due to 1 previous error".into(),
            level: "error".into(),
            code: None,
            spans: Vec::new(),
            rendered: None,
        };
        assert!(count.is_summary());
    }
}
