//! The program as a client starts it: on standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start() -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_native"))
            .arg("--stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Program { child, input, output }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().expect("it is open"), "{message}").expect("the program reads");
    }

    /// The next line, which has to be a message.
    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program writes");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("standard output holds what is no message: {line:?}"))
    }

    fn ask(&mut self, id: u32, method: &str, params: &Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn begin(&mut self, capabilities: &Value) {
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": { "name": "tester", "version": "1" } });
        let hello = self.ask(0, "initialize", &params);
        assert_eq!(hello["result"]["serverInfo"]["name"], "kitchen");
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    /// Closes standard input; the rest of both outputs, once it has ended well.
    fn end(mut self) -> (String, String) {
        drop(self.input.take());
        let (mut output, mut errors) = (String::new(), String::new());
        self.output.read_to_string(&mut output).expect("text");
        self.child.stderr.take().expect("it is piped").read_to_string(&mut errors).expect("text");
        assert!(self.child.wait().expect("it ends").success(), "{errors}");
        (output, errors)
    }
}

#[test]
fn two_channels_are_served_and_a_resource_tells_of_its_change() {
    let mut program = Program::start();
    program.begin(&json!({}));
    let tools = program.ask(1, "tools/list", &json!({}));
    let names: Vec<&str> =
        tools["result"]["tools"].as_array().expect("tools").iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(
        names,
        ["shopping_view", "shopping_add", "shopping_remove", "shopping_clear", "timer_view", "timer_set", "add_recipe"]
    );
    program.ask(2, "resources/subscribe", &json!({ "uri": "scumble://shopping/view" }));
    program.send(&json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": { "name": "shopping_add", "arguments": { "name": "milk", "count": 2 } } }));
    let (one, other) = (program.next(), program.next());
    let (answer, told) = if one["id"] == 3 { (one, other) } else { (other, one) };
    assert_eq!(answer["result"]["structuredContent"]["items"], json!([{ "name": "milk", "count": 2 }]));
    assert_eq!(told["method"], "notifications/resources/updated");
    assert_eq!(told["params"]["uri"], "scumble://shopping/view");
    let wrong = program.ask(4, "tools/call", &json!({ "name": "shopping_add", "arguments": { "nam": "milk" } }));
    assert_eq!(wrong["result"]["isError"], true);
    program.end();
}

#[test]
fn what_the_application_prints_is_not_on_standard_output() {
    let mut program = Program::start();
    program.begin(&json!({}));
    let set = json!({ "name": "timer_set", "arguments": { "label": "eggs", "seconds": 0.05 } });
    let rung = program.ask(1, "tools/call", &set);
    assert_eq!(rung["result"]["structuredContent"]["rung"], 1, "{rung}");
    let (output, errors) = program.end();
    assert_eq!(output, "");
    assert!(errors.contains("Ring!"), "{errors}");
}

#[test]
fn a_client_that_can_asks_the_person_before_the_list_is_thrown_away() {
    let mut program = Program::start();
    program.begin(&json!({ "elicitation": {} }));
    program.ask(1, "tools/call", &json!({ "name": "shopping_add", "arguments": { "name": "milk" } }));
    program.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "shopping_clear", "arguments": {} } }));
    let question = program.next();
    assert_eq!(question["method"], "elicitation/create");
    program.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": { "action": "accept", "content": { "approve": true } } }));
    let answer = program.next();
    assert_eq!(answer["result"]["structuredContent"]["items"], json!([]), "{answer}");
    program.end();
}

#[test]
fn a_tool_of_its_own_tells_its_progress_and_a_resource_holds_what_it_did() {
    let mut program = Program::start();
    program.begin(&json!({}));
    let ingredients = json!([{ "name": "onions", "count": 1 }, { "name": "lentils", "count": 400 }]);
    program.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "add_recipe",
        "arguments": { "ingredients": ingredients, "serves": 4, "people": 6 },
        "_meta": { "progressToken": "cooking" },
    } }));
    let (first, second, answer) = (program.next(), program.next(), program.next());
    assert_eq!(
        first["params"],
        json!({ "progressToken": "cooking", "progress": 1.0, "total": 2.0, "message": "onions" })
    );
    assert_eq!(second["params"]["progress"], 2.0);
    assert_eq!(
        answer["result"]["content"][0]["text"],
        r#"[{"name":"onions","count":2},{"name":"lentils","count":600}]"#
    );
    let list = program.ask(2, "resources/read", &json!({ "uri": "kitchen://shopping-list" }));
    assert_eq!(list["result"]["contents"][0]["text"], "2 × onions\n600 × lentils\n");
    let wrong = program.ask(
        3,
        "tools/call",
        &json!({ "name": "add_recipe", "arguments": { "ingredients": [], "serves": 0, "people": 6 } }),
    );
    assert_eq!(
        wrong["result"]["content"][0]["text"],
        "[SC0103] add_recipe failed: A recipe serves somebody. Say for how many it is written."
    );
    program.end();
}
