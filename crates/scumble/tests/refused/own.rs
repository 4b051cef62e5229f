//! Tools, resources and prompts that cannot be, and an application that lists what it should not.

use scumble::prelude::*;

/// Derives nothing.
pub struct Bare;

type Failing = Result<(), Bare>;

/// A tool.
#[tool]
pub fn takes(
    /// It.
    bare: Bare, //~ error: `Bare` cannot be a parameter of a command, a tool or a prompt
) {
    let _ = bare;
}

/// A tool.
#[tool]
pub async fn gives() -> Bare { //~ error: `Bare` cannot be returned by a tool
    Bare
}

/// A tool.
#[tool]
pub fn fails() -> Failing { //~ error: `Result<(), Bare>` cannot be returned by a tool
    Err(Bare)
}

/// A tool whose mistake is its own.
#[tool(reads)] //~ error: there is no option `reads`
pub fn misspelt(
    /// It.
    word: String,
) -> String {
    word
}

/// A tool with a name of the runtime's.
#[tool]
pub fn ui_press() {} //~ error: `ui_press` is the name of a tool of the runtime's

/// A resource.
#[resource(uri = "notes://bare")]
pub fn holds() -> Bare { //~ error: `Bare` cannot be what a resource holds
    Bare
}

/// A resource.
#[resource(uri = "help")] //~ error: "help" is no address
pub fn nowhere() -> String {
    String::new()
}

/// A prompt.
#[prompt]
pub fn says() -> u8 { //~ error: `u8` cannot be returned by a prompt
    1
}

/// A tool that is fine.
#[tool]
pub fn fine() {}

/// Others, one of a name that is there already.
pub mod others {
    use scumble::prelude::*;

    /// A tool that is fine by itself.
    #[tool]
    pub fn fine() {}

    /// A resource.
    #[resource(uri = "notes://help")]
    pub fn help() -> &'static str {
        ""
    }

    /// A resource at the same address.
    #[resource(uri = "notes://help")]
    pub fn more_help() -> &'static str {
        ""
    }
}

/// Uses what is fine and what is not.
pub fn user() {
    let _ = misspelt("a".into());
    fine();
}

/// The root.
#[component]
pub fn Root() -> impl IntoElement {
    text("")
}

scumble::app!(
    Root,
    tools: [
        fine,
        misspelt,
        others::fine, //~ error: the tools `fine` and `others::fine` are one to an agent: they have the same name
        others::help, //~ error: `help` is not a tool
    ],
    resources: [
        others::help,
        others::more_help, //~ error: the resources `others::help` and `others::more_help` are one to an agent: they have the same address
    ],
    prompts: [],
);
