//! Lowering: an agent document to what a door can carry.

use serde_json::{Map, Value, json};

use crate::{AgentDocument, Block, Contents, to_base64};

/// The document as the result of MCP's `tools/call` (server/tools, "Tool Result").
///
/// Blocks keep their order; the status is the text's last line and, in structured content, the key `$`; a failure has
/// `isError` and no structured content, since clients validate that against the output schema.
#[must_use]
pub fn lower_mcp(document: &AgentDocument) -> Value {
    let mut result = Map::new();
    let mut meta = document.meta.clone();
    if let Some(error) = &document.error {
        let mut content = vec![
            json!({ "type": "text", "text": format!("[{}] {}", error.code, error.sentences()) }),
            json!({ "type": "text", "text": json!({ "error": error }).to_string() }),
        ];
        content.extend(document.blocks.iter().map(lower_block));
        result.insert("content".into(), Value::Array(content));
        result.insert("isError".into(), Value::Bool(true));
    } else {
        let mut content: Vec<Value> = document.blocks.iter().map(lower_block).collect();
        if let Some(line) = status_line(document) {
            match content.iter_mut().rev().find(|block| block["type"] == "text") {
                Some(block) => {
                    let text = format!("{}\n{line}", block["text"].as_str().unwrap_or_default());
                    block["text"] = Value::String(text);
                }
                None => content.push(json!({ "type": "text", "text": line })),
            }
        }
        result.insert("content".into(), Value::Array(content));
        if let Some(Value::Object(object)) = &document.value {
            let mut object = object.clone();
            if let Some(status) = document.status.to_value() {
                meta.insert("status".into(), status.clone());
                object.insert("$".into(), status);
            }
            result.insert("structuredContent".into(), Value::Object(object));
        }
    }
    if !meta.is_empty() {
        result.insert("_meta".into(), Value::Object(meta));
    }
    Value::Object(result)
}

/// The document as what a WebMCP tool resolves to: a plain object or a non-empty string.
///
/// An object value comes as it is, with the status under `$`; any other value under `value`; without a value the text
/// with its status line. An image comes as `image`. A failure is `{ isError: true, error }`: WebMCP tells an agent
/// nothing about a rejection.
#[must_use]
pub fn lower_webmcp(document: &AgentDocument) -> Value {
    if let Some(error) = &document.error {
        return json!({ "isError": true, "error": error });
    }
    let image = document.blocks.iter().find_map(|block| match block {
        Block::Image { mime, data, width, height } => {
            Some(json!({ "mimeType": mime, "width": width, "height": height, "data": to_base64(data) }))
        }
        _ => None,
    });
    let mut object = match (&document.value, &image) {
        (Some(Value::Object(object)), _) => object.clone(),
        (Some(other), _) => Map::from_iter([("value".to_owned(), other.clone())]),
        (None, Some(_)) => Map::from_iter([("text".to_owned(), Value::String(document.plain_text()))]),
        (None, None) => {
            let mut text = document.plain_text();
            if let Some(line) = status_line(document) {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&line);
            }
            return Value::String(if text.is_empty() { "Done.".to_owned() } else { text });
        }
    };
    if let Some(image) = image {
        object.insert("image".into(), image);
    }
    if let Some(status) = document.status.to_value() {
        object.insert("$".into(), status);
    }
    Value::Object(object)
}

/// What has to be said beside the text. A revision alone is already the outline's last line.
fn status_line(document: &AgentDocument) -> Option<String> {
    let mut status = document.status.clone();
    if document.value.is_none() {
        status.revision = None;
    }
    status.to_value().map(|status| json!({ "$": status }).to_string())
}

/// A resource's contents as `resources/read` and embedded blocks carry them: text or `blob`, never both.
#[must_use]
pub fn lower_contents(contents: &Contents) -> Value {
    let mut lowered = json!(contents);
    if contents.blob.is_some()
        && let Value::Object(object) = &mut lowered
    {
        object.shift_remove("text");
    }
    lowered
}

