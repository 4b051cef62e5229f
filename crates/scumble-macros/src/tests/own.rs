//! Every sentence `#[tool]`, `#[resource]` and `#[prompt]` refuse with.

use proc_macro2::TokenStream;
use quote::quote;

use super::check;

#[track_caller]
fn tool(attribute: TokenStream, item: TokenStream, sentence: &str) {
    check(crate::tool::expand, attribute, item, &[sentence]);
}

#[track_caller]
fn resource(attribute: TokenStream, item: TokenStream, sentence: &str) {
    check(crate::resource::expand, attribute, item, &[sentence]);
}

#[track_caller]
fn prompt(attribute: TokenStream, item: TokenStream, sentence: &str) {
    check(crate::prompt::expand, attribute, item, &[sentence]);
}

#[test]
fn a_tool_whose_name_cannot_be_is_told_why() {
    tool(
        quote!(),
        quote!(
            fn 名() {}
        ),
        "the tool name `名` has no letter or digit a tool's name can hold",
    );
    let long = quote::format_ident!("{}", "n".repeat(65));
    tool(
        quote!(),
        quote!(
            fn #long() {}
        ),
        &format!("the tool `{long}` has a name of 65 characters, and at most 64 are allowed; shorten it"),
    );
    for taken in ["ui_press", "ui_of_mine", "tokens_view", "render_frame", "library_get", "build_run", "tabs"] {
        let ident = quote::format_ident!("{taken}");
        tool(
            quote!(),
            quote!(
                fn #ident() {}
            ),
            &format!("`{taken}` is the name of a tool of the runtime's, or may become one; call this one otherwise"),
        );
    }
}

#[test]
fn a_function_that_cannot_be_a_tool_is_told_why() {
    let plain = |item, sentence| tool(quote!(), item, sentence);
    plain(
        quote!(
            struct A;
        ),
        "`#[tool]` goes on a function",
    );
    plain(
        quote!(
            fn a(&self) {}
        ),
        "a tool is a function by itself; what a channel can be asked to do is a command, a `pub` method of its \
         `#[commands]`",
    );
    plain(
        quote!(
            fn a<T>(x: T) {}
        ),
        "the tool `a` cannot be generic: it has one schema; write the type it is sent with",
    );
    plain(
        quote!(
            async fn a<'a>(cx: ToolCx<'a>) {}
        ),
        "the tool `a` cannot have lifetimes",
    );
    plain(
        quote!(
            const fn a() {}
        ),
        "the tool `a` has to be a plain `fn` or `async fn`",
    );
    plain(
        quote!(
            fn a(title: &str) {}
        ),
        "the parameter `title` of the tool `a` is a reference; take a `String`",
    );
    plain(
        quote!(
            fn a(_x: u8) {}
        ),
        "the parameter `_x` of the tool `a` needs a name an agent can send it by, without `_` before it",
    );
    plain(
        quote!(
            fn a((x, y): (u8, u8)) {}
        ),
        "a parameter of the tool `a` is a pattern; give it a name, an agent sends it by that",
    );
    plain(
        quote!(
            fn a(x: u8, cx: ToolCx<'_>) {}
        ),
        "`ToolCx` is the first parameter of the tool `a`",
    );
    plain(
        quote!(
            fn a() -> impl Sized {}
        ),
        "what the tool `a` returns is an `impl Trait`; name a type, since it has one schema",
    );
}

#[test]
fn an_option_of_a_tool_that_has_no_sense_is_refused() {
    let item = || {
        quote!(
            fn a() {}
        )
    };
    tool(
        quote!(reads),
        item(),
        "there is no option `reads`; the options are `read`, `destructive`, `idempotent`, `confirm`, `untrusted`",
    );
    tool(quote!(confirm = true), item(), "`confirm` takes no value");
    tool(quote!(read, destructive), item(), "a tool is `read` or `destructive`: what only reads destroys nothing");
}

