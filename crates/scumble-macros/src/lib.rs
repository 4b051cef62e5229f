//! The attributes an application is written with; each is documented where `scumble` re-exports it.
//!
//! A macro here parses, checks and refuses with sentences at the place that is wrong, and writes code against
//! `::scumble::__private`. It knows no schema, no JSON and no screen: those are the crates' the code is written against.

mod app;
mod channel;
mod commands;
mod component;
mod data;
mod docs;
mod function;
mod names;
mod options;
mod parameters;
mod prompt;
mod resource;
mod tool;
mod types;

use proc_macro::TokenStream;

/// Makes a struct of signals a channel.
///
/// ```ignore
/// /// Notes the person keeps.
/// #[channel(name = "notes")]
/// pub struct Notes {
///     /// Every note, newest first.
///     #[view] rows: Signal<Vec<NoteRow>>,
///     /// Never shown to an agent.
///     #[view(hidden)] session: Signal<String>,
///     /// Whether a token is set is all an agent sees.
///     #[view(secret)] token: Signal<Option<String>>,
///     drafts: Stored<HashMap<NoteId, String>>,
/// }
/// ```
///
/// The struct becomes `Copy`. Fields with `#[view]` are signals whose values an agent reads, whose doc comments tell it
/// what they are, and which a reload keeps; their values are serde both ways. Other fields stay as they are and must be
/// `Copy` handles. Its commands are in an `impl` with `#[commands]`.
///
/// What an agent sees and has no doc comment is a warning, with `SCUMBLE_DENY_UNDOCUMENTED=1` in the environment an error.
///
/// Options of the attribute: `name` (else the struct's name in snake case), `untrusted` (everything in it may have been
/// written by others). Options of a key: `hidden`, `secret`, `untrusted`.
#[proc_macro_attribute]
pub fn channel(attribute: TokenStream, item: TokenStream) -> TokenStream {
    finish(channel::expand(attribute.into(), item.into()))
}

/// Makes the public methods of a channel its commands.
///
/// ```ignore
/// #[commands]
/// impl Notes {
///     /// Delete a note for good.
///     #[command(destructive, confirm)]
///     pub fn delete(
///         &self,
///         /// Which note.
///         id: NoteId,
///     ) -> Result<(), NoSuchNote> { /* … */ }
///
///     /// Save to the server. Resolves once it is stored.
///     #[command(idempotent)]
///     pub async fn save(&self) -> Result<(), SaveError> { /* … */ }
/// }
/// ```
///
/// A command is a `pub` method that takes `&self`. Its body runs in one batch. Doc comments on it and its parameters are
/// what an agent reads; one that is missing is a warning, as on a channel. Private and `pub(crate)` methods, and functions without `&self`, are left as they are.
///
/// Options in `#[command(…)]`: `destructive`, `idempotent`, `confirm` (a person approves it before it runs for an
/// agent; the method then returns a `Confirmed`), `hidden` (no agent sees it; its types are free), `settles = quiet`
/// (it starts what the runtime cannot see, so it is waited for until the view is still).
#[proc_macro_attribute]
pub fn commands(attribute: TokenStream, item: TokenStream) -> TokenStream {
    finish(commands::expand(attribute.into(), item.into()))
}

/// Makes a function that returns an element a component: a type with `new`, a setter a parameter, and `IntoElement`.
///
/// ```ignore
/// /// One note in the list.
/// #[component]
/// fn NoteItem(
///     /// The row to show.
///     row: Signal<NoteRow>,
///     /// Called with the note's id when it is chosen.
///     #[prop(optional)] on_open: Callback<NoteId>,
/// ) -> impl IntoElement { /* … */ }
///
/// NoteItem::new(row).on_open(move |id| notes.open(id))
/// ```
///
/// The body runs once, when the component is mounted. A parameter `cx: Scope` is the scope it is mounted in. Parameters
/// with `#[prop(optional)]` (the type's default, `None` for an `Option`) or `#[prop(default = …)]` have a setter; the
/// others are arguments of `new`, in order. A `Callback` is given as a closure, a `Prop` as anything it accepts, a
/// `String` as anything that becomes one.
///
/// In a development build the component can be drawn by its name from inputs in JSON, without being listed anywhere.
#[proc_macro_attribute]
pub fn component(attribute: TokenStream, item: TokenStream) -> TokenStream {
    finish(component::expand(attribute.into(), item.into()))
}

/// Derives what a type in a view or a parameter needs: `Clone`, `Debug`, `PartialEq`, `Serialize`, `Deserialize` and
/// `JsonSchema`. Attributes of serde and schemars, and further derives, go below it.
#[proc_macro_attribute]
pub fn data(attribute: TokenStream, item: TokenStream) -> TokenStream {
    finish(data::expand(attribute.into(), item.into()))
}

