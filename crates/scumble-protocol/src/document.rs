//! What a call answers: an agent document, and the status beside it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Code, Contents, Resource, to_agent_value};

/// The answer of a tool, before it is lowered to what a door can carry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentDocument {
    /// In the order they are read.
    pub blocks: Vec<Block>,
    /// The answer as data, if there is one.
    pub value: Option<Value>,
    /// For programs, not for models.
    pub meta: Map<String, Value>,
    /// What a model must know beside the answer.
    pub status: Status,
    /// Why it failed; `None` on success.
    pub error: Option<ToolError>,
}

/// One block of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Block {
    /// Plain text.
    Text(String),
    /// Markdown.
    Markdown(String),
    /// Data that is shown as compact JSON.
    Json(Value),
    /// A picture.
    Image {
        /// Such as `image/png`.
        mime: String,
        /// The encoded bytes.
        #[serde(with = "crate::base64::text")]
        data: Vec<u8>,
        /// In device pixels.
        width: u32,
        /// In device pixels.
        height: u32,
    },
    /// A sound.
    Audio {
        /// Such as `audio/wav`.
        mime: String,
        /// The encoded bytes.
        #[serde(with = "crate::base64::text")]
        data: Vec<u8>,
    },
    /// Where to read on.
    Link(Resource),
    /// What a resource holds, given at once.
    Embedded(Contents),
}

impl From<String> for Block {
    fn from(text: String) -> Block {
        Block::Text(text)
    }
}

impl From<&str> for Block {
    fn from(text: &str) -> Block {
        Block::Text(text.to_owned())
    }
}

/// What a model must know beside an answer; lowered to the text's last line and to the reserved key `$`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// The screen's or the channel's revision after the call.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub revision: Option<u64>,
    /// Keys left out because the answer would be too large: name to how to read it.
    #[serde(skip_serializing_if = "Map::is_empty", default)]
    pub omitted: Map<String, Value>,
    /// What is still running at the call's deadline.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub running: Vec<String>,
    /// What the command returned, if that is more than nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub returned: Option<Value>,
    /// Sentences.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
    /// The build the answer shows, where that is not the newest.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub build: Option<Value>,
}

impl Status {
    /// Whether there is anything a model has to be told.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Status::default()
    }

    /// The status as the value of the reserved key `$`; `None` when there is nothing to say.
    #[must_use]
    pub fn to_value(&self) -> Option<Value> {
        if self.is_empty() { None } else { serde_json::to_value(self).ok() }
    }
}

/// A failure, in sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolError {
    /// Which failure: ours (`SC0107`), or one of the application's own.
    pub code: String,
    /// What went wrong and where.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fix: Option<String>,
    /// Where to read on.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub docs: Option<String>,
}

impl ToolError {
    /// A failure with no advice.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        ToolError { code: code.as_str().to_owned(), message: message.into(), fix: None, docs: None }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// What went wrong and what to do about it, as sentences: an author's message need not end with a full stop.
    #[must_use]
    pub fn sentences(&self) -> String {
        let Some(fix) = &self.fix else { return self.message.clone() };
        let ends = self.message.ends_with(|last: char| last.is_ascii_punctuation() && !matches!(last, ')' | '"' | '`'));
        format!("{}{} {fix}", self.message, if ends { "" } else { "." })
    }
}

impl AgentDocument {
    /// An empty document.
    #[must_use]
    pub fn new() -> Self {
        AgentDocument::default()
    }

    /// A document that says why it failed.
    #[must_use]
    pub fn failed(error: ToolError) -> Self {
        AgentDocument { error: Some(error), ..AgentDocument::default() }
    }

    /// Adds plain text.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.blocks.push(Block::Text(text.into()));
        self
    }

    /// Adds Markdown.
    #[must_use]
    pub fn markdown(mut self, text: impl Into<String>) -> Self {
        self.blocks.push(Block::Markdown(text.into()));
        self
    }

    /// Adds data, shown as compact JSON.
    #[must_use]
    pub fn json(mut self, value: Value) -> Self {
        self.blocks.push(Block::Json(value));
        self
    }

    /// Adds a PNG of `width` by `height` device pixels.
    #[must_use]
    pub fn png(mut self, data: Vec<u8>, width: u32, height: u32) -> Self {
        self.blocks.push(Block::Image { mime: "image/png".to_owned(), data, width, height });
        self
    }

    /// Sets the answer as data.
    #[must_use]
    pub fn value(mut self, value: Value) -> Self {
        self.value = Some(value);
        self
    }

    /// As [`AgentDocument::value`], from anything that can be serialised. What JSON cannot carry, such as NaN, makes the
    /// document a failure that says where it is.
    #[must_use]
    pub fn data<T: Serialize + ?Sized>(self, data: &T) -> Self {
        match to_agent_value(data) {
            Ok(value) => self.value(value),
            Err(problem) => AgentDocument {
                error: Some(ToolError::new(Code::BadAnswer, format!("The answer cannot be shown: {problem}"))),
                ..self
            },
        }
    }

    /// Sets the status.
    #[must_use]
    pub fn status(mut self, status: Status) -> Self {
        self.status = status;
        self
    }

    /// Whether it failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.error.is_some()
    }

    /// The text of its blocks, images left out, joined by line breaks.
    #[must_use]
    pub fn plain_text(&self) -> String {
        let mut parts = Vec::new();
        for block in &self.blocks {
            match block {
                Block::Text(text) | Block::Markdown(text) => parts.push(text.clone()),
                Block::Json(value) => parts.push(value.to_string()),
                Block::Embedded(contents) if contents.blob.is_none() => parts.push(contents.text.clone()),
                Block::Link(resource) => parts.push(format!("{} ({})", resource.name, resource.uri)),
                Block::Image { .. } | Block::Audio { .. } | Block::Embedded(_) => {}
            }
        }
        parts.join("\n")
    }
}
