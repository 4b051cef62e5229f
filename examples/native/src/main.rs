//! A kitchen's shopping list and timer, for agents: two channels served over MCP by a native program without a screen.
//!
//! ```text
//! cargo run -p native                 # prints a URL; then: claude mcp add --transport http kitchen <url>
//! cargo run -p native -- --stdio      # for a client that starts it: claude mcp add kitchen -- cargo run -q -p native -- --stdio
//! ```
//!
//! What an agent reads is the channels' documentation; what it sends is checked before it arrives here. `clear` asks the
//! person first: through the client, if that can (elicitation), and else not at all.

use std::process::ExitCode;

use native::kitchen;
use scumble_mcp::Options;

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::new("kitchen", env!("CARGO_PKG_VERSION"))
        .instructions("A kitchen's shopping list and timer. Read shopping_view before changing the list.");
    let served = if std::env::args().any(|argument| argument == "--stdio") {
        scumble_mcp::stdio(kitchen, options).await
    } else {
        listen(options).await
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

async fn listen(options: Options) -> Result<(), String> {
    let serving = scumble_mcp::serve(kitchen, options).await?;
    println!("Agents connect to {}", serving.url());
    println!("claude mcp add --transport http kitchen {}", serving.url());
    serving.ended().await;
    Ok(())
}
