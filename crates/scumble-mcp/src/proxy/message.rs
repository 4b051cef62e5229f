//! JSON-RPC messages as the proxy looks at them: which era, which headers, what may be sent again.

use serde_json::{Value, json};

use scumble_protocol::{AgentDocument, Code, ToolError, lower_mcp};

/// The member of a request's `_meta` in which the era without sessions names its version.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// A message's method; empty for an answer.
pub(crate) fn method(message: &Value) -> &str {
    message["method"].as_str().unwrap_or_default()
}

/// The version a request names for itself, in the era without sessions.
pub(crate) fn own_version(message: &Value) -> Option<&str> {
    message["params"]["_meta"][VERSION].as_str()
}

/// What is called or read, as the headers name it.
pub(crate) fn subject(message: &Value) -> Option<&str> {
    let params = &message["params"];
    match method(message) {
        "tools/call" | "prompts/get" => params["name"].as_str(),
        "resources/read" => params["uri"].as_str(),
        _ => None,
    }
}

/// A header's value as SEP-2243 has it: as it is, or in base64 where a header cannot hold it.
pub(crate) fn header_value(text: &str) -> String {
    let plain =
        text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) && text.trim() == text && !text.starts_with("=?base64?");
    if plain { text.to_owned() } else { format!("=?base64?{}?=", scumble_protocol::to_base64(text.as_bytes())) }
}

/// Whether sending it twice is as good as sending it once.
pub(crate) fn only_reads(message: &Value) -> bool {
    matches!(
        method(message),
        "initialize"
            | "ping"
            | "server/discover"
            | "tools/list"
            | "resources/list"
            | "resources/templates/list"
            | "resources/read"
            | "resources/subscribe"
            | "resources/unsubscribe"
            | "prompts/list"
            | "prompts/get"
            | "completion/complete"
            | "logging/setLevel"
    )
}

/// Lists that are kept, to be answered from while no server is there.
pub(crate) fn is_list(method: &str) -> bool {
    matches!(method, "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list" | "server/discover")
}

/// Why a request has no answer of the server's: for a call as a result an agent reads, for the rest as an error.
pub(crate) fn unanswered(request: &Value, code: Code, sentence: &str, fix: &str) -> Value {
    let id = &request["id"];
    if method(request) != "tools/call" {
        return json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32000, "message": format!("{sentence} {fix}") } });
    }
    let mut result = lower_mcp(&AgentDocument::failed(ToolError::new(code, sentence).fix(fix)));
    if own_version(request).is_some() {
        result["resultType"] = "complete".into();
    }
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

#[cfg(test)]
mod tests {
    use super::header_value;

    #[test]
    fn a_name_a_header_cannot_hold_is_sent_in_base64() {
        assert_eq!(header_value("notes_view"), "notes_view");
        assert_eq!(header_value("scumble://notes/view"), "scumble://notes/view");
        assert_eq!(header_value("nö"), "=?base64?bsO2?=");
        assert_eq!(header_value(" a"), "=?base64?IGE=?=");
        assert_eq!(header_value("=?base64?x?="), "=?base64?PT9iYXNlNjQ/eD89?=");
    }
}
