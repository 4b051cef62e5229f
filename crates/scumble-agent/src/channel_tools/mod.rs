//! One channel as a surface: `<channel>_view` and a tool a command.
//!
//! Knows the channel by its contract and a port with the type forgotten; knows no screen.

mod describe;
mod port;
mod send;
mod view;

use std::rc::Rc;

use scumble_channels::{Channel, CommandContract, Contract, tool_part};
use scumble_protocol::{Caller, Change, Contents, Listening, Resource, Tool, ToolError};
use serde_json::{Map, Value, json};

use crate::shared::Shared;
use crate::surface::{Call, LocalBoxFuture, Outcome, Surface, answer, arguments_of, at_once, checked};
use crate::surfaces::unknown_tool;
use crate::watch::watch;
use describe::tool_name;
use port::{Of, Port};

/// The tools of one served channel.
#[derive(Clone)]
pub(crate) struct ChannelSurface {
    contract: Rc<Contract>,
    port: Rc<dyn Port>,
    shared: Rc<Shared>,
    tools: Vec<Tool>,
    folded: bool,
}

impl ChannelSurface {
    /// The surface of a served channel.
    pub(crate) fn new<C: Channel>(channel: C, shared: Rc<Shared>) -> ChannelSurface {
        ChannelSurface::of(C::contract(), Rc::new(Of(channel)), shared)
    }

    fn of(contract: Contract, port: Rc<dyn Port>, shared: Rc<Shared>) -> ChannelSurface {
        let tools = describe::tools(&contract);
        ChannelSurface { contract: Rc::new(contract), port, shared, tools, folded: false }
    }

    /// The address of its view.
    fn uri(&self) -> String {
        format!("scumble://{}/view", tool_part(self.contract.name))
    }

    /// Whether what it holds may have been written by others.
    pub(crate) fn is_untrusted(&self) -> bool {
        describe::is_untrusted(&self.contract)
    }

    /// Whether folding its commands would make it smaller.
    pub(crate) fn can_fold(&self) -> bool {
        !self.folded && self.tools.len() > 2
    }

    /// Offers its commands as one tool, `<channel>_send`, from now on.
    pub(crate) fn fold(&mut self) {
        self.tools = describe::folded_tools(&self.contract);
        self.folded = true;
    }

    /// The command a call means, with its arguments; checked against the command's own schema where the call is to
    /// the folded tool.
    fn command(
        &self,
        call: &Call,
        arguments: Map<String, Value>,
    ) -> Result<(CommandContract, Map<String, Value>), ToolError> {
        let visible = |name: &dyn Fn(&CommandContract) -> bool| {
            self.contract.commands.iter().find(|command| !command.hidden && name(command)).cloned()
        };
        if !self.folded {
            let found = visible(&|command| tool_name(self.contract.name, command.name) == call.name);
            return found.map(|command| (command, arguments)).ok_or_else(|| unknown_tool(&call.name, &self.tools));
        }
        let asked = arguments.get("command").and_then(Value::as_str).unwrap_or_default();
        let command = visible(&|command| command.name == asked).ok_or_else(|| unknown_tool(&call.name, &self.tools))?;
        let own = arguments.get("arguments").cloned().unwrap_or_default();
        let own = checked(&command.input, &own)
            .map_err(|error| ToolError { message: error.message.replacen("input", "input.arguments", 1), ..error })?;
        Ok((command, own))
    }
}

impl Surface for ChannelSurface {
    fn tools(&self) -> Vec<Tool> {
        self.tools.clone()
    }

    fn call(&self, call: Call) -> LocalBoxFuture<Outcome> {
        let arguments = match arguments_of(&self.tools, &call) {
            Ok(arguments) => arguments,
            Err(error) => return at_once(Err(error)),
        };
        if call.name == tool_name(self.contract.name, "view") {
            return at_once(view::read(&self.contract, &*self.port, &arguments, self.shared.limits.answer_bytes));
        }
        let (command, arguments) = match self.command(&call, arguments) {
            Ok(command) => command,
            Err(error) => return at_once(Err(error)),
        };
        let sending = send::send(
            Rc::clone(&self.contract),
            command,
            Rc::clone(&self.port),
            Rc::clone(&self.shared),
            call,
            arguments,
        );
        answer(Box::pin(sending))
    }

    fn version(&self, tool: &str) -> Option<u64> {
        let is_view = self.tools.first().is_some_and(|view| view.name == tool);
        is_view.then(|| self.port.revision())
    }

    fn resources(&self) -> Vec<Resource> {
        vec![Resource {
            uri: self.uri(),
            name: self.contract.name.into(),
            description: self.contract.description.into(),
            mime_type: "application/json".into(),
        }]
    }

    fn read(&self, uri: &str, _caller: &Caller) -> LocalBoxFuture<Option<Result<Contents, ToolError>>> {
        let contents = (uri == self.uri()).then(|| {
            // What cannot be shown is said in the resource's own form; the view tool gives the failure its code.
            let text = match self.port.view() {
                Ok(view) => Value::Object(view).to_string(),
                Err(sentence) => json!({ "error": sentence }).to_string(),
            };
            Contents::text(uri, "application/json", text)
        });
        Box::pin(async move { contents.map(Ok) })
    }

    fn listen(&self, listener: Rc<dyn Fn(Change)>) -> Listening {
        let port = Rc::clone(&self.port);
        watch(self.uri(), self.shared.scope, Rc::new(move || port.revision()), listener)
    }
}
