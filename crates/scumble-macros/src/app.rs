//! `app!`: a crate becomes an application.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprArray, ExprLit, Ident, Lit, Path, Result, Token};

/// The most characters a connecting agent is told.
const LONGEST_INSTRUCTIONS: usize = 2048;

/// What `app!` was given.
struct App {
    root: Path,
    name: Option<Expr>,
    instructions: Option<Expr>,
    channels: Vec<Expr>,
    fonts: Vec<Expr>,
}

impl Parse for App {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Err(Error::new(Span::call_site(), "`app!` needs the root component: `app!(App, channels: […])`"));
        }
        let mut app =
            App { root: input.parse()?, name: None, instructions: None, channels: Vec::new(), fonts: Vec::new() };
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
                "channels" => match value {
                    Expr::Array(ExprArray { elems, .. }) => app.channels = elems.into_iter().collect(),
                    other => {
                        return Err(Error::new(
                            other.span(),
                            "`channels` is a list: `channels: [Notes::open_local()]`",
                        ));
                    }
                },
                "fonts" => match value {
                    Expr::Array(ExprArray { elems, .. }) => app.fonts = elems.into_iter().collect(),
                    other => {
                        return Err(Error::new(
                            other.span(),
                            "`fonts` is a list of files beside the source: `fonts: [\"fonts/brand.ttf\"]`",
                        ));
                    }
                },
                _ => {
                    return Err(Error::new(
                        key.span(),
                        format!("`app!` has no `{key}`; it takes `name`, `instructions`, `channels` and `fonts`"),
                    ));
                }
            }
        }
        Ok(app)
    }
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
    let App { root, name, instructions, channels, fonts } = syn::parse2(input)?;
    let name = name.map_or_else(|| quote!(::core::env!("CARGO_PKG_NAME")), |name| quote!(#name));
    let instructions = instructions.map_or_else(|| quote!(""), |instructions| quote!(#instructions));
    let served = channels.iter().map(|channel| quote_spanned!(channel.span()=> channels::Served::new(cx, #channel)));
    // Never run: only its type is wanted, so that the agent's part names it and nothing else does.
    let offered = channels.iter().map(|channel| quote_spanned!(channel.span()=> agent::offer(agent, cx, || #channel);));
    let kinds = channels.iter().enumerate().map(|(index, channel)| {
        let index = Literal::usize_unsuffixed(index);
        quote!(#index => #channel)
    });
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

        ::scumble::__page_seam!(app; #(#kinds),*);
    })
}
