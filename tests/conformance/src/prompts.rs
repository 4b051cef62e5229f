//! The suite's prompts.

use scumble_protocol::{
    Asked, Block, Call, ClientRequest, Code, Contents, Prompt, PromptArgument, PromptMessage, ToolError,
};
use serde_json::{Value, json};

use crate::resources::PIXEL;

type Filled = Result<Vec<PromptMessage>, ToolError>;

fn prompt(name: &str, description: &str, arguments: &[(&str, &str)]) -> Prompt {
    let arguments = arguments.iter().map(|(name, description)| PromptArgument {
        name: (*name).to_owned(),
        description: (*description).to_owned(),
        required: true,
    });
    Prompt { name: name.to_owned(), description: description.to_owned(), arguments: arguments.collect() }
}

pub(crate) fn list() -> Vec<Prompt> {
    vec![
        prompt("test_simple_prompt", "A prompt without arguments.", &[]),
        prompt("test_prompt_with_arguments", "A prompt with two.", &[("arg1", "The first."), ("arg2", "The second.")]),
        prompt(
            "test_prompt_with_embedded_resource",
            "A prompt with a resource in it.",
            &[("resourceUri", "The resource.")],
        ),
        prompt("test_prompt_with_image", "A prompt with a picture.", &[]),
        prompt("test_input_required_result_prompt", "A prompt that asks the person first.", &[]),
    ]
}

fn text(text: impl Into<String>) -> PromptMessage {
    PromptMessage::user(Block::Text(text.into()))
}

fn argument<'a>(call: &'a Call, name: &str) -> Result<&'a str, ToolError> {
    let missing = || ToolError::new(Code::BadArguments, format!("input.{name} is required."));
    call.arguments[name].as_str().ok_or_else(missing)
}

pub(crate) async fn fill(call: Call) -> Option<Filled> {
    Some(match call.name.as_str() {
        "test_simple_prompt" => Ok(vec![text("This is a simple prompt for testing.")]),
        "test_prompt_with_arguments" => with_arguments(&call),
        "test_prompt_with_embedded_resource" => with_resource(&call),
        "test_prompt_with_image" => {
            let pixel = Block::Image { mime: "image/png".to_owned(), data: PIXEL.to_vec(), width: 1, height: 1 };
            Ok(vec![PromptMessage::user(pixel), text("Please analyze the image above.")])
        }
        "test_input_required_result_prompt" => asking(&call).await,
        _ => return None,
    })
}

fn with_arguments(call: &Call) -> Filled {
    let (one, other) = (argument(call, "arg1")?, argument(call, "arg2")?);
    Ok(vec![text(format!("Prompt with arguments: arg1='{one}', arg2='{other}'"))])
}

fn with_resource(call: &Call) -> Filled {
    let contents =
        Contents::text(argument(call, "resourceUri")?, "text/plain", "Embedded resource content for testing.");
    Ok(vec![PromptMessage::user(Block::Embedded(contents)), text("Please process the embedded resource above.")])
}

async fn asking(call: &Call) -> Filled {
    let schema =
        json!({ "type": "object", "properties": { "context": { "type": "string" } }, "required": ["context"] });
    let message = "What context should the prompt use?".to_owned();
    let asked = vec![Asked { key: "user_context".to_owned(), request: ClientRequest::Elicit { message, schema } }];
    let nobody = || ToolError::new(Code::NobodyToAsk, "There is no client to ask.");
    let answers = call.client.as_ref().ok_or_else(nobody)?.request(asked).await;
    let answers = answers.map_err(|why| ToolError::new(Code::Withdrawn, why))?;
    let context = answers["user_context"]["content"]["context"].as_str().map_or(Value::Null, Value::from);
    Ok(vec![text(format!("Work in this context: {context}"))])
}
