//! The suite's tools.

use std::time::Duration;

use scumble_protocol::{
    Ability, AgentDocument, Annotations, Asked, Block, Call, Change, ClientRequest, Code, Contents, Tool, ToolError,
};
use serde_json::{Map, Value, json};
use tokio::time::sleep;

use crate::Fixture;
use crate::resources::PIXEL;

/// What a call came to.
type Answered = Result<AgentDocument, ToolError>;

/// A sound of no length: a WAV header alone.
const SILENCE: &[u8] = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0";

/// The time the suite wants to see pass between two words.
const STEP: Duration = Duration::from_millis(50);

fn tool(name: &str, description: &str, input_schema: Value) -> Tool {
    Tool {
        name: name.to_owned(),
        title: String::new(),
        description: description.to_owned(),
        input_schema,
        output_schema: None,
        annotations: Annotations::reading(),
        source: "the conformance fixture".to_owned(),
    }
}

fn nothing() -> Value {
    json!({ "type": "object", "properties": {}, "additionalProperties": false })
}

fn one(name: &str) -> Value {
    json!({ "type": "object", "properties": { name: { "type": "string" } }, "required": [name], "additionalProperties": false })
}

pub(crate) fn list(changed: bool) -> Vec<Tool> {
    let mut tools: Vec<Tool> = [
        ("test_simple_text", "Answers a text."),
        ("test_image_content", "Answers a picture."),
        ("test_audio_content", "Answers a sound."),
        ("test_embedded_resource", "Answers a resource."),
        ("test_multiple_content_types", "Answers a text, a picture and a resource."),
        ("test_tool_with_logging", "Logs three lines."),
        ("test_logging_tool", "Logs three lines."),
        ("test_error_handling", "Always fails."),
        ("test_tool_with_progress", "Says how far it has come."),
        ("test_reconnection", "Takes its time."),
        ("test_missing_capability", "Needs a client that can sample."),
        ("test_streaming_elicitation", "Asks the person for a name."),
        ("test_elicitation_sep1034_defaults", "Asks the person with values filled in."),
        ("test_elicitation_sep1330_enums", "Asks the person to choose."),
        ("test_input_required_result_elicitation", "Asks the person for a name."),
        ("test_input_required_result_sampling", "Asks the model."),
        ("test_input_required_result_list_roots", "Asks for the client's folders."),
        ("test_input_required_result_request_state", "Asks the person to confirm."),
        ("test_input_required_result_tampered_state", "Asks the person to confirm."),
        ("test_input_required_result_multiple_inputs", "Asks three things at once."),
        ("test_input_required_result_multi_round", "Asks one thing after the other."),
        ("test_input_required_result_capabilities", "Asks what the client can be asked."),
        ("test_trigger_tool_change", "Makes a tool come or go."),
    ]
    .iter()
    .map(|(name, description)| tool(name, description, nothing()))
    .collect();
    tools.push(tool("test_sampling", "Asks the model.", one("prompt")));
    tools.push(tool("test_elicitation", "Asks the person.", one("message")));
    tools.push(tool("test_header", "Takes an argument that is sent as a header too.", header_schema()));
    tools.push(tool("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", wide_schema()));
    if changed {
        tools.push(tool("test_added_tool", "Is there every other time.", nothing()));
    }
    tools
}