/// Makes a function a tool of the application's own, beside the ones its channels make.
///
/// ```ignore
/// /// Summarise the week. Call this before proposing a plan. Safe to call freely.
/// #[tool(read)]
/// async fn week_summary(
///     cx: ToolCx<'_>,
///     /// Any day of the week.
///     day: Date,
/// ) -> Result<AgentDocument, SummaryError> {
///     let notes = cx.channel::<Notes>();
///     cx.progress(0.5, "reading notes");
///     /* … */
///     Ok(AgentDocument::new().markdown(summary).data(&week))
/// }
/// ```
///
/// It is offered when `app!` lists it in `tools`. The tool is called as the function is, and is `fn` or `async fn`. Doc
/// comments on it and its parameters are what an agent reads; one that is missing is a warning, as on a channel. Types
/// give the schema, as those of a command do. A first parameter `cx: ToolCx<'_>` is the call: `cx.progress(…)`,
/// `cx.caller()`, `cx.channel::<C>()`. It returns what can be serialised, text, nothing, an `AgentDocument`, or a
/// `Result` of one of these, whose error's `Display` is the sentence an agent reads. A body that is no `async fn` runs in
/// one batch. As a command does, the call settles before it is answered, and what it started ends if it is cancelled.
///
/// Options: `read` (it changes nothing), `destructive`, `idempotent`, `untrusted` (its answer may hold what others
/// wrote), `confirm` (a person approves it before it runs; the application's own code cannot call it, so that there is no
/// way around the question: what a control does too is a command). What has to be approved only once the tool knows more
/// is asked by `cx.confirm("…").await?`.
///
/// A type of the function's name stands beside it; a module in the same place cannot have that name.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    finish(tool::expand(attribute.into(), item.into()))
}

/// Makes a function a resource: something an agent reads by its address.
///
/// ```ignore
/// /// How the notes are meant to be kept.
/// #[resource(uri = "notes://conventions", mime = "text/markdown")]
/// fn conventions() -> &'static str {
///     include_str!("conventions.md")
/// }
/// ```
///
/// It is offered when `app!` lists it in `resources`. The function takes nothing or `cx: Scope`, where it finds channels
/// (`cx.channel::<Notes>()`), and returns text, `Bytes`, or what can be serialised, which is read as JSON; `mime` says
/// what it is, if not that alone. Signals it reads are followed: whoever subscribed is told when it holds something else.
#[proc_macro_attribute]
pub fn resource(attribute: TokenStream, item: TokenStream) -> TokenStream {
    finish(resource::expand(attribute.into(), item.into()))
}

/// Makes a function a prompt: something a person picks, filled in, to begin with an agent.
///
/// ```ignore
/// /// Plan the coming week from the notes.
/// #[prompt]
/// fn plan_week(
///     cx: Scope,
///     /// How much to plan.
///     pace: Option<Pace>,
/// ) -> String { /* … */ }
/// ```
///
/// It is offered when `app!` lists it in `prompts`. Parameters are its arguments, an optional one an `Option`; a client
/// gives text, which is read as the type wants it. A first parameter `cx: Scope` is the application's scope. It returns
/// text, a `PromptMessage` or a `Vec` of them, or a `Result` of one of these.
#[proc_macro_attribute]
pub fn prompt(attribute: TokenStream, item: TokenStream) -> TokenStream {
    finish(prompt::expand(attribute.into(), item.into()))
}

/// Makes a crate an application.
///
/// ```ignore
/// scumble::app!(
///     App,
///     name: "Notes",
///     instructions: "A notes app the person keeps.",
///     channels: [Notes::open_local()],
///     tools: [week_summary],
///     resources: [conventions],
///     prompts: [plan_week],
/// );
/// ```
///
/// The first argument is the root component; it takes no required parameters. `name` is what a person calls the
/// application (else the crate's name), `instructions` what a connecting agent is told (at most 2,048 characters),
/// `channels` the expressions that make the channels it serves, each run once a mount; `tools`, `resources` and `prompts`
/// functions with the attribute of that name; `fonts` font files beside the source, looked into for what the embedded
/// font lacks.
///
/// Two tools, prompts or resources an agent could not tell apart do not compile. A tool of a channel's command's name
/// stops the application at mount, with a sentence naming both.
#[proc_macro]
pub fn app(input: TokenStream) -> TokenStream {
    finish(app::expand(input.into()))
}

fn finish(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}

#[cfg(test)]
mod tests;
