//! Parameters an agent gives: read from where they are written, refused where an agent could not send them.
//!
//! Those of commands, tools and prompts are alike. `of` is whose they are, as a sentence names it: "the tool `a`".

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Error, GenericParam, Pat, PatType, Result, Signature, Type};

use crate::{docs, types};

/// One parameter.
pub(crate) struct Parameter {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) doc: String,
}

impl Parameter {
    /// Reads a parameter and takes out of it the doc comment, which the compiler allows on none.
    pub(crate) fn read(argument: &mut PatType, of: &str) -> Result<Self> {
        let doc = docs::take(&mut argument.attrs);
        let ident = named(&argument.pat, of, true)?;
        let name = ident.unraw().to_string();
        let ty = (*argument.ty).clone();
        check_type(&name, &ty, of)?;
        Ok(Parameter { ident, name, ty, doc })
    }
}

/// The name of a parameter. One that is sent by it needs a name without `_` before it.
pub(crate) fn named(pattern: &Pat, of: &str, is_sent: bool) -> Result<Ident> {
    match pattern {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
            let name = ident.ident.unraw().to_string();
            if name.starts_with('_') && is_sent {
                return Err(Error::new(
                    ident.span(),
                    format!(
                        "the parameter `{name}` of {of} needs a name an agent can send it by, without `_` before it"
                    ),
                ));
            }
            Ok(ident.ident.clone())
        }
        other => Err(Error::new(
            other.span(),
            format!("a parameter of {of} is a pattern; give it a name, an agent sends it by that"),
        )),
    }
}

/// Refuses a type no agent can send.
pub(crate) fn check_type(name: &str, ty: &Type, of: &str) -> Result<()> {
    match types::unsendable(ty) {
        Some(why) => Err(Error::new(ty.span(), format!("the parameter `{name}` of {of} {why}"))),
        None => Ok(()),
    }
}

/// Refuses a parameter in `<…>`.
pub(crate) fn refuse_generic(parameter: &GenericParam, of: &str) -> Error {
    let what = match parameter {
        GenericParam::Lifetime(_) => "have lifetimes",
        _ => "be generic: it has one schema; write the type it is sent with",
    };
    Error::new(parameter.span(), format!("{of} cannot {what}"))
}

/// Refuses `unsafe`, `const` and `extern`.
pub(crate) fn check_plain(signature: &Signature, of: &str) -> Result<()> {
    for (present, span) in [
        (signature.unsafety.is_some(), signature.unsafety.span()),
        (signature.constness.is_some(), signature.constness.span()),
        (signature.abi.is_some(), signature.abi.span()),
    ] {
        if present {
            return Err(Error::new(span, format!("{of} has to be a plain `fn` or `async fn`")));
        }
    }
    Ok(())
}

/// Warnings for parameters without docs.
pub(crate) fn undocumented(parameters: &[Parameter], of: &str) -> TokenStream {
    let missing = parameters.iter().filter(|parameter| parameter.doc.is_empty());
    missing
        .map(|parameter| docs::missing(parameter.ident.span(), &format!("the parameter `{}` of {of}", parameter.name)))
        .collect()
}

/// The expression of `schema::Parameters` with every parameter described.
pub(crate) fn described(parameters: &[Parameter]) -> TokenStream {
    let each = parameters.iter().map(|Parameter { name, ty, doc, .. }| {
        let optional = types::is(ty, "Option");
        let parameter = quote_spanned!(ty.span()=> .parameter::<#ty>);
        quote!(#parameter(#name, #doc, #optional))
    });
    quote!(::scumble::__private::channels::schema::Parameters::new() #(#each)*)
}

/// Statements that take every parameter out of `arguments` into a variable, and those variables. `refused` is the
/// expression returned where one does not fit, of the `error`.
pub(crate) fn taken(parameters: &[Parameter], refused: &TokenStream) -> (TokenStream, Vec<Ident>) {
    let held: Vec<Ident> = (0..parameters.len()).map(|index| format_ident!("held_{index}")).collect();
    let statements = parameters.iter().zip(&held).map(|(Parameter { name, ty, .. }, held)| {
        let argument = quote_spanned!(ty.span()=> ::scumble::__private::channels::command::argument::<#ty>);
        quote! {
            let #held = match #argument(&mut arguments, #name) {
                ::core::result::Result::Ok(value) => value,
                ::core::result::Result::Err(error) => return #refused,
            };
        }
    });
    (quote!(#(#statements)*), held)
}
