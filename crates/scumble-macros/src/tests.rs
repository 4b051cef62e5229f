//! Every sentence a macro refuses with.

mod own;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::LitStr;

type Expand = fn(TokenStream, TokenStream) -> syn::Result<TokenStream>;

/// Asserts what an item is told.
#[track_caller]
fn check(expand: Expand, attribute: TokenStream, item: TokenStream, sentences: &[&str]) {
    let told: Vec<String> = match expand(attribute, item) {
        Err(error) => error.into_iter().map(|error| error.to_string()).collect(),
        // What is wrong stands beside what could be generated all the same.
        Ok(expanded) => refusals(expanded),
    };
    assert_eq!(told, sentences);
}

/// The texts of every `compile_error!` in what was generated.
fn refusals(expanded: TokenStream) -> Vec<String> {
    let mut told = Vec::new();
    let mut after = false;
    for token in expanded {
        match token {
            TokenTree::Ident(ident) => after = ident == "compile_error",
            TokenTree::Group(group) if after => {
                let text: LitStr = syn::parse2(group.stream()).expect("a text");
                told.push(text.value());
                after = false;
            }
            TokenTree::Punct(_) => {}
            _ => after = false,
        }
    }
    told
}

#[track_caller]
fn command(method: TokenStream, sentence: &str) {
    check(crate::commands::expand, quote!(), quote!(impl Notes { #method }), &[sentence]);
}

#[track_caller]
fn channel(attribute: TokenStream, item: TokenStream, sentence: &str) {
    check(crate::channel::expand, attribute, item, &[sentence]);
}

#[track_caller]
fn component(item: TokenStream, sentence: &str) {
    check(crate::component::expand, quote!(), item, &[sentence]);
}

#[track_caller]
fn app(input: TokenStream, sentence: &str) {
    let error = crate::app::expand(input).expect_err("is refused");
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn a_command_called_view_is_refused() {
    command(
        quote!(
            pub fn view(&self) {}
        ),
        "a command cannot be called `view`: the tool of that name reads the channel's view; call it `show` or `open`",
    );
}

#[test]
fn commands_that_would_be_one_tool_are_refused() {
    command(
        quote!(
            pub fn a(&self) {}
            pub fn a(&self) {}
        ),
        "two commands are called `a`",
    );
    command(
        quote!(
            pub fn größe(&self) {}
            pub fn gr__e(&self) {}
        ),
        "the commands `größe` and `gr__e` would be one tool, `…_gr__e`: a tool's name holds letters and digits of ASCII, \
         `_` and `-` only",
    );
}

#[test]
fn a_parameter_an_agent_cannot_send_is_named() {
    command(
        quote!(
            pub fn a(&self, title: &str) {}
        ),
        "the parameter `title` of the command `a` is a reference; take a `String`",
    );
    command(
        quote!(
            pub fn a(&self, bytes: &[u8]) {}
        ),
        "the parameter `bytes` of the command `a` is a reference; take a `Vec`, or `Bytes` for bytes",
    );
    command(
        quote!(
            pub fn a(&self, then: impl Fn()) {}
        ),
        "the parameter `then` of the command `a` is an `impl Trait`; name a type, since it has one schema",
    );
    command(
        quote!(
            pub fn a(&self, then: Box<dyn Fn()>) {}
        ),
        "the parameter `then` of the command `a` is a trait object; an agent sends data, name a type of it",
    );
    command(
        quote!(
            pub fn a(&self, rows: Vec<&Row>) {}
        ),
        "the parameter `rows` of the command `a` is a reference; take the value itself",
    );
    command(
        quote!(
            pub fn a(&self, then: fn()) {}
        ),
        "the parameter `then` of the command `a` is a function; an agent sends data",
    );
    command(
        quote!(
            pub fn a(&self, (x, y): (f32, f32)) {}
        ),
        "a parameter of the command `a` is a pattern; give it a name, an agent sends it by that",
    );
    command(
        quote!(
            pub fn a(&self, _x: f32) {}
        ),
        "the parameter `_x` of the command `a` needs a name an agent can send it by, without `_` before it",
    );
}

#[test]
fn a_method_that_cannot_be_a_command_is_told_why() {
    command(
        quote!(
            pub fn a<T>(&self, x: T) {}
        ),
        "the command `a` cannot be generic: it has one schema; write the type it is sent with",
    );
    command(
        quote!(
            pub fn a<'a>(&'a self, x: u8) {}
        ),
        "the command `a` cannot have lifetimes",
    );
    command(
        quote!(
            pub fn a(&mut self) {}
        ),
        "the command `a` has to take `&self`: a channel is a bundle of handles, and setting a signal needs no more",
    );
    command(
        quote!(
            pub fn a(self) {}
        ),
        "the command `a` has to take `&self`: a channel is a bundle of handles, and setting a signal needs no more",
    );
    command(
        quote!(
            #[command]
            pub fn a() {}
        ),
        "the command `a` has to take `&self`",
    );
    command(
        quote!(
            #[command(hidden)]
            fn a(&self) {}
        ),
        "the command `a` has to be `pub`",
    );
    command(
        quote!(
            pub const fn a(&self) {}
        ),
        "the command `a` has to be a plain `fn` or `async fn`",
    );
    command(
        quote!(
            pub fn a(&self) -> &str {
                ""
            }
        ),
        "what the command `a` returns is a reference; take a `String`",
    );
    command(
        quote!(
            pub fn a(&self) -> impl Sized {}
        ),
        "what the command `a` returns is an `impl Trait`; name a type, since it has one schema",
    );
}

#[test]
fn an_option_nobody_knows_is_refused_with_those_there_are() {
    command(
        quote!(
            #[command(destroy)]
            pub fn a(&self) {}
        ),
        "there is no option `destroy`; the options are `destructive`, `idempotent`, `confirm`, `hidden`, `settles`",
    );
    command(
        quote!(
            #[command(confirm, confirm)]
            pub fn a(&self) {}
        ),
        "`confirm` is given twice",
    );
    command(
        quote!(
            #[command(confirm = true)]
            pub fn a(&self) {}
        ),
        "`confirm` takes no value",
    );
    command(
        quote!(
            #[command(settles)]
            pub fn a(&self) {}
        ),
        "`settles` needs a value: `settles = …`",
    );
    command(
        quote!(
            #[command(settles = soon)]
            pub fn a(&self) {}
        ),
        "a command settles by itself, or says `settles = quiet`: wait until the view is still",
    );
    command(
        quote!(
            #[command(confirm)]
            #[command(hidden)]
            pub fn a(&self) {}
        ),
        "`#[command]` is there twice; put its options into one",
    );
}

#[test]
fn every_command_that_is_wrong_is_told_of_at_once() {
    check(
        crate::commands::expand,
        quote!(),
        quote!(impl Notes { pub fn a(&self, x: &str) {} pub fn fine(&self) {} pub fn b<T>(&self) {} }),
        &[
            "the parameter `x` of the command `a` is a reference; take a `String`",
            "the command `b` cannot be generic: it has one schema; write the type it is sent with",
        ],
    );
}

#[test]
fn commands_go_on_the_channels_own_impl() {
    let place = |item, sentence: &str| check(crate::commands::expand, quote!(), item, &[sentence]);
    place(
        quote!(impl Clone for Notes { fn clone(&self) -> Self { *self } }),
        "`#[commands]` goes on the channel's own `impl`, not on that of a trait",
    );
    place(
        quote!(
            impl<T> Notes<T> {}
        ),
        "a channel cannot be generic, so neither can its commands",
    );
    place(
        quote!(
            struct Notes;
        ),
        "`#[commands]` goes on the `impl` of a channel",
    );
}

#[test]
fn what_is_no_command_stays_as_it_is() {
    let item = quote! {
        impl Notes {
            pub fn open() -> Self { todo!() }
            fn helper<T>(&self, x: &T) {}
            pub(crate) fn inner(&self, (a, b): (u8, u8)) {}
            #[command(hidden)]
            pub fn caret(&self, at: &[usize]) {}
        }
    };
    let expanded = crate::commands::expand(quote!(), item).expect("is fine").to_string();
    for kept in ["fn open () -> Self { todo ! () }", "fn helper < T > (& self , x : & T) { }", "(a , b) : (u8 , u8)"] {
        assert!(expanded.contains(kept), "{kept} is not in {expanded}");
    }
    assert!(!expanded.contains("\"caret\""), "{expanded}");
}

#[test]
fn docs_and_attributes_on_parameters_are_taken() {
    let item = quote! {
        impl Notes {
            /// Does.
            pub fn does(
                &self,
                /// How much.
                much: f32,
            ) {}
        }
    };
    let expanded = crate::commands::expand(quote!(), item).expect("is fine").to_string();
    assert!(expanded.contains("\"How much.\""));
    assert!(!expanded.contains("doc = r\" How much.\""), "{expanded}");
    assert!(!expanded.contains("MISSING_DOCS"), "{expanded}");
}

#[test]
fn what_an_agent_sees_and_has_no_docs_is_warned_of() {
    let warned = |expanded: TokenStream| -> Vec<String> {
        let text = expanded.to_string();
        text.split("note = \"").skip(1).filter_map(|rest| rest.split('"').next().map(str::to_owned)).collect()
    };
    let commands = quote! {
        impl Notes {
            pub fn does(&self, much: f32) {}
            #[command(hidden)]
            pub fn caret(&self, at: usize) {}
        }
    };
    assert_eq!(
        warned(crate::commands::expand(quote!(), commands).expect("is fine")),
        [
            "the command `does` has no doc comment, and that is all an agent knows of it",
            "the parameter `much` of the command `does` has no doc comment, and that is all an agent knows of it",
        ]
    );
    let item = quote! {
        struct Notes {
            #[view]
            rows: Signal<Vec<u8>>,
            #[view(hidden)]
            session: Signal<String>,
        }
    };
    assert_eq!(
        warned(crate::channel::expand(quote!(), item).expect("is fine")),
        [
            "the channel `notes` has no doc comment, and that is all an agent knows of it",
            "the view key `rows` of the channel `notes` has no doc comment, and that is all an agent knows of it",
        ]
    );
}

#[test]
fn a_channel_that_cannot_be_is_told_why() {
    channel(
        quote!(name = ""),
        quote!(
            struct Notes {}
        ),
        "a channel's name cannot be empty",
    );
    channel(
        quote!(name = "→"),
        quote!(
            struct Notes {}
        ),
        "the channel name \"→\" has no letter or digit a tool's name can hold",
    );
    let long = "n".repeat(60);
    channel(
        quote!(name = #long),
        quote!(
            struct Notes {}
        ),
        &format!(
            "the tool `{long}_view` would have a name of 65 characters, and at most 64 are allowed; shorten the channel's name"
        ),
    );
    channel(
        quote!(names = "x"),
        quote!(
            struct Notes {}
        ),
        "there is no option `names`; the options are `name`, `untrusted`",
    );
    channel(
        quote!(),
        quote!(
            struct Notes<T> {
                #[view]
                rows: Signal<T>,
            }
        ),
        "a channel cannot be generic: it is found by its type and has one contract; write the type it is used with",
    );
    channel(
        quote!(),
        quote!(
            struct Notes(Signal<u8>);
        ),
        "a channel's fields have names: a view key is called as its field",
    );
    channel(
        quote!(),
        quote!(
            enum Notes {}
        ),
        "`#[channel]` goes on a struct with named fields; its commands go in an `impl` with `#[commands]`",
    );
}

#[test]
fn a_view_key_that_cannot_be_is_told_why() {
    channel(
        quote!(),
        quote!(
            struct Notes {
                #[view]
                rows: Vec<u8>,
            }
        ),
        "the view key `rows` has to be a `Signal<…>`: that is what an agent's view follows",
    );
    channel(
        quote!(),
        quote!(
            struct Notes {
                #[view(hidden, secret)]
                rows: Signal<u8>,
            }
        ),
        "a key is `hidden` or `secret`: an agent sees nothing of it, or only whether it is set",
    );
    channel(
        quote!(),
        quote!(
            struct Notes {
                #[view(hiden)]
                rows: Signal<u8>,
            }
        ),
        "there is no option `hiden`; the options are `hidden`, `secret`, `untrusted`",
    );
}

#[test]
fn a_component_that_cannot_be_is_told_why() {
    component(
        quote!(
            fn note_item() -> Element {
                todo!()
            }
        ),
        "a component is a type, so its name begins with a capital letter: `NoteItem`",
    );
    component(
        quote!(
            async fn Item() -> Element {
                todo!()
            }
        ),
        "a component's body runs once, at once; spawn a task in it for what takes time",
    );
    component(
        quote!(
            fn Item() {}
        ),
        "the component `Item` has to return an element: `-> impl IntoElement`",
    );
    component(
        quote!(
            fn Item(x: impl Fn()) -> Element {
                todo!()
            }
        ),
        "the parameter `x` of the component `Item` is an `impl Trait`; write `Callback<…>` for a function, `Element` for \
         content, `Prop<…>` for a property",
    );
    component(
        quote!(
            fn Item(x: &str) -> Element {
                todo!()
            }
        ),
        "the parameter `x` of the component `Item` is a reference; take a `String`",
    );
    component(
        quote!(
            fn Item((a, b): (u8, u8)) -> Element {
                todo!()
            }
        ),
        "a parameter of the component `Item` is a pattern; give it a name, it is set by that",
    );
    component(
        quote!(
            fn Item(new: u8) -> Element {
                todo!()
            }
        ),
        "a parameter cannot be called `new`: that makes the component",
    );
    component(
        quote!(
            fn Item(#[prop(optional, default = 1)] x: u8) -> Element {
                todo!()
            }
        ),
        "a parameter is `optional` or has a `default`, not both",
    );
    component(
        quote!(
            fn Item(#[prop(required)] x: u8) -> Element {
                todo!()
            }
        ),
        "there is no option `required`; the options are `optional`, `default`",
    );
    component(
        quote!(
            fn Item<'a>(x: u8) -> Element {
                todo!()
            }
        ),
        "a component's parameters are owned, so it has no lifetimes",
    );
}

#[test]
fn an_application_that_cannot_be_is_told_why() {
    app(quote!(), "`app!` needs the root component: `app!(App, channels: […])`");
    app(
        quote!(App, title: "x"),
        "`app!` has no `title`; it takes `name`, `instructions`, `channels`, `tools`, `resources`, `prompts` and `fonts`",
    );
    app(quote!(App, tools: sum_up), "`tools` is a list of functions with `#[tool]`, by name: `tools: [week_summary]`");
    app(
        quote!(App, resources: [help()]),
        "`resources` is a list of functions with `#[resource(…)]`, by name: `resources: [help]`",
    );
    app(
        quote!(App, prompts: ["plan"]),
        "`prompts` is a list of functions with `#[prompt]`, by name: `prompts: [plan_week]`",
    );
    app(quote!(App, name: "x", name: "y"), "`name` is given twice");
    app(quote!(App, channels: Notes::new()), "`channels` is a list: `channels: [Notes::open_local()]`");
    let long = "ä".repeat(2049);
    app(quote!(App, instructions: #long), "instructions have at most 2048 characters, these have 2049");
}

#[test]
fn data_goes_on_types() {
    check(
        crate::data::expand,
        quote!(),
        quote!(
            fn a() {}
        ),
        &["`#[data]` goes on a struct or an enum"],
    );
    check(
        crate::data::expand,
        quote!(rename),
        quote!(
            struct A;
        ),
        &["`#[data]` has no options; put serde's below it as `#[serde(…)]`"],
    );
}
