//! `app!`: a crate becomes an application.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprArray, ExprLit, ExprPath, Ident, Lit, Path, Result, Token};

/// The most characters a connecting agent is told.
const LONGEST_INSTRUCTIONS: usize = 2048;

/// What `app!` was given.
struct App {
    root: Path,
    name: Option<Expr>,
    instructions: Option<Expr>,
    channels: Vec<Expr>,
    fonts: Vec<Expr>,
    tools: Vec<Path>,
    resources: Vec<Path>,
    prompts: Vec<Path>,
}

impl Parse for App {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Err(Error::new(Span::call_site(), "`app!` needs the root component: `app!(App, channels: […])`"));
        }
        let mut app = App {
            root: input.parse()?,
            name: None,
            instructions: None,
            channels: Vec::new(),
            fonts: Vec::new(),
            tools: Vec::new(),
            resources: Vec::new(),
            prompts: Vec::new(),
        };
        let mut seen: Vec<String> = Vec::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let key: Ident = input.parse()?;
            input.parse::<Token![:]>()?;
            let value: Expr = input.parse()?;
            if seen.contains(&key.to_string()) {
                return Err(Error::new(key.span(), format!("`{key}` is given twice")));
            }
            seen.push(key.to_string());
            match key.to_string().as_str() {
                "name" => app.name = Some(value),
                "instructions" => app.instructions = Some(checked(value)?),
                "channels" => {
                    app.channels = listed(value, "`channels` is a list: `channels: [Notes::open_local()]`")?;
                }
                "fonts" => {
                    let sentence = "`fonts` is a list of files beside the source: `fonts: [\"fonts/brand.ttf\"]`";
                    app.fonts = listed(value, sentence)?;
                }
                "tools" => {
                    let sentence = "`tools` is a list of functions with `#[tool]`, by name: `tools: [week_summary]`";
                    app.tools = named(value, sentence)?;
                }
                "resources" => {
                    let sentence =
                        "`resources` is a list of functions with `#[resource(…)]`, by name: `resources: [help]`";
                    app.resources = named(value, sentence)?;
                }
                "prompts" => {
                    let sentence = "`prompts` is a list of functions with `#[prompt]`, by name: `prompts: [plan_week]`";
                    app.prompts = named(value, sentence)?;
                }
                _ => {
                    return Err(Error::new(
                        key.span(),
                        format!(
                            "`app!` has no `{key}`; it takes `name`, `instructions`, `channels`, `tools`, `resources`, \
                             `prompts` and `fonts`"
                        ),
                    ));
                }
            }
        }
        Ok(app)
    }
}

/// The items of a list.
fn listed(value: Expr, sentence: &str) -> Result<Vec<Expr>> {
    match value {
        Expr::Array(ExprArray { elems, .. }) => Ok(elems.into_iter().collect()),
        other => Err(Error::new(other.span(), sentence)),
    }
}

/// The items of a list of names.
fn named(value: Expr, sentence: &str) -> Result<Vec<Path>> {
    let path = |item| match item {
        Expr::Path(ExprPath { qself: None, path, .. }) => Ok(path),
        other => Err(Error::new(other.span(), sentence)),
    };
    listed(value, sentence)?.into_iter().map(path).collect()
}

/// Refuses, where the second stands, two of what an agent tells apart by `constant` of `kind` alone.
fn apart<'a>(
    paths: &'a [Path],
    word: &'a str,
    kind: &'a TokenStream,
    constant: &'a TokenStream,
) -> impl Iterator<Item = TokenStream> + 'a {
    paths.iter().enumerate().flat_map(move |(index, path)| {
        paths[..index].iter().map(move |earlier| {
            let (first, second) = (written(earlier), written(path));
            let sentence = if first == second {
                format!("the {word} `{first}` is listed twice")
            } else {
                format!(
                    "the {word}s `{first}` and `{second}` are one to an agent: they have the same {}",
                    said(constant)
                )
            };
            quote_spanned! {path.span()=>
                const _: () = ::core::assert!(
                    !::scumble::__private::own::is_same(
                        <#earlier as ::scumble::__private::own::#kind>::#constant,
                        <#path as ::scumble::__private::own::#kind>::#constant,
                    ),
                    #sentence
                );
            }
        })
    })
}

