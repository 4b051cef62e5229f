//! The build block: what one compile did, object by object, in one shape wherever it appears (the
//! terminal's JSON lines, the reload socket, a tool's status, the record on disk).
//!
//! Nothing in it is invented: an object is there only if a signal for it arrived, and a time only if
//! it was measured. This module knows the shape; who compiles, and how, is `scumble-build`'s.

use serde::{Deserialize, Serialize};

/// One compile: every object it touched, and the sum of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BuildBlock {
    /// The units, source files and packaging steps this build has something to say about.
    pub objects: Vec<BuildObject>,
    /// Identity and totals.
    pub summary: BuildSummary,
}

impl BuildBlock {
    /// Whether nothing failed.
    pub fn is_ok(&self) -> bool {
        self.summary.failed == 0
    }

    /// The objects that failed, in the order they were reported.
    pub fn failing(&self) -> impl Iterator<Item = &BuildObject> {
        self.objects.iter().filter(|object| object.status == ObjectStatus::Error)
    }

    /// The first error with a place in a source file, as `file:line`, if there is one.
    pub fn first_place(&self) -> Option<String> {
        self.failing().filter(|object| object.kind == ObjectKind::Module).find_map(|object| {
            let error = object.diagnostics.iter().find(|diagnostic| diagnostic.level == Level::Error)?;
            Some(match error.line {
                Some(line) => format!("{}:{line}", object.name),
                None => object.name.clone(),
            })
        })
    }
}

/// One thing that was built, or that was not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BuildObject {
    /// What sort of thing it is.
    #[serde(rename = "type")]
    pub kind: ObjectKind,
    /// A crate's name and version, a source file's path relative to the project, or a packaging step.
    pub name: String,
    /// How it ended.
    pub status: ObjectStatus,
    /// What the compiler or the step said about it.
    #[serde(default)]
    pub diagnostics: Vec<Diagnostic>,
    /// How long it took in milliseconds; absent where nothing measured it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<u64>,
}

/// The sorts of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ObjectKind {
    /// A unit cargo compiled.
    Crate,
    /// A source file that has diagnostics or changed since the last build.
    Module,
    /// A step after the compiler: bindgen, split, optimise, sizes.
    Package,
}

/// How an object ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ObjectStatus {
    /// It was built; warnings may still be among its diagnostics.
    Ok,
    /// It was not built.
    Error,
}

/// One message about an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// Line in the file, from 1; absent where the message has no place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in characters, from 1; absent where the message has no place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// How serious it is.
    pub level: Level,
    /// The compiler's code (`E0308`, `unused_variables`) or the step's, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The message, with the primary label where that says more.
    pub msg: String,
}

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The object was not built because of it.
    Error,
    /// It was built all the same.
    Warning,
    /// Worth knowing, nothing to mend.
    Note,
}

/// Identity and totals of a build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BuildSummary {
    /// A short hash of sources and profile: equal sources give equal ids.
    pub id: String,
    /// Objects built, failures left out.
    pub built: u32,
    /// Objects that failed.
    pub failed: u32,
    /// Units cargo found fresh, so that they are no objects here.
    pub skipped: u32,
    /// When it ended: RFC 3339 in UTC, to the second.
    pub timestamp: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn module(name: &str, status: ObjectStatus, line: Option<u32>) -> BuildObject {
        BuildObject {
            kind: ObjectKind::Module,
            name: name.into(),
            status,
            diagnostics: vec![Diagnostic {
                line,
                column: line.map(|_| 9),
                level: Level::Error,
                code: Some("E0308".into()),
                msg: "mismatched types".into(),
            }],
            elapsed_ms: None,
        }
    }

    fn block(objects: Vec<BuildObject>) -> BuildBlock {
        let failed = objects.iter().filter(|object| object.status == ObjectStatus::Error).count() as u32;
        BuildBlock {
            objects,
            summary: BuildSummary {
                id: "b7f3".into(),
                built: 0,
                failed,
                skipped: 141,
                timestamp: "2026-11-30T12:00:00Z".into(),
            },
        }
    }

    #[test]
    fn the_block_has_the_documented_shape() {
        let value = serde_json::to_value(block(vec![module("src/editor.rs", ObjectStatus::Error, Some(12))]))
            .expect("plain data serialises");
        assert_eq!(
            value,
            json!({
                "objects": [{ "type": "Module", "name": "src/editor.rs", "status": "error",
                    "diagnostics": [{ "line": 12, "column": 9, "level": "error", "code": "E0308", "msg": "mismatched types" }] }],
                "summary": { "id": "b7f3", "built": 0, "failed": 1, "skipped": 141, "timestamp": "2026-11-30T12:00:00Z" }
            })
        );
        let back: BuildBlock = serde_json::from_value(value).expect("its own output reads back");
        assert_eq!(back.first_place().as_deref(), Some("src/editor.rs:12"));
    }

    #[test]
    fn a_place_without_a_line_is_the_file_alone() {
        assert_eq!(
            block(vec![module("src/lib.rs", ObjectStatus::Error, None)]).first_place().as_deref(),
            Some("src/lib.rs")
        );
        assert_eq!(block(vec![module("src/lib.rs", ObjectStatus::Ok, Some(3))]).first_place(), None);
    }
}
