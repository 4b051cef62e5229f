//! The vocabulary every part of Scumble speaks: tools and their annotations, what a call answers, who is calling, what
//! a person is asked, error codes, and the build block.
//!
//! Plain data, the one way a value becomes JSON for an agent ([`to_agent_value`]), and two functions that lower an answer: [`lower_mcp`] to what the Model Context Protocol carries,
//! [`lower_webmcp`] to what `document.modelContext` can carry. Nothing here acts, and nothing of ours lies below it.

mod activity;
mod base64;
pub mod build;
mod caller;
mod cancel;
mod client;
mod codes;
mod document;
mod lower;
mod question;
mod surface;
mod tool;
mod value;
pub mod wire;

pub use activity::{Line, MOST_LINES};
pub use base64::{from_base64, to_base64};
pub use caller::{Caller, ClientInfo, Door};
pub use cancel::CancelToken;
pub use client::{Ability, Asked, ClientRequest, ClientSide};
pub use codes::Code;
pub use document::{AgentDocument, Block, Status, ToolError};
pub use lower::{lower_block, lower_contents, lower_mcp, lower_webmcp};
pub use question::{Answer, Question, called};
pub use surface::{
    Call, Change, Completing, Contents, DEADLINE_MS, Listening, LocalBoxFuture, OnProgress, Outcome, Prompt,
    PromptArgument, PromptMessage, Resource, Surface, Template,
};
pub use tool::{Annotations, Tool};
pub use value::to_agent_value;
