//! The vocabulary's values as rmcp's.
//!
//! rmcp's types are made by its own reading of JSON wherever ours is already in MCP's shape, so that nothing said here
//! twice can drift.

use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::model::{
    CallToolResult, ClientCapabilities, ContentBlock, GetPromptResult, Implementation, InputRequest, JsonObject,
    Prompt, PromptArgument, PromptMessage, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
    ResultType, Role, Tool, ToolAnnotations,
};
use scumble_protocol as protocol;
use scumble_protocol::{AgentDocument, Asked, ClientRequest, lower_block, lower_contents, lower_mcp};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::desk::Abilities;

/// A tool as `tools/list` lists it.
pub(crate) fn to_tool(tool: &protocol::Tool) -> Tool {
    let mut listed = Tool::new(tool.name.clone(), tool.description.clone(), object(&tool.input_schema));
    listed.title = (!tool.title.is_empty()).then(|| tool.title.clone());
    listed.output_schema = tool.output_schema.as_ref().map(object);
    let hints = &tool.annotations;
    listed.annotations = Some(ToolAnnotations::from_raw(
        None,
        Some(hints.read_only),
        hints.destructive,
        hints.idempotent.then_some(true),
        Some(false),
    ));
    listed
}

fn object(schema: &Value) -> Arc<JsonObject> {
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}

/// A resource as `resources/list` lists it.
pub(crate) fn to_resource(resource: &protocol::Resource) -> Resource {
    let mut listed = Resource::new(&resource.uri, &resource.name).with_mime_type(&resource.mime_type);
    listed.description = (!resource.description.is_empty()).then(|| resource.description.clone());
    listed
}

/// A family of addresses as `resources/templates/list` lists it.
pub(crate) fn to_template(template: &protocol::Template) -> ResourceTemplate {
    let mut listed = ResourceTemplate::new(&template.uri_template, &template.name);
    listed.description = (!template.description.is_empty()).then(|| template.description.clone());
    listed.mime_type = (!template.mime_type.is_empty()).then(|| template.mime_type.clone());
    listed
}

/// A prompt as `prompts/list` lists it.
pub(crate) fn to_prompt(prompt: &protocol::Prompt) -> Prompt {
    let arguments = prompt.arguments.iter().map(|argument| {
        PromptArgument::new(&argument.name).with_description(&argument.description).with_required(argument.required)
    });
    Prompt::new(&prompt.name, Some(&prompt.description), Some(arguments.collect()))
}

/// A document as the result of `tools/call`. `isError` is absent on success, which rmcp's own constructor does not do.
pub(crate) fn to_result(document: &AgentDocument) -> Result<CallToolResult, ErrorData> {
    let mut result: CallToolResult = read(lower_mcp(document), "answer")?;
    result.result_type = Some(ResultType::COMPLETE);
    Ok(result)
}

/// What a resource holds as the result of `resources/read`.
pub(crate) fn to_contents(contents: &protocol::Contents) -> Result<ReadResourceResult, ErrorData> {
    let contents: ResourceContents = read(lower_contents(contents), "resource")?;
    Ok(ReadResourceResult::new(vec![contents]))
}

/// The messages of a prompt as the result of `prompts/get`.
pub(crate) fn to_messages(messages: &[protocol::PromptMessage]) -> Result<GetPromptResult, ErrorData> {
    let messages = messages.iter().map(|message| {
        let role = if message.role == "assistant" { Role::Assistant } else { Role::User };
        let content: ContentBlock = read(lower_block(&message.content), "prompt")?;
        Ok(PromptMessage::new(role, content))
    });
    Ok(GetPromptResult::new(messages.collect::<Result<_, ErrorData>>()?))
}

/// What is asked of a client as `sampling/createMessage`, `elicitation/create` or `roots/list`.
pub(crate) fn to_input_request(asked: &Asked) -> Result<InputRequest, ErrorData> {
    let request = match &asked.request {
        ClientRequest::Elicit { message, schema } => {
            json!({ "method": "elicitation/create", "params": { "mode": "form", "message": message, "requestedSchema": schema } })
        }
        ClientRequest::Sample(params) => json!({ "method": "sampling/createMessage", "params": params }),
        ClientRequest::Roots => json!({ "method": "roots/list", "params": {} }),
    };
    read(request, "question to the client")
}

/// The capability a client would have to declare, as MCP writes it.
pub(crate) fn to_capability(asked: &Asked) -> Result<ClientCapabilities, ErrorData> {
    let name = match asked.request {
        ClientRequest::Elicit { .. } => "elicitation",
        ClientRequest::Sample(_) => "sampling",
        ClientRequest::Roots => "roots",
    };
    read(json!({ name: {} }), "capability")
}

/// What a client says it can do.
pub(crate) fn from_capabilities(capabilities: Option<&ClientCapabilities>) -> Abilities {
    // Said in JSON, since an elicitation capability that names only URLs cannot show a form.
    let said = capabilities.and_then(|capabilities| serde_json::to_value(capabilities).ok()).unwrap_or_default();
    let elicit = said.get("elicitation").is_some_and(|modes| modes.get("url").is_none() || modes.get("form").is_some());
    Abilities { elicit, sample: said.get("sampling").is_some(), roots: said.get("roots").is_some() }
}

/// What a client says it is.
pub(crate) fn from_implementation(client: Implementation) -> protocol::ClientInfo {
    protocol::ClientInfo { name: client.name, version: client.version }
}

fn read<T: DeserializeOwned>(value: Value, what: &str) -> Result<T, ErrorData> {
    serde_json::from_value(value)
        .map_err(|error| ErrorData::internal_error(format!("The {what} cannot be sent: {error}."), None))
}