pub(crate) async fn call(fixture: &Fixture, call: Call) -> Answered {
    let text = |text: &str| Ok(AgentDocument::new().text(text));
    match call.name.as_str() {
        "test_simple_text" | "test_header" | "test_added_tool" => text("This is a simple text response for testing."),
        "test_image_content" => Ok(AgentDocument::new().png(PIXEL.to_vec(), 1, 1)),
        "test_audio_content" => Ok(of([Block::Audio { mime: "audio/wav".to_owned(), data: SILENCE.to_vec() }])),
        "test_embedded_resource" => {
            let contents =
                Contents::text("test://embedded-resource", "text/plain", "This is an embedded resource content.");
            Ok(of([Block::Embedded(contents)]))
        }
        "test_multiple_content_types" => Ok(of([
            Block::Text("Multiple content types test:".to_owned()),
            Block::Image { mime: "image/png".to_owned(), data: PIXEL.to_vec(), width: 1, height: 1 },
            Block::Embedded(Contents::text(
                "test://mixed-content-resource",
                "application/json",
                json!({ "test": "data", "value": 123 }).to_string(),
            )),
        ])),
        "test_tool_with_logging" | "test_logging_tool" => {
            for line in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
                if let Some(client) = &call.client {
                    client.log("info", "conformance", line.into());
                }
                sleep(STEP).await;
            }
            text("Three lines were logged.")
        }
        "test_error_handling" => {
            Err(ToolError::new(Code::CommandFailed, "This tool intentionally returns an error for testing"))
        }
        "test_tool_with_progress" => {
            for done in [0.0, 50.0, 100.0] {
                if let Some(progress) = &call.progress {
                    progress(done, Some(100.0), "");
                }
                sleep(STEP).await;
            }
            text("Done, and said so on the way.")
        }
        "test_reconnection" => {
            sleep(STEP).await;
            text("It took its time.")
        }
        "json_schema_2020_12_tool" => text("Its schema is what is looked at."),
        "test_trigger_tool_change" => {
            fixture.changed.set(!fixture.changed.get());
            fixture.say(&Change::Tools);
            text("A tool came or went.")
        }
        _ => asking(&call).await,
    }
}

fn of(blocks: impl IntoIterator<Item = Block>) -> AgentDocument {
    AgentDocument { blocks: blocks.into_iter().collect(), ..AgentDocument::default() }
}

/// The tools that ask the client something.
async fn asking(call: &Call) -> Answered {
    let name_wanted = || elicit("What is your name?", object(json!({ "name": { "type": "string" } })));
    let confirmation = || elicit("Please confirm", object(json!({ "ok": { "type": "boolean" } })));
    let text = |text: String| Ok(AgentDocument::new().text(text));
    match call.name.as_str() {
        "test_missing_capability" => {
            let answer = ask(call, "anything", sample("Say anything.", 10)).await?;
            text(format!("The model said: {answer}"))
        }
        "test_sampling" => {
            let answer =
                ask(call, "sampling", sample(call.arguments["prompt"].as_str().unwrap_or_default(), 100)).await?;
            text(format!("LLM response: {}", answer["content"]["text"].as_str().unwrap_or_default()))
        }
        "test_elicitation" => {
            let schema = object(json!({
                "username": { "type": "string", "description": "User's response" },
                "email": { "type": "string", "description": "User's email address" }
            }));
            let answer =
                ask(call, "user", elicit(call.arguments["message"].as_str().unwrap_or_default(), schema)).await?;
            text(format!("User response: action: {}, content: {}", answer["action"], answer["content"]))
        }
        "test_elicitation_sep1034_defaults" | "test_elicitation_sep1330_enums" => {
            let schema = if call.name.ends_with("defaults") { defaults() } else { enums() };
            let answer = ask(call, "form", elicit("Please look through these.", schema)).await?;
            text(format!("Elicitation completed: action={}, content={}", answer["action"], answer["content"]))
        }
        "test_streaming_elicitation" | "test_input_required_result_elicitation" => {
            let answer = ask(call, "user_name", name_wanted()).await?;
            match answer["content"]["name"].as_str() {
                Some(name) => text(format!("Hello, {name}!")),
                None => Err(ToolError::new(Code::BadAnswer, "The client's answer holds no name.")),
            }
        }
        "test_input_required_result_sampling" => {
            let answer = ask(call, "capital_question", sample("What is the capital of France?", 100)).await?;
            text(format!("The model said: {}", answer["content"]["text"].as_str().unwrap_or_default()))
        }
        "test_input_required_result_list_roots" => {
            let answer = ask(call, "client_roots", ClientRequest::Roots).await?;
            text(format!("The client works in {}", answer["roots"]))
        }
        "test_input_required_result_request_state" | "test_input_required_result_tampered_state" => {
            ask(call, "confirm", confirmation()).await?;
            text("state-ok".to_owned())
        }
        "test_input_required_result_multiple_inputs" => {
            let asked = vec![
                asked("user_name", name_wanted()),
                asked("greeting", sample("Generate a greeting", 50)),
                asked("client_roots", ClientRequest::Roots),
            ];
            let answers = ask_all(call, asked).await?;
            text(format!("The client answered {}", Value::Object(answers)))
        }
        "test_input_required_result_multi_round" => {
            let first = elicit("Step 1: What is your name?", object(json!({ "name": { "type": "string" } })));
            let name = ask(call, "step1", first).await?;
            let second =
                elicit("Step 2: What is your favorite color?", object(json!({ "color": { "type": "string" } })));
            let color = ask(call, "step2", second).await?;
            text(format!("{} likes {}", name["content"]["name"], color["content"]["color"]))
        }
        "test_input_required_result_capabilities" => {
            let can = |ability| call.client.as_ref().is_some_and(|client| client.can(ability));
            let mut possible = Vec::new();
            if can(Ability::Elicit) {
                possible.push(asked("user_name", name_wanted()));
            }
            if can(Ability::Sample) {
                possible.push(asked("greeting", sample("Generate a greeting", 50)));
            }
            let answers = ask_all(call, possible).await?;
            text(format!("The client answered {}", Value::Object(answers)))
        }
        unknown => Err(ToolError::new(Code::UnknownTool, format!("There is no tool called {unknown}."))),
    }
}