/// A block as MCP's content blocks are.
#[must_use]
pub fn lower_block(block: &Block) -> Value {
    match block {
        Block::Text(text) | Block::Markdown(text) => json!({ "type": "text", "text": text }),
        Block::Json(value) => json!({ "type": "text", "text": value.to_string() }),
        Block::Image { mime, data, .. } => json!({ "type": "image", "data": to_base64(data), "mimeType": mime }),
        Block::Audio { mime, data } => json!({ "type": "audio", "data": to_base64(data), "mimeType": mime }),
        Block::Link(resource) => {
            let mut link = json!(resource);
            link["type"] = "resource_link".into();
            link
        }
        Block::Embedded(contents) => json!({ "type": "resource", "resource": lower_contents(contents) }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{lower_mcp, lower_webmcp};
    use crate::{AgentDocument, Code, Status, ToolError};

    #[test]
    fn an_object_value_is_structured_and_carries_the_status() {
        let status = Status { revision: Some(41), running: vec!["save".into()], ..Status::default() };
        let document = AgentDocument::new().text("Sent.\n{}").value(json!({ "rows": [] })).status(status);
        let result = lower_mcp(&document);
        assert_eq!(result["structuredContent"], json!({ "rows": [], "$": { "revision": 41, "running": ["save"] } }));
        assert_eq!(result["content"][0]["text"], "Sent.\n{}\n{\"$\":{\"revision\":41,\"running\":[\"save\"]}}");
        assert_eq!(result.get("isError"), None);
        assert_eq!(lower_webmcp(&document), json!({ "rows": [], "$": { "revision": 41, "running": ["save"] } }));
    }

    #[test]
    fn a_value_that_is_no_object_is_never_wrapped_for_mcp() {
        let document = AgentDocument::new().text("3").value(json!(3));
        assert_eq!(lower_mcp(&document), json!({ "content": [{ "type": "text", "text": "3" }] }));
        assert_eq!(lower_webmcp(&document), json!({ "value": 3 }));
    }

    #[test]
    fn a_failure_resolves_with_code_message_and_fix() {
        let error = ToolError::new(Code::Declined, "The person declined notes.delete.").fix("Ask them.");
        let document = AgentDocument::failed(error);
        let result = lower_mcp(&document);
        assert_eq!(result["content"][0]["text"], "[SC0107] The person declined notes.delete. Ask them.");
        assert!(result["isError"] == true && result.get("structuredContent").is_none());
        let page = lower_webmcp(&document);
        assert_eq!(
            page,
            json!({ "isError": true, "error": { "code": "SC0107", "message": "The person declined notes.delete.", "fix": "Ask them." } })
        );
    }

    #[test]
    fn a_message_without_a_full_stop_and_its_fix_are_two_sentences() {
        let said = |message: &str| ToolError::new(Code::Internal, message).fix("It runs again.").sentences();
        assert_eq!(said("It panicked: the kettle is empty"), "It panicked: the kettle is empty. It runs again.");
        assert_eq!(said("The kettle (blue)"), "The kettle (blue). It runs again.");
        assert_eq!(said("Is it empty?"), "Is it empty? It runs again.");
        assert_eq!(ToolError::new(Code::Internal, "no luck").sentences(), "no luck");
    }

    #[test]
    fn an_image_is_a_block_for_mcp_and_a_key_for_webmcp() {
        let document = AgentDocument::new().text("A frame.").png(vec![1, 2, 3], 4, 5);
        assert_eq!(
            lower_mcp(&document)["content"][1],
            json!({ "type": "image", "data": "AQID", "mimeType": "image/png" })
        );
        let page = lower_webmcp(&document);
        assert_eq!(page["image"], json!({ "mimeType": "image/png", "width": 4, "height": 5, "data": "AQID" }));
        assert_eq!(page["text"], "A frame.");
    }

    #[test]
    fn an_empty_document_is_never_an_empty_string() {
        assert_eq!(lower_webmcp(&AgentDocument::new()), json!("Done."));
    }
}
