//! One channel as a surface: `<channel>_view` and a tool a command.
//!
//! Knows the channel by its contract and a port with the type forgotten; knows no screen.

mod describe;
mod port;
mod send;
mod view;


use std::rc::Rc;

use scumble_channels::Contract;
use scumble_channels::{Channel, validate};
use scumble_protocol::{Code, Tool, ToolError};
use serde_json::{Map, Value};

use crate::shared::Shared;
use crate::surface::{Call, LocalBoxFuture, Outcome, Surface};
use crate::surfaces::unknown_tool;
use describe::tool_name;
use port::{Of, Port};

/// The tools of one served channel.
pub(crate) struct ChannelSurface {
    contract: Rc<Contract>,
    port: Rc<dyn Port>,
    shared: Rc<Shared>,
    tools: Vec<Tool>,
}

impl ChannelSurface {
    /// The surface of a served channel.
    pub(crate) fn new<C: Channel>(channel: C, shared: Rc<Shared>) -> ChannelSurface {
        ChannelSurface::of(C::contract(), Rc::new(Of(channel)), shared)
    }

    fn of(contract: Contract, port: Rc<dyn Port>, shared: Rc<Shared>) -> ChannelSurface {
        let tools = describe::tools(&contract);
        ChannelSurface { contract: Rc::new(contract), port, shared, tools }
    }
}

impl Surface for ChannelSurface {
    fn tools(&self) -> Vec<Tool> {
        self.tools.clone()
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
        let Some(tool) = self.tools.iter().find(|tool| tool.name == call.name) else {
            let failed = Outcome::failed(unknown_tool(&call.name, &self.tools));
            return Box::pin(async move { failed });
        };
        let arguments = match checked(&tool.input_schema, &call.arguments) {
            Ok(arguments) => arguments,
            Err(error) => return Box::pin(async move { Outcome::failed(error) }),
        };
        if tool.name == tool_name(self.contract.name, "view") {
            let answered = view::read(&self.contract, &*self.port, &arguments, self.shared.limits.answer_bytes);
            return Box::pin(async move { answered.into() });
        }
        let command = self.contract.commands.iter().find(|command| !command.hidden && tool_name(self.contract.name, command.name) == call.name);
        let Some(command) = command.cloned() else {
            let failed = Outcome::failed(unknown_tool(&call.name, &self.tools));
            return Box::pin(async move { failed });
        };
        let sending = send::send(Rc::clone(&self.contract), command, Rc::clone(&self.port), Rc::clone(&self.shared), call, arguments);
        Box::pin(async move { sending.await.into() })
    }
}

/// The arguments as an object that fits the schema.
pub(crate) fn checked(schema: &Value, arguments: &Value) -> Result<Map<String, Value>, ToolError> {
    let empty = Value::Object(Map::new());
    let arguments = if arguments.is_null() { &empty } else { arguments };
    validate(schema, arguments).map_err(|sentence| ToolError::new(Code::BadArguments, sentence))?;
    match arguments {
        Value::Object(object) => Ok(object.clone()),
        other => Err(ToolError::new(Code::BadArguments, format!("The arguments must be an object, not {other}."))),
    }
}