fn written(path: &Path) -> String {
    quote!(#path).to_string().replace(' ', "")
}

/// `NAME` as a word.
fn said(constant: &TokenStream) -> String {
    if constant.to_string() == "URI" { "address".to_owned() } else { constant.to_string().to_lowercase() }
}

fn checked(value: Expr) -> Result<Expr> {
    if let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &value {
        let length = text.value().chars().count();
        if length > LONGEST_INSTRUCTIONS {
            return Err(Error::new(
                text.span(),
                format!("instructions have at most {LONGEST_INSTRUCTIONS} characters, these have {length}"),
            ));
        }
    }
    Ok(value)
}

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let App { root, name, instructions, channels, fonts, tools, resources, prompts } = syn::parse2(input)?;
    let name = name.map_or_else(|| quote!(::core::env!("CARGO_PKG_NAME")), |name| quote!(#name));
    let instructions = instructions.map_or_else(|| quote!(""), |instructions| quote!(#instructions));
    let served = channels.iter().map(|channel| quote_spanned!(channel.span()=> channels::Served::new(cx, #channel)));
    // Never run: only its type is wanted, so that the agent's part names it and nothing else does.
    let offered = channels.iter().map(|channel| quote_spanned!(channel.span()=> agent::offer(agent, cx, || #channel);));
    let kinds = channels.iter().enumerate().map(|(index, channel)| {
        let index = Literal::usize_unsuffixed(index);
        quote!(#index => #channel)
    });
    let own: Vec<TokenStream> = [("tool", &tools), ("resource", &resources), ("prompt", &prompts)]
        .into_iter()
        .flat_map(|(word, paths)| {
            let word = Ident::new(word, Span::call_site());
            paths.iter().map(move |path| quote_spanned!(path.span()=> #word #path))
        })
        .collect();
    let offered_own =
        [("tool", &tools), ("resource", &resources), ("prompt", &prompts)].into_iter().flat_map(|(word, paths)| {
            let word = Ident::new(word, Span::call_site());
            paths.iter().map(move |path| quote_spanned!(path.span()=> agent.#word::<#path>();))
        });
    let (name_of, uri_of) = (quote!(NAME), quote!(URI));
    let (tool, resource, prompt) = (quote!(OwnTool), quote!(OwnResource), quote!(OwnPrompt));
    let apart = apart(&tools, "tool", &tool, &name_of)
        .chain(apart(&resources, "resource", &resource, &uri_of))
        .chain(apart(&prompts, "prompt", &prompt, &name_of));
    let files = fonts.iter().map(|font| quote_spanned!(font.span()=> (#font, ::core::include_bytes!(#font))));
    let no_font = fonts.iter().map(|font| {
        let sentence = "this file is no TrueType or OpenType font (.ttf, .otf, .ttc); convert it, and name the result";
        quote_spanned! {font.span()=>
            const _: () = ::core::assert!(::scumble::__private::is_font(::core::include_bytes!(#font)), #sentence);
        }
    });
    let longest = LONGEST_INSTRUCTIONS;
    let too_long = format!("instructions have at most {longest} characters");
    Ok(quote! {
        /// This crate as an application, to be mounted: in a page, a window or a test.
        #[must_use]
        pub fn app() -> ::scumble::AppSpec {
            const INSTRUCTIONS: &str = #instructions;
            const _: () = ::core::assert!(::scumble::__private::characters(INSTRUCTIONS) <= #longest, #too_long);
            #(#no_font)*
            #(#apart)*

            #[allow(unused_variables)]
            fn serve(cx: ::scumble::Scope) -> ::std::vec::Vec<::scumble::__private::channels::Served> {
                use ::scumble::__private::channels;
                cx.run(|| ::std::vec![#(#served),*])
            }

            fn root(cx: ::scumble::Scope) -> ::scumble::Element {
                cx.run(|| ::scumble::IntoElement::into_element(#root::new()))
            }

            #[cfg(not(target_arch = "wasm32"))]
            #[allow(unused_variables, clippy::redundant_closure)]
            fn offer(agent: &mut ::scumble::__private::agent::Agent, cx: ::scumble::Scope) {
                use ::scumble::__private::agent;
                #(#offered)*
                #(#offered_own)*
            }

            ::scumble::AppSpec {
                name: #name,
                instructions: INSTRUCTIONS,
                crate_name: ::core::env!("CARGO_PKG_NAME"),
                fonts: &[#(#files),*],
                serve,
                root,
                #[cfg(not(target_arch = "wasm32"))]
                offer,
            }
        }

        ::scumble::__page_seam!(app; #(#kinds),*; #(#own),*);
    })
}
