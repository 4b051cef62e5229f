//! Doc comments: taken from where they stand, and missed where an agent would read them.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of the doc comments among `attributes`, as it was written, without the space after the slashes.
pub(crate) fn text(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes.iter().filter_map(line).collect();
    let lines: Vec<&str> = lines.iter().flat_map(|line| line.lines()).collect();
    let text: Vec<&str> = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    text.join("\n").trim().to_owned()
}

fn line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    if !pair.path.is_ident("doc") {
        return None;
    }
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if text.value().is_empty() => Some("\n".into()),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// Removes doc comments from `attributes` and gives their text: on parameters the compiler allows none.
pub(crate) fn take(attributes: &mut Vec<Attribute>) -> String {
    let text = text(attributes);
    attributes.retain(|attribute| !attribute.path().is_ident("doc"));
    text
}

/// The variable that makes missing documentation an error instead of a warning.
const DENY: &str = "SCUMBLE_DENY_UNDOCUMENTED";

/// A warning at `span` that what stands there has no doc comment; an error where the build asks for it.
pub(crate) fn missing(span: Span, what: &str) -> TokenStream {
    let note = format!("{what} has no doc comment, and that is all an agent knows of it");
    if std::env::var_os(DENY).is_some_and(|value| value != "0") {
        return quote_spanned!(span=> ::core::compile_error!(#note););
    }
    // The compiler has no other warning a macro on stable can give; reading the variable in what is generated makes
    // cargo expand this again when it changes.
    let deprecated = quote_spanned!(span=> MISSING_DOCS);
    quote! {
        const _: () = {
            const _: ::core::option::Option<&str> = ::core::option_env!(#DENY);
            #[deprecated(note = #note)]
            const MISSING_DOCS: () = ();
            #deprecated
        };
    }
}