#[test]
fn only_an_agent_can_call_a_tool_that_asks_the_person() {
    let expanded = |attribute| {
        let item = quote!(
            /// Docs.
            pub fn wipe() {}
        );
        crate::tool::expand(attribute, item).expect("is fine").to_string()
    };
    assert!(expanded(quote!()).contains("pub fn wipe ()"));
    let enclosed = expanded(quote!(confirm));
    assert!(enclosed.contains("fn wipe ()") && !enclosed.contains("pub fn wipe ()"), "{enclosed}");
}

#[test]
fn a_resource_that_cannot_be_is_told_why() {
    let item = || {
        quote!(
            fn a() -> String {
                String::new()
            }
        )
    };
    resource(quote!(), item(), "a resource needs its address: `#[resource(uri = \"notes://help\")]`");
    resource(quote!(url = "a:b"), item(), "there is no option `url`; the options are `uri`, `mime`");
    resource(quote!(uri = URI), item(), "`uri` is a text: `uri = \"…\"`");
    for bad in ["help", "/help", "no tes://help", "notes://a b", "notes:", "1notes://help"] {
        resource(
            quote!(uri = #bad),
            item(),
            &format!("{bad:?} is no address: it begins with a scheme and has no spaces, as `notes://help` does"),
        );
    }
    resource(
        quote!(uri = "scumble://notes/help"),
        item(),
        "addresses that begin with `scumble:` are the runtime's; use a scheme of the application's own",
    );
    resource(
        quote!(uri = "notes://help", mime = "markdown"),
        item(),
        "\"markdown\" is no media type, such as `text/markdown`",
    );
    resource(
        quote!(uri = "notes://help"),
        quote!(
            async fn a() -> String {
                String::new()
            }
        ),
        "a resource is read at once, so that what it reads can be followed; take what needs time into a signal, or make \
         it a tool",
    );
    resource(
        quote!(uri = "notes://help"),
        quote!(
            fn a(cx: Scope, id: u8) -> String {
                String::new()
            }
        ),
        "a resource takes `cx: Scope` or nothing: its address says all there is to say; what needs arguments is a tool",
    );
}

#[test]
fn a_prompt_that_cannot_be_is_told_why() {
    let item = || {
        quote!(
            fn a() -> String {
                String::new()
            }
        )
    };
    prompt(quote!(read), item(), "`#[prompt]` has no options; its docs say what it is for");
    prompt(
        quote!(),
        quote!(
            async fn a() -> String {
                String::new()
            }
        ),
        "a prompt is filled in at once; what needs time is a tool, which the prompt can tell the agent to call",
    );
    prompt(
        quote!(),
        quote!(
            fn a(days: &str) -> String {
                String::new()
            }
        ),
        "the parameter `days` of the prompt `a` is a reference; take a `String`",
    );
}

#[test]
fn what_is_offered_and_has_no_docs_is_warned_of() {
    let warned = |expanded: TokenStream| -> Vec<String> {
        let text = expanded.to_string();
        text.split("note = \"").skip(1).filter_map(|rest| rest.split('"').next().map(str::to_owned)).collect()
    };
    assert_eq!(
        warned(
            crate::tool::expand(
                quote!(),
                quote!(
                    fn a(cx: ToolCx<'_>, days: u8) {}
                )
            )
            .expect("is fine")
        ),
        [
            "the tool `a` has no doc comment, and that is all an agent knows of it",
            "the parameter `days` of the tool `a` has no doc comment, and that is all an agent knows of it",
        ]
    );
    let item = quote!(
        fn a(cx: Scope) -> &'static str {
            ""
        }
    );
    assert_eq!(
        warned(crate::resource::expand(quote!(uri = "a:b"), item.clone()).expect("is fine")),
        ["the resource `a` has no doc comment, and that is all an agent knows of it"]
    );
    assert_eq!(
        warned(crate::prompt::expand(quote!(), item).expect("is fine")),
        ["the prompt `a` has no doc comment, and that is all an agent knows of it"]
    );
}
