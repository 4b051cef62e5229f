//! `#[resource]`: a function becomes a resource of the application's own.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprLit, ItemFn, Lit, LitStr, Result};

use crate::function::{self, Function, Kind};
use crate::options;

const KIND: Kind = Kind { word: "resource", context: "Scope" };

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let item = function::parsed(KIND.word, item)?;
    Ok(offered(attribute, item.clone()).unwrap_or_else(|error| {
        let ident = &item.sig.ident;
        let nothing = quote! {
            impl ::scumble::__private::own::OwnResource for #ident {
                const URI: &'static str = ::core::stringify!(#ident);
                fn contract() -> ::scumble::__private::own::ResourceContract {
                    ::core::unreachable!()
                }
                fn read(_: ::scumble::Scope) -> ::scumble::__private::own::Body {
                    ::core::unreachable!()
                }
            }
        };
        function::refused(&error, item.clone(), &nothing)
    }))
}

/// What the attribute says.
struct Options {
    uri: LitStr,
    mime: Option<LitStr>,
}

fn options_of(attribute: TokenStream) -> Result<Options> {
    let (mut uri, mut mime) = (None, None);
    for choice in options::parse(attribute)? {
        let place = match choice.name.to_string().as_str() {
            "uri" => &mut uri,
            "mime" => &mut mime,
            _ => return Err(options::unknown(&choice, &["uri", "mime"])),
        };
        match choice.value()? {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => *place = Some(text.clone()),
            other => {
                let sentence = format!("`{0}` is a text: `{0} = \"…\"`", choice.name);
                return Err(Error::new(other.span(), sentence));
            }
        }
    }
    let uri = uri.ok_or_else(|| {
        Error::new(Span::call_site(), "a resource needs its address: `#[resource(uri = \"notes://help\")]`")
    })?;
    check_uri(&uri)?;
    if let Some(mime) = &mime {
        check_mime(mime)?;
    }
    Ok(Options { uri, mime })
}

/// Refuses what is no absolute address (RFC 3986, section 3), and the addresses that are the runtime's.
fn check_uri(uri: &LitStr) -> Result<()> {
    let text = uri.value();
    let (scheme, rest) = text.split_once(':').unwrap_or_default();
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !is_scheme || rest.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        let sentence =
            format!("{text:?} is no address: it begins with a scheme and has no spaces, as `notes://help` does");
        return Err(Error::new(uri.span(), sentence));
    }
    if scheme.eq_ignore_ascii_case("scumble") {
        return Err(Error::new(
            uri.span(),
            "addresses that begin with `scumble:` are the runtime's; use a scheme of the application's own",
        ));
    }
    Ok(())
}

/// Refuses what is no media type (RFC 6838, section 4.2).
fn check_mime(mime: &LitStr) -> Result<()> {
    let text = mime.value();
    let is_part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_graphic() && c != '/');
    let whole = text.split(';').next().unwrap_or_default();
    match whole.split_once('/') {
        Some((kind, name)) if is_part(kind) && is_part(name) => Ok(()),
        _ => Err(Error::new(mime.span(), format!("{text:?} is no media type, such as `text/markdown`"))),
    }
}

fn offered(attribute: TokenStream, item: ItemFn) -> Result<TokenStream> {
    let options = options_of(attribute)?;
    if let Some(word) = item.sig.asyncness {
        return Err(Error::new(
            word.span(),
            "a resource is read at once, so that what it reads can be followed; take what needs time into a signal, or \
             make it a tool",
        ));
    }
    let function = Function::read(&KIND, item)?;
    if let Some(parameter) = function.parameters.first() {
        return Err(Error::new(
            parameter.ty.span(),
            "a resource takes `cx: Scope` or nothing: its address says all there is to say; what needs arguments is a tool",
        ));
    }
    let implementation = implementation(&function, &options);
    Ok(function.finish(&implementation))
}

fn implementation(function: &Function, Options { uri, mime }: &Options) -> TokenStream {
    let Function { ident, name, doc, output, .. } = function;
    let called = function.called(&quote!(scope), &[]);
    let held = quote_spanned!(output.span()=> (&&&&own::Held::<#output>::new()));
    let mime = mime.as_ref().map_or_else(|| quote!(#held.mime()), |mime| quote!(#mime));
    let holds = quote_spanned!(output.span()=> own::holds::<#output, _>(#held.body(held)));
    quote! {
        #[automatically_derived]
        impl ::scumble::__private::own::OwnResource for #ident {
            const URI: &'static str = #uri;

            #[allow(unused_imports)]
            fn contract() -> ::scumble::__private::own::ResourceContract {
                use ::scumble::__private::own::{
                    self, HeldAsBytes as _, HeldAsData as _, HeldAsText as _, HeldNot as _,
                };
                own::ResourceContract { uri: #uri, name: #name, description: #doc, mime: #mime }
            }

            #[allow(unused_imports, unused_variables)]
            fn read(scope: ::scumble::Scope) -> ::scumble::__private::own::Body {
                use ::scumble::__private::own::{
                    self, HeldAsBytes as _, HeldAsData as _, HeldAsText as _, HeldNot as _,
                };
                let held: #output = #called;
                #holds
            }
        }
    }
}
