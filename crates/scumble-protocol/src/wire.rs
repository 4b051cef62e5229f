//! What a page and the dev server say to each other over the one socket between them: JSON text, a message each.
//!
//! The page speaks first, with [`FromPage::Hello`], which has the version of this vocabulary; everything else waits
//! for [`ToPage::Welcome`]. Nothing of this is in a release build of an application. Knows no socket and no tab: who is
//! asked, and what a lost answer means, is the server's business.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::build::BuildBlock;
use crate::{
    AgentDocument, Answer, Caller, Completing, Contents, Prompt, PromptMessage, Question, Resource, Template, Tool,
    ToolError,
};

/// The version of these messages. A page of another version is told to load itself again.
pub const WIRE_VERSION: u32 = 1;

/// Everything the applications of a page offer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Catalogue {
    /// In the order they are listed.
    pub tools: Vec<Tool>,
    /// What can be read by its address.
    pub resources: Vec<Resource>,
    /// Families of addresses.
    pub templates: Vec<Template>,
    /// Prompts.
    pub prompts: Vec<Prompt>,
}

/// What a page says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FromPage {
    /// The first message.
    Hello {
        /// [`WIRE_VERSION`] as the page knows it.
        protocol: u32,
        /// The secret of the project, from the page's HTML.
        secret: String,
        /// The id this tab was given before, if it has been here.
        #[serde(default)]
        tab: Option<String>,
        /// The build the page shows; none if it has shown no good one.
        #[serde(default)]
        build: Option<String>,
        /// Its address.
        url: String,
        /// Its title.
        #[serde(default)]
        title: String,
        /// Whether it can be seen.
        visible: bool,
        /// When the person last brought it to the front, in milliseconds of the epoch.
        front: f64,
        /// What it offers; none while its applications are being mounted.
        #[serde(default)]
        catalogue: Option<Catalogue>,
        /// Whether the browser has a `document.modelContext`.
        #[serde(default)]
        webmcp: bool,
    },
    /// It offers something else now.
    Catalogue {
        /// All of it.
        catalogue: Catalogue,
    },
    /// It was brought to the front, hidden, or is called something else.
    Visible {
        /// Whether it can be seen.
        visible: bool,
        /// As in [`FromPage::Hello`].
        front: f64,
        /// Its address.
        url: String,
        /// Its title.
        title: String,
    },
    /// What a resource holds changed.
    Updated {
        /// Its address.
        uri: String,
    },
    /// How far a call has come.
    Progress {
        /// The call.
        id: u64,
        /// From 0.
        progress: f64,
        /// Of how much, where that is known.
        #[serde(default)]
        total: Option<f64>,
        /// A sentence.
        #[serde(default)]
        message: String,
    },
    /// A person is being asked because of calls, or no longer: meanwhile no call of the page runs out of time.
    Asking {
        /// Whether somebody is being asked now.
        asking: bool,
    },
    /// The page cannot ask the person; the client that called may.
    Ask {
        /// The call.
        id: u64,
        /// What to ask.
        question: Question,
    },
    /// The answer of a call, a read, a prompt or a completion.
    Answer {
        /// Which.
        id: u64,
        /// What came of it.
        answer: Reply,
    },
    /// Something went wrong in the page.
    Problem {
        /// `error`, or `panic` when an application ended by it.
        kind: String,
        /// What the console says.
        message: String,
    },
    /// What of the state before a reload no longer fitted: sentences.
    Reset {
        /// One for each channel or part.
        sentences: Vec<String>,
    },
    /// The document is going away; the socket ends next.
    Leaving {
        /// `reloaded`, or `reloaded or closed` where the browser does not tell them apart.
        how: String,
    },
    /// The browser stops running the page, or goes on.
    Frozen {
        /// Whether it is stopped.
        frozen: bool,
    },
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToPage {
    /// The page is known as this tab from now on, and is to tell what it offers.
    Welcome {
        /// The id to come back with.
        tab: String,
    },
    /// Call a tool.
    Call {
        /// What the answer names.
        id: u64,
        /// The tool, as the page listed it.
        tool: String,
        /// Its arguments.
        arguments: Value,
        /// Who calls.
        caller: Caller,
        /// How long it may take in milliseconds.
        deadline_ms: f64,
        /// Whether the client wants to know how far it has come.
        #[serde(default)]
        progress: bool,
        /// Whether the client can ask the person.
        #[serde(default)]
        can_ask: bool,
    },
    /// Read a resource.
    Read {
        /// What the answer names.
        id: u64,
        /// Its address.
        uri: String,
        /// Who reads.
        caller: Caller,
    },
    /// Fill in a prompt.
    Prompt {
        /// What the answer names.
        id: u64,
        /// Its name.
        name: String,
        /// Its arguments.
        arguments: Value,
        /// Who asks for it.
        caller: Caller,
    },
    /// Say how what was typed so far may go on.
    Complete {
        /// What the answer names.
        id: u64,
        /// Whose argument it is, and what was typed.
        #[serde(flatten)]
        completing: Completing,
    },
    /// What the client's person said.
    Asked {
        /// The call.
        id: u64,
        /// What came of the question.
        answer: Answer,
    },
    /// Nobody waits for the answer any more.
    Cancel {
        /// Which.
        id: u64,
    },
    /// Whether anybody wants to hear of changed resources.
    Subscribe {
        /// Whether anybody does.
        wanted: bool,
    },
    /// A build has ended.
    Build {
        /// Its block.
        build: BuildBlock,
    },
    /// Load the page again, keeping its state.
    Reload {
        /// The build there is then; none where the page itself is out of date.
        #[serde(default)]
        build: Option<String>,
    },
}