fn asked(key: &str, request: ClientRequest) -> Asked {
    Asked { key: key.to_owned(), request }
}

async fn ask_all(call: &Call, asked: Vec<Asked>) -> Result<Map<String, Value>, ToolError> {
    let nobody = || ToolError::new(Code::NobodyToAsk, "There is no client to ask.");
    let answered = call.client.as_ref().ok_or_else(nobody)?.request(asked).await;
    answered
        .map_err(|why| ToolError::new(Code::NobodyToAsk, format!("The client was not asked, or did not answer: {why}")))
}

async fn ask(call: &Call, key: &str, request: ClientRequest) -> Result<Value, ToolError> {
    Ok(ask_all(call, vec![asked(key, request)]).await?.remove(key).unwrap_or_default())
}

fn elicit(message: &str, schema: Value) -> ClientRequest {
    ClientRequest::Elicit { message: message.to_owned(), schema }
}

fn sample(prompt: &str, most: u32) -> ClientRequest {
    let message = json!({ "role": "user", "content": { "type": "text", "text": prompt } });
    ClientRequest::Sample(json!({ "messages": [message], "maxTokens": most }))
}

fn object(properties: Value) -> Value {
    let required: Vec<&String> = properties.as_object().into_iter().flat_map(Map::keys).collect();
    json!({ "type": "object", "required": required, "properties": properties })
}

fn defaults() -> Value {
    json!({ "type": "object", "required": [], "properties": {
        "name": { "type": "string", "description": "A name.", "default": "John Doe" },
        "age": { "type": "integer", "description": "An age.", "default": 30 },
        "score": { "type": "number", "description": "A score.", "default": 95.5 },
        "status": { "type": "string", "description": "A status.", "enum": ["active", "inactive", "pending"], "default": "active" },
        "verified": { "type": "boolean", "description": "Whether verified.", "default": true }
    } })
}

fn enums() -> Value {
    let titled = |values: [(&str, &str); 3]| values.map(|(value, title)| json!({ "const": value, "title": title }));
    json!({ "type": "object", "required": [], "properties": {
        "untitledSingle": { "type": "string", "enum": ["option1", "option2", "option3"] },
        "titledSingle": { "type": "string", "oneOf": titled([("value1", "First Option"), ("value2", "Second Option"), ("value3", "Third Option")]) },
        "legacyEnum": { "type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"] },
        "untitledMulti": { "type": "array", "items": { "type": "string", "enum": ["option1", "option2", "option3"] } },
        "titledMulti": { "type": "array", "items": { "anyOf": titled([("value1", "First Choice"), ("value2", "Second Choice"), ("value3", "Third Choice")]) } }
    } })
}

fn header_schema() -> Value {
    let region = json!({ "type": "string", "x-mcp-header": "Region" });
    json!({ "type": "object", "properties": { "region": region }, "required": ["region"], "additionalProperties": false })
}

/// Every keyword the suite looks for in a listed schema.
fn wide_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
            }
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" }
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false
    })
}