/// What came of a call, a read, a prompt or a completion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Reply {
    /// A tool's document.
    Document(Document),
    /// What a resource holds; none if there is no such resource.
    Contents(Option<Contents>),
    /// A prompt's messages; none if there is no such prompt.
    Messages(Option<Vec<PromptMessage>>),
    /// How what was typed may go on, best first.
    Values(Vec<String>),
    /// Why there is no answer.
    Failed(ToolError),
}

/// An [`AgentDocument`] as it is sent: what is not said is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Document {
    /// In the order they are read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<crate::Block>,
    /// The answer as data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// For programs.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub meta: Map<String, Value>,
    /// What stands beside it.
    #[serde(skip_serializing_if = "crate::Status::is_empty")]
    pub status: crate::Status,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolError>,
    /// The screen's revision before and after the call, for the server's activity log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revisions: Option<[u64; 2]>,
}

impl From<AgentDocument> for Document {
    fn from(document: AgentDocument) -> Document {
        let AgentDocument { blocks, value, meta, status, error } = document;
        Document { blocks, value, meta, status, error, revisions: None }
    }
}

impl From<Document> for AgentDocument {
    fn from(document: Document) -> AgentDocument {
        let Document { blocks, value, meta, status, error, revisions: _ } = document;
        AgentDocument { blocks, value, meta, status, error }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Document, FromPage, Reply, ToPage};
    use crate::{AgentDocument, Caller, Code, Door, Status, ToolError};

    #[test]
    fn a_page_that_says_as_little_as_it_may_is_understood() {
        let said = json!({ "type": "hello", "protocol": 1, "secret": "s", "url": "http://localhost/", "visible": true, "front": 12.5 });
        let hello: FromPage = serde_json::from_value(said).expect("nothing else is needed");
        assert!(matches!(hello, FromPage::Hello { catalogue: None, tab: None, build: None, front: 12.5, .. }));
        let leaving = json!({ "type": "leaving", "how": "reloaded" });
        assert_eq!(
            serde_json::from_value::<FromPage>(leaving).expect("it fits"),
            FromPage::Leaving { how: "reloaded".into() }
        );
    }

    #[test]
    fn a_document_arrives_as_it_was_with_pictures_and_status() {
        let status = Status { revision: Some(4), notes: vec!["So it is.".into()], ..Status::default() };
        let document =
            AgentDocument::new().text("A frame.").png(vec![1, 2, 250], 4, 5).value(json!({ "a": null })).status(status);
        let said = FromPage::Answer { id: 7, answer: Reply::Document(document.clone().into()) };
        let text = serde_json::to_string(&said).expect("plain data");
        let FromPage::Answer { id: 7, answer: Reply::Document(arrived) } =
            serde_json::from_str(&text).expect("its own")
        else {
            panic!("another message: {text}");
        };
        assert_eq!(AgentDocument::from(arrived), document);
    }

    #[test]
    fn a_failure_is_an_error_and_nothing_else() {
        let failed = AgentDocument::failed(ToolError::new(Code::CommandPanicked, "It panicked."));
        let text = serde_json::to_value(Document::from(failed)).expect("plain data");
        assert_eq!(text, json!({ "error": { "code": "SC0104", "message": "It panicked." } }));
    }

    #[test]
    fn names_on_the_wire_are_javascripts() {
        let call = ToPage::Call {
            id: 1,
            tool: "notes_view".into(),
            arguments: json!({}),
            caller: Caller::by(Door::Mcp),
            deadline_ms: 10_000.0,
            progress: true,
            can_ask: false,
        };
        let said = serde_json::to_value(call).expect("plain data");
        assert_eq!(said["type"], "call");
        assert_eq!((&said["deadlineMs"], &said["canAsk"]), (&json!(10_000.0), &json!(false)));
    }
}
